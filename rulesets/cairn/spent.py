"""What somebody has left to do in their turn (CF-02, CF-11, CF-14, CF-27)."""

from __future__ import annotations

from collections.abc import Sequence

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant
from rulesets.cairn.ability import bars_crawling
from rulesets.cairn.craft import fires_each
from rulesets.cairn.scene import Scene
from rulesets.core.ruleset import Problem


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
