"""What is declared in a fight, about to be played: the declarations of a turn, a play that waits
for dice, or declarations that nobody has recorded."""

from __future__ import annotations

from collections.abc import Sequence

from events.errors import Refused
from events.serialization.codec import clean_event
from events.types.declarations import Resolve
from events.types.outcomes import Overruled
from events.types.rolls import Rolled
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.command_handler import preview_declaration, refuse_problems, refuse_while_waiting
from replay.log.event_log import History
from rulesets.core.courses import Start
from rulesets.core.registry import load_ruleset


def start_declared(history: History) -> Start:
    """Return what is declared at the head of a fight, about to be played. Raise `Refused` if
    nothing is."""
    state = history.state(len(history))
    if state.awaited:
        return _resume_play(history, state.playing)
    if state.ended:
        raise Refused("The fight is over, and nothing is declared any more.")
    if not state.pending:
        raise Refused("Nothing is declared yet; declare something, or name a line to judge.")
    return start_play(state, Resolve())


def start_said(state: FightState, declarations: Sequence[Declaration]) -> Start:
    """Return declarations that are not recorded, about to be played after the present ones.

    Actions that wait for their side's turn are played with it. Raise `Refused` as a command would,
    and if an earlier one rolls dice.
    """
    refuse_while_waiting(state)
    *earlier, last = declarations
    for declared in earlier:
        state = preview_declaration(state, declared)
        refuse_while_waiting(state)
    if isinstance(last, TurnAction):
        after = preview_declaration(state, last)
        if not after.awaited:
            return start_play(after, Resolve())
    return start_play(state, last)


def start_play(state: FightState, declaration: Declaration) -> Start:
    """Return a declaration about to be played; raise `Refused` if the rules do not allow it."""
    rules = load_ruleset(state.game.rules)
    prepared = rules.prepare(state, clean_event(declaration))
    problems = rules.check(state, prepared)
    why: str = getattr(prepared, "overrule", "")
    refuse_problems(problems, why)
    after = state.copied()
    seq = state.seq + 1
    fold_one(after, seq, prepared)
    for number, problem in enumerate(problems, start=seq + 1):
        fold_one(after, number, problem.overrule(why))
    return Start(after, prepared, seq)


def _resume_play(history: History, seq: int) -> Start:
    """Return the play that waits for dice, with those that have fallen for it."""
    state = history.state(seq)
    declaration = history[seq].event
    assert isinstance(declaration, Declaration), "only declarations are played"
    since = [row for row in history.on_line(len(history)) if row.seq > seq]
    for row in since:
        if isinstance(row.event, Overruled):
            fold_one(state, row.seq, row.event)
    fallen = {row.event.asked: row.event.face for row in since if isinstance(row.event, Rolled)}
    return Start(state, declaration, seq, fallen)
