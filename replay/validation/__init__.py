"""Checks that rows from elsewhere can be the log of a fight; every import runs them.

The modules:

    log_rules           how the rows hang together, and the walk that folds them on every line
    event_rules         what a single event may say at its place in the log
    secret_rules        what events about secrets, keys and phones may say
    correction_rules    whether a correction is complete and in order
    correction_repeats  whether a correction repeats the inputs and dice it claims to repeat
"""
