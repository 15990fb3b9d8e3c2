"""The part of a page that is combatlog's, between two comments that readers do not see.

    <!-- combatlog:begin fight:u3dgx5ns #238 3f2a… (written by combatlog: …) -->
    …
    <!-- combatlog:end fight:u3dgx5ns -->

The first one says up to which event the part tells, and a checksum: so that what somebody has
written into it is noticed. Around the part everything stays as it is, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import quote, unquote

from combatlog.publish.wiki_errors import PageRefused

_ANY_BEGIN = re.compile(r"<!-- *combatlog:begin +(?P<name>[^\s>]+) [^>]*?-->")
_HINT = "(written by combatlog: write above or below it, not in it)"


class MarkedSection(NamedTuple):
    """What stands between the markers: from where to where the part goes in the page, markers
    included; its text; up to which events; and whether it is as combatlog wrote it."""

    start: int
    end: int
    text: str
    last_events: str
    is_intact: bool


def find_section(page: str, key: str) -> MarkedSection | None:
    """The part of this key; None where there is none. Raises `PageRefused` where a marker is
    missing, doubled or in the wrong place."""
    begins = list(_begin_pattern(key).finditer(page))
    ends = list(_end_pattern(key).finditer(page))
    if not begins and not ends:
        return None
    if len(begins) > 1 or len(ends) > 1:
        raise PageRefused(
            f"The markers “combatlog:begin {_quote_key(key)}” and “combatlog:end …” stand on the"
            " page more than once; take the second part out on the wiki, then publish again."
        )
    if not begins or not ends or ends[0].start() < begins[0].end():
        gone = "begin" if not begins else "end"
        raise PageRefused(
            f"The marker <!-- combatlog:{gone} {_quote_key(key)} --> is missing from the page, or"
            " in the wrong place; put it back on the wiki (or take out the other one, too)."
        )
    text = page[begins[0].end() : ends[0].start()].strip("\n")
    last_events, check = begins[0]["reach"].strip(), begins[0]["check"]
    return MarkedSection(
        begins[0].start(), ends[0].end(), text, last_events, _checksum(text) == check
    )


def list_keys(page: str) -> Iterator[str]:
    """Whose parts stand on the page, by their first markers."""
    return (unquote(found["name"]) for found in _ANY_BEGIN.finditer(page))


def format_section(key: str, text: str, last_events: str) -> str:
    """The part with its markers."""
    text = normalize_text(text)
    begin = f"<!-- combatlog:begin {_quote_key(key)} {last_events} {_checksum(text)} {_HINT} -->"
    return f"{begin}\n{text}\n<!-- combatlog:end {_quote_key(key)} -->"


def replace_section(page: str, key: str, text: str, last_events: str) -> str:
    """The page with the part replaced, or, where it has none, added at the end."""
    part = find_section(page, key)
    written = format_section(key, text, last_events)
    if part is not None:
        return page[: part.start] + written + page[part.end :]
    return f"{page}\n\n{written}" if page else written


def normalize_text(text: str) -> str:
    """Text as the wiki keeps it: composed characters, line feeds, nothing empty around it."""
    return normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def _begin_pattern(key: str) -> re.Pattern[str]:
    name = re.escape(_quote_key(key))
    last_events, check = r"(?P<reach>(?: +\d*#\d+)*)", r"(?: +(?P<check>[0-9a-f]{16}))?"
    return re.compile(rf"<!-- *combatlog:begin +{name}(?= ){last_events}{check}[^>]*?-->")


def _end_pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- *combatlog:end +{re.escape(_quote_key(key))} *-->")


def _quote_key(key: str) -> str:
    """A key as it stands in a comment, which no “-->” can end and where no `~~~~` signs."""
    return quote(key, safe=":/").replace("~", "%7E")


def _checksum(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]
