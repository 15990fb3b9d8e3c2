"""The table's shorthand: what a referee types in a hurry, turned into commands.

    a ada rhino rifle
    a ben rhino knife imp: behind the crates
    go

Verbs and names may be cut short wherever only one thing can be meant; accents and capitals
never need typing. A reason follows a colon; `;` begins another clause; a final `!` resolves at
once.
"""
