"""Recovery of a damaged campaign file.

rescue          what is wrong with a damaged file; what can be recovered, as a new campaign
scan            reads every row that is still readable
sqlite_pages    reads records from single pages of a SQLite file
prefix          finds the longest valid beginning of each fight
"""
