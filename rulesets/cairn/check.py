"""What speaks against a declaration (CF-02, CF-03, CF-05, CF-06, CF-12, CF-14, CF-22, CF-24,
CF-26, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator

from events import declarations as d
from events.vocabulary import Declaration, TurnAction
from projections.state import Combatant
from rulesets.cairn import aim
from rulesets.cairn.ability import bars_action, bars_crawling
from rulesets.cairn.recovery import resters
from rulesets.cairn.scene import CRITICAL, FULL_PACK, Scene
from rulesets.common import turns
from rulesets.common.people import absence
from rulesets.ruleset import Problem


def problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Everything that speaks against it, the gravest first."""
    state = scene.state
    match declared:
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act():
            yield from _action(scene, declared)
        case d.Resolve():
            yield from turns.resolve(state, declared)
        case d.BeginRound():
            yield from turns.begin_round(state, declared)
        case d.CallSave():
            for one in map(scene.one, declared.who):
                if one.standing == "dead":  # who has only left may be called on (CF-04)
                    yield Problem(absence(one), "ALL-03")
        case d.Harm():
            for one in map(scene.one, declared.who):
                if one.standing != "in":
                    yield Problem(absence(one), "ALL-03")
        case d.PassTime() if declared.seconds <= 0:
            yield Problem("Time passes forward: say how many seconds", "CF-01", False)
        case d.Rest():
            yield from _rest(scene, declared)
        case d.Recover():
            yield from _recover(scene, declared)
        case d.Burden():
            one = scene.one(declared.who)
            if one.has(FULL_PACK) == declared.full:
                has = "already carries" if declared.full else "does not carry"
                yield Problem(f"{one.name} {has} a full pack", "CF-24", False)
        case d.TakeOver():
            yield from turns.take_over(state, declared)
        case d.ChooseDice() if declared.dice == state.dice:
            yield Problem(f"The dice are {state.dice} already", "ALL-02", False)
        case d.EndFight() if state.ended:
            yield Problem("The fight is over already", "CF-01", False)


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
    spent = None if state.ended else _spent(scene, one, action)
    if spent is not None:
        yield spent
    match action:
        case d.Attack():
            yield from _attack(scene, action)
        case d.Move():
            yield from _move(scene, one, action)
        case d.Aid():
            yield from _aid(scene, one, scene.one(action.target))


def is_late(scene: Scene, one: Combatant) -> bool:
    """Has their moment for declaring in this round gone by?"""
    return scene.state.round_open and _late(scene, one) is not None


def _late(scene: Scene, one: Combatant) -> Problem | None:
    """Player characters declare before the round's first die, others, and who has only just
    come (CF-19), until their side is resolved (CF-03)."""
    state = scene.state
    if not state.round_open:
        return None
    gone = turns.gone_by(state, one)
    if gone is not None:
        return gone
    if one.kind == "pc" and state.rolled and not one.fresh:
        return Problem(
            f"{one.name} declares too late: dice of round {state.round} have been rolled",
            "CF-03",
        )
    return None


def _spent(scene: Scene, one: Combatant, action: TurnAction) -> Problem | None:
    """One move and one action a turn; a second move is the action (CF-02), and so are all
    attacks of one who attacks with everything (CF-11). Crawling is one move (CF-14)."""
    replaced = scene.state.replaced_by(action)
    waiting = [each.action for each in scene.state.pending_of(one.id) if each not in replaced]
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
        used = {*one.used, *(weapon for each in made for weapon in each.weapons)}
        if len(made) == len(waiting) - sum(isinstance(each, d.Move) for each in waiting):
            again = [weapon for weapon in action.weapons if weapon in used]
            if not again:
                return None
            return Problem(f"{one.name} has attacked with {again[0]} already", "CF-11")
    if waiting:
        return Problem(
            f"{one.name} has declared an action already; add “instead” to replace it", "CF-02"
        )
    return Problem(f"{one.name} has acted in this round already", "CF-02")


def _attack(scene: Scene, attack: d.Attack) -> Iterator[Problem]:
    for target in (scene.one(each.target) for each in attack.targets):
        if target.standing != "in":
            yield Problem(absence(target), "ALL-03")
    yield from aim.problems(scene, attack, attack.targets)


def _move(scene: Scene, one: Combatant, move: d.Move) -> Iterator[Problem]:
    movement = scene.rules.movement
    limit = movement.limit - 1 if movement.below else movement.limit
    if move.distance > limit:
        most = f"less than {movement.limit}" if movement.below else str(movement.limit)
        yield Problem(
            f"{one.name} can move {most} {movement.unit} at a time, not {move.distance}", "CF-02"
        )


def _aid(scene: Scene, one: Combatant, target: Combatant) -> Iterator[Problem]:
    if target is one:
        yield Problem(f"{one.name} needs somebody else's aid", "CF-14")
    elif target.standing != "in":
        yield Problem(absence(target), "ALL-03")
    elif not any(wound.awaits == "aid" for wound in target.wounds):
        yield Problem(f"{target.name} has no wound that waits for aid", "CF-14")


def _rest(scene: Scene, declared: d.Rest) -> Iterator[Problem]:
    if scene.state.round_open:
        yield Problem("There is no rest while a round is open; end the fight first", "CF-24")
    for one in resters(scene, declared):
        if one.standing == "dead":
            yield Problem(f"{one.name} is dead", "ALL-03", False)


def _recover(scene: Scene, declared: d.Recover) -> Iterator[Problem]:
    one = scene.one(declared.who)
    wound = one.wound(declared.wound)
    if one.standing == "dead":
        yield Problem(f"{one.name} is dead", "ALL-03", False)
    elif wound is None or not wound.awaits:
        yield Problem(f"{one.name}'s {declared.wound} waits for nothing", "CF-18", False)
    elif wound.row and scene.rules.scars[wound.row - 1].doom:
        yield Problem(f"{one.name}'s doom waits for {wound.awaits}", "CF-18", False)
    elif wound.name == CRITICAL and wound.awaits == "aid":
        yield Problem(f"{one.name} needs aid before rest can help", "CF-14")
