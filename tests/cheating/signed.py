"""A fight in which persons sign, and whoever holds the file forges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.files.audit import audit, audit_export
from combatlog.files.jsonl import export_lines, import_fight
from events.errors import Unreadable
from events.signatures import SigningKey, create_key
from events.store.envelope import Entry, Head
from events.store.memory import MemoryStore
from events.store.statements import NO_REQUEST, Request, encode_said
from events.types.log_events import Noted
from replay.log.keys import Speech
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import BRIDGE

ANNA, SAM, THIEF = create_key(), create_key(), create_key()


def _make_clock() -> Callable[[], str]:
    """Return a clock that goes on with each look: the audit compares times among fights."""
    seconds = count()
    noon = datetime(2099, 11, 22, 12)
    return lambda: f"{(noon + timedelta(seconds=next(seconds))).isoformat()}.000Z"


class Signed:
    """A fight in which Anna and Sam have keys, or nobody. `session` is of whoever sits there."""

    def __init__(self, keys: bool = True) -> None:
        self.store = MemoryStore(_make_clock())
        sheets = parse_roster(BRIDGE, "roster.toml", load_game("golden-idol"))
        campaign = self._open("Sam", SAM if keys else None)
        self.id = campaign.start("Bridge", "golden-idol", sheets=sheets).id
        if keys:
            self.sit("Anna", ANNA).say("bind")

    def _open(self, by: str, key: SigningKey | None) -> Campaign:
        return Campaign(self.store, by, lambda: key)

    def sit(self, by: str, key: SigningKey | None) -> Session:
        """Return a session of somebody with a key."""
        campaign = self._open(by, key)
        return Session(campaign, Fight(self.store, self.id, by, campaign.find_key))

    def forge(
        self,
        by: str,
        *events: object,
        said: str | None = None,
        key: str = "",
        request: Request = NO_REQUEST,
    ) -> int:
        """Append events as the keeper of the file can, past every check; return the first seq."""
        last = self.store.head(self.id).seq
        entries = [Entry(event) for event in events]  # type: ignore[arg-type]
        self.store.append(self.id, last, entries, by=by, said=said, key=key, request=request)
        return last + 1

    def forge_line(self, by: str, line: str, said: str) -> int:
        """Record a line as the keeper of the file can: valid, with any statement; return its first
        seq."""
        at = self.sit(by, None)
        at.fight.history.keys = None
        append = self.store.append
        with pytest.MonkeyPatch.context() as patched:
            forged = lambda *place, **more: append(*place, **{**more, "said": said})  # noqa: E731
            patched.setattr(self.store, "append", forged)
            return at.say(line).rows[0].seq

    def say(self, signer: SigningKey, form: str, payload: str, head: Head | None = None) -> str:
        """Return a signed statement in this fight, after its head or another one."""
        speech = Speech(self.id, head or self.store.head(self.id), "2026-11-22T19:30:00.000Z")
        return encode_said([speech.say(Request(form, payload), signer)])

    def find_faults(self) -> list[str]:
        """Return what the audit finds wrong with what was said, and check its verdict by it."""
        found = audit(self.store)
        faults = [f"#{each.seq} {each.said}" for each in found.fights[0].statements.faults]
        assert ("wrong" if faults else "right") == found.verdict
        lines = [line.encode() for line in export_lines(self.store, self.id)]
        exported = audit_export(lines).fights[0].statements.faults
        assert faults == [f"#{each.seq} {each.said}" for each in exported]
        if faults:
            with pytest.raises(Unreadable, match="Nothing was imported"):
                import_fight(MemoryStore(), lines)
        else:
            import_fight(MemoryStore(), lines)
        return faults


@pytest.fixture
def table() -> Signed:
    """A fight with two persons who sign."""
    return Signed()


CHARGE = '{"type":"attack","by":"rhinoceros","targets":[{"target":"ada"}]}'
"""An attack with its only weapon left out."""


NOTE = Noted("Anna gives up her share")
