"""The rows of dice and statistics, of the line as it stands, corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from combatlog.export.tables.table_schema import Row
from events.types import outcomes as o
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.queries.statistics import Luck, Statistics, Tally
from projections.queries.visibility import Unseen
from projections.state.fight_state import FightState
from projections.state.fold import fold_one


def list_measures(tally: Tally, hidden: bool = False) -> Row:
    """Somebody's numbers in the order of `schema.MEASURES`; `hidden` leaves out what tells of
    their armor."""
    luck = tally.luck
    return (
        tally.attacks,
        tally.hits,
        tally.dealt,
        tally.taken,
        None if hidden else tally.absorbed,
        tally.kills,
        tally.passed,
        tally.failed,
        luck.dice,
        luck.excess,
        luck.variance,
        luck.spread,
        luck.score,
    )


def build_statistics_rows(number: int, found: Statistics, unseen: Unseen) -> Iterator[Row]:
    """By combatant, those who did or suffered anything."""
    for id, tally in found.combatants.items():
        yield (number, id, *list_measures(tally, unseen.combatant(id)))


def build_player_rows(number: int, found: Statistics, unseen: Unseen) -> Iterator[Row]:
    """By player."""
    for player, tally in found.players.items():
        yield (number, player, *list_measures(tally, unseen.player(player)))


def build_turning_point_rows(number: int, found: Statistics, unseen: Unseen) -> Iterator[Row]:
    """Where the fight turned, the greatest loss first."""
    for place, turn in enumerate(found.turns, start=1):
        hidden = unseen.side(turn.side)
        yield (
            number,
            place,
            turn.round,
            turn.seq,
            turn.side,
            None if hidden else turn.before,
            None if hidden else turn.after,
        )


class Die(msgspec.Struct):
    """A die that fell, when, whose it was then, and what it has done for their luck."""

    seq: int
    round: int
    turn: int
    player: str
    rolled: Rolled
    luck: Luck = msgspec.field(default_factory=Luck)


def find_dice(events: Iterable[tuple[int, AnyEvent]]) -> list[Die]:
    """The dice of a line. That a die was a save, and so was to come up low, is known only when
    the save is told."""
    state, fallen = FightState(), list[Die]()
    open: dict[tuple[str, str], list[Die]] = {}
    for seq, event in events:
        fold_one(state, seq, event)
        if isinstance(event, Rolled):
            player = state.combatants[event.by].player
            die = Die(seq, state.round, state.turns, player, event)
            die.luck.take(event)
            fallen.append(die)
            open.setdefault((event.by, event.purpose), []).append(die)
        elif isinstance(event, o.SaveRolled) and event.face:
            thrown = open.get((event.who, event.purpose), [])
            die = next(each for each in thrown if each.rolled.face == event.face)
            die.luck.turn(20, event.face)
            thrown.remove(die)
    return fallen


def build_roll_rows(number: int, fallen: Iterable[Die]) -> Iterator[Row]:
    """Every die of the line; `typed` is thrown at the table, `stated` a correction's word."""
    for die in fallen:
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
