"""Random fights of every game, recorded once and read back by every later version.

`GAME.zip` holds twenty fights: `01.jsonl` as `combatlog export` writes it, and `01.json` with the
state, the chronicle and the last digest of that time. The last five have corrections in them.
`python -m tests.golden.write` records them again, for a new game or where a rule was wrong; the
change says why. With `--seen` it keeps the fights and writes only `01.json` again, where wording
has changed.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from combatlog.files.jsonl import import_fight
from events.store.memory import MemoryStore
from projections.narrative.chronicle import write_chronicle
from projections.state.fight_state import dump_state
from replay.log.event_log import History

FOLDER = Path(__file__).parent

FIGHTS = 20


class VisibleResult(msgspec.Struct, frozen=True):
    """The visible result of a fight: state as plain data, chronicle, last digest."""

    state: dict[str, Any]
    chronicle: list[str]
    digest: str


class Golden(NamedTuple):
    """A recorded fight: its exported lines, and its visible result when it was recorded."""

    number: int
    lines: list[bytes]
    seen: VisibleResult


def golden_fights(game: str) -> Iterator[Golden]:
    """Yield the recorded fights of a game."""
    with zipfile.ZipFile(FOLDER / f"{game}.zip") as archive:
        for number in range(1, FIGHTS + 1):
            lines = archive.read(f"{number:02}.jsonl").splitlines()
            seen = msgspec.json.decode(archive.read(f"{number:02}.json"), type=VisibleResult)
            yield Golden(number, lines, seen)


def read_back(lines: list[bytes]) -> tuple[MemoryStore, str]:
    """Import lines into an empty store; return it and the fight's id."""
    store = MemoryStore()
    return store, import_fight(store, lines)


def visible_result(store: MemoryStore, fight: str) -> VisibleResult:
    """Return the visible result of a fight."""
    history = History(store.read(fight))
    state = msgspec.json.decode(msgspec.json.encode(dump_state(history.state(len(history)))))
    told = [
        f"{each.heading}: {each.text}"
        for each in write_chronicle(history.interleave_notes(len(history)))
    ]
    return VisibleResult(state, told, store.head(fight).digest.hex())
