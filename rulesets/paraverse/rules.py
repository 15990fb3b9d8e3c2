"""The ruleset of Paraverse: what each declaration is checked by, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.types import declarations as d
from events.types.game import Game
from events.types.sheets import Kind, Sheet, Weapon
from events.types.unions import Declaration, Statement
from projections.state.fight_state import Combatant, FightState, Pending
from rulesets.common.describe import Section
from rulesets.common.effects import amount
from rulesets.common.family import Family
from rulesets.common.weapons import said
from rulesets.core.play import Play
from rulesets.core.ruleset import Lexicon, Problem
from rulesets.paraverse import check, rounds, watch
from rulesets.paraverse.blows import Blow, locate, settle, strike_all
from rulesets.paraverse.checks import check_throw, rolled_for
from rulesets.paraverse.definition import definition
from rulesets.paraverse.describe import describe
from rulesets.paraverse.plan import Plan, is_shot
from rulesets.paraverse.prepare import lexicon, prepare
from rulesets.paraverse.ranged import attack_throw
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.sheets import read_sheet, read_weapon
from rulesets.paraverse.skills import Throw, rollable
from rulesets.paraverse.stance import stance
from rulesets.paraverse.statement_effects import consequences


class Paraverse(Family[Scene]):
    """The `Ruleset` of Paraverse."""

    def scene(self, state: FightState, seq: int = 0) -> Scene:
        return Scene(state, seq)

    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
        return read_sheet(game, entry, kind)

    def weapon(self, game: Game, text: str) -> Weapon:
        return read_weapon(definition(game), text)

    def describe(self, game: Game) -> list[Section]:
        return describe(game)

    def lexicon(self, game: Game) -> Lexicon:
        return lexicon(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return rollable(Scene(state), one)

    def prepare_declaration(self, scene: Scene, declared: Declaration) -> Declaration:
        return prepare(scene, declared)

    def preview_dice(self, scene: Scene, declared: Declaration) -> str:
        thrown = _thrown(scene, declared)
        return thrown.written if thrown is not None else ""

    def find_problems(self, scene: Scene, declared: Declaration) -> Iterator[Problem]:
        return check.problems(scene, declared)

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        return settle(scene.one(declared.sheet.id))

    def resolve(self, scene: Scene, declared: d.Resolve) -> Play[None]:
        return rounds.resolve(scene)

    def begin_round(self, scene: Scene, declared: d.BeginRound) -> Play[None]:
        return rounds.begin(scene)

    def end_fight(self, scene: Scene) -> Play[None]:
        return rounds.close(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        for who in declared.who:
            yield from rolled_for(scene, declared, scene.one(who), declared.score, "called")

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        return _harmed(scene, declared)

    def rest(self, scene: Scene, declared: d.Rest) -> Play[None]:
        return watch.rest(scene, declared)

    def recover(self, scene: Scene, declared: d.Recover) -> Play[None]:
        one = scene.one(declared.who)
        wound = one.wound(declared.wound)
        assert wound is not None, "prepared"
        yield from watch.heal(one, wound)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        return consequences(scene, stated)


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
            grounds = said(declared.enhanced, declared.impaired)
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
        dealt = yield from amount(one, declared.amount, "harm")
        place = declared.place or (yield from locate(scene, one.id))
        blows.append(Blow(one, dealt, place, why=declared.why, armored=False))
    yield from strike_all(scene, blows)
