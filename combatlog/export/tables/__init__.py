"""Fights as tables for SQL and spreadsheets.

table_schema     the tables: their columns, keys and references
fight_tables     the rows of one fight in all tables, and as CSV files
combatant_rows   the rows of its combatants, their scores and wounds
statistics_rows  the rows of its statistics and dice
campaign_tables  a campaign as a file of tables, brought up to date
datasette_metadata  titles and named queries for Datasette
tables_file      that SQLite file, with its views and its full-text search
"""
