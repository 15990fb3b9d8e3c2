"""What differs in two ways of joining a fight: of two sheets of the same combatant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from events.types.sheets import Sheet
from projections.queries.state_diff import Row, combatant_rows
from projections.state.fight_state import FightState
from projections.state.fold_combatants import enter
from projections.text.words import amount

_NAMED = ("name", "side")
"""What the words for joining say anyway."""

_BY_WORDS = ("condition", "wound", "weapon")
"""What is told by its own words, and is there or is not."""


class Rejoined(NamedTuple):
    """What differs, as it is now and as it was: “armor 0, HP 9” and “armor 1, HP 8”."""

    now: str
    was: str


def rejoined(was: Sheet, now: Sheet, state: FightState) -> Rejoined:
    """What differs between joining as it was said and as it is said now, in a fight."""
    rows = [
        (what, _of_most(state, was, what, then), _of_most(state, now, what, to))
        for what, then, to in _once(combatant_rows(state, state, enter(was), enter(now)))
    ]
    of_most = {f"max {what}" for what, then, to in rows if "/" in then + to}
    rows = [row for row in rows if row[0] not in of_most]
    return Rejoined(
        ", ".join(_part(what, to, other=then) for what, then, to in rows if what not in _NAMED),
        ", ".join(
            then if what in _NAMED else _part(what, then, other=to) for what, then, to in rows
        ),
    )


def _of_most(state: FightState, sheet: Sheet, what: str, value: str) -> str:
    """“4/6” for a score that is not at its maximum."""
    if what not in sheet.scores:
        return value
    most = sheet.maxima.get(what, sheet.scores[what])
    return value if most == sheet.scores[what] else f"{value}/{amount(state.game, what, most)}"


def _once(rows: Iterator[Row]) -> Iterator[Row]:
    """Without maxima that differ like the scores they go with."""
    told: dict[str, tuple[str, str]] = {}
    for what, then, now in rows:
        if told.get(what.removeprefix("max ")) != (then, now):
            told[what] = (then, now)
            yield what, then, now


def _part(what: str, value: str, other: str) -> str:
    """“armor 0”, “club d8”, “no club d8”, “player none”."""
    if what in _BY_WORDS:
        return value or f"no {other}"
    return f"{what} {value or 'none'}"
