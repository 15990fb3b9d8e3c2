"""Record the golden fights of some games, or of all."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from random import Random

import msgspec

from combatlog.simulation.run import play, seeded
from combatlog.transfer import exported
from events.memory import MemoryStore
from rulesets.library import load_game
from rulesets.shipped import GAMES
from tests.golden import FIGHTS, FOLDER, seen

COMMANDS = 60
REGRETS = 0.04
"""How often something of the past is corrected."""

KEPT = 15
"""The first fights are as 0.2.0 recorded them: they are never recorded anew, for what a released
version has written has to be read for ever."""

WHEN = (2026, 11, 20, 0, 0, 0)
"""The date of everything in the archives, so that they are the same whenever they are written."""


def kept(game: str) -> list[tuple[str, bytes]]:
    """The files of the fights that stay as they are."""
    with zipfile.ZipFile(FOLDER / f"{game}.zip") as archive:
        return [(name, archive.read(name)) for name in archive.namelist()[: 2 * KEPT]]


def files(game: str) -> Iterator[tuple[str, bytes]]:
    """The files of the fights that are recorded anew."""
    for number in range(KEPT + 1, FIGHTS + 1):
        store = MemoryStore(lambda: "2026-11-20T19:30:00.000Z")
        dice = "typed" if number % 2 else "digital"
        fight = seeded(store, load_game(game), number, dice, f"golden{number}")
        play(fight, Random(number), COMMANDS, doubts=0.03, regrets=REGRETS)
        lines = exported(store, fight.id)
        yield f"{number:02}.jsonl", "".join(f"{line}\n" for line in lines).encode()
        yield f"{number:02}.json", msgspec.json.encode(seen(store, fight.id))


def write(game: str) -> None:
    """Record a game's fights, but for those that are kept."""
    every = [*kept(game), *files(game)]
    with zipfile.ZipFile(FOLDER / f"{game}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zip:
        for name, content in every:
            zip.writestr(zipfile.ZipInfo(name, WHEN), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    for game in sys.argv[1:] or GAMES:
        write(game)
