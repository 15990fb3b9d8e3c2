"""Random fights of every game, recorded once and read back by every later version.

`GAME.zip` holds twenty fights: `01.jsonl` as `combatlog export` writes it, and in `01.json` what
was to be seen of it then: state, chronicle, last digest. The last five have corrections in them.
`python -m tests.golden.write` records them anew; that is done for a new game, or where a rule was
wrong, and the change says why. With `--seen` the fights stay as they are, and only what is seen of
them is written anew: where something is told otherwise than before.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from combatlog.files.jsonl import imported
from events.store.memory import MemoryStore
from projections.narrative.chronicle import chronicle
from projections.state.fight_state import view
from replay.log.event_log import History

FOLDER = Path(__file__).parent

FIGHTS = 20


class Seen(msgspec.Struct, frozen=True):
    """What can be seen of a fight: its state as plain data, its chronicle, its last digest."""

    state: dict[str, Any]
    chronicle: list[str]
    digest: str


class Golden(NamedTuple):
    """A recorded fight: its exported lines, and what was seen of it when it was recorded."""

    number: int
    lines: list[bytes]
    seen: Seen


def golden(game: str) -> Iterator[Golden]:
    """The recorded fights of a game."""
    with zipfile.ZipFile(FOLDER / f"{game}.zip") as archive:
        for number in range(1, FIGHTS + 1):
            lines = archive.read(f"{number:02}.jsonl").splitlines()
            seen = msgspec.json.decode(archive.read(f"{number:02}.json"), type=Seen)
            yield Golden(number, lines, seen)


def read_back(lines: list[bytes]) -> tuple[MemoryStore, str]:
    """The lines imported into an empty store, and the fight's id."""
    store = MemoryStore()
    return store, imported(store, lines)


def seen(store: MemoryStore, fight: str) -> Seen:
    """What can be seen of a fight."""
    history = History(store.read(fight))
    state = msgspec.json.decode(msgspec.json.encode(view(history.state(len(history)))))
    told = [f"{each.heading}: {each.text}" for each in chronicle(history.told(len(history)))]
    return Seen(state, told, store.head(fight).digest.hex())
