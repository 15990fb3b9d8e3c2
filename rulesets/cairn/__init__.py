"""The Cairn family: one set of rules for several games, each with its own definition.

rules        the function that plays each declaration
preparation  names and defaults filled into a declaration; the game's lexicon
problems     checks of a declaration
turn         one side's turn, step by step
rounds       rounds, the opening, the clock
attacks      modifiers, dice and pools of attacks
saves        saves, what passes them, and morale
harm         damage and critical damage
effects      what weapons and creatures do besides damage; death; ability loss
scars        the scar table
recovery     rest, recovery, full packs
craft        ships and vehicles: weapons, crews, damage to them
manoeuvres   manoeuvres of craft
scene        a fight as these rules see it
definition   the data of a game
sheets       sheets and weapons, read from rosters and checked as a combatant joins
rules_text   a game's rules in words
playability  checks of a definition beyond its types
simulation   random fights
"""
