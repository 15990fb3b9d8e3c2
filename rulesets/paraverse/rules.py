"""The rules of Paraverse: the function that plays each declaration."""

from __future__ import annotations

from collections.abc import Callable

from events.types import declarations as d, statements as s
from events.types.base import Game
from events.types.outcomes import EngagementBegan, EngagementEnded, MaximumChanged, ScoreChanged
from events.types.unions import Declaration, Statement
from projections.state.fight_state import Combatant, FightState, Pending
from rulesets.common.effects import roll_amount
from rulesets.common.family import Family
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Play
from rulesets.core.ruleset import ForeseenFall
from rulesets.paraverse import (
    definition,
    preparation,
    problems,
    recovery,
    rounds,
    rules_text,
    sheets,
)
from rulesets.paraverse.contest import prepare_entry
from rulesets.paraverse.definition import STAMINA
from rulesets.paraverse.harm import (
    Blow,
    apply_blows,
    clear_death_checks,
    foresee_fall,
    roll_location,
    update_consciousness,
    update_derived_state,
    wake_up,
)
from rulesets.paraverse.planning import RoundPlan, is_shot
from rulesets.paraverse.ranged import prepare_shot
from rulesets.paraverse.scene import Scene, endurance_of, stamina
from rulesets.paraverse.skills import SkillRoll, list_rollable, prepare_check, roll_declared_check


class Paraverse(Family[Scene]):
    """The `Ruleset` of Paraverse."""

    scene = Scene
    definition = staticmethod(definition.definition)
    sheet = staticmethod(sheets.read_sheet)
    read_weapon = staticmethod(sheets.read_weapon)
    describe = staticmethod(rules_text.describe_game)
    lexicon = staticmethod(preparation.build_lexicon)
    prepare_declaration = staticmethod(preparation.prepare_declaration)
    find_problems = staticmethod(problems.find_problems)
    end_fight = staticmethod(rounds.end_fight)
    rest = staticmethod(recovery.rest)

    def check_playable(self, game: Game) -> None:
        from rulesets.paraverse.playability import check  # only definitions from outside need it

        check(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return list_rollable(Scene(state), one)

    def foresee_fall(self, state: FightState, one: Combatant) -> ForeseenFall:
        return foresee_fall(Scene(state), one)

    def preview_dice(self, scene: Scene, declared: Declaration) -> str:
        roll = _find_roll(scene, declared)
        return roll.formula if roll is not None else ""

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        return update_consciousness(scene.one(declared.sheet.id))

    def begin_round(self, scene: Scene, declared: d.BeginRound) -> Play[None]:
        return rounds.begin_round(scene)

    def resolve(self, scene: Scene, declared: d.Resolve) -> Play[None]:
        return rounds.resolve_round(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        for one in map(scene.one, declared.who):
            yield from roll_declared_check(scene, declared, one, declared.score, "called")

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        """Apply damage as the referee states it: without armor, to any combatant (PV-21)."""
        blows = []
        for one in map(scene.one, declared.who):
            dealt = yield from roll_amount(one, declared.amount, "harm")
            place = declared.place or (yield from roll_location(scene, one.id))
            blows.append(Blow(one, dealt, place, why=declared.why, armored=False))
        yield from apply_blows(scene, blows)

    def recover(self, scene: Scene, declared: d.Recover) -> Play[None]:
        one = scene.one(declared.who)
        wound = one.wound(declared.wound)
        assert wound is not None, "prepared"
        yield from recovery.heal_wound(one, wound)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        """Apply what follows from a stated fact, mostly nothing, so that the state stays consistent
        (ALL-01, PV-01, PV-16, PV-17)."""
        one = scene.one(stated.who)
        match stated:
            case s.SetScore(score="CON"):
                yield from _update_endurance(scene, stated)
            case s.SetScore(score=score, now=now, was=was) if score == STAMINA:
                if now is not None and was is not None and now > was:
                    yield from wake_up(one)
                yield from update_consciousness(one)
            case s.Place():
                here = scene.area_of(one)
                yield from _end_engagements(
                    scene, one, "away", lambda other: scene.area_of(other) != here
                )
            case s.HandOver(side="") if scene.state.game.version > 1:
                pass  # another player, and the same side
            case s.SetTrait(trait="side") | s.HandOver():
                yield from _end_engagements(
                    scene, one, "one side", lambda other: other.side == one.side
                )
            case s.AddCondition() | s.EndCondition() | s.Kill() | s.Remove():
                yield from update_derived_state(one)
            case s.Revive() | s.Return():
                yield from clear_death_checks(one)
                yield from update_consciousness(one)


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


def _end_engagements(
    scene: Scene, one: Combatant, why: str, no_more: Callable[[Combatant], bool]
) -> Play[None]:
    """End a combatant's engagements with some opponents, and keep the others (PV-16)."""
    others = list(map(scene.one, one.engaged))
    if any(map(no_more, others)):
        left = tuple(other.id for other in others if not no_more(other))
        yield EngagementEnded(one.id, why)
        if left:
            yield EngagementBegan(one.id, left)


def _update_endurance(scene: Scene, stated: s.SetScore) -> Play[None]:
    """Change Endurance after a change of CON; Fatigue stays the same (PV-01)."""
    one = scene.one(stated.who)
    was, now = one.maxima[STAMINA], endurance_of(one)
    if now == was:
        return
    left = stamina(one)
    yield MaximumChanged(one.id, STAMINA, was, now, "CON")
    yield ScoreChanged(one.id, STAMINA, left, left + now - was, "CON")
    if now > was:
        yield from wake_up(one)
    yield from update_consciousness(one)
