"""Events in words: one table that log, report, redacted view and replay page share.

phrases              the table by event type; the phrase of one event, the report of a command
declaration_phrases  the entries for declarations and statements
outcome_phrases      the entries for outcomes
roll_phrases         the functions for dice, attacks, saves and checks
correction_phrases   the entries for corrections
report_lines         the lines of a report while they are gathered
words                names, lists, time, terms of the game
prose                text with emphasis and links, before a format is put on it
"""
