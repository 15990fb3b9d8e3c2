"""What a fight waits for, as one reader may know it; and what can be declared for a combatant."""

from __future__ import annotations

from contextlib import suppress

from combatlog.server.answers import Awaited, Options, Person, Turn
from combatlog.server.last_deeds import find_own_deed, propose_targets
from combatlog.server.open_fight import OpenFight
from combatlog.server.scopes import require_scope
from combatlog.server.seats import Seat
from events.errors import Refused
from events.types.declarations import Act, Resolve
from events.types.rolls import Asked
from projections.queries.visibility import may_read, sees_numbers
from projections.state.fight_state import Combatant, FightState
from replay.command_handler import find_left_out
from replay.log.event_log import History
from replay.log.undo import redo, undo
from replay.odds.targets import Target, find_targets
from rulesets.core.registry import load_ruleset
from rulesets.options.option import Option, fill_in, find_obstacles
from rulesets.options.rulings import list_fight_rulings, list_rulings_about
from rulesets.options.turn_options import list_turn_options

_ENDINGS = ("resolve", "begin-round", "end-fight")
"""The rulings that can leave somebody out."""


def read_turn(opened: OpenFight, seat: Seat) -> Turn:
    """Return what the fight waits for."""
    own = frozenset(one.id for one in opened.list_own(seat, "declare"))
    thrown = frozenset(one.id for one in opened.list_own(seat, "roll")) if seat.is_bot else own
    key = ("turn", seat.audience, own, thrown)
    return opened.keep(key, lambda: _make_turn(opened, seat, own, thrown))


def read_options(opened: OpenFight, seat: Seat, who: str) -> Options:
    """Return what can be declared for a combatant. Raises `Refused` where nobody has this id, or
    somebody else speaks for them."""
    one = opened.state.combatants.get(who)
    if one is None:
        raise Refused(f"Nobody in this fight has the id “{who[:40]}”.")
    if seat.is_bot:
        require_scope(seat.may, f"declare:{who}")
    elif who not in {own.id for own in opened.list_own(seat)}:
        raise Refused(f"{one.name} is not yours; somebody else speaks for them.")
    return opened.keep(("options", seat.audience, who), lambda: _make_options(opened, seat, one))


def _make_options(opened: OpenFight, seat: Seat, one: Combatant) -> Options:
    state = opened.state
    turn = list_turn_options(state, one, seat.audience) if one.standing == "in" else []
    turn = [propose_targets(each, one.id, opened.fight.history) for each in turn]
    rulings = list_rulings_about(state, one) if seat.is_referee else []
    return Options(opened.last, turn, rulings)


def _make_turn(opened: OpenFight, seat: Seat, own: frozenset[str], thrown: frozenset[str]) -> Turn:
    state, history = opened.state, opened.fight.history
    targets: dict[Asked, Target] = {}
    if state.awaited:
        targets = opened.keep(("targets",), lambda: find_targets(history))
    awaited = [
        Awaited(
            each.by,
            state.combatants[each.by].name,
            each.die,
            each.purpose,
            each.nth,
            state.draws_for(each.by),
            each.by in thrown,
            *_read_target(targets.get(each), state, seat),
        )
        for each in state.awaited
    ]
    people = [
        Person(
            one.id,
            one.name,
            one.side,
            one.id in own,
            [_find_words(opened, seat, each.seq) for each in state.pending_of(one.id)],
            one.id in own and _may_act(opened, one),
            one.id in own and bool(state.replaced_by(Act(one.id, "acts", instead=True))),
        )
        for one in state.combatants.values()
        if one.standing == "in"
    ]
    rulings = list_fight_rulings(state) if seat.is_referee else []
    undone = opened.keep(("undone",), lambda: _find_undone_command(history))
    redone = opened.keep(("redone",), lambda: _find_redone_command(history))
    waiting = opened.keep(("waiting",), lambda: _list_waiting(opened))
    deed = 0 if seat.is_referee else find_own_deed(history, own, undone)
    return Turn(
        opened.last,
        state.dice,
        awaited,
        people,
        [one.name for one in waiting if sees_numbers(state, one.id, seat.audience)],
        _find_words(opened, seat, undone) if undone else "",
        _find_words(opened, seat, redone) if redone else "",
        rulings,
        [_find_left_out(state, each) for each in rulings],
        _find_words(opened, seat, deed) if deed else "",
        f"strike {deed}" if deed else "",
    )


def _read_target(target: Target | None, state: FightState, seat: Seat) -> tuple[str, int, bool]:
    """Return what a die has to show, if somebody may read the outcome that would tell it."""
    if target is None or not may_read(target.check, state, seat.audience):
        return "", 0, False
    return target.score, target.bound, target.high


def _may_act(opened: OpenFight, one: Combatant) -> bool:
    """Return whether a combatant can declare something now. It is the same for all who ask."""
    state = opened.state
    if state.awaited:
        return False
    return opened.keep(("may act", one.id), lambda: not find_obstacles(state, Act(one.id, "acts")))


def _list_waiting(opened: OpenFight) -> list[Combatant]:
    """Return those who could declare something in the present turn and have not; between rounds,
    in the next one."""
    state = opened.state
    if state.awaited or state.ended:
        return []
    if not state.round_open:
        present = [one for one in state.combatants.values() if one.standing == "in"]
        return [one for one in present if not state.pending_of(one.id) and _may_act(opened, one)]
    with suppress(Refused):
        return load_ruleset(state.game.rules).find_left_out(state, Resolve())
    return []


def _find_left_out(state: FightState, ruling: Option) -> str:
    """Say whom a ruling about the fight would leave out; empty if nobody."""
    if ruling.barred or ruling.type not in _ENDINGS:
        return ""
    return find_left_out(state, [fill_in(state.game, ruling, {})])


def _find_words(opened: OpenFight, seat: Seat, seq: int) -> str:
    """Return an event in the words that somebody reads."""
    return opened.feed(seat.audience).find_words(seq)


def _find_undone_command(history: History) -> int:
    """Return the first event of what an undo would take back; 0 where it takes back nothing."""
    with suppress(Refused):
        moves = undo(history)
        before_last = moves[-2].parent if len(moves) > 1 else history.position()
        return history.find_command_row(before_last or 0).seq
    return 0


def _find_redone_command(history: History) -> int:
    """Return the first event of what a redo would bring back; 0 where it brings back nothing."""
    if not history.undone:  # a refusal would first search the log for its reason
        return 0
    return history.find_command_row(redo(history)[0].parent or 0).seq
