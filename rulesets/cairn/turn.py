"""One side's turn: who can still do what they declared, what comes of it, morale (CF-06, CF-28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from events.types import declarations as d
from events.types.dice_notation import parse_dice
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
from events.types.sheets import Weapon
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant, Pending
from rulesets.cairn import attacks, craft, harm, manoeuvres, recovery
from rulesets.cairn.attacks import Swing
from rulesets.cairn.check import bars_action, bars_crawling
from rulesets.cairn.definition import Role
from rulesets.cairn.morale import test_morale
from rulesets.cairn.saves import Save, roll_all
from rulesets.cairn.scene import NEXT_ENHANCED, STUNNED, Aftermath, Blow, Scene
from rulesets.common import turns
from rulesets.common.conditions import end, over
from rulesets.common.scene import absence
from rulesets.common.weapons import lost_weapon
from rulesets.core.play import Ask, Play, throw
from rulesets.core.ruleset import Problem


class Rolled(NamedTuple):
    """An attack rolled: what it came to, and the weapons of the die that was kept."""

    swing: Swing
    value: int
    weapons: tuple[Weapon, ...]


def carry_out(scene: Scene, able: Sequence[Pending]) -> Play[None]:
    """What the turn does, step by step; `able` is what has not lapsed as it began."""
    after = Aftermath()
    before, behind = _moves(able)
    wounds = _awaiting_aid(scene, able)
    for move in before:
        yield Moved(move.by, move.distance, move.to)
    saved = yield from _saves(scene, able)
    passed = {seq: save.passed for seq, save in saved.items()}
    steered = any(isinstance(each.action, d.Manoeuvre) for each in able)
    if steered:
        yield from manoeuvres.shake_locks(scene, able, saved)
    rolled = yield from _damage_dice(scene, able, passed)
    yield from _target_by_target(scene, rolled, after)
    if steered:
        yield from manoeuvres.ram(scene, able, saved, after)
    for move in behind:
        yield Moved(move.by, move.distance, move.to)
    yield from _other_actions(scene, able, saved, wounds, after)
    yield from after.take_hold()


def _moves(able: Sequence[Pending]) -> tuple[list[d.Move], list[d.Move]]:
    """The moves that go before the mover's attack, and those behind it: what these give up is
    the aim for the next turn (CF-29)."""
    before: list[d.Move] = []
    behind: list[d.Move] = []
    attackers: set[str] = set()
    for waiting in able:
        if isinstance(waiting.action, d.Attack):
            attackers.add(waiting.action.by)
        elif isinstance(waiting.action, d.Move):
            (behind if waiting.action.by in attackers else before).append(waiting.action)
    return before, behind


def _awaiting_aid(scene: Scene, able: Sequence[Pending]) -> dict[str, set[str]]:
    """The wounds, by label, that there are for aid to find as the turn begins (CF-14)."""
    helped = [scene.one(each.action.target) for each in able if isinstance(each.action, d.Aid)]
    return {
        one.id: {each.label for each in one.wounds if each.awaits in recovery.AID} for one in helped
    }


def _saves(scene: Scene, able: Sequence[Pending]) -> Play[dict[int, SaveRolled]]:
    """(1) The saves that declared actions call for; by the declaration's seq, how they came out."""
    called = [(waiting.seq, save) for waiting in able if (save := _called(scene, waiting))]
    if not called:
        return {}
    results = yield from roll_all(scene, [save for _, save in called])
    return {seq: result for (seq, _), result in zip(called, results, strict=True)}


def _called(scene: Scene, waiting: Pending) -> Save | None:
    action = waiting.action
    one = scene.one(action.by)
    match action:
        case d.Retreat():
            return Save(one, "agility", "retreat", f"to {action.to}")
        case d.Attack():
            weapons = attacks.weapons_of(scene, one, action.weapons)
            if any("clumsy" in weapon.tags for weapon in weapons):
                return Save(one, "body", "clumsy", weapons[0].name)
        case d.Act() | d.Special() if action.save:
            return Save(one, _role(scene, one, action.save), "action", action.what)
        case d.Manoeuvre():
            return manoeuvres.save_of(scene, action)
    return None


