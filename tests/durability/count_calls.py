"""A session that prints the names of its storage calls as JSON: `count_calls.py FILE`.

Prints an empty list where faults.c is not loaded."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.durability import faults
from tests.durability.recorder import Recorder
from tests.durability.scenarios import SCENARIOS, unchanged

if __name__ == "__main__":
    path = Path(sys.argv[1])
    watched = bool(os.environ.get("LD_PRELOAD"))
    if watched:
        faults.arm(path)
    table = Recorder(path, unchanged)
    for number, line in enumerate(SCENARIOS["a whole evening"].lines):
        table.do(number, line)
    table.close()
    print(json.dumps(faults.calls() if watched else []))
