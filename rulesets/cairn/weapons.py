"""Weapons as people write them: `rifle`, `pike d8 bulky`, `energy rifle +1`."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from events.errors import Refused
from events.types.dice_notation import is_dice, parse_dice, written
from events.types.names import checked_name
from events.types.sheets import Weapon
from rulesets.cairn.definition import Definition
from rulesets.common import weapons
from rulesets.common.effects import read_effects
from rulesets.common.fields import digits, text, text_or_number
from rulesets.common.naming import pick

TAGS = ("blast", "bulky", "clumsy", "enhanced", "ignores-armor", "recoilless", "stun")
"""What a weapon can be besides its dice (CF-12, CF-29)."""

_EFFECTS = {"hit": "hit", "critical": "critical"}
_KEYS = ("name", "damage", "tags", "range", *_EFFECTS)
_MOST_BONUS = 99


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """A weapon from text or a table; raises `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with dice and tags; `+1` adds a flat bonus.
    A table has `name` and any of `damage`, `tags`, `range`, `hit`, `critical`.
    """
    return weapons.read(item, partial(_from_text, rules), partial(_from_table, rules))


def _from_text(rules: Definition, text: str) -> Weapon:
    name, rest = weapons.parted(text, _like_dice)
    if not name or (is_dice(name) and not rest):
        raise Refused(f"“{text}” needs a name before its dice, like “pike d8”")
    if rest and not _bonus(rest[0]):
        return _described(rules, name, " ".join(rest))
    stock = _stock(rules, name)
    bonus = sum(_bonus(word) for word in rest)
    if not bonus:
        return stock
    dice = parse_dice(stock.dice)
    better = written(dice.dice, dice.bonus + bonus)
    return Weapon(f"{stock.name} +{bonus}", better, stock.tags, stock.range, stock.effects)


def _stock(rules: Definition, name: str) -> Weapon:
    if weapons.is_bare(rules, name):
        return Weapon(rules.unarmed, rules.unarmed_dice)
    return _described(rules, *weapons.of_list(rules, name, f"dice: “{name} d6”"))


def _described(rules: Definition, name: str, spec: str) -> Weapon:
    """A weapon from its name and a specification like `2d8 blast nearby`."""
    dice, *tags = spec.split() or [""]
    bonus = sum(_bonus(tag) for tag in tags)
    tags = [tag for tag in tags if not _bonus(tag)]
    reach = [tag for tag in tags if tag in rules.bands]
    known = tuple(pick(tag, TAGS, f"tag of {name}") for tag in tags if tag not in rules.bands)
    thrown = parse_dice(dice)
    notation = written(thrown.dice, thrown.bonus + bonus)
    return Weapon(checked_name(name), notation, known, reach[0] if reach else "")


def _from_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    name = weapons.name_of(table, _KEYS)
    damage = text_or_number(table, "damage")
    tags = weapons.tags_of(table)
    base = _described(rules, name, f"{damage} {tags}") if damage else _stock(rules, name)
    reach = text(table, "range", base.range)
    if reach:
        pick(reach, rules.bands, "range")
    return Weapon(base.name, base.dice, base.tags, reach, tuple(read_effects(table, _EFFECTS)))


def _bonus(word: str) -> int:
    return digits(word[1:], _MOST_BONUS) or 0 if word.startswith("+") else 0


def _like_dice(word: str) -> bool:
    """Does it look like dice or a bonus, be there such a die or not?"""
    return bool(re.match(r"\d*d\d", word)) or word.startswith("+")
