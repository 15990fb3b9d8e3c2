"""How much the long tests try: a share each time, and all of it where `COMBATLOG_LONG` is 1.

`COMBATLOG_SECONDS` says how long tests of many writers write.
"""

from __future__ import annotations

import os

LONG = os.environ.get("COMBATLOG_LONG") == "1"

SECONDS = float(os.environ.get("COMBATLOG_SECONDS", "600" if LONG else "6"))
"""How long many writers write."""


def amount(whole: int, share: int = 5) -> int:
    """Return how many cases to try: a fifth (or another share) of the whole, unless all are
    asked for."""
    return whole if LONG else whole // share
