"""The rules of Brighter Worlds: the function that plays each declaration."""

from __future__ import annotations

from events.types import declarations as d, statements as s
from events.types.outcomes import EffectTold
from events.types.unions import Statement
from projections.state.fight_state import Combatant, FightState
from rulesets.brighter import (
    attacks,
    definition,
    effects,
    harm,
    preparation,
    problems,
    recovery,
    rules_text,
    saves,
    sheets,
    turn,
)
from rulesets.brighter.actions import find_opponent
from rulesets.brighter.definition import ATTRIBUTES
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import AttackProgress, Blow, Scene
from rulesets.common.conditions import FULL_PACK
from rulesets.common.family import Family
from rulesets.common.weapons import make_grounds
from rulesets.core.play import Play


class Brighter(Family[Scene]):
    """The `Ruleset` of Brighter Worlds."""

    scene = Scene
    check_playable = staticmethod(definition.check_scores)
    definition = staticmethod(definition.definition)
    sheet = staticmethod(sheets.read_sheet)
    read_weapon = staticmethod(sheets.read_weapon)
    describe = staticmethod(rules_text.describe_game)
    lexicon = staticmethod(preparation.build_lexicon)
    prepare_declaration = staticmethod(preparation.prepare_declaration)
    preview_dice = staticmethod(attacks.preview_dice)
    find_problems = staticmethod(problems.find_problems)
    begin_round = staticmethod(turn.begin_round)
    end_round = staticmethod(turn.end_round)
    call_morale = staticmethod(saves.call_morale)
    rest = staticmethod(recovery.rest)
    recover = staticmethod(recovery.recover)
    burden = staticmethod(recovery.carry_pack)
    act = staticmethod(turn.resolve_alone)
    resolve = staticmethod(turn.resolve_turn)

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return ATTRIBUTES

    def join(self, scene: Scene, declared: d.Join) -> Play[None]:
        """Apply what a sheet brings along.

        Armor above the cap is reported (BW-01). An attribute at zero has its condition (BW-10), a
        full pack its effect (BW-15).
        """
        sheet = declared.sheet
        cap = scene.rules.armor_cap
        if sheet.armor > cap:
            yield EffectTold(sheet.id, f"armor {sheet.armor} counts as {cap}")
        one = scene.one(sheet.id)
        for attribute in ATTRIBUTES:
            if not one.scores[attribute]:
                yield from effects.apply_zero(scene, one, attribute)
        yield from recovery.apply_burden(one)

    def call_save(self, scene: Scene, declared: d.CallSave) -> Play[None]:
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

    def harm(self, scene: Scene, declared: d.Harm) -> Play[None]:
        """Apply harm outside combat, which is Critical Damage at once (BW-13)."""
        for one in map(scene.one, declared.who):
            blow = Blow(one, against=declared.direct, why=declared.why)
            yield from harm.apply_critical_damage(scene, blow, AttackProgress())
        yield from saves.test_morale_between_turns(scene)

    def pass_time(self, scene: Scene, declared: d.PassTime) -> Play[None]:
        return turn.advance_clock(scene, declared.seconds)

    def state_fact(self, scene: Scene, stated: Statement) -> Play[None]:
        one = scene.one(stated.who)
        match stated:
            case s.AddCondition() | s.EndCondition() if not _is_own(scene, stated.condition):
                pass  # a stated fact stands until something of its own changes it (ALL-01)
            case s.AddCondition():
                yield from recovery.apply_burden(one)
            case s.EndCondition():
                yield from recovery.end_burden(one)
            case s.Kill():
                yield from effects.apply_death(scene, one)
                yield from saves.test_morale_between_turns(scene)
            case s.SetScore():
                yield from _apply_score(scene, one, stated)
            case s.Revive():
                yield from recovery.revive(scene, one)


def _is_own(scene: Scene, condition: str) -> bool:
    """Return whether a stated condition is the full pack. Under version 1 of the rules every
    condition brought back what a full pack does."""
    return condition == FULL_PACK or scene.state.game.version < 2


def _apply_score(scene: Scene, one: Combatant, stated: s.SetScore) -> Play[None]:
    """Apply a stated attribute that is now zero, or above zero again (BW-10)."""
    if stated.score not in ATTRIBUTES or (stated.now is None and stated.maximum != 0):
        return
    if stated.now:
        yield from effects.end_zero(one, stated.score)
    else:
        yield from effects.apply_zero(scene, one, stated.score)
        yield from saves.test_morale_between_turns(scene)
