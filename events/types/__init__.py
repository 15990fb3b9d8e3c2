"""The event types. Their tags and field names are the storage format.

The modules:

    declarations   what a person declares: attacks, moves, saves, rounds
    statements     facts that the referee states
    rolls          the dice: asked for and rolled
    outcomes       what the rules make of declarations and dice
    rounds         outcomes of the order of play: rounds, turns, phases, the clock
    log_events     moves of the head, notes, branch names, secrets of the dice
    commitments    secrets of the dice since format 2: epochs, anchors, the dice of all phones
    keys           persons' keys, witnesses, copies of a log
    unions         every event there is, as the codec reads them
    base           the base classes of events and their parts
    sheets         a combatant's sheet: weapons, effects, conditions, wounds
    names          names, ids, and texts without invisible characters

The modules with event types have no `from __future__ import annotations`: msgspec would have to
compile every annotation again, in each process that reads events.
"""
