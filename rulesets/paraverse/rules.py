"""The ruleset of Paraverse: how each declaration is read, checked, previewed and played."""

from __future__ import annotations

from events.types import declarations as d
from events.types.unions import Declaration, is_statement
from projections.state.fight_state import Combatant, FightState, Pending
from rulesets.common.effects import amount
from rulesets.common.family import Rules, take_over
from rulesets.common.weapons import said
from rulesets.core.play import Play
from rulesets.paraverse import check, recovery, rounds
from rulesets.paraverse.contest import prepare_entry
from rulesets.paraverse.definition import definition
from rulesets.paraverse.describe import describe
from rulesets.paraverse.harm import Blow, apply_blows, roll_location, update_consciousness
from rulesets.paraverse.planning import RoundPlan, is_shot
from rulesets.paraverse.prepare import lexicon, prepare
from rulesets.paraverse.ranged import prepare_shot
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.sheets import read_sheet, read_weapon
from rulesets.paraverse.skills import SkillRoll, list_rollable, prepare_check, roll_declared_check
from rulesets.paraverse.statement_effects import apply_consequences


class Paraverse(Rules[Scene]):
    """The `Ruleset` of Paraverse."""

    def __init__(self) -> None:
        super().__init__(
            Scene,
            sheet=read_sheet,
            weapon=lambda game, text: read_weapon(definition(game), text),
            describe=describe,
            lexicon=lexicon,
            prepare=prepare,
            preview=_preview_dice,
            problems=check.find_problems,
            play=_play,
        )

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return list_rollable(Scene(state), one)


def _play(scene: Scene, declared: Declaration) -> Play[None]:
    match declared:
        case d.Join():
            yield from update_consciousness(scene.one(declared.sheet.id))
        case d.Resolve():
            yield from rounds.resolve_round(scene)
        case d.BeginRound():
            yield from rounds.begin_round(scene)
        case d.CallSave():
            for who in declared.who:
                yield from roll_declared_check(
                    scene, declared, scene.one(who), declared.score, "called"
                )
        case d.Harm():
            yield from _apply_harm(scene, declared)
        case d.Rest():
            yield from recovery.rest(scene, declared)
        case d.Recover():
            one = scene.one(declared.who)
            wound = one.wound(declared.wound)
            assert wound is not None, "prepared"
            yield from recovery.heal_wound(one, wound)
        case d.TakeOver():
            yield from take_over(scene.state, declared)
        case d.EndFight():
            yield from rounds.end_fight(scene)
        case _ if is_statement(declared):
            yield from apply_consequences(scene, declared)


def _preview_dice(scene: Scene, declared: Declaration) -> str:
    roll = _find_roll(scene, declared)
    return roll.formula if roll is not None else ""


def _find_roll(scene: Scene, declared: Declaration) -> SkillRoll | None:
    """Return the d20 roll that a declared action makes in the current state, or None."""
    match declared:
        case d.Attack() if is_shot(scene, declared):
            return prepare_shot(scene, declared, 0)
        case d.Attack() | d.Disengage():
            one = scene.one(declared.by)
            targets = [declared.targets[0].target] if isinstance(declared, d.Attack) else []
            return prepare_entry(scene, RoundPlan(scene, [Pending(0, declared)]), one, targets).roll
        case d.Act() | d.Special() if declared.save:
            grounds = said(declared.enhanced, declared.impaired)
            return prepare_check(scene, scene.one(declared.by), declared.save, "action", grounds)
        case d.Aid():
            return prepare_check(scene, scene.one(declared.by), recovery.STABILIZATION, "treatment")
        case d.Treat():
            return prepare_check(scene, scene.one(declared.by), recovery.TREATMENT, "treatment")
    return None


def _apply_harm(scene: Scene, declared: d.Harm) -> Play[None]:
    """Apply damage as the referee states it: without armor, to any combatant (PV-21)."""
    blows = []
    for one in map(scene.one, declared.who):
        dealt = yield from amount(one, declared.amount, "harm")
        place = declared.place or (yield from roll_location(scene, one.id))
        blows.append(Blow(one, dealt, place, why=declared.why, armored=False))
    yield from apply_blows(scene, blows)
