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
from rulesets.cairn.craft import RIGGED, unrigged
from rulesets.cairn.definition import Role, definition
from rulesets.cairn.describe import describe
from rulesets.cairn.effects import above_zero, at_zero, last_effects, lose
from rulesets.cairn.harm import critical_wound, strike
from rulesets.cairn.morale import call_morale
from rulesets.cairn.prepare import build_lexicon, prepare_declaration
from rulesets.cairn.recovery import weighed_down
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scars import wound_of
from rulesets.cairn.scene import CRITICAL, Aftermath, Blow, Scene, has_scars
from rulesets.cairn.sheets import read_sheet, read_weapon
from rulesets.cairn.turn import take_turn
from rulesets.common.describe import Section
from rulesets.common.effects import amounts
from rulesets.common.family import Family
from rulesets.common.turns import side_resolved
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
        return _joined(scene, declared)

    def act(self, scene: Scene, declared: TurnAction) -> Play[None]:
        """Resolve by itself what is declared too late, or after the fight (CF-03)."""
        one = scene.one(declared.by)
        if scene.state.ended or (declared.overrule and is_late(scene, one)):
            yield from take_turn(scene, one.side, alone=one.id)

    def resolve(self, scene: Scene, declared: d.Resolve) -> Play[None]:
        yield from take_turn(scene, side_resolved(scene.state, declared))

    def begin_round(self, scene: Scene, declared: d.BeginRound) -> Play[None]:
        return rounds.begin(scene, declared)

    def end_fight(self, scene: Scene) -> Play[None]:
        return rounds.close(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        return _called(scene, declared)

    def call_morale(self, scene: Scene, declared: d.CallMorale) -> Play[None]:
        return call_morale(scene, declared)

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        return _harmed(scene, declared)

    def pass_time(self, scene: Scene, declared: d.PassTime) -> Play[None]:
        return rounds.let_pass(scene, declared)

    def rest(self, scene: Scene, declared: d.Rest) -> Play[None]:
        return recovery.rest(scene, declared)

    def recover(self, scene: Scene, declared: d.Recover) -> Play[None]:
        return recovery.recover(scene, declared)

    def burden(self, scene: Scene, declared: d.Burden) -> Play[None]:
        return recovery.burden(scene, declared)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        match stated:
            case s.AddCondition():
                yield from _condition_stated(scene, stated)
            case s.EndCondition():
                yield from _condition_ended(scene, stated)
            case s.Kill():
                yield from _killed(scene, stated)
            case s.SetScore():
                yield from _score_stated(scene, stated)
            case s.Revive():
                yield from recovery.revived(scene, scene.one(stated.who))


def _joined(scene: Scene, declared: d.Join) -> Play[None]:
    """A record with more armor than counts is accepted with a warning (CF-07); who joins with
    an ability at 0 is as that makes them (CF-16), or with a full pack as that does (CF-24), and
    who is carried over dead stays dead."""
    sheet = declared.sheet
    cap = scene.rules.armor_cap
    if sheet.armor > cap:
        yield EffectTold(sheet.id, f"armor {sheet.armor} counts as {cap}")
    one = scene.one(sheet.id)
    after = Aftermath()
    if not scene.score(one, "body"):
        after.dies(one, f"{scene.scores(one).body} 0")
    roles: tuple[Role, ...] = ("agility", "will")
    for role in roles:
        if not scene.score(one, role):
            yield from at_zero(scene, one, role, after)
    yield from after.take_hold()
    yield from weighed_down(scene, one)


def _called(scene: Scene, declared: d.CallSave) -> Play[None]:
    ones = [scene.one(who) for who in declared.who]
    role = scene.role(ones[0], declared.score)
    if role is not None:  # the same part of everybody, whatever their scale calls it
        yield from save_all(scene, [Save(one, role, "called", declared.why) for one in ones])


def _harmed(scene: Scene, declared: d.Harm) -> Play[None]:
    """Damage outside an attack, or, direct, ability loss (CF-23)."""
    ones = [scene.one(who) for who in declared.who]
    rolled = yield from amounts(ones, declared.amount, "harm")
    after = Aftermath()
    role = scene.role(ones[0], declared.direct) if declared.direct else None
    for one, amount in zip(ones, rolled, strict=True):
        if role is not None:
            yield from lose(scene, one, role, amount, declared.why, after)
        else:
            yield from strike(scene, Blow(one, amount, why=declared.why), after)
    yield from after.take_hold()


def _score_stated(scene: Scene, stated: s.SetScore) -> Play[None]:
    """A score that stands at 0, or no longer, means what CF-16 says, however it came to that."""
    one = scene.one(stated.who)
    role = scene.role(one, stated.score)
    if role in (None, "protection") or (stated.now is None and stated.maximum != 0):
        return
    if stated.now:
        yield from above_zero(one, role)
        return
    after = Aftermath()
    yield from at_zero(scene, one, role, after)
    yield from after.take_hold()


def _condition_stated(scene: Scene, stated: s.AddCondition) -> Play[None]:
    """A condition that is a wound of somebody who is played brings that wound, and its hour
    (CF-14, CF-18); a full pack is one however it came to be known (CF-24)."""
    one = scene.one(stated.who)
    if has_scars(one):
        if stated.condition == CRITICAL:
            yield from _linked(one, stated, critical_wound(scene, one))
        else:
            yield from _deadly_scar(scene, one, stated)
    yield from weighed_down(scene, one)


def _deadly_scar(scene: Scene, one: Combatant, stated: s.AddCondition) -> Play[None]:
    for scar in scene.rules.scars:
        names = [each.name for each in scar.conditions if each.bars]
        if scar.hours and stated.condition in names:
            wound = wound_of(scene, one, scar)
            yield from _linked(one, stated, wound)
            for each in scar.conditions:
                if each.name != stated.condition and not one.has(each.name):
                    yield ConditionBegan(one.id, each.name, each.bars, wound.label)


def _linked(one: Combatant, stated: s.AddCondition, wound: Wound) -> Play[None]:
    """The wound, unless it is there already, and the condition as coming from it."""
    running = [each for each in one.wounds if each.name == wound.name and each.due is not None]
    if not running:
        yield WoundTaken(one.id, wound)
    label = running[0].label if running else wound.label
    earlier = any((each.name, each.source) == (stated.condition, label) for each in one.conditions)
    yield ConditionEnded(one.id, stated.condition)
    if not earlier:
        yield ConditionBegan(one.id, stated.condition, stated.bars, label)


def _condition_ended(scene: Scene, stated: s.EndCondition) -> Play[None]:
    """A patch that the referee takes off a hull takes its point along (CF-27)."""
    if stated.condition == RIGGED:
        yield from unrigged(scene, scene.one(stated.who), 1)


def _killed(scene: Scene, stated: s.Kill) -> Play[None]:
    """Who is killed by the referee's word does what they do when killed (CF-15)."""
    after = Aftermath()
    yield from last_effects(scene, scene.one(stated.who), None, after)
    yield from after.take_hold()
