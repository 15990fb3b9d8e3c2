"""Edit summaries, which name the page and its last event.

Example: `combatlog: Bridge ambush (fight:u3dgx5ns), to #238; corrected: …`. The next edit reads in
it which events the page covers, and which fight, even if the page was renamed. With several fights
each event has the fight's number before it (`to 1#238 2#40`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias
from urllib.parse import quote

from combatlog.publish.wiki import make_printable

LastEvents: TypeAlias = "Mapping[int, int]"
"""The last event that a page covers, by the number of its fight in the campaign; under 0 for the
page of a single fight."""

SIGNATURE = "combatlog: "
"""Begins the summary of every edit by combatlog."""

_MAX_TITLE = 50
_MAX_TAG = 40
_MAX_LAST_EVENTS = 90
_MAX_SUMMARY = 240
"""Characters of a whole summary; DokuWiki cuts it after 255."""

_EVENT = "[0-9]{0,9}#[0-9]{1,18}"
_LAST_EVENT = re.compile(r"(?<![0-9])([0-9]{0,9})#([0-9]{1,18})(?![0-9])")
_SUMMARY = re.compile(
    rf"{SIGNATURE}(?P<title>[^#]*) \((?P<tag>[^()\s#]+)\), to (?P<reach>{_EVENT}(?: {_EVENT})*) ?"
    r"(?:;|$)"
)
"""Each part of the pattern ends where the next begins, so that a wiki cannot make it try again and
again."""


def format_last_events(last_events: LastEvents) -> str:
    """Return `#238`, or `1#238 2#40`; of many fights only the last ones."""
    text = ""
    for number, seq in sorted(last_events.items(), reverse=True):
        more = f"{number or ''}#{seq} {text}".rstrip()
        if len(more) > _MAX_LAST_EVENTS:
            break
        text = more
    return text


def parse_last_events(text: str) -> LastEvents:
    """Return the last events from their text."""
    return {int(number or 0): int(seq) for number, seq in _LAST_EVENT.findall(text)}


def find_last_events(summary: str) -> str:
    """Return the text of the last events in a summary by combatlog; empty if there is none."""
    found = _SUMMARY.match(summary)
    return found["reach"].strip() if found else ""


def find_title(summary: str) -> str:
    """Return the title of the page in a summary by combatlog, in the form of `clean_title`."""
    found = _SUMMARY.match(summary)
    return found["title"] if found else ""


def find_tag(summary: str) -> str:
    """Return the key of the page in a summary by combatlog, in the form of `make_tag`."""
    found = _SUMMARY.match(summary)
    return found["tag"] if found else ""


def make_tag(key: str) -> str:
    """Return a key as it stands in a summary: a long one is cut, with a checksum behind it."""
    name = quote(key, safe=":/")
    if len(name) <= _MAX_TAG:
        return name
    return f"{name[: _MAX_TAG - 11]}.{sha256(name.encode()).hexdigest()[:10]}"


def clean_title(title: str) -> str:
    """Return a title as it stands in a summary."""
    return _clean(title.replace("#", ""), _MAX_TITLE)


def is_own_summary(summary: str) -> bool:
    """Return whether combatlog made the edit."""
    return _SUMMARY.match(summary) is not None


def write_summary(title: str, key: str, last_events: LastEvents, corrected: Sequence[str]) -> str:
    """Return the summary of an edit: which page, up to which event, and what was corrected since
    the last edit."""
    text = (
        f"{SIGNATURE}{clean_title(title)} ({make_tag(key)}), to {format_last_events(last_events)}"
    )
    for number, each in enumerate(corrected):
        before = ", " if number else "; corrected: "
        room = _MAX_SUMMARY - len(text) - len(before)
        more = before + _clean(each, max(20, min(120, room)))
        rest = f" and {len(corrected) - number} more"
        if len(text) + len(more) > _MAX_SUMMARY and number:
            return text + rest
        text += more
    return text


def _clean(text: str, longest: int) -> str:
    """Return text on one line, without what a summary would read as markup (`[[…]]`, `/* … */`)."""
    text = make_printable(text).translate(
        {ord("["): "(", ord("]"): ")", ord("{"): "(", ord("}"): ")"}
    )
    text = text.replace("/*", "/ *").replace("*/", "* /").replace("~~~", "~ ~ ~")
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
