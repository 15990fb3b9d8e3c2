"""A table that records on its campaign file, line by line, and can say every line again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.app.start import begin
from combatlog.files.jsonl import exported, imported
from events.errors import NoCampaign, NotACampaign, Unwritable
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import Recorded
from events.store.protocol import Store
from tests.events.conftest import NOON
from tests.support.talk import session

StoredEvent: TypeAlias = tuple[str, int, str]
"""An event that somebody has been told of: fight, seq, digest."""

BUSY = 0.2
PAGES = 3
"""A checkpoint after so many pages of the log beside the file: nearly every append has one."""


def _export_fight() -> tuple[str, list[bytes]]:
    at = session()
    for line in ("next ambush", "a ada rhino rifle", "go", "9 3", "undo", "note a guest"):
        at.say(line)
    return at.fight.id, [line.encode() for line in exported(at.campaign.store, at.fight.id)]


IMPORTED_FIGHT, IMPORTED_LINES = _export_fight()
"""A fight recorded elsewhere: its id, and its lines."""


class Recorder:
    """Whoever records on a file. Every line can be said again after it was interrupted: those
    that record in a fight have a key, the others look first."""

    def __init__(self, path: Path, build: Callable[[SQLiteStore], Store]) -> None:
        self.path = path
        self._build = build
        self._campaign: Campaign | None = None
        self._session: Session | None = None

    def do(self, number: int, line: str) -> list[StoredEvent]:
        """Do what a line says; the events that are told of. A campaign that could be opened only
        for reading is opened again, as its refusal says."""
        try:
            return self._done(number, line)
        except Unwritable as refused:
            if "open it again" in str(refused):
                self.close()
            raise

    def _done(self, number: int, line: str) -> list[StoredEvent]:
        match line:
            case "(make)":
                self._make()
            case "(start)":
                return self._start()
            case "(import)":
                return self._take_in()
            case "(checkpoints)":
                self._hasten()
            case "(close)":
                self.close()
            case _:
                answer = self._at_table().say(line, key=f"key {number}")
                if answer.refused:  # of several dice, the later ones
                    raise Unwritable(str(answer.refused))
                return stored_events(self._at_table().fight.id, answer.rows)
        return []

    def close(self) -> None:
        """Leave the table."""
        if self._campaign is not None:
            self._campaign.close()
        self._campaign = self._session = None

    def at_odds(self) -> bool:
        """Does the session believe something else than what is in the file?"""
        if self._session is None:
            return False
        fight = self._session.fight
        return Fight(self._open().store, fight.id).state != fight.state

    def _make(self) -> None:
        try:
            self._open()
        except (NoCampaign, NotACampaign):
            self._campaign = self._sit(create_campaign(self.path, lambda: NOON, BUSY))

    def _open(self) -> Campaign:
        if self._campaign is None:
            self._campaign = self._sit(open_campaign(self.path, lambda: NOON, BUSY))
        return self._campaign

    def _sit(self, store: SQLiteStore) -> Campaign:
        return Campaign(self._build(store), by="Mia")

    def _start(self) -> list[StoredEvent]:
        roster = self.path.parent.with_name("roster.toml")
        campaign = self._open()
        for one in campaign.fights():
            if one.title == "Bridge":
                return stored_events(one.id, campaign.fight(one.id).history.rows)
        fight = begin(campaign, [roster], "Bridge", "golden-idol", "typed")
        return stored_events(fight.id, fight.history.rows)

    def _take_in(self) -> list[StoredEvent]:
        store = self._open().store
        if IMPORTED_FIGHT not in store.fights():
            imported(store, IMPORTED_LINES)
        return stored_events(IMPORTED_FIGHT, list(store.read(IMPORTED_FIGHT)))

    def _hasten(self) -> None:
        store = self._open().store
        connection = getattr(store, "connection", None)
        assert connection is not None
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")

    def _at_table(self) -> Session:
        if self._session is None:
            campaign = self._open()
            self._session = Session(campaign, campaign.fight())
        return self._session


def stored_events(fight: str, rows: list[Recorded]) -> list[StoredEvent]:
    """These events, as somebody has been told of them."""
    return [(fight, row.seq, row.digest.hex()) for row in rows]
