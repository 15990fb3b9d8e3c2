"""Record the golden fights of some games, or of all.

With `--seen` the recorded fights stay, and only their visible results are written again, where
wording has changed.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from random import Random

import msgspec

from combatlog.files.jsonl import export_lines
from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from rulesets.definitions.shipped import GAMES, load_game
from tests.golden import FIGHTS, FOLDER, golden_fights, read_back, visible_result

COMMANDS = 60
REGRETS = 0.04
"""The share of commands that correct the past."""

KEPT = 20
"""The number of fights that released versions recorded, in format 1. They are never recorded again:
every later version has to read what a released version has written."""

WHEN = (2026, 11, 20, 0, 0, 0)
"""The date of all files in the archives, so that the archives do not depend on the clock."""


def kept(game: str) -> list[tuple[str, bytes]]:
    """Return the files of the fights that are kept."""
    with zipfile.ZipFile(FOLDER / f"{game}.zip") as archive:
        return [(name, archive.read(name)) for name in archive.namelist()[: 2 * KEPT]]


def files(game: str, last: int = FIGHTS) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the fights that are recorded again, up to the `last`."""
    for number in range(KEPT + 1, last + 1):
        store = MemoryStore(lambda: "2026-11-20T19:30:00.000Z", format=1)
        dice: DiceMode = "typed" if number % 2 else "digital"
        fight = start_seeded_fight(store, load_game(game), number, dice, f"golden{number}")
        play_fight(fight, Random(number), COMMANDS, doubts=0.03, regrets=REGRETS)
        lines = export_lines(store, fight.id)
        yield f"{number:02}.jsonl", "".join(f"{line}\n" for line in lines).encode()
        yield f"{number:02}.json", msgspec.json.encode(visible_result(store, fight.id))


def seen_now(game: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of all fights: the recorded events, and their visible results now."""
    for each in golden_fights(game):
        lines = b"".join(line + b"\n" for line in each.lines)
        yield f"{each.number:02}.jsonl", lines
        yield f"{each.number:02}.json", msgspec.json.encode(visible_result(*read_back(each.lines)))


def write(game: str, every: list[tuple[str, bytes]]) -> None:
    """Write the files of a game into its archive."""
    with zipfile.ZipFile(FOLDER / f"{game}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zip:
        for name, content in every:
            zip.writestr(zipfile.ZipInfo(name, WHEN), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    only_seen = "--seen" in sys.argv
    for game in [each for each in sys.argv[1:] if each != "--seen"] or GAMES:
        every = seen_now(game) if only_seen else (*kept(game), *files(game))
        write(game, [*every])
