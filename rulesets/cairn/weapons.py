"""Weapons as people write them: `rifle`, `pike d8 bulky`, `energy rifle +1`."""

from __future__ import annotations

import re
from typing import Any

from events.dice import is_dice, parse_dice, written
from events.errors import Refused
from events.names import checked_name, folded
from events.sheets import Weapon
from rulesets.cairn.definition import Definition
from rulesets.common.effects import read_effect
from rulesets.common.naming import nearest, pick

TAGS = ("blast", "bulky", "clumsy", "enhanced", "ignores-armor", "recoilless", "stun")
"""What a weapon can be besides its dice (CF-12, CF-29)."""


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """A weapon from text or a table; raises `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with dice and tags; `+1` adds a flat bonus.
    A table has `name` and any of `damage`, `tags`, `range`, `hit`, `critical`.
    """
    if isinstance(item, str):
        return _from_text(rules, item)
    if isinstance(item, dict):
        return _from_table(rules, item)
    raise Refused(f"a weapon is text or a table, not {item!r}")


def _from_text(rules: Definition, text: str) -> Weapon:
    words = text.split()
    cut = next((at for at, word in enumerate(words) if at and _like_dice(word)), len(words))
    name, rest = " ".join(words[:cut]), words[cut:]
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
    if folded(name) == folded(rules.unarmed):
        return Weapon(rules.unarmed, rules.unarmed_dice)
    for known, spec in rules.weapons.items():
        if folded(known) == folded(name):
            return _described(rules, known, spec)
    hint = nearest(name, rules.weapons)
    raise Refused(f"no weapon “{name}” in the equipment list{hint}; or give its dice: “{name} d6”")


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
    known = ("name", "damage", "tags", "range", "hit", "critical")
    for key in table:
        if key not in known:
            raise Refused(f"unknown key “{key}” of a weapon{nearest(key, known)}")
    name = table.get("name")
    if not isinstance(name, str):
        raise Refused("a weapon's name is missing")
    damage = str(table.get("damage", ""))
    tags = " ".join(str(tag) for tag in table.get("tags", []))
    base = _described(rules, name, f"{damage} {tags}") if damage else _stock(rules, name)
    effects = [
        read_effect(when, when, item)
        for when in ("hit", "critical")
        for item in _listed(table.get(when, []))
    ]
    reach = str(table.get("range", base.range))
    if reach:
        pick(reach, rules.bands, "range")
    return Weapon(base.name, base.dice, base.tags, reach, tuple(effects))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _bonus(word: str) -> int:
    digits = word.removeprefix("+")
    return int(digits) if word.startswith("+") and digits.isdigit() and len(digits) < 3 else 0


def _like_dice(word: str) -> bool:
    """Does it look like dice or a bonus, be there such a die or not?"""
    return bool(re.match(r"\d*d\d", word)) or word.startswith("+")
