"""Recovery of a damaged campaign file.

rescue          writes what can be recovered to a new campaign, says what is wrong with a damaged one
scan            reads every row that is still readable
sqlite_pages    reads records from single pages of a SQLite file
prefix          finds the longest valid beginning of each fight
"""
