"""The dice of a line, each with its luck."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.types import outcomes as o
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.queries.statistics import Luck
from projections.state.fight_state import FightState
from projections.state.fold import fold_one


class RollRecord(msgspec.Struct):
    """A die that fell: when, for which player, and its luck; `over` if the fight was over."""

    seq: int
    round: int
    turn: int
    player: str
    rolled: Rolled
    over: bool = False
    luck: Luck = msgspec.field(default_factory=Luck)


def collect_rolls(events: Iterable[tuple[int, AnyEvent]]) -> list[RollRecord]:
    """Return the dice of a line. Only the outcome of a save shows that its die was a save, which
    had to be low."""
    state, rolls = FightState(), list[RollRecord]()
    open: dict[tuple[str, str], list[RollRecord]] = {}
    for seq, event in events:
        fold_one(state, seq, event)
        if isinstance(event, Rolled):
            player = state.combatants[event.by].player
            die = RollRecord(seq, state.round, state.turns, player, event, state.ended)
            die.luck.take(event)
            rolls.append(die)
            open.setdefault((event.by, event.purpose), []).append(die)
        elif isinstance(event, o.SaveRolled) and event.face:
            thrown = open.get((event.who, event.purpose), [])
            die = next(each for each in thrown if each.rolled.face == event.face)
            die.luck.turn(20, event.face)
            thrown.remove(die)
    return rolls