def _role(scene: Scene, one: Combatant, score: str) -> Role:
    return scene.role(one, score) or "agility"


def _damage_dice(
    scene: Scene,
    able: Sequence[Pending],
    passed: dict[int, bool],
) -> Play[list[Rolled]]:
    """(2) The damage dice of all attackers in declared order. A blast whose targets have to be
    counted first splits the group: its own dice depend on the count."""
    swings: list[Swing] = []
    faces: list[tuple[int, ...]] = []
    favoured = [one.id for one in scene.present() if one.has(NEXT_ENHANCED)]
    for seq, attack in _attacks(able):
        favour = attack.by in favoured
        if favour:
            favoured.remove(attack.by)
        by = scene.one(attack.by)
        weapons = attacks.weapons_of(scene, by, attack.weapons)
        if attack.count:
            sized = next((each for each in weapons if "blast" in each.tags), weapons[0])
            count = Ask(attack.by, (_largest(sized.dice),), "targets", seq)
            unrolled = swings[len(faces) :]
            thrown = yield from throw(*(swing.ask for swing in unrolled), count)
            faces += thrown[:-1]
            (reached,) = thrown[-1]
            yield TargetsCounted(attack.by, reached)
            attack = msgspec.structs.replace(attack, targets=attack.targets[:reached])
        clumsy = not passed.get(seq, True)
        for each in attack.targets:
            again = attacks.is_again(by, attack, each.target)
            swings.append(attacks.aim_swing(scene, seq, attack, each, clumsy, again, favour))
    faces += yield from throw(*(swing.ask for swing in swings[len(faces) :]))
    rolled = []
    for swing, dice in zip(swings, faces, strict=True):
        value, kept = swing.keep(dice)
        yield AttackRolled(
            swing.by.id,
            swing.target.id,
            swing.weapon_name,
            swing.notation,
            dice,
            value,
            swing.modifier,
            swing.grounds,
            swing.seq,
        )
        rolled.append(Rolled(swing, value, kept))
    yield from _spent_advantage(scene, swings)
    return rolled


def _attacks(able: Sequence[Pending]) -> Iterator[tuple[int, d.Attack]]:
    for waiting in able:
        if isinstance(waiting.action, d.Attack):
            yield waiting.seq, waiting.action


def _largest(notation: str) -> str:
    return max(parse_dice(notation).dice, key=lambda die: int(die[1:]))


def _spent_advantage(scene: Scene, swings: Sequence[Swing]) -> Play[None]:
    bound = [each for each in swings if each.by.conditions]
    for swing in bound:
        yield from end(swing.by, NEXT_ENHANCED)
    for swing in bound:
        for weapon in swing.weapons:
            for lock in craft.locks(scene, swing.by, weapon.name, swing.target.id):
                yield over(swing.by, lock.condition)


def _target_by_target(scene: Scene, rolled: list[Rolled], after: Aftermath) -> Play[None]:
    """(3) Target by target, in the order first named: the best of each pool lands (CF-09)."""
    for target in dict.fromkeys(each.swing.target.id for each in rolled):
        pool = [each for each in rolled if each.swing.target.id == target]
        best = max(pool, key=lambda each: each.value)
        swing = best.swing
        dropped = tuple(each.value for each in pool if each is not best)
        carried = tuple(
            effect for weapon in best.weapons for effect in attacks.effects_of(weapon, swing.by)
        )
        yield from harm.strike(
            scene,
            Blow(
                swing.target,
                best.value,
                swing.by,
                swing.weapon_name,
                swing.seq,
                tuple(dict.fromkeys(carried)),
                bool(swing.precise) or any("ignores-armor" in each.tags for each in best.weapons),
                dropped,
                brings=swing.precise,
            ),
            after,
        )


