"""Names are free text in any script; identifiers are derived from them (ALL-04)."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from events.errors import Refused

LONGEST_NAME = 80
"""Characters in a name: longer ones make every table unreadable."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean(text: str) -> str:
    """Text without control, bidirectional and zero-width characters, on one line."""
    seen = "".join(" " if unicodedata.category(c) in _UNSEEN else c for c in text)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def has_unseen(text: str) -> bool:
    """Is there a control, bidirectional or zero-width character in it?"""
    return not text.isprintable() and any(unicodedata.category(c) in _UNSEEN for c in text)


def checked_name(text: str) -> str:
    """A name fit to show; raises `Refused` where nothing or too much is left of it."""
    name = clean(text)
    if not name:
        raise Refused("A name needs at least one visible character.", clause="ALL-04")
    if len(name) > LONGEST_NAME:
        raise Refused(
            f"The name “{name[:24]}…” has {len(name)} characters; {LONGEST_NAME} are the most.",
            clause="ALL-04",
        )
    return name


def folded(text: str) -> str:
    """Text as it is compared: without accents and case, so that `kyklops` finds Kyklôps."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


def slug(name: str) -> str:
    """An identifier: folded letters and digits joined by hyphens, `combatant` if none is left."""
    words = "".join(c if c.isalnum() else " " for c in folded(name)).split()
    return "-".join(words) or "combatant"


def numbered(name: str, taken: Container[str]) -> str:
    """The name, or the first of `name 2`, `name 3` … whose identifier is not taken."""
    if slug(name) not in taken:
        return name
    number = 2
    while slug(f"{name} {number}") in taken:
        number += 1
    return f"{name} {number}"
