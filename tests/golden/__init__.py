"""Random fights of every game, recorded once and read back by every later version.

`GAME.zip` holds twenty fights of format 1, `GAME-2.zip` twenty of format 2: `01.jsonl` as
`combatlog export` writes it (in format 2 with the root of its dice), and `01.json` with the state,
the chronicle and the last digest of that time. Games that came after format 1 have none of it.

`python -m tests.golden.write` records those of format 2 again, for a new game or where a rule was
wrong; the change says why. Once a version is released with them, they stay as they are, as those of
format 1 do. With `--seen` it keeps the fights and writes only `01.json` again, where wording has
changed.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from combatlog.files.jsonl import export_lines, import_fight
from events.store.memory import MemoryStore
from projections.narrative.chronicle import write_chronicle
from projections.state.fight_state import dump_state
from replay.log.event_log import History

FOLDER = Path(__file__).parent

FIGHTS = 20
"""The recorded fights of a game in each format."""


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


def archive_of(game: str, format: int) -> Path:
    """Return the path of the archive with a game's fights of a format."""
    return FOLDER / (f"{game}.zip" if format == 1 else f"{game}-{format}.zip")


def golden_fights(game: str, format: int) -> Iterator[Golden]:
    """Yield the recorded fights of a game in a format; none if there is no archive."""
    path = archive_of(game, format)
    if not path.exists():
        return
    with zipfile.ZipFile(path) as archive:
        for number in range(1, FIGHTS + 1):
            lines = archive.read(f"{number:02}.jsonl").splitlines()
            seen = msgspec.json.decode(archive.read(f"{number:02}.json"), type=VisibleResult)
            yield Golden(number, lines, seen)


def read_back(lines: list[bytes]) -> tuple[MemoryStore, str]:
    """Import lines into an empty store; return it and the fight's id."""
    store = MemoryStore()
    return store, import_fight(store, lines)


def export(store: MemoryStore, fight: str) -> list[bytes]:
    """Return the lines of the whole fight, with the root of its dice if its format has one."""
    with_root = store.format_of(fight) > 1
    return [line.encode() for line in export_lines(store, fight, with_root=with_root)]


def visible_result(store: MemoryStore, fight: str) -> VisibleResult:
    """Return the visible result of a fight."""
    history = History(store.read(fight))
    state = msgspec.json.decode(msgspec.json.encode(dump_state(history.state(len(history)))))
    told = [
        f"{each.heading}: {each.text}"
        for each in write_chronicle(history.interleave_notes(len(history)))
    ]
    return VisibleResult(state, told, store.head(fight).digest.hex())
