"""Data of the application as lines of a terminal, with a little colour.

results      results of a session
state        the state of a fight
log          the log and the timeline
branches     the branches
correction   the preview of a correction
diff         the difference of two points
side_by_side two fights or lines side by side
why          the causes of a number or a condition
stats        statistics
odds         the chances of what is declared
fight_odds   the odds of a fight that is over
recap        who fell, the damage, missed chances
steps        a fight command by command
audit        the report of an audit
audit_fight  its part on one fight
audit_dice   its part on the dice
help         help on verbs and games
qr_code      a link as QR code
layout       widths, tables, wrapping, marks
"""
