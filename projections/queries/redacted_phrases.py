"""What happened in events that players may not read whole: their words without the numbers."""

from __future__ import annotations

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.queries.visibility import has_number
from projections.state.fight_state import FightState
from projections.text.roll_phrases import check_result
from projections.text.words import Words, because, possessive


def unnumbered(event: AnyEvent, state: FightState) -> str:
    """“Ogre rolls Melee”, “Fay wins and strikes Ogre”; empty where nothing is left to tell. The
    faces are told by the dice themselves."""
    words = Words(state)
    match event:
        case o.AttackRolled(by=by, target=target):
            why = _grounds(event, words)
            return f"{words.name(by)} rolls against {words.name(target)}{why}"
        case o.ContestRolled(who=who, what=what):
            return f"{words.name(who)} rolls {what}{_grounds(event, words)}"
        case o.ContestDecided():
            return _decided(event, words)
        case o.SaveRolled(who=who, score=score):
            result = "passed" if event.passed else "failed"
            return f"{possessive(words.name(who))} {score} save{_for(event, words)}: {result}"
        case o.CheckRolled(who=who):
            versus = f" against {words.name(event.versus)}" if event.versus else ""
            what = f"{event.what} {words.term('save')}" if event.purpose != "death" else "check"
            rolled = f"{what}{_for(event, words)}{versus}: {check_result(event)}"
            return f"{possessive(words.name(who))} {rolled}"
    return ""


def _decided(event: o.ContestDecided, words: Words) -> str:
    """Equal totals say what the other had, so that they were equal is not told."""
    if not event.winner:
        return "nobody wins"
    struck = f" and strikes {words.name(event.loser)}" if event.loser else because(event.why)
    return f"{words.name(event.winner)} wins{struck}"


def _grounds(event: o.AttackRolled | o.ContestRolled, words: Words) -> str:
    """What modified the roll, where no number stands in it."""
    return words.grounds([each for each in event.grounds if not has_number(each.why, words.state)])


def _for(event: o.SaveRolled | o.CheckRolled, words: Words) -> str:
    return f" ({words.purpose(event.purpose)})"
