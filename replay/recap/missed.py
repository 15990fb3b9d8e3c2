"""Chances that were missed: turns nobody used, aid that was allowed and not given, morale that the
referee overruled or switched off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple

from events.types.declarations import BeginRound, Resolve
from events.types.outcomes import Left, MoraleTested
from events.types.statements import Return
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.plays import list_plays
from replay.recap.rescues import list_helpers
from rulesets.core.courses import Unplayable, judge_by_rules
from rulesets.core.registry import load_ruleset

MissedKind = Literal["turn", "aid", "morale overruled", "morale off"]


class MissedChance(NamedTuple):
    """A chance that was missed in a round, with event `seq`: `who` did not use a turn; `who` gave
    `whom` no aid; the referee brought `who` back, who had fled; nobody's morale was tested."""

    kind: MissedKind
    seq: int
    round: int
    who: str = ""
    whom: str = ""


def find_missed(history: History) -> Iterator[MissedChance]:
    """Yield the missed chances of the present line, in their order."""
    fled: set[str] = set()
    tested = False
    last = 0
    for play in list_plays(history):
        state, said, seq = play.start.state, play.start.declaration, play.start.seq
        last = seq
        if isinstance(said, Resolve | BeginRound) and state.round_open:
            with suppress(Unplayable):  # other rules wrote this log
                yield from judge_by_rules(seq, partial(_find_unused, state, said, seq))
        if isinstance(said, Return) and said.who in fled:
            fled.discard(said.who)
            yield MissedChance("morale overruled", seq, state.round, said.who)
        for _, event in play.events:
            tested = tested or isinstance(event, MoraleTested)
            if isinstance(event, Left) and event.how in ("fled", "surrendered"):
                fled.add(event.who)
    game = history.state(len(history)).game
    if last and not tested and load_ruleset(game.rules).is_morale_off(game):
        yield MissedChance("morale off", last, 0)


def _find_unused(state: FightState, ending: Resolve | BeginRound, seq: int) -> list[MissedChance]:
    found = []
    for one in load_ruleset(state.game.rules).find_left_out(state, ending):
        found.append(MissedChance("turn", seq, state.round, one.id))
        for other in state.combatants.values():
            if other.id != one.id and one.id in list_helpers(state, other.id):
                found.append(MissedChance("aid", seq, state.round, one.id, other.id))
    return found
