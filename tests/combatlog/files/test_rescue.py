"""`combatlog rescue`: readable events go to a new file, and what is missing is named."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import open as open_campaign
from combatlog.files import safe_write
from combatlog.files.rescue.rescue import LEFTOVER, Rescue, rescue, survey
from events.errors import CampaignError
from events.store.envelope import GENESIS, Row, compute_digest
from replay.audit.rules import find_differences
from replay.log.event_log import History
from replay.validation.log_rules import check_structure
from tests.damaged.commands import check_message, read_files, run
from tests.damaged.conftest import Damaged, damaged, sound
from tests.damaged.damages import ALTERED, ELSE, LOGGED, altered, cuts, pages, root_of, zeroed
from tests.damaged.intact_campaign import PAGE
from tests.support.tampered_files import campaign_of_two

__all__ = ["damaged", "sound"]

Sound = dict[tuple[str, int], Row]


@pytest.fixture
def recorded(sound: Path) -> Sound:
    """Return every row of the intact campaign."""
    return rows_of(sound)


def rows_of(path: Path) -> Sound:
    with open_campaign(path) as campaign:
        return {
            (id, row.seq): row for id in campaign.store.fights() for row in campaign.store.rows(id)
        }


def leftovers(new: Path) -> set[str]:
    """Return the digests of the events in the second file."""
    beside = Path(f"{new}{LEFTOVER}")
    if not beside.exists():
        return set()
    return {json.loads(line).get("digest", "") for line in beside.read_text("utf-8").splitlines()}


def check_rescued(path: Path, recorded: Sound) -> Rescue | None:
    """Rescue a damaged campaign: what is kept is valid, what is lost is named, and the damaged file
    is as it was."""
    before = read_files(path.parent)
    new = path.with_name("new.combatlog")
    try:
        found = rescue(str(path), str(new))
    except CampaignError:
        assert before == read_files(path.parent)
        assert not any(row.digest in whole(before) for row in recorded.values())
        return None
    after = read_files(path.parent)
    assert before == {name: after[name] for name in before}
    assert {"new.combatlog", f"new.combatlog{LEFTOVER}"} >= after.keys() - before.keys()
    check_standing(new)
    check_named(found, rows_of(new), leftovers(new), recorded)
    kept = {row.digest.hex() for row in rows_of(new).values()} | leftovers(new)
    for row in intact(before, recorded):
        assert row.digest.hex() in kept
    return found


def whole(files: dict[str, bytes]) -> bytes:
    return b"".join(files.values())


def intact(files: dict[str, bytes], recorded: Sound) -> list[Row]:
    """Return the rows whose bytes, from time to digest, are still in a file. (Rows with overflow
    pages are in pieces.)"""
    lying = whole(files)
    return [
        row
        for row in recorded.values()
        if row.at.encode() + row.by.encode() + row.body.encode() + row.digest in lying
    ]


def check_standing(new: Path) -> None:
    """Check that every fight of a campaign is valid and can be continued."""
    with open_campaign(new) as campaign:
        for id in campaign.store.fights():
            digest = GENESIS
            for row in campaign.store.rows(id):
                assert compute_digest(digest, id, row) == row.digest
                digest = row.digest
            check_structure(list(campaign.store.read(id)))
            assert [] == list(find_differences(History(campaign.store.read(id))))
            assert campaign.fight(id).note("On we go.")


def check_named(found: Rescue, kept: Sound, left: set[str], recorded: Sound) -> None:
    """Check that every event is in the new file, in the second one, or named; or that the message
    says that parts could not be read."""
    told = {fight.id: fight.lost + fight.beyond for fight in found.fights}
    for (id, seq), row in recorded.items():
        saved = kept.get((id, seq)) == row or row.digest.hex() in left
        named = any(first <= seq <= last for first, last in told.get(id, []))
        assert saved or named or not found.complete, (id, seq)


WITHOUT_TRACE = {"the last event less", "all of a fight's events less", "no events"}
"""What is gone with all that told of it: only a seal shows that."""


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_campaign_is_rescued(what: str, damaged: Damaged, recorded: Sound) -> None:
    """The valid prefix is kept, and the rest is named."""
    if what in WITHOUT_TRACE:
        recorded = {place: row for place, row in recorded.items() if place[0] != "fight2"}
    if what in ("no events", "events without end", "a newer version"):
        recorded = {}
    check_rescued(damaged(ALTERED[what]), recorded)


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("what", LOGGED)
def test_a_write_ahead_log_is_rescued(what: str, damaged: Damaged, recorded: Sound) -> None:
    """With its database, without it, and beside the remains of it."""
    found = check_rescued(damaged(LOGGED[what]), {} if "without its log" in what else recorded)
    if what.startswith("a log "):
        assert found is not None
        assert len(recorded) == found.readable


@pytest.mark.parametrize("what", ["nothing", "a text", "an empty file", "another program's file"])
def test_where_nothing_is_left_nothing_is_written(what: str, damaged: Damaged) -> None:
    """No empty file is made."""
    assert check_rescued(damaged(ELSE[what]), {}) is None


@pytest.mark.slow
def test_every_page_may_be_lost(damaged: Damaged, sound: Path, recorded: Sound) -> None:
    """With any page zeroed, overwritten or cut, every intact event is recovered."""
    saved = [
        check_rescued(damaged(damage), recorded) for damage in pages(sound.stat().st_size).values()
    ]
    assert all(found is not None for found in saved)
    assert 20 < sum(found is not None and not found.whole for found in saved)


@pytest.mark.slow
def test_the_file_may_end_anywhere(damaged: Damaged, sound: Path, recorded: Sound) -> None:
    """A file that was cut off yields the events that it still holds."""
    found = [
        check_rescued(damaged(damage), recorded) for damage in cuts(sound.stat().st_size).values()
    ]
    counts = [each.readable for each in found if each is not None]
    assert len(counts) > 20
    assert max(counts) > len(recorded) - 20


def test_a_sound_campaign_is_copied_whole(
    damaged: Damaged, recorded: Sound, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every fight is there with its digests, in order, with its secrets and keys."""
    path = damaged(lambda path: None)
    ran = run(capsys, "rescue", "d")
    assert 0 == ran.code
    assert "Random fight 1: all 122 events whole." in ran.out
    assert "d.rescued.combatlog is ready; d.combatlog is as it was.\n" in ran.out
    new = path.with_name("d.rescued.combatlog")
    assert recorded == rows_of(new)
    assert tables(path) == tables(new)
    assert ["d.combatlog", "d.rescued.combatlog"] == sorted(os.listdir())


