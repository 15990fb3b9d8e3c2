"""What happened: the events of a fight, how they are written, and where they are kept.

This package stands on nothing but msgspec and the standard library (and sqlite-utils where a
campaign file is made). It knows no rules: it stores any event that the codec can read.
"""
