"""Shared by the tests.

given               given / when / then for the rules
talk                a session in memory, and rosters
corrections         recording, refusing and comparing corrections
corrected_fights    a fight, and one-line corrections of it
random_fights       random fights and declarations from a seed
random_corrections  random corrections, and the same fights recorded right at once
hostile_imports     exports with random faults
forged_logs         exports that somebody changed, with matching digests
tampered_files      campaign files that somebody edited
page_outline        an exported page as plain lines
command_line        commands in processes of their own
browser             a real browser
clauses             a pytest plugin: every clause has a passing test
"""
