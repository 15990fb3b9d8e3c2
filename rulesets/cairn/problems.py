"""Checks of declarations (CF-02, CF-03, CF-05, CF-06, CF-12, CF-14, CF-22, CF-24, CF-26,
ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from events.types import declarations as d
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import LOST_ROUND, Combatant
from rulesets.cairn import attacks, manoeuvres
from rulesets.cairn.craft import find_holding_effect
from rulesets.cairn.recovery import AID, find_craft_damage, list_resters
from rulesets.cairn.saves import has_morale
from rulesets.cairn.scene import (
    CLAUSES,
    CRITICAL,
    DELIRIOUS,
    PARALYSED,
    Scene,
)
from rulesets.common import turns
from rulesets.common.scene import can_act, can_only_crawl
from rulesets.core.ruleset import Problem


def find_problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Yield the problems with a declaration, the most serious first."""
    match declared:
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act() | d.Manoeuvre():
            checks, where = (find_action_bars, _check_time, _check_kind), "a safe destination"
            yield from turns.check_action(scene, declared, CLAUSES, *checks, where=where)
        case d.CallMorale():
            yield from _check_morale(scene, declared)
        case d.Rest():
            yield from _check_rest(scene, declared)
        case d.Recover():
            yield from _check_recover(scene, declared)
        case _:
            yield from turns.check_declaration(scene, declared, CLAUSES)


def _check_morale(scene: Scene, declared: d.CallMorale) -> Iterator[Problem]:
    """Yield a problem for each combatant without morale. Only foes who can act have it."""
    for one in map(scene.one, declared.who):
        if one.standing != "in":
            yield from turns.check_present([one])
        elif not can_act(one):
            why = f"{one.name} cannot act, and has no morale to test"
            yield Problem(why, "CF-25", bar=f"cannot act:{one.id}")
        elif scene.craft(one) is not None:
            why = f"{one.name} is a {one.scale}; its crew has morale to test"
            yield Problem(why, "CF-25", bar=f"craft:{one.id}")
        elif not has_morale(scene, one):
            why = f"{one.name} is no foe and has no morale to test"
            yield Problem(why, "CF-25", bar=f"no foe:{one.id}")


def _check_kind(scene: Scene, one: Combatant, action: TurnAction) -> Iterator[Problem]:
    match action:
        case d.Attack():
            yield from _check_attack(scene, action)
        case d.Move():
            yield from _check_move(scene, one, action)
        case d.Aid():
            yield from turns.check_aid(one, scene.one(action.target), AID, "CF-14")
        case d.Manoeuvre():
            yield from manoeuvres.find_problems(scene, action)


def _check_time(scene: Scene, one: Combatant, action: TurnAction) -> Iterator[Problem]:
    """Yield the problems of declaring too late, or once more."""
    late, spent = _find_lateness(scene, one), _find_spent(scene, one, action)
    yield from filter(None, (late, spent))


def is_late(scene: Scene, one: Combatant) -> bool:
    """Return whether it is too late in this round for a combatant to declare."""
    return _find_lateness(scene, one) is not None


def _find_lateness(scene: Scene, one: Combatant) -> Problem | None:
    """Return the problem of declaring too late, or None; it is the same for every action.

    Player characters declare before the round's first die. Others, and characters who have just
    joined (CF-19), declare until their side is resolved (CF-03).
    """
    state = scene.state
    if not state.round_open:
        return None
    gone = turns.find_lateness(state, one, CLAUSES)
    if gone is not None:
        return gone
    if one.kind == "pc" and state.rolled and not one.fresh:
        return Problem(
            f"{one.name} declares too late: dice of round {state.round} have been rolled",
            "CF-03",
            bar=f"late:{one.id}",
        )
    return None


