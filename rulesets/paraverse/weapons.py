"""Weapons as people write them: `longsword`, `cudgel 5`, `blowpipe 3 marksman`."""

from __future__ import annotations

from functools import partial
from typing import Any

from events.errors import Refused
from events.types.dice_notation import is_dice
from events.types.names import checked_name
from events.types.sheets import Weapon
from rulesets.common import weapons
from rulesets.common.fields import digits, text_or_number
from rulesets.common.naming import pick
from rulesets.paraverse.definition import Definition

TAGS = ("marksman", "throwing", "two-handed")
"""What a weapon can be besides its base damage: it is shot, it is thrown (PV-06)."""

MOST_BASE = 99
"""A base beyond this is a slip."""

_KEYS = ("name", "base", "tags")


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """A weapon from text or a table; raises `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with its base damage and tags. A table has
    `name`, and `base` and `tags` where it is none of the list.
    """
    return weapons.read(item, partial(_from_text, rules), partial(_from_table, rules))


def check_weapon(weapon: Weapon) -> None:
    """Raise `Refused` where a weapon's base damage or tags cannot be read."""
    if digits(weapon.dice, MOST_BASE) is None:
        raise Refused(
            f"{weapon.name} has a base damage of 0 to {MOST_BASE}, like “{weapon.name} 7”, not"
            f" “{weapon.dice[:20]}”."
        )
    for tag in weapon.tags:
        pick(tag, TAGS, f"tag of {weapon.name}")


def _from_text(rules: Definition, text: str) -> Weapon:
    name, rest = weapons.parted(text, lambda word: word[0].isdigit(), least=0)
    if not name:
        raise Refused(f"“{text}” needs a name before its base damage, like “cudgel 5”")
    return _described(name, " ".join(rest)) if rest else _stock(rules, name)


def _stock(rules: Definition, name: str) -> Weapon:
    if weapons.is_bare(rules, name):
        return Weapon(rules.unarmed, str(rules.unarmed_base))
    return _described(*weapons.of_list(rules, name, f"base: “{_with_base(name)}”"))


def _with_base(name: str) -> str:
    """What somebody may have meant: a die in a weapon's name is a plain number here."""
    *words, last = name.split()
    if words and is_dice(last):
        return f"{' '.join(words)} {last.casefold().rpartition('d')[2]}"
    return f"{name} 7"


def _described(name: str, spec: str) -> Weapon:
    base, *tags = spec.split() or [""]
    known = tuple(pick(tag, TAGS, f"tag of {name}") for tag in tags)
    weapon = Weapon(checked_name(name), base, known)
    check_weapon(weapon)
    return weapon


def _from_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    name, tags = weapons.name_of(table, _KEYS), weapons.tags_of(table)
    if "base" not in table:
        return _stock(rules, name)
    return _described(name, f"{text_or_number(table, 'base')} {tags}")
