"""Those who did not fall: who left a fight, and who came closest to falling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from events.types import outcomes as o
from events.types.statements import Remove
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.odds.plays import LinePlay
from replay.recap.falls import Blow, find_falls

LITTLE = 0.5
"""Who never had less than this part of what they could lose did not come close to falling."""


class Leaving(NamedTuple):
    """Somebody who left the fight alive in event `seq`, and how: `fled`, or the referee's reason.
    `save` is the save of the same input that failed just before, theirs or their leader's, and
    `blow` the last one that they took with it."""

    who: str
    how: str
    to: str
    seq: int
    round: int
    save: o.SaveRolled | None
    blow: Blow | None


class ScoreLeft(NamedTuple):
    """What was left of a score, of how much."""

    score: str
    left: int
    whole: int


class CloseCall(NamedTuple):
    """The moment (`seq`) in which one who never fell had the least: what was left of those `scores`
    that went down, with the blow that did it, if one did. `behind` is the score that is lost
    next, if none of it was lost. `save` is the last save against falling that they passed, with
    its event."""

    who: str
    scores: tuple[ScoreLeft, ...]
    behind: str
    seq: int
    round: int
    blow: Blow | None
    save: tuple[int, o.SaveRolled] | None


def find_leavings(plays: Iterable[LinePlay]) -> Iterator[Leaving]:
    """Yield everybody who left before the fight had ended, in their order."""
    for play in plays:
        save: o.SaveRolled | None = None
        blows: dict[str, Blow] = {}
        number = play.start.state.round
        events: list[tuple[int, AnyEvent]] = [
            (play.start.seq, play.start.declaration),
            *play.events,
        ]
        for seq, event in events:
            match event:
                case o.SaveRolled():
                    save = None if event.passed else event
                case o.CheckRolled(purpose="morale" | "retreat"):
                    save = None if event.passed else _read_save(event)
                case o.DamageDealt():
                    blows[event.to] = _read_blow(seq, number, event)
                case o.Left(who=who, how=how, to=to) if not play.start.state.ended:
                    why = save if save and _is_reason(save, who) else None
                    yield Leaving(who, how, to, seq, number, why, blows.get(who))
                case Remove(who=who, why=why) if not play.start.state.ended:
                    yield Leaving(who, why or "left", "", seq, number, None, None)


def _is_reason(save: o.SaveRolled, who: str) -> bool:
    return save.who == who or save.purpose in ("morale", "retreat")


def _read_save(check: o.CheckRolled) -> o.SaveRolled:
    """Return the check of a step die as a save: it tells the same."""
    about = (check.value, check.passed, check.purpose)
    return o.SaveRolled(check.who, check.what, check.against, *about)


def _read_blow(seq: int, number: int, event: o.DamageDealt) -> Blow:
    return Blow(seq, number, event.by, event.weapon, event.why, event.dealt)


class _Low(NamedTuple):
    """What somebody had in all scores after an event, and at most."""

    seq: int
    round: int
    scores: dict[str, int]
    maxima: dict[str, int]
    blow: Blow | None


def find_close_calls(plays: Iterable[LinePlay]) -> list[CloseCall]:
    """Return those who came close to falling before the fight had ended, and did not fall in it:
    the closest first. Who lost more than the score that wears down first came closer than all
    others; of both, who had the smaller share left of the last score that was lost."""
    plays = list(plays)
    fallen = {fall.who for fall in find_falls(plays)}
    lows: dict[str, list[_Low]] = {}
    lost: dict[str, list[str]] = {}
    saves: dict[str, tuple[int, o.SaveRolled]] = {}
    bodies: dict[str, str] = {}  # by the scale of combatants, the score behind the first
    for play in plays:
        if play.start.state.ended:
            break
        state = play.start.state.copied()
        blows: dict[str, Blow] = {}
        for seq, event in play.events:
            fold_one(state, seq, event)
            match event:
                case o.DamageDealt():
                    blows[event.to] = _read_blow(seq, state.round, event)
                case o.SaveRolled(who=who, score=score, purpose="critical", passed=passed):
                    bodies.setdefault(state.combatants[who].scale, score)
                    if passed:
                        saves[who] = seq, event
                case o.CheckRolled(who=who, what=score, purpose="critical"):
                    bodies.setdefault(state.combatants[who].scale, score)
                case o.ScoreChanged(who=who, score=score, was=was, now=now) if now < was:
                    if score not in lost.setdefault(who, []):
                        lost[who].append(score)
                    own = state.combatants[who]
                    scores, maxima = dict(own.scores), dict(own.maxima)
                    low = _Low(seq, state.round, scores, maxima, blows.get(who))
                    lows.setdefault(who, []).append(low)
    calls = []
    for who, every in lows.items():
        one = plays[-1].after.combatants.get(who)
        if one is None or who in fallen:
            continue
        worn = [score for score in one.scores if score in lost[who]]
        least = min(every, key=lambda low: sum(low.scores.get(each, 0) for each in worn))
        parts = tuple(
            ScoreLeft(
                score,
                least.scores.get(score, 0),
                max(least.maxima.get(score, 0), every[0].scores[score]),
            )
            for score in worn
        )
        left, whole = sum(each.left for each in parts), sum(each.whole for each in parts)
        if left <= LITTLE * whole or who in saves:
            body = bodies.get(one.scale, "")
            behind = body if body in one.scores and body not in worn else ""
            save = saves.get(who)
            calls.append(CloseCall(who, parts, behind, least.seq, least.round, least.blow, save))
    return sorted(calls, key=lambda call: _measure_distance(call, plays[-1].after))


def _measure_distance(call: CloseCall, state: FightState) -> tuple[bool, float]:
    """Return how far somebody was from falling: whether they lost no more than the score that wears
    down first, and the share left of the last score that was lost."""
    first = next(iter(state.combatants[call.who].scores))
    last = call.scores[-1]
    return [each.score for each in call.scores] == [first], last.left / max(1, last.whole)
