"""What can be declared now: every screen, phone and bot offers what these modules answer.

option        an option: its blanks, their choices, and why some of them are barred
turn_options  what a combatant can do in its turn
rulings       what the referee can rule about a combatant, and about the fight
foes          who is a foe of whom, and what somebody can attack with
actions       the actions that the rules allow as they stand, for policies
"""
