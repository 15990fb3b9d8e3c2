"""The course of a whole file: what is shown of the fight after every event, as what changed.

A change is told against the event that is followed (`parent`), so that what was undone has its
own states, and what came after an undo goes on from where the head went.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.sheets import Condition
from projections.queries.combatant_diff import changed_values
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import DISABLING, Combatant, FightState
from projections.state.fold import HANDLERS, fold_one
from projections.text.words import (
    Words,
    conditions_words,
    crew_words,
    side_words,
    signed,
    turn_words,
    weapon_words,
    wound_line,
)
from replay.log.event_log import History
from rulesets.cairn.scene import LOST_ROUND

Plight: TypeAlias = Literal["unhurt", "hurt", "down", "dead", "gone"]
"""How somebody looks to those who do not know their numbers."""

SCORE = "="
"""What stands before a score's name among the keys of a card."""


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
    hidden = not sees_numbers(state, one.id, audience)
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
        crew=crew_words(state, one),
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
    return condition.bars in DISABLING and condition.name != LOST_ROUND


def _numbers(one: Combatant) -> dict[str, Any]:
    """What only those know who know their numbers."""
    scores = {SCORE + score: [now, one.maxima.get(score, now)] for score, now in one.scores.items()}
    return scores | _filled(
        armor=one.armor,
        shield=one.shield,
        arms=[weapon_words(weapon) for weapon in one.weapons],
        skills=[f"{skill} {signed(number)}" for skill, number in one.skills.items()],
    )


def _filled(**fields: Any) -> dict[str, Any]:
    """The fields that say something."""
    return {key: value for key, value in fields.items() if value}


Shown = dict[str, Any]
"""A card, or the scene: what is shown under each key."""

SCENE = "scene"
"""The key of the fight itself; combatants have the number of their joining."""


class Moment(NamedTuple):
    """An event, the fight with it, and what it changed of what is shown: by combatant's number
    (or `SCENE`) the new value under each key, None where there is nothing any more. The state is
    only good until the next moment."""

    row: Recorded
    state: FightState
    changed: dict[str, Shown]


class _Stage(NamedTuple):
    """A state and what is shown of it."""

    state: FightState
    shown: dict[str, Shown]

    def copied(self) -> _Stage:
        return _Stage(self.state.copied(), dict(self.shown))


def course(history: History, audience: Audience, people: dict[str, int]) -> Iterator[Moment]:
    """Every event of the file. `people` numbers everybody who ever joins, by id, from 0; it is
    filled while the moments are read."""
    parents = {row.parent for row in history.rows if row.parent != row.seq - 1}
    stage = _Stage(FightState(), {})
    kept = {0: stage.copied()}
    for row in history.rows:
        if row.parent != row.seq - 1:
            stage = kept[row.parent].copied()
        fold_one(stage.state, row.seq, row.event)
        changed: dict[str, Shown] = {}
        if type(row.event) in HANDLERS:
            now = _shown(stage.state, audience, people)
            changed = _changes(stage.shown, now)
            stage = stage._replace(shown=now)
        yield Moment(row, stage.state, changed)
        if row.seq in parents:
            kept[row.seq] = stage.copied()


def _shown(state: FightState, audience: Audience, people: dict[str, int]) -> dict[str, Shown]:
    """Everything that is shown of a state."""
    shown = {SCENE: scene(state)}
    for id, one in state.combatants.items():
        number = people.setdefault(id, len(people))
        shown[str(number)] = card(one, state, audience)
    return shown


def _changes(was: dict[str, Shown], now: dict[str, Shown]) -> dict[str, Shown]:
    """By whom, the keys that have another value now; who is not there any more has none left."""
    return {
        whose: {key: value for key, _, value in changed_values(before, after, None)}
        for whose, before, after in changed_values(was, now, {})
    }