def _check_attack(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    yield from turns.check_present(scene.one(each.target) for each in attack.targets)
    yield from attacks.find_problems(scene, attack, attack.targets)


def _check_move(scene: Scene, one: Combatant, move: d.Move) -> Iterator[Problem]:
    movement = scene.rules.movement
    limit = movement.limit - 1 if movement.below else movement.limit
    if move.distance > limit and scene.craft(one) is None:  # moves of craft are not measured
        most = f"less than {movement.limit}" if movement.below else str(movement.limit)
        yield Problem(
            f"{one.name} can move {most} {movement.unit} at a time, not {move.distance}",
            "CF-02",
            bar=f"distance:{one.id}",
        )


def _check_rest(scene: Scene, declared: d.Rest) -> Iterator[Problem]:
    yield from turns.check_rest(scene, CLAUSES)
    for one in list_resters(scene, declared):
        if one.standing == "dead":
            yield Problem(f"{one.name} is dead", "ALL-03", False)
        elif scene.craft(one) is not None:
            hull = scene.scores(one).protection
            yield Problem(
                f"{one.name} is a {one.scale} and gains nothing by rest; repairs are the"
                f" {scene.word('referee')}'s word, like: set {one.id} {hull} 2",
                "CF-27",
                bar=f"craft:{one.id}",
            )


def _check_recover(scene: Scene, declared: d.Recover) -> Iterator[Problem]:
    one = scene.one(declared.who)
    wound = one.wound(declared.wound)
    if one.standing == "dead":
        yield Problem(f"{one.name} is dead", "ALL-03", False)
    elif wound is None and find_craft_damage(scene, one, declared.wound):
        return
    elif wound is None or not wound.awaits:
        yield Problem(f"{one.name}'s {declared.wound} waits for nothing", "CF-18", False)
    elif wound.row and scene.rules.scars[wound.row - 1].doom:
        yield Problem(f"{one.name}'s doom waits for {wound.awaits}", "CF-18", False)
    elif wound.name == CRITICAL and wound.awaits == "aid":
        why = f"{one.name} needs aid before rest can help"
        yield Problem(why, "CF-14", bar=f"untended:{one.id}")


def find_action_bars(
    scene: Scene, one: Combatant, action: TurnAction, moves: int = 0
) -> Iterator[Problem]:
    """Yield each problem that keeps a combatant from an action; `moves` are those made before it
    in the turn that resolves it (CF-14)."""
    yield from turns.date_further_problems(_find_action_bars(scene, one, action, moves))


def _find_action_bars(
    scene: Scene, one: Combatant, action: TurnAction, moves: int
) -> Iterator[Problem]:
    yield from turns.find_bars(one, action, CLAUSES, partial(_explain_bar, scene, one), "has")
    held = find_holding_effect(scene, one) if one.conditions else None
    if held is not None and _takes_helm(scene, one, action):
        why = f"{one.name} is {held.condition} and cannot manoeuvre"
        yield Problem(why, "CF-27", bar=f"{held.condition}:{one.id}")
    crawled = _find_crawl_bar(one, moves) if isinstance(action, d.Move) else None
    if crawled is not None:
        yield crawled


def _takes_helm(scene: Scene, one: Combatant, action: TurnAction) -> bool:
    """Return whether an action steers a craft."""
    if isinstance(action, d.Retreat):
        return True
    craft = scene.craft(one)
    if not isinstance(action, d.Manoeuvre) or craft is None:
        return False
    manoeuvre = craft.manoeuvre(action.what)
    return manoeuvre is not None and manoeuvre.helm


def _find_crawl_bar(one: Combatant, moves: int) -> Problem | None:
    """Return the problem of a crawling combatant who moves again after this many moves (CF-14)."""
    if moves and can_only_crawl(one):
        why = f"{one.name} can only crawl, one move a turn"
        return Problem(why, "CF-14", bar=f"crawled:{one.id}")
    return None


def _explain_bar(scene: Scene, one: Combatant, condition: str) -> str:
    scores = scene.scores(one)
    if condition == LOST_ROUND:
        return f"{one.name} lost round {scene.state.round} (too slow to act before the opponents)"
    zero = {PARALYSED: scores.agility, DELIRIOUS: scores.will}.get(condition, "")
    return f"{one.name} is {condition}" + (f" ({zero} 0)" if one.scores.get(zero) == 0 else "")


def _find_spent(scene: Scene, one: Combatant, action: TurnAction) -> Problem | None:
    """Return the problem of a combatant that has no move or action left, or None.

    A turn is one move and one action; a second move is the action (CF-02), and so are all attacks
    of a creature that attacks with everything (CF-11). Crawling is one move (CF-14).
    """
    if scene.state.ended:
        return None
    replaced = scene.state.replaced_by(action)
    waiting = [each.action for each in scene.state.pending_of(one.id) if each not in replaced]
    if scene.fires_each(one):
        return _find_crew_spent(scene, one, action, waiting)
    moves = one.moves + sum(isinstance(each, d.Move) for each in waiting)
    acted = one.acted + sum(not isinstance(each, d.Move) for each in waiting)
    if isinstance(action, d.Move):
        crawled = _find_crawl_bar(one, moves)
        if crawled is not None:
            return crawled
        if moves + min(acted, 1) < 2:
            return None
        return Problem(f"{one.name} has no move left", "CF-02", bar=f"moved:{one.id}")
    if moves < 2 and acted == 0:
        return None
    if isinstance(action, d.Attack) and one.each and moves < 2:
        made = [each for each in waiting if isinstance(each, d.Attack)]
        if len(made) == len(waiting) - sum(isinstance(each, d.Move) for each in waiting):
            return _find_reuse(scene, one, action, waiting)
    return _report_acted(one, waiting)


def _find_crew_spent(
    scene: Scene, one: Combatant, action: TurnAction, waiting: Sequence[TurnAction]
) -> Problem | None:
    """Return the problem of a ship that has no move, action or gunner left, or None.

    Each weapon has a gunner, who fires it or locks it on. The rest of the crew has one move and one
    action between them.
    """
    if list_served_weapons(scene, action):
        return _find_reuse(scene, one, action, waiting)
    moves = one.moves + sum(isinstance(each, d.Move) for each in waiting)
    other = [
        each
        for each in waiting
        if not isinstance(each, d.Move) and not list_served_weapons(scene, each)
    ]
    acted = len(other) + (one.acted if not one.used else 0)
    if isinstance(action, d.Move):
        if moves + min(acted, 1) < 2:
            return None
        return Problem(f"{one.name} has no move left", "CF-02", bar=f"moved:{one.id}")
    return _report_acted(one, other) if acted or moves > 1 else None


def list_served_weapons(scene: Scene, action: TurnAction) -> tuple[str, ...]:
    """Return the weapons whose gunners an action needs."""
    if isinstance(action, d.Attack):
        return action.weapons
    if isinstance(action, d.Manoeuvre):
        craft = scene.craft(scene.one(action.by))
        manoeuvre = craft.manoeuvre(action.what) if craft is not None else None
        if manoeuvre is not None and manoeuvre.does == "lock":
            return (action.weapon,)
    return ()


def list_used_weapons(scene: Scene, one: Combatant, waiting: Sequence[TurnAction]) -> set[str]:
    """Return the weapons that have had their turn or are declared to."""
    return {*one.used, *(weapon for each in waiting for weapon in list_served_weapons(scene, each))}


def _find_reuse(
    scene: Scene, one: Combatant, action: TurnAction, waiting: Sequence[TurnAction]
) -> Problem | None:
    gone = list_used_weapons(scene, one, waiting)
    again = [weapon for weapon in list_served_weapons(scene, action) if weapon in gone]
    if not again:
        return None
    locking = any(
        isinstance(each, d.Manoeuvre) and again[0] in list_served_weapons(scene, each)
        for each in waiting
    )
    done = "locks on with" if locking else "has attacked with"
    why = f"{one.name} {done} {again[0]} already"
    return Problem(why, "CF-11", bar=f"used:{one.id}:{again[0]}")


def _report_acted(one: Combatant, waiting: Sequence[TurnAction]) -> Problem:
    if waiting:
        why = f"{one.name} has declared an action already; add “instead” to replace it"
        return Problem(why, "CF-02", bar=f"declared:{one.id}")
    why = f"{one.name} has acted in this round already"
    return Problem(why, "CF-02", bar=f"acted:{one.id}")
