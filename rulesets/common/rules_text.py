"""A game's rules in words: sections of rows, and lines for weapons, creatures and effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from events.types.base import Game
from events.types.sheets import Effect, Sheet, Weapon
from projections.text.words import format_score

Row = tuple[str, str]
Section = tuple[str, list[Row]]

_WHEN = {
    "hit": "on a hit",
    "critical": "on critical damage",
    "own-critical": "at its own critical damage",
    "killed": "when killed",
}
_CHOICES = {
    ("critical", "out"): "out of action at critical damage",
    ("critical", "dead"): "dead at critical damage",
    ("broken", "routed"): "routed when broken",
    ("broken", "weakened"): "weakened when broken",
    ("morale", "flees"): "flees when its morale fails",
    ("morale", "surrenders"): "surrenders when its morale fails",
    ("nerve", "enhanced"): "its morale is enhanced",
    ("nerve", "impaired"): "its morale is impaired",
}


def collect_sections(every: Mapping[str, Iterable[Row]]) -> list[Section]:
    """Return the sections that have rows, with their titles."""
    shown = ((title, list(rows)) for title, rows in every.items())
    return [(title, rows) for title, rows in shown if rows]


def describe_words(
    game: Game, keys: Iterable[str] = ("referee", "follower", "special")
) -> Iterator[Row]:
    """Yield the words of a game that replace common ones."""
    for key in keys:
        if key in game.words:
            yield ("special action" if key == "special" else key), game.words[key]


def join_parts(parts: Iterable[str], by: str = "; ") -> str:
    """Join the parts that are not empty."""
    return by.join(filter(None, parts))


def describe_attacks(sheet: Sheet, damage: Callable[[Weapon], str]) -> str:
    """Return a creature's attacks: “claws 2d8 or bite d10”; with `and` if it makes all of them each
    turn."""
    every = (f"{weapon.name} {damage(weapon)}" for weapon in sheet.weapons)
    return (" and " if sheet.each else " or ").join(every)


def describe_creature(
    game: Game, sheet: Sheet, damage: Callable[[Weapon], str], told: Callable[[Effect], str]
) -> str:
    """Return a creature in one line: “HP 4, armor 1, STR 15 …; coils d6; on critical damage: …”.

    The first score comes first, then armor, then the other scores.
    """
    first, *others = (
        f"{score} {format_score(game, score, n)}" for score, n in sheet.scores.items()
    )
    numbers = [first, *([f"armor {sheet.armor}"] if sheet.armor else []), *others]
    parts = [
        ", ".join(numbers),
        describe_attacks(sheet, damage),
        *map(told, sheet.effects),
        *([f"a {sheet.scale}"] if sheet.scale != "individual" else []),
        *(["leads its side"] if sheet.leader else []),
        *(_CHOICES.get(choice, "") for choice in sheet.choices.items()),
        *(condition.name for condition in sheet.conditions),
    ]
    return join_parts(parts)


def describe_effect(effect: Effect, does: str) -> str:
    """Return an effect: “on critical damage: held in its coils (incapacitated)”.

    `does` is the mechanical part, which stands in brackets.
    """
    save = f"unless a {effect.save} save passes" if effect.save else ""
    details = join_parts(("" if does == effect.text else does, save), ", ")
    words = f"{effect.text} ({details})" if effect.text and details else effect.text or details
    return f"{_WHEN[effect.when]}: {words}"
