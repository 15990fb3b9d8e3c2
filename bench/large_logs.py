"""Imports and audits of logs with many joins, branch names or salts: four times as many must not
take much more than four times as long. An audit copies everybody for each declaration, so its time
grows with the combatants, too; their number is limited, and the longest it takes is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from bench.measure import Figure, in_turns, seconds
from combatlog.files.audit import audit
from combatlog.files.jsonl import export_lines, import_fight
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted, Join
from events.types.log_events import BranchNamed, Salted
from events.types.unions import AnyEvent
from rulesets.common.sheets import MOST_COMBATANTS
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game

MANY, TIMES, TURNS = 4_000, 4, 5
_SEAL = "5" * 64

ListEvents = Callable[[int], Iterator[AnyEvent]]
"""A function that yields so many events."""


def measure(folder: Path) -> list[Figure]:
    largest = write_log(list_joins, MOST_COMBATANTS)
    fastest = min(seconds(partial(audit, largest)) for _ in range(TURNS))
    return [
        _compare_sizes("joins", "imported", list_joins, MOST_COMBATANTS),
        Figure(f"a log of {MOST_COMBATANTS} joins, audited", fastest, 5, unit="s"),
        _compare_sizes("names of branches", "imported", list_names, MANY),
        _compare_sizes("names of branches", "audited", list_names, MANY),
        _compare_sizes("salts", "imported", list_salts, MANY),
        _compare_sizes("salts", "audited", list_salts, MANY),
    ]


def _compare_sizes(
    what: str, done: Literal["imported", "audited"], list_events: ListEvents, most: int
) -> Figure:
    """Return how much longer an import or an audit takes of `most` events than of a quarter."""
    work = import_log if done == "imported" else audit
    large, small = write_log(list_events, most), write_log(list_events, most // TIMES)
    whole, quarter = in_turns(
        TURNS, lambda: seconds(lambda: work(large)), lambda: seconds(lambda: work(small))
    )
    name = f"a log of {most:,} {what}, {done}, time against a quarter of them"
    return Figure(name, whole / quarter, 2 * TIMES)


def write_log(list_events: ListEvents, count: int) -> MemoryStore:
    """Record a fight that has so many of these events."""
    store = MemoryStore()
    started = FightStarted("A crowd", load_game("golden-idol"), "digital", _SEAL)
    for at, event in enumerate((started, *list_events(count))):
        store.append("crowd", at, [Entry(event)])
    return store


def import_log(store: MemoryStore) -> None:
    import_fight(MemoryStore(), [line.encode() for line in export_lines(store, "crowd")])


def list_joins(count: int) -> Iterator[AnyEvent]:
    """Yield wolves that join, as they would be recorded."""
    game = load_game("golden-idol")
    wolf = load_ruleset(game.rules).sheet(game, {"from": "Wolf"}, "npc")
    for number in range(1, count + 1):
        yield Join(replace(wolf, id=f"wolf-{number}", name=f"Wolf {number}", side="foes"))


def list_names(count: int) -> Iterator[AnyEvent]:
    """Yield names of the only branch."""
    return (BranchNamed(f"name {number}", 1) for number in range(count))


def list_salts(count: int) -> Iterator[AnyEvent]:
    """Yield salts of the only secret."""
    return (Salted(f"salt {number}", _SEAL) for number in range(count))
