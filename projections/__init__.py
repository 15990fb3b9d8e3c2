"""What is so now, and what was: everything computed from a line of events.

A projection folds events and nothing else; it asks no rule and no clock, so the state of any
past moment is the fold of the line up to it.
"""
