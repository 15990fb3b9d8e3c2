"""Up to which event a page tells, and the summary under which it is written.

The summary of an edit says it (`combatlog: Bridge ambush, to #238; corrected: …`), so that the next
one knows what has been corrected since; with several fights each has its number before it
(`to 1#238 2#40`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Reach: TypeAlias = "Mapping[int, int]"
"""By the number of a fight in its campaign: its last event that a page knows of. A page on one
fight alone has it under 0."""

SIGNATURE = "combatlog: "
"""What the summary of every edit of ours begins with."""

_LONGEST_TITLE = 80
_LONGEST_SUMMARY = 240
_MOST_FIGHTS = 20
_REACH = re.compile(r"(\d*)#(\d+)")
_SUMMARY = re.compile(rf"{SIGNATURE}([^#]*), to ((?:\d*#\d+ ?)+)(?:;|$)")


def reach_text(reach: Reach) -> str:
    """`#238`, or `1#238 2#40`; of many fights the last ones."""
    latest = sorted(reach.items())[-_MOST_FIGHTS:]
    return " ".join(f"{number or ''}#{seq}" for number, seq in latest)


def reach_of(text: str) -> Reach:
    """The same, read."""
    return {int(number or 0): int(seq) for number, seq in _REACH.findall(text)}


def reach_in(summary: str) -> str:
    """What a summary of ours says of it; empty where it says nothing."""
    found = _SUMMARY.match(summary)
    return found[2].strip() if found else ""


def title_in(summary: str) -> str:
    """Of which page a summary of ours speaks, as `harmless_title` has it."""
    found = _SUMMARY.match(summary)
    return found[1] if found else ""


def harmless_title(title: str) -> str:
    """A title as it stands in a summary."""
    return _harmless(title.replace("#", ""), _LONGEST_TITLE)


def is_ours(summary: str) -> bool:
    """Was an edit made by combatlog?"""
    return summary.startswith(SIGNATURE)


def summary(title: str, reach: Reach, corrected: Sequence[str]) -> str:
    """The summary of an edit: what, up to where, and what was corrected since the last one."""
    told = f"{SIGNATURE}{harmless_title(title)}, to {reach_text(reach)}"
    for number, each in enumerate(corrected):
        more = f"{'; corrected: ' if not number else ', '}{_harmless(each, 120)}"
        rest = f" and {len(corrected) - number} more"
        if len(told) + len(more) > _LONGEST_SUMMARY and number:
            return told + rest
        told += more
    return told


def _harmless(text: str, longest: int) -> str:
    """Text that a summary's own markup (`[[…]]`, `/* … */`) does not get hold of."""
    text = "".join(c if c.isprintable() else " " for c in text)
    text = text.translate({ord("["): "(", ord("]"): ")", ord("{"): "(", ord("}"): ")"})
    text = text.replace("/*", "/ *").replace("*/", "* /").replace("~~~", "~ ~ ~")
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
