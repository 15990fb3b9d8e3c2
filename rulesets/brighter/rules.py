"""The ruleset of Brighter Worlds: what each declaration is checked by, and what becomes of it."""

from __future__ import annotations

from events.types import declarations as d
from events.types import statements as s
from events.types.outcomes import EffectTold
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.brighter import attacks as swing
from rulesets.brighter import check, effects, harm, morale, recovery, rounds, turn
from rulesets.brighter.actions import opponent
from rulesets.brighter.definition import ATTRIBUTES, definition
from rulesets.brighter.describe import describe
from rulesets.brighter.prepare import lexicon, prepare
from rulesets.brighter.saves import Save, save_all
from rulesets.brighter.scene import Blow, Course, Scene
from rulesets.brighter.sheets import read_sheet, read_weapon
from rulesets.common.family import Rules, take_over
from rulesets.common.turns import side_resolved
from rulesets.common.weapons import said
from rulesets.core.play import Play


class Brighter(Rules[Scene]):
    """The `Ruleset` of Brighter Worlds."""

    def __init__(self) -> None:
        super().__init__(
            Scene,
            sheet=read_sheet,
            weapon=lambda game, text: read_weapon(definition(game), text),
            describe=describe,
            lexicon=lexicon,
            prepare=prepare,
            preview=swing.preview,
            problems=check.problems,
            play=_play,
        )

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        return ATTRIBUTES


def _play(scene: Scene, declared: Declaration) -> Play[None]:
    match declared:
        case d.Join():
            yield from _joined(scene, declared)
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act():
            one = scene.one(declared.by)
            if check.resolves_at_once(scene, declared):
                yield from turn.take_turn(scene, one.side, alone=one.id)
        case d.Resolve():
            yield from turn.take_turn(scene, side_resolved(scene.state, declared))
        case d.BeginRound():
            yield from rounds.begin(scene, declared)
        case d.CallSave():
            yield from _called(scene, declared)
        case d.CallMorale():
            yield from morale.call(scene, declared)
        case d.Harm():
            yield from _harmed(scene, declared)
        case d.PassTime():
            yield from rounds.advance_clock(scene, declared.seconds)
        case d.Rest():
            yield from recovery.rest(scene, declared)
        case d.Recover():
            yield from recovery.recover(scene, declared)
        case d.Burden():
            yield from recovery.burden(scene, declared)
        case d.TakeOver():
            yield from take_over(scene.state, declared)
        case d.EndFight():
            yield from rounds.close(scene)
        case s.AddCondition():
            yield from recovery.weighed_down(scene.one(declared.who))
        case s.EndCondition():
            yield from recovery.unburdened(scene.one(declared.who))
        case s.Kill():
            yield from effects.of_death(scene, scene.one(declared.who))
            yield from morale.test_at_peace(scene)
        case s.SetScore():
            yield from _set(scene, declared)
        case s.Revive():
            yield from recovery.revived(scene, scene.one(declared.who))


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
            yield from effects.at_zero(scene, one, attribute)
    yield from recovery.weighed_down(one)


def _called(scene: Scene, declared: d.CallSave) -> Play[None]:
    save = Save(
        scene.one(declared.who[0]),
        declared.score,
        "called",
        declared.why,
        opponent(scene, declared.versus),
        grounds=said(declared.enhanced, declared.impaired),
        opposing=declared.opposing,
    )
    yield from save_all(scene, [save._replace(one=scene.one(who)) for who in declared.who])


def _harmed(scene: Scene, declared: d.Harm) -> Play[None]:
    """Harm outside combat is Critical Damage at once (BW-13)."""
    for one in map(scene.one, declared.who):
        blow = Blow(one, against=declared.direct, why=declared.why)
        course = Course()
        yield from harm.critical(scene, blow, course)
    yield from morale.test_at_peace(scene)


def _set(scene: Scene, declared: s.SetScore) -> Play[None]:
    """An attribute at zero, or no longer, means what BW-10 says, however it came to that."""
    one = scene.one(declared.who)
    if declared.score not in ATTRIBUTES or (declared.now is None and declared.maximum != 0):
        return
    if declared.now:
        yield from effects.above_zero(one, declared.score)
    else:
        yield from effects.at_zero(scene, one, declared.score)
        yield from morale.test_at_peace(scene)
