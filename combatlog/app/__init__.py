"""The application: campaigns, fights, sessions. It returns data and draws nothing.

campaign             a campaign: one event store, many fights
fight                one fight: play, undo, correct, branch, salt, seal
fight_head           its head, where declarations and dice are recorded; conflicts
signing              the user's own key; signs commands, binds and revokes keys
known_keys           the keys known in a campaign, and those that a start binds
session              takes a line of input, returns a result
results              the result of a line
answer_json          the same as data, for programs
told                 what the table is told after a command
correction_dialogue  preview a correction, then apply or drop it
correction_proposal  its plan, the dice typed for it, rulings on what becomes impossible
correction_words     it in sentences
correction_parser    reads the words of a correction
completion           what may come next on a typed line
recent_inputs        the last inputs of a fight, to be corrected
fight_list           the list of fights, finding one, and which were started here
odds                 the odds of what is declared, as data
fight_odds           how likely the rolls of a fight were, and how it went against playouts
turn_odds            the chances of every turn before its dice fell, in words
recap                who fell and what would have saved them, the damage, missed chances
recap_as_data        the same as plain data
rescue_words         what would have saved who fell, in words
survivors            who left and why, and who came closest to falling, in words
strength             how strong the sides are, and how hurt somebody looks, for an audience
turning_points       where the lead changed, and by how much
highlights           who did the most, the hardest blow, the luckiest die of a fight
side_by_side         two fights or two lines of one, with losses, numbers and turning points
said                 everything that somebody has said in a campaign
positions            points of a campaign by name: an event, a branch, a fight
why                  why a value of a combatant is what it is
identities           which combatants of several fights are the same person
examples             the example fights
"""
