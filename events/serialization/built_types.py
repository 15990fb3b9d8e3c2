"""Types that msgspec knows before two threads use them.

At the first use of a type msgspec builds what it needs to know of it. While it does, other threads
run, and one that uses the same type then ends the process. So a module that makes a type for what
is read builds it, too: a module runs in one thread alone.
"""

from __future__ import annotations

from typing import Any

import msgspec


def build_type(type: Any) -> None:
    """Let msgspec build all that it needs to know of a type. Call it where a module runs."""
    msgspec.json.Decoder(type)