def test_a_key_that_is_there_twice_stands_for_its_first_command(tmp_path: Path) -> None:
    """In format 1 the keys come from their table, which anybody may have written."""
    path, new = tmp_path / "old.combatlog", tmp_path / "new.combatlog"
    campaign_of_two(path, 1)
    with open_campaign(path) as campaign:
        campaign.fight("2").note("on we go", key="k-old")
        known = campaign.store.command("k-old")
    altered(
        "CREATE TABLE loose AS SELECT * FROM commands",
        "INSERT INTO loose SELECT key, fight, 1, 1, request FROM loose WHERE key = 'k-old'",
        "DROP TABLE commands",
        "ALTER TABLE loose RENAME TO commands",
    )(path)
    rescue(str(path), str(new))
    with open_campaign(new) as campaign:
        found = campaign.store.command("k-old")
    assert known is not None
    assert replace(known, first=1, last=1) == found


def tables(path: Path) -> list[list[object]]:
    """Return what a campaign holds beside the events."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
            for table in ("fights", "secrets", "commands")
        ]


def test_a_hole_is_told(damaged: Damaged, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names what comes before the gap, what is lost, and where the rest is."""
    damaged(altered("DELETE FROM events WHERE fight = 'fight0' AND seq IN (2, 4, 5)"))
    ran = run(capsys, "rescue", "d.combatlog", "new")
    assert 1 == ran.code
    assert "Random fight 0: #1 of 119 whole; #2, #4–5 are lost; left over: #3, #6–119.\n" in ran.out
    assert "What is left over (115) is in new.combatlog.leftover.jsonl, an event a line" in ran.out
    assert "Any text editor shows it" in ran.out
    lines = Path("new.combatlog.leftover.jsonl").read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    assert ("fight0", 3, "join") == (first["fight"], first["seq"], first["event"]["type"])
    assert 115 == len(lines)


