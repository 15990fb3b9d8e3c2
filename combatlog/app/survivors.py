"""Those who did not fall, in words: who left and why, and who came closest to falling; as an
audience may read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from combatlog.app.recap import describe_round, retell_blow
from events.types.outcomes import SaveRolled
from projections.narrative.story_names import StoryNames
from projections.queries.rounds import WHOLE, Rounds
from projections.queries.visibility import Audience, list_known
from projections.state.fight_state import FightState
from projections.text.words import (
    Words,
    capitalize,
    describe_purpose,
    format_score,
    join_words,
)
from replay.log.event_log import History
from replay.odds.plays import LinePlay, list_plays
from replay.recap.falls import Blow
from replay.recap.survivors import (
    CloseCall,
    Leaving,
    ScoreLeft,
    find_close_calls,
    find_leavings,
)
from replay.text.redaction import redact_words

MOST_CALLS = 5
"""The most close calls that are told."""

ToldMoment = tuple[int, str, str]
"""An event, whose it is (an id), and a sentence without its full stop."""


class Survivors(NamedTuple):
    """Who left the fight, and who came closest to falling."""

    left: list[ToldMoment]
    calls: list[ToldMoment]


def list_survivors(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> Survivors:
    """Return those who did not fall, of these rounds, as an audience may read of them."""
    history = redact_words(history, audience)
    plays = list(list_plays(history))
    state = history.state(len(history))
    return Survivors(
        tell_leavings(plays, state, audience, rounds),
        tell_close_calls(plays, state, audience, rounds),
    )


def tell_leavings(
    plays: Sequence[LinePlay], state: FightState, audience: Audience, rounds: Rounds = WHOLE
) -> list[ToldMoment]:
    """Return who left the fight, and why. No save is told of those whose numbers an audience did
    not know all along."""
    known = list_known((play.after for play in plays), audience)
    return [
        (each.seq, each.who, _describe_leaving(each, state, known))
        for each in find_leavings(plays)
        if rounds.includes(each.round)
    ]


def tell_close_calls(
    plays: Sequence[LinePlay], state: FightState, audience: Audience, rounds: Rounds = WHOLE
) -> list[ToldMoment]:
    """Return the closest calls, of those alone whose numbers an audience knew all along."""
    known = list_known((play.after for play in plays), audience)
    found = [
        (each.seq, each.who, _describe_call(each, state))
        for each in find_close_calls(plays)
        if each.who in known and rounds.includes(each.round)
    ]
    return found[:MOST_CALLS]


def _describe_leaving(left: Leaving, state: FightState, known: frozenset[str]) -> str:
    """Return “The queen fled in round 4 (#237): WIL save for morale failed, 16 against 14”."""
    name = capitalize(StoryNames(state).name(left.who))
    does = {"routed": "was routed", "left": "left"}.get(left.how, left.how)
    to = f" to {left.to}" if left.to else ""
    said = f"{name} {does}{to} {describe_round(left.round)} (#{left.seq})"
    save = left.save
    if save is not None and known >= {left.who, save.who}:
        whose = "" if save.who == left.who else f"{StoryNames(state).whose(save.who)} "
        return f"{said}: {whose}{_describe_save(save, state)}"
    return said + (_describe_blow(left.blow, state) if left.blow else "")


def _describe_blow(blow: Blow, state: FightState) -> str:
    told = retell_blow(blow, state)
    return f", hit by {told}" if blow.by else f": {told}"


def _describe_save(save: SaveRolled, state: FightState) -> str:
    purpose = f" for {describe_purpose(save.purpose)}" if save.purpose != "critical" else ""
    ended = f"{'passed' if save.passed else 'failed'}, {save.face} against {save.against}"
    return f"{save.score} {Words(state).term('save')}{purpose} {ended}"


def _describe_score(left: ScoreLeft, state: FightState) -> str:
    """Return “7 of 12 STR”, “d4 of d10 STR”."""
    now, whole = (format_score(state.game, left.score, each) for each in left[1:])
    return f"{now} of {whole} {left.score}"


def _describe_call(call: CloseCall, state: FightState) -> str:
    """Return “Orlo had 0 of 3 HP and 7 of 12 STR left in round 3 (#175), hit by the queen's
    claws”."""
    name = capitalize(StoryNames(state).name(call.who))
    scores = [_describe_score(each, state) for each in call.scores]
    whole = [f"all {call.behind}"] if call.behind else []
    said = f"{name} had {join_words([*scores, *whole])} left"
    said += f" {describe_round(call.round)} (#{call.seq})"
    if call.blow:
        said += _describe_blow(call.blow, state)
    if call.save:
        seq, save = call.save
        said += f"; {_describe_save(save, state)} (#{seq})"
    return said
