"""Phrasebooks: the sentences of a language for chronicle, pages and replay.

A language is a folder of TOML files. Each entry is a sentence, or a list of sentences that mean the
same and take turns, with `{fields}` to fill in. English comes with combatlog (`lang/en`). Another
language is a file of the same shape; what it lacks is said in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from events.errors import Refused, Unreadable

ENGLISH = "en"
_TAG = re.compile(r"([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?")
_FOLDER = Path(__file__).parent.parent / "lang"

Sentences: TypeAlias = "Mapping[str, tuple[str, ...]]"
"""Sentences by key (`chronicle.attack`)."""


class Phrasebook:
    """The sentences of a language, by key. `language` is its tag (BCP 47: `en`, `de-AT`), empty if
    a player's own file gives none."""

    def __init__(self, language: str, sentences: Sentences) -> None:
        self.language = language
        self._sentences = sentences

    def several(self, key: str) -> tuple[str, ...]:
        """Return all variants of a sentence. Raises `KeyError` for a key that no language has."""
        return self._sentences[key]

    def one(self, key: str) -> str:
        """Return the first variant of a sentence."""
        return self._sentences[key][0]

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
        read = tomllib.loads(Path(name).read_text("utf-8"))
        tag = read.pop("language", "")
        entries = dict(_entries(read, name))
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"{name} is no TOML: {error}.") from None
    for key, sentences in entries.items():
        if key not in english:
            raise Unreadable(f"{name}: there is no sentence called {key}.")
        known = set().union(*(_fields(each, key, name) for each in english[key]))
        if "" in sentences and "" not in english[key]:
            raise Unreadable(f"{name}: {key} is empty.")
        for sentence in sentences:
            if odd := _fields(sentence, key, name) - known:
                raise Unreadable(f"{name}: {key} has no field {{{min(odd)}}}.")
    if not isinstance(tag, str) or not _TAG.fullmatch(tag):
        raise Unreadable(f'{name}: language has to be a tag like "de" or "pt-BR".')
    return tag, entries


def _entries(table: Mapping[str, Any], name: str, above: str = "") -> Iterator[Any]:
    """Yield every entry of a table and its tables, with its key."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _entries(value, name, f"{above}{key}.")
            continue
        sentences = tuple(value) if isinstance(value, list) else (value,)
        if not sentences or not all(isinstance(each, str) for each in sentences):
            raise Unreadable(f"{name}: {above}{key} has to be a sentence, or a list of them.")
        yield above + key, sentences


def _fields(sentence: str, key: str, name: str) -> set[str]:
    """Return the fields of a sentence."""
    try:
        return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}
    except ValueError as error:
        raise Unreadable(f"{name}: {key} is written wrong: {error}.") from None
