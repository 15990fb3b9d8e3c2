"""The Cairn family's ruleset: what each declaration is checked by, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from events import declarations as d
from events import statements as s
from events.dice import is_dice, parse_dice
from events.games import Game
from events.outcomes import EffectTold
from events.sheets import Kind, Sheet, Weapon
from events.vocabulary import Declaration
from projections.state import Combatant, FightState
from rulesets.cairn import attacks, check, harm, morale, recovery, rounds, stated, turn
from rulesets.cairn.aftermath import Aftermath
from rulesets.cairn.blow import Blow
from rulesets.cairn.definition import Role, definition
from rulesets.cairn.describe import describe
from rulesets.cairn.effects import at_zero, lose
from rulesets.cairn.lexicon import lexicon
from rulesets.cairn.prepare import prepare
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import Scene
from rulesets.cairn.sheets import read_sheet
from rulesets.cairn.weapons import read_weapon
from rulesets.ruleset import Evidence, Lexicon, Problem
from rulesets.steps import Ask, Play, throw


class Cairn:
    """The `Ruleset` of Golden Idol, Thálassa and Plerion."""

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        return read_sheet(game, entry, kind)

    def weapon(self, game: Game, text: str) -> Weapon:
        return read_weapon(definition(game), text)

    def describe(self, game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
        return describe(game)

    def lexicon(self, game: Game) -> Lexicon:
        return lexicon(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        names = Scene(state).scores(one)
        return (names.body, names.agility, names.will)

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        from rulesets.cairn.cast import cast  # only a simulation asks for it

        return cast(game, random)

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        from rulesets.cairn.evidence import evidence  # only a simulation asks for it

        return evidence(game)

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        return prepare(Scene(state), declaration)

    def dice(self, state: FightState, declaration: Declaration) -> str:
        return attacks.preview(Scene(state), declaration)

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        return list(check.problems(Scene(state), declaration))

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        scene = Scene(state, seq)
        match declaration:
            case d.Join():
                yield from _joined(scene, declaration)
            case (
                d.Attack()
                | d.Move()
                | d.Aid()
                | d.Retreat()
                | d.Special()
                | d.Act()
                | d.Manoeuvre()
            ):
                one = scene.one(declaration.by)
                late = declaration.overrule and check.is_late(scene, one)
                if late or state.ended:
                    yield from turn.take_turn(scene, one.side, alone=one.id)
            case d.Resolve():
                yield from turn.take_turn(scene, _side(scene, declaration))
            case d.BeginRound():
                yield from rounds.begin(scene, declaration)
            case d.CallSave():
                yield from _called(scene, declaration)
            case d.CallMorale():
                yield from morale.called(scene, declaration)
            case d.Harm():
                yield from _harmed(scene, declaration)
            case d.PassTime():
                yield from rounds.let_pass(scene, declaration)
            case d.Rest():
                yield from recovery.rest(scene, declaration)
            case d.Recover():
                yield from recovery.recover(scene, declaration)
            case d.Burden():
                yield from recovery.burden(scene, declaration)
            case d.TakeOver():
                yield from recovery.take_over(scene, declaration)
            case d.EndFight():
                yield from rounds.close(scene)
            case s.AddCondition():
                yield from stated.condition(scene, declaration)
            case s.Kill():
                yield from stated.killed(scene, declaration)
            case s.SetScore():
                yield from stated.score(scene, declaration)
            case s.Revive():
                yield from recovery.revived(scene, scene.one(declaration.who))


def _side(scene: Scene, declared: d.Resolve) -> str:
    """The side that is resolved: whose turn it is; before any round, who declared first."""
    if declared.side:
        return declared.side
    return scene.state.side_to_act or scene.one(scene.state.pending[0].action.by).side


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
    yield from recovery.weighed_down(scene, one)


def _called(scene: Scene, declared: d.CallSave) -> Play[None]:
    ones = [scene.one(who) for who in declared.who]
    role = scene.role(ones[0], declared.score)
    if role is not None:  # the same part of everybody, whatever their scale calls it
        yield from save_all(scene, [Save(one, role, "called", declared.why) for one in ones])


def _harmed(scene: Scene, declared: d.Harm) -> Play[None]:
    """Damage outside an attack, or, direct, ability loss (CF-23)."""
    ones = [scene.one(who) for who in declared.who]
    amounts = yield from _amounts(ones, declared.amount)
    after = Aftermath()
    role = scene.role(ones[0], declared.direct) if declared.direct else None
    for one, amount in zip(ones, amounts, strict=True):
        if role is not None:
            yield from lose(scene, one, role, amount, declared.why, after)
        else:
            yield from harm.strike(scene, Blow(one, amount, why=declared.why), after)
    yield from after.take_hold()


def _amounts(ones: list[Combatant], amount: str) -> Play[list[int]]:
    if not is_dice(amount):
        return [int(amount)] * len(ones)
    dice = parse_dice(amount)
    faces = yield from throw(*(Ask(one.id, dice.dice, "harm") for one in ones))
    return [max(each) + dice.bonus for each in faces]
