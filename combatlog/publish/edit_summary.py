"""Up to which event a page tells, and the summary under which it is written.

The summary of an edit says it (`combatlog: Bridge ambush (fight:u3dgx5ns), to #238; corrected: …`),
so that the next one knows what has been corrected since, and whose page it is, whatever that is
called by then; with several fights each has its number before it (`to 1#238 2#40`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias
from urllib.parse import quote

from combatlog.publish.wiki import make_printable

LastEvents: TypeAlias = "Mapping[int, int]"
"""By the number of a fight in its campaign: its last event that a page knows of. A page on one
fight alone has it under 0."""

SIGNATURE = "combatlog: "
"""What the summary of every edit of ours begins with."""

_MAX_TITLE = 50
_MAX_TAG = 40
_MAX_LAST_EVENTS = 90
_MAX_SUMMARY = 240
"""Characters, all of these together; DokuWiki cuts a summary after 255."""

_LAST_EVENT = re.compile(r"(\d*)#(\d+)")
_SUMMARY = re.compile(
    rf"{SIGNATURE}(?P<title>[^#]*) \((?P<tag>[^()\s#]+)\), to (?P<reach>(?:\d*#\d+ ?)+)(?:;|$)"
)


def format_last_events(last_events: LastEvents) -> str:
    """`#238`, or `1#238 2#40`; of many fights the last ones."""
    told = ""
    for number, seq in sorted(last_events.items(), reverse=True):
        more = f"{number or ''}#{seq} {told}".rstrip()
        if len(more) > _MAX_LAST_EVENTS:
            break
        told = more
    return told


def parse_last_events(text: str) -> LastEvents:
    """The same, read."""
    return {int(number or 0): int(seq) for number, seq in _LAST_EVENT.findall(text)}


def find_last_events(summary: str) -> str:
    """What a summary of ours says of it; empty where it says nothing."""
    found = _SUMMARY.match(summary)
    return found["reach"].strip() if found else ""


def find_title(summary: str) -> str:
    """Of which page a summary of ours speaks, as `clean_title` has it."""
    found = _SUMMARY.match(summary)
    return found["title"] if found else ""


def find_tag(summary: str) -> str:
    """Of which key it speaks, as `make_tag` has it."""
    found = _SUMMARY.match(summary)
    return found["tag"] if found else ""


def make_tag(key: str) -> str:
    """A key as it stands in a summary: a long one cut, with a checksum behind it."""
    name = quote(key, safe=":/")
    if len(name) <= _MAX_TAG:
        return name
    return f"{name[: _MAX_TAG - 11]}.{sha256(name.encode()).hexdigest()[:10]}"


def clean_title(title: str) -> str:
    """A title as it stands in a summary."""
    return _clean(title.replace("#", ""), _MAX_TITLE)


def is_own_summary(summary: str) -> bool:
    """Was an edit made by combatlog?"""
    return _SUMMARY.match(summary) is not None


def write_summary(title: str, key: str, last_events: LastEvents, corrected: Sequence[str]) -> str:
    """The summary of an edit: what, up to where, and what was corrected since the last one."""
    told = (
        f"{SIGNATURE}{clean_title(title)} ({make_tag(key)}), to {format_last_events(last_events)}"
    )
    for number, each in enumerate(corrected):
        before = ", " if number else "; corrected: "
        room = _MAX_SUMMARY - len(told) - len(before)
        more = before + _clean(each, max(20, min(120, room)))
        rest = f" and {len(corrected) - number} more"
        if len(told) + len(more) > _MAX_SUMMARY and number:
            return told + rest
        told += more
    return told


def _clean(text: str, longest: int) -> str:
    """Text that a summary's own markup (`[[…]]`, `/* … */`) does not get hold of."""
    text = make_printable(text).translate(
        {ord("["): "(", ord("]"): ")", ord("{"): "(", ord("}"): ")"}
    )
    text = text.replace("/*", "/ *").replace("*/", "* /").replace("~~~", "~ ~ ~")
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
