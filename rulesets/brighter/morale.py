"""Morale: shaken combatants save on WIL at the end of the turn (BW-14)."""

from __future__ import annotations

from collections.abc import Sequence

from events.types.declarations import CallMorale
from events.types.outcomes import Ground, MoraleTested
from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant
from rulesets.brighter.definition import WIL
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import ATTACK_LEFT, Scene
from rulesets.common.conditions import end_conditions
from rulesets.common.scene import can_act
from rulesets.common.turns import make_departure
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Play


def can_run(one: Combatant) -> bool:
    """Return whether a combatant can act, now or after a lost round. Others do not flee (BW-14)."""
    return one.standing == "in" and not any(
        each.bars in DISABLING and each.name != LOST_ROUND for each in one.conditions
    )


def test_morale(scene: Scene) -> Play[None]:
    """Roll one save for each shaken combatant, which answers all their grounds.

    Nothing is tested once the fight is over, or while a combatant of the acting side may still
    declare another attack (BW-11).
    """
    if scene.state.ended or any(one.has(ATTACK_LEFT) and can_act(one) for one in scene.present()):
        return
    shaken = [one for one in scene.present() if one.shaken]
    yield from _roll_morale(scene, [(one, one.shaken) for one in shaken])


def test_morale_between_turns(scene: Scene) -> Play[None]:
    """Test morale at once, unless a turn of this round is still to end; it tests morale then."""
    if not (scene.state.round_open and scene.state.side_to_act):
        yield from test_morale(scene)


def test_postponed_morale(scene: Scene) -> Play[None]:
    """End the chances to declare another attack, and test the morale that waited for them."""
    late = [one for one in scene.state.combatants.values() if one.has(ATTACK_LEFT)]
    for one in late:
        yield from end_conditions(one, ATTACK_LEFT)
    if late:
        yield from test_morale(scene)


def call_morale(scene: Scene, declared: CallMorale) -> Play[None]:
    """Roll the morale saves that the referee calls for. They also answer what shook these
    combatants before."""
    referee = scene.state.game.words.get("referee", "referee")
    reason = declared.why or f"as the {referee} calls"
    tests = [(one, (*one.shaken, reason)) for one in map(scene.one, declared.who)]
    yield from _roll_morale(scene, tests, make_grounds(declared.enhanced, declared.impaired))


def _roll_morale(
    scene: Scene,
    tests: Sequence[tuple[Combatant, tuple[str, ...]]],
    modifiers: tuple[Ground, ...] = (),
) -> Play[None]:
    for one, grounds in tests:
        yield MoraleTested(one.side, grounds, one.id)
    saves = [
        Save(
            one, WIL, "morale", ", ".join(grounds), grounds=(*modifiers, *_list_nerve_grounds(one))
        )
        for one, grounds in tests
        if can_run(one)
    ]
    results = yield from save_all(scene, saves)
    for each, passed in zip(saves, results, strict=True):
        if not passed:
            yield make_departure(each.one)


def _list_nerve_grounds(one: Combatant) -> tuple[Ground, ...]:
    """Return the grounds that modify every morale save of a combatant."""
    match one.choices.get("nerve"):
        case "enhanced":
            return make_grounds("nerve", "")
        case "impaired":
            return make_grounds("", "nerve")
        case _:
            return ()
