"""The fold: applies events to the state of a fight.

Each event type has at most one handler, which changes the state in place. Call `fold` or
`fold_one`, never a handler; to keep the state before, copy it first (`FightState.copied`).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.store.protocol import Store, read_line
from events.types import declarations as d, log_events as h, outcomes as o
from events.types.commitments import Anchored
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, TurnAction
from projections.state.fight_state import Combatant, FightState, Handler, Pending
from projections.state.fold_combatants import COMBATANT_HANDLERS


def _fold_started(state: FightState, event: d.FightStarted, seq: int) -> None:
    state.title, state.game = event.title, event.game
    state.dice, state.sealed, state.anchor = event.dice, event.sealed, event.anchor


def _fold_declared(state: FightState, event: TurnAction, seq: int) -> None:
    replaced = state.replaced_by(event)
    if replaced:
        state.pending = [each for each in state.pending if each not in replaced]
    state.pending.append(Pending(seq, event))
    if isinstance(event, d.Attack):
        state.wielded[event.by] = event.weapons


def _fold_overruled(state: FightState, event: o.Overruled, seq: int) -> None:
    """Add an overruled rule to the declaration right before it."""
    last = state.pending[-1] if state.pending else None
    if last is not None and seq == last.seq + 1 + len(last.overruled):
        what = f"{event.clause} {event.bar}" if event.bar else event.problem
        overruled = (*last.overruled, what)
        state.pending[-1] = msgspec.structs.replace(last, overruled=overruled)


def _fold_round(state: FightState, event: o.RoundBegan, seq: int) -> None:
    state.round, state.order, state.late = event.number, event.order, event.late
    state.turn, state.rolled, state.round_over = 0, False, False
    for one in state.combatants.values():
        one.moves, one.acted, one.used, one.fresh = 0, 0, (), False


def _fold_round_over(state: FightState, event: o.RoundEnded, seq: int) -> None:
    state.pending.clear()
    state.phase, state.round_over = "", True


def _fold_lapsed(state: FightState, event: o.Lapsed, seq: int) -> None:
    """Drop the declarations that lapse outside a turn; the end of a turn drops its own."""
    if not state.acting:
        state.pending = [each for each in state.pending if each.action.by != event.who]


def _fold_turn(state: FightState, event: o.TurnBegan, seq: int) -> None:
    state.turns += 1
    state.acting, state.alone = event.side, event.alone


def _fold_turn_over(state: FightState, event: o.TurnEnded, seq: int) -> None:
    done = _list_done(state, event)
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


def _list_done(state: FightState, event: o.TurnEnded) -> list[Pending]:
    """Return the declarations that a turn resolved; a late one is resolved alone."""
    pending, combatants = state.pending, state.combatants
    if event.done:
        return [each for each in pending if each.seq in event.done]
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


def _fold_clock(state: FightState, event: o.ClockAdvanced, seq: int) -> None:
    state.clock = event.now


def _fold_awaited(state: FightState, event: o.Awaited, seq: int) -> None:
    state.playing, state.awaited = event.input, list(event.asks)


def _fold_rolled(state: FightState, event: Rolled, seq: int) -> None:
    if state.round and event.purpose != "opening":
        state.rolled = True
    draw = event.draw
    if draw is not None:
        key = (event.by, event.purpose, str(event.epoch) if state.anchor else event.die)
        if key not in state.strays and draw == state.draws.get(key, 0):
            state.draws[key] = draw + 1
        else:
            _use_stray_draw(state, key, draw)
    if state.awaited:
        state.awaited = [each for each in state.awaited if each != event.asked]
        if not state.awaited:
            state.playing = 0


def _use_stray_draw(state: FightState, key: tuple[str, str, str], draw: int) -> None:
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


def _fold_dice(state: FightState, event: d.ChooseDice, seq: int) -> None:
    state.dice = event.dice


def _fold_sealed(state: FightState, event: h.Sealed, seq: int) -> None:
    state.sealed = event.sealed


def _fold_anchored(state: FightState, event: Anchored, seq: int) -> None:
    state.anchor = event.anchor


def _fold_rules(state: FightState, event: h.RulesChanged, seq: int) -> None:
    state.game = event.game


def _fold_ended(state: FightState, event: d.EndFight, seq: int) -> None:
    state.ended = True


def _fold_phase(state: FightState, event: o.PhaseBegan, seq: int) -> None:
    state.turns += 1
    state.phase = event.phase


def _fold_phase_over(state: FightState, event: o.PhaseEnded, seq: int) -> None:
    for each in state.pending:
        if each.seq in event.done:
            _spend(state.combatants[each.action.by], each.action)
    state.pending = [each for each in state.pending if each.seq not in event.done]
    state.phase = ""


def _fold_area(state: FightState, event: d.Area, seq: int) -> None:
    state.areas = {**state.areas, event.name: event}


ROUND_HANDLERS: dict[type, Handler] = {
    d.FightStarted: _fold_started,
    d.Attack: _fold_declared,
    d.Move: _fold_declared,
    d.Area: _fold_area,
    d.Aid: _fold_declared,
    d.Treat: _fold_declared,
    d.Disengage: _fold_declared,
    d.Manoeuvre: _fold_declared,
    d.Retreat: _fold_declared,
    d.Special: _fold_declared,
    d.Act: _fold_declared,
    d.ChooseDice: _fold_dice,
    d.EndFight: _fold_ended,
    o.Overruled: _fold_overruled,
    o.RoundBegan: _fold_round,
    o.RoundEnded: _fold_round_over,
    o.Lapsed: _fold_lapsed,
    o.TurnBegan: _fold_turn,
    o.TurnEnded: _fold_turn_over,
    o.ClockAdvanced: _fold_clock,
    o.Awaited: _fold_awaited,
    o.PhaseBegan: _fold_phase,
    o.PhaseEnded: _fold_phase_over,
    h.Sealed: _fold_sealed,
    Anchored: _fold_anchored,
    h.RulesChanged: _fold_rules,
    Rolled: _fold_rolled,
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
