"""Brighter Worlds: attributes are dice, and harm steps them down.

rules        what happens when a declaration is played
prepare      filling in what a declaration leaves open
check        what speaks against a declaration
turn         one side's turn, one declaration at a time
rounds       rounds, the opening, the clock
actions      attacks, deeds, retreats and aid as they are resolved
attacks      weapons, modifiers and dice of attacks
saves        saves: against a number, an opponent, or damage
harm         damage and Critical Damage
effects      what weapons and creatures do besides; steps, zero, death
recovery     rest, recovery, full packs
morale       when combatants test morale
scene        a fight as these rules see it
definition   the data of the game; attributes as dice
sheets       reading roster entries and weapons; a sheet as it joins
describe     the game in words
playability  whether the rules can play a definition
simulation   random fights
"""
