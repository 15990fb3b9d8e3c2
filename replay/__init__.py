"""History: how a command becomes events, and what can be done with the events of a fight later.

Nothing here writes to a store. Every function reads rows and returns entries for the caller to
append.

    command_handler  the write path: check a command, play it, compose the entries to append
    log              a fight's events as a tree: lines, branches, undo, origins of inputs, salt
    corrections      change one input of the past and replay the later ones with the same dice
    validation       check that rows from elsewhere can be the log of a fight
    audit            check a log without trusting its keeper: digests, dice, rules, interventions
    odds             the chances of what is declared, and playouts
    cores            work spread over all cores
    recap            who fell and what would have saved them; missed chances
    text             the log in words, redacted for players
"""
