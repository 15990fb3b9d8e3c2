"""Names in any script, the ids made from them (ALL-04), and texts without invisible characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from events.errors import Refused

LONGEST_NAME = 80
"""The most characters of a name: longer ones make every table unreadable."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def clean_text(text: str) -> str:
    """Return the text on one line, without control, bidirectional and zero-width characters."""
    seen = "".join(" " if unicodedata.category(c) in _UNSEEN else c for c in text)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def has_unseen(text: str) -> bool:
    """Return whether the text has a control, bidirectional or zero-width character."""
    return not text.isprintable() and any(unicodedata.category(c) in _UNSEEN for c in text)


def check_name(text: str) -> str:
    """Return the name cleaned; raises `Refused` if it is empty or too long."""
    name = clean_text(text)
    if not name:
        raise Refused("A name needs at least one visible character.", clause="ALL-04")
    if len(name) > LONGEST_NAME:
        raise Refused(
            f"The name “{name[:24]}…” has {len(name)} characters; {LONGEST_NAME} are the most.",
            clause="ALL-04",
        )
    return name


def fold_case(text: str) -> str:
    """Return the text without accents and case, for comparison: `kyklops` finds Kyklôps."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


def make_slug(name: str) -> str:
    """Return an id: letters and digits without accents and case, joined by hyphens, or `combatant`
    if there are none."""
    words = "".join(c if c.isalnum() else " " for c in fold_case(name)).split()
    return "-".join(words) or "combatant"


def number_name(name: str, taken: Container[str]) -> str:
    """Return the name, or the first of `name 2`, `name 3` … whose id is not taken."""
    if make_slug(name) not in taken:
        return name
    number = 2
    while make_slug(f"{name} {number}") in taken:
        number += 1
    return f"{name} {number}"
