"""The fold: applies events to the state of a fight.

Each event type has at most one handler, which changes the state in place. Call `fold` or
`fold_one`, never a handler; to keep the state before, copy it first (`FightState.copied`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.store.protocol import Store, read_line
from events.types import declarations as d
from events.types import log_events as h
from events.types import outcomes as o
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, TurnAction
from projections.state.fight_state import Combatant, FightState, Handler, Pending
from projections.state.fold_combatants import COMBATANT_HANDLERS


def _started(state: FightState, event: d.FightStarted, seq: int) -> None:
    state.title, state.game = event.title, event.game
    state.dice, state.sealed = event.dice, event.sealed


def _declared(state: FightState, event: TurnAction, seq: int) -> None:
    replaced = state.replaced_by(event)
    if replaced:
        state.pending = [each for each in state.pending if each not in replaced]
    state.pending.append(Pending(seq, event))


def _overruled(state: FightState, event: o.Overruled, seq: int) -> None:
    """Add an overruled rule to the declaration right before it."""
    last = state.pending[-1] if state.pending else None
    if last is not None and seq == last.seq + 1 + len(last.overruled):
        overruled = (*last.overruled, event.problem)
        state.pending[-1] = msgspec.structs.replace(last, overruled=overruled)


def _round(state: FightState, event: o.RoundBegan, seq: int) -> None:
    state.round, state.order, state.late = event.number, event.order, event.late
    state.turn, state.rolled = 0, False
    for one in state.combatants.values():
        one.moves, one.acted, one.used, one.fresh = 0, 0, (), False


def _round_over(state: FightState, event: o.RoundEnded, seq: int) -> None:
    state.pending.clear()
    state.phase = ""


def _lapsed(state: FightState, event: o.Lapsed, seq: int) -> None:
    """Drop the declarations that lapse outside a turn; the end of a turn drops its own."""
    if not state.acting:
        state.pending = [each for each in state.pending if each.action.by != event.who]


def _turn(state: FightState, event: o.TurnBegan, seq: int) -> None:
    state.turns += 1
    state.acting, state.alone = event.side, event.alone


def _turn_over(state: FightState, event: o.TurnEnded, seq: int) -> None:
    done = _done(state, event)
    if state.round:
        for each in done:
            _spend(state.combatants[each.action.by], each.action)
    seqs = {
        each.seq for each in done
    }  # comparing declarations themselves would take most of the time
    state.pending = [each for each in state.pending if each.seq not in seqs]
    state.acting = state.alone = ""
    if state.round and not event.alone:
        state.turn += 1


def _done(state: FightState, event: o.TurnEnded) -> list[Pending]:
    """Return the declarations that a turn resolved; a late one is resolved alone."""
    pending, combatants = state.pending, state.combatants
    if event.alone:
        return [each for each in pending if each.action.by == event.alone][-1:]
    if state.side_to_act:
        turn = state.turn
        return [each for each in pending if state.acts_in(turn, combatants[each.action.by])]
    return [each for each in pending if combatants[each.action.by].side == event.side]


def _spend(one: Combatant, action: TurnAction) -> None:
    if isinstance(action, d.Attack):
        one.acted += 1
        one.used += action.weapons
    elif isinstance(action, d.Move):
        one.moves += 1
    else:
        one.acted += 1


def _clock(state: FightState, event: o.ClockAdvanced, seq: int) -> None:
    state.clock = event.now


def _awaited(state: FightState, event: o.Awaited, seq: int) -> None:
    state.playing, state.awaited = event.input, list(event.asks)


def _rolled(state: FightState, event: Rolled, seq: int) -> None:
    if state.round and event.purpose != "opening":
        state.rolled = True
    draw = event.draw
    if draw is not None:
        key = (event.by, event.purpose, event.die)
        if key not in state.strays and draw == state.draws.get(key, 0):
            state.draws[key] = draw + 1
        else:
            _use_astray(state, key, draw)
    if state.awaited:
        state.awaited = [each for each in state.awaited if each != event.asked]
        if not state.awaited:
            state.playing = 0


def _use_astray(state: FightState, key: tuple[str, str, str], draw: int) -> None:
    """Note a draw out of order, as corrections use them, until the series catches up with it."""
    lowest = state.draws.get(key, 0)
    if draw != lowest:
        state.strays[key] = state.strays.get(key, frozenset()) | {draw}
        return
    lowest += 1
    strays = state.strays.pop(key, None)
    if strays:
        while lowest in strays:
            lowest += 1
        ahead = frozenset(stray for stray in strays if stray > lowest)
        if ahead:
            state.strays[key] = ahead
    state.draws[key] = lowest


def _dice(state: FightState, event: d.ChooseDice, seq: int) -> None:
    state.dice = event.dice


def _sealed(state: FightState, event: h.Sealed, seq: int) -> None:
    state.sealed = event.sealed


def _rules(state: FightState, event: h.RulesChanged, seq: int) -> None:
    state.game = event.game


def _ended(state: FightState, event: d.EndFight, seq: int) -> None:
    state.ended = True


def _phase(state: FightState, event: o.PhaseBegan, seq: int) -> None:
    state.turns += 1
    state.phase = event.phase


def _phase_over(state: FightState, event: o.PhaseEnded, seq: int) -> None:
    for each in state.pending:
        if each.seq in event.done:
            _spend(state.combatants[each.action.by], each.action)
    state.pending = [each for each in state.pending if each.seq not in event.done]
    state.phase = ""


def _area(state: FightState, event: d.Area, seq: int) -> None:
    state.areas = {**state.areas, event.name: event}


ROUND_HANDLERS: dict[type, Handler] = {
    d.FightStarted: _started,
    d.Attack: _declared,
    d.Move: _declared,
    d.Area: _area,
    d.Aid: _declared,
    d.Treat: _declared,
    d.Disengage: _declared,
    d.Manoeuvre: _declared,
    d.Retreat: _declared,
    d.Special: _declared,
    d.Act: _declared,
    d.ChooseDice: _dice,
    d.EndFight: _ended,
    o.Overruled: _overruled,
    o.RoundBegan: _round,
    o.RoundEnded: _round_over,
    o.Lapsed: _lapsed,
    o.TurnBegan: _turn,
    o.TurnEnded: _turn_over,
    o.ClockAdvanced: _clock,
    o.Awaited: _awaited,
    o.PhaseBegan: _phase,
    o.PhaseEnded: _phase_over,
    h.Sealed: _sealed,
    h.RulesChanged: _rules,
    Rolled: _rolled,
}

HANDLERS: dict[type, Handler] = {**COMBATANT_HANDLERS, **ROUND_HANDLERS}
"""The handlers by event type. An event without one changes no state: it is there to be read."""


def fold(state: FightState, first: int, events: Iterable[AnyEvent]) -> FightState:
    """Apply consecutive events, the first with seq `first`, to the state, and return it."""
    find = HANDLERS.get
    seq = first - 1
    for seq, event in enumerate(events, start=first):
        handler = find(type(event))
        if handler is not None:
            handler(state, event, seq)
    if seq >= first:
        state.seq = seq
    return state


def fold_one(state: FightState, seq: int, event: AnyEvent) -> None:
    """Apply one event, as live play does at every step."""
    handler = HANDLERS.get(type(event))
    if handler is not None:
        handler(state, event, seq)
    state.seq = seq


def fold_line(store: Store, fight: str, head: int) -> FightState:
    """Return the state at event `head`, folded from the beginning of its line."""
    state = FightState()
    for first, events in read_line(store, fight, head):
        fold(state, first, events)
    return state
