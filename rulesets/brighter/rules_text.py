"""The game's rules in words: options, turns, dice, weapons and creatures."""

from __future__ import annotations

from collections.abc import Iterator

from events.types.base import Game
from events.types.sheets import Effect, Weapon
from rulesets.brighter.definition import ATTRIBUTES, GRIT, LADDER, Definition, definition, name_die
from rulesets.brighter.sheets import read_sheet, read_weapon
from rulesets.common.rules_text import (
    Row,
    Section,
    collect_sections,
    describe_creature,
    describe_effect,
    describe_words,
    join_parts,
)

_MORALE = {
    True: "whoever is no player character saves on it when shaken",
    False: "only when it is called for",
}


def describe_game(game: Game) -> list[Section]:
    """Return titled sections, each with rows of two texts. Sections without rows are left out."""
    rules = definition(game)
    every = {
        "Words": _words(game),
        "Options": _options(rules),
        "Turns and dice": _turns(rules),
        "Weapons": ((name, _damage(read_weapon(rules, name))) for name in rules.weapons),
        "Creatures": _creatures(game, rules),
    }
    return collect_sections(every)


def _words(game: Game) -> Iterator[Row]:
    yield "buffer", GRIT
    yield "attributes", f"{', '.join(ATTRIBUTES)}: {', '.join(map(name_die, LADDER[1:]))}, or zero"
    yield from describe_words(game)


def _options(rules: Definition) -> Iterator[Row]:
    yield "morale", _MORALE[rules.options.morale]


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
    return join_parts([weapon.dice, *weapon.tags, against, *map(_effect, weapon.effects)], ", ")


def _creatures(game: Game, rules: Definition) -> Iterator[Row]:
    for name in rules.creatures:
        sheet = read_sheet(game, {"from": name}, "npc")
        yield name, describe_creature(game, sheet, _damage, _effect)


def _effect(each: Effect) -> str:
    step = f"{each.score} a step down"
    does = {
        "lose": f"loses {each.dice} Grit" if each.score == GRIT else step,
        "damage": f"{each.dice} damage",
        "regain": f"regains {each.dice} Grit",
        "rise": f"its own {each.score} a step up",
        "incapacitate": "helpless",
        "enhance": "the next attack is enhanced",
        "fail": "the save fails by itself",
    }
    return describe_effect(each, does.get(each.does, ""))
