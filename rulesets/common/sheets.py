"""Entries of rosters and creatures, as far as every game reads them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from events.errors import Refused
from events.types.names import checked_name, folded, numbered, slug
from events.types.sheets import Condition, Sheet
from projections.state.fight_state import FightState
from rulesets.common.definition import once_a_game
from rulesets.common.fields import text, texts
from rulesets.common.naming import index, nearest, pick, pick_from
from rulesets.common.scene import taken
from rulesets.common.statements import LARGEST, MOST_ARMOR, refuse_above_maximum

PLAIN = ("name", "player", "side", "armor", "weapons", "conditions")
"""What an entry of any game can have."""

Creatures = Mapping[str, Mapping[str, Any]]

Choices = Mapping[str, tuple[str, tuple[str, ...]]]
"""By the field of an entry: the standing answer it gives, and what it can be."""


def with_creature(
    creatures: Creatures,
    entry: Mapping[str, Any],
    field: Callable[[str], str],
    below: str = "",
) -> dict[str, Any]:
    """The entry over the creature it comes `from`, field names as the game writes them; `below`
    is the field in which a creature names another that it lies over."""
    written = {field(key): value for key, value in entry.items()}
    if "from" not in written:
        if "name" not in written:
            raise Refused("a name is missing")
        return written
    name = pick_from(text(written, "from"), _names(creatures), "creature")
    creature = {key: value for key, value in creatures[name].items() if key != below}
    if below in creatures[name]:
        other = pick_from(text(creatures[name], below), _names(creatures), below)
        creature = {**creatures[other], **creature}
    fields = {field(key): value for key, value in creature.items()}
    del written["from"]
    return {"name": name, **fields, **written}


def field(key: str, known: Mapping[str, str], besides: str = "") -> str:
    """The field as the game writes it; `known` has them by how they are compared. `besides` is
    what else there is to say of one that is not among them."""
    found = known.get(folded(key))
    if found is None:
        fields = list(dict.fromkeys(known.values()))
        hint = nearest(key, fields, cutoff=0.75) or f"; the fields are {', '.join(fields)}"
        raise Refused(f"unknown field “{key}”{hint}{besides}")
    return found


def conditions(written: Mapping[str, Any]) -> tuple[Condition, ...]:
    """The conditions somebody is in."""
    return tuple(map(Condition, texts(written, "conditions")))


def choices(written: Mapping[str, Any], known: Choices) -> dict[str, str]:
    """The standing answers of an entry."""
    return {
        choice: pick(text(written, field), values, f"answer to {field}")
        for field, (choice, values) in known.items()
        if field in written
    }


@once_a_game
def _names(creatures: Creatures) -> dict[str, str]:
    return index(creatures)


def named(state: FightState, sheet: Sheet) -> Sheet:
    """The sheet with a free name and its id (ALL-04), an id of its own where nobody else goes by
    that; a side that is not said goes by kind."""
    others = taken(state)
    is_free = sheet.id not in state.combatants and sheet.id not in state.absent
    own = sheet.id if sheet.id == slug(sheet.id) and is_free else ""
    name = numbered(checked_name(sheet.name), others)
    side = checked_name(sheet.side) if sheet.side else ("foes" if sheet.kind == "npc" else "party")
    return msgspec.structs.replace(sheet, id=own or slug(name), name=name, side=side)


def check_numbers(sheet: Sheet, what: dict[str, int], most: int = LARGEST) -> None:
    """Raise `Refused` where one of these is below nothing or beyond what can be."""
    for name, value in what.items():
        if not 0 <= value <= most:
            raise Refused(f"{sheet.name}'s {name} can be 0 to {most}, not {value}.")


def check_armor(sheet: Sheet) -> None:
    """Raise `Refused` where what is worn cannot be."""
    check_numbers(sheet, {"armor": sheet.armor, "shield": sheet.shield}, MOST_ARMOR)


def check_scores(sheet: Sheet) -> None:
    """Raise `Refused` where a score or a maximum cannot be, or is less than what is left."""
    check_numbers(sheet, sheet.scores)
    check_numbers(sheet, sheet.maxima)
    for score, maximum in sheet.maxima.items():
        refuse_above_maximum(f"{sheet.name}'s {score}", sheet.scores[score], maximum)
