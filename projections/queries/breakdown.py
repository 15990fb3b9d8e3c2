"""Damage, taken apart: who dealt how much to whom, with what, in which round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from events.types.outcomes import DamageDealt
from events.types.unions import AnyEvent
from projections.queries.rounds import WHOLE, Rounds
from projections.state.fight_state import FightState
from projections.state.fold import fold_one

Dimension = Literal["source", "target", "weapon", "round", "side", "side struck"]

DIMENSIONS: tuple[Dimension, ...] = ("source", "target", "weapon", "round", "side", "side struck")


class Hit(NamedTuple):
    """Damage of one blow: in event `seq`, by and to whom (ids; `by` is empty for harm without an
    attacker), with what (`weapon`, or the reason of the harm). `dealt` got through; `absorbed` was
    kept off by armor."""

    seq: int
    round: int
    by: str
    to: str
    weapon: str
    side: str
    side_struck: str
    dealt: int
    absorbed: int


class Share(NamedTuple):
    """The damage of everything with one name in a dimension."""

    name: str
    blows: int
    hits: int
    dealt: int
    absorbed: int


def list_hits(events: Iterable[tuple[int, AnyEvent]], rounds: Rounds = WHOLE) -> Iterator[Hit]:
    """Yield the damage of a line, in these rounds."""
    state = FightState()
    for seq, event in events:
        fold_one(state, seq, event)
        if not isinstance(event, DamageDealt) or not rounds.includes(state.round):
            continue
        by = state.combatants.get(event.by)
        yield Hit(
            seq,
            state.round,
            event.by,
            event.to,
            event.weapon or event.why,
            by.side if by is not None else "",
            state.combatants[event.to].side,
            event.dealt,
            max(0, event.rolled - event.dealt),
        )


def sum_hits(hits: Iterable[Hit], dimension: Dimension) -> list[Share]:
    """Return the damage by the names of a dimension, the most first; rounds in their order."""
    shares: dict[str, Share] = {}
    for hit in hits:
        name = _name(hit, dimension)
        was = shares.get(name, Share(name, 0, 0, 0, 0))
        shares[name] = Share(
            name,
            was.blows + 1,
            was.hits + (hit.dealt > 0),
            was.dealt + hit.dealt,
            was.absorbed + hit.absorbed,
        )
    every = list(shares.values())
    if dimension != "round":
        every.sort(key=lambda share: -share.dealt)
    return every


def _name(hit: Hit, dimension: Dimension) -> str:
    match dimension:
        case "source":
            return hit.by
        case "target":
            return hit.to
        case "weapon":
            return hit.weapon
        case "round":
            return str(hit.round)
        case "side":
            return hit.side
        case _:
            return hit.side_struck
