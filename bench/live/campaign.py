"""A campaign with many fights, and its seats."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from shutil import move
from tempfile import TemporaryDirectory
from typing import NamedTuple

from combatlog.app.campaign import create
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.server.seat_stores import ENDING, FileSeats
from combatlog.server.seats import Seats
from events.types.declarations import BeginRound
from events.types.sheets import Kind, Sheet, Weapon
from rulesets.definitions.shipped import load_game

TURNS = ("a ada wolf", "resolve", "a wolf ada", "resolve", "next")
"""The lines of a round. Nobody ever falls."""

SPECTATORS = 100
"""How many seats the streams share. A seat that opens more streams than a person can tap is
stopped."""


_FAST = "/dev/shm"
"""Where the campaign is made, because nothing has to be durable there."""


class MadeCampaign(NamedTuple):
    """A campaign to be served: its path, the tokens of the referees and spectators, and the ids of
    the fights."""

    path: Path
    referees: list[str]
    spectators: list[str]
    fights: list[str]


def make_campaign(folder: Path, fights: int, commands: int = 25) -> MadeCampaign:
    """Make a campaign of so many fights, each of so many commands."""
    path = folder / "load.combatlog"
    with TemporaryDirectory(dir=_FAST if Path(_FAST).is_dir() else None) as made_in:
        ids = write_fights(Path(made_in) / path.name, fights, commands)
        move(Path(made_in) / path.name, path)
    seats = Seats(FileSeats(f"{path}{ENDING}"))
    referees = [_sit_down(seats, "referee", number) for number in range(30)]
    spectators = [_sit_down(seats, "spectator", number) for number in range(SPECTATORS)]
    return MadeCampaign(path, referees, spectators, ids)


def write_fights(path: Path, fights: int, commands: int) -> list[str]:
    """Write a campaign of so many fights, each of so many commands; return their ids."""
    game = load_game("golden-idol")
    sheets = [_make_sheet(name, "pc") for name in ("Ada", "Ben", "Cora", "Dan")]
    sheets += [_make_sheet(name, "npc") for name in ("Wolf", "Bear")]
    ids = []
    with create(path) as campaign:
        for number in range(fights):
            fight = campaign.start(f"Table {number}", game, sheets=sheets)
            session = Session(campaign, fight)
            fight.declare(BeginRound("ambush"))
            session.say("next")
            for line in islice(cycle(TURNS), commands):
                session.say(line)
            ids.append(fight.id)
    return ids


def lengthen(path: Path, events: int) -> Fight:
    """Let the first fight of a campaign have at least so many events."""
    from combatlog.app.campaign import open

    with open(path) as campaign:
        fight = campaign.fight(campaign.store.fights()[0])
        session = Session(campaign, fight)
        for line in cycle(TURNS):
            if len(fight.history) >= events:
                return fight
            session.say(line)
    raise AssertionError("the cycle never ends")


def _make_sheet(name: str, kind: Kind) -> Sheet:
    scores = {"HP": 9_999, "STR": 12, "DEX": 12, "WIL": 12}
    return Sheet(name, scores, kind=kind, player=name if kind == "pc" else "", weapons=(_WEAPON,))


_WEAPON = Weapon("sword", "d8")


def _sit_down(seats: Seats, role: str, number: int) -> str:
    shown = seats.make_referee_link() if role == "referee" else seats.table_token
    seat, token = seats.knock(shown, f"{role} {number}")
    if role != "referee":
        seats.admit(seat.id, role="spectator")
    return token
