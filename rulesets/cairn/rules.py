"""The Cairn family's ruleset: what each declaration is checked by, and what becomes of it."""

from __future__ import annotations

from events.types import declarations as d
from events.types import statements as s
from events.types.outcomes import EffectTold
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.cairn import attacks, check, harm, recovery, rounds, turn
from rulesets.cairn import saves as morale
from rulesets.cairn import statement_effects as stated
from rulesets.cairn.definition import Role, definition
from rulesets.cairn.describe import describe
from rulesets.cairn.effects import Aftermath, at_zero, lose
from rulesets.cairn.prepare import lexicon, prepare
from rulesets.cairn.saves import Save, save_all
from rulesets.cairn.scene import Blow, Scene
from rulesets.cairn.sheets import read_sheet, read_weapon
from rulesets.common.effects import amounts
from rulesets.common.family import Rules, take_over
from rulesets.common.turns import side_resolved
from rulesets.core.play import Play


class Cairn(Rules[Scene]):
    """The `Ruleset` of Golden Idol, Thálassa and Plerion."""

    def __init__(self) -> None:
        super().__init__(
            Scene,
            sheet=read_sheet,
            weapon=lambda game, text: read_weapon(definition(game), text),
            describe=describe,
            lexicon=lexicon,
            prepare=prepare,
            preview=attacks.preview,
            problems=check.problems,
            play=_play,
        )

    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]:
        names = Scene(state).scores(one)
        return (names.body, names.agility, names.will)


def _play(scene: Scene, declared: Declaration) -> Play[None]:
    match declared:
        case d.Join():
            yield from _joined(scene, declared)
        case d.Attack() | d.Move() | d.Aid() | d.Retreat() | d.Special() | d.Act() | d.Manoeuvre():
            one = scene.one(declared.by)
            late = declared.overrule and check.is_late(scene, one)
            if late or scene.state.ended:
                yield from turn.take_turn(scene, one.side, alone=one.id)
        case d.Resolve():
            yield from turn.take_turn(scene, side_resolved(scene.state, declared))
        case d.BeginRound():
            yield from rounds.begin(scene, declared)
        case d.CallSave():
            yield from _called(scene, declared)
        case d.CallMorale():
            yield from morale.called(scene, declared)
        case d.Harm():
            yield from _harmed(scene, declared)
        case d.PassTime():
            yield from rounds.let_pass(scene, declared)
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
            yield from stated.condition(scene, declared)
        case s.EndCondition():
            yield from stated.condition_over(scene, declared)
        case s.Kill():
            yield from stated.killed(scene, declared)
        case s.SetScore():
            yield from stated.score(scene, declared)
        case s.Revive():
            yield from recovery.revived(scene, scene.one(declared.who))


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
    rolled = yield from amounts(ones, declared.amount, "harm")
    after = Aftermath()
    role = scene.role(ones[0], declared.direct) if declared.direct else None
    for one, amount in zip(ones, rolled, strict=True):
        if role is not None:
            yield from lose(scene, one, role, amount, declared.why, after)
        else:
            yield from harm.strike(scene, Blow(one, amount, why=declared.why), after)
    yield from after.take_hold()
