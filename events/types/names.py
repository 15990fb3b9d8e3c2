"""Names in any script: the ids made from them (ALL-04), the one that fits what a person wrote, and
texts without invisible characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from events.errors import Refused

LONGEST_NAME = 80
"""The most characters of a name: longer ones make every table unreadable."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}

_NEVER_ASSIGNED = re.compile(
    "[\ufdd0-\ufdef\ufff0-\ufff8\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
    + "".join(
        f"{chr(0x10000 * plane + 0xFFFE)}{chr(0x10000 * plane + 0xFFFF)}" for plane in range(17)
    )
    + "]"
)
"""Characters that no version of Unicode will give a shape. Others that are not assigned yet may be
letters to a newer Python, so they count as seen."""


MOST_MARKS = 30
"""The most accents and other marks on one letter (Unicode Standard Annex 15, section 13). The time
that it takes to sort them grows with the square of their number."""


def clean_text(text: str) -> str:
    """Return the text on one line, without control, bidirectional and zero-width characters, and
    with no more than `MOST_MARKS` marks on a letter."""
    seen = "".join(" " if _is_unseen(c) else c for c in text)
    composed = unicodedata.normalize("NFC", _thin_marks(seen))
    return " ".join(_thin_marks(composed).split())  # some marks are two then


def _thin_marks(text: str) -> str:
    """Return the text without the marks on a letter that are more than `MOST_MARKS`."""
    if text.isascii():
        return text
    kept, count = [], 0
    for character in text:
        count = count + 1 if unicodedata.combining(character) else 0
        if count <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _is_unseen(character: str) -> bool:
    unseen = unicodedata.category(character) in _UNSEEN
    return unseen or _NEVER_ASSIGNED.match(character) is not None


LONGEST_FAULT = 300
"""The most characters of a message that may quote what a stranger wrote."""


def clean_fault(text: str) -> str:
    """Return a message that may quote what a stranger wrote: on one line, and not too long."""
    fault = clean_text(text)
    return fault if len(fault) <= LONGEST_FAULT else f"{fault[:LONGEST_FAULT]}…"


def has_unseen(text: str) -> bool:
    """Return whether the text has a control, bidirectional or zero-width character."""
    return not text.isprintable() and any(map(_is_unseen, text))


def check_name(text: str) -> str:
    """Return the name cleaned; raises `Refused` if nothing of it can be seen, or it is too long."""
    name = clean_text(text)
    if not _WITHOUT_SHAPE.sub("", name).strip():
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
    decomposed = unicodedata.normalize("NFKD", _thin_marks(text.casefold()))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


