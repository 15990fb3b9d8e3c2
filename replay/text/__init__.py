"""The log in words, and what of it players may read.

log_lines         every event of the log in words, with what was undone and corrected
correction_notes  what a correction did with each input
cause_chain       the inputs behind a number
throw_words       what the table is told of throws
redaction         the events and reasons that players may not read
"""
