"""The event types: declarations, statements, rolls, outcomes, corrections.

Their tags and field names are the storage format.
"""