_WITHOUT_SHAPE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters that may stand in a text, of an emoji for example, and show nothing by themselves."""

_LOOKS = str.maketrans(
    "авеѕіјкмнорстухһԁԛԝ" + "αβεζηικμνορτυχ" + "ıɑɡi1|0",
    "abeslj" + "kmhopctyxhdqw" + "abezhlkmnoptyx" + "laglllo",
)
"""Small letters of Cyrillic, Greek and others that look like Latin ones, also as capitals, and
those easily taken for each other in Latin, each with the one that stands for all of them."""


@lru_cache(maxsize=1024)  # of everybody who records, with each command
def make_likeness(name: str) -> str:
    """Return what two persons' names have in common that a reader may take for the same one:
    without case, accents, blanks at the ends, characters without a shape, and differences between
    letters that look alike in Latin, Greek and Cyrillic."""
    return " ".join(_WITHOUT_SHAPE.sub("", fold_case(name)).translate(_LOOKS).split())


@lru_cache(maxsize=2048)  # of everybody in a fight, whenever somebody joins
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


def pick(text: str, choices: Iterable[str], what: str) -> str:
    """Return the choice that matches, ignoring case and accents; raise `Refused` if none does."""
    every = list(choices)
    if text in every:
        return text
    for choice in every:
        if fold_case(choice) == fold_case(text):
            return choice
    raise Refused(f"There is no {what} “{text}”{suggest(text, every)}.")


def index_names(names: Iterable[str]) -> dict[str, str]:
    """Return names by their folded form, for tables that are searched often; the first of equals
    wins."""
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(fold_case(name), name)
    return known


def pick_from(text: str, index: Mapping[str, str], what: str) -> str:
    """Return the name that matches in an `index_names`; raise `Refused` as `pick` does."""
    found = index.get(fold_case(text))
    if found is None:
        raise Refused(f"There is no {what} “{text}”{suggest(text, index.values())}.")
    return found


def suggest(text: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """Return “ (did you mean …?)” with the most similar names, all names if they are few, or
    nothing."""
    from difflib import get_close_matches  # imported only for an error

    by_folded = {fold_case(name): name for name in names}
    said = fold_case(text)
    begun = [name for name in by_folded if len(name) > 1 and said.startswith(name)]
    close = list(dict.fromkeys([*begun, *get_close_matches(said, by_folded, n=3, cutoff=cutoff)]))[
        :3
    ]
    if close:
        return f" (did you mean {join_words([by_folded[each] for each in close], 'or')}?)"
    if 0 < len(by_folded) <= 8:
        return f" (there is {join_words(list(by_folded.values()))})"
    return ""


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return “a, b and c”."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


class Match(NamedTuple):
    """How well words fit a name; a greater match is a better one.

    `used` is the number of words that belong to the name, `whole` says whether they are the whole
    name, and `to_end` whether the last one fits the name's last word (“drone” is the Arachnid
    Drone rather than Arachnid Drone 2).
    """

    used: int
    whole: bool
    to_end: bool


def match_name(words: Sequence[str], name: str) -> Match | None:
    """Match the first of the words against a name; return None where the first word fits nowhere.

    Each word may be cut short. The words stand in the name's order, and words of the name may be
    missing between them: `wolf2` and `wol2` fit “Wolf 2”, `hiver 2` fits “Hiver Warrior 2”, `god's`
    fits “Fire God's Shame”. A number is not cut short: `wolf 1` does not fit “Wolf 12”.
    """
    parts = _split(name)
    typed = [_split(word) for word in words]
    best = _match_words(parts, typed)
    if words and best is None and "".join(parts) == fold_case(words[0]):
        return Match(1, True, True)
    if typed and best is None and (joined := _JOINED_NUMBER.fullmatch("".join(typed[0]))):
        best = _match_words(parts, [joined.groups(), *typed[1:]])
    return best


_JOINED_NUMBER = re.compile(r"(\D+)([0-9]+)")
"""A word with a number right behind it."""


def _match_words(parts: tuple[str, ...], typed: Sequence[tuple[str, ...]]) -> Match | None:
    """Match typed words, each in pieces, against the parts of a name."""
    best: Match | None = None
    for start in range(len(parts)):
        used, at = 0, start
        for pieces in typed:
            found = _find_end(parts, at, pieces, anywhere=used > 0)
            if found is None:
                break
            used, at = used + 1, found
        if used:
            exact = parts == tuple(piece for pieces in typed[:used] for piece in pieces)
            match = Match(used, exact, at == len(parts))
            best = max(best, match) if best else match
    return best


@lru_cache(maxsize=4096)
def _split(name: str) -> tuple[str, ...]:
    """Split a name into words of letters and digits, folded; a name without any is one word."""
    plain = "".join(c if c.isalnum() else " " for c in fold_case(name)).split()
    return tuple(plain) or (fold_case(name),)


def _find_end(
    parts: tuple[str, ...], at: int, pieces: tuple[str, ...], anywhere: bool
) -> int | None:
    """Return the index behind the last part that these pieces of one word fit, from `at` on; the
    pieces fit consecutive parts, the first one `anywhere` behind `at` or only there."""
    for number, piece in enumerate(pieces):
        found = _find_next(parts, at, piece, anywhere and not number)
        if found is None:
            return None
        at = found + 1
    return at


def _find_next(parts: tuple[str, ...], start: int, word: str, anywhere: bool) -> int | None:
    """Return the index of the first part from `start` on that begins with the word."""
    for at in range(start, len(parts) if anywhere else min(start + 1, len(parts))):
        if parts[at].startswith(word) and not _cuts_number(parts[at], word):
            return at
    return None


def _cuts_number(part: str, word: str) -> bool:
    """Return whether a word ends amid a number of the part that it begins."""
    return word[-1:].isdigit() and part[len(word) : len(word) + 1].isdigit()
