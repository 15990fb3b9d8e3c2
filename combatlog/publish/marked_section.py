"""The section of a page that combatlog writes, between two comments that readers do not see.

    <!-- combatlog:begin fight:u3dgx5ns #238 3f2a… (written by combatlog: …) -->
    …
    <!-- combatlog:end fight:u3dgx5ns -->

The first comment names the last event of the section and a checksum, which shows when somebody else
wrote into the section. Everything around it stays as it is, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import quote, unquote

from combatlog.publish.wiki import PageRefused

_ANY_BEGIN = re.compile(r"<!-- *combatlog:begin +(?P<name>[^\s<>]+) [^<>]*-->")
_LAST_EVENTS = re.compile(r"(?: +[0-9]{0,9}#[0-9]{1,18})*")
_CHECK = re.compile(r" +([0-9a-f]{16})")
_HINT = "(written by combatlog: write above or below it, not in it)"


class MarkedSection(NamedTuple):
    """A section on a page: where it starts and ends (with its markers), its text, its last events,
    and whether it is as combatlog wrote it."""

    start: int
    end: int
    text: str
    last_events: str
    is_intact: bool


def find_section(page: str, key: str) -> MarkedSection | None:
    """Return the section of this key; None if there is none. Raises `PageRefused` if a marker is
    missing, doubled or in the wrong place."""
    begins = list(_begin_pattern(key).finditer(page))
    ends = list(_end_pattern(key).finditer(page))
    if not begins and not ends:
        return None
    if len(begins) > 1 or len(ends) > 1:
        raise PageRefused(
            f"The markers “combatlog:begin {_quote_key(key)}” and “combatlog:end …” are on the"
            " page more than once; remove the second section on the wiki, then publish again."
        )
    if not begins or not ends or ends[0].start() < begins[0].end():
        gone = "begin" if not begins else "end"
        raise PageRefused(
            f"The marker <!-- combatlog:{gone} {_quote_key(key)} --> is missing from the page, or"
            " in the wrong place; put it back on the wiki (or remove the other one, too)."
        )
    text = page[begins[0].end() : ends[0].start()].strip("\n")
    reach = _LAST_EVENTS.match(begins[0]["rest"])
    last_events = reach[0] if reach else ""
    check = _CHECK.match(begins[0]["rest"], len(last_events))
    is_intact = check is not None and check[1] == _checksum(text)
    return MarkedSection(begins[0].start(), ends[0].end(), text, last_events.strip(), is_intact)


def list_keys(page: str) -> Iterator[str]:
    """Return the keys of all sections on the page, by their first markers."""
    return (unquote(found["name"]) for found in _ANY_BEGIN.finditer(page))


def format_section(key: str, text: str, last_events: str) -> str:
    """Return the section with its markers."""
    text = normalize_text(text)
    begin = f"<!-- combatlog:begin {_quote_key(key)} {last_events} {_checksum(text)} {_HINT} -->"
    return f"{begin}\n{text}\n<!-- combatlog:end {_quote_key(key)} -->"


def replace_section(page: str, key: str, text: str, last_events: str) -> str:
    """Return the page with the section replaced, or added at the end if it has none."""
    part = find_section(page, key)
    written = format_section(key, text, last_events)
    if part is not None:
        return page[: part.start] + written + page[part.end :]
    return f"{page}\n\n{written}" if page else written


def normalize_text(text: str) -> str:
    """Return our text in the form in which the wiki stores it: composed characters, line feeds, no
    empty lines around it. Not for a wiki's text: composing characters may take a time that is
    quadratic in its length."""
    return _trim(normalize("NFC", text))


def is_stored_text(stored: str, text: str) -> bool:
    """Return whether the wiki stores our text, as it was sent or normalized."""
    return _trim(stored) in (_trim(text), normalize_text(text))


def _trim(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def _begin_pattern(key: str) -> re.Pattern[str]:
    """Return the pattern of the first marker. It stops where the next marker could begin, so that a
    page is searched in a time that is linear in its length."""
    name = re.escape(_quote_key(key))
    return re.compile(rf"<!-- *combatlog:begin +{name}(?P<rest> [^<>]*)-->")


def _end_pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- *combatlog:end +{re.escape(_quote_key(key))} *-->")


def _quote_key(key: str) -> str:
    """Return a key for use in a comment, without `-->`, which would end it, and `~~~~`, which would
    sign it."""
    return quote(key, safe=":/").replace("~", "%7E")


def _checksum(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]
