"""The course of a whole file: what is shown of the fight after every event, as what changed.

A change is told against the event that is followed (`parent`), so that what was undone has its
own states, and what came after an undo goes on from where the head went.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from combatlog.replaypage.cards import card, scene
from events.store.envelope import Recorded
from projections.queries.visibility import Audience
from projections.state.fight_state import FightState
from projections.state.fold import HANDLERS, fold_one
from replay.log.event_log import History

Shown = dict[str, Any]
"""A card, or the scene: what is shown under each key."""

SCENE = "scene"
"""The key of the fight itself; combatants have the number of their joining."""


class Moment(NamedTuple):
    """An event, the fight with it, and what it changed of what is shown: by combatant's number
    (or `SCENE`) the new value under each key, None where there is nothing any more. The state is
    only good until the next moment."""

    row: Recorded
    state: FightState
    changed: dict[str, Shown]


class _Stage(NamedTuple):
    """A state and what is shown of it."""

    state: FightState
    shown: dict[str, Shown]

    def copied(self) -> _Stage:
        return _Stage(self.state.copied(), dict(self.shown))


def course(history: History, audience: Audience, people: dict[str, int]) -> Iterator[Moment]:
    """Every event of the file. `people` numbers everybody who ever joins, by id, from 0; it is
    filled while the moments are read."""
    parents = {row.parent for row in history.rows if row.parent != row.seq - 1}
    stage = _Stage(FightState(), {})
    kept = {0: stage.copied()}
    for row in history.rows:
        if row.parent != row.seq - 1:
            stage = kept[row.parent].copied()
        fold_one(stage.state, row.seq, row.event)
        changed: dict[str, Shown] = {}
        if type(row.event) in HANDLERS:
            now = _shown(stage.state, audience, people)
            changed = _changes(stage.shown, now)
            stage = stage._replace(shown=now)
        yield Moment(row, stage.state, changed)
        if row.seq in parents:
            kept[row.seq] = stage.copied()


def _shown(state: FightState, audience: Audience, people: dict[str, int]) -> dict[str, Shown]:
    """Everything that is shown of a state."""
    shown = {SCENE: scene(state)}
    for id, one in state.combatants.items():
        number = people.setdefault(id, len(people))
        shown[str(number)] = card(one, state, audience)
    return shown


def _changes(was: dict[str, Shown], now: dict[str, Shown]) -> dict[str, Shown]:
    """By whom, the keys that have another value now; who is not there any more has none left."""
    changed = {}
    for whose in {**was, **now}:
        before, after = was.get(whose, {}), now.get(whose, {})
        if before != after:
            keys = {**before, **after}
            changed[whose] = {
                key: after.get(key) for key in keys if before.get(key) != after.get(key)
            }
    return changed
