"""The contest of a skirmish: how combatants enter it, and who wins (PV-08, PV-09, PV-16)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

from events.types import declarations as d
from events.types.outcomes import Ground
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant, Pending
from rulesets.common.turns import find_objection
from rulesets.common.weapons import make_grounds
from rulesets.paraverse.definition import Definition
from rulesets.paraverse.planning import RoundPlan, find_impediments, is_melee_attack
from rulesets.paraverse.ranged import find_distraction
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.skills import SkillRoll, find_hindrances, find_modifier

Intent = Literal["fight", "disengage", "evade"]


class Contestant(NamedTuple):
    """A combatant in a skirmish, with the result of their roll.

    `intent` is what they try to do, `declared` the seq of their declaration (None if they made
    none), `root` the seq of their attack.
    """

    combatant: Combatant
    side: int
    intent: Intent
    weapon: Weapon | None
    natural: int
    value: int
    declared: int | None = None
    root: int = 0

    @property
    def order(self) -> tuple[bool, int]:
        """The position in the order of declarations; contestants without one come last."""
        return self.declared is None, self.declared or 0


class ContestResult(NamedTuple):
    """The winner and the victim of a contest, the margin, and the multiplier of the base damage."""

    winner: Contestant
    victim: Contestant
    margin: int
    multiplier: int


def decide_contest(rules: Definition, members: list[Contestant]) -> ContestResult | None:
    """Return the result of the rolls; None if both sides are equal."""
    sides = [[each for each in members if each.side == side] for side in (0, 1)]
    critical = _find_critical_side(rules, sides)
    won = critical if critical is not None else _choose_winning_side(sides)
    if won is None:
        return None
    winners, losers = sides[won], sides[1 - won]
    dealers = [each for each in winners if each.natural == 20] if critical is not None else winners
    winner, victim = _find_winner(dealers), _find_victim(losers)
    margin = _best_total(winners) - _best_total(losers)
    multiplier = rules.multiplier(margin)
    if critical is not None:
        multiplier = max(2, multiplier)
    return ContestResult(winner, victim, max(0, margin), multiplier)


def summarize_contest(
    rules: Definition, members: list[Contestant], sizes: Sequence[int]
) -> Hashable:
    """Return what of the first contestants of a contest decides it, whatever the others roll.
    `sizes` says how many each side will have."""
    sides = [[each for each in members if each.side == side] for side in (0, 1)]
    return tuple(
        _summarize_side(rules, side, len(side) == size)
        for side, size in zip(sides, sizes, strict=True)
    )


def _summarize_side(rules: Definition, side: list[Contestant], is_whole: bool) -> Hashable:
    """Return what of one side's rolls matters; less if nobody is to come any more."""
    if not side:
        return None
    winner, victim = _find_winner(side), _find_victim(side)
    dealers = [each for each in side if each.natural == 20] if rules.options.critical_hits else []
    dealer = _find_winner(dealers) if dealers else None
    best = winner.value, _best_natural(side)
    ids = winner.combatant.id, victim.combatant.id, dealer and dealer.combatant.id
    if is_whole:
        return best, ids
    rest = winner.natural, victim.natural, victim.value, dealer and dealer.value
    return best, ids, rest


def _find_winner(side: list[Contestant]) -> Contestant:
    """Return who strikes if this side wins."""
    return min(side, key=lambda each: (-each.value, -each.natural, each.order))


def _find_victim(side: list[Contestant]) -> Contestant:
    """Return who is struck if this side loses."""
    return min(side, key=lambda each: (each.natural, each.value, each.order))


def _find_critical_side(rules: Definition, sides: list[list[Contestant]]) -> int | None:
    """Return the side with a natural 20 if only one side has it and the game's option counts it
    (PV-20)."""
    if not rules.options.critical_hits:
        return None
    has = [any(each.natural == 20 for each in side) for side in sides]
    return None if has[0] == has[1] else has.index(True)


def _choose_winning_side(sides: list[list[Contestant]]) -> int | None:
    """Return the side with the higher total. If totals are equal, the higher natural roll decides;
    if both are equal, nobody wins: return None."""
    for value in (_best_total, _best_natural):
        one, other = value(sides[0]), value(sides[1])
        if one != other:
            return 0 if one > other else 1
    return None


def _best_total(side: list[Contestant]) -> int:
    return max(each.value for each in side)


def _best_natural(side: list[Contestant]) -> int:
    return max(each.natural for each in side)


