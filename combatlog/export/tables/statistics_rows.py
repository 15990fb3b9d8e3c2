"""The rows of statistics and dice, of the present, corrected line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.app.turning_points import find_turning_points
from combatlog.export.tables.table_schema import Row
from events.types.unions import AnyEvent
from projections.queries.rolls import RollRecord
from projections.queries.statistics import Statistics, Tally, list_unknown
from projections.queries.visibility import Audience, StatisticsVisibility

_COUNTS = (
    *("attacks", "hits", "dealt", "taken", "absorbed", "stopped", "cost", "lost"),
    *("downed", "kills", "aids"),
)


def list_measures(tally: Tally, hidden: bool = False, veiled: bool = False) -> Row:
    """Return a tally in the order of `MEASURES`, without what is unknown (`list_unknown`)."""
    unknown, luck = list_unknown(hidden, veiled), tally.luck
    return (
        *(None if name in unknown else getattr(tally, name) for name in _COUNTS),
        tally.passed,
        tally.failed,
        luck.dice,
        luck.excess,
        luck.variance,
        luck.spread,
        luck.score,
    )


def build_statistics_rows(
    number: int, statistics: Statistics, unseen: StatisticsVisibility
) -> Iterator[Row]:
    """Yield a row for each combatant who did or suffered anything."""
    for id, tally in statistics.combatants.items():
        yield (number, id, *list_measures(tally, unseen.combatant(id), unseen.anybody()))


def build_player_rows(
    number: int, statistics: Statistics, unseen: StatisticsVisibility
) -> Iterator[Row]:
    """Yield a row for each player."""
    for player, tally in statistics.players.items():
        yield (number, player, *list_measures(tally, unseen.player(player), unseen.anybody()))


def build_turning_point_rows(
    number: int, line: Iterable[tuple[int, AnyEvent]], audience: Audience
) -> Iterator[Row]:
    """Yield the turning points of the fight, the first one first."""
    for place, turn in enumerate(find_turning_points(line, audience), start=1):
        side = ", ".join(turn.sides)
        lead = turn.before, turn.after, int(turn.took)
        yield number, place, turn.round, turn.seq, side, *lead, turn.since


def build_roll_rows(number: int, rolls: Iterable[RollRecord]) -> Iterator[Row]:
    """Yield a row for each die. `typed` dice were thrown at the table, `stated` ones come from a
    correction."""
    for die in rolls:
        rolled = die.rolled
        yield (
            number,
            die.seq,
            die.round,
            die.turn,
            rolled.by,
            die.player,
            rolled.purpose,
            rolled.die,
            rolled.face,
            die.luck.excess,
            int(rolled.draw is None),
            int(rolled.stated),
        )
