"""The rules of Brighter Worlds: what happens when a declaration is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.types import declarations as d
from events.types import statements as s
from events.types.game import Game
from events.types.outcomes import EffectTold
from events.types.sheets import Kind, Sheet, Weapon
from events.types.unions import Declaration, Statement, TurnAction
from projections.state.fight_state import Combatant, FightState
from rulesets.brighter import effects, harm, morale, recovery, rounds
from rulesets.brighter.actions import find_opponent
from rulesets.brighter.attacks import preview_dice
from rulesets.brighter.check import find_problems, resolves_at_once
from rulesets.brighter.definition import ATTRIBUTES, definition
from rulesets.brighter.describe import describe
from rulesets.brighter.prepare import build_lexicon, prepare_declaration
from rulesets.brighter.recovery import apply_burden
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import AttackProgress, Blow, Scene
from rulesets.brighter.sheets import read_sheet, read_weapon
from rulesets.brighter.turn import take_turn
from rulesets.common.describe import Section
from rulesets.common.family import Family
from rulesets.common.turns import choose_side
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Play
from rulesets.core.ruleset import Lexicon, Problem


class Brighter(Family[Scene]):
    """The `Ruleset` of Brighter Worlds."""

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
        return ATTRIBUTES

    def prepare_declaration(self, scene: Scene, declared: Declaration) -> Declaration:
        return prepare_declaration(scene, declared)

    def preview_dice(self, scene: Scene, declared: Declaration) -> str:
        return preview_dice(scene, declared)

    def find_problems(self, scene: Scene, declared: Declaration) -> Iterator[Problem]:
        return find_problems(scene, declared)

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        return _apply_join(scene, declared)

    def act(self, scene: Scene, declared: TurnAction) -> Play[None]:
        if resolves_at_once(scene, declared):
            one = scene.one(declared.by)
            yield from take_turn(scene, one.side, alone=one.id)

    def resolve(self, scene: Scene, declared: d.Resolve) -> Play[None]:
        yield from take_turn(scene, choose_side(scene.state, declared))

    def begin_round(self, scene: Scene, declared: d.BeginRound) -> Play[None]:
        return rounds.begin_round(scene, declared)

    def end_round(self, scene: Scene) -> Play[None]:
        return rounds.end_round(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        return _roll_called_saves(scene, declared)

    def call_morale(self, scene: Scene, declared: d.CallMorale) -> Play[None]:
        return morale.call_morale(scene, declared)

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        return _apply_harm(scene, declared)

    def pass_time(self, scene: Scene, declared: d.PassTime) -> Play[None]:
        return rounds.advance_clock(scene, declared.seconds)

    def rest(self, scene: Scene, declared: d.Rest) -> Play[None]:
        return recovery.rest(scene, declared)

    def recover(self, scene: Scene, declared: d.Recover) -> Play[None]:
        return recovery.recover(scene, declared)

    def burden(self, scene: Scene, declared: d.Burden) -> Play[None]:
        return recovery.carry_pack(scene, declared)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        match stated:
            case s.AddCondition():
                yield from apply_burden(scene.one(stated.who))
            case s.EndCondition():
                yield from recovery.end_burden(scene.one(stated.who))
            case s.Kill():
                yield from effects.apply_death(scene, scene.one(stated.who))
                yield from morale.test_at_peace(scene)
            case s.SetScore():
                yield from _apply_score(scene, stated)
            case s.Revive():
                yield from recovery.revive(scene, scene.one(stated.who))


def _apply_join(scene: Scene, declared: d.Join) -> Play[None]:
    """Apply what a sheet brings along.

    Armor above the cap is told (BW-01). An attribute at zero has its condition (BW-10), a full pack
    its effect (BW-15).
    """
    sheet = declared.sheet
    cap = scene.rules.armor_cap
    if sheet.armor > cap:
        yield EffectTold(sheet.id, f"armor {sheet.armor} counts as {cap}")
    one = scene.one(sheet.id)
    for attribute in ATTRIBUTES:
        if not one.scores[attribute]:
            yield from effects.apply_zero(scene, one, attribute)
    yield from apply_burden(one)


def _roll_called_saves(scene: Scene, declared: d.CallSave) -> Play[None]:
    save = Save(
        scene.one(declared.who[0]),
        declared.score,
        "called",
        declared.why,
        find_opponent(scene, declared.versus),
        grounds=make_grounds(declared.enhanced, declared.impaired),
        opposing=declared.opposing,
    )
    yield from save_all(scene, [save._replace(one=scene.one(who)) for who in declared.who])


def _apply_harm(scene: Scene, declared: d.Harm) -> Play[None]:
    """Apply harm outside combat, which is Critical Damage at once (BW-13)."""
    for one in map(scene.one, declared.who):
        blow = Blow(one, against=declared.direct, why=declared.why)
        progress = AttackProgress()
        yield from harm.apply_critical_damage(scene, blow, progress)
    yield from morale.test_at_peace(scene)


def _apply_score(scene: Scene, declared: s.SetScore) -> Play[None]:
    """Apply a stated attribute that is now zero, or above zero again (BW-10)."""
    one = scene.one(declared.who)
    if declared.score not in ATTRIBUTES or (declared.now is None and declared.maximum != 0):
        return
    if declared.now:
        yield from effects.end_zero(one, declared.score)
    else:
        yield from effects.apply_zero(scene, one, declared.score)
        yield from morale.test_at_peace(scene)
