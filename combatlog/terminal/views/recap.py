"""A fight's recap as lines of a terminal: who fell, the damage, the missed chances."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.app.recap import (
    PLAIN_COLUMNS,
    SHARE_COLUMNS,
    describe_course,
    describe_fall,
    group_missed,
    list_damage,
    list_falls,
)
from combatlog.app.rescue_words import describe_rescues
from combatlog.app.survivors import list_survivors
from combatlog.terminal.views.layout import bold, dim, render_table
from projections.queries.rounds import WHOLE, Rounds
from projections.queries.statistics import HEADS
from projections.queries.visibility import Audience, sees_all
from projections.text.words import capitalize
from replay.log.event_log import History


def render_recap(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> Iterator[str]:
    """Yield who fell, by which blows, and what would have saved them; who left, and who came
    closest to falling; then the damage by every dimension, and the chances that were missed."""
    falls = list(list_falls(history, audience, rounds))
    yield bold("Who fell")
    if not falls:
        yield "  Nobody."
    for told in falls:
        yield f"  {describe_fall(told)}."
        yield from (dim(f"    {line}.") for line in describe_course(told))
        for said in describe_rescues(told):
            yield f"    {capitalize(said)}."
    survivors = list_survivors(history, audience, rounds)
    for title, moments in (
        ("Who left, and why", survivors.left),
        ("Closest calls", survivors.calls),
    ):
        if moments:
            yield bold(title)
        yield from (f"  {said}." for _, _, said in moments)
    yield from _render_damage(history, audience, rounds)
    missed = group_missed(history, rounds)
    if missed:
        yield bold("Missed chances")
    for group in missed:
        if len(group.missed) == 1 or not group.often:
            yield from (f"  {said}." for _, said in group.missed)
            continue
        yield f"  {group.who} {group.often}:"
        yield from (dim(f"    {said}.") for _, said in group.missed)


def _render_damage(history: History, audience: Audience, rounds: Rounds) -> Iterator[str]:
    for dimension, shares in list_damage(history, audience, rounds).items():
        if not shares:
            continue
        yield bold(f"Damage by {dimension}")
        columns = SHARE_COLUMNS if sees_all(audience) else PLAIN_COLUMNS
        rows = [[name, *(str(getattr(share, each)) for each in columns)] for name, share in shares]
        yield from render_table([["", *(HEADS[each] for each in columns)], *rows])
