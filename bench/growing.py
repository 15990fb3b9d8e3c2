"""Imports and audits of logs with many joins, branch names or salts: four times as many must not
take much more than four times as long. An audit copies everybody for each declaration, so its time
grows with the combatants, too; their number is limited, and the longest it takes is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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

Events = Callable[[int], Iterator[AnyEvent]]


def measure(folder: Path) -> list[Figure]:
    full = write_log(list_joins, MOST_COMBATANTS)
    longest = min(seconds(partial(audit, full)) for _ in range(TURNS))
    return [
        *_figures("joins", list_joins, MOST_COMBATANTS, ("imported",)),
        Figure(f"a log of {MOST_COMBATANTS} joins, audited", longest, 5, unit="s"),
        *_figures("names of branches", list_names, MANY),
        *_figures("salts", list_salts, MANY),
    ]


def _figures(
    what: str, events: Events, most: int, done_to: Sequence[str] = ("imported", "audited")
) -> Iterator[Figure]:
    """Yield how much longer an import or an audit takes of all events than of a quarter."""
    every = [write_log(events, most), write_log(events, most // TIMES)]
    for done in done_to:
        doing = import_log if done == "imported" else audit
        actions = [partial(seconds, partial(doing, store)) for store in every]
        whole, quarter = in_turns(TURNS, *actions)
        said = f"a log of {most:,} {what}, {done}, time against a quarter of them"
        yield Figure(said, whole / quarter, 2 * TIMES)


def write_log(events: Events, count: int) -> MemoryStore:
    """Record a fight that has so many of these events."""
    store = MemoryStore()
    started = FightStarted("A crowd", load_game("golden-idol"), "digital", _SEAL)
    for at, event in enumerate((started, *events(count))):
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
