"""Every figure, under pytest-benchmark: `pytest bench` measures, and prints the table.

pytest-benchmark keeps the runs (`--benchmark-save`, `--benchmark-compare`); the figures
themselves are ratios that each part takes pair by pair, because medians of separate runs drift
with the machine.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench import appending, correcting, folding, growing, moving, playing, simulating, starting

PARTS = (appending, folding, moving, correcting, growing, playing, simulating, starting)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__.removeprefix("bench."))
def test_every_target_is_met(
    part: ModuleType, benchmark: BenchmarkFixture, tmp_path: Path, table: list[str]
) -> None:
    """Each figure of this part is within its target."""
    figures = benchmark.pedantic(  # type: ignore[no-untyped-call]
        part.measure, args=(tmp_path,), rounds=1, iterations=1
    )
    table += map(str, figures)
    benchmark.extra_info.update({figure.what: figure.value for figure in figures})
    assert [] == [str(figure) for figure in figures if not figure.met]