class ContestEntry(NamedTuple):
    """How a combatant enters a skirmish: their roll, their intent and their weapon.

    `declared` is the seq of their declaration.
    """

    roll: SkillRoll
    intent: Intent
    weapon: Weapon | None
    declared: int | None

    def make_contestant(self, side: int, faces: tuple[int, ...]) -> Contestant:
        """Return the contestant with the result of these faces."""
        roll, natural = self.roll, self.roll.natural(faces)
        value, declared = natural + roll.bonus, self.declared
        return Contestant(
            *(roll.roller, side, self.intent, self.weapon, natural, value, declared, roll.root)
        )


def prepare_entry(
    scene: Scene, plan: RoundPlan, one: Combatant, opponents: list[str]
) -> ContestEntry:
    """Return how a combatant enters a skirmish.

    They fight as declared, or fight back if they declared nothing. They evade if they do something
    else or cannot fight.
    """
    defence_grounds = _list_defence_grounds(scene, plan, one, opponents)
    meant = plan.find_intent(one)
    if _is_prevented(scene, one, meant):
        return _enter_evading(scene, one, defence_grounds, "evade", None)
    if meant is None:
        return _enter_fighting(scene, one, scene.find_melee_weapon(one), defence_grounds, None, 0)
    if isinstance(meant.action, d.Attack) and is_melee_attack(scene, meant):
        weapon = scene.find_weapon(one, meant.action.weapons[0]) or scene.find_melee_weapon(one)
        grounds = (*_list_attack_grounds(meant.action, opponents), *defence_grounds)
        return _enter_fighting(scene, one, weapon, grounds, meant.seq, meant.seq)
    away = isinstance(meant.action, d.Disengage)
    grounds = (
        *defence_grounds,
        *(find_distraction(plan, one) if is_attacked_by(scene, plan, opponents) else ()),
    )
    return _enter_evading(scene, one, grounds, "disengage" if away else "evade", meant.seq)


def _is_prevented(scene: Scene, one: Combatant, planned: Pending | None) -> bool:
    """Return whether a condition prevents a declaration and the referee has not overruled that.
    None stands for striking back."""
    if planned is None:
        return any(True for _ in find_impediments(one))
    return bool(find_objection(scene.state, planned, find_impediments(one, planned.action)))


def is_attacked_by(scene: Scene, plan: RoundPlan, opponents: list[str]) -> bool:
    """Return whether any of these opponents attacks. Disengaging and striking back are no attacks
    (PV-09)."""
    meant = [(each, plan.find_intent(each)) for each in map(scene.one, opponents)]
    return any(
        blow is not None and is_melee_attack(scene, blow) and not _is_prevented(scene, one, blow)
        for one, blow in meant
    )


def _enter_fighting(
    scene: Scene,
    one: Combatant,
    weapon: Weapon,
    grounds: tuple[Ground, ...],
    declared: int | None,
    root: int,
) -> ContestEntry:
    what = "Throwing" if "throwing" in weapon.tags else "Melee"
    every = (*grounds, *find_hindrances(scene, one, what))
    roll = SkillRoll(one, what, "melee", find_modifier(scene, one, what), every, root)
    return ContestEntry(roll, "fight", weapon, declared)


def _enter_evading(
    scene: Scene, one: Combatant, grounds: tuple[Ground, ...], intent: Intent, declared: int | None
) -> ContestEntry:
    every = (*grounds, *find_hindrances(scene, one, "Evasion"))
    roll = SkillRoll(one, "Evasion", "melee", find_modifier(scene, one, "Evasion"), every)
    return ContestEntry(roll, intent, None, declared)


def _list_attack_grounds(attack: d.Attack, opponents: list[str]) -> tuple[Ground, ...]:
    """Return the advantages and disadvantages that the referee named for an attack.

    Those named for its target count only if the target is among the opponents.
    """
    aim = attack.targets[0]
    only = make_grounds(aim.enhanced, aim.impaired) if aim.target in opponents else ()
    return (*make_grounds(attack.enhanced, attack.impaired), *only)


def _list_defence_grounds(
    scene: Scene, plan: RoundPlan, one: Combatant, opponents: list[str]
) -> tuple[Ground, ...]:
    """Return the advantages and disadvantages that the referee named for a combatant's defence,
    from all melee attacks on them that are fought, in declared order."""
    grounds: list[Ground] = []
    fought = [each for id in opponents for each in plan.find_attacks_fought(scene.one(id))]
    for each in sorted(fought, key=lambda each: each.seq):
        assert isinstance(each.action, d.Attack)
        aim = each.action.targets[0]
        if aim.target == one.id:
            grounds += make_grounds(each.action.ward, each.action.bane)
            grounds += make_grounds(aim.ward, aim.bane)
    return tuple(grounds)
