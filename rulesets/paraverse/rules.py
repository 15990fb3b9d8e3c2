"""The ruleset of Paraverse: what each declaration is checked by, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from events import declarations as d
from events.dice import is_dice, parse_dice
from events.games import Game
from events.outcomes import ControlPassed
from events.sheets import Kind, Sheet, Weapon
from events.vocabulary import Declaration, Statement
from projections.state import Combatant, FightState, Pending
from rulesets.common.people import player_of
from rulesets.paraverse import check, rounds, watch
from rulesets.paraverse.blows import Blow, locate, strike_all
from rulesets.paraverse.checks import check_throw, rolled_for
from rulesets.paraverse.definition import definition
from rulesets.paraverse.describe import describe
from rulesets.paraverse.facts import consequences
from rulesets.paraverse.health import settle
from rulesets.paraverse.lexicon import lexicon
from rulesets.paraverse.melee import stance
from rulesets.paraverse.plan import Plan, is_shot
from rulesets.paraverse.prepare import prepare
from rulesets.paraverse.ranged import attack_throw
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.sheets import read_sheet
from rulesets.paraverse.skills import Throw, rollable, said
from rulesets.paraverse.weapons import read_weapon
from rulesets.ruleset import Evidence, Lexicon, Problem
from rulesets.steps import Ask, Play, throw


class Paraverse:
    """The `Ruleset` of Paraverse."""

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        return read_sheet(game, entry, kind)

    def weapon(self, game: Game, text: str) -> Weapon:
        return read_weapon(definition(game), text)

    def describe(self, game: Game) -> list[tuple[str, list[tuple[str, str]]]]:
        return describe(game)

    def lexicon(self, game: Game) -> Lexicon:
        return lexicon(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return rollable(Scene(state), one)

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        from rulesets.paraverse.cast import cast  # only a simulation asks for it

        return cast(game, random)

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        from rulesets.paraverse.evidence import EVIDENCE  # only a simulation asks for it

        return EVIDENCE

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        return prepare(Scene(state), declaration)

    def dice(self, state: FightState, declaration: Declaration) -> str:
        thrown = _thrown(Scene(state), declaration)
        if thrown is None:
            return ""
        return thrown.notation + (f"{thrown.bonus:+d}" if thrown.bonus else "")

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        return list(check.problems(Scene(state), declaration))

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        scene = Scene(state, seq)
        match declaration:
            case d.Join():
                yield from settle(scene.one(declaration.sheet.id))
            case d.Resolve():
                yield from rounds.resolve(scene)
            case d.BeginRound():
                yield from rounds.begin(scene)
            case d.CallSave():
                for who in declaration.who:
                    yield from rolled_for(
                        scene, declaration, scene.one(who), declaration.score, "called"
                    )
            case d.Harm():
                yield from _harmed(scene, declaration)
            case d.Rest():
                yield from watch.rest(scene, declaration)
            case d.Recover():
                one = scene.one(declaration.who)
                wound = one.wound(declaration.wound)
                assert wound is not None, "prepared"
                yield from watch.heal(one, wound)
            case d.TakeOver():
                dead = scene.one(declaration.dead)
                yield ControlPassed(player_of(dead), dead.id, declaration.to)
            case d.EndFight():
                yield from rounds.close(scene)
            case _ if isinstance(declaration, Statement):
                yield from consequences(scene, declaration)


def _thrown(scene: Scene, declared: Declaration) -> Throw | None:
    """The d20 that a declared action will throw, as things stand."""
    match declared:
        case d.Attack() if is_shot(scene, declared):
            return attack_throw(scene, declared, 0)
        case d.Attack() | d.Disengage():
            one = scene.one(declared.by)
            targets = [declared.targets[0].target] if isinstance(declared, d.Attack) else []
            return stance(scene, Plan(scene, [Pending(0, declared)]), one, targets).thrown
        case d.Act() | d.Special() if declared.save:
            grounds = tuple(said(declared.enhanced, declared.impaired))
            return check_throw(scene, scene.one(declared.by), declared.save, "action", grounds)
        case d.Aid():
            return check_throw(scene, scene.one(declared.by), watch.STABILIZATION, "treatment")
        case d.Treat():
            return check_throw(scene, scene.one(declared.by), watch.TREATMENT, "treatment")
    return None


def _harmed(scene: Scene, declared: d.Harm) -> Play[None]:
    """Damage as the referee states it, without armor, on anybody (PV-21)."""
    blows = []
    for one in map(scene.one, declared.who):
        amount = yield from _amount(one, declared.amount)
        place = declared.place or (yield from locate(scene, one.id))
        blows.append(Blow(one, amount, place, why=declared.why, armored=False))
    yield from strike_all(scene, blows)


def _amount(one: Combatant, amount: str) -> Play[int]:
    """A number as it is; of several dice the highest counts, as everywhere."""
    if not is_dice(amount):
        return int(amount)
    dice = parse_dice(amount)
    (faces,) = yield from throw(Ask(one.id, dice.dice, "harm"))
    return max(faces) + dice.bonus
