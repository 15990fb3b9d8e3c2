"""What is shown of a fight and of everybody in it, at one moment."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from events.types.sheets import Condition
from projections.queries.visibility import Audience, is_open
from projections.state.fight_state import Combatant, FightState
from projections.text.words import (
    Words,
    conditions_words,
    side_words,
    signed,
    turn_words,
    wound_line,
)
from rulesets.cairn.scene import LOST_ROUND

Plight: TypeAlias = Literal["unhurt", "hurt", "down", "dead", "gone"]
"""How somebody looks to those who do not know their numbers."""

SCORE = "="
"""What stands before a score's name among the keys of a card."""

_BARRED = ("all but crawling", "everything")


def scene(state: FightState) -> dict[str, Any]:
    """The fight itself: where it stands, its round and clock, the declarations that wait (by
    seq), and the areas, each with those next to it. What there is none of is left out."""
    return _filled(
        where=turn_words(state),
        round=state.round,
        clock=Words(state).time(state.clock) if state.clock else "",
        declared=[each.seq for each in state.pending],
        areas={name: state.neighbours(name) for name in state.areas},
    )


def card(one: Combatant, state: FightState, audience: Audience) -> dict[str, Any]:
    """A combatant; players are shown of those they do not know how they look, and no number.

    Each score stands under `=` and its name as what it is now and at most; `ails` are conditions,
    `plight` how they look, `hidden` says that their numbers are.
    """
    words = Words(state)
    hidden = audience == "players" and not is_open(state, one)
    seen = _filled(
        name=one.name,
        player=one.player,
        side=side_words(one.side),
        kind=one.kind,
        scale=one.scale if one.scale != "individual" else "",
        leader=one.leader and not hidden,
        standing=one.standing if one.standing != "in" else "",
        how=one.how,
        ails=conditions_words(state, one) if one.standing != "dead" else [],
        wounds=[wound_line(wound, state) for wound in one.wounds] if one.standing != "dead" else [],
        area=one.area,
        engaged=words.names(one.engaged),
        crew=[f"{words.name(id)}{f' ({post})' if post else ''}" for id, post in one.crew.items()],
        plight=plight(one),
        hidden=hidden,
    )
    return seen if hidden else {**seen, **_numbers(one)}


def plight(one: Combatant) -> Plight:
    """How somebody looks."""
    if one.standing != "in":
        return one.standing
    if any(_is_down(condition) for condition in one.conditions):
        return "down"
    worn = any(now < one.maxima.get(score, now) for score, now in one.scores.items())
    return "hurt" if worn else "unhurt"


def _is_down(condition: Condition) -> bool:
    """Does it put its bearer out of action? Who has lost a round stands there all the same."""
    return condition.bars in _BARRED and condition.name != LOST_ROUND


def _numbers(one: Combatant) -> dict[str, Any]:
    """What only those know who know their numbers."""
    scores = {SCORE + score: [now, one.maxima.get(score, now)] for score, now in one.scores.items()}
    return scores | _filled(
        armor=one.armor,
        shield=one.shield,
        arms=[" ".join([weapon.name, weapon.dice, *weapon.tags]) for weapon in one.weapons],
        skills=[f"{skill} {signed(number)}" for skill, number in one.skills.items()],
    )


def _filled(**fields: Any) -> dict[str, Any]:
    """The fields that say something."""
    return {key: value for key, value in fields.items() if value}
