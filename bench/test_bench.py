"""Every figure, under pytest-benchmark: `pytest bench` measures, and prints the table.

pytest-benchmark keeps the runs (`--benchmark-save`, `--benchmark-compare`); the figures
themselves are ratios that each part takes pair by pair, because medians of separate runs drift
with the machine.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench import PARTS
from bench.measure import NotInstalled


@pytest.mark.parametrize("part", PARTS)
def test_every_target_is_met(
    part: str, benchmark: BenchmarkFixture, tmp_path: Path, table: list[str]
) -> None:
    """Each figure of this part is within its target."""
    try:
        figures = benchmark.pedantic(  # type: ignore[no-untyped-call]
            import_module(f"bench.{part}").measure, args=(tmp_path,), rounds=1, iterations=1
        )
    except NotInstalled as missing:
        pytest.skip(str(missing))
    table += map(str, figures)
    benchmark.extra_info.update({figure.what: figure.value for figure in figures})
    assert [] == [str(figure) for figure in figures if not figure.met]
