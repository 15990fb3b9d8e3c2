"""Projections: everything computed from a line of events.

A projection folds events and asks no rule and no clock, so the state of any past moment is the fold
of the line up to it.

    state       the state of a fight, and the fold that computes it
    queries     read models: causes, differences, statistics, timeline, visibility
    text        events and states in words
    narrative   the chronicle: a fight told as a story
    lang        the sentences of the chronicle, by language
"""
