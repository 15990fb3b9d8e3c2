"""Cheats: what a table is told of them at once, and what the audit says."""
