"""Weapons as people write them: `longsword`, `cudgel 5`, `blowpipe 3 marksman`."""

from __future__ import annotations

from typing import Any

from events.errors import Refused
from events.names import checked_name, folded
from events.sheets import Weapon
from rulesets.common.naming import nearest, pick
from rulesets.paraverse.definition import Definition

TAGS = ("marksman", "throwing", "two-handed")
"""What a weapon can be besides its base damage: it is shot, it is thrown (PV-06)."""

MOST_BASE = 99
"""A base beyond this is a slip."""


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """A weapon from text or a table; raises `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with its base damage and tags. A table has
    `name`, and `base` and `tags` where it is none of the list.
    """
    if isinstance(item, str):
        return _from_text(rules, item)
    if isinstance(item, dict):
        return _from_table(rules, item)
    raise Refused(f"a weapon is text or a table, not {item!r}")


def check_weapon(weapon: Weapon) -> None:
    """Raise `Refused` where a weapon's base damage or tags cannot be read."""
    if not (weapon.dice.isascii() and weapon.dice.isdigit() and int(weapon.dice) <= MOST_BASE):
        raise Refused(
            f"{weapon.name} has a base damage of 0 to {MOST_BASE}, like “{weapon.name} 7”, not"
            f" “{weapon.dice}”."
        )
    for tag in weapon.tags:
        pick(tag, TAGS, f"tag of {weapon.name}")


def _from_text(rules: Definition, text: str) -> Weapon:
    words = text.split()
    cut = next((at for at, word in enumerate(words) if word[:1].isdigit()), len(words))
    name = " ".join(words[:cut])
    if not name:
        raise Refused(f"“{text}” needs a name before its base damage, like “cudgel 5”")
    return _described(name, " ".join(words[cut:])) if words[cut:] else _stock(rules, name)


def _stock(rules: Definition, name: str) -> Weapon:
    if folded(name) == folded(rules.unarmed):
        return Weapon(rules.unarmed, str(rules.unarmed_base))
    for known, spec in rules.weapons.items():
        if folded(known) == folded(name):
            return _described(known, spec)
    hint = nearest(name, rules.weapons)
    raise Refused(f"no weapon “{name}” in the equipment list{hint}; or give its base: “{name} 7”")


def _described(name: str, spec: str) -> Weapon:
    base, *tags = spec.split()
    known = tuple(pick(tag, TAGS, f"tag of {name}") for tag in tags)
    weapon = Weapon(checked_name(name), base, known)
    check_weapon(weapon)
    return weapon


def _from_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    known = ("name", "base", "tags")
    for key in table:
        if key not in known:
            raise Refused(f"unknown key “{key}” of a weapon{nearest(key, known)}")
    name = table.get("name")
    if not isinstance(name, str):
        raise Refused("a weapon's name is missing")
    if "base" not in table:
        return _stock(rules, name)
    tags = " ".join(str(tag) for tag in table.get("tags", []))
    return _described(name, f"{table['base']} {tags}")
