"""Why somebody is in a condition, has a wound, or is out of the fight: everything on the line that
began or ended it, in order."""

from __future__ import annotations

from collections.abc import Iterable

from events.types import declarations as d
from events.types import outcomes as o
from events.types import statements as s
from events.types.unions import AnyEvent
from projections.queries.score_causes import Reason
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold
from projections.text.phrases import phrase
from projections.text.words import purpose_words

OUT = ("dead", "gone", "out")
"""How somebody can be out of the fight; `out` is either."""

_OUT_TOO = {
    "died": "dead",
    "killed": "dead",
    "destroyed": "dead",
    "left": "gone",
    "fled": "gone",
    "routed": "gone",
    "surrendered": "gone",
    "retreated": "gone",
}
"""What else that is called."""

_STANDING = o.Died | o.Left | s.Kill | s.Revive | s.Remove | s.Return


def outs(events: Iterable[tuple[int, AnyEvent]], who: str) -> dict[str, str]:
    """What can be asked of how somebody stands in the fight, and which of `OUT` that is: the words
    for it, and those in which they were said to leave."""
    said = {
        event.why: "gone"
        for _, event in events
        if isinstance(event, s.Remove) and event.who == who and event.why
    }
    return {**said, **_OUT_TOO, **dict(zip(OUT, OUT, strict=True))}


def plights(events: Iterable[tuple[int, AnyEvent]], who: str) -> list[str]:
    """The conditions and wounds that somebody has ever been in, in the order they began."""
    found: dict[str, None] = {}
    for _, event in events:
        found.update(dict.fromkeys(_began(event, who)))
    return [*found]


def why_plight(events: Iterable[tuple[int, AnyEvent]], who: str, name: str) -> list[Reason]:
    """What began and what ended a condition or a wound, or, for one of `OUT`, how somebody stood
    in the fight; the value is whether it held from then on. What somebody died of in the end (the
    wound whose time was up, the death checks) stands before that."""
    state = FightState()
    reasons: list[Reason] = []
    begun: list[tuple[str, Reason]] = []
    blow = (0, 0)
    for seq, event in events:
        fold(state, seq, (event,))
        if isinstance(event, o.DamageDealt) and event.to == who:
            blow = (seq, event.attack)
        if not getattr(event, "source", ""):  # what comes of a wound goes without saying
            for began in _began(event, who):
                begun.append((began, Reason(seq, 0, _said(event, began, state), *blow)))
        if ended := _ended(event, who):
            begun = [each for each in begun if each[0] != ended]
        if not concerns(event, who, name):
            continue
        one = state.combatants[who]
        holds = _holds(one, name)
        if isinstance(event, d.Join) and not holds:
            continue
        if isinstance(event, o.Died) and holds:
            deadly = _deadly(event, state, one)
            reasons += (reason for began, reason in begun if began in deadly)
        reasons.append(Reason(seq, int(holds), _said(event, name, state), *blow))
    return reasons


def concerns(event: AnyEvent, who: str, name: str) -> bool:
    """Does it begin or end a condition or a wound of somebody, or change how they stand?"""
    match event:
        case d.Join():
            return event.sheet.id == who
        case o.ConditionBegan() | o.ConditionEnded() | s.AddCondition() | s.EndCondition():
            return (event.who, event.condition) == (who, name)
        case o.WoundTaken():
            return (event.who, event.wound.label) == (who, name)
        case o.WoundTended() | o.WoundClosed():
            return (event.who, event.wound) == (who, name)
    return isinstance(event, _STANDING) and event.who == who and name in OUT


def begins(event: AnyEvent, who: str, name: str) -> bool:
    """Does it bring somebody into a condition, a wound, or out of the fight?"""
    match event:
        case o.Died() | s.Kill():
            return event.who == who and name in ("dead", "out")
        case o.Left() | s.Remove():
            return event.who == who and name in ("gone", "out")
    return name in _began(event, who)


def _began(event: AnyEvent, who: str) -> list[str]:
    """The conditions and wounds of somebody that begin with an event."""
    match event:
        case d.Join() if event.sheet.id == who:
            conditions = (each.name for each in event.sheet.conditions)
            return [*conditions, *(each.label for each in event.sheet.wounds)]
        case o.ConditionBegan() | s.AddCondition() if event.who == who:
            return [event.condition]
        case o.WoundTaken() if event.who == who:
            return [event.wound.label]
    return []


def _ended(event: AnyEvent, who: str) -> str:
    """The condition or wound of somebody that ends with an event, if any."""
    match event:
        case o.ConditionEnded() | s.EndCondition() if event.who == who and not event.about:
            return event.condition
        case o.WoundClosed() if event.who == who:
            return event.wound
    return ""


def _said(event: AnyEvent, name: str, state: FightState) -> str:
    return f"joined with {name}" if isinstance(event, d.Join) else phrase(event, state)


def _deadly(died: o.Died, state: FightState, one: Combatant) -> set[str]:
    """What has brought somebody's death about by and by: the wounds whose time is up, what they
    are said to have died of, the checks against it."""
    checks = purpose_words("death")
    return {
        *(each.label for each in one.wounds if each.due is not None and each.due <= state.clock),
        *(each.label for each in one.wounds if each.label == died.of),
        *(each.name for each in one.conditions if each.name == died.of),
        *(each.name for each in one.conditions if each.name.startswith(f"{checks} ")),
    }


def _holds(one: Combatant, name: str) -> bool:
    if name in OUT:
        return one.standing != "in" if name == "out" else one.standing == name
    return one.has(name) or one.wound(name) is not None
