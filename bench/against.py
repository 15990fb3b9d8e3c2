"""The figures of this tree against those of another tree, such as a checkout of the last release.

Both trees are measured in turns, because a machine is faster at one time than at another. Each tree
runs its own `bench`, so the other tree may have other module names; figures are matched by `what`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.measure import Figure

TOLERATED = 1.05
"""How many times worse a figure may be."""


class Comparison(NamedTuple):
    """A line of the table: one figure in both trees. `ratio` is the median over pairs of runs of
    new / old; `most` says whether less is better."""

    what: str
    unit: str
    most: bool
    old: float
    new: float
    ratio: float

    @property
    def worse(self) -> bool:
        """Whether the figure is worse than may be tolerated."""
        return (self.ratio if self.most else 1 / self.ratio) > TOLERATED

    def __str__(self) -> str:
        mark = " **worse**" if self.worse else ""
        values = f"{self.old:.2f} {self.unit} | {self.new:.2f} {self.unit}"
        return f"| {self.what} | {values} | {self.ratio:.2f}{mark} |"


def compare_part(part: str, old: Path, new: Path, times: int, clock: str) -> list[Comparison]:
    """Measure one part in both trees, in turns, and return its figures. `clock` is `wall` or
    `cpu`."""
    pairs: list[tuple[dict[str, Figure], dict[str, Figure]]] = []
    for number in range(times):
        if number % 2:
            after = _measure(part, new, clock)
            pairs.append((_measure(part, old, clock), after))
        else:
            before = _measure(part, old, clock)
            pairs.append((before, _measure(part, new, clock)))
    first, second = pairs[0]
    return [
        Comparison(
            what,
            figure.unit,
            figure.most,
            old=median(before[what].value for before, _ in pairs),
            new=median(after[what].value for _, after in pairs),
            ratio=median(after[what].value / before[what].value for before, after in pairs),
        )
        for what, figure in second.items()
        if what in first
    ]


def _measure(part: str, tree: Path, clock: str) -> dict[str, Figure]:
    """Return the figures of one part in a process of its own; bytecode is kept, as in an installed
    package."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-P", str(Path(__file__).with_name("one_part.py")), part, clock],
        cwd=tree,
        env={**kept, "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return {each["what"]: Figure(**each) for each in json.loads(done.stdout)}
