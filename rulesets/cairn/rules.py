"""The rules of the Cairn family: what happens when a declaration is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.types import declarations as d
from events.types import statements as s
from events.types.game import Game
from events.types.outcomes import ConditionBegan, ConditionEnded, EffectTold, WoundTaken
from events.types.sheets import Kind, Sheet, Weapon, Wound
from events.types.unions import Declaration, Statement, TurnAction
from projections.state.fight_state import Combatant, FightState
from rulesets.cairn import recovery, rounds
from rulesets.cairn.attacks import preview_dice
from rulesets.cairn.check import find_problems, is_late
from rulesets.cairn.craft import RIGGED, remove_rigs
from rulesets.cairn.definition import Role, definition
from rulesets.cairn.describe import describe
from rulesets.cairn.effects import apply_last_effects, apply_zero, end_zero, lose_ability
from rulesets.cairn.harm import make_critical_wound, strike
from rulesets.cairn.morale import call_morale
from rulesets.cairn.prepare import build_lexicon, prepare_declaration
from rulesets.cairn.recovery import apply_burden
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scars import make_wound
from rulesets.cairn.scene import CRITICAL, Aftermath, Blow, Scene, has_scars
from rulesets.cairn.sheets import read_sheet, read_weapon
from rulesets.cairn.turn import take_turn
from rulesets.common.describe import Section
from rulesets.common.effects import roll_amounts
from rulesets.common.family import Family
from rulesets.common.turns import choose_side
from rulesets.core.play import Play
from rulesets.core.ruleset import Lexicon, Problem


class Cairn(Family[Scene]):
    """The `Ruleset` of Golden Idol, Thálassa and Plerion."""

    def scene(self, state: FightState, seq: int = 0) -> Scene:
        return Scene(state, seq)

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        return read_sheet(game, entry, kind)

    def weapon(self, game: Game, text: str) -> Weapon:
        return read_weapon(definition(game), text)

    def describe(self, game: Game) -> list[Section]:
        return describe(game)

    def lexicon(self, game: Game) -> Lexicon:
        return build_lexicon(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        names = Scene(state).scores(one)
        return (names.body, names.agility, names.will)

    def prepare_declaration(self, scene: Scene, declared: Declaration) -> Declaration:
        return prepare_declaration(scene, declared)

    def preview_dice(self, scene: Scene, declared: Declaration) -> str:
        return preview_dice(scene, declared)

    def find_problems(self, scene: Scene, declared: Declaration) -> Iterator[Problem]:
        return find_problems(scene, declared)

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        return _apply_join(scene, declared)

    def act(self, scene: Scene, declared: TurnAction) -> Play[None]:
        """Resolve an action by itself that is declared too late, or after the fight (CF-03)."""
        one = scene.one(declared.by)
        if scene.state.ended or (declared.overrule and is_late(scene, one)):
            yield from take_turn(scene, one.side, alone=one.id)

    def resolve(self, scene: Scene, declared: d.Resolve) -> Play[None]:
        yield from take_turn(scene, choose_side(scene.state, declared))

    def begin_round(self, scene: Scene, declared: d.BeginRound) -> Play[None]:
        return rounds.begin_round(scene, declared)

    def end_round(self, scene: Scene) -> Play[None]:
        return rounds.end_round(scene)

    def end_fight(self, scene: Scene) -> Play[None]:
        yield from super().end_fight(scene)
        yield from rounds.wake_stunned(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        return _roll_called_saves(scene, declared)

    def call_morale(self, scene: Scene, declared: d.CallMorale) -> Play[None]:
        return call_morale(scene, declared)

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        return _apply_harm(scene, declared)

    def pass_time(self, scene: Scene, declared: d.PassTime) -> Play[None]:
        return rounds.pass_time(scene, declared)

    def rest(self, scene: Scene, declared: d.Rest) -> Play[None]:
        return recovery.rest(scene, declared)

    def recover(self, scene: Scene, declared: d.Recover) -> Play[None]:
        return recovery.recover(scene, declared)

    def burden(self, scene: Scene, declared: d.Burden) -> Play[None]:
        return recovery.carry_pack(scene, declared)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        match stated:
            case s.AddCondition():
                yield from _apply_condition(scene, stated)
            case s.EndCondition():
                yield from _end_rig(scene, stated)
            case s.Kill():
                yield from _apply_kill(scene, stated)
            case s.SetScore():
                yield from _apply_score(scene, stated)
            case s.Revive():
                yield from recovery.revive(scene, scene.one(stated.who))


def _apply_join(scene: Scene, declared: d.Join) -> Play[None]:
    """Apply what a sheet brings along.

    Armor above the cap is told (CF-07). An ability at 0 has its condition (CF-16), a full pack its
    effect (CF-24), and a combatant carried over dead stays dead.
    """
    sheet = declared.sheet
    cap = scene.rules.armor_cap
    if sheet.armor > cap:
        yield EffectTold(sheet.id, f"armor {sheet.armor} counts as {cap}")
    one = scene.one(sheet.id)
    after = Aftermath()
    if not scene.score(one, "body"):
        after.add_death(one, f"{scene.scores(one).body} 0")
    roles: tuple[Role, ...] = ("agility", "will")
    for role in roles:
        if not scene.score(one, role):
            yield from apply_zero(scene, one, role, after)
    yield from after.take_hold()
    yield from apply_burden(scene, one)


def _roll_called_saves(scene: Scene, declared: d.CallSave) -> Play[None]:
    ones = [scene.one(who) for who in declared.who]
    role = scene.role(ones[0], declared.score)
    if role is not None:  # the same role for all, whatever their scale calls it
        yield from save_all(scene, [Save(one, role, "called", declared.why) for one in ones])


def _apply_harm(scene: Scene, declared: d.Harm) -> Play[None]:
    """Apply damage from outside an attack, or direct ability loss (CF-23)."""
    ones = [scene.one(who) for who in declared.who]
    rolled = yield from roll_amounts(ones, declared.amount, "harm")
    after = Aftermath()
    role = scene.role(ones[0], declared.direct) if declared.direct else None
    for one, amount in zip(ones, rolled, strict=True):
        if role is not None:
            yield from lose_ability(scene, one, role, amount, declared.why, after)
        else:
            yield from strike(scene, Blow(one, amount, why=declared.why), after)
    yield from after.take_hold()


def _apply_score(scene: Scene, stated: s.SetScore) -> Play[None]:
    """Apply a stated score that is now 0, or above 0 again (CF-16)."""
    one = scene.one(stated.who)
    role = scene.role(one, stated.score)
    if role in (None, "protection") or (stated.now is None and stated.maximum != 0):
        return
    if stated.now:
        yield from end_zero(one, role)
        return
    after = Aftermath()
    yield from apply_zero(scene, one, role, after)
    yield from after.take_hold()


def _apply_condition(scene: Scene, stated: s.AddCondition) -> Play[None]:
    """Apply a stated condition that is a played character's wound, with its deadline (CF-14,
    CF-18).

    A stated full pack has its effect too (CF-24).
    """
    one = scene.one(stated.who)
    if has_scars(one):
        if stated.condition == CRITICAL:
            yield from _link_wound(one, stated, make_critical_wound(scene, one))
        else:
            yield from _apply_deadly_scar(scene, one, stated)
    yield from apply_burden(scene, one)


def _apply_deadly_scar(scene: Scene, one: Combatant, stated: s.AddCondition) -> Play[None]:
    for scar in scene.rules.scars:
        names = [each.name for each in scar.conditions if each.bars]
        if scar.hours and stated.condition in names:
            wound = make_wound(scene, one, scar)
            yield from _link_wound(one, stated, wound)
            for each in scar.conditions:
                if each.name != stated.condition and not one.has(each.name):
                    yield ConditionBegan(one.id, each.name, each.bars, wound.label)


def _link_wound(one: Combatant, stated: s.AddCondition, wound: Wound) -> Play[None]:
    """Record the wound unless it is there, and the condition as coming from it."""
    running = [each for each in one.wounds if each.name == wound.name and each.due is not None]
    if not running:
        yield WoundTaken(one.id, wound)
    label = running[0].label if running else wound.label
    earlier = any((each.name, each.source) == (stated.condition, label) for each in one.conditions)
    yield ConditionEnded(one.id, stated.condition)
    if not earlier:
        yield ConditionBegan(one.id, stated.condition, stated.bars, label)


def _end_rig(scene: Scene, stated: s.EndCondition) -> Play[None]:
    """Take away the point of a jury rig that the referee ends (CF-27)."""
    if stated.condition == RIGGED:
        yield from remove_rigs(scene, scene.one(stated.who), 1)


def _apply_kill(scene: Scene, stated: s.Kill) -> Play[None]:
    """Carry out the last effects of a combatant killed by a statement (CF-15)."""
    after = Aftermath()
    yield from apply_last_effects(scene, scene.one(stated.who), None, after)
    yield from after.take_hold()
