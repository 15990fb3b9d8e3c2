"""Weapons as people write them: `great bow`, `pike d8 bulky`, `dust d6 blast WIL`."""

from __future__ import annotations

import re
from typing import Any

from events.dice import is_dice, parse_dice, written
from events.errors import Refused
from events.names import checked_name, folded
from events.sheets import Weapon
from rulesets.brighter.definition import Definition
from rulesets.brighter.entry import check_weapon
from rulesets.brighter.ladder import ATTRIBUTES
from rulesets.brighter.sheet_effects import read_effect
from rulesets.common.naming import nearest, pick

TAGS = ("blast", "bulky")
"""What a weapon can be besides its dice (BW-12, BW-15)."""


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """A weapon from text or a table; raises `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with dice and tags, among them the attribute
    that its Direct Damage goes to. A table has `name` and any of `damage`, `tags`, `against`,
    `critical`.
    """
    if isinstance(item, str):
        weapon = _from_text(rules, item)
    elif isinstance(item, dict):
        weapon = _from_table(rules, item)
    else:
        raise Refused(f"a weapon is text or a table, not {item!r}")
    check_weapon(weapon)
    return weapon


def _from_text(rules: Definition, text: str) -> Weapon:
    words = text.split()
    cut = next((at for at, word in enumerate(words) if at and _like_dice(word)), len(words))
    name, rest = " ".join(words[:cut]), words[cut:]
    if not name or (is_dice(name) and not rest):
        raise Refused(f"“{text}” needs a name before its dice, like “pike d8”")
    return _described(name, " ".join(rest)) if rest else _stock(rules, name)


def _stock(rules: Definition, name: str) -> Weapon:
    if folded(name) == folded(rules.unarmed):
        return Weapon(rules.unarmed, rules.unarmed_dice)
    for known, spec in rules.weapons.items():
        if folded(known) == folded(name):
            return _described(known, spec)
    hint = nearest(name, rules.weapons)
    raise Refused(f"no weapon “{name}” in the equipment list{hint}; or give its dice: “{name} d6”")


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
    known = ("name", "damage", "tags", "against", "critical")
    for key in table:
        if key not in known:
            raise Refused(f"unknown key “{key}” of a weapon{nearest(key, known)}")
    name = table.get("name")
    if not isinstance(name, str):
        raise Refused("a weapon's name is missing")
    damage = str(table.get("damage", ""))
    tags = " ".join(map(str, _listed(table.get("tags", []))))
    base = _described(name, f"{damage} {tags}") if damage else _stock(rules, name)
    effects = [read_effect("critical", "critical", each) for each in _listed(table.get("critical"))]
    against = str(table.get("against", base.against))
    if against:
        against = pick(against, ATTRIBUTES, "attribute")
    return Weapon(base.name, base.dice, base.tags, "", tuple(effects), against)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _like_dice(word: str) -> bool:
    """Does it look like dice, be there such a die or not?"""
    return bool(re.match(r"\d*d\d", word))