def _other_actions(
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
                yield from _aid(scene.one(action.target), action.by, meant)
            case d.Manoeuvre() if save is not None:
                yield from manoeuvres.carry_out(scene, action, save, after)
            case d.Retreat() if save is not None and save.passed:
                for one in (scene.one(action.by), *craft.aboard(scene, scene.one(action.by))):
                    after.leaves(Left(one.id, "retreated", action.to))
            case d.Retreat():
                agility = scene.scores(scene.one(action.by)).agility
                yield turns.lapsed(action, f"the {agility} save failed")


def _aid(one: Combatant, by: str, found: set[str]) -> Play[None]:
    """Aid stops every clock of these wounds, which ran as the turn began (CF-14)."""
    yield Aided(one.id, by)
    for wound in list(one.wounds):
        if wound.awaits in recovery.AID and wound.label in found:
            yield recovery.tended(one, wound)


def take_turn(scene: Scene, side: str, alone: str = "") -> Play[None]:
    """Resolve what a side has declared; `alone`, only what one of them has (CF-03)."""
    yield TurnBegan(side, alone)
    able: list[Pending] = []
    for waiting in turns.declared(scene, side, alone):
        standing, fallen = _judged(scene, waiting, able)
        if fallen is not None:
            yield fallen
        if standing is not None:
            able.append(standing)
    if not alone:
        yield from _recovered(scene, side)
    yield from carry_out(scene, able)
    yield from test_morale(scene)
    yield TurnEnded(side, alone)


def _recovered(scene: Scene, side: str) -> Play[None]:
    """Whoever was stunned has lost the turn by now (CF-29)."""
    for one in list(scene.state.members(side)):
        if one.has(STUNNED) and scene.takes_turn(one, side):
            yield from end(one, STUNNED)


def _judged(
    scene: Scene, waiting: Pending, able: Sequence[Pending]
) -> tuple[Pending | None, Lapsed | None]:
    """Who can act, with what and on whom, as the turn begins (CF-06): what goes on, what lapses.
    `able` is what goes on before it."""
    action = waiting.action
    one = scene.one(action.by)
    problem = bars_action(scene, one, action) or _crawled(one, action, able)
    if problem is not None and problem.reason not in waiting.overruled:
        return None, turns.lapsed(action, problem.reason)
    if isinstance(action, d.Attack):
        out = {each: _out(scene, waiting, each.target) for each in action.targets}
        targets = tuple(each for each, reason in out.items() if not reason)
        if not targets:
            return None, turns.lapsed(action, out[action.targets[0]])
        if reason := _misfit(scene, waiting, action, targets):
            return None, turns.lapsed(action, reason)
        if len(targets) < len(action.targets):
            return Pending(waiting.seq, msgspec.structs.replace(action, targets=targets)), None
    if isinstance(action, d.Aid) and (reason := _out(scene, waiting, action.target)):
        return None, turns.lapsed(action, reason)
    if isinstance(action, d.Manoeuvre):
        for against in manoeuvres.find_problems(scene, action):
            if not against.overrulable or against.reason not in waiting.overruled:
                return None, turns.lapsed(action, against.reason)
    return waiting, None


def _crawled(one: Combatant, action: TurnAction, able: Sequence[Pending]) -> Problem | None:
    """Who has begun to crawl makes only one of the moves declared before (CF-14)."""
    if not isinstance(action, d.Move):
        return None
    made = [each for each in able if isinstance(each.action, d.Move) and each.action.by == one.id]
    return bars_crawling(one, one.moves + len(made))


def _misfit(scene: Scene, waiting: Pending, attack: d.Attack, left: tuple[d.Aim, ...]) -> str:
    """Why the attack cannot be made with the weapons as they are by now; empty where it can, or
    is to be all the same."""
    lost = lost_weapon(scene.one(attack.by), attack.weapons, scene.rules.unarmed)
    return lost or turns.against(waiting, attacks.find_problems(scene, attack, left))


def _out(scene: Scene, waiting: Pending, target: str) -> str:
    """Why nothing can be done to a target any more; empty where it can, or is to be all the
    same."""
    reason = absence(scene.one(target))
    return "" if reason in waiting.overruled else reason
