"""Whether somebody can do what they declare (CF-06, CF-14, CF-16, ALL-03)."""

from __future__ import annotations

from collections.abc import Sequence

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant
from rulesets.cairn.craft import fires_each, holding
from rulesets.cairn.scene import DELIRIOUS, LOST_ROUND, PARALYSED, Scene
from rulesets.common.people import absence, barring, crawls
from rulesets.core.ruleset import Problem


def bars_action(scene: Scene, one: Combatant, action: TurnAction) -> Problem | None:
    """What keeps them from it, in words; None if nothing does."""
    if one.standing != "in":
        return Problem(absence(one), "ALL-03")
    condition = barring(one)
    if condition is not None:
        return Problem(_because(scene, one, condition.name), "ALL-03")
    for condition in one.conditions:
        if condition.bars == "all but crawling" and not isinstance(action, d.Move):
            return Problem(f"{one.name} has {condition.name} and can only crawl", "CF-14")
        if condition.bars == "moving" and isinstance(action, d.Move | d.Retreat):
            return Problem(f"{one.name} is {condition.name} and can barely move", "CF-18")
    held = holding(scene, one)
    if held is not None and _steers(scene, one, action):
        return Problem(f"{one.name} is {held.condition} and cannot manoeuvre", "CF-27")
    return None


def _steers(scene: Scene, one: Combatant, action: TurnAction) -> bool:
    """Does it take a craft's helm?"""
    if isinstance(action, d.Retreat):
        return True
    craft = scene.craft(one)
    if not isinstance(action, d.Manoeuvre) or craft is None:
        return False
    manoeuvre = craft.manoeuvre(action.what)
    return manoeuvre is not None and manoeuvre.helm


def bars_crawling(one: Combatant, moves: int) -> Problem | None:
    """What keeps who can only crawl from another move after these (CF-14)."""
    if moves and crawls(one):
        return Problem(f"{one.name} can only crawl, one move a turn", "CF-14")
    return None


def _because(scene: Scene, one: Combatant, condition: str) -> str:
    scores = scene.scores(one)
    if condition == LOST_ROUND:
        return f"{one.name} lost round {scene.state.round} (too slow to act before the opponents)"
    zero = {PARALYSED: scores.agility, DELIRIOUS: scores.will}.get(condition, "")
    return f"{one.name} is {condition}" + (f" ({zero} 0)" if one.scores.get(zero) == 0 else "")


def spent(scene: Scene, one: Combatant, action: TurnAction) -> Problem | None:
    """One move and one action a turn; a second move is the action (CF-02), and so are all
    attacks of one who attacks with everything (CF-11). Crawling is one move (CF-14)."""
    replaced = scene.state.replaced_by(action)
    waiting = [each.action for each in scene.state.pending_of(one.id) if each not in replaced]
    if fires_each(scene.craft(one)):
        return _crew_spent(scene, one, action, waiting)
    moves = one.moves + sum(isinstance(each, d.Move) for each in waiting)
    acted = one.acted + sum(not isinstance(each, d.Move) for each in waiting)
    if isinstance(action, d.Move):
        crawled = bars_crawling(one, moves)
        if crawled is not None:
            return crawled
        if moves + min(acted, 1) < 2:
            return None
        return Problem(f"{one.name} has no move left", "CF-02")
    if moves < 2 and acted == 0:
        return None
    if isinstance(action, d.Attack) and one.each and moves < 2:
        made = [each for each in waiting if isinstance(each, d.Attack)]
        if len(made) == len(waiting) - sum(isinstance(each, d.Move) for each in waiting):
            return _again(scene, one, action, waiting)
    return _acted(one, waiting)


def _crew_spent(
    scene: Scene, one: Combatant, action: TurnAction, waiting: Sequence[TurnAction]
) -> Problem | None:
    """Each weapon of a ship has its gunner, who fires it or locks it on; the rest of the crew
    has one move and one action between them."""
    if served(scene, action):
        return _again(scene, one, action, waiting)
    moves = one.moves + sum(isinstance(each, d.Move) for each in waiting)
    other = [each for each in waiting if not isinstance(each, d.Move) and not served(scene, each)]
    acted = len(other) + (one.acted if not one.used else 0)
    if isinstance(action, d.Move):
        if moves + min(acted, 1) < 2:
            return None
        return Problem(f"{one.name} has no move left", "CF-02")
    return _acted(one, other) if acted or moves > 1 else None


def served(scene: Scene, action: TurnAction) -> tuple[str, ...]:
    """The weapons whose gunners have their hands full with this."""
    if isinstance(action, d.Attack):
        return action.weapons
    if isinstance(action, d.Manoeuvre):
        craft = scene.craft(scene.one(action.by))
        manoeuvre = craft.manoeuvre(action.what) if craft is not None else None
        if manoeuvre is not None and manoeuvre.does == "lock":
            return (action.weapon,)
    return ()


def used(scene: Scene, one: Combatant, waiting: Sequence[TurnAction]) -> set[str]:
    """The weapons that have had their turn, or are declared to."""
    return {*one.used, *(weapon for each in waiting for weapon in served(scene, each))}


def _again(
    scene: Scene, one: Combatant, action: TurnAction, waiting: Sequence[TurnAction]
) -> Problem | None:
    gone = used(scene, one, waiting)
    again = [weapon for weapon in served(scene, action) if weapon in gone]
    if not again:
        return None
    locking = any(
        isinstance(each, d.Manoeuvre) and again[0] in served(scene, each) for each in waiting
    )
    done = "locks on with" if locking else "has attacked with"
    return Problem(f"{one.name} {done} {again[0]} already", "CF-11")


def _acted(one: Combatant, waiting: Sequence[TurnAction]) -> Problem:
    if waiting:
        return Problem(
            f"{one.name} has declared an action already; add “instead” to replace it", "CF-02"
        )
    return Problem(f"{one.name} has acted in this round already", "CF-02")
