"""Morale: who is shaken saves on WIL when the side that shook them is done (BW-14)."""

from __future__ import annotations

from collections.abc import Sequence

from events.types.declarations import CallMorale
from events.types.outcomes import Ground, Left, MoraleTested
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import WIL
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import ATTACK_LEFT, LOST_ROUND, Scene
from rulesets.common.conditions import end
from rulesets.common.scene import can_act
from rulesets.common.weapons import said
from rulesets.core.play import Play


def can_run(one: Combatant) -> bool:
    """Can they still act, if not in this very round? Who cannot does not run either (BW-14)."""
    return one.standing == "in" and not any(
        each.bars in ("everything", "all but crawling") and each.name != LOST_ROUND
        for each in one.conditions
    )


def test_morale(scene: Scene) -> Play[None]:
    """One save for each who is shaken and can still act; with it all their grounds are spent.
    None once the fight is over, nor before the side that has had its turn is done: somebody of
    it may still declare an attack anew (BW-11)."""
    if scene.state.ended or any(one.has(ATTACK_LEFT) and can_act(one) for one in scene.present()):
        return
    shaken = [one for one in scene.present() if one.shaken]
    yield from _save_all(scene, [(one, one.shaken) for one in shaken])


def test_at_peace(scene: Scene) -> Play[None]:
    """What shakes somebody outside a turn: tested when the turn under way or to come is done, or
    at once where there is none."""
    if not (scene.state.round_open and scene.state.side_to_act):
        yield from test_morale(scene)


def test_overdue(scene: Scene) -> Play[None]:
    """Who was given an attack to declare anew has let it go; what waited for that is tested."""
    late = [one for one in scene.state.combatants.values() if one.has(ATTACK_LEFT)]
    for one in late:
        yield from end(one, ATTACK_LEFT)
    if late:
        yield from test_morale(scene)


def call_morale(scene: Scene, called: CallMorale) -> Play[None]:
    """The referee asks for it at once; what they were shaken by before is spent with it."""
    referee = scene.state.game.words.get("referee", "referee")
    reason = called.why or f"as the {referee} calls"
    tests = [(one, (*one.shaken, reason)) for one in map(scene.one, called.who)]
    yield from _save_all(scene, tests, said(called.enhanced, called.impaired))


def _save_all(
    scene: Scene,
    tests: Sequence[tuple[Combatant, tuple[str, ...]]],
    modifiers: tuple[Ground, ...] = (),
) -> Play[None]:
    for one, grounds in tests:
        yield MoraleTested(one.side, grounds, one.id)
    saves = [
        Save(one, WIL, "morale", ", ".join(grounds), grounds=(*modifiers, *_nerve(one)))
        for one, grounds in tests
        if can_run(one)
    ]
    results = yield from save_all(scene, saves)
    for each, passed in zip(saves, results, strict=True):
        if not passed:
            surrenders = each.one.choices.get("morale") == "surrenders"
            yield Left(each.one.id, "surrendered" if surrenders else "fled")


def _nerve(one: Combatant) -> tuple[Ground, ...]:
    """What always holds for this one's courage."""
    match one.choices.get("nerve"):
        case "enhanced":
            return said("nerve", "")
        case "impaired":
            return said("", "nerve")
        case _:
            return ()
