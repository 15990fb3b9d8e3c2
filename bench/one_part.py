"""One part measured in the tree that PYTHONPATH names; prints its figures as JSON.

`bench/against.py` runs this file for both trees, so it uses only what every version of `bench` has:
`measure(folder)` of each part, and the clock in `bench.measure`. A part that is younger than the
tree is taken from the folder of this file.
"""

from __future__ import annotations

import json
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time


def read_cpu_time() -> float:
    """Return the CPU time of this process and of those it has run, in seconds."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def main(part: str, clock: str) -> None:
    import_module("bench").__path__.append(str(Path(__file__).parent))
    if clock == "cpu":
        import_module("bench.measure").__dict__["perf_counter"] = read_cpu_time
    with tempfile.TemporaryDirectory() as folder:
        try:
            figures = import_module(f"bench.{part}").measure(Path(folder))
        except Exception as missing:
            if type(missing).__name__ != "NotInstalled":
                raise
            print(missing, file=sys.stderr)
            figures = []
    print(json.dumps([figure._asdict() for figure in figures]))


if __name__ == "__main__":
    main(*sys.argv[1:])
