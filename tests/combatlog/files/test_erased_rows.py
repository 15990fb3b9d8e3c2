"""Erased rows in the audit, an export and a forged file: which are notes, and what is wrong."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from combatlog.app.campaign import create, open
from combatlog.files.audit import audit, audit_export
from combatlog.files.jsonl import import_fight
from combatlog.terminal.views.audit import build_report, render_report
from events.errors import CombatlogError, Damaged
from events.serialization.codec import encode
from events.signatures import create_key
from events.store.campaign_file import open_campaign
from events.store.columns import pack_columns
from events.store.envelope import ERASED_BODY, Entry, Row, erase_row
from events.store.memory import MemoryStore
from events.types.log_events import BranchNamed, HeadMoved, Noted
from tests.combatlog.files.test_erase import SECRET, adopt, erase, path, read_rows, run
from tests.support.tampered_files import (
    COLUMNS,
    Edit,
    open_unguarded,
    recompute_digests,
)

__all__ = ["path"]


def test_a_view_names_the_commands_with_hidden_statements(path: Path) -> None:
    """Where signatures could not be checked is said, in words and in JSON."""
    view = path.with_suffix(".jsonl")
    assert 0 == run("export", "-c", path, "--for", "players", "-o", view)[0]
    assert "what was said for 1 command is not all here" in run("audit", view)[1]
    data = json.loads(run("audit", view, "--json")[1])
    assert [4] == data["fights"][0]["statements"]["hidden"]
    whole = json.loads(run("audit", "-c", path, "--json")[1])
    assert [] == whole["fights"][0]["statements"]["hidden"]


def test_a_signed_note_can_be_erased(path: Path) -> None:
    """Its signature cannot be checked any more, and that is said. The other ones are checked."""
    own = create_key()
    with open(path, by="anna", find_key=lambda: own) as campaign:
        campaign.fight().bind_key()
        (note,) = campaign.fight().note(SECRET, key="k-2")
        campaign.fight().note("Here.")
    copy = erase(path, 4, note.seq)
    assert SECRET.encode() not in copy.read_bytes()
    with closing(open_campaign(copy)) as store:
        (fight,) = audit(store).fights
    assert ((4, note.seq), 2) == (fight.statements.hidden, fight.statements.signatures)
    assert fight.right


@pytest.mark.parametrize("seq", [1, 3, 6, 7, 8, 9])
def test_another_row_that_was_erased_is_wrong(path: Path, seq: int) -> None:
    """Where it is seen: a row with a place that no note has, or one that others need. Import
    refuses it, too."""
    with closing(open_campaign(path)) as store:
        id = store.fights()[0]
    rows = [erase_row(row) if row.seq == seq else row for row in read_rows(path)]
    audited = audit(adopt(id, rows))
    assert "wrong" == audited.verdict
    assert f"#{seq}" in "\n".join(render_report(build_report(audited)))
    header = json.dumps({"combatlog": 2, "fight": id, "events": len(rows), "view": "whole"})
    lines = [header, *_write_lines(rows)]
    assert "wrong" == audit_export(line.encode() for line in lines).verdict
    with pytest.raises(CombatlogError):
        import_fight(MemoryStore(), [line.encode() for line in lines])


def _write_lines(rows: Sequence[Row]) -> list[str]:
    from msgspec import json as fast

    from combatlog.files.export_lines import make_line

    return [fast.encode(make_line(row, False, False)).decode() for row in rows]


def test_a_row_that_nothing_needs_may_be_any(path: Path) -> None:
    """Of a row that could be a note nobody sees what it was: that cannot be judged."""
    rows = [erase_row(row) if row.seq == 2 else row for row in read_rows(path)]
    with closing(open_campaign(path)) as store:
        id = store.fights()[0]
    audited = audit(adopt(id, rows))
    assert ("cannot be judged", (2,)) == (audited.verdict, audited.fights[0].hidden)


@pytest.mark.parametrize("event", [HeadMoved("so"), BranchNamed("b", 2)])
def test_a_note_within_another_command_stays(tmp_path: Path, event: HeadMoved) -> None:
    """A program may record one so; nobody could tell it from a row that others need."""
    path = tmp_path / "yard.combatlog"
    with create(path, by="mia") as campaign:
        fight = campaign.start("Yard", "golden-idol")
        campaign.store.append(fight.id, 1, [Entry(Noted("a")), Entry(Noted("b")), Entry(event)])
    for seq in (2, 3):
        told = run("erase", seq, "-c", path)[1]
        assert f"#{seq} stands in a command with other events" in told


def test_a_row_that_only_says_it_was_erased_is_wrong(path: Path) -> None:
    """An ordinary row with the body of an erased one."""
    rows = read_rows(path)
    columns = pack_columns(rows[4])
    rows[4] = Row(*(*columns[:7], ERASED_BODY, *columns[8:]))
    audited = audit(adopt("yard", recompute_digests("yard", rows)))
    assert "wrong" == audited.verdict
    assert "#5 says that it was erased" in audited.fights[0].forged


@pytest.mark.slow
def test_every_change_of_an_erased_row_is_found(path: Path) -> None:
    """In any column of the file; the stand-in of the body is no digest's, and has one form."""
    copy = erase(path, 4)
    with closing(open_campaign(copy)) as store:
        id = store.fights()[0]
    with closing(sqlite3.connect(copy)) as connection:
        names = ", ".join(COLUMNS)
        stored = connection.execute(f"SELECT {names} FROM events WHERE seq = 4").fetchone()
    other = Noted("", erased=False)
    changes = [
        Edit(id, 4, "body", encode(other)),
        Edit(id, 4, "body", ERASED_BODY.replace('""', '"so"')),
        Edit(id, 4, "body", ERASED_BODY + " "),
        Edit(id, 4, "body", ""),
        *(Edit(id, 4, "blind", value) for value in (b"", b"5" * 16, b"5" * 32, "so", None, 7)),
        *(Edit(id, 4, "said", value) for value in (None, "55" * 32, "zz" * 32, "[]", b"so", 7)),
        Edit(id, 4, "said", stored[COLUMNS.index("said")].upper()),
        Edit(id, 4, "digest", b"5" * 32),
        Edit(id, 4, "by", "zoe"),
        Edit(id, 4, "cause", 2),
    ]
    for edit in changes:
        with closing(open_unguarded(copy)) as connection:
            try:
                edit.make(connection)
            except sqlite3.IntegrityError:
                continue
        with closing(open_campaign(copy)) as store:
            assert not audit(store).right, edit
            if edit.column in ("body", "blind", "said"):
                with suppress(Damaged):
                    assert list(store.rows(id))[3] != erase_row(read_rows(path)[3])
        with closing(open_unguarded(copy)) as connection:
            for name, value in zip(COLUMNS, stored, strict=True):
                Edit(id, 4, name, value).make(connection)
    with closing(open_campaign(copy)) as store:
        assert audit(store).right
