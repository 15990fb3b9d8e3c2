"""The highlights of a fight: who dealt, took and brought down the most, the hardest blow, first
blood, the luckiest and the unluckiest die; as an audience may read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from combatlog.app.recap import name_share
from projections.queries.breakdown import find_name, list_blows
from projections.queries.rolls import RollRecord, collect_rolls
from projections.queries.rounds import AFTER, WHOLE, Rounds
from projections.queries.statistics import compute_statistics, name_rows, sort_tallies
from projections.queries.visibility import Audience, StatisticsVisibility
from projections.state.fight_state import Combatant
from replay.log.event_log import History
from replay.text.redaction import redact_words

HighlightKind = Literal["dealt", "taken", "felled", "blow", "first", "lucky", "unlucky"]

TITLES: dict[HighlightKind, str] = {
    "dealt": "Most damage dealt",
    "taken": "Most damage taken",
    "felled": "Brought down the most",
    "blow": "Hardest blow",
    "first": "First blood",
    "lucky": "Luckiest die",
    "unlucky": "Unluckiest die",
}
"""The kinds of highlights in words, in their order."""


_SUMS: tuple[tuple[HighlightKind, str, int], ...] = (
    ("dealt", "dealt", 1),
    ("taken", "taken", 1),
    ("felled", "downed", 2),
)
"""The highlights that are the most of a tally: the kind, the number, and the least to be told."""


class Highlight(NamedTuple):
    """A highlight: what it is, the event (0 for a sum of many), words, of a sum whose it is (an
    id), and the ids of all that it tells of."""

    kind: HighlightKind
    seq: int
    said: str
    who: str = ""
    whose: tuple[str, ...] = ()


def list_highlights(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> Iterator[Highlight]:
    """Yield the highlights of these rounds, as far as there are some."""
    history = redact_words(history, audience)
    statistics = compute_statistics(history.line_events(), rounds)
    people = statistics.state.combatants
    names, rows = name_rows(statistics), sort_tallies(statistics.combatants)
    for kind, count, least in _SUMS:
        id, tally = max(rows, key=lambda row: getattr(row[1], count), default=("", None))
        if (number := getattr(tally, count, 0)) >= least:
            yield Highlight(kind, 0, f"{names[id]}, {number}", id, (id,))
    unseen = StatisticsVisibility(statistics.state, audience, statistics.strangers)
    yield from _list_blows(history, unseen, rounds)
    rolls = list(_list_rolls(history, rounds))
    best = max(rolls, key=lambda roll: roll.luck.score, default=None)
    worst = min(rolls, key=lambda roll: roll.luck.score, default=None)
    if best and best.luck.score > 0:
        yield _tell_roll("lucky", best, people)
    if worst and worst.luck.score < 0:
        yield _tell_roll("unlucky", worst, people)


def _list_blows(
    history: History, unseen: StatisticsVisibility, rounds: Rounds
) -> Iterator[Highlight]:
    """Yield the hardest blow and the first one that got through armor."""
    state = history.state(len(history))
    through = [blow for blow in list_blows(history.line_events(), rounds) if blow.dealt]
    if not through:
        return
    hardest = max(through, key=lambda blow: blow.dealt)
    found: tuple[tuple[HighlightKind, int], ...] = (
        ("blow", through.index(hardest)),
        ("first", 0),
    )
    for kind, at in found:
        blow = through[at]
        source = name_share(find_name(blow, "source"), "source", state)
        target = name_share(blow.to, "target", state)
        weapon = f": {blow.weapon}" if blow.by and blow.weapon else ""
        is_less = blow.lost != blow.dealt and not unseen.combatant(blow.to)
        lost = f" ({blow.lost} lost)" if is_less else ""
        said = f"{source} → {target}{weapon}, {blow.dealt}{lost}"
        yield Highlight(kind, blow.seq, said, whose=(blow.by, blow.to))


def _tell_roll(kind: HighlightKind, roll: RollRecord, people: Mapping[str, Combatant]) -> Highlight:
    rolled = roll.rolled
    purpose = rolled.purpose.replace("-", " ")
    said = f"{people[rolled.by].name}: {rolled.die} shows {rolled.face} ({purpose})"
    return Highlight(kind, roll.seq, said, whose=(rolled.by,))


def _list_rolls(history: History, rounds: Rounds) -> Iterator[RollRecord]:
    """Yield the dice of these rounds that can be good or bad, in their order."""
    for each in collect_rolls(history.line_events()):
        if each.luck.variance and rounds.includes(AFTER if each.over else each.round):
            yield each
