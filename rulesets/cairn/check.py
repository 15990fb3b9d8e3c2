"""What speaks against a declaration (CF-02, CF-03, CF-05, CF-06, CF-12, CF-14, CF-22, CF-24,
CF-26, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from events.types import declarations as d
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant
from rulesets.cairn import aim, manoeuvres
from rulesets.cairn import saves as morale
from rulesets.cairn.ability import bars_action, spent
from rulesets.cairn.recovery import AID, mended, resters
from rulesets.cairn.scene import CLAUSES, CRITICAL, FULL_PACK, Scene
from rulesets.common import checks, turns
from rulesets.common.people import absence, can_act
from rulesets.core.ruleset import Problem


def problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Everything that speaks against it, the gravest first."""
    state = scene.state
    match declared:
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act() | d.Manoeuvre():
            yield from _action(scene, declared)
        case d.Resolve():
            yield from turns.resolve(state, declared, CLAUSES)
        case d.BeginRound():
            yield from turns.begin_round(state, declared, CLAUSES)
        case d.CallSave():
            yield from checks.dead(map(scene.one, declared.who))
        case d.CallMorale():
            yield from _call_morale(scene, declared)
        case d.Harm():
            yield from checks.away(map(scene.one, declared.who))
        case d.Rest():
            yield from _rest(scene, declared)
        case d.Recover():
            yield from _recover(scene, declared)
        case d.Burden():
            yield from checks.burden(scene.one(declared.who), FULL_PACK, declared, "CF-24")
        case _:
            yield from checks.plain(state, declared, CLAUSES)


def _call_morale(scene: Scene, declared: d.CallMorale) -> Iterator[Problem]:
    """Foes who can still act have morale to test; player characters and followers have not."""
    for one in map(scene.one, declared.who):
        if one.standing != "in":
            yield Problem(absence(one), "ALL-03")
        elif not can_act(one):
            yield Problem(f"{one.name} cannot act, and has no morale to test", "CF-25")
        elif scene.craft(one) is not None:
            yield Problem(f"{one.name} is a {one.scale}; its crew has morale to test", "CF-25")
        elif not morale.has_morale(scene, one):
            yield Problem(f"{one.name} is no foe and has no morale to test", "CF-25")


def _action(scene: Scene, action: TurnAction) -> Iterator[Problem]:
    state = scene.state
    one = scene.one(action.by)
    if state.ended and not isinstance(action, d.Aid):
        yield Problem("The fight is over; undo its end to go on", "CF-01", False)
        return
    if isinstance(action, d.Retreat) and not action.to.strip():
        yield Problem(
            f"{one.name} needs a safe destination to retreat to, like: retreat {one.id} to the"
            " gate",
            "CF-22",
            False,
        )
    barred = bars_action(scene, one, action)
    if barred is not None:
        yield barred
    late = _late(scene, one)
    if late is not None:
        yield late
    done = None if state.ended else spent(scene, one, action)
    if done is not None:
        yield done
    match action:
        case d.Attack():
            yield from _attack(scene, action)
        case d.Move():
            yield from _move(scene, one, action)
        case d.Aid():
            yield from _aid(scene, one, scene.one(action.target))
        case d.Manoeuvre():
            yield from manoeuvres.problems(scene, action)


def is_late(scene: Scene, one: Combatant) -> bool:
    """Has their moment for declaring in this round gone by?"""
    return scene.state.round_open and _late(scene, one) is not None


def _late(scene: Scene, one: Combatant) -> Problem | None:
    """Player characters declare before the round's first die, others, and who has only just
    come (CF-19), until their side is resolved (CF-03)."""
    state = scene.state
    if not state.round_open:
        return None
    gone = turns.gone_by(state, one, CLAUSES)
    if gone is not None:
        return gone
    if one.kind == "pc" and state.rolled and not one.fresh:
        return Problem(
            f"{one.name} declares too late: dice of round {state.round} have been rolled",
            "CF-03",
        )
    return None


def _attack(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    yield from checks.away(scene.one(each.target) for each in attack.targets)
    yield from aim.problems(scene, attack, attack.targets)


def _move(scene: Scene, one: Combatant, move: d.Move) -> Iterator[Problem]:
    movement = scene.rules.movement
    limit = movement.limit - 1 if movement.below else movement.limit
    if move.distance > limit and scene.craft(one) is None:  # a craft's course is not measured
        most = f"less than {movement.limit}" if movement.below else str(movement.limit)
        yield Problem(
            f"{one.name} can move {most} {movement.unit} at a time, not {move.distance}", "CF-02"
        )


def _aid(scene: Scene, one: Combatant, target: Combatant) -> Iterator[Problem]:
    if target is one:
        yield Problem(f"{one.name} needs somebody else's aid", "CF-14")
    elif target.standing != "in":
        yield Problem(absence(target), "ALL-03")
    elif not any(wound.awaits in AID for wound in target.wounds):
        yield Problem(f"{target.name} has no wound that waits for aid", "CF-14")


def _rest(scene: Scene, declared: d.Rest) -> Iterator[Problem]:
    if scene.state.round_open:
        yield Problem("There is no rest while a round is open; end the fight first", "CF-24")
    for one in resters(scene, declared):
        if one.standing == "dead":
            yield Problem(f"{one.name} is dead", "ALL-03", False)
        elif scene.craft(one) is not None:
            hull = scene.scores(one).protection
            yield Problem(
                f"{one.name} is a {one.scale} and gains nothing by rest; repairs are the"
                f" {scene.word('referee')}'s word, like: set {one.id} {hull} 2",
                "CF-27",
            )


def _recover(scene: Scene, declared: d.Recover) -> Iterator[Problem]:
    one = scene.one(declared.who)
    wound = one.wound(declared.wound)
    if one.standing == "dead":
        yield Problem(f"{one.name} is dead", "ALL-03", False)
    elif wound is None and mended(scene, one, declared.wound):
        return
    elif wound is None or not wound.awaits:
        yield Problem(f"{one.name}'s {declared.wound} waits for nothing", "CF-18", False)
    elif wound.row and scene.rules.scars[wound.row - 1].doom:
        yield Problem(f"{one.name}'s doom waits for {wound.awaits}", "CF-18", False)
    elif wound.name == CRITICAL and wound.awaits == "aid":
        yield Problem(f"{one.name} needs aid before rest can help", "CF-14")
