"""Rounds, phase by phase (PV-03)."""

from __future__ import annotations

from events.types import declarations as d
from events.types.outcomes import (
    Acted,
    EngagementEnded,
    Ground,
    Lapsed,
    Left,
    Moved,
    PhaseBegan,
    PhaseEnded,
    RoundBegan,
    RoundEnded,
)
from projections.state.fight_state import Pending
from rulesets.common.turns import find_objection, lapse_all, make_lapse
from rulesets.core.play import Play
from rulesets.paraverse import melee, ranged
from rulesets.paraverse.harm import apply_blows, lose_stamina, update_consciousness
from rulesets.paraverse.planning import RoundPlan, find_move_problems, find_reason_to_lapse, is_shot
from rulesets.paraverse.scene import PHASES, PLANNING, Scene, is_bleeding, stamina
from rulesets.paraverse.skills import roll_declared_check


def begin_round(scene: Scene) -> Play[None]:
    """Begin the next round with its planning phase.

    A round that is still open ends. Actions declared for a watch lapse.
    """
    state = scene.state
    if scene.is_planning:
        yield from _end_round(scene)
    else:
        yield from lapse_all(state, "a round begins")
    yield RoundBegan(state.round + 1, ())
    yield PhaseBegan(PLANNING)


def end_fight(scene: Scene) -> Play[None]:
    """End the fight: declarations lapse, an open round and all engagements end."""
    if scene.state.phase == PLANNING:
        yield from _end_round(scene)
    else:
        yield from lapse_all(scene.state, "the fight ended")
    for one in list(scene.state.combatants.values()):
        if one.engaged:
            yield EngagementEnded(one.id, "the fight ended")


def _end_round(scene: Scene) -> Play[None]:
    number = scene.state.round
    yield from lapse_all(scene.state, f"round {number} ended")
    yield RoundEnded(number)


def resolve_round(scene: Scene) -> Play[None]:
    """Resolve all phases of the round in order."""
    number = scene.state.round
    plan = RoundPlan(scene, scene.state.pending)
    attacked: list[str] = []
    yield PhaseEnded(PLANNING)
    yield from _resolve_moves(scene, plan.moves_after(PLANNING))
    for phase in PHASES:
        yield PhaseBegan(phase)
        able = yield from _lapse_impossible(scene, plan.due_in(phase))
        if phase == "ranged":
            yield from _resolve_ranged_phase(scene, plan, able, attacked)
        elif phase == "melee":
            yield from _resolve_melee_phase(scene, plan, able, attacked)
        elif phase == "end":
            yield from _apply_bleeding(scene)
        else:
            yield from _resolve_actions(scene, able, attacked)
        moving = plan.moves_after(phase)
        yield from _resolve_moves(scene, moving)
        yield PhaseEnded(phase, tuple(each.seq for each in (*plan.due_in(phase), *moving)))
    yield RoundEnded(number)


def _lapse_impossible(scene: Scene, due: list[Pending]) -> Play[list[Pending]]:
    """Return the declarations that can be carried out now; the others lapse without dice."""
    able: list[Pending] = []
    lapses: list[Lapsed] = []
    for each in due:
        reason = find_reason_to_lapse(scene, each)
        if not reason and isinstance(each.action, d.Attack) and is_shot(scene, each.action):
            reason = find_objection(
                scene.state, each, ranged.find_shot_problems(scene, each.action)
            )
        if reason:
            lapses.append(make_lapse(each.action, reason))
        else:
            able.append(each)
    yield from lapses
    return able


def _resolve_ranged_phase(
    scene: Scene, plan: RoundPlan, able: list[Pending], attacked: list[str]
) -> Play[None]:
    attacked += [
        each.action.targets[0].target for each in able if isinstance(each.action, d.Attack)
    ]
    blows = yield from ranged.resolve_shots(scene, plan, able)
    yield from apply_blows(scene, blows)


def _resolve_melee_phase(
    scene: Scene, plan: RoundPlan, able: list[Pending], attacked: list[str]
) -> Play[None]:
    outcome = yield from melee.resolve_melee(scene, plan, able)
    attacked += outcome.attacked
    yield from melee.update_engagements(scene, outcome)
    yield from apply_blows(scene, outcome.blows)


def _resolve_actions(scene: Scene, able: list[Pending], attacked: list[str]) -> Play[None]:
    """Resolve special actions and other actions.

    A combatant who was attacked in this round has disadvantage on other actions (PV-09).
    """
    for each in able:
        action = each.action
        if isinstance(action, d.Act | d.Special):
            hurried = isinstance(action, d.Act) and action.by in attacked
            grounds = [Ground("impaired", "attacked meanwhile")] if hurried else []
            yield from perform_action(scene, action, grounds)


def perform_action(scene: Scene, action: d.Act | d.Special, grounds: list[Ground]) -> Play[None]:
    """Perform an action, after the check it needs, if it needs one (PV-02)."""
    if action.save:
        one = scene.one(action.by)
        result = yield from roll_declared_check(scene, action, one, action.save, "action", grounds)
        if not result.passed:
            how = f"partial failure, missed by {result.missed}" if result.partial else "failed"
            yield Lapsed(action.by, action.what, f"{action.save} check: {how}")
            return
    yield Acted(action.by, action.what)


def _resolve_moves(scene: Scene, due: list[Pending]) -> Play[None]:
    """Resolve moves and retreats together: all are judged by the present positions."""
    outcomes: list[Lapsed | Moved | Left] = []
    for each in due:
        action = each.action
        assert isinstance(action, d.Move | d.Retreat)
        one = scene.one(action.by)
        reason = find_reason_to_lapse(scene, each) or find_objection(
            scene.state, each, find_move_problems(scene, one, action)
        )
        if reason:
            outcomes.append(make_lapse(action, reason))
        elif isinstance(action, d.Retreat):
            outcomes.append(Left(action.by, "retreated", action.to))
        else:
            outcomes.append(Moved(action.by, to=action.to))
    yield from outcomes
    for outcome in outcomes:
        if not isinstance(outcome, Lapsed):
            yield from melee.leave_engagement(scene.one(outcome.who))


def _apply_bleeding(scene: Scene) -> Play[None]:
    """Take 1 Stamina from each combatant who bleeds and has any left (PV-14)."""
    losing = [one for one in scene.present() if is_bleeding(one) and stamina(one) > 0]
    for one in losing:
        yield from lose_stamina(one, 1, "bleeding")
    for one in losing:
        yield from update_consciousness(one)
