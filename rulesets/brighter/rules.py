"""The ruleset of Brighter Worlds: what each declaration is checked by, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from events import declarations as d
from events import statements as s
from events.games import Game
from events.outcomes import ControlPassed, EffectTold
from events.sheets import Kind, Sheet, Weapon
from events.vocabulary import Declaration
from projections.state import Combatant, FightState
from rulesets.brighter import check, fate, harm, morale, recovery, rounds, swing, turn
from rulesets.brighter.actions import opponent
from rulesets.brighter.blow import Blow, Course
from rulesets.brighter.cast import cast
from rulesets.brighter.definition import definition
from rulesets.brighter.describe import describe
from rulesets.brighter.ladder import ATTRIBUTES
from rulesets.brighter.lexicon import lexicon
from rulesets.brighter.prepare import prepare
from rulesets.brighter.saves import Save, grounds_of, save_all
from rulesets.brighter.scene import Scene
from rulesets.brighter.sheets import read_sheet
from rulesets.brighter.weapons import read_weapon
from rulesets.common.clock import advance
from rulesets.common.people import player_of
from rulesets.ruleset import Evidence, Lexicon, Problem
from rulesets.steps import Play


class Brighter:
    """The `Ruleset` of Brighter Worlds."""

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        return read_sheet(game, entry, kind)

    def weapon(self, game: Game, text: str) -> Weapon:
        return read_weapon(definition(game), text)

    def describe(self, game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
        return describe(game)

    def lexicon(self, game: Game) -> Lexicon:
        return lexicon(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return ATTRIBUTES

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        return cast(game, random)

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        from rulesets.brighter.evidence import EVIDENCE  # only a simulation asks for it

        return EVIDENCE

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        return prepare(Scene(state), declaration)

    def dice(self, state: FightState, declaration: Declaration) -> str:
        return swing.preview(Scene(state), declaration)

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        return list(check.problems(Scene(state), declaration))

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        scene = Scene(state, seq)
        match declaration:
            case d.Join():
                yield from _joined(scene, declaration)
            case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act():
                one = scene.one(declaration.by)
                if check.resolves_at_once(scene, declaration):
                    yield from turn.take_turn(scene, one.side, alone=one.id)
            case d.Resolve():
                yield from turn.take_turn(scene, _side(scene, declaration))
            case d.BeginRound():
                yield from rounds.begin(scene, declaration)
            case d.CallSave():
                yield from _called(scene, declaration)
            case d.CallMorale():
                yield from morale.call(scene, declaration)
            case d.Harm():
                yield from _harmed(scene, declaration)
            case d.PassTime():
                yield from advance(state, declaration.seconds)
            case d.Rest():
                yield from recovery.rest(scene, declaration)
            case d.Recover():
                yield from recovery.recover(scene, declaration)
            case d.Burden():
                yield from recovery.burden(scene, declaration)
            case d.TakeOver():
                dead = scene.one(declaration.dead)
                yield ControlPassed(player_of(dead), dead.id, declaration.to)
            case d.EndFight():
                yield from rounds.close(scene)
            case s.AddCondition():
                yield from recovery.weighed_down(scene.one(declaration.who))
            case s.EndCondition():
                yield from recovery.unburdened(scene.one(declaration.who))
            case s.SetScore():
                yield from _set(scene, declaration)
            case s.Revive():
                yield from recovery.revived(scene, scene.one(declaration.who))


def _side(scene: Scene, declared: d.Resolve) -> str:
    """The side that is resolved: whose turn it is; before any round, who declared first."""
    if declared.side:
        return declared.side
    return scene.state.side_to_act or scene.one(scene.state.pending[0].action.by).side


def _joined(scene: Scene, declared: d.Join) -> Play[None]:
    """A record with more armor than counts is accepted with a warning (BW-01); who joins with an
    attribute at zero is as that makes them (BW-10), with a full pack as that does (BW-15)."""
    sheet = declared.sheet
    cap = scene.rules.armor_cap
    if sheet.armor > cap:
        yield EffectTold(sheet.id, f"armor {sheet.armor} counts as {cap}")
    one = scene.one(sheet.id)
    for attribute in ATTRIBUTES:
        if not one.scores[attribute]:
            yield from fate.at_zero(scene, one, attribute)
    yield from recovery.weighed_down(one)


def _called(scene: Scene, declared: d.CallSave) -> Play[None]:
    versus = opponent(scene, declared.versus)
    grounds = grounds_of(declared.enhanced, declared.impaired)
    yield from save_all(
        scene,
        [
            Save(scene.one(who), declared.score, "called", declared.why, versus, 0, grounds)
            for who in declared.who
        ],
    )


def _harmed(scene: Scene, declared: d.Harm) -> Play[None]:
    """Harm outside combat is Critical Damage at once (BW-13). What it shakes is tested when the
    turn under way is done, or at once where there is none."""
    for one in map(scene.one, declared.who):
        blow = Blow(one, against=declared.direct, why=declared.why)
        course = Course()
        yield from harm.critical(scene, blow, course)
    if not (scene.state.round_open and scene.state.side_to_act):
        yield from morale.test(scene)


def _set(scene: Scene, declared: s.SetScore) -> Play[None]:
    """An attribute at zero, or no longer, means what BW-10 says, however it came to that."""
    one = scene.one(declared.who)
    if declared.score not in ATTRIBUTES or declared.now is None:
        return
    if declared.now:
        yield from fate.above_zero(one, declared.score)
    else:
        yield from fate.at_zero(scene, one, declared.score)
