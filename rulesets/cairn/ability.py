"""Whether somebody can do what they declare (CF-06, CF-14, CF-16, ALL-03)."""

from __future__ import annotations

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant
from rulesets.cairn.craft import holding
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
