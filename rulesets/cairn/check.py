"""What speaks against a declaration (CF-02, CF-03, CF-05, CF-06, CF-12, CF-14, CF-22, CF-24,
CF-26, ALL-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types import declarations as d
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant
from rulesets.cairn import attacks, manoeuvres
from rulesets.cairn.craft import holding
from rulesets.cairn.morale import has_morale
from rulesets.cairn.recovery import AID, mended, resters
from rulesets.cairn.scene import (
    CLAUSES,
    CRITICAL,
    DELIRIOUS,
    FULL_PACK,
    LOST_ROUND,
    PARALYSED,
    Scene,
)
from rulesets.common import turns
from rulesets.common.scene import absence, barring, can_act, crawls
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
    held = holding(scene, one) if one.conditions else None
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
    if scene.fires_each(one):
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


def find_problems(scene: Scene, declared: Declaration) -> Iterator[Problem]:
    """Everything that speaks against it, the gravest first."""
    state = scene.state
    match declared:
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act() | d.Manoeuvre():
            yield from _action(scene, declared)
        case d.Resolve():
            yield from turns.check_resolve(state, declared, CLAUSES)
        case d.BeginRound():
            yield from turns.check_begin_round(state, declared, CLAUSES)
        case d.CallSave():
            yield from turns.check_not_dead(map(scene.one, declared.who))
        case d.CallMorale():
            yield from _call_morale(scene, declared)
        case d.Harm():
            yield from turns.check_present(map(scene.one, declared.who))
        case d.Rest():
            yield from _rest(scene, declared)
        case d.Recover():
            yield from _recover(scene, declared)
        case d.Burden():
            yield from turns.check_burden(scene.one(declared.who), FULL_PACK, declared, "CF-24")
        case _:
            yield from turns.check_other(state, declared, CLAUSES)


def _call_morale(scene: Scene, declared: d.CallMorale) -> Iterator[Problem]:
    """Foes who can still act have morale to test; player characters and followers have not."""
    for one in map(scene.one, declared.who):
        if one.standing != "in":
            yield Problem(absence(one), "ALL-03")
        elif not can_act(one):
            yield Problem(f"{one.name} cannot act, and has no morale to test", "CF-25")
        elif scene.craft(one) is not None:
            yield Problem(f"{one.name} is a {one.scale}; its crew has morale to test", "CF-25")
        elif not has_morale(scene, one):
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
            yield from manoeuvres.find_problems(scene, action)


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
    yield from turns.check_present(scene.one(each.target) for each in attack.targets)
    yield from attacks.find_problems(scene, attack, attack.targets)


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
