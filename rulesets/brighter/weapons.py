"""Weapons as people write them: `great bow`, `pike d8 bulky`, `dust d6 blast WIL`."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from events.errors import Refused
from events.types.dice_notation import is_dice, parse_dice, written
from events.types.names import checked_name
from events.types.sheets import Weapon
from rulesets.brighter.definition import Definition
from rulesets.brighter.entry import check_weapon
from rulesets.brighter.ladder import ATTRIBUTES
from rulesets.brighter.sheet_effects import read_effects
from rulesets.common import weapons
from rulesets.common.fields import text, text_or_number
from rulesets.common.naming import pick

TAGS = ("blast", "bulky")
"""What a weapon can be besides its dice (BW-12, BW-15)."""

_EFFECTS = {"critical": "critical"}
_KEYS = ("name", "damage", "tags", "against", *_EFFECTS)


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """A weapon from text or a table; raises `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with dice and tags, among them the attribute
    that its Direct Damage goes to. A table has `name` and any of `damage`, `tags`, `against`,
    `critical`.
    """
    weapon = weapons.read(item, partial(_from_text, rules), partial(_from_table, rules))
    check_weapon(weapon)
    return weapon


def _from_text(rules: Definition, text: str) -> Weapon:
    name, rest = weapons.parted(text, _like_dice)
    if not name or (is_dice(name) and not rest):
        raise Refused(f"“{text}” needs a name before its dice, like “pike d8”")
    return _described(name, " ".join(rest)) if rest else _stock(rules, name)


def _stock(rules: Definition, name: str) -> Weapon:
    if weapons.is_bare(rules, name):
        return Weapon(rules.unarmed, rules.unarmed_dice)
    return _described(*weapons.of_list(rules, name, f"dice: “{name} d6”"))


def _described(name: str, spec: str) -> Weapon:
    """A weapon from its name and a specification like `d6 blast WIL`."""
    dice, *words = spec.split() or [""]
    tags: list[str] = []
    against = ""
    for word in words:
        found = pick(word, (*TAGS, *ATTRIBUTES), f"tag of {name}")
        if found in ATTRIBUTES:
            against = found
        else:
            tags.append(found)
    thrown = parse_dice(dice)
    notation = written(thrown.dice, thrown.bonus)
    return Weapon(checked_name(name), notation, tuple(tags), against=against)


def _from_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    name = weapons.name_of(table, _KEYS)
    damage = text_or_number(table, "damage")
    tags = weapons.tags_of(table)
    base = _described(name, f"{damage} {tags}") if damage else _stock(rules, name)
    effects = tuple(read_effects(table, _EFFECTS))
    against = text(table, "against", base.against)
    if against:
        against = pick(against, ATTRIBUTES, "attribute")
    return Weapon(base.name, base.dice, base.tags, "", effects, against)


def _like_dice(word: str) -> bool:
    """Does it look like dice, be there such a die or not?"""
    return bool(re.match(r"\d*d\d", word))
