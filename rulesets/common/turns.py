"""Rounds and turns: what a turn resolves, what lapses, and the checks of declarations that the
families share. Each family names the `Clauses` that its refusals rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

from events.types import declarations as d
from events.types.base import get_tag
from events.types.outcomes import Lapsed, Left
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant, FightState, Pending
from projections.text.words import describe_side, is_craft, possessive
from rulesets.common.conditions import FULL_PACK
from rulesets.common.scene import Scene, explain_absence, name_player
from rulesets.core.play import Play
from rulesets.core.ruleset import Problem

S = TypeVar("S", bound=Scene[Any])


class Clauses(NamedTuple):
    """The clauses that a family's refusals rest on.

    time       rounds, and the end of the fight
    declaring  when to declare
    together   what is resolved at once
    order      the order of turns
    targets    several targets of one attack
    retreat    where a retreat can lead
    rest       rest and full packs
    heirs      who takes over from the dead
    areas      how areas lie
    crawling   conditions that leave only crawling
    hobbled    conditions that bar moving
    """

    time: str
    declaring: str
    together: str
    order: str
    targets: str
    retreat: str
    rest: str
    heirs: str = "ALL-01"
    areas: str = "ALL-01"
    crawling: str = "ALL-03"
    hobbled: str = "ALL-03"


CheckAction: TypeAlias = Callable[[S, Combatant, TurnAction], Iterator[Problem]]
"""A check of a combatant's action."""


def list_declared(scene: Scene[Any], side: str, alone: str) -> list[Pending]:
    """Return the declarations that a side's turn resolves; with `alone`, only the one being
    played."""
    if alone:
        return [waiting for waiting in scene.state.pending if waiting.seq == scene.seq]
    return [
        waiting
        for waiting in scene.state.pending
        if scene.takes_turn(scene.one(waiting.action.by), side)
    ]


def choose_side(state: FightState, declared: d.Resolve) -> str:
    """Return the side to resolve: the one named, the one whose turn it is, or the side of the first
    declaration."""
    if declared.side:
        return declared.side
    return state.side_to_act or state.combatants[state.pending[0].action.by].side


def list_undeclared(state: FightState, ending: d.Resolve | d.BeginRound) -> Iterator[Combatant]:
    """Yield those whose turn this would end although they have done and declared nothing.

    Whoever is aboard a craft acts with it; a players' craft with nobody aboard does not act.
    """
    if isinstance(ending, d.Resolve) and ending.who:  # the turn goes on for the others
        return
    if not state.round_open or (state.phase and isinstance(ending, d.BeginRound)):
        return
    declared = {waiting.action.by for waiting in state.pending}
    aboard = {id for one in state.combatants.values() for id in one.crew}
    for one in state.combatants.values():
        if one.standing != "in" or one.id in declared | aboard or one.moves or one.acted:
            continue
        if is_craft(one) and one.side in state.players and not one.crew:
            continue
        if state.phase:
            yield one
        elif isinstance(ending, d.BeginRound):
            if state.has_turn_left(one):
                yield one
        elif state.side_to_act and state.acts_in(state.turn, one):
            yield one


def make_lapse(action: TurnAction, why: str) -> Lapsed:
    """Return the outcome of a declaration that is not carried out."""
    return Lapsed(action.by, get_tag(action), why)


def lapse_all(state: FightState, why: str) -> Play[None]:
    """Lapse everything that is still declared."""
    for waiting in list(state.pending):
        yield make_lapse(waiting.action, why)


def make_departure(one: Combatant) -> Left:
    """Return how a combatant who fails a morale save leaves the fight."""
    surrenders = one.choices.get("morale") == "surrenders"
    return Left(one.id, "surrendered" if surrenders else "fled")


def find_objection(state: FightState, waiting: Pending, problems: Iterable[Problem]) -> str:
    """Return the reason of the first problem that the referee did not overrule, or nothing.

    A problem is overruled if it was named when the declaration was made: by its clause and bar, or
    in a fight under version 1 of the rules by its sentence.
    """
    for problem in list_in_force(state, problems):
        named = (f"{problem.clause} {problem.bar}", problem.reason)
        if waiting.overruled and any(each in waiting.overruled for each in named):
            continue
        return problem.reason
    return ""


def explain_out(scene: Scene[Any], waiting: Pending, target: str) -> str:
    """Return why a target can no longer be reached. Empty if it can, or if that was overruled."""
    return find_objection(scene.state, waiting, check_present([scene.one(target)]))