def test_half_a_command_is_none(damaged: Damaged, recorded: Sound) -> None:
    """The prefix ends with a whole command; the rest of the last one goes to the second file."""
    caused = [row for row in recorded.values() if row.cause == row.cmd]
    last = next(row for row, after in pairwise(caused) if row.cause == after.cause)
    path = damaged(altered(f"DELETE FROM events WHERE fight = 'fight0' AND seq > {last.seq}"))
    found = survey(str(path))
    assert last.cmd - 1 == len(found.fights[0].kept)
    assert f"the command of #{last.cmd} is not all there" == found.fights[0].why


def test_a_lost_secret_is_told(damaged: Damaged, capsys: pytest.CaptureFixture[str]) -> None:
    """The dice of a fight whose secret is lost need a new seal."""
    damaged(root_of("secrets", zeroed))
    ran = run(capsys, "rescue", "d.combatlog")
    assert 1 == ran.code
    assert "The secret of its dice is missing; its next dice get a new secret." in ran.out
    assert 0 == run(capsys, "note", "well", "-c", "d.rescued.combatlog").code


def test_what_is_not_read_to_its_end_may_have_been_more(
    damaged: Damaged, sound: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a file that is cut off, a fight has at least its known events."""
    damaged(cuts(sound.stat().st_size)[f"cut to {sound.stat().st_size // 2 // PAGE * PAGE} bytes"])
    ran = run(capsys, "rescue", "d.combatlog", "new")
    assert 1 == ran.code
    assert " of at least " in ran.out
    assert "whether they held more" in ran.out


def test_keys_that_are_lost_are_no_events(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """If every event was read and fits together, the message says so, whatever else is lost."""
    damaged(root_of("commands", zeroed))
    ran = run(capsys, "rescue", "d.combatlog")
    assert 1 == ran.code
    assert "Random fight 1: all 122 events whole." in ran.out
    assert "they held no event: every fight was read to its end, and all of it fits" in ran.out


@pytest.mark.parametrize(
    "taken", ["new.combatlog", f"new.combatlog{LEFTOVER}", "new.combatlog-wal"]
)
def test_nothing_is_overwritten(
    taken: str, damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither the new file nor the second one may exist already."""
    damaged(lambda path: None)
    Path(taken).write_text("mine")
    ran = run(capsys, "rescue", "d.combatlog", "new.combatlog")
    check_message(ran)
    assert f"{taken} exists already" in ran.err
    assert "mine" == Path(taken).read_text()


def test_a_missing_folder_is_named(damaged: Damaged, capsys: pytest.CaptureFixture[str]) -> None:
    """The new file needs an existing folder."""
    damaged(lambda path: None)
    ran = run(capsys, "rescue", "d.combatlog", "nowhere/new.combatlog")
    check_message(ran)
    assert "There is no folder nowhere" in ran.err


def test_a_rescue_that_breaks_off_leaves_nothing(
    damaged: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new file appears when it is complete."""
    path = damaged(lambda path: None)
    monkeypatch.setattr("combatlog.files.safe_write.put_in_place", broken)
    with pytest.raises(OSError, match="broken off"):
        rescue(str(path), "new.combatlog")
    assert ["d.combatlog"] == os.listdir()


def test_a_rescue_whose_file_gets_no_name_leaves_nothing_beside(
    damaged: Damaged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of what is left over would block the next try."""
    path = damaged(altered("DELETE FROM events WHERE fight = 'fight0' AND seq = 4"))
    put = safe_write.put_in_place

    def put_leftover_only(temporary: str, path: str, force: bool = False) -> None:
        if not path.endswith(LEFTOVER):
            raise OSError(5, "broken off")
        put(temporary, path, force)

    with monkeypatch.context() as patched:
        patched.setattr(safe_write, "put_in_place", put_leftover_only)
        with pytest.raises(CampaignError):
            rescue(str(path), "new.combatlog")
    assert ["d.combatlog"] == os.listdir()
    assert rescue(str(path), "new.combatlog").leftover


def broken(*args: object) -> None:
    raise OSError(5, "broken off")
