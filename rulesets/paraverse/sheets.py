"""Sheets and weapons: read from rosters, and checked as a combatant joins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from events.errors import Refused
from events.types.base import Game
from events.types.names import check_name, fold_case, index_names, join_words, pick
from events.types.rolls import is_dice
from events.types.sheets import Kind, Sheet, Weapon
from rulesets.common import sheets, weapons
from rulesets.common.definition import cached_per_game
from rulesets.common.fields import (
    as_text,
    parse_digits,
    quote_value,
    read_list,
    read_number,
    read_table,
    read_text,
    read_text_or_number,
)
from rulesets.common.preparation import match_area
from rulesets.common.sheets import assign_name, check_armor, check_numbers
from rulesets.common.statements import LARGEST, MOST_ARMOR, MOST_SKILL
from rulesets.paraverse.definition import STAMINA, STATS, Definition, definition, endurance
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.skills import compute_modifier

TAGS = ("marksman", "throwing", "two-handed")
"""The tags a weapon can have beside its base damage: shot, thrown, held in both hands (PV-06)."""

MOST_BASE = 99
"""A larger base damage is taken for a typing error."""

_KEYS = ("name", "base", "tags")


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """Return a weapon from text or a table; raise `Refused` naming what is wrong.

    Text is a name from the equipment list, or a name with base damage and tags. A table has `name`,
    and `base` and `tags` if the weapon is not in the list.
    """
    return weapons.read_weapon(item, partial(_from_text, rules), partial(_from_table, rules))


def check_weapon(weapon: Weapon) -> None:
    """Raise `Refused` if a weapon's base damage or tags cannot be read."""
    if parse_digits(weapon.dice, MOST_BASE) is None:
        raise Refused(
            f"{weapon.name} has a base damage of 0 to {MOST_BASE}, like “{weapon.name} 7”, not"
            f" “{weapon.dice[:20]}”."
        )
    for tag in weapon.tags:
        pick(tag, TAGS, f"tag of {weapon.name}")


def _from_text(rules: Definition, text: str) -> Weapon:
    name, rest = weapons.split_name(text, lambda word: word[0].isdigit(), least=0)
    if not name:
        raise Refused(f"“{text}” needs a name before its base damage, like “cudgel 5”")
    return _parse_weapon(name, " ".join(rest)) if rest else _from_equipment(rules, name)


def _from_equipment(rules: Definition, name: str) -> Weapon:
    if weapons.is_unarmed(rules, name):
        return Weapon(rules.unarmed, str(rules.unarmed_base))
    return _parse_weapon(*weapons.find_listed(rules, name, f"base: “{_suggest_base(name)}”"))


def _suggest_base(name: str) -> str:
    """Return the text that was probably meant: a die in a weapon's name becomes a number."""
    *words, last = name.split()
    if words and is_dice(last):
        return f"{' '.join(words)} {last.casefold().rpartition('d')[2]}"
    return f"{name} 7"


def _parse_weapon(name: str, spec: str) -> Weapon:
    base, *tags = spec.split() or [""]
    known = tuple(pick(tag, TAGS, f"tag of {name}") for tag in tags)
    weapon = Weapon(check_name(name), base, known)
    check_weapon(weapon)
    return weapon


def _from_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    name, tags = weapons.read_name(table, _KEYS), weapons.read_tags(table)
    if "base" not in table:
        return _from_equipment(rules, name)
    return _parse_weapon(name, f"{read_text_or_number(table, 'base')} {tags}")


SHORT = {"Trauma": "Trauma treatment"}
"""One-word names of skills of two words, for declarations typed on one line."""

_EXPERIENCE = re.compile(r"([A-Za-z]{3})\s+(\d{1,4})\s*XP", re.IGNORECASE)


