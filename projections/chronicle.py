"""The chronicle: a fight told in prose, round by round, in the game's own words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from events import outcomes as o
from events.declarations import EndFight, FightStarted
from events.history import SecretRevealed
from events.vocabulary import AnyEvent
from projections.fold import fold
from projections.sentences import Teller
from projections.state import FightState

AFTERWARDS = "Afterwards"
"""What comes after the end of a fight stands under this heading."""


class Passage(NamedTuple):
    """A paragraph of the chronicle: the events it tells (first and last seq), the heading it
    stands under (`Round 2`, empty before any), and its sentences."""

    first: int
    last: int
    heading: str
    text: str


def chronicle(events: Iterable[tuple[int, AnyEvent]]) -> list[Passage]:
    """The passages of a line: one a turn, one for what happens between turns."""
    state = FightState()
    passages: list[Passage] = []
    teller = Teller(state)
    first = seq = 0
    heading = ""

    def close(last: int) -> None:
        text = teller.told()
        if text:
            passages.append(Passage(first or last, last, heading, text))

    for seq, event in events:
        if isinstance(event, o.TurnBegan | o.RoundBegan):
            close(seq - 1)
            first = seq
        fold(state, seq, (event,))
        if isinstance(event, o.RoundBegan):
            heading = f"Round {event.number}"
        elif heading not in ("", AFTERWARDS) and _is_after(state, event):
            close(seq - 1)
            first, heading = seq, AFTERWARDS
        teller.take(event)
        if isinstance(event, o.TurnEnded | o.RoundEnded):
            close(seq)
            first = seq + 1
        elif isinstance(event, FightStarted):
            first = seq + 1
    close(seq)
    return passages


def _is_after(state: FightState, event: AnyEvent) -> bool:
    """Does it come after the fight, and not with its end?"""
    ending = (EndFight, o.Lapsed, o.RoundEnded, o.ConditionEnded, o.ClockAdvanced, SecretRevealed)
    return state.ended and not isinstance(event, ending)
