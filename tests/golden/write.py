"""Record the golden fights of format 2 of some games, or of all.

With `--seen` the recorded fights of both formats stay, and only their visible results are written
again, where wording has changed.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from random import Random

import msgspec

from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.run import play_command, start_seeded_fight
from events.errors import Refused
from events.store.envelope import FORMAT
from events.store.memory import MemoryStore
from events.store.protocol import Clock
from events.types.declarations import DiceMode
from rulesets.definitions.shipped import GAMES, load_game
from tests.golden import (
    FIGHTS,
    archive_of,
    export,
    golden_fights,
    read_back,
    visible_result,
)

COMMANDS = 45
"""About how many commands a fight has after its joins."""

DOUBTS, REGRETS, KEYED, CLOSES = 0.06, 0.05, 0.2, 0.03
"""The shares of commands that undo, redo, rewind or note; that correct the past; that have a key;
that close the dice, to go on with others."""

PEOPLE = ("", "Mira", "Zoë")
"""Who records: the keeper, and players."""

WHEN = (2026, 11, 20, 0, 0, 0)
"""The date of all files in the archives, so that the archives do not depend on the clock."""


def record_fight(game: str, number: int) -> tuple[MemoryStore, str]:
    """Play one fight; return the store and the fight's id. Root, blinds, nonces and times follow
    from the number."""
    random = Random(number)
    store = MemoryStore(_tick(), randomness=Random(-number).randbytes)
    dice: DiceMode = "digital" if number % 4 else "typed"
    fight = start_seeded_fight(store, load_game(game), number, dice, f"golden{number}")
    _salt(fight, random)
    player = RandomPlayer(fight.state.game, random)
    for command in range(COMMANDS):
        fight.by = random.choice(PEOPLE)
        chance = random.random()
        with suppress(Refused):
            if chance < CLOSES:
                fight.close("to see them")
                _salt(fight, random)
            elif chance < CLOSES + KEYED:
                _command_with_key(fight, player, random, f"{number}-{command}")
            else:
                play_command(fight, player, random, doubts=DOUBTS, regrets=REGRETS)
    if number % 2:
        with suppress(Refused):
            fight.close("the evening is over")
    return store, fight.id


def _tick() -> Clock:
    """Return a clock that goes on by some seconds whenever it is read."""
    steps = count()
    return lambda: "2026-11-20T{:02}:{:02}:{:02}.250Z".format(*_divide(19 * 3600 + 7 * next(steps)))


def _divide(seconds: int) -> tuple[int, int, int]:
    """Return hours, minutes and seconds."""
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def _salt(fight: Fight, random: Random) -> None:
    """Let the players salt the dice, or some of them."""
    for words in ("seven geese on the wall", "größer als gedacht", "🜏 aloud"):
        if random.random() < 0.5:
            with suppress(Refused):
                fight.salt(words)


def _command_with_key(fight: Fight, player: RandomPlayer, random: Random, key: str) -> None:
    """Make a command under an idempotency key: as a line, or as a declaration."""
    if random.random() < 0.2:
        fight.note("Zoë coughs: “ahem”.", key=key, line="note Zoë coughs: “ahem”.")
    elif random.random() < 0.2:
        fight.undo(why="on second thoughts", key=key, line="undo: on second thoughts")
    elif not fight.state.awaited:
        fight.declare(player.next(fight.state), key=key)


def recorded_files(game: str, last: int = FIGHTS) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the first fights of a game, recorded now."""
    for number in range(1, last + 1):
        store, id = record_fight(game, number)
        yield f"{number:02}.jsonl", b"".join(line + b"\n" for line in export(store, id))
        yield f"{number:02}.json", msgspec.json.encode(visible_result(store, id))


def seen_now(game: str, format: int) -> Iterator[tuple[str, bytes]]:
    """Yield the files of all fights: the recorded events, and their visible results now."""
    for each in golden_fights(game, format):
        yield f"{each.number:02}.jsonl", b"".join(line + b"\n" for line in each.lines)
        yield f"{each.number:02}.json", msgspec.json.encode(visible_result(*read_back(each.lines)))


def write(game: str, format: int, every: Iterable[tuple[str, bytes]]) -> None:
    """Write the files of a game into its archive, if there are any."""
    if not (files := [*every]):
        return
    with zipfile.ZipFile(archive_of(game, format), "w", compresslevel=9) as zip:
        for name, content in files:
            zip.writestr(zipfile.ZipInfo(name, WHEN), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    for game in [each for each in sys.argv[1:] if each != "--seen"] or GAMES:
        if "--seen" in sys.argv:
            for format in range(1, FORMAT + 1):
                write(game, format, seen_now(game, format))
        else:
            write(game, FORMAT, recorded_files(game))
