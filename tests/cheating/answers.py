"""A campaign to be edited, and everything that combatlog answers about it: every reading command,
repeated commands under their keys, and what comes next in each fight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from shutil import copyfile

from click.testing import CliRunner

from combatlog.app.campaign import Campaign, open
from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.run import play_command, play_fight
from combatlog.terminal.cli.main import cli
from events.errors import CombatlogError, Refused
from events.serialization.codec import encode
from events.store.campaign_file import create_campaign
from events.store.envelope import Entry, Recorded
from events.types.declarations import DiceMode, FightStarted, Join
from rulesets.core.sealed_dice import EpochDice
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.cheating.random_edits import KEYS
from tests.support.talk import BRIDGE

FIGHTS: dict[str, tuple[DiceMode, int]] = {
    "fight1": ("digital", 14),
    "fight2": ("typed", 8),
    "fight3": ("digital", 0),
}
"""The fights: their dice, and how many random commands they have."""

EPOCHS = 8


def write_campaign(path: Path) -> None:
    """Write a campaign of three fights: one with keys, salts, a close, undos and corrections, one
    with typed dice, one that has only begun."""
    steps = count()
    store = create_campaign(path, lambda: f"2026-11-20T19:30:{next(steps) % 60:02}.000Z")
    store.randomness = Random(4).randbytes
    after = ""
    with Campaign(store, by="Mia") as campaign:
        for number, (id, (dice, commands)) in enumerate(FIGHTS.items()):
            random = Random(number)
            game, sealed = load_game("golden-idol"), EpochDice(id, random.randbytes(32), EPOCHS)
            anchor, epochs = sealed.commitment, sealed.epochs
            started = FightStarted(f"Fight {id}", game, dice, "", anchor, epochs, after)
            store.append(id, 0, [Entry(started)], secrets={anchor: sealed.root})
            fight = Fight(store, id, by="Mia", entropy=random.randbytes)
            fight.declare(*map(Join, parse_roster(BRIDGE, "roster.toml", game)[:4]))
            fight.salt("seven geese on the wall")
            _play(fight, random, commands)
            after = f"{id}:{len(fight.history)}:{store.head(id).digest.hex()}"
        campaign.fight("fight1").note("The door is open.", key=KEYS[0])


def _play(fight: Fight, random: Random, commands: int) -> None:
    for half in range(2):
        play_fight(fight, random, commands // 2, doubts=0.1, regrets=0.1)
        if commands and not half:
            with suppress(Refused):
                fight.close("to see them")
                fight.salt("größer")
            if fight.state.dice == "digital":
                fight.note("The door is shut.", key=KEYS[1], line="note The door is shut.")
            else:
                fight.note("Typed.", key=KEYS[2])


READING = (
    *(("state",), ("log",), ("chronicle",), ("timeline",), ("branches",), ("stats",)),
    *(("replay", "--json"), ("why", "ada", "HP"), ("export", "--for", "players")),
    *(("state", "--at", "7"), ("diff", "5", "9")),
)
"""Commands that read one fight."""


def answers(path: Path) -> Iterator[tuple[str, str]]:
    """Yield everything that combatlog answers about a campaign, with what was asked. What records
    is asked of a copy."""
    for name in (("fights",), ("audit", "--json"), ("seal",), ("stats",)):
        yield " ".join(name), _run(*name, "-c", str(path))
    for number in range(1, len(FIGHTS) + 1):
        yield f"export {number}", _run("export", str(number), "-c", str(path), "--with-root")
        for command in READING:
            if command[0] == "export":
                asked = ("export", str(number), *command[1:], "-c", str(path))
            else:
                asked = (*command, "-f", str(number), "-c", str(path))
            yield f"{' '.join(command)} of {number}", _run(*asked)
    for what, act in _ACTS.items():
        copy = path.with_name("copy.combatlog")
        for end in ("", "-wal", "-shm"):
            path.with_name(f"{copy.name}{end}").unlink(missing_ok=True)
        copyfile(path, copy)
        yield what, _try(copy, act)


def told_by_audit(path: Path, seal: str) -> frozenset[str]:
    """Return the lines of an audit against a seal, without the numbers of the fights."""
    told = _run("audit", "-c", str(path), "--seal", seal)
    return frozenset(re.sub(r" \(fight \d+\)", "", line) for line in told.splitlines())


def _run(*args: str) -> str:
    """Return what a command prints, and its exit code."""
    ran = CliRunner().invoke(cli, args)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit | CombatlogError):
        raise ran.exception
    return f"{ran.exit_code} {ran.exception} {ran.output}"


def _try(path: Path, act: Callable[[Campaign], str]) -> str:
    try:
        with open(path, by="Mia") as campaign:
            return act(campaign)
    except CombatlogError as error:
        return f"{type(error).__name__}: {error}"


def _repeat(campaign: Campaign) -> str:
    """Repeat every command with a key, and use a key that nobody has used, in every fight."""
    told = StringIO()
    for id in campaign.store.fights():
        for key, text in zip(KEYS, ("The door is open.", "", "Typed.", "New."), strict=True):
            line = "" if text else "note The door is shut."
            try:
                rows = campaign.fight(id).note(text or "The door is shut.", key=key, line=line)
                told.write(_describe(rows))
            except CombatlogError as error:
                told.write(f"{type(error).__name__} {error}\n")
    return told.getvalue()


def _go_on(campaign: Campaign) -> str:
    """Play on in every fight, with the next dice."""
    told = StringIO()
    for id in campaign.store.fights():
        fight = campaign.fight(id)
        before, random = len(fight.history), Random(8)
        fight._entropy = random.randbytes
        player = RandomPlayer(fight.state.game, random)
        for _ in range(12):
            play_command(fight, player, random)
        told.write(_describe(fight.history.rows[before:]))
    return told.getvalue()


def _close(campaign: Campaign) -> str:
    """Undo, redo, and close the dice of every fight."""
    told = StringIO()
    for id in campaign.store.fights():
        fight = campaign.fight(id)
        for act in (fight.undo, fight.undo, fight.redo, fight.close):
            try:
                told.write(_describe(act()))
            except Refused as refused:
                told.write(f"{refused}\n")
    return told.getvalue()


def _start(campaign: Campaign) -> str:
    """Start another fight: it names the one before."""
    started = campaign.start("Another", "golden-idol").history[1].event
    assert isinstance(started, FightStarted)
    return f"{started.after} {len(campaign.store.fights())}"


def _describe(rows: list[Recorded]) -> str:
    return "".join(
        f"{row.seq} {row.parent} {row.cmd} {row.cause} {row.repeats} {encode(row.event)}\n"
        for row in rows
    )


_ACTS: dict[str, Callable[[Campaign], str]] = {
    "keys repeated": _repeat,
    "the next dice": _go_on,
    "undo and close": _close,
    "another fight": _start,
}
"""What is recorded to see what comes of it."""
