"""The rules that all families share.

family       the base class of the families
scene        a fight as its rules see it; finding combatants, and whether they can act
preparation  names and defaults filled into a declaration; the features it needs
statements   facts that the referee states
turns        rounds and turns: what they resolve, and checks of declarations
conditions   conditions, wounds and the clock
weapons      weapons, and the modifiers and dice of attacks
effects      what weapons and creatures do besides damage
definition   the base of a game's definition, and faults in one
sheets       roster entries
fields       single fields of a roster entry
rules_text   a game's rules in words
simulation   random fights, and the evidence for clauses of every game
variety      readings, sturdier characters, tags and effects for random fights
"""
