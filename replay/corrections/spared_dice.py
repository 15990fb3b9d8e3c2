"""The dice that a correction has spared, told apart from those that lay spared before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.corrections import Spare, Spared
from events.types.rolls import Rolled
from projections.state.fight_state import FightState
from projections.text.correction_phrases import freed_words
from projections.text.words import Words
from replay.log.event_log import History
from replay.log.lineage import naming


class Freed(NamedTuple):
    """The dice that a correction needs no longer, and how many lay spared before it already."""

    dice: Sequence[Spare]
    kept: int


def freed(history: History, dice: Iterable[Spare], before: int) -> Freed:
    """Which of the dice that a correction spares were in use on the line that it corrects, that
    of event `before`."""
    lying: set[int] = set()
    for row in history.on_line(before):
        match row.event:
            case Spared(spares):
                lying |= {spare.first for spare in spares}
            case Rolled():
                lying.discard(history.origin(row.seq))
    every = [*dice]
    new = [spare for spare in every if spare.first not in lying]
    return Freed(new, len(every) - len(new))


def spared_words(history: History, row: Recorded, state: FightState) -> str:
    """What a correction spares, in the row that ends it: “no longer needed: Ada d6 4 (damage);
    also kept: 12 dice”."""
    assert isinstance(row.event, Spared), "asked of spared dice"
    new, kept = freed(history, row.event.dice, history.before(row.seq))
    return freed_words(new, kept, Words(naming(history, row, state)))
