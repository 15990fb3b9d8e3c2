"""Sheets from what people write: roster entries and creatures, in the game's own field names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from events.errors import Refused
from events.games import Game
from events.names import checked_name, folded
from events.sheets import Condition, Kind, Sheet, Weapon
from rulesets.common.fields import items, number, table, text
from rulesets.common.naming import nearest, pick
from rulesets.paraverse.definition import STAMINA, STATS, Definition, definition, endurance
from rulesets.paraverse.skills import learned
from rulesets.paraverse.weapons import read_weapon

_PLAIN = ("name", "player", "side", "armor", "shield", "area", "weapons", "conditions", "skills")

SHORT = {"Trauma": "Trauma treatment"}
"""Skills of two words by one, so that they can be named on a line."""

MOST_SKILL = 99
"""A modifier beyond this is a slip."""

_EXPERIENCE = re.compile(r"([A-Za-z]{3})\s+(\d{1,4})\s*XP", re.IGNORECASE)


def read_sheet(game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
    """The sheet an entry describes.

    `from` names a creature of the game whose fields the entry overrides. Stats that are left out
    are 10. A skill is a modifier, or the stat and experience it comes from (`"DEX 12 XP"`); those
    of the game can stand beside the other fields, any other in `skills`. Raises `Refused` naming
    the field that is unknown or unreadable, and what would be right.
    """
    rules = definition(game)
    written = _with_creature(rules, entry)
    scores = _scores(rules, written)
    most = endurance(scores["CON"])
    return Sheet(
        name=checked_name(text(written, "name")),
        scores=scores,
        kind=kind,
        side=text(written, "side", ""),
        player=text(written, "player", ""),
        maxima={} if scores[STAMINA] == most else {STAMINA: most},
        armor=number("armor", written.get("armor", 0)),
        shield=number("shield", written.get("shield", 0)),
        weapons=tuple(_weapons(rules, written)),
        conditions=tuple(Condition(each) for each in items(written, "conditions")),
        skills=dict(_skills(rules, written, scores)),
        area=text(written, "area", ""),
    )


def line_fields(rules: Definition) -> tuple[str, ...]:
    """What can be said of somebody who joins on a line: stats, Stamina or Fatigue, shield, area,
    and the skills of one word."""
    skills = [skill for skill in rules.skills if " " not in skill]
    return (*STATS, STAMINA, "Fatigue", "shield", "area", *skills, *SHORT)


def _with_creature(rules: Definition, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The entry over the creature it comes from, and that over its people; field names as the
    game writes them."""
    written = {_field(rules, key): value for key, value in entry.items()}
    source = written.pop("from", None)
    if source is None:
        if "name" not in written:
            raise Refused("a name is missing")
        return written
    name = pick(str(source), rules.creatures, "creature")
    creature = {**rules.creatures[name]}
    people = rules.creatures.get(str(creature.pop("people", "")), {})
    fields = {_field(rules, key): value for key, value in {**people, **creature}.items()}
    return {"name": name, **fields, **written}


def _field(rules: Definition, key: str) -> str:
    known = [*STATS, STAMINA, "Fatigue", *_PLAIN, *rules.skills, "from"]
    for field in (*known, *SHORT):
        if folded(field) == folded(key):
            return SHORT.get(field, field)
    hint = nearest(key, known) or f"; the fields are {', '.join(known)}"
    raise Refused(f"unknown field “{key}”{hint}; any other skill stands in skills")


def _scores(rules: Definition, written: Mapping[str, Any]) -> dict[str, int]:
    stats = {stat: number(stat, written.get(stat, rules.default_stat)) for stat in STATS}
    most = endurance(stats["CON"])
    left = most - number("Fatigue", written.get("Fatigue", 0))
    if STAMINA in written:
        if "Fatigue" in written:
            raise Refused("Stamina and Fatigue say the same; give one of them")
        left = _signed(STAMINA, str(written[STAMINA]).partition("/")[0], 999)
    if left > most:
        raise Refused(
            f"Stamina is at most {most} with CON {stats['CON']} (Endurance), not {left}; leave it"
            " out for all of it"
        )
    return {STAMINA: left, **stats}


def _signed(field: str, value: Any, most: int) -> int:
    said = str(value).strip().replace("−", "-")
    if isinstance(value, bool) or not re.fullmatch(r"[+-]?\d{1,3}", said) or abs(int(said)) > most:
        raise Refused(f"{field} is a number like 4 or -1, not {value!r}")
    return int(said)


def _weapons(rules: Definition, written: Mapping[str, Any]) -> Iterator[Weapon]:
    for item in items(written, "weapons"):
        yield read_weapon(rules, item)


def _skills(
    rules: Definition, written: Mapping[str, Any], stats: Mapping[str, int]
) -> Iterator[tuple[str, int]]:
    """The skills of the game that stand beside the other fields, then those of `skills`."""
    for skill in rules.skills:
        if skill in written:
            yield skill, _modifier(rules, skill, written[skill], stats)
    for name, value in table(written, "skills", "{ Melee = 4 }").items():
        skill = named_skill(rules, name)
        yield skill, _modifier(rules, skill, value, stats)


def named_skill(rules: Definition, text: str) -> str:
    """A skill's name as the game writes it, where it knows it."""
    for skill in (*rules.skills, *SHORT):
        if folded(skill) == folded(text):
            return SHORT.get(skill, skill)
    return checked_name(text)


def _modifier(rules: Definition, skill: str, value: Any, stats: Mapping[str, int]) -> int:
    said = str(value).strip()
    earned = _EXPERIENCE.fullmatch(said)
    if earned is not None:
        stat = pick(earned.group(1), STATS, "stat")
        return learned(rules, stats[stat], int(earned.group(2)))
    try:
        return _signed(skill, value, MOST_SKILL)
    except Refused:
        raise Refused(
            f"{skill} is a modifier like 4, or stat and experience like DEX 12 XP, not {value!r}"
        ) from None
