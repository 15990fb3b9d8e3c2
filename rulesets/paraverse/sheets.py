"""Sheets from what people write: roster entries and creatures, in the game's own field names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from events.errors import Refused
from events.types.game import Game
from events.types.names import checked_name, folded
from events.types.sheets import Kind, Sheet, Weapon
from rulesets.common import sheets
from rulesets.common.fields import items, number, said, shown, table, text
from rulesets.common.naming import index, pick
from rulesets.common.once import once_a_game
from rulesets.common.statements import MOST_SKILL
from rulesets.paraverse.definition import STAMINA, STATS, Definition, definition, endurance
from rulesets.paraverse.skills import learned
from rulesets.paraverse.weapons import read_weapon

SHORT = {"Trauma": "Trauma treatment"}
"""Skills of two words by one, so that they can be named on a line."""

_EXPERIENCE = re.compile(r"([A-Za-z]{3})\s+(\d{1,4})\s*XP", re.IGNORECASE)


def read_sheet(game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
    """The sheet an entry describes.

    `from` names a creature of the game whose fields the entry overrides. Stats that are left out
    are 10. A skill is a modifier, or the stat and experience it comes from (`"DEX 12 XP"`); those
    of the game can stand beside the other fields, any other in `skills`. Raises `Refused` naming
    the field that is unknown or unreadable, and what would be right.
    """
    rules = definition(game)
    fields, besides = (
        _fields(rules),
        "; any other skill stands in skills, like skills = { Swimming = 2 }",
    )
    written = sheets.with_creature(
        rules.creatures, entry, lambda key: sheets.field(key, fields, besides), below="people"
    )
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
        conditions=sheets.conditions(written),
        skills=dict(_skills(rules, written, scores)),
        area=text(written, "area", ""),
    )


def line_fields(rules: Definition) -> tuple[str, ...]:
    """What can be said of somebody who joins on a line: stats, Stamina or Fatigue, shield, area,
    and the skills of one word."""
    skills = [skill for skill in rules.skills if " " not in skill]
    return (*STATS, STAMINA, "Fatigue", "shield", "area", *skills, *SHORT)


@once_a_game
def _fields(rules: Definition) -> dict[str, str]:
    """What an entry can say, by how it is compared."""
    more = ("shield", "area", "skills", *rules.skills, "from")
    return _with_short(index((*STATS, STAMINA, "Fatigue", *sheets.PLAIN, *more)))


@once_a_game
def _skill_names(rules: Definition) -> dict[str, str]:
    """The skills that the game knows, by how they are compared."""
    return _with_short(index(rules.skills))


def _with_short(known: dict[str, str]) -> dict[str, str]:
    """These, and what skills of two words are called by one, where nothing else is called so."""
    for short, skill in SHORT.items():
        known.setdefault(folded(short), skill)
    return known


def _scores(rules: Definition, written: Mapping[str, Any]) -> dict[str, int]:
    stats = {stat: number(stat, written.get(stat, rules.default_stat)) for stat in STATS}
    most = endurance(stats["CON"])
    left = most - number("Fatigue", written.get("Fatigue", 0))
    if STAMINA in written:
        if "Fatigue" in written:
            raise Refused("Stamina and Fatigue say the same; give one of them")
        now, _, full = said(written[STAMINA]).partition("/")
        left = _signed(STAMINA, now, 999)
        if full and _signed(STAMINA, full, 999) != most:
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


def _signed(field: str, value: Any, most: int) -> int:
    number = said(value).replace("−", "-")
    if not re.fullmatch(r"[+-]?\d{1,3}", number) or abs(int(number)) > most:
        raise Refused(f"{field} is a number like 4 or -1, not {shown(value)}")
    return int(number)


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
    return _skill_names(rules).get(folded(text)) or checked_name(text)


def _modifier(rules: Definition, skill: str, value: Any, stats: Mapping[str, int]) -> int:
    value = _after_second_word(skill, value)
    earned = _EXPERIENCE.fullmatch(said(value))
    if earned is not None:
        stat = pick(earned.group(1), STATS, "stat")
        return learned(rules, stats[stat], int(earned.group(2)))
    try:
        return _signed(skill, value, MOST_SKILL)
    except Refused:
        raise Refused(
            f"{skill} is a modifier like 4, or stat and experience like DEX 12 XP, not"
            f" {shown(value)}"
        ) from None


def _after_second_word(skill: str, value: Any) -> Any:
    """`treatment 2` behind `Trauma`, as it is said on a line, is the 2."""
    if skill not in SHORT.values() or not isinstance(value, str):
        return value
    first, _, rest = value.strip().partition(" ")
    return rest.strip() if rest and folded(first) == folded(skill.partition(" ")[2]) else value
