"""Checks of declarations (BW-02 to BW-05, BW-10 to BW-15, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from events.types import declarations as d
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import LOST_ROUND, Combatant
from rulesets.brighter import attacks
from rulesets.brighter.definition import ATTRIBUTES, DEX, STR, WIL
from rulesets.brighter.saves import can_run
from rulesets.brighter.scene import (
    ATTACK_LEFT,
    CATATONIC,
    CLAUSES,
    FIRST_AID,
    PARALYSED,
    Scene,
)
from rulesets.common import turns
from rulesets.common.scene import explain_absence, find_barring
from rulesets.core.ruleset import Problem


def find_problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Yield the problems with a declaration, the most serious first."""
    match declared:
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act():
            checks = find_action_bars, _check_time, _check_kind
            yield from turns.check_action(scene, declared, CLAUSES, *checks)
        case d.BeginRound():
            yield from turns.check_begin_round(scene.state, declared, CLAUSES)
            yield from _check_opening(scene, declared)
        case d.CallSave():
            yield from turns.check_not_dead(map(scene.one, declared.who))
            yield from _check_opponent(scene, declared.versus)
        case d.CallMorale():
            for one in map(scene.one, declared.who):
                yield from _check_morale(one)
        case d.Harm():
            for one in map(scene.one, declared.who):
                yield from _check_struck(one, "BW-13")
        case d.Rest():
            yield from _check_rest(scene, declared)
        case d.Recover():
            yield from _check_recover(scene.one(declared.who), declared.wound)
        case _:
            yield from turns.check_declaration(scene, declared, CLAUSES)


def resolves_at_once(scene: Scene, action: TurnAction) -> bool:
    """Return whether an action is resolved by itself: declared late and overruled, or after the
    fight."""
    if scene.state.ended:
        return True
    one = scene.one(action.by)
    late = scene.state.round_open and turns.find_lateness(scene.state, one, CLAUSES) is not None
    return late and (bool(action.overrule) or _may_attack_again(one, action))


def _may_attack_again(one: Combatant, action: TurnAction) -> bool:
    """Return whether a combatant may declare another attack, because the last one had no target
    left (BW-11)."""
    return one.has(ATTACK_LEFT) and isinstance(action, d.Attack)


def _check_time(scene: Scene, one: Combatant, action: TurnAction) -> Iterator[Problem]:
    """Yield the problems of declaring too late, or once more."""
    late, spent = _find_lateness(scene, one, action), _find_spent(scene, one, action)
    yield from filter(None, (late, spent))


def _find_lateness(scene: Scene, one: Combatant, action: TurnAction) -> Problem | None:
    """Return the problem of declaring too late, or None."""
    if not scene.state.round_open or _may_attack_again(one, action):
        return None
    return turns.find_lateness(scene.state, one, CLAUSES)


def find_action_bars(scene: Scene, one: Combatant, action: TurnAction) -> Iterator[Problem]:
    """Yield each problem that keeps a combatant from an action."""
    explain = partial(_explain_bar, scene, one)
    yield from turns.date_further_problems(turns.find_bars(one, action, CLAUSES, explain, "is"))


def _explain_bar(scene: Scene, one: Combatant, condition: str) -> str:
    if condition == LOST_ROUND:
        return f"{one.name} lost round {scene.state.round} (the opponents were quicker)"
    zero = {PARALYSED: DEX, CATATONIC: WIL}.get(condition, "")
    return f"{one.name} is {condition}" + (f" ({zero} at zero)" if zero else "")


def _find_spent(scene: Scene, one: Combatant, action: TurnAction) -> Problem | None:
    """Return the problem of a combatant that has no move or action left, or None (BW-03)."""
    if scene.state.ended or _may_attack_again(one, action):
        return None
    replaced = scene.state.replaced_by(action)
    waiting = [each.action for each in scene.state.pending_of(one.id) if each not in replaced]
    is_move = isinstance(action, d.Move)
    before = one.moves if is_move else one.acted
    alike = [each for each in waiting if isinstance(each, d.Move) == is_move]
    if not before and not alike:
        return None
    what = "a move" if is_move else "an action"
    if alike:
        why = f"{one.name} has declared {what} already; add “instead” to replace it"
        return Problem(why, "BW-03", bar=f"declared {what}:{one.id}")
    done = "moved" if is_move else "acted"
    why = f"{one.name} has {done} in this round already"
    return Problem(why, "BW-03", bar=f"{done}:{one.id}")


