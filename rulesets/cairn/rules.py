"""The rules of the Cairn family: the function that plays each declaration."""

from __future__ import annotations

from events.types import declarations as d, statements as s
from events.types.base import Game
from events.types.outcomes import ConditionBegan, ConditionEnded, EffectTold, WoundTaken
from events.types.sheets import Wound
from events.types.unions import Statement
from projections.state.fight_state import Combatant, FightState
from rulesets.cairn import (
    attacks,
    definition,
    preparation,
    problems,
    recovery,
    rounds,
    rules_text,
    saves,
    sheets,
    turn,
)
from rulesets.cairn.craft import RIGGED, remove_rigs
from rulesets.cairn.definition import Role
from rulesets.cairn.effects import apply_last_effects, apply_zero, end_zero, lose_ability
from rulesets.cairn.harm import land_blow, make_critical_wound
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scars import make_wound
from rulesets.cairn.scene import CRITICAL, Aftermath, Blow, Scene, has_scars
from rulesets.common.conditions import FULL_PACK
from rulesets.common.effects import roll_amounts
from rulesets.common.family import Family
from rulesets.core.play import Play
from rulesets.core.ruleset import ForeseenFall, Manoeuvring


class Cairn(Family[Scene]):
    """The `Ruleset` of the games of the Cairn family."""

    scene = Scene
    definition = staticmethod(definition.definition)
    sheet = staticmethod(sheets.read_sheet)
    read_weapon = staticmethod(sheets.read_weapon)
    describe = staticmethod(rules_text.describe_game)
    lexicon = staticmethod(preparation.build_lexicon)
    prepare_declaration = staticmethod(preparation.prepare_declaration)
    preview_dice = staticmethod(attacks.preview_dice)
    find_problems = staticmethod(problems.find_problems)
    begin_round = staticmethod(rounds.begin_round)
    end_round = staticmethod(rounds.end_round)
    call_morale = staticmethod(saves.call_morale)
    pass_time = staticmethod(rounds.pass_time)
    rest = staticmethod(recovery.rest)
    recover = staticmethod(recovery.recover)
    burden = staticmethod(recovery.carry_pack)
    act = staticmethod(turn.resolve_late_action)
    resolve = staticmethod(turn.resolve_turn)

    def check_playable(self, game: Game) -> None:
        from rulesets.cairn.playability import check  # only definitions from outside need it

        check(game)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        names = Scene(state).scores(one)
        return (names.body, names.agility, names.will)

    def foresee_fall(self, state: FightState, one: Combatant) -> ForeseenFall:
        """A body at 0 is a death; at 0 of agility or will one is out of action (CF-16)."""
        scene = Scene(state)
        if not scene.score(one, "body"):
            return "dying"
        return "" if scene.score(one, "agility") and scene.score(one, "will") else "down"

    def list_manoeuvres(self, state: FightState, one: Combatant) -> tuple[Manoeuvring, ...]:
        craft = Scene(state).craft(one)
        effects = tuple(each.name for each in craft.effects) if craft is not None else ()
        return tuple(
            Manoeuvring(each.name, each.target, each.weapon, effects if each.does == "lock" else ())
            for each in (craft.manoeuvres if craft is not None else ())
        )

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        """Apply what a sheet brings along.

        Armor above the cap is reported (CF-07). An ability at 0 has its condition (CF-16), a full
        pack its effect (CF-24). A combatant carried over dead stays dead.
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
        yield from after.record_all()
        yield from recovery.apply_burden(scene, one)

    def end_fight(self, scene: Scene) -> Play[None]:
        yield from super().end_fight(scene)
        yield from rounds.wake_stunned(scene)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
        ones = [scene.one(who) for who in declared.who]
        role = scene.role(ones[0], declared.score)
        if role is not None:  # the same role for all, whatever their scale calls it
            yield from save_all(scene, [Save(one, role, "called", declared.why) for one in ones])

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        """Apply damage from outside an attack, or direct ability loss (CF-23)."""
        ones = [scene.one(who) for who in declared.who]
        rolled = yield from roll_amounts(ones, declared.amount, "harm")
        after = Aftermath()
        role = scene.role(ones[0], declared.direct) if declared.direct else None
        for one, amount in zip(ones, rolled, strict=True):
            if role is not None:
                yield from lose_ability(scene, one, role, amount, declared.why, after)
            else:
                yield from land_blow(scene, Blow(one, amount, why=declared.why), after)
        yield from after.record_all()

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        one = scene.one(stated.who)
        match stated:
            case s.AddCondition():
                yield from _apply_condition(scene, one, stated)
            case s.EndCondition() if stated.condition == RIGGED:
                yield from remove_rigs(scene, one, 1)  # and the point it gave (CF-27)
            case s.Kill():
                yield from _apply_kill(scene, one)
            case s.SetScore():
                yield from _apply_score(scene, one, stated)
            case s.Revive():
                yield from recovery.revive(scene, one)


def _apply_score(scene: Scene, one: Combatant, stated: s.SetScore) -> Play[None]:
    """Apply a stated score that is now 0, or above 0 again (CF-16)."""
    role = scene.role(one, stated.score)
    if role in (None, "protection") or (stated.now is None and stated.maximum != 0):
        return
    if stated.now:
        yield from end_zero(one, role)
        return
    after = Aftermath()
    yield from apply_zero(scene, one, role, after)
    yield from after.record_all()


def _apply_condition(scene: Scene, one: Combatant, stated: s.AddCondition) -> Play[None]:
    """Apply what a stated condition brings along.

    Critical damage or a deadly scar of a played character is a wound with a deadline (CF-14,
    CF-18). A full pack has its effect (CF-24).
    """
    if has_scars(one):
        if stated.condition == CRITICAL:
            yield from _link_wound(one, stated, make_critical_wound(scene, one))
        else:
            yield from _apply_deadly_scar(scene, one, stated)
    if stated.condition == FULL_PACK or scene.state.game.version < 2:
        yield from recovery.apply_burden(scene, one)


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


def _apply_kill(scene: Scene, one: Combatant) -> Play[None]:
    """Apply the last effects of a combatant that the referee kills (CF-15)."""
    after = Aftermath()
    yield from apply_last_effects(scene, one, None, after)
    yield from after.record_all()
