"""One side's turn: declarations that lapse as it begins, saves, damage, other actions, morale
(CF-06, CF-28)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from events.types import declarations as d
from events.types.outcomes import (
    Acted,
    Aided,
    AttackRolled,
    Lapsed,
    Left,
    Moved,
    SaveRolled,
    TargetsCounted,
    TurnBegan,
    TurnEnded,
)
from events.types.rolls import parse_dice
from events.types.sheets import Weapon
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant, Pending
from rulesets.cairn import attacks, craft, harm, manoeuvres, recovery
from rulesets.cairn.attacks import AttackRoll
from rulesets.cairn.definition import Role
from rulesets.cairn.problems import find_action_bars, is_late
from rulesets.cairn.saves import Save, roll_saves, test_morale
from rulesets.cairn.scene import STUNNED, Aftermath, Blow, Scene
from rulesets.common import turns
from rulesets.common.conditions import NEXT_ENHANCED, end_conditions, make_condition_end
from rulesets.common.scene import explain_absence
from rulesets.common.weapons import explain_misfit
from rulesets.core.play import DiceRequest, Faces, Play, roll_dice


class RolledAttack(NamedTuple):
    """An attack that has been rolled: its value, and the weapons whose effects apply."""

    roll: AttackRoll
    value: int
    weapons: tuple[Weapon, ...]


def resolve_turn(scene: Scene, declared: d.Resolve) -> Play[None]:
    """Resolve the turn of the side that is named, or whose turn it is."""
    return take_turn(scene, turns.choose_side(scene.state, declared))


def resolve_late_action(scene: Scene, declared: TurnAction) -> Play[None]:
    """Resolve an action that is declared too late, or after the fight, by itself (CF-03)."""
    one = scene.one(declared.by)
    if scene.state.ended or (declared.overrule and is_late(scene, one)):
        yield from take_turn(scene, one.side, alone=one.id)


def take_turn(scene: Scene, side: str, alone: str = "") -> Play[None]:
    """Resolve the declarations of a side; with `alone`, only those of one combatant (CF-03)."""
    yield TurnBegan(side, alone)
    able: list[Pending] = []
    for waiting in turns.list_declared(scene, side, alone):
        standing, lapse = _judge(scene, waiting, able)
        if lapse is not None:
            yield lapse
        if standing is not None:
            able.append(standing)
    if not alone:
        yield from _wake_stunned(scene, side)
    yield from _carry_out(scene, able)
    yield from test_morale(scene)
    yield TurnEnded(side, alone)


def _wake_stunned(scene: Scene, side: str) -> Play[None]:
    """End the stun of those to whom it cost this turn (CF-29)."""
    for one in list(scene.state.members(side)):
        if one.has(STUNNED) and scene.takes_turn(one, side):
            yield from end_conditions(one, STUNNED)


def _judge(
    scene: Scene, waiting: Pending, able: Sequence[Pending]
) -> tuple[Pending | None, Lapsed | None]:
    """Return the declaration if it is carried out, or the outcome that it lapses as the turn begins
    (CF-06).

    `able` are the earlier declarations that are carried out.
    """
    action = waiting.action
    one = scene.one(action.by)
    made = [each for each in able if isinstance(each.action, d.Move) and each.action.by == one.id]
    bars = find_action_bars(scene, one, action, one.moves + len(made))
    if reason := turns.find_objection(scene.state, waiting, bars):
        return None, turns.make_lapse(action, reason)
    if isinstance(action, d.Attack):
        out = {each: turns.explain_out(scene, waiting, each.target) for each in action.targets}
        targets = tuple(each for each, reason in out.items() if not reason)
        if not targets:
            return None, turns.make_lapse(action, out[action.targets[0]])
        problems = attacks.find_problems(scene, action, targets)
        if reason := explain_misfit(scene, waiting, action, problems):
            return None, turns.make_lapse(action, reason)
        if len(targets) < len(action.targets):
            return Pending(waiting.seq, msgspec.structs.replace(action, targets=targets)), None
    if isinstance(action, d.Aid) and (reason := turns.explain_out(scene, waiting, action.target)):
        return None, turns.make_lapse(action, reason)
    if isinstance(action, d.Manoeuvre):
        problems = manoeuvres.find_problems(scene, action)
        if reason := turns.find_objection(scene.state, waiting, problems):
            return None, turns.make_lapse(action, reason)
    return waiting, None


def _carry_out(scene: Scene, able: Sequence[Pending]) -> Play[None]:
    """Carry out a turn step by step; `able` are the declarations that did not lapse as it began."""
    after = Aftermath()
    before, behind = _split_moves(able)
    wounds = _list_aidable_wounds(scene, able)
    for move in before:
        yield Moved(move.by, move.distance, move.to)
    saved = yield from _roll_action_saves(scene, able)
    passed = {seq: save.passed for seq, save in saved.items()}
    steered = any(isinstance(each.action, d.Manoeuvre) for each in able)
    if steered:
        yield from manoeuvres.shake_locks(scene, able, saved)
    rolled = yield from _roll_damage(scene, able, passed)
    yield from _strike_targets(scene, rolled, after)
    if steered:
        yield from manoeuvres.ram_targets(scene, able, saved, after)
    for move in behind:
        yield Moved(move.by, move.distance, move.to)
    yield from _finish_actions(scene, able, saved, wounds, after)
    yield from after.record_all()


def _split_moves(able: Sequence[Pending]) -> tuple[list[d.Move], list[d.Move]]:
    """Return the moves before the mover's attack, and those after it.

    A move after the attack loses the aim for the next turn (CF-29).
    """
    before: list[d.Move] = []
    behind: list[d.Move] = []
    attackers: set[str] = set()
    for waiting in able:
        if isinstance(waiting.action, d.Attack):
            attackers.add(waiting.action.by)
        elif isinstance(waiting.action, d.Move):
            (behind if waiting.action.by in attackers else before).append(waiting.action)
    return before, behind


def _list_aidable_wounds(scene: Scene, able: Sequence[Pending]) -> dict[str, set[str]]:
    """Return, by combatant, the labels of the wounds that aid can tend: those at the turn's
    beginning (CF-14)."""
    helped = [scene.one(each.action.target) for each in able if isinstance(each.action, d.Aid)]
    return {
        one.id: {each.label for each in one.wounds if each.awaits in recovery.AID} for one in helped
    }


def _roll_action_saves(scene: Scene, able: Sequence[Pending]) -> Play[dict[int, SaveRolled]]:
    """Roll the saves of declared actions (step 1). Return the results by the seq of the
    declaration."""
    called = [
        (waiting.seq, save) for waiting in able if (save := _find_called_save(scene, waiting))
    ]
    if not called:
        return {}
    results = yield from roll_saves(scene, [save for _, save in called])
    return {seq: result for (seq, _), result in zip(called, results, strict=True)}


def _find_called_save(scene: Scene, waiting: Pending) -> Save | None:
    action = waiting.action
    one = scene.one(action.by)
    match action:
        case d.Retreat():
            return Save(one, "agility", "retreat", f"to {action.to}")
        case d.Attack():
            weapons = attacks.find_weapons(scene, one, action.weapons)
            if any("clumsy" in weapon.tags for weapon in weapons):
                return Save(one, "body", "clumsy", weapons[0].name)
        case d.Act() | d.Special() if action.save:
            return Save(one, _choose_role(scene, one, action.save), "action", action.what)
        case d.Manoeuvre():
            return manoeuvres.find_save(scene, action)
    return None


def _choose_role(scene: Scene, one: Combatant, score: str) -> Role:
    return scene.role(one, score) or "agility"


def _roll_damage(
    scene: Scene,
    able: Sequence[Pending],
    passed: dict[int, bool],
) -> Play[list[RolledAttack]]:
    """Roll the damage dice of all attackers in declared order (step 2).

    If a blast's targets must be counted first, the dice before it are rolled separately, because
    its own dice depend on the count.
    """
    rolls: list[AttackRoll] = []
    faces: list[tuple[int, ...]] = []
    favoured = [one.id for one in scene.present() if one.has(NEXT_ENHANCED)]
    for seq, attack in _list_attacks(able):
        favour = attack.by in favoured
        if favour:
            favoured.remove(attack.by)
        by = scene.one(attack.by)
        weapons = attacks.find_weapons(scene, by, attack.weapons)
        if attack.count:
            sized = next((each for each in weapons if "blast" in each.tags), weapons[0])
            reach = partial(_count_reached, len(attack.targets))
            largest = (_find_largest_die(sized.dice),)
            count = DiceRequest(attack.by, largest, "targets", seq, reach)
            unrolled = rolls[len(faces) :]
            thrown = yield from roll_dice(*(roll.ask for roll in unrolled), count)
            faces += thrown[:-1]
            (reached,) = thrown[-1]
            yield TargetsCounted(attack.by, reached)
            attack = msgspec.structs.replace(attack, targets=attack.targets[:reached])
        clumsy = not passed.get(seq, True)
        for each in attack.targets:
            again = attacks.find_repeated(scene, by, attack, each.target)
            rolls.append(
                attacks.prepare_attack_roll(scene, seq, attack, each, clumsy, again, favour)
            )
    best = None if faces else partial(_find_best_rolls, rolls)
    faces += yield from roll_dice(*(roll.ask for roll in rolls[len(faces) :]), alike=best)
    rolled = []
    for roll, dice in zip(rolls, faces, strict=True):
        value, kept, weapons = roll.keep(dice)
        yield AttackRolled(
            roll.by.id,
            roll.target.id,
            roll.weapon_name,
            roll.notation,
            dice,
            value,
            roll.modifier,
            roll.grounds,
            roll.seq,
            kept,
        )
        rolled.append(RolledAttack(roll, value, weapons))
    yield from _spend_advantages(scene, rolls)
    return rolled


def _count_reached(named: int, faces: tuple[int, ...]) -> int:
    return min(named, *faces)


def _find_best_rolls(rolls: list[AttackRoll], faces: Faces) -> Hashable:
    """Return what of the damage dice of a turn matters: the best roll on each target."""
    best: dict[str, tuple[int, int, tuple[Weapon, ...]]] = {}
    for number, (roll, dice) in enumerate(zip(rolls, faces, strict=True)):
        value, weapons = roll.tell_apart(dice)
        if roll.target.id not in best or value > best[roll.target.id][0]:
            best[roll.target.id] = value, number, weapons
    return tuple(best.values())


def _list_attacks(able: Sequence[Pending]) -> Iterator[tuple[int, d.Attack]]:
    for waiting in able:
        if isinstance(waiting.action, d.Attack):
            yield waiting.seq, waiting.action


def _find_largest_die(notation: str) -> str:
    return max(parse_dice(notation).dice, key=lambda die: int(die[1:]))


def _spend_advantages(scene: Scene, rolls: Sequence[AttackRoll]) -> Play[None]:
    bound = [each for each in rolls if each.by.conditions]
    for roll in bound:
        yield from end_conditions(roll.by, NEXT_ENHANCED)
    for roll in bound:
        for weapon in roll.weapons:
            for lock in craft.find_locks(scene, roll.by, weapon.name, roll.target.id):
                yield make_condition_end(roll.by, lock.condition)


def _strike_targets(scene: Scene, rolled: list[RolledAttack], after: Aftermath) -> Play[None]:
    """Apply the best attack of each target's pool, in the order first named (step 3; CF-09)."""
    for target in dict.fromkeys(each.roll.target.id for each in rolled):
        pool = [each for each in rolled if each.roll.target.id == target]
        best = max(pool, key=lambda each: each.value)
        roll = best.roll
        dropped = tuple(each.value for each in pool if each is not best)
        carried = tuple(
            effect for weapon in best.weapons for effect in attacks.list_effects(weapon, roll.by)
        )
        yield from harm.land_blow(
            scene,
            Blow(
                roll.target,
                best.value,
                roll.by,
                roll.weapon_name,
                roll.seq,
                tuple(dict.fromkeys(carried)),
                bool(roll.precise) or any("ignores-armor" in each.tags for each in best.weapons),
                dropped,
                brings=roll.precise,
            ),
            after,
        )


