"""How fast it is, in ratios measured in one run: `pytest bench`, from a checkout.

`python -m bench --against FOLDER` compares the figures with those of another checkout.

Nothing here is part of the tests. Every figure is a ratio to something measured beside it, so
that it can be compared between machines; the table is the one docs/speed.md quotes.
"""

PARTS = (
    *("appending", "hashing", "folding", "moving", "correcting", "large_logs", "auditing"),
    *("playing", "simulating", "playouts", "starting", "postgres", "sourced"),
)
"""The modules that measure, in the order of the table."""
