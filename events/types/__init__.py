"""The event types. Their tags and field names are the storage format.

The modules:

    declarations   what a person declares: attacks, moves, saves, rounds
    statements     facts that the referee states
    inputs         unions of the two: turn actions, statements, declarations
    rolls          the dice: asked for and rolled
    outcomes       what the rules make of declarations and dice
    log_events     moves of the head, notes, branch names, secrets of the dice
    corrections    changes of the past
    unions         every event there is, as the codec reads them
    base           the base classes of events and their parts
    sheets         a combatant's sheet: weapons, effects, conditions, wounds
    game           a game's definition
    dice_notation  `2d6+1` and the like
    names          names, ids, and texts without invisible characters
"""
