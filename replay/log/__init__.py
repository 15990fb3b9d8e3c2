"""The log of a fight: its tree of events and what can be read from it.

The modules:

    event_log    `History`: rows, lines, positions, commands, state at an event
    kept_states  states that are kept, so that others near them are soon folded
    branches     the branches of a fight and their names
    undo         undo, redo, rewind and switch, as moves of the head
    line_inputs  the inputs of a line, and which input a seq refers to
    lineage      the first recording of each input, and the corrections that changed it
    keys         the keys of persons, and what a person signs of a command
    log_tree     the tree of a log: the throws and slots of its dice
    log_inputs   which inputs stood when a die fell, and since when
    throws       what the table is told of throws: again, known beforehand, seen and left
    commitments  the secrets of a fight's dice and their salt
"""
