"""A fight in a campaign file, at which somebody cheats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from click.testing import CliRunner, Result

from combatlog.app.campaign import create, open
from combatlog.app.session import Session
from combatlog.terminal.cli.main import cli
from events.types.rolls import Rolled
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import BRIDGE
from tests.support.tampered_files import open_unguarded

ATTACK = ("next ambush", "a ada rhino rifle", "go")
"""Ada shoots at the rhinoceros: event 11 declares it, two d10 fall."""


class Table:
    """A campaign file with one fight. `told` has every sentence the table was told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: list[str] = []
        create(path, by="ada").close()
        self.start()

    def start(self) -> None:
        """Start a fight of digital dice."""
        with open(self.path, by="ada") as campaign:
            sheets = parse_roster(BRIDGE, "roster.toml", load_game("golden-idol"))
            self.seal = str(campaign.start("Bridge", "golden-idol", sheets=sheets).seal)

    def say(self, *lines: str) -> list[str]:
        """Say lines at the prompt; return what the table is told of the last."""
        told: list[str] = []
        with self.sit() as at:
            for line in lines:
                told = [*at.say(line).told]
                self.told += told
        return told

    def list_faces(self) -> list[int]:
        """Return the faces on the line, in order."""
        with self.sit() as at:
            events = [event for _, event in at.fight.history.line_events()]
        return [event.face for event in events if isinstance(event, Rolled)]

    def edit(self, sql: str, *values: object) -> None:
        """Change the file by SQL."""
        with closing(open_unguarded(self.path)) as connection:
            connection.execute(sql, values)

    def audit(self, *options: str) -> Result:
        """Run `combatlog audit`."""
        return CliRunner().invoke(cli, ["audit", str(self.path), *options])

    @contextmanager
    def sit(self) -> Iterator[Session]:
        """Open a session of the latest fight."""
        with open(self.path, by="ada") as campaign:
            yield Session(campaign, campaign.fight())
