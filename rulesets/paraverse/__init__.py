"""Paraverse: rounds in phases, d20 contests, hit locations, wounds and watches.

rules              the function that plays each declaration, and what stated facts bring along
preparation        names and defaults filled into a declaration; the game's lexicon
problems           checks of a declaration
planning           the declarations of a round, their phases, and what prevents them
assignment         who fights whom in the melee phase
contest            rolls and results of a skirmish
melee              the melee phase
ranged             the ranged phase
rounds             a round, phase by phase
skills             skill modifiers, d20 rolls and checks
harm               damage, wounds, Stamina, consciousness and bleeding
recovery           watches and camps: treatment, death checks, rest
scene              a fight as these rules see it: computed numbers, areas, weapons
definition         the data of the game
sheets             sheets and weapons, read from rosters and checked as a combatant joins
rules_text         the game's rules in words
playability        checks of a definition beyond its types
simulation         random fights
"""
