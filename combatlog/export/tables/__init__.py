"""Fights as plain tables: what can be asked of them in SQL, or read in a spreadsheet.

    schema    the tables, their columns and keys
    views     questions that people ask, asked already
    content   the rows of one fight (`events`, `people`, `numbers` have them table by table)
    persons   who is the same in several fights
    totals    numbers over all fights of a campaign, by player and by person
    database  the SQLite file: written whole, or brought up to date
    build     a campaign into such a file

`combatlog.export.tables.csv_files` writes the same rows as CSV.
"""
