"""A fight as CSV files, for spreadsheets: the same rows as `combatlog tables` writes.

writer  cells and rows as RFC 4180 has them, harmless to spreadsheets
files   which files there are of a fight
"""

from combatlog.export.csv_files import csv_files as csv_files
