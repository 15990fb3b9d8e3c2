"""Weapons in every game: how they are read, and the weapons, modifiers and dice of an attack."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from events.errors import Refused
from events.types.declarations import Attack
from events.types.names import fold_case, index_names, join_words, suggest
from events.types.outcomes import Ground
from events.types.rolls import is_dice, parse_dice
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant, Pending
from rulesets.common.definition import cached_per_game
from rulesets.common.fields import quote_value, read_texts
from rulesets.common.scene import Scene
from rulesets.common.turns import find_objection
from rulesets.core.ruleset import Problem


class Armoury(Hashable, Protocol):
    """The part of a definition that is about weapons: the equipment list and bare hands."""

    @property
    def weapons(self) -> Mapping[str, str]:
        """The specification of each weapon by name."""
        ...

    @property
    def unarmed(self) -> str:
        """The name of bare hands."""
        ...


def read_weapon(
    item: Any, of_text: Callable[[str], Weapon], of_table: Callable[[dict[str, Any]], Weapon]
) -> Weapon:
    """Return a weapon from text or a table; raise `Refused` for anything else."""
    if isinstance(item, str):
        return of_text(item)
    if isinstance(item, dict):
        return of_table(item)
    raise Refused(f"A weapon is text or a table, not {quote_value(item)}")


def split_name(text: str, begins: Callable[[str], bool], least: int = 1) -> tuple[str, list[str]]:
    """Split a weapon's name from its specification, which starts at the first word for which
    `begins` is true.

    The name has at least `least` words.
    """
    words = text.split()
    every = range(least, len(words))
    cut = next((at for at in every if begins(words[at])), len(words))
    return " ".join(words[:cut]), words[cut:]


def looks_like_dice(word: str) -> bool:
    """Return whether a word looks like dice, even like dice that do not exist."""
    return bool(re.match(r"\d*d\d", word))


def split_dice(text: str, begins: Callable[[str], bool]) -> tuple[str, list[str]]:
    """Split a weapon's name from its dice and tags; raise `Refused` without a name."""
    name, rest = split_name(text, begins)
    if not name or (is_dice(name) and not rest):
        raise Refused(f"“{text}” needs a name before its dice, like “pike d8”")
    return name, rest


def find_listed(rules: Armoury, name: str, like: str) -> tuple[str, str]:
    """Return a weapon of the equipment list: its name and its specification.

    Raise `Refused` if it is not there; `like` shows how to give its numbers.
    """
    known = _index_weapons(rules).get(fold_case(name))
    if known is None:
        hint = suggest(name, rules.weapons)
        raise Refused(
            f"There is no weapon “{name}” in the equipment list{hint}; or give its {like}"
        )
    return known, rules.weapons[known]


def is_unarmed(rules: Armoury, name: str) -> bool:
    """Return whether the name means bare hands."""
    return fold_case(name) == fold_case(rules.unarmed)


def read_name(table: Mapping[str, Any], known: Sequence[str]) -> str:
    """Return the name in a weapon's table; raise `Refused` if it is missing or a key is unknown."""
    for key in table:
        if key not in known:
            raise Refused(f"Unknown key “{key}” of a weapon{suggest(key, known)}")
    name = table.get("name")
    if not isinstance(name, str):
        raise Refused("A weapon's name is missing")
    return name


def read_tags(table: Mapping[str, Any]) -> str:
    """Return the tags in a weapon's table as text."""
    return " ".join(read_texts(table, "tags"))


def choose_only_weapon(by: Combatant, unarmed: str) -> str:
    """Return the only weapon that can be meant; raise `Refused` if there are several."""
    if len(by.weapons) > 1:
        names = join_words([weapon.name for weapon in by.weapons], "or")
        raise Refused(f"Say what {by.name} attacks with: {names}.")
    return by.weapons[0].name if by.weapons else unarmed


def refuse_too_many(by: Combatant, names: Sequence[str], clause: str) -> None:
    """Raise `Refused` if an attack uses more of one weapon than the attacker carries."""
    carried = [weapon.name for weapon in by.weapons]
    for name in dict.fromkeys(names):
        if name in carried and names.count(name) > carried.count(name):
            raise Refused(f"{by.name} does not have as many: {name}.", clause=clause)


