"""Brighter Worlds: attributes are dice, and harm steps them down.

rules        the function that plays each declaration
preparation  names and defaults filled into a declaration; the game's lexicon
problems     checks of a declaration
turn         one side's turn, one declaration at a time; rounds and the clock
actions      attacks, deeds, retreats and aid as they are resolved
attacks      weapons, modifiers and dice of attacks
saves        saves: against a number, an opponent, or damage; morale
harm         damage and Critical Damage
effects      what weapons and creatures do besides damage; steps, zero, death
recovery     rest, recovery, full packs
scene        a fight as these rules see it
definition   the data of the game; attributes as dice
sheets       sheets and weapons, read from rosters and checked as a combatant joins
rules_text   the game's rules in words
simulation   random fights
"""
