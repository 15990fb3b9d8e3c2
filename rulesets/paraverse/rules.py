"""The ruleset of Paraverse: how each declaration is read, checked, previewed and played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.types import declarations as d
from events.types.game import Game
from events.types.sheets import Kind, Sheet, Weapon
from events.types.unions import Declaration, Statement
from projections.state.fight_state import Combatant, FightState, Pending
from rulesets.common.describe import Section
from rulesets.common.effects import roll_amount
from rulesets.common.family import Family
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Play
from rulesets.core.ruleset import Lexicon, Problem
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
        return list_rollable(Scene(state), one)

    def prepare_declaration(self, scene: Scene, declared: Declaration) -> Declaration:
        return prepare(scene, declared)

    def preview_dice(self, scene: Scene, declared: Declaration) -> str:
        roll = _find_roll(scene, declared)
        return roll.formula if roll is not None else ""

    def find_problems(self, scene: Scene, declared: Declaration) -> Iterator[Problem]:
        return check.find_problems(scene, declared)

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        return update_consciousness(scene.one(declared.sheet.id))

    def resolve(self, scene: Scene, declared: d.Resolve) -> Play[None]:
        return rounds.resolve_round(scene)

    def begin_round(self, scene: Scene, declared: d.BeginRound) -> Play[None]:
        return rounds.begin_round(scene)

    def end_fight(self, scene: Scene) -> Play[None]:
        return rounds.end_fight(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        for who in declared.who:
            yield from roll_declared_check(
                scene, declared, scene.one(who), declared.score, "called"
            )

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        return _apply_harm(scene, declared)

    def rest(self, scene: Scene, declared: d.Rest) -> Play[None]:
        return recovery.rest(scene, declared)

    def recover(self, scene: Scene, declared: d.Recover) -> Play[None]:
        one = scene.one(declared.who)
        wound = one.wound(declared.wound)
        assert wound is not None, "prepared"
        yield from recovery.heal_wound(one, wound)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        return apply_consequences(scene, stated)


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
            grounds = make_grounds(declared.enhanced, declared.impaired)
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
        dealt = yield from roll_amount(one, declared.amount, "harm")
        place = declared.place or (yield from roll_location(scene, one.id))
        blows.append(Blow(one, dealt, place, why=declared.why, armored=False))
    yield from apply_blows(scene, blows)
