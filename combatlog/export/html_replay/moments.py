"""The moments of a log: what the page shows after every event, as changes since its `parent`.

So undone events have states of their own, and an event after an undo continues from the event that
the head moved to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from combatlog.app.strength import (
    Look,
    find_barring,
    foresee_fall,
    judge_look,
    measure_one,
    sum_sides,
)
from events.store.envelope import Recorded
from events.types.base import Game
from projections.queries.combatant_diff import find_changed_values
from projections.queries.strength import has_left_unbeaten
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import HANDLERS, fold_one
from projections.text.words import (
    Words,
    capitalize,
    describe_side,
    describe_time_left,
    describe_turn,
    describe_weapon,
    describe_wound_state,
    format_signed,
    list_conditions,
    list_crew,
)
from replay.log.event_log import History

SCORE = "="
"""The prefix of scores among the keys of a combatant."""


def _describe_scene(state: FightState, strength: dict[str, int]) -> dict[str, Any]:
    """Return the fight itself: whose turn it is, round, clock, the pending declarations (by seq),
    the areas, each with its neighbours, and the strength of each side. Empty values are left
    out."""
    return _drop_empty(
        where=capitalize(describe_turn(state)),
        round=state.round,
        clock=Words(state).time(state.clock) if state.clock else "",
        declared=[each.seq for each in state.pending],
        areas={name: state.neighbours(name) for name in state.areas},
        strength=strength,
    )


def describe_combatant(one: Combatant, state: FightState, audience: Audience) -> dict[str, Any]:
    """Return what is shown of a combatant. Players see no numbers of those they do not know.

    Each score stands under `=` and its name as [now, maximum]. `look` is how badly hurt they
    look, `out` the condition that holds them; `away` says that they left of their own will,
    `hidden` that their numbers are hidden.
    """
    words = Words(state)
    look = judge_look(one, state)
    hidden = not sees_numbers(state, one.id, audience)
    seen = _drop_empty(
        name=one.name,
        player=one.player,
        side=describe_side(one.side),
        kind=one.kind,
        scale=one.scale if one.scale != "individual" else "",
        leader=one.leader and not hidden,
        standing=one.standing if one.standing != "in" else "",
        how=one.how,
        away=has_left_unbeaten(one),
        conditions=_list_conditions(state, one) if one.standing != "dead" else [],
        wounds=[describe_wound_state(wound, state) for wound in one.wounds]
        if one.standing != "dead"
        else [],
        due=_describe_time_left(one, state) if one.standing != "dead" else "",
        area=one.area,
        engaged=words.names(one.engaged),
        crew=list_crew(state, one),
        look=look,
        out=_find_out(one, look, state),
        hidden=hidden,
    )
    return seen if hidden else {**seen, **_describe_numbers(one)}


_LOCK = re.compile(r"(?P<what>.+ locked on)(?: for (?P<effect>.+?))? \((?P<target>.+)\)")


def _list_conditions(state: FightState, one: Combatant) -> list[str]:
    """Return the conditions of a combatant, a lock with its target first: “gun locked on Marrow
    (for: fire)”."""
    found = []
    for text in list_conditions(state, one):
        if lock := _LOCK.fullmatch(text):
            aim = f" (for: {lock['effect']})" if lock["effect"] else ""
            text = f"{lock['what']} {lock['target']}{aim}"
        found.append(text)
    return found


def _describe_time_left(one: Combatant, state: FightState) -> str:
    """Return the time until the first wound of a combatant kills; empty if none does."""
    clocks = [wound.due for wound in one.wounds if wound.due]
    return describe_time_left(min(clocks), state) if clocks else ""


def _find_out(one: Combatant, look: Look, state: FightState) -> str:
    """Return the condition that holds a combatant, or “dying” if a blow has killed them."""
    if look == "held":
        return find_barring(one, state)
    return "dying" if look == "down" and foresee_fall(one, state) == "dying" else ""


def _describe_numbers(one: Combatant) -> dict[str, Any]:
    """Return the part of a combatant that hidden numbers leave out."""
    scores = {SCORE + score: [now, one.maxima.get(score, now)] for score, now in one.scores.items()}
    return scores | _drop_empty(
        armor=one.armor,
        shield=one.shield,
        arms=[describe_weapon(weapon) for weapon in one.weapons],
        skills=[f"{skill} {format_signed(number)}" for skill, number in one.skills.items()],
    )


def _drop_empty(**fields: Any) -> dict[str, Any]:
    """Return the fields that are not empty."""
    return {key: value for key, value in fields.items() if value}


DisplayData = dict[str, Any]
"""A combatant or the scene: what is shown under each key."""

SCENE = "*"
"""The key of the fight itself. The keys of combatants are their numbers by order of joining."""


class ReplayMoment(NamedTuple):
    """An event, the fight after it, and what changed on the page: by combatant's number (or
    `SCENE`), the new value under each key, None for a value that is gone. The state is only valid
    until the next moment."""

    row: Recorded
    state: FightState
    changed: dict[str, DisplayData]


class _Stage(NamedTuple):
    """A state and what is shown of it."""

    state: FightState
    displayed: dict[str, DisplayData]

    def copied(self) -> _Stage:
        return _Stage(self.state.copied(), dict(self.displayed))


def list_replay_moments(
    history: History, audience: Audience, people: dict[str, int]
) -> Iterator[ReplayMoment]:
    """Yield the moment of every event. `people` is filled on the way: it numbers all who ever join,
    by id, from 0."""
    parents = {row.parent for row in history.rows if row.parent != row.seq - 1}
    describer = StateDescriber(audience, people)
    stage = _Stage(FightState(), {})
    kept = {0: stage.copied()}
    for row in history.rows:
        if row.parent != row.seq - 1:
            stage = kept[row.parent].copied()
        fold_one(stage.state, row.seq, row.event)
        changed: dict[str, DisplayData] = {}
        if type(row.event) in HANDLERS:
            now = describer.describe(stage.state)
            changed = find_changes(stage.displayed, now)
            stage = stage._replace(displayed=now)
        yield ReplayMoment(row, stage.state, changed)
        if row.seq in parents:
            kept[row.seq] = stage.copied()


class _Described(NamedTuple):
    """A combatant as it was when it was described, the fall that was foreseen then, what is shown
    of it, and its strength."""

    one: Combatant
    fall: str
    card: DisplayData
    strength: float


class StateDescriber:
    """Describes states to an audience. Combatants who are as they were are not described again, as
    long as the rest is, too, that their cards depend on. `people` is filled on the way."""

    def __init__(self, audience: Audience, people: dict[str, int]) -> None:
        self._audience, self._people = audience, people
        self._known: dict[bool, dict[str, _Described]] = {}
        """By whether a turn is being played, because it is foreseen then who falls at its end. Each
        turn begins and ends, and most combatants are as they were."""
        self._game: Game | None = None
        self._around: tuple[object, ...] = ()

    def describe(self, state: FightState) -> dict[str, DisplayData]:
        """Return all that is shown of a state. It shares its values with those of others."""
        self._forget_changed(state)
        people = self._people
        every = self._known.setdefault(bool(state.acting or state.phase), {})
        for id in state.combatants:
            people.setdefault(id, len(people))
        displayed: dict[str, DisplayData] = {SCENE: {}}
        for id, one in state.combatants.items():
            known = every.get(id)
            if known is None or known.one != one:
                every[id] = known = self._describe_or_reuse(one, state)
            displayed[str(people[id])] = known.card
        strength = sum_sides(state, {id: every[id].strength for id in state.combatants})
        displayed[SCENE] = _describe_scene(state, strength)
        return displayed

    def _forget_changed(self, state: FightState) -> None:
        """Forget all cards where the game, the clock, a name or a side has changed."""
        names = tuple((id, one.name) for id, one in state.combatants.items())
        around = (names, state.players, state.clock)
        if self._game is not state.game or self._around != around:
            self._known.clear()
            self._game, self._around = state.game, around

    def _describe_or_reuse(self, one: Combatant, state: FightState) -> _Described:
        """Return a combatant as described in the other case, during a turn or not, if the same fall
        was foreseen then. Else describe it now."""
        fall = foresee_fall(one, state)
        known = self._known.get(not (state.acting or state.phase), {}).get(one.id)
        if known is not None and known.fall == fall and known.one == one:
            return known
        return self._describe_one(one, fall, state)

    def _describe_one(self, one: Combatant, fall: str, state: FightState) -> _Described:
        card = describe_combatant(one, state, self._audience)
        if one.engaged:
            card["locked"] = [self._people[other] for other in one.engaged]
        return _Described(one.copied(), fall, card, measure_one(one, state, self._audience))


def find_changes(
    was: dict[str, DisplayData], now: dict[str, DisplayData]
) -> dict[str, DisplayData]:
    """Return the keys that have another value now, by whose they are; None for a key that is
    gone."""
    return {
        whose: {key: value for key, _, value in find_changed_values(before, after, None)}
        for whose, before, after in find_changed_values(was, now, {})
    }
