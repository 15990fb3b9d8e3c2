"""Phrasebooks: the sentences of a language for chronicle, pages and replay.

A language is a folder of TOML files. Each entry is a sentence, or a list of sentences that mean the
same, with `{fields}` to fill in. English comes with combatlog (`lang/en`). Another
language is a file of the same shape; what it lacks is said in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from events.errors import Refused, Unreadable
from events.serialization.toml_file import parse_toml, read_text_file

ENGLISH = "en"
_TAG = re.compile(r"([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?")
_LONGEST_FILE = 1024 * 1024
"""The largest file of sentences in bytes; English has 33,000."""
_DEEPEST = 5
"""The most parts of a key."""
_FOLDER = Path(__file__).parent.parent / "lang"

Sentences: TypeAlias = "Mapping[str, tuple[str, ...]]"
"""Sentences by key (`chronicle.attack`)."""


class Phrasebook:
    """The sentences of a language, by key. `language` is its tag (BCP 47: `en`, `de-AT`), empty if
    a player's own file gives none."""

    def __init__(self, language: str, sentences: Sentences) -> None:
        self.language = language
        self._sentences = sentences
        self._sets: dict[str, frozenset[str]] = {}

    def several(self, key: str) -> tuple[str, ...]:
        """Return all variants of a sentence. Raises `KeyError` for a key that no language has."""
        return self._sentences[key]

    def one(self, key: str) -> str:
        """Return the first variant of a sentence."""
        return self._sentences[key][0]

    def set_of(self, key: str) -> frozenset[str]:
        """Return all variants as a set, the same one each time: each chronicle asks for some."""
        if key not in self._sets:
            self._sets[key] = frozenset(self._sentences[key])
        return self._sets[key]

    def has(self, key: str) -> bool:
        """Return whether there is such a sentence."""
        return key in self._sentences


@cache
def load_phrasebook(language: str = ENGLISH) -> Phrasebook:
    """Return the phrasebook of a language that comes with combatlog, or of a file (`my.toml`).
    Raises `Refused` for an unknown language, `Unreadable` for a file that is no phrasebook."""
    english = _shipped(ENGLISH)
    if language in list_languages():
        return Phrasebook(language, {**english, **_shipped(language)})
    if not language.endswith(".toml"):
        raise Refused(
            f"There is no language {language}; there is {', '.join(list_languages())}, or a file of"
            " sentences (its name ends in .toml)."
        )
    tag, own = _own(language, english)
    return Phrasebook(tag, {**english, **own})


def list_languages() -> list[str]:
    """Return the languages that come with combatlog."""
    return sorted(each.name for each in _FOLDER.iterdir() if each.is_dir())


def _shipped(language: str) -> dict[str, tuple[str, ...]]:
    """Return all sentences of a language that comes with combatlog."""
    return {
        key: sentences
        for path in sorted((_FOLDER / language).glob("*.toml"))
        for key, sentences in _entries(tomllib.loads(path.read_text("utf-8")), str(path))
    }


def _own(name: str, english: Sentences) -> tuple[str, Sentences]:
    """Return the tag (`language = "de"`) and the sentences of a player's own file. They are checked
    against the English ones."""
    try:
        read = parse_toml(read_text_file(Path(name), _LONGEST_FILE, "a file of sentences"))
    except Refused as refused:
        raise Unreadable(f"{name}: {refused}") from None
    tag = read.pop("language", "")
    entries = dict(_entries(read, name))
    for key, sentences in entries.items():
        if key not in english:
            raise Unreadable(f"{name}: there is no sentence called {_quote(key)}.")
        if "" in sentences and "" not in english[key]:
            raise Unreadable(f"{name}: {key} is empty.")
        known = {part[1] for each in english[key] for part in Formatter().parse(each) if part[1]}
        for sentence in sentences:
            if problem := _find_problem(sentence, known):
                raise Unreadable(f"{name}: {key} {problem}.")
    if not isinstance(tag, str) or not _TAG.fullmatch(tag):
        raise Unreadable(f'{name}: language has to be a tag like "de" or "pt-BR".')
    return tag, entries


def _entries(
    table: Mapping[str, Any], name: str, above: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every entry of a table and its tables, with its key."""
    for part, value in table.items():
        parts = (*above, part)
        key = ".".join(parts)
        if isinstance(value, dict):
            if len(parts) >= _DEEPEST:
                raise Unreadable(f"{name}: there is no sentence called {_quote(key)}.")
            yield from _entries(value, name, parts)
            continue
        sentences = tuple(value) if isinstance(value, list) else (value,)
        if not sentences or not all(isinstance(each, str) for each in sentences):
            raise Unreadable(f"{name}: {_quote(key)} has to be a sentence, or a list of them.")
        yield key, sentences


def _find_problem(sentence: str, known: Set[str]) -> str:
    """Return what is wrong with the fields of a sentence; empty if nothing is. It may name the
    known fields, without a format (`{who:>9}`), conversion (`{who!r}`) or attribute."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return "has a curly bracket alone; write {{ or }} for one that is meant"
    for _, field, form, conversion in parts:
        if field is None:
            continue
        if field not in known:
            there = ", ".join(f"{{{each}}}" for each in sorted(known))
            return f"has no field {{{_quote(field)}}}; it has {there or 'none'}"
        if form or conversion:
            return f"is wrong: {{{field}}} takes neither : nor !"
    return ""


def _quote(text: str) -> str:
    """Return text of a file for a message: short, without what a terminal would obey."""
    shown = "".join(char if char.isprintable() else "?" for char in text[:80])
    return shown if len(text) <= 80 else f"{shown}…"