def read_sheet(game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
    """Return the sheet that a roster entry describes.

    `from` names a creature of the game; the entry overrides its fields. A stat that is left out is
    the game's `default_stat`. A skill is a modifier, or the stat and the experience it comes from
    (`"DEX 12 XP"`). The game's skills can be fields like the others; a combatant's own skills are
    in `skills`. Raise `Refused` naming the field that is unknown or unreadable, and what would be
    right.
    """
    rules = definition(game)
    fields, besides = (
        _index_fields(rules),
        "; any other skill stands in skills, like skills = { Swimming = 2 }",
    )
    written = sheets.merge_creature(
        rules, entry, lambda key: sheets.match_field(key, fields, besides), below="people"
    )
    scores = _read_scores(rules, written)
    most = endurance(scores["CON"])
    noun, plural = sheets.read_nouns(written)
    return Sheet(
        name=check_name(read_text(written, "name")),
        scores=scores,
        kind=kind,
        side=read_text(written, "side", ""),
        player=read_text(written, "player", ""),
        maxima={} if scores[STAMINA] == most else {STAMINA: most},
        armor=read_number("armor", written.get("armor", 0)),
        shield=read_number("shield", written.get("shield", 0)),
        weapons=tuple(_read_weapons(rules, written)),
        conditions=sheets.read_conditions(written),
        skills=dict(_read_skills(rules, written, scores)),
        area=read_text(written, "area", ""),
        noun=noun,
        plural=plural,
    )


def list_line_fields(rules: Definition) -> tuple[str, ...]:
    """Return the fields that a combatant who joins on one line can have.

    They are the stats, Stamina or Fatigue, shield, area, and the skills of one word.
    """
    skills = [skill for skill in rules.skills if " " not in skill]
    return (*STATS, STAMINA, "Fatigue", "shield", "area", *skills, *SHORT)


def list_ranges(rules: Definition) -> dict[str, tuple[int, int]]:
    """Return the range of each field of a line whose numbers are not those of a score."""
    skills = dict.fromkeys((*rules.skills, *SHORT), (-MOST_SKILL, MOST_SKILL))
    return {STAMINA: (LEAST_STAMINA, LARGEST), "shield": (0, MOST_ARMOR), **skills}


@cached_per_game
def _index_fields(rules: Definition) -> dict[str, str]:
    """Return the fields of an entry, by their folded names."""
    more = ("shield", "area", "skills", *rules.skills, "from")
    return _add_short_names(index_names((*STATS, STAMINA, "Fatigue", *sheets.PLAIN, *more)))


@cached_per_game
def _index_skills(rules: Definition) -> dict[str, str]:
    """Return the skills of the game, by their folded names."""
    return _add_short_names(index_names(rules.skills))


def _add_short_names(known: dict[str, str]) -> dict[str, str]:
    """Add the short names of skills where they are free."""
    for short, skill in SHORT.items():
        known.setdefault(fold_case(short), skill)
    return known


def _read_scores(rules: Definition, written: Mapping[str, Any]) -> dict[str, int]:
    stats = {stat: read_number(stat, written.get(stat, rules.default_stat)) for stat in STATS}
    most = endurance(stats["CON"])
    left = most - read_number("Fatigue", written.get("Fatigue", 0))
    if STAMINA in written:
        if "Fatigue" in written:
            raise Refused("Stamina and Fatigue say the same; give one of them")
        now, _, full = as_text(written[STAMINA]).partition("/")
        left = _read_signed(STAMINA, now, 999)
        if full and _read_signed(STAMINA, full, 999) != most:
            raise Refused(
                f"Stamina is {now} of {most} (Endurance) with CON {stats['CON']}, not of {full};"
                f" say {now} alone"
            )
    if left > most:
        raise Refused(
            f"Stamina is at most {most} with CON {stats['CON']} (Endurance), not {left}; leave it"
            " out for all of it"
        )
    return {STAMINA: left, **stats}


def _read_signed(field: str, value: Any, most: int) -> int:
    number = as_text(value).replace("−", "-")
    if not re.fullmatch(r"[+-]?\d{1,3}", number) or abs(int(number)) > most:
        raise Refused(f"{field} is a number like 4 or -1, not {quote_value(value)}")
    return int(number)


def _read_weapons(rules: Definition, written: Mapping[str, Any]) -> Iterator[Weapon]:
    for item in read_list(written, "weapons"):
        yield read_weapon(rules, item)


def _read_skills(
    rules: Definition, written: Mapping[str, Any], stats: Mapping[str, int]
) -> Iterator[tuple[str, int]]:
    """Yield the game's skills among the fields, then those in `skills`."""
    for skill in rules.skills:
        if skill in written:
            yield skill, _read_modifier(rules, skill, written[skill], stats)
    for name, value in read_table(written, "skills", "{ Melee = 4 }").items():
        skill = name_skill(rules, name)
        yield skill, _read_modifier(rules, skill, value, stats)


def name_skill(rules: Definition, text: str) -> str:
    """Return a skill's name in the game's spelling. A combatant's own skill stays as it is."""
    return _index_skills(rules).get(fold_case(text)) or check_name(text)


def _read_modifier(rules: Definition, skill: str, value: Any, stats: Mapping[str, int]) -> int:
    value = _drop_second_word(skill, value)
    earned = _EXPERIENCE.fullmatch(as_text(value))
    if earned is not None:
        stat = pick(earned.group(1), STATS, "stat")
        return compute_modifier(rules, stats[stat], int(earned.group(2)))
    try:
        return _read_signed(skill, value, MOST_SKILL)
    except Refused:
        raise Refused(
            f"{skill} is a modifier like 4, or stat and experience like DEX 12 XP, not"
            f" {quote_value(value)}"
        ) from None


def _drop_second_word(skill: str, value: Any) -> Any:
    """Return the value without the skill's second word: on a line, `Trauma treatment 2` is read as
    the key `Trauma` with the value `treatment 2`."""
    if skill not in SHORT.values() or not isinstance(value, str):
        return value
    first, _, rest = value.strip().partition(" ")
    return (
        rest.strip() if rest and fold_case(first) == fold_case(skill.partition(" ")[2]) else value
    )


LEAST_STAMINA = -99
"""A lower Stamina is taken for a typing error."""


def prepare_sheet(scene: Scene, sheet: Sheet) -> Sheet:
    """Return the sheet as it joins; raise `Refused` if it cannot be played with.

    It gets a free name and an id (ALL-04), a side, computed Stamina (PV-01), and its conditions as
    the rules write them.
    """
    scores = _check_scores(scene, sheet)
    if sheet.scale != "individual":
        raise Refused(f"{sheet.name} joins as one body; Paraverse knows no {sheet.scale}s.")
    check_armor(sheet)
    for weapon in sheet.weapons:
        check_weapon(weapon)
    skills = {name_skill(scene.rules, name): value for name, value in sheet.skills.items()}
    for name, value in skills.items():
        if abs(value) > MOST_SKILL:
            raise Refused(f"{sheet.name}'s {name} is −{MOST_SKILL} to {MOST_SKILL}, not {value}.")
    return msgspec.structs.replace(
        assign_name(scene.state, sheet),
        scores=scores,
        maxima={STAMINA: endurance(scores["CON"])},
        skills=skills,
        conditions=tuple(map(scene.normalize_condition, sheet.conditions)),
        area=_find_area(scene, sheet),
    )


def _find_area(scene: Scene, sheet: Sheet) -> str:
    """Return the area where a combatant starts.

    Any name is possible if no areas are laid out; "" stands for the first area.
    """
    area = match_area(scene.state, sheet.area)
    if area and scene.state.areas and area not in scene.state.areas:
        raise Refused(
            f"There is no area “{area}” for {sheet.name} to stand in; there is"
            f" {join_words(list(scene.state.areas))}."
        )
    return area


def _check_scores(scene: Scene, sheet: Sheet) -> dict[str, int]:
    for score in sheet.scores:
        if score not in (STAMINA, *STATS):
            raise Refused(
                f"{sheet.name} has no {score}; the scores are {join_words([STAMINA, *STATS])}."
            )
    stats = {stat: sheet.scores.get(stat, scene.rules.default_stat) for stat in STATS}
    check_numbers(sheet, stats)
    most = endurance(stats["CON"])
    left = sheet.scores.get(STAMINA, most)
    if not LEAST_STAMINA <= left <= most:
        raise Refused(
            f"{sheet.name}'s Stamina can be {LEAST_STAMINA} to {most} (Endurance), not {left}.",
            clause="PV-01",
        )
    return {STAMINA: left, **stats}
