"""A fight that is over, as data: how likely each of its rolls was, and how it went against playouts
of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from combatlog.app.odds import format_chance, format_percent
from events.errors import Refused
from events.types.rolls import format_dice
from projections.queries.visibility import Audience, may_read, sees_numbers
from projections.text.phrases import describe_event
from projections.text.words import Words, capitalize
from replay.cores import Progress
from replay.log.event_log import History
from replay.odds.chances import Chance, find_chance
from replay.odds.comparison import (
    Comparison,
    PlayedFight,
    compare_with_policy,
    compare_with_repeats,
    find_played_fight,
)
from replay.odds.policies import POLICIES
from replay.odds.rolls import LikelyRoll, list_rolls
from rulesets.core.courses import MOST_COMPARISONS


class FightComparison(NamedTuple):
    """How a fight went against playouts by a policy, and against its own declarations with other
    dice."""

    policy: str
    by_policy: Comparison
    by_repeats: Comparison


def compare_fight(
    fight: PlayedFight, policy: str, playouts: int, progress: Progress | None = None
) -> FightComparison:
    """Compare a fight with so many playouts of each kind. `progress` hears of both together."""

    def later(done: int, of: int) -> None:
        if progress is not None:
            progress(playouts + done, 2 * playouts)

    def first(done: int, of: int) -> None:
        if progress is not None:
            progress(done, 2 * playouts)

    by_policy = compare_with_policy(fight, policy, playouts, progress=first)
    return FightComparison(policy, by_policy, compare_with_repeats(fight, playouts, progress=later))


def find_readable_fight(history: History, audience: Audience) -> PlayedFight:
    """Return what is compared of a fight; raise `Refused` if it cannot be compared, or if an
    audience does not know everybody's numbers, which the comparison comes from."""
    state = history.state(len(history))
    if not all(sees_numbers(state, id, audience) for id in state.combatants):
        raise Refused(
            "How the fight went against playouts of it is not shown to players: it comes from"
            " everybody's numbers."
        )
    return find_played_fight(history)


def list_readable_rolls(
    history: History, audience: Audience, most: int = MOST_COMPARISONS, behind: int = 0
) -> Iterator[LikelyRoll]:
    """Yield the rolls that an audience may judge, of inputs with an event later than `behind`;
    without a chance where more than `most` throws are to be compared. Of a stranger's roll, the
    chance would tell the number that it was rolled against."""
    for roll in list_rolls(history, most, behind):
        if roll.rows:
            if all(may_read(event, roll.state, audience) for _, event in roll.rows):
                yield roll
        elif all(sees_numbers(roll.state, ask.by, audience) for ask in roll.asks):
            yield roll


def describe_roll(roll: LikelyRoll) -> str:
    """Return a roll and what it came to in words."""
    if roll.rows:
        said = [describe_event(event, roll.state) for _, event in roll.rows]
        return capitalize("; ".join(said))
    words = Words(roll.state)
    return "; ".join(
        f"{words.name(ask.by)}: {format_dice(ask.dice)} ({ask.purpose.replace('-', ' ')}) →"
        f" {', '.join(map(str, dice))}"
        for ask, dice in zip(roll.asks, roll.faces, strict=True)
    )


def convert_rolls(history: History, audience: Audience) -> list[dict[str, Any]]:
    """Return the rolls of a fight as plain data."""
    return [
        {
            "seqs": [seq for seq, _ in roll.rows],
            "dice": [
                {"by": ask.by, "dice": list(ask.dice), "purpose": ask.purpose, "faces": dice}
                for ask, dice in zip(roll.asks, roll.faces, strict=True)
            ],
            "said": describe_roll(roll),
            "chance": None if roll.chance is None else float(roll.chance),
            "or_more": None if roll.or_more is None else float(roll.or_more),
        }
        for roll in list_readable_rolls(history, audience)
    ]


COUNTED = (
    "Worse means more dead of the players' side; of as many, more who are down or fled beaten; of"
    " as many, less strength against the others. Nobody joins in a playout by a policy, and the"
    " referee rules nothing. A policy is no measure of luck; the same declarations come nearer."
)
"""How fights are compared."""


def describe_comparison(found: FightComparison) -> list[str]:
    """Return how a fight went against playouts by a policy, and against its own declarations with
    other dice: two sentences."""
    return [
        f"Of {found.by_policy.playouts:,} playouts from the moment round 1 began, with those who"
        f" had joined by then and for as many rounds, by the policy “{found.policy}”"
        f" ({POLICIES[found.policy][1]}), {_describe_shares(found.by_policy)}.",
        f"Of {found.by_repeats.playouts:,} with the same declarations and other dice"
        f" ({format_percent(found.by_repeats.said)} of them could be said again),"
        f" {_describe_shares(found.by_repeats)}.",
    ]


def _describe_shares(comparison: Comparison) -> str:
    worse, alike = (
        format_chance(judge_share(comparison, times), False) if times else "none"
        for times in (comparison.worse, comparison.alike)
    )
    return f"{worse} went worse and {alike} as badly"


def convert_comparison(recap: FightComparison) -> dict[str, Any]:
    """Return a comparison as plain data."""
    return {
        "policy": {"name": recap.policy, "does": POLICIES[recap.policy][1]},
        "by_policy": _convert_shares(recap.by_policy),
        "same_declarations": _convert_shares(recap.by_repeats),
    }


def _convert_shares(comparison: Comparison) -> dict[str, Any]:
    return {
        "playouts": comparison.playouts,
        "worse": judge_share(comparison, comparison.worse)._asdict(),
        "as_badly": judge_share(comparison, comparison.alike)._asdict(),
        "better": judge_share(comparison, comparison.better)._asdict(),
        "said": comparison.said,
    }


def judge_share(comparison: Comparison, times: int) -> Chance:
    """Return how often something came in the playouts, with its interval."""
    return find_chance(times, comparison.playouts)
