"""Turns: what a side's turn resolves and what lapses; what speaks against resolving, beginning a
round, declaring and going on as somebody else. Each game says on which of its `Clauses` that
rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from events.types import declarations as d
from events.types.base import tag_of
from events.types.outcomes import Lapsed
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant, FightState, Pending
from projections.text.words import side_words
from rulesets.common.scene import Scene, absence, player_of
from rulesets.core.play import Play
from rulesets.core.ruleset import Problem


class Clauses(NamedTuple):
    """`time` is the one about rounds and the fight's end, `declaring` about when something is
    declared, `together` about whose declarations are resolved at once, `order` about the sides'
    turns, `targets` about several targets of one attack. What a family says nothing of is the
    referee's to state: who goes on for somebody dead (`heirs`), how `areas` lie."""

    time: str
    declaring: str
    together: str
    order: str
    targets: str
    heirs: str = "ALL-01"
    areas: str = "ALL-01"


def declared(scene: Scene[Any], side: str, alone: str) -> list[Pending]:
    """What the turn of a side resolves; a late declaration is resolved by itself."""
    if alone:
        return [waiting for waiting in scene.state.pending if waiting.seq == scene.seq]
    return [
        waiting
        for waiting in scene.state.pending
        if scene.takes_turn(scene.one(waiting.action.by), side)
    ]


def side_resolved(state: FightState, declared: d.Resolve) -> str:
    """The side that is resolved: whose turn it is; before any round, who declared first."""
    if declared.side:
        return declared.side
    return state.side_to_act or state.combatants[state.pending[0].action.by].side


def lapsed(action: TurnAction, why: str) -> Lapsed:
    """What was declared does not happen."""
    return Lapsed(action.by, tag_of(action), why)


def lapse_all(state: FightState, why: str) -> Play[None]:
    """Nothing of what is still declared happens."""
    for waiting in list(state.pending):
        yield lapsed(waiting.action, why)


def against(waiting: Pending, problems: Iterable[Problem]) -> str:
    """The first of these problems that the referee has not overruled when it was declared; empty
    where there is none."""
    reasons = (problem.reason for problem in problems)
    return next((reason for reason in reasons if reason not in waiting.overruled), "")


def gone_by(state: FightState, one: Combatant, clauses: Clauses) -> Problem | None:
    """Has their side had its turn in the round under way, or has it none?"""
    if not state.side_to_act:
        return Problem(
            f"The turns of round {state.round} are done; begin the next round first",
            clauses.declaring,
        )
    if one.side not in state.order:
        return Problem(f"{one.side} has no turn in round {state.round}", clauses.order)
    if not state.has_turn_left(one):
        return Problem(
            f"{one.name} declares too late: the turn of {side_words(one.side)} in round"
            f" {state.round} is done",
            clauses.declaring,
        )
    return None


def check_resolve(state: FightState, declared: d.Resolve, clauses: Clauses) -> Iterator[Problem]:
    """Is there something to resolve, and is it that side's turn?"""
    if state.ended:
        yield Problem("The fight is over; undo its end to go on", clauses.time, False)
    elif state.round:
        if not state.side_to_act:
            yield Problem(
                f"The turns of round {state.round} are done; begin the next round",
                clauses.together,
                False,
            )
        elif declared.side not in ("", state.side_to_act):
            yield Problem(
                f"It is the turn of {side_words(state.side_to_act)}, not of"
                f" {side_words(declared.side)}",
                clauses.order,
                False,
            )
    elif not declared.side and not state.pending:
        yield Problem(
            "Nobody has declared anything; name a side to let its turn pass",
            clauses.declaring,
            False,
        )


def check_begin_round(
    state: FightState, declared: d.BeginRound, clauses: Clauses
) -> Iterator[Problem]:
    """Can the next round begin?"""
    if state.ended:
        yield Problem("The fight is over; undo its end to go on", clauses.time, False)
    elif not state.combatants:
        yield Problem("Nobody has joined the fight yet", clauses.time, False)
    elif state.round and (declared.waived or declared.versus):
        yield Problem("An opening can only open the first round", clauses.order, False)
    elif state.round:
        declarers = (state.combatants[waiting.action.by] for waiting in state.pending)
        held_up = next((one for one in declarers if state.has_turn_left(one)), None)
        if held_up is not None:  # where no turn is left for it, it lapses
            yield Problem(
                f"What {held_up.name} has declared is not resolved yet; resolve it first",
                clauses.declaring,
            )


def check_take_over(state: FightState, declared: d.TakeOver, clause: str) -> Iterator[Problem]:
    """Is there a dead character, and somebody to go on as?"""
    dead, heir = state.combatants[declared.dead], state.combatants[declared.to]
    if dead.standing != "dead" or dead.kind != "pc":
        yield Problem(f"{dead.name} is not a dead player character", clause)
    elif dead.successor:
        name = state.combatants[dead.successor].name
        yield Problem(f"{dead.name}'s player has gone on as {name} already", clause)
    if heir.standing != "in":
        yield Problem(absence(heir), clause)
    elif heir.kind == "pc" and heir.player not in ("", player_of(dead)):
        yield Problem(f"{heir.name} is played by {heir.player} already", clause)
    elif heir.kind == "npc":
        yield Problem(f"{heir.name} is no {state.game.words.get('follower', 'follower')}", clause)


def check_other(state: FightState, declared: Declaration, clauses: Clauses) -> Iterator[Problem]:
    """What speaks against the passing of time, going on as somebody else, other dice and the
    end."""
    match declared:
        case d.PassTime() if declared.seconds <= 0:
            yield Problem("Time passes forward: say how many seconds", clauses.time, False)
        case d.TakeOver():
            yield from check_take_over(state, declared, clauses.heirs)
        case d.ChooseDice() if declared.dice == state.dice:
            yield Problem(f"The dice are {state.dice} already", "ALL-02", False)
        case d.EndFight() if state.ended:
            yield Problem("The fight is over already", clauses.time, False)


def check_not_dead(ones: Iterable[Combatant]) -> Iterator[Problem]:
    """The dead roll nothing; who has only left may be called on."""
    for one in ones:
        if one.standing == "dead":
            yield Problem(absence(one), "ALL-03")


def check_present(ones: Iterable[Combatant]) -> Iterator[Problem]:
    """Nothing happens to those who are not there."""
    for one in ones:
        if one.standing != "in":
            yield Problem(absence(one), "ALL-03")


def check_burden(one: Combatant, pack: str, declared: d.Burden, clause: str) -> Iterator[Problem]:
    """A full pack, by its game's name for that, is taken up once and put down once."""
    if one.has(pack) == declared.full:
        has = "already carries" if declared.full else "does not carry"
        yield Problem(f"{one.name} {has} a full pack", clause, False)