def _finish_actions(
    scene: Scene,
    able: Sequence[Pending],
    saved: dict[int, SaveRolled],
    wounds: dict[str, set[str]],
    after: Aftermath,
) -> Play[None]:
    for waiting in able:
        action = waiting.action
        save = saved.get(waiting.seq)
        match action:
            case d.Act() | d.Special() if save is None or save.passed:
                yield Acted(action.by, action.what)
            case d.Act() | d.Special():
                yield Lapsed(action.by, action.what, f"the {action.save} save failed")
            case d.Aid():
                found = wounds[action.target]
                meant = found & {action.wound} if action.wound else found
                yield from _tend_wounds(scene.one(action.target), action.by, meant)
            case d.Manoeuvre() if save is not None:
                yield from manoeuvres.carry_out(scene, action, save, after)
            case d.Retreat() if save is not None and save.passed:
                yield from _depart(scene, action, after)
            case d.Retreat():
                agility = scene.scores(scene.one(action.by)).agility
                yield turns.make_lapse(action, f"the {agility} save failed")


def _depart(scene: Scene, retreat: d.Retreat, after: Aftermath) -> Play[None]:
    """Let a combatant who got away leave at the turn's end, and everybody aboard. Overruling
    revives nobody: the dead and those who have left stay so (CF-22)."""
    one = scene.one(retreat.by)
    absence = explain_absence(one)
    if absence and scene.state.game.version > 1:
        yield turns.make_lapse(retreat, absence)
        return
    if one.id in after.dying and scene.state.game.version > 1:  # and nobody aboard gets away
        yield turns.make_lapse(retreat, f"{one.name} did not outlast the turn")
        return
    for each in (one, *craft.list_aboard(scene, one)):
        after.add_departure(Left(each.id, "retreated", retreat.to))


def _tend_wounds(one: Combatant, by: str, found: set[str]) -> Play[None]:
    """Tend the wounds that waited for aid as the turn began. This stops their clocks (CF-14)."""
    yield Aided(one.id, by)
    for wound in list(one.wounds):
        if wound.awaits in recovery.AID and wound.label in found:
            yield recovery.tend_wound(one, wound)
