"""A session on a campaign file that can repeat every line after an interruption."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import shake_256
from pathlib import Path
from typing import TypeAlias

from combatlog.app.campaign import Campaign, start_fight
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.files.jsonl import export_lines, import_fight
from events.errors import NoCampaign, NotACampaign, Unwritable
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import Recorded
from events.store.protocol import Store
from tests.events.conftest import NOON
from tests.support.talk import start_session

StoredEvent: TypeAlias = tuple[str, int, str]
"""An event as it was answered: fight, seq, digest."""

BUSY = 0.2
PAGES = 3
"""Pages of the write-ahead log between checkpoints: so few that nearly every append has one."""


def _export_fight() -> tuple[str, list[bytes]]:
    at = start_session()
    for line in ("next ambush", "a ada rhino rifle", "go", "9 3", "undo", "note a guest"):
        at.say(line)
    return at.fight.id, [line.encode() for line in export_lines(at.campaign.store, at.fight.id)]


IMPORTED_FIGHT, IMPORTED_LINES = _export_fight()
"""A fight recorded elsewhere: its id, and its lines."""


class Recorder:
    """Records lines on a file. Every line can be repeated after an interruption: lines that record
    in a fight have an idempotency key, the others look first."""

    def __init__(self, path: Path, build: Callable[[SQLiteStore], Store]) -> None:
        self.path = path
        self._build = build
        self._campaign: Campaign | None = None
        self._session: Session | None = None

    def do(self, number: int, line: str) -> list[StoredEvent]:
        """Do what a line says and return its events. Close a campaign that could only be opened for
        reading, so that the next line opens it again."""
        try:
            return self._do(number, line)
        except Unwritable as refused:
            if "open it again" in str(refused):
                self.close()
            raise

    def _do(self, number: int, line: str) -> list[StoredEvent]:
        match line:
            case "(make)":
                self._make()
            case "(start)":
                return self._start()
            case "(import)":
                return self._import()
            case "(checkpoints)":
                self._set_checkpoints()
            case "(close)":
                self.close()
            case _:
                answer = self._open_session().say(line, key=f"key {number}")
                if answer.refused:  # of several dice, the later ones
                    raise Unwritable(str(answer.refused))
                return stored_events(self._open_session().fight.id, answer.rows)
        return []

    def close(self) -> None:
        """Close the campaign."""
        if self._campaign is not None:
            self._campaign.close()
        self._campaign = self._session = None

    def differs_from_file(self) -> bool:
        """Return whether the session's state differs from what is in the file."""
        if self._session is None:
            return False
        fight = self._session.fight
        return Fight(self._open().store, fight.id).state != fight.state

    def _make(self) -> None:
        try:
            self._open()
        except (NoCampaign, NotACampaign):
            self._campaign = self._wrap(create_campaign(self.path, lambda: NOON, BUSY))

    def _open(self) -> Campaign:
        if self._campaign is None:
            self._campaign = self._wrap(open_campaign(self.path, lambda: NOON, BUSY))
        return self._campaign

    def _wrap(self, store: SQLiteStore) -> Campaign:
        store.randomness = self._draw
        return Campaign(self._build(store), by="Mia")

    def _draw(self, count: int) -> bytes:
        """Return random bytes for an append: others at each event, the same in each session."""
        events = 0 if self._session is None else len(self._session.fight.history)
        return shake_256(str(events).encode()).digest(count)

    def _start(self) -> list[StoredEvent]:
        roster = self.path.parent.with_name("roster.toml")
        campaign = self._open()
        for one in campaign.fights():
            if one.title == "Bridge":
                return stored_events(one.id, campaign.fight(one.id).history.rows)
        fight = start_fight(campaign, [roster], "Bridge", "golden-idol", "typed")
        return stored_events(fight.id, fight.history.rows)

    def _import(self) -> list[StoredEvent]:
        store = self._open().store
        if IMPORTED_FIGHT not in store.fights():
            import_fight(store, IMPORTED_LINES)
        return stored_events(IMPORTED_FIGHT, list(store.read(IMPORTED_FIGHT)))

    def _set_checkpoints(self) -> None:
        store = self._open().store
        connection = getattr(store, "connection", None)
        assert connection is not None
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES}")

    def _open_session(self) -> Session:
        if self._session is None:
            campaign = self._open()
            self._session = Session(campaign, campaign.fight())
        return self._session


def stored_events(fight: str, rows: list[Recorded]) -> list[StoredEvent]:
    """Return rows as they are answered."""
    return [(fight, row.seq, row.digest.hex()) for row in rows]
