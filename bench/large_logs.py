"""Imports and audits of logs with many joins (a command each, or all in one), branch names or
salts: four times as many must not take much more than four times as long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

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
    return [
        *_compare_sizes("joins", list_joins, MOST_COMBATANTS),
        *_compare_sizes("joins in one command", list_joins, MOST_COMBATANTS, in_one=True),
        *_compare_sizes("names of branches", list_names, MANY),
        *_compare_sizes("salts", list_salts, MANY),
    ]


def _compare_sizes(
    what: str, list_events: ListEvents, most: int, in_one: bool = False
) -> Iterator[Figure]:
    """Yield how much longer an import and an audit take of `most` events than of a quarter."""
    large, small = (write_log(list_events, count, in_one) for count in (most, most // TIMES))
    for done, work in (("imported", import_log), ("audited", audit)):
        whole, quarter = in_turns(
            TURNS, partial(seconds, partial(work, large)), partial(seconds, partial(work, small))
        )
        name = f"a log of {most:,} {what}, {done}, time against a quarter of them"
        yield Figure(name, whole / quarter, 2 * TIMES)


def write_log(list_events: ListEvents, count: int, in_one: bool = False) -> MemoryStore:
    """Record a fight that has so many of these events, a command each, or all `in_one`."""
    store = MemoryStore()
    started = FightStarted("A crowd", load_game("golden-idol"), "digital", _SEAL)
    store.append("crowd", 0, [Entry(started)])
    entries = [Entry(event) for event in list_events(count)]
    for at in range(0, count, count if in_one else 1):
        store.append("crowd", at + 1, entries if in_one else [entries[at]])
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
