"""The clauses as docs/clauses states them, and the options that the definitions have."""

from __future__ import annotations

import re
import tomllib
import typing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import UnionType
from typing import Any

import msgspec

from events.types.base import Game
from rulesets.definitions.shipped import GAMES, load_game

CLAUSES = Path(__file__).parent.parent / "clauses"
FILES = ("all", "cf", "bw", "pv")
"""One file a group, in the order in which they are read."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all that the files hold: an unknown key is an error."""


class Clause(Record, frozen=True):
    """One rule in our own words. `readings` say what the text leaves open and what was chosen;
    `options` name keys of the definitions, and what each of their values means."""

    id: str
    title: str
    statement: str
    readings: tuple[str, ...] = ()
    options: dict[str, dict[str, str]] = {}


class Group(Record, frozen=True):
    """The clauses of one set of rules; `rules` is empty for what holds in every game."""

    title: str
    intro: str
    clauses: tuple[Clause, ...]
    rules: str = ""

    def described(self) -> dict[str, dict[str, str]]:
        """What is said of each option, whichever clause says it."""
        return {name: says for clause in self.clauses for name, says in clause.options.items()}

    def games(self) -> list[Game]:
        """The games that are played by these rules."""
        return [game for game in map(load_game, GAMES) if game.rules == self.rules]


class Credit(Record, frozen=True):
    """A game's name and what is known of it, as Markdown."""

    name: str
    text: str


class Credits(Record, frozen=True):
    """Whose games these are."""

    note: str
    games: tuple[Credit, ...]


def groups() -> list[Group]:
    """Every group of clauses."""
    return [msgspec.convert(_toml(name), Group) for name in FILES]


def clause_ids() -> list[str]:
    """The ids of all clauses."""
    return [clause.id for group in groups() for clause in group.clauses]


def credits_of_games() -> Credits:
    """Whose games these are."""
    return msgspec.convert(_toml("credits"), Credits)


def _toml(name: str) -> Any:
    return tomllib.loads((CLAUSES / f"{name}.toml").read_text("utf-8"))


def options_of(rules: str) -> dict[str, tuple[str, ...]]:
    """The options that a set of rules reads from a definition, each with the values it can have,
    as TOML writes them; none where any number or text will do."""
    module = f"rulesets.{rules}.definition"
    if not rules or not find_spec(f"rulesets.{rules}") or not find_spec(module):
        return {}
    definition = import_module(module).Definition
    options = typing.get_type_hints(definition).get("options")
    return {name: _values(kind) for name, kind in typing.get_type_hints(options or object).items()}


def _values(kind: Any) -> tuple[str, ...]:
    if kind is bool:
        return ("false", "true")
    if typing.get_origin(kind) in (typing.Union, UnionType):
        return tuple(value for each in typing.get_args(kind) for value in _values(each))
    if typing.get_origin(kind) is typing.Literal:
        return tuple(written(value) for value in typing.get_args(kind))
    return ()


def written(value: object) -> str:
    """A value of a definition as TOML writes it, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def plain(text: str) -> str:
    """Markdown on one line, whatever it was wrapped at."""
    return re.sub(r"\s+", " ", text).strip()
