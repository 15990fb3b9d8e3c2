"""Damage, taken apart: who dealt how much to whom, with what, in which round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from events.types.outcomes import DamageDealt, PhaseBegan, ScoreChanged, TurnBegan
from events.types.unions import AnyEvent, Declaration
from projections.queries.rounds import WHOLE, Rounds, find_round
from projections.state.fight_state import FightState
from projections.state.fold import fold_one

Dimension = Literal["source", "target", "weapon", "round", "side", "side struck"]

DIMENSIONS: tuple[Dimension, ...] = ("source", "target", "weapon", "round", "side", "side struck")

NOBODY = "*"
"""What stands before the reason of harm that nobody did. No id of a combatant begins with it."""


class Blow(NamedTuple):
    """Damage of one blow: in event `seq`, by and to whom (ids; `by` is empty for harm without an
    attacker), with what (`weapon`, or the reason of the harm). `dealt` got through; `absorbed` was
    kept off by armor; `lost` is what it took from scores. A round is numbered by `find_round`."""

    seq: int
    round: int
    by: str
    to: str
    weapon: str
    side: str
    side_struck: str
    dealt: int
    absorbed: int
    lost: int = 0


class Share(NamedTuple):
    """The damage of everything with one name in a dimension: how many blows, how many of them got
    `through` armor, and what they did, were kept from, and took from scores."""

    name: str
    blows: int
    through: int
    dealt: int
    absorbed: int
    lost: int = 0

    @property
    def rolled(self) -> int:
        """What the blows came to before armor."""
        return self.dealt + self.absorbed


def list_blows(events: Iterable[tuple[int, AnyEvent]], rounds: Rounds = WHOLE) -> Iterator[Blow]:
    """Yield the damage of a line, in these rounds."""
    state = FightState()
    found: list[Blow] = []
    last: dict[str, int] = {}  # the number of the blow that struck each last, in this turn
    for seq, event in events:
        fold_one(state, seq, event)
        match event:
            case DamageDealt():
                last[event.to] = len(found)
                found.append(_read_blow(seq, event, state))
            case ScoreChanged(was=was, now=now) if now < was and event.who in last:
                blow = found[last[event.who]]
                found[last[event.who]] = blow._replace(lost=blow.lost + was - now)
            case TurnBegan() | PhaseBegan():
                last.clear()
            case _ if isinstance(event, Declaration):
                last.clear()
    yield from (blow for blow in found if rounds.includes(blow.round))


def _read_blow(seq: int, event: DamageDealt, state: FightState) -> Blow:
    by = state.combatants.get(event.by)
    return Blow(
        seq,
        find_round(state),
        event.by,
        event.to,
        event.weapon or event.why,
        by.side if by is not None else "",
        state.combatants[event.to].side,
        event.dealt,
        max(0, event.rolled - event.dealt),
    )


def sum_blows(blows: Iterable[Blow], dimension: Dimension) -> list[Share]:
    """Return the damage by the names of a dimension, the most first; rounds in their order."""
    shares: dict[str, Share] = {}
    for blow in blows:
        name = find_name(blow, dimension)
        was = shares.get(name, Share(name, 0, 0, 0, 0, 0))
        shares[name] = Share(
            name,
            was.blows + 1,
            was.through + (blow.dealt > 0),
            was.dealt + blow.dealt,
            was.absorbed + blow.absorbed,
            was.lost + blow.lost,
        )
    every = list(shares.values())
    if dimension != "round":
        every.sort(key=lambda share: -share.dealt)
    return every


def find_name(blow: Blow, dimension: Dimension) -> str:
    """Return the name that a blow has in a dimension. The source of harm without an attacker is
    named by its reason, behind `NOBODY`."""
    match dimension:
        case "source":
            return blow.by or f"{NOBODY}{blow.weapon}"
        case "target":
            return blow.to
        case "weapon":
            return blow.weapon
        case "round":
            return str(blow.round)
        case "side":
            return blow.side
        case _:
            return blow.side_struck
