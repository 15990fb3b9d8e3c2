"""Brighter Worlds in words: what its definition says, for people to read."""

from __future__ import annotations

from collections.abc import Iterator

from events.games import Game
from events.sheets import Effect, Sheet, Weapon
from projections.words import amount
from rulesets.brighter.definition import Definition, definition
from rulesets.brighter.ladder import ATTRIBUTES, GRIT, LADDER, die_of
from rulesets.brighter.sheets import read_sheet
from rulesets.brighter.weapons import read_weapon

Row = tuple[str, str]

_WHEN = {
    "hit": "on a hit",
    "critical": "on critical damage",
    "own-critical": "at its own critical damage",
    "killed": "when killed",
}
_CHOICES = {
    ("morale", "flees"): "flees when its morale fails",
    ("morale", "surrenders"): "surrenders when its morale fails",
    ("nerve", "enhanced"): "its morale is enhanced",
    ("nerve", "impaired"): "its morale is impaired",
}


def describe(game: Game) -> list[tuple[str, list[Row]]]:
    """Sections with their titles, each of rows of two texts; a section without rows is left out."""
    rules = definition(game)
    sections = {
        "Words": _words(game),
        "Options": _options(rules),
        "Turns and dice": _turns(rules),
        "Weapons": ((name, _damage(read_weapon(rules, name))) for name in rules.weapons),
        "Creatures": _creatures(game, rules),
    }
    shown = ((title, list(rows)) for title, rows in sections.items())
    return [(title, rows) for title, rows in shown if rows]


def _words(game: Game) -> Iterator[Row]:
    yield "buffer", GRIT
    yield "attributes", f"{', '.join(ATTRIBUTES)}: {', '.join(map(die_of, LADDER[1:]))}, or zero"
    for key in ("referee", "follower", "special"):
        if key in game.words:
            yield {"special": "special action"}.get(key, key), game.words[key]


def _options(rules: Definition) -> Iterator[Row]:
    yield "morale", "foes save on morale" if rules.options.morale else "only when it is called for"


def _turns(rules: Definition) -> Iterator[Row]:
    move = rules.movement
    yield "a round", f"{rules.round_seconds} seconds; the players' side acts first"
    yield "a turn", f"one move of up to {move.limit} {move.unit}, and one action"
    yield "a save", f"{rules.passes} or more; against somebody, higher than their roll"
    yield "an enhanced save", f"a {rules.enhanced_die} as well, the highest counts"
    yield "an impaired save", f"a {rules.impaired_die} instead"
    yield "without weapons", f"{rules.unarmed} {rules.unarmed_dice}, impaired"
    yield "an enhanced attack", f"a {rules.enhanced_die} as well, the highest counts"
    yield "an impaired attack", f"a {rules.impaired_die} instead of all dice"
    yield "armor", f"{rules.armor_cap} counts at most"
    yield "critical damage", "a step down, at once where the damage fills the die"
    yield "zero STR", f"dead in {rules.dying_seconds // 60} minutes without first aid"
    yield "zero DEX, zero WIL", "paralysed, catatonic: no acting at all"


def _damage(weapon: Weapon) -> str:
    against = f"Direct Damage to {weapon.against}" if weapon.against else ""
    effects = map(_effect, weapon.effects)
    return ", ".join(filter(None, [weapon.dice, *weapon.tags, against, *effects]))


def _creatures(game: Game, rules: Definition) -> Iterator[Row]:
    for name in rules.creatures:
        yield name, _creature(game, read_sheet(game, {"from": name}, "npc"))


def _creature(game: Game, sheet: Sheet) -> str:
    first, *attributes = (
        f"{score} {amount(game, score, number)}" for score, number in sheet.scores.items()
    )
    numbers = [first, *([f"armor {sheet.armor}"] if sheet.armor else []), *attributes]
    parts = [
        ", ".join(numbers),
        " or ".join(f"{weapon.name} {_damage(weapon)}" for weapon in sheet.weapons),
        *map(_effect, sheet.effects),
        *(_CHOICES[choice] for choice in sheet.choices.items() if choice in _CHOICES),
        *(condition.name for condition in sheet.conditions),
    ]
    return "; ".join(filter(None, parts))


def _effect(effect: Effect) -> str:
    """“on critical damage: it drinks (regains d6 Grit)”."""
    does = {
        "lose": f"loses {effect.dice} Grit"
        if effect.score == GRIT
        else f"{effect.score} a step down",
        "damage": f"{effect.dice} damage",
        "regain": f"regains {effect.dice} Grit",
        "rise": f"its own {effect.score} a step up",
        "incapacitate": "helpless",
        "enhance": "the next attack is enhanced",
        "fail": "the save fails by itself",
    }.get(effect.does, "")
    save = f"unless a {effect.save} save passes" if effect.save else ""
    details = ", ".join(filter(None, ["" if does == effect.text else does, save]))
    words = f"{effect.text} ({details})" if effect.text and details else effect.text or details
    return f"{_WHEN[effect.when]}: {words}"
