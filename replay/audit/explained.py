"""Differences from the rules in words: only what differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.serialization.codec import encode
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.text.phrases import phrase
from replay.audit.replayed_declaration import Difference
from replay.log.event_log import History

MOST = 20
"""Differences that are put in words; one is enough to be wrong."""


class Explained(NamedTuple):
    """A difference in words: what was recorded, and what of it is `expected` and `recorded`."""

    what: str
    expected: str
    recorded: str


def explained(history: History, differences: Sequence[Difference]) -> list[Explained]:
    """The first differences of a log in words."""
    return [_explained(history, each) for each in differences[:MOST]]


def _explained(history: History, each: Difference) -> Explained:
    state = history.state(each.at or each.seq)
    declared = _words(history[each.seq].event, state)
    expected, recorded = each.expected, each.recorded
    if expected is None or recorded is None:
        said = each.said if expected is None else _words(expected, state)
        return Explained(declared, said, _words(recorded, state) if recorded else "nothing")
    if type(expected) is type(recorded):
        names = [
            name
            for name in expected.__struct_fields__
            if getattr(expected, name) != getattr(recorded, name)
        ]
        pairs = [(getattr(expected, name), getattr(recorded, name)) for name in names]
        if all(isinstance(value, int | str | None) for pair in pairs for value in pair):
            ours, theirs = (
                ", ".join(
                    f"{name.replace('_', ' ')} {_value(pair[at])}"
                    for name, pair in zip(names, pairs, strict=True)
                )
                for at in (0, 1)
            )
            return Explained(_words(recorded, state), ours, theirs)
    return Explained(declared, _words(expected, state), _words(recorded, state))


def _value(value: object) -> str:
    return {"": "none", "None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


def _words(event: AnyEvent, state: FightState) -> str:
    """The event in words; as it is stored where it speaks of what there is not."""
    try:
        return phrase(event, state)
    except (KeyError, AttributeError, IndexError):
        return encode(event)
