"""Paraverse: rounds in phases, d20 contests, hit locations, wounds and watches.

Modules:

    rules               the ruleset: dispatches each declaration to the modules below
    definition          the game's data as typed records, and the explanation of its keys
    scene               the fight state seen through the rules: computed numbers, areas, weapons
    sheets              sheets and weapons read from rosters; sheets checked as combatants join
    prepare             defaults and names filled into a declaration; the game's lexicon
    check               problems that speak against a declaration
    planning            the declarations of a round, their phases, and what prevents them
    assignment          who fights whom in the melee phase
    contest             rolls and results of a skirmish
    melee               the melee phase
    ranged              the ranged phase
    rounds              a round, phase by phase
    skills              skill modifiers, d20 rolls and checks
    harm                damage, wounds, Stamina, consciousness and bleeding
    recovery            watches and camps: treatment, death checks, rest
    statement_effects   the consequences of facts that the referee states
    describe            the game described for people
    playability         checks of a definition beyond its shape
    simulation          random characters, and evidence that a clause was played
"""
