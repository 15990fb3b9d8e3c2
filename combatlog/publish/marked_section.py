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


class Part(NamedTuple):
    """What stands between the markers: from where to where the part goes in the page, markers
    included; its text; up to which events; and whether it is as combatlog wrote it."""

    start: int
    end: int
    text: str
    reach: str
    is_intact: bool


def part_of(page: str, key: str) -> Part | None:
    """The part of this key; None where there is none. Raises `PageRefused` where a marker is
    missing, doubled or in the wrong place."""
    begins = list(_begin(key).finditer(page))
    ends = list(_end(key).finditer(page))
    if not begins and not ends:
        return None
    if len(begins) > 1 or len(ends) > 1:
        raise PageRefused(
            f"The markers “combatlog:begin {_name(key)}” and “combatlog:end …” stand on the page"
            " more than once; take the second part out on the wiki, then publish again."
        )
    if not begins or not ends or ends[0].start() < begins[0].end():
        gone = "begin" if not begins else "end"
        raise PageRefused(
            f"The marker <!-- combatlog:{gone} {_name(key)} --> is missing from the page, or in the"
            " wrong place; put it back on the wiki (or take out the other one, too)."
        )
    text = page[begins[0].end() : ends[0].start()].strip("\n")
    reach, check = begins[0]["reach"].strip(), begins[0]["check"]
    return Part(begins[0].start(), ends[0].end(), text, reach, _check(text) == check)


def keys_in(page: str) -> Iterator[str]:
    """Whose parts stand on the page, by their first markers."""
    return (unquote(found["name"]) for found in _ANY_BEGIN.finditer(page))


def written_part(key: str, text: str, reach: str) -> str:
    """The part with its markers."""
    text = as_kept(text)
    begin = f"<!-- combatlog:begin {_name(key)} {reach} {_check(text)} {_HINT} -->"
    return f"{begin}\n{text}\n<!-- combatlog:end {_name(key)} -->"


def with_part(page: str, key: str, text: str, reach: str) -> str:
    """The page with the part replaced, or, where it has none, added at the end."""
    part = part_of(page, key)
    written = written_part(key, text, reach)
    if part is not None:
        return page[: part.start] + written + page[part.end :]
    return f"{page}\n\n{written}" if page else written


def as_kept(text: str) -> str:
    """Text as the wiki keeps it: composed characters, line feeds, nothing empty around it."""
    return normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def _begin(key: str) -> re.Pattern[str]:
    name = re.escape(_name(key))
    reach, check = r"(?P<reach>(?: +\d*#\d+)*)", r"(?: +(?P<check>[0-9a-f]{16}))?"
    return re.compile(rf"<!-- *combatlog:begin +{name}(?= ){reach}{check}[^>]*?-->")


def _end(key: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- *combatlog:end +{re.escape(_name(key))} *-->")


def _name(key: str) -> str:
    """A key as it stands in a comment, which no “-->” can end and where no `~~~~` signs."""
    return quote(key, safe=":/").replace("~", "%7E")


def _check(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]
