"""The Cairn family: Golden Idol, Thálassa, Plerion. One set of rules, three definitions.

rules        what happens when a declaration is played
prepare      filling in what a declaration leaves open; a sheet as it joins
check        what speaks against a declaration
turn         one side's turn, step by step
rounds       rounds, the opening, the clock
attacks      modifiers, dice and pools of attacks
saves        saves, and what passes them
harm         damage, critical damage, doom
effects      what weapons and creatures do besides; death; ability loss
scars        the scar table
recovery     rest, recovery, full packs
morale       when foes test morale
craft        ships and vehicles: weapons, crews, damage to them
manoeuvres   manoeuvres of craft
scene        a fight as these rules see it
definition   the data of a game
sheets       reading roster entries and weapons
describe     a game in words
playability  whether the rules can play a definition
simulation   random fights
"""
