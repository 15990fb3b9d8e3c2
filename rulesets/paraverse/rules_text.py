"""The game's rules in words: the sections that `combatlog games show` prints."""

from __future__ import annotations

from collections.abc import Iterator

from events.types.base import Game
from events.types.names import join_words
from events.types.sheets import Sheet, Weapon
from rulesets.common.rules_text import (
    Row,
    Section,
    collect_sections,
    describe_attacks,
    describe_words,
    join_parts,
)
from rulesets.paraverse.definition import STATS, Definition, Options, definition
from rulesets.paraverse.scene import PHASES, PLANNING
from rulesets.paraverse.sheets import read_sheet, read_weapon

_WORDS = ("referee", "special", "enhanced", "impaired", "save", "rest", "extended rest")


def describe_game(game: Game) -> list[Section]:
    """Return titled sections, each with rows of two texts. Sections without rows are left out."""
    rules = definition(game)
    every = {
        "Words": _words(game, rules),
        "Options": _options(rules.options),
        "Rounds and dice": _rounds(rules),
        "Skills": _skills(rules),
        "Weapons": _weapons(rules),
        "Peoples and creatures": _creatures(game, rules),
        "Wounds": _wounds(rules),
    }
    return collect_sections(every)


def _words(game: Game, rules: Definition) -> Iterator[Row]:
    yield "stats", ", ".join(STATS)
    yield "Stamina", "at most Endurance, which is computed from CON; Fatigue is what is missing"
    yield from describe_words(game, _WORDS)
    yield "a stat left out", f"{rules.default_stat}"


def _options(options: Options) -> Iterator[Row]:
    yield (
        "critical_hits",
        "a natural 20 in a skirmish beats whatever is none, and counts twice at least"
        if options.critical_hits
        else "a natural 20 in combat is nothing special",
    )
    yield "stabilization_target", f"stabilization has to beat {options.stabilization_target}"


def _rounds(rules: Definition) -> Iterator[Row]:
    yield "phases", ", ".join((PLANNING, *PHASES))
    yield "a check", f"d20 and modifier over the target; 20 passes below {rules.always}, 1 fails"
    yield "a partial failure", f"missed by less than {rules.nearly}"
    first, second = rules.multipliers
    yield (
        "damage",
        f"base once up to a difference of {first}, twice up to {second}, then three times;"
        " less armor and shield",
    )
    places = [
        place or f"again ({', '.join(rules.locations.again)})" for place in rules.locations.first
    ]
    yield "hit location", f"d4: {', '.join(places)}"
    yield "without weapons", f"{rules.unarmed} {rules.unarmed_base}"
    yield "death checks", f"over {rules.death_target}, {rules.death_checks} at most, one a watch"
    yield "a camp", f"{rules.camp_watches} watches"


def _skills(rules: Definition) -> Iterator[Row]:
    for name, skill in rules.skills.items():
        parts = [
            f"a {skill.group} skill" if skill.group and skill.group != name else "",
            f"stands on {skill.stat}" if skill.stat else "",
            f"{skill.instead} where it is not given" if skill.instead else "",
        ]
        yield name, join_parts(parts) or "a group of its own"


def _weapons(rules: Definition) -> Iterator[Row]:
    for name in rules.weapons:
        yield name, _weapon(read_weapon(rules, name))


def _weapon(weapon: Weapon) -> str:
    return ", ".join((weapon.dice, *weapon.tags))


def _creatures(game: Game, rules: Definition) -> Iterator[Row]:
    for name in rules.creatures:
        yield name, _creature(read_sheet(game, {"from": name}, "npc"))


def _creature(sheet: Sheet) -> str:
    numbers = [f"{score} {number}" for score, number in sheet.scores.items()]
    worn = [f"{what} {n}" for what, n in (("armor", sheet.armor), ("shield", sheet.shield)) if n]
    parts = [
        ", ".join([*numbers, *worn]),
        ", ".join(f"{skill} {number:+d}" for skill, number in sheet.skills.items()),
        describe_attacks(sheet, _weapon),
    ]
    return join_parts(parts)


def _wounds(rules: Definition) -> Iterator[Row]:
    for wound in rules.wounds:
        parts = [
            wound.text,
            "incapacitated" if wound.fells else "",
            "dead" if wound.kills else "",
            f"awaits {wound.awaits}",
        ]
        yield f"{wound.grade}, {wound.place}", f"{wound.name}: {join_parts(parts)}"
    for name, hindrance in rules.hindrances.items():
        what = [*hindrance.groups, *hindrance.stats]
        yield name, f"disadvantage on {join_words(what)}"