def list_in_force(state: FightState, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems that the version of the rules has under which the fight is played."""
    return (problem for problem in problems if problem.since <= state.game.version)


def date_further_problems(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems of which version 1 of the rules has only the first."""
    for at, problem in enumerate(problems):
        yield problem._replace(since=2) if at else problem


def find_lateness(state: FightState, one: Combatant, clauses: Clauses) -> Problem | None:
    """Return the problem of a combatant whose side has had its turn in this round, or has no
    turn."""
    if not state.side_to_act:
        return Problem(
            f"The turns of round {state.round} are done; begin the next round first",
            clauses.declaring,
            bar=f"late:{one.id}",
        )
    if one.side not in state.order:
        return Problem(
            f"{one.side} has no turn in round {state.round}", clauses.order, bar=f"no turn:{one.id}"
        )
    if not state.has_turn_left(one):
        return Problem(
            f"{one.name} declares too late: the turn of {describe_side(one.side)} in round"
            f" {state.round} is done",
            clauses.declaring,
            bar=f"late:{one.id}",
        )
    return None


def check_resolve(state: FightState, declared: d.Resolve, clauses: Clauses) -> Iterator[Problem]:
    """Yield the problems with resolving: nothing to resolve, or not this side's turn."""
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
                f"It is the turn of {describe_side(state.side_to_act)}, not of"
                f" {describe_side(declared.side)}",
                clauses.order,
                False,
            )
    elif not declared.side and not state.pending:
        yield Problem(
            "Nobody has declared anything; name a side to let its turn pass",
            clauses.declaring,
            False,
        )


def check_resolve_of(state: FightState, declared: d.Resolve, clauses: Clauses) -> Iterator[Problem]:
    """Yield the problems with resolving one combatant ahead of the others of their side."""
    if not declared.who:
        return
    one = state.combatants[declared.who]
    waiting = state.pending_of(one.id)
    if state.round_open and state.side_to_act and not state.acts_in(state.turn, one):
        turn = possessive(describe_side(state.side_to_act))
        yield Problem(f"It is {turn} turn, not {possessive(one.name)}", clauses.order, False)
    elif not waiting:
        yield Problem(f"{one.name} has declared nothing", clauses.declaring, False)
    elif any(isinstance(each.action, d.Retreat) for each in waiting):
        yield Problem(
            f"{one.name} leaves as the turn ends: go, without a name", clauses.retreat, False
        )


def check_begin_round(
    state: FightState, declared: d.BeginRound, clauses: Clauses
) -> Iterator[Problem]:
    """Yield the problems with beginning the next round."""
    if state.ended:
        yield Problem("The fight is over; undo its end to go on", clauses.time, False)
    elif not state.combatants:
        yield Problem("Nobody has joined the fight yet", clauses.time, False)
    elif state.round and (declared.waived or declared.versus):
        yield Problem("An opening can only open the first round", clauses.order, False)
    elif state.round:
        declarers = (state.combatants[waiting.action.by] for waiting in state.pending)
        held_up = next((one for one in declarers if state.has_turn_left(one)), None)
        if held_up is not None:  # with no turn left it lapses instead
            yield Problem(
                f"What {held_up.name} has declared is not resolved yet; resolve it first",
                clauses.declaring,
                bar=f"unresolved:{held_up.id}",
            )


def check_take_over(state: FightState, declared: d.TakeOver, clause: str) -> Iterator[Problem]:
    """Yield the problems with a player going on as another character."""
    dead, heir = state.combatants[declared.dead], state.combatants[declared.to]
    if dead.standing != "dead" or dead.kind != "pc":
        why = f"{dead.name} is not a dead player character"
        yield Problem(why, clause, bar=f"no dead player character:{dead.id}")
    elif dead.successor:
        name = state.combatants[dead.successor].name
        why = f"{dead.name}'s player has gone on as {name} already"
        yield Problem(why, clause, bar=f"succeeded:{dead.id}")
    if heir.standing != "in":
        yield Problem(explain_absence(heir), clause, bar=f"{heir.standing}:{heir.id}")
    elif heir.kind == "pc" and heir.player not in ("", name_player(dead)):
        why = f"{heir.name} is played by {heir.player} already"
        yield Problem(why, clause, bar=f"played:{heir.id}")
    elif heir.kind == "npc":
        why = f"{heir.name} is no {state.game.words.get('follower', 'follower')}"
        yield Problem(why, clause, bar=f"no follower:{heir.id}")


def find_bars(
    one: Combatant,
    action: TurnAction,
    clauses: Clauses,
    because: Callable[[str], str],
    crawling: str,
) -> Iterator[Problem]:
    """Yield each problem that keeps a combatant from an action.

    `because` explains a condition that bars every action. `crawling` is the verb for a condition
    that leaves only crawling: “has critical damage”, “is incapacitated”.
    """
    yield from check_present([one])
    for condition in one.conditions:
        if condition.bars == "everything":
            yield Problem(because(condition.name), "ALL-03", bar=f"{condition.name}:{one.id}")
    for condition in one.conditions:
        bar = f"{condition.name}:{one.id}"
        if condition.bars == "all but crawling" and not isinstance(action, d.Move):
            why = f"{one.name} {crawling} {condition.name} and can only crawl"
            yield Problem(why, clauses.crawling, bar=bar)
        if condition.bars == "moving" and isinstance(action, d.Move | d.Retreat):
            why = f"{one.name} is {condition.name} and can barely move"
            yield Problem(why, clauses.hobbled, bar=bar)


