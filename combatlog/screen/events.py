"""Events of a line, or of one that is proposed, in the words that held when they happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from events.types.corrections import Skipped
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import phrase
from replay.corrections.line_diff import Told
from replay.log.event_log import History
from replay.log.lineage import naming


def said_events(history: History, events: Iterable[Told], start: FightState) -> Mapping[int, str]:
    """Events in words, by seq; `start` is the state before the first. What is skipped speaks of
    people who may never have joined: they have their names from where it was said first."""
    words: dict[int, str] = {}
    state = start.copied()
    for each in events:
        fold_one(state, each.seq, each.event)
        named = state
        if isinstance(each.event, Skipped) and each.origin <= len(history):
            named = naming(history, replace(history[each.origin], event=each.event), state)
        words[each.seq] = phrase(each.event, named)
    return words
