"""Whether somebody can do what they declare (BW-03, BW-10, ALL-03)."""

from __future__ import annotations

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant
from rulesets.brighter.ladder import DEX, WIL
from rulesets.brighter.scene import CATATONIC, LOST_ROUND, PARALYSED, Scene
from rulesets.common.people import absence, barring
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
            return Problem(f"{one.name} is {condition.name} and can only crawl", "BW-10")
        if condition.bars == "moving" and isinstance(action, d.Move | d.Retreat):
            return Problem(f"{one.name} is {condition.name} and can barely move", "BW-03")
    return None


def can_run(one: Combatant) -> bool:
    """Can they still act, if not in this very round? Who cannot does not run either (BW-14)."""
    return one.standing == "in" and not any(
        each.bars in ("everything", "all but crawling") and each.name != LOST_ROUND
        for each in one.conditions
    )


def _because(scene: Scene, one: Combatant, condition: str) -> str:
    if condition == LOST_ROUND:
        return f"{one.name} lost round {scene.state.round} (the opponents were quicker)"
    zero = {PARALYSED: DEX, CATATONIC: WIL}.get(condition, "")
    return f"{one.name} is {condition}" + (f" ({zero} at zero)" if zero else "")