def _check_kind(scene: Scene, one: Combatant, action: TurnAction) -> Iterator[Problem]:
    match action:
        case d.Attack():
            for target in (scene.one(each.target) for each in action.targets):
                yield from _check_struck(target, "BW-11")
            yield from attacks.find_problems(scene, action, action.targets)
            if action.risk is not None:
                yield from _check_opponent(scene, action.risk.versus)
        case d.Move():
            limit = scene.rules.movement.limit
            if action.distance > limit:
                yield Problem(
                    f"{one.name} can move {limit} {scene.rules.movement.unit} in a round, not"
                    f" {action.distance}",
                    "BW-03",
                    bar=f"distance:{one.id}",
                )
        case d.Aid():
            yield from turns.check_aid(one, scene.one(action.target), (FIRST_AID,), "BW-10")
        case d.Retreat() | d.Act() | d.Special():
            yield from _check_opponent(scene, action.versus)


def _check_struck(target: Combatant, clause: str) -> Iterator[Problem]:
    """Yield a problem with attacking a target. Nobody attacks the dead; those who have left can be
    followed."""
    if target.standing == "dead":
        yield Problem(explain_absence(target), clause, False)
    elif target.standing != "in":
        yield from turns.check_present([target])


def _check_opponent(scene: Scene, versus: str) -> Iterator[Problem]:
    """Yield a problem if the opponent of a save is no longer there."""
    if versus and scene.one(versus).standing != "in":
        yield Problem(
            f"{explain_absence(scene.one(versus))}, and cannot roll against anybody", "BW-02", False
        )


def _check_opening(scene: Scene, declared: d.BeginRound) -> Iterator[Problem]:
    if not declared.versus:
        return
    versus = scene.one(declared.versus)
    if declared.waived:
        yield Problem(
            "Where somebody is surprised, nobody saves to act first; say one or the other",
            "BW-04",
            False,
        )
    if scene.with_players(versus):
        yield Problem(f"{versus.name} is on the players' side", "BW-04", False)
    yield from _check_opponent(scene, declared.versus)


def _check_morale(one: Combatant) -> Iterator[Problem]:
    if one.kind == "pc":
        yield Problem(
            f"{one.name} is a player character; their courage is the player's", "BW-14", False
        )
    elif one.standing != "in":
        yield Problem(explain_absence(one), "ALL-03", False)
    elif not can_run(one):
        condition = find_barring(one)
        how = condition.name if condition is not None else "down"
        yield Problem(f"{one.name} is {how} and cannot flee", "BW-14", False)


def _check_rest(scene: Scene, declared: d.Rest) -> Iterator[Problem]:
    yield from turns.check_rest(scene, CLAUSES)
    for one in scene.list_resters(declared.who):
        if one.standing == "dead":
            yield Problem(f"{one.name} is dead", "ALL-03", False)


def _check_recover(one: Combatant, what: str) -> Iterator[Problem]:
    if one.standing == "dead":
        yield Problem(f"{one.name} is dead", "ALL-03", False)
        return
    attribute = what if what in ATTRIBUTES else ""
    if attribute and one.scores[attribute] >= one.maxima[attribute]:
        yield Problem(f"{one.name}'s {attribute} is at its maximum already", "BW-15", False)
    wound = one.wound(what)
    if not attribute and (wound is None or not wound.awaits):
        yield Problem(f"{one.name}'s {what} waits for nothing", "BW-15", False)
    untended = any(each.awaits == FIRST_AID for each in one.wounds)
    if untended and (attribute == STR or (wound is not None and wound.awaits == FIRST_AID)):
        why = f"{one.name} needs {FIRST_AID} before anything heals"
        yield Problem(why, "BW-10", bar=f"untended:{one.id}")
