"""What all families of rules share.

family       the base class that a family's `rules.py` overrides
scene        a fight as its rules see it; finding combatants, and whether they can act
prepare      filling in what a declaration leaves open
statements   facts that the referee states
turns        rounds and turns: what they resolve, and what they refuse
conditions   conditions, wounds and the clock
weapons      reading weapons, and what an attack is made with
effects      reading and rolling what weapons and creatures do besides damage
features     what some games have and others lack
definition   the base of a game's definition, and faults in one
sheets       reading roster entries
fields       reading single fields of an entry
naming       matching the names that people write
describe     a game in words
simulation   random fights, and the clauses that every game shows in play
"""
