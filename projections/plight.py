"""Why somebody is in a condition, has a wound, or is out of the fight: everything on the line that
began or ended it, in order."""

from __future__ import annotations

from collections.abc import Iterable

from events import declarations as d
from events import outcomes as o
from events import statements as s
from events.vocabulary import AnyEvent
from projections.fold import fold
from projections.phrases import phrase
from projections.state import Combatant, FightState
from projections.why import Reason

OUT = ("dead", "gone")
"""How somebody can be out of the fight."""

_STANDING = o.Died | o.Left | s.Kill | s.Revive | s.Remove | s.Return


def plights(events: Iterable[tuple[int, AnyEvent]], who: str) -> list[str]:
    """The conditions and wounds that somebody has ever been in, in the order they began."""
    found: dict[str, None] = {}
    for _, event in events:
        match event:
            case d.Join() if event.sheet.id == who:
                found.update(dict.fromkeys(each.name for each in event.sheet.conditions))
                found.update(dict.fromkeys(each.label for each in event.sheet.wounds))
            case o.ConditionBegan() | s.AddCondition() if event.who == who:
                found[event.condition] = None
            case o.WoundTaken() if event.who == who:
                found[event.wound.label] = None
    return [*found]


def why_plight(events: Iterable[tuple[int, AnyEvent]], who: str, name: str) -> list[Reason]:
    """What began and what ended a condition or a wound, or, for `dead` and `gone`, how somebody
    stood in the fight; the value is whether it held from then on."""
    state = FightState()
    reasons: list[Reason] = []
    blow = (0, 0)
    for seq, event in events:
        fold(state, seq, (event,))
        if isinstance(event, o.DamageDealt) and event.to == who:
            blow = (seq, event.attack)
        if not _concerns(event, who, name):
            continue
        holds = _holds(state.combatants[who], name)
        said = phrase(event, state)
        if isinstance(event, d.Join):
            if not holds:
                continue
            said = f"joined with {name}"
        reasons.append(Reason(seq, int(holds), said, *blow))
    return reasons


def _concerns(event: AnyEvent, who: str, name: str) -> bool:
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


def _holds(one: Combatant, name: str) -> bool:
    if name in OUT:
        return one.standing == name
    return one.has(name) or one.wound(name) is not None
