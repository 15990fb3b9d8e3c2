"""The event log of a fight: its tree, branches, undo."""
