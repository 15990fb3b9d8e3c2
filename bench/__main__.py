"""Measure everything, print the table, and exit 1 if a target is missed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench import appending, folding, moving, playing, starting
from bench.measure import Figure

PARTS = (appending, folding, moving, playing, starting)


def main() -> int:
    """The table on standard output, what is being measured on standard error."""
    figures: list[Figure] = []
    for part in PARTS:
        print(f"{part.__name__} …", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            figures += part.measure(Path(folder))
    print("| what | measured | target |\n|---|---|---|")
    for figure in figures:
        print(figure)
    return 0 if all(figure.met for figure in figures) else 1


sys.exit(main())
