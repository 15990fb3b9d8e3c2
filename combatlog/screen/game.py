"""A game's definition on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatlog.screen.text import bold, table
from events.games import Game


def lines(game: Game) -> Iterator[str]:
    """Its words, options, weapons, creatures and scars, each as the definition has it."""
    definition = game.definition
    yield bold(f"{game.name} ({game.id}, rules version {game.version})")
    yield game.credit
    yield from _section("Words", game.words)
    yield from _section("Options", definition.get("options", {}))
    yield from _section("Weapons", definition.get("weapons", {}))
    creatures = {name: _creature(entry) for name, entry in definition.get("creatures", {}).items()}
    yield from _section("Creatures", creatures)
    scars = {
        str(scar["row"]): f"{scar['name']}: {scar['text']}" for scar in definition.get("scars", [])
    }
    yield from _section("Scars", scars)


def _section(title: str, entries: Mapping[str, Any]) -> Iterator[str]:
    if entries:
        yield ""
        yield bold(title)
        yield from table([[str(key), _value(value)] for key, value in entries.items()])


def _value(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _creature(entry: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {_field(value)}" for key, value in entry.items())


def _field(value: Any) -> str:
    if isinstance(value, dict):
        return " / ".join(f"{key} {each}" for key, each in value.items())
    if isinstance(value, list):
        return "; ".join(_field(each) for each in value)
    return str(value)
