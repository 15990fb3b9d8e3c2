"""Random edits of a campaign file: none that changes an answer passes an audit with a seal.

The number of edits is that of the environment variable `COMBATLOG_EDITS`:
`COMBATLOG_EDITS=100000 pytest tests/cheating/test_random_edits.py --full -n auto`.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

import combatlog.files.audit
from combatlog.files.audit import audit, seal_campaign
from events.errors import CombatlogError
from events.store.campaign_file import open_campaign
from events.store.envelope import Row
from replay.audit.report import FightAudit, audit_fight
from replay.audit.seals import read_seal
from replay.audit.stated_inputs import ReadLine
from tests.cheating.answers import FIGHTS, answers, told_by_audit, write_campaign
from tests.cheating.random_edits import edit_file, read_content

EDITS = int(os.environ.get("COMBATLOG_EDITS", "2000"))
"""How many edits are tried."""

BLOCKS = 20
"""The tests that they are dealt out to, so that they run on every core."""


class Trial:
    """A campaign, its seal and its answers, to be edited over and over. A fight that an edit left
    alone is not audited again."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._audited: dict[str, FightAudit] = {}
        monkeypatch.setattr(combatlog.files.audit, "audit_fight", self._audit_fight)
        self.path = folder / "edited.combatlog"
        write_campaign(self.path)
        self.intact = self.path.read_bytes()
        with closing(open_campaign(self.path)) as store:
            self.seal = str(seal_campaign(store))
        self.answers = dict(answers(self.path))
        self.told = told_by_audit(self.path, self.seal)
        self.content = read_content(self.path)

    def edit(self, number: int) -> tuple[str, str]:
        """Make an edit in a fresh copy. Return what came of it, and what was edited."""
        self._restore()
        try:
            done = edit_file(self.path, number)
        except (sqlite3.Error, UnicodeError) as error:
            return "impossible", str(error)
        verdict = self._audit()
        if verdict != "right":
            return verdict, done
        if read_content(self.path) == self.content:
            return "changes nothing", done
        changed = next(
            (asked for asked, told in answers(self.path) if self.answers[asked] != told), ""
        )
        if not changed:
            return "changes no answer", done
        if self.told == told_by_audit(self.path, self.seal):
            return f"missed: {changed}", done
        return "told", done

    def _audit_fight(
        self, id: str, rows: Sequence[Row], kept: Mapping[str, bytes], read_line: ReadLine | None
    ) -> FightAudit:
        """Audit a fight; one with the same rows and secrets as in the intact file only once."""
        asked = repr((id, rows, kept))  # as text, because 6 equals 6.0
        found = self._audited.get(asked)
        if found is None:
            found = audit_fight(id, rows, kept, read_line)
            if len(self._audited) < len(FIGHTS):
                self._audited[asked] = found
        return found

    def _restore(self) -> None:
        for end in ("-wal", "-shm"):
            self.path.with_name(f"{self.path.name}{end}").unlink(missing_ok=True)
        self.path.write_bytes(self.intact)

    def _audit(self) -> str:
        """Return the verdict, or `refused` where the file cannot be opened or read."""
        try:
            with closing(open_campaign(self.path)) as store:
                return audit(store, against=read_seal(self.seal)).verdict
        except CombatlogError:
            return "refused"


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield Trial(tmp_path_factory.mktemp("edits"), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_edit_that_changes_an_answer_is_missed(trial: Trial, block: int) -> None:
    """Whoever changes the file by SQL changes no answer without the audit saying so."""
    found: Counter[str] = Counter()
    missed: list[str] = []
    for number in range(block, EDITS, BLOCKS):
        what, done = trial.edit(number)
        found[what.partition(":")[0]] += 1
        if what.startswith("missed"):
            missed.append(f"edit {number}, {what}: {done}")
    assert [] == missed
    assert found["wrong"] > sum(found.values()) // 4, found
