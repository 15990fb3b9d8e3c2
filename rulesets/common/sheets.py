"""Roster entries and creatures: fields that every game has, and checks of sheets."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

import msgspec

from events.errors import Refused
from events.types.names import (
    check_name,
    fold_case,
    index_names,
    make_slug,
    number_name,
    pick,
    pick_from,
    suggest,
)
from events.types.sheets import Condition, Sheet
from projections.state.fight_state import FightState
from rulesets.common.definition import cached_per_game
from rulesets.common.fields import read_text, read_texts
from rulesets.common.scene import list_taken_ids
from rulesets.common.statements import LARGEST, MOST_ARMOR, refuse_above_maximum

NOUNS = ("noun", "plural")
"""The fields with the words that a combatant is called by in prose, for one and for several."""

PLAIN = ("name", "player", "side", "armor", "weapons", "conditions", *NOUNS)
"""The fields that an entry of any game can have."""


class Bestiary(Hashable, Protocol):
    """The part of a definition that is about creatures."""

    @property
    def creatures(self) -> Mapping[str, Mapping[str, Any]]:
        """The entry of each creature by name."""
        ...


Choices = Mapping[str, tuple[str, tuple[str, ...]]]
"""By the field of an entry: the standing choice that it makes, and the values it can have."""


def merge_creature(
    rules: Bestiary,
    entry: Mapping[str, Any],
    field: Callable[[str], str],
    below: str = "",
) -> dict[str, Any]:
    """Return an entry over the creature that it comes `from`, with the game's field names.

    A creature is called by its name as a word (“the wolf”), unless its `noun` says otherwise; an
    entry with a name of its own, only if the entry has a noun.

    `below` is the field in which a creature names another creature that it is based on.
    """
    written = {field(key): value for key, value in entry.items()}
    if "from" not in written:
        if "name" not in written:
            raise Refused("A name is missing")
        return written
    creatures, index = rules.creatures, _index_creatures(rules)
    name = pick_from(read_text(written, "from"), index, "creature")
    creature = {key: value for key, value in creatures[name].items() if key != below}
    if below in creatures[name]:
        other = pick_from(read_text(creatures[name], below), index, below)
        creature = {**drop_nouns(creatures[other]), **creature}
    fields = {field(key): value for key, value in creature.items()}
    del written["from"]
    if fold_case(read_text(written, "name", name)) == fold_case(name):
        noun = "" if "plural" in fields and "noun" not in fields else name.lower()
        fields.setdefault("noun", noun)
    else:
        fields = drop_nouns(fields)
    return {"name": name, **fields, **written}


@cached_per_game
def _index_creatures(rules: Bestiary) -> dict[str, str]:
    return index_names(rules.creatures)


def match_field(key: str, known: Mapping[str, str], besides: str = "") -> str:
    """Return the field as the game writes it; raise `Refused` if it is unknown.

    `known` maps folded names to fields; `besides` is added to the refusal.
    """
    found = known.get(fold_case(key))
    if found is None:
        fields = list(dict.fromkeys(known.values()))
        hint = suggest(key, fields, cutoff=0.75) or f"; the fields are {', '.join(fields)}"
        raise Refused(f"Unknown field “{key}”{hint}{besides}")
    return found


def drop_nouns(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a creature for one that is called otherwise."""
    return {key: value for key, value in fields.items() if key not in NOUNS}


def read_nouns(written: Mapping[str, Any]) -> tuple[str, str]:
    """Return the words for one and for several that an entry is called by; empty without any."""
    noun, plural = (read_text(written, each, "") for each in NOUNS)
    return noun and check_name(noun), plural and check_name(plural)


def read_conditions(written: Mapping[str, Any]) -> tuple[Condition, ...]:
    """Return the conditions of an entry."""
    return tuple(map(Condition, read_texts(written, "conditions")))


def read_choices(written: Mapping[str, Any], known: Choices) -> dict[str, str]:
    """Return the standing choices of an entry."""
    return {
        choice: pick(read_text(written, field), values, f"answer to {field}")
        for field, (choice, values) in known.items()
        if field in written
    }


MOST_COMBATANTS = 500
"""The most combatants that ever join a fight."""


def assign_name(state: FightState, sheet: Sheet) -> Sheet:
    """Return the sheet with a free name, an id (ALL-04) and a side.

    It keeps its own id if that is free. If it has no side, its kind decides. Raises `Refused` if
    the fight is full.
    """
    if len(state.combatants) + len(state.absent) >= MOST_COMBATANTS:
        raise Refused(
            f"{MOST_COMBATANTS} combatants have joined this fight, and no more fit in; let one"
            " stand for many."
        )
    others = list_taken_ids(state)
    is_free = sheet.id not in state.combatants and sheet.id not in state.absent
    own = sheet.id if sheet.id == make_slug(sheet.id) and is_free else ""
    name = number_name(check_name(sheet.name), others)
    side = check_name(sheet.side) if sheet.side else ("foes" if sheet.kind == "npc" else "party")
    return msgspec.structs.replace(sheet, id=own or make_slug(name), name=name, side=side)


def check_numbers(sheet: Sheet, what: dict[str, int], most: int = LARGEST) -> None:
    """Raise `Refused` if one of these numbers is below 0 or above `most`."""
    for name, value in what.items():
        if not 0 <= value <= most:
            raise Refused(f"{sheet.name}'s {name} can be 0 to {most}, not {value}.")


def check_armor(sheet: Sheet) -> None:
    """Raise `Refused` if armor or shield is out of range."""
    check_numbers(sheet, {"armor": sheet.armor, "shield": sheet.shield}, MOST_ARMOR)


def check_scores(sheet: Sheet) -> None:
    """Raise `Refused` if a score or a maximum is out of range, or a score is above its maximum."""
    check_numbers(sheet, sheet.scores)
    check_numbers(sheet, sheet.maxima)
    for score, maximum in sheet.maxima.items():
        refuse_above_maximum(f"{sheet.name}'s {score}", sheet.scores[score], maximum)
