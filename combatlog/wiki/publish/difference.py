"""What a page would gain and lose."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff


def difference(before: str, after: str, name: str) -> Iterator[str]:
    """The lines of a unified diff from the page as it is to the page as it would be, without
    anything in them that a terminal would obey."""
    for line in unified_diff(
        before.splitlines(), after.splitlines(), f"{name} (now)", f"{name} (then)", lineterm=""
    ):
        yield "".join(c if c.isprintable() else "\ufffd" for c in line.replace("\t", " "))
