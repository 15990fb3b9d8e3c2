"""Numbers in words that somebody wrote, and whose they are: what a stranger has left is not for
players to read.

A stranger is a combatant whose numbers players do not know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple
from unicodedata import combining, normalize

from projections.state.fight_state import Combatant, FightState

_WORD = re.compile(r"[^\W\d_]+|\d+")

_SHORTEST = 3
"""The fewest letters by which the last word of a name stands for it."""

_NUMBERS = frozenset(
    _WORD.findall(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        " sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
        " hundred zero"
    )
)

_UNITS = frozenset(_WORD.findall("hp hit hits health armor armour point points left"))
"""Words that make a number in words one of somebody's scores; beside the scores of the game."""


def is_open(state: FightState, one: Combatant) -> bool:
    """Return whether players know the numbers of a combatant."""
    return one.kind != "npc" or one.side in state.players


def has_strangers(state: FightState) -> bool:
    """Return whether there is somebody whose numbers players do not know."""
    return not all(is_open(state, one) for one in state.combatants.values())


def has_number(text: str, state: FightState) -> bool:
    """Return whether a text holds a number that is not part of a name (“Wolf 2”): digits, or a
    number in words beside a score (“seven HP”)."""
    return may_hold_number(text) and _holds_number(_read_words(text, state).other, state)


def tells_strangers_number(text: str, state: FightState) -> bool:
    """Return whether a text holds a number and names somebody whose numbers players do not know:
    “the Ogre has 7 HP left”.

    They are named in any case, by id (“ogre2”), by the last word of their name, and in the plural
    (“the Ogres' 7 HP”). How many they are is no secret (“2 ogres”).
    """
    if not may_hold_number(text):
        return False
    strangers = [one for one in state.combatants.values() if not is_open(state, one)]
    words = _read_words(text, state)
    other, is_named = words.other, words.named_stranger
    is_named = is_named or any(one.name in text for one in strangers)
    if not is_named:
        forms = {form for one in strangers for form in _list_forms(one.name)}
        counted = {form for one in strangers for form in _list_forms(one.name)[1:]}
        is_named = not forms.isdisjoint(other)
        other = [
            word
            for word, following in zip_longest(other, other[1:], fillvalue="")
            if following not in counted or not (word.isdigit() or word in _NUMBERS)
        ]
    return is_named and _holds_number(other, state)


def may_mean_stranger(text: str, state: FightState) -> bool:
    """Return whether a text holds a number that may be a stranger's: it names one, or nobody.

    It does not where it names only combatants whose numbers are known (“Edo can move 40 ft at a
    time, not 60”).
    """
    named = [one for one in state.combatants.values() if one.name in text]
    if named and all(is_open(state, one) for one in named):
        return tells_strangers_number(text, state)
    return has_strangers(state) and has_number(text, state)


def may_hold_number(text: str) -> bool:
    """Return whether a text can hold a number, whoever is in the fight."""
    return any(map(str.isdigit, text)) or not _NUMBERS.isdisjoint(_split(text))


class _TextWords(NamedTuple):
    """The words of a text without the names and ids of combatants, and whether one of these is a
    stranger's."""

    other: list[str]
    named_stranger: bool


def _read_words(text: str, state: FightState) -> _TextWords:
    """Return the words of a text; of several names that begin alike it reads the longest."""
    names: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
    for one in state.combatants.values():
        for name in {_split(one.name), _split(one.id)}:
            names.setdefault("".join(name[:1]), []).append((name, is_open(state, one)))
    words, at = _split(text), 0
    other: list[str] = []
    named = False
    while at < len(words):
        found = [
            each for each in names.get(words[at], ()) if each[0] == words[at : at + len(each[0])]
        ]
        name, is_known = max(found, key=lambda each: len(each[0]), default=((), True))
        named = named or not is_known
        other += () if name else (words[at],)
        at += len(name) or 1
    return _TextWords(other, named)


def _holds_number(words: Sequence[str], state: FightState) -> bool:
    """Return whether digits are among these words, or a number in words beside a score."""
    if any(map(str.isdigit, words)):
        return True
    scores = {word for one in state.combatants.values() for word in map(str.casefold, one.scores)}
    return any(
        (word in _NUMBERS and not (scores | _UNITS).isdisjoint(words[at + 1 : at + 3]))
        or (word in scores and not _NUMBERS.isdisjoint(words[at + 1 : at + 3]))
        for at, word in enumerate(words)
    )


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, without case and accents; “wolf2” is two of them."""
    plain = normalize("NFKD", text.casefold())
    return tuple(_WORD.findall("".join(each for each in plain if not combining(each))))


@lru_cache(maxsize=4096)
def _list_forms(name: str) -> tuple[str, ...]:
    """Return the last word of a name, and its plurals: “wolf”, “wolfs”, “wolves”."""
    words = [word for word in _split(name) if not word.isdigit()]
    if not words or len(words[-1]) < _SHORTEST:
        return ()
    word = words[-1]
    forms = [word, f"{word}s", f"{word}es"]
    for end, plural in (("f", "ves"), ("fe", "ves"), ("y", "ies"), ("man", "men")):
        if word.endswith(end):
            forms.append(f"{word.removesuffix(end)}{plural}")
    return tuple(forms)
