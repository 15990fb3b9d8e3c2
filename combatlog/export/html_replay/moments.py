"""The moments of a log: what the page shows after every event, as changes since its `parent`.

So undone events have states of their own, and an event after an undo continues from the event that
the head moved to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.base import Game
from events.types.sheets import Condition
from projections.queries.combatant_diff import find_changed_values
from projections.queries.turning_points import has_left_unbeaten, measure_strength
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant, FightState
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
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import ForeseenFall

Look: TypeAlias = Literal["unhurt", "hurt", "held", "down", "dead", "gone"]
"""How a combatant looks to those who do not know their numbers. Who is held cannot act, and is not
felled: bound, spellbound."""

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


_LOOKS: dict[Look, float] = {"unhurt": 1.0, "hurt": 0.75, "held": 0.25, "down": 0.25}
"""The strength of those whose numbers are hidden, by how they look; of others it is 0."""


def _measure_one(one: Combatant, state: FightState, audience: Audience) -> float:
    """Return the strength of a combatant, 0 to 1. Who was beaten counts no more; who left of their
    own will counts as they left. Who falls counts so from the blow on, though it is recorded at the
    turn's end."""
    has_left, fall = has_left_unbeaten(one), _foresee_fall(one, state)
    if (one.standing != "in" and not has_left) or fall == "dying":
        return 0.0
    if sees_numbers(state, one.id, audience):
        return measure_strength(one, bool(fall))
    return _LOOKS.get("hurt" if has_left else judge_look(one, state), 0.0)


def describe_combatant(one: Combatant, state: FightState, audience: Audience) -> dict[str, Any]:
    """Return what is shown of a combatant. Players see no numbers of those they do not know.

    Each score stands under `=` and its name as [now, maximum]. `look` is how badly hurt they
    look, `out` the condition that holds them; `hidden` says that their numbers are hidden.
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
        conditions=list_conditions(state, one) if one.standing != "dead" else [],
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


def _describe_time_left(one: Combatant, state: FightState) -> str:
    """Return the time until the first wound of a combatant kills; empty if none does."""
    clocks = [wound.due for wound in one.wounds if wound.due]
    return describe_time_left(min(clocks), state) if clocks else ""


def judge_look(one: Combatant, state: FightState) -> Look:
    """Return how a combatant looks."""
    if one.standing != "in":
        return one.standing
    if _foresee_fall(one, state):
        return "down"
    if barring := _find_barring(one, state):
        return "down" if _may_fell(barring, one, state) else "held"
    worn = any(now < one.maxima.get(score, now) for score, now in one.scores.items())
    return "hurt" if worn else "unhurt"


def _foresee_fall(one: Combatant, state: FightState) -> ForeseenFall:
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


def _find_out(one: Combatant, look: Look, state: FightState) -> str:
    """Return the condition that holds a combatant, or “dying” if a blow has killed them."""
    if look == "held":
        return _find_barring(one, state)
    return "dying" if look == "down" and _foresee_fall(one, state) == "dying" else ""


def _list_felling(state: FightState) -> tuple[str, ...]:
    """Return the game's conditions of those who are down."""
    return load_ruleset(state.game.rules).lexicon(state.game).felled


def _find_barring(one: Combatant, state: FightState) -> str:
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
    """A combatant as it was when it was described, what is shown of it, and its strength."""

    one: Combatant
    card: DisplayData
    strength: float


class StateDescriber:
    """Describes states to an audience. Combatants who are as they were are not described again, as
    long as the rest is, too, that their cards depend on. `people` is filled on the way."""

    def __init__(self, audience: Audience, people: dict[str, int]) -> None:
        self._audience, self._people = audience, people
        self._known: dict[str, _Described] = {}
        self._game: Game | None = None
        self._around: tuple[object, ...] = ()

    def describe(self, state: FightState) -> dict[str, DisplayData]:
        """Return all that is shown of a state. It shares its values with those of others."""
        self._forget_changed(state)
        people = self._people
        for id in state.combatants:
            people.setdefault(id, len(people))
        strength = dict.fromkeys(map(describe_side, state.sides), 0.0)
        displayed: dict[str, DisplayData] = {SCENE: {}}
        for id, one in state.combatants.items():
            known = self._known.get(id)
            if known is None or known.one != one:
                self._known[id] = known = self._describe_one(one, state)
            displayed[str(people[id])] = known.card
            strength[describe_side(one.side)] += known.strength
        # After the fight rest wins nothing.
        shown = {} if state.ended else {side: round(100 * all) for side, all in strength.items()}
        displayed[SCENE] = _describe_scene(state, shown)
        return displayed

    def _forget_changed(self, state: FightState) -> None:
        """Forget all cards where the game, the turn, the clock, a name or a side has changed."""
        names = tuple((id, one.name) for id, one in state.combatants.items())
        around = (names, state.players, state.acting, state.phase, state.clock)
        if self._game is not state.game or self._around != around:
            self._known.clear()
            self._game, self._around = state.game, around

    def _describe_one(self, one: Combatant, state: FightState) -> _Described:
        card = describe_combatant(one, state, self._audience)
        if one.engaged:
            card["locked"] = [self._people[other] for other in one.engaged]
        return _Described(one.copied(), card, _measure_one(one, state, self._audience))


def find_changes(
    was: dict[str, DisplayData], now: dict[str, DisplayData]
) -> dict[str, DisplayData]:
    """Return the keys that have another value now, by whose they are; None for a key that is
    gone."""
    return {
        whose: {key: value for key, _, value in find_changed_values(before, after, None)}
        for whose, before, after in find_changed_values(was, now, {})
    }