def check_aid(
    one: Combatant, target: Combatant, awaited: Sequence[str], clause: str
) -> Iterator[Problem]:
    """Yield the problems with aiding a target; `awaited` lists what its wounds can wait for."""
    found = list(find_vain_aid(target, awaited, clause))
    if target is one:
        alone = Problem(f"{one.name} needs somebody else's aid", clause, bar=f"alone:{one.id}")
        found.insert(0, alone)
    yield from date_further_problems(found)


def find_vain_aid(target: Combatant, awaited: Sequence[str], clause: str) -> Iterator[Problem]:
    """Yield the problems with aid to a target: it is not there, or no wound waits for aid."""
    found = [*check_present([target])]
    if not any(wound.awaits in awaited for wound in target.wounds):
        why = f"{target.name} has no wound that waits for {awaited[0]}"
        found.append(Problem(why, clause, bar=f"no wound:{target.id}"))
    yield from date_further_problems(found)


def check_declaration(
    scene: Scene[Any], declared: Declaration, clauses: Clauses
) -> Iterator[Problem]:
    """Yield the problems with a declaration in the families that do not check it in their own way.

    A family's own `find_problems` passes the declarations on that it has no case for.
    """
    state = scene.state
    match declared:
        case d.Resolve():
            yield from check_resolve(state, declared, clauses)
            yield from check_resolve_of(state, declared, clauses)
        case d.BeginRound():
            yield from check_begin_round(state, declared, clauses)
        case d.CallSave():
            yield from check_not_dead(map(scene.one, declared.who))
        case d.Harm():
            yield from check_present(map(scene.one, declared.who))
        case d.Burden():
            yield from _check_burden(scene.one(declared.who), declared, clauses.rest)
        case d.PassTime() if declared.seconds <= 0:
            yield Problem(
                "Time cannot pass backward; say how many seconds, 1 or more", clauses.time, False
            )
        case d.TakeOver():
            yield from check_take_over(state, declared, clauses.heirs)
        case d.ChooseDice() if declared.dice == state.dice:
            yield Problem(f"The dice are {state.dice} already", "ALL-02", False)
        case d.EndFight() if state.ended:
            yield Problem("The fight is over already", clauses.time, False)


def check_action(
    scene: S,
    action: TurnAction,
    clauses: Clauses,
    *checks: CheckAction[S],
    where: str = "somewhere",
) -> Iterator[Problem]:
    """Yield the problems with an action: a retreat that leads nowhere (not to `where`), then what
    these checks find.

    After the fight only aid is left, and nothing else is checked.
    """
    one = scene.one(action.by)
    if scene.state.ended and not isinstance(action, d.Aid):
        yield Problem("The fight is over; undo its end to go on", clauses.time, False)
        return
    yield from check_destination(one, action, clauses, where)
    for check in checks:
        yield from check(scene, one, action)


def check_destination(
    one: Combatant, action: TurnAction, clauses: Clauses, where: str = "somewhere"
) -> Iterator[Problem]:
    """Yield a problem if a retreat leads nowhere."""
    if isinstance(action, d.Retreat) and not action.to.strip():
        why = f"{one.name} needs {where} to retreat to, like: retreat {one.id} to the gate"
        yield Problem(why, clauses.retreat, False)


def check_rest(scene: Scene[Any], clauses: Clauses) -> Iterator[Problem]:
    """Yield a problem if a round is open."""
    if scene.state.round_open:
        why = "There is no rest while a round is open; end the fight first"
        yield Problem(why, clauses.rest, bar="round open")


def check_not_dead(ones: Iterable[Combatant]) -> Iterator[Problem]:
    """Yield a problem for each of these who is dead; one who has only left can still roll."""
    for one in ones:
        if one.standing == "dead":
            yield from check_present([one])


def check_present(ones: Iterable[Combatant]) -> Iterator[Problem]:
    """Yield a problem for each of these who is not in the fight."""
    for one in ones:
        if one.standing != "in":
            yield Problem(explain_absence(one), "ALL-03", bar=f"{one.standing}:{one.id}")


def _check_burden(one: Combatant, declared: d.Burden, clause: str) -> Iterator[Problem]:
    """Yield a problem if a full pack is taken up or put down twice."""
    if one.has(FULL_PACK) == declared.full:
        has = "already carries" if declared.full else "does not carry"
        yield Problem(f"{one.name} {has} a full pack", clause, False)