@cached_per_game
def _index_weapons(rules: Armoury) -> dict[str, str]:
    return index_names(rules.weapons)


def choose_weapons(
    own: Iterable[Weapon], labels: Iterable[str], bare_hands: Weapon
) -> tuple[Weapon, ...]:
    """Return the weapons of an attack: carried weapons, bare hands, or plain dice."""
    known = {bare_hands.name: bare_hands, **{weapon.name: weapon for weapon in own}}
    return tuple(known.get(label) or Weapon(label, label) for label in labels)


def find_best_die(faces: Sequence[int], bonuses: Sequence[int], version: int) -> int:
    """Return the index of the die that is kept: the highest with its bonus, of equals the first
    (CF-11). Under version 1 of the rules it is the highest face; of equals, the better bonus."""
    if version < 2:
        return max(range(len(faces)), key=lambda at: (faces[at], bonuses[at]))
    return max(range(len(faces)), key=lambda at: faces[at] + bonuses[at])


def choose_recorded_face(face: int, bonuses: Sequence[int], version: int) -> int:
    """Return what an `AttackRolled` records as the face kept: the face, where the bonuses differ,
    else 0."""
    return face if version > 1 and len(set(bonuses)) > 1 else 0


def list_dice_owners(weapons: Iterable[Weapon]) -> list[Weapon]:
    """Return the weapon that each die of an attack belongs to, in the order of the dice."""
    return [weapon for weapon in weapons for _ in parse_dice(weapon.dice).dice]


def is_blast(weapons: Iterable[Weapon]) -> bool:
    """Return whether an attack with these weapons strikes an area."""
    return any("blast" in weapon.tags for weapon in weapons)


def join_weapon_names(weapons: Iterable[Weapon]) -> str:
    """Return the weapons of an attack in words."""
    return " and ".join(weapon.name for weapon in weapons)


def make_targets_problem(by: Combatant, weapons: Iterable[Weapon], clause: str) -> Problem:
    """Return the problem of striking several targets with these weapons."""
    named = join_weapon_names(weapons)
    return Problem(
        f"With {named} {by.name} strikes one target at a time; only a blast strikes several",
        clause,
        bar=f"several:{by.id}",
    )


def explain_lost_weapon(by: Combatant, labels: Iterable[str], unarmed: str) -> str:
    """Return why an attack cannot be made with its declared weapons; empty if it can."""
    owned = {unarmed, *(weapon.name for weapon in by.weapons)}
    for label in labels:
        if label not in owned and not is_dice(label):
            return f"{by.name} no longer has the {label}"
    return ""


Modifier = Literal["", "enhanced", "impaired"]


def combine_grounds(grounds: Iterable[Ground]) -> Modifier:
    """Return the modifier that the grounds give together; opposite ones cancel (CF-10, BW-06,
    PV-02)."""
    kinds = {ground.modifier for ground in grounds}
    return kinds.pop() if len(kinds) == 1 else ""


def make_grounds(enhanced: str, impaired: str) -> tuple[Ground, ...]:
    """Return the grounds that a declaration names."""
    better = (Ground("enhanced", enhanced),) if enhanced else ()
    worse = (Ground("impaired", impaired),) if impaired else ()
    return better + worse


def name_cause(by: Combatant | None, weapon: str, why: str) -> str:
    """Return a cause of death: an attacker and their weapon, a stated reason, or harm."""
    if by is None:
        return why or "harm"
    return f"{by.name}'s {weapon}" if weapon else by.name


def explain_misfit(
    scene: Scene[Any], waiting: Pending, attack: Attack, problems: Iterable[Problem]
) -> str:
    """Return why an attack, which has these problems, cannot be made with its weapons now. Empty if
    it can, or if that was overruled."""
    lost = explain_lost_weapon(scene.one(attack.by), attack.weapons, scene.rules.unarmed)
    return lost or find_objection(scene.state, waiting, problems)
