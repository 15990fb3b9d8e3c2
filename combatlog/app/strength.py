"""How strong the sides are, and how badly hurt somebody looks, as an audience may know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from events.types.sheets import Condition
from projections.queries.strength import has_left_unbeaten, measure_strength
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant, FightState
from projections.text.words import describe_side
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import ForeseenFall

Look: TypeAlias = Literal["unhurt", "hurt", "held", "down", "dead", "gone"]
"""How a combatant looks to those who do not know their numbers. Who is held cannot act, and is not
felled: bound, spellbound."""

_LOOKS: dict[Look, float] = {"unhurt": 1.0, "hurt": 0.75, "held": 0.25}
"""The strength of those whose numbers are hidden, by how they look; of others it is 0."""


def measure_sides(state: FightState, audience: Audience) -> dict[str, int]:
    """Return the strength of each side in hundredths of a fighter (`sum_sides`)."""
    each = {id: measure_one(one, state, audience) for id, one in state.combatants.items()}
    return sum_sides(state, each)


def sum_sides(state: FightState, each: Mapping[str, float]) -> dict[str, int]:
    """Return the strength of each side in hundredths of a fighter, from that of each combatant by
    id; empty after the fight: rest wins nothing."""
    if state.ended:
        return {}
    found: dict[str, float] = dict.fromkeys(map(describe_side, state.sides), 0.0)
    for id, one in state.combatants.items():
        found[describe_side(one.side)] += each[id]
    return {side: round(100 * strength) for side, strength in found.items()}


def measure_one(one: Combatant, state: FightState, audience: Audience) -> float:
    """Return the strength of a combatant, 0 to 1. Who was beaten counts no more; who left of their
    own will is as strong as they went. Who falls counts so from the blow on, though it is recorded
    at the turn's end."""
    fall = foresee_fall(one, state)
    is_counted = one.standing == "in" or has_left_unbeaten(one)
    if not is_counted or fall == "dying":
        return 0.0
    if sees_numbers(state, one.id, audience):
        return measure_strength(one, bool(fall))
    return _LOOKS.get(_judge_body(one, state), 0.0)


def judge_look(one: Combatant, state: FightState) -> Look:
    """Return how a combatant looks."""
    return _judge_body(one, state) if one.standing == "in" else one.standing


def _judge_body(one: Combatant, state: FightState) -> Look:
    """Return how the body of a combatant looks, wherever they are."""
    if foresee_fall(one, state):
        return "down"
    if barring := find_barring(one, state):
        return "down" if _may_fell(barring, one, state) else "held"
    worn = any(now < one.maxima.get(score, now) for score, now in one.scores.items())
    return "hurt" if worn else "unhurt"


def foresee_fall(one: Combatant, state: FightState) -> ForeseenFall:
    """Return what the blows of this turn have brought a combatant to: by the rules, or by an
    untended wound that fells. It is recorded at the turn's end, after the other blows; the story
    tells it with the blow."""
    if one.standing != "in" or not (state.acting or state.phase):
        return ""
    if fall := load_ruleset(state.game.rules).foresee_fall(state, one):
        return fall
    felling = _list_felling(state)
    fells = any(
        wound.awaits == "first aid"  # who needs it can only crawl (BW-10)
        or (wound.awaits in ("aid", "repair") and wound.name in felling)
        for wound in one.wounds
    )
    return "down" if fells else ""


def _list_felling(state: FightState) -> tuple[str, ...]:
    """Return the game's conditions of those who are down."""
    return load_ruleset(state.game.rules).lexicon(state.game).felled


def find_barring(one: Combatant, state: FightState) -> str:
    """Return the condition by which a combatant is out of action, first of all one that fells;
    empty if there is none."""
    names = [each.name for each in one.conditions if _is_down(each)]
    return next((name for name in names if _may_fell(name, one, state)), next(iter(names), ""))


def _may_fell(name: str, one: Combatant, state: FightState) -> bool:
    """Return whether a condition that keeps a combatant from acting has felled them: it comes from
    a wound, or it is one of the game's own."""
    wounded = any(each.source for each in one.conditions if each.name == name)
    return wounded or name in _list_felling(state)


def _is_down(condition: Condition) -> bool:
    """Return whether a condition puts its bearer out of action. A lost round does not show."""
    return condition.bars in DISABLING and condition.name != LOST_ROUND


class HalfStrength(NamedTuple):
    """The sides that stand together on one half of the field, and what they have left of their
    strength, in hundredths."""

    sides: tuple[str, ...]
    left: float


def split_sides(state: FightState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sides that stand together: those of the players' characters, and all others; where
    nobody plays a character, the first side and all others."""
    everybody = [*state.combatants.values()]
    ours = {one.side for one in everybody if one.kind != "npc"}
    ours = ours or {one.side for one in everybody[:1]}
    sides = dict.fromkeys(one.side for one in everybody)
    return tuple(side for side in sides if side in ours), tuple(
        side for side in sides if side not in ours
    )


def measure_halves(
    state: FightState, halves: tuple[tuple[str, ...], ...], strength: Mapping[str, int]
) -> list[HalfStrength]:
    """Return what each half has left, from the strength of each side (`measure_sides`): as a part
    of what all who have joined it have when whole, so that help which comes later heals nobody.
    Empty where the strength is not known: after the fight, and before both halves have come."""
    found = []
    for sides in halves:
        strengths = {
            side: strength[name] for side in sides if (name := describe_side(side)) in strength
        }
        members = sum(one.side in sides for one in state.combatants.values())
        if not strengths or not members:
            return []
        found.append(HalfStrength(tuple(strengths), sum(strengths.values()) / members))
    return found
