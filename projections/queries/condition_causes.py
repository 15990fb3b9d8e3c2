"""Causes of conditions, wounds and absence: the events that began or ended them."""

from __future__ import annotations

from collections.abc import Iterable

from events.types import declarations as d, outcomes as o, statements as s
from events.types.unions import AnyEvent
from projections.queries.causes import Reason, list_steps
from projections.state.fight_state import Combatant, FightState
from projections.text.phrases import describe_event
from projections.text.words import describe_purpose

OUT = ("dead", "gone", "out")
"""The ways to be out of the fight; `out` is either of the others."""

_SYNONYMS = {
    "died": "dead",
    "killed": "dead",
    "destroyed": "dead",
    "left": "gone",
    "fled": "gone",
    "routed": "gone",
    "surrendered": "gone",
    "retreated": "gone",
}
"""Other words for the ways to be out of the fight."""

_CHANGES_STANDING = o.Died | o.Left | s.Kill | s.Revive | s.Remove | s.Return


def list_standing_words(events: Iterable[tuple[int, AnyEvent]], who: str) -> dict[str, str]:
    """Return the words that ask how a combatant stands, each with the one of `OUT` it means.

    The reasons that were given for removing the combatant are among the words.
    """
    given = {
        event.why: "gone"
        for _, event in events
        if isinstance(event, s.Remove) and event.who == who and event.why
    }
    return {**given, **_SYNONYMS, **dict(zip(OUT, OUT, strict=True))}


def list_all_conditions(events: Iterable[tuple[int, AnyEvent]], who: str) -> list[str]:
    """Return every condition and wound a combatant ever had, in the order they began."""
    conditions: dict[str, None] = {}
    for _, event in events:
        conditions.update(dict.fromkeys(_list_begun(event, who)))
    return [*conditions]


def explain_condition(events: Iterable[tuple[int, AnyEvent]], who: str, name: str) -> list[Reason]:
    """Return what began and ended a condition, a wound or one of `OUT`.

    A reason's value says whether it held from then on. Before a death stand the wounds and
    conditions that led to it: the wound whose time was up, failed death checks.
    """
    reasons: list[Reason] = []
    begun: list[tuple[str, Reason]] = []
    for step in list_steps(events, who):
        event, state = step.event, step.state
        if not getattr(event, "source", ""):  # what a wound brings with it is no reason of its own
            for condition in _list_begun(event, who):
                begun.append((condition, step.reason(0, _describe(event, condition, state))))
        if ended := _find_ended(event, who):
            begun = [each for each in begun if each[0] != ended]
        if not _concerns(event, who, name):
            continue
        one = state.combatants[who]
        holds = _is_so(one, name)
        if isinstance(event, d.Join) and not holds:
            continue
        if isinstance(event, o.Died) and holds:
            deadly = _list_deadly(event, state, one)
            reasons += (reason for condition, reason in begun if condition in deadly)
        reasons.append(step.reason(int(holds), _describe(event, name, state)))
    return reasons


def begins_condition(event: AnyEvent, who: str, name: str) -> bool:
    """Return whether an event begins a condition, a wound or one of `OUT` of a combatant."""
    match event:
        case o.Died() | s.Kill():
            return event.who == who and name in ("dead", "out")
        case o.Left() | s.Remove():
            return event.who == who and name in ("gone", "out")
    return name in _list_begun(event, who)


def _concerns(event: AnyEvent, who: str, name: str) -> bool:
    """Return whether an event may begin, change or end the condition, wound or one of `OUT`."""
    match event:
        case d.Join():
            return event.sheet.id == who
        case o.ConditionBegan() | o.ConditionEnded() | s.AddCondition() | s.EndCondition():
            return (event.who, event.condition) == (who, name)
        case o.WoundTaken():
            return (event.who, event.wound.label) == (who, name)
        case o.WoundTended() | o.WoundClosed():
            return (event.who, event.wound) == (who, name)
    return isinstance(event, _CHANGES_STANDING) and event.who == who and name in OUT


def _list_begun(event: AnyEvent, who: str) -> list[str]:
    """Return the conditions and wounds of a combatant that begin with an event."""
    match event:
        case d.Join() if event.sheet.id == who:
            conditions = (each.name for each in event.sheet.conditions)
            return [*conditions, *(each.label for each in event.sheet.wounds)]
        case o.ConditionBegan() | s.AddCondition() if event.who == who:
            return [event.condition]
        case o.WoundTaken() if event.who == who:
            return [event.wound.label]
    return []


def _find_ended(event: AnyEvent, who: str) -> str:
    """Return the condition or wound of a combatant that ends with an event, or nothing."""
    match event:
        case o.ConditionEnded() | s.EndCondition() if event.who == who and not event.about:
            return event.condition
        case o.WoundClosed() if event.who == who:
            return event.wound
    return ""


def _describe(event: AnyEvent, name: str, state: FightState) -> str:
    return f"joined with {name}" if isinstance(event, d.Join) else describe_event(event, state)


def _list_deadly(died: o.Died, state: FightState, one: Combatant) -> set[str]:
    """Return the wounds and conditions that a combatant has died of in the end.

    These are the wounds whose time is up, what the event names, and the death checks.
    """
    checks = describe_purpose("death")
    return {
        *(each.label for each in one.overdue_wounds(state.clock)),
        *(each.label for each in one.wounds if each.label == died.of),
        *(each.name for each in one.conditions if each.name == died.of),
        *(each.name for each in one.conditions if each.name.startswith(f"{checks} ")),
    }


def _is_so(one: Combatant, name: str) -> bool:
    if name in OUT:
        return one.standing != "in" if name == "out" else one.standing == name
    return one.has(name) or one.wound(name) is not None
