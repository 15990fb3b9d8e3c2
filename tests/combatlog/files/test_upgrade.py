"""A campaign of format 1 as a new file of format 2."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from combatlog.files import upgrade as files_upgrade
from combatlog.files.audit import audit, seal_campaign
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.files.upgrade import UpgradedFight, upgrade, upgrade_rows
from events.errors import CampaignError, Refused, Unreadable
from events.serialization.codec import decode, encode
from events.store.campaign_file import create_campaign, open_campaign
from events.store.envelope import Entry, Head, Row, chain_entries
from events.store.memory import MemoryStore
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.declarations import FightStarted
from events.types.keys import Upgraded
from events.types.rolls import Rolled
from replay.audit.chain import Break, find_first_break
from replay.log.commitments import NOT_HERE
from tests.support.tampered_files import BRAWL, recompute_digests, record_brawl


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.combatlog"
    with Campaign(create_campaign(path, format=1), by="mia") as campaign:
        record_brawl(campaign)
        record_brawl(campaign, "gorge", BRAWL[1:2])
    return path


def columns(row: Row) -> tuple[object, ...]:
    place = (row.seq, row.parent, row.cmd, row.cause, row.repeats)
    return (*place, row.at, row.by, row.body)


def test_every_row_is_copied_as_it_is(old: Path, tmp_path: Path) -> None:
    """Columns and body bytes stay, the old file stays, and the copy is sound and goes on."""
    new = tmp_path / "new.combatlog"
    before = old.read_bytes()
    upgrade(str(old), str(new), "mia")
    assert before == old.read_bytes()
    with closing(open_campaign(old)) as one, closing(open_campaign(new)) as other:
        assert (1, 2) == (one.format, other.format)
        for fight in one.fights():
            was, now = list(one.rows(fight)), list(other.rows(fight))
            assert list(map(columns, was)) == list(map(columns, now[: len(was)]))
            assert [16] * len(now) == [len(row.blind) for row in now]
        assert audit(other).right
        assert Campaign(other, "mia").fight("1").note("On we go.")


def test_seals_of_the_old_campaign_hold(old: Path, tmp_path: Path) -> None:
    """A seal kept since format 1 holds for the copy, also after the fight has gone on."""
    new = tmp_path / "new.combatlog"
    with closing(open_campaign(old)) as store:
        both, one = seal_campaign(store), seal_campaign(store, store.fights()[0])
    upgrade(str(old), str(new))
    with closing(open_campaign(new)) as store:
        Campaign(store).fight("1").note("On we go.")
        for seal in (both, one):
            found = audit(store, "", seal)
            assert found.seal is not None
            assert "" == found.seal.wrong


def test_an_upgrade_that_changed_a_row_is_found(old: Path) -> None:
    """The digest of the old head shows whether the rows before it are those of the old log."""
    with closing(open_campaign(old)) as store:
        rows = list(store.rows("cave"))
    forged = [replace(row, by="eve") if row.seq == 3 else row for row in rows]
    copied = upgrade_rows("cave", forged)
    entry = Entry(Upgraded(1, len(rows), rows[-1].digest.hex()))
    head = Head(len(rows), copied[-1].digest)
    added, _ = chain_entries("cave", head, [entry], at=rows[-1].at, by="", blinds=bytes(16))
    broken = find_first_break("cave", [*copied, Row(*added[0])])
    assert isinstance(broken, Break)
    assert (len(rows) + 1, True) == (broken.seq, "another log" in broken.said)


def test_a_campaign_of_format_2_is_not_copied(old: Path, tmp_path: Path) -> None:
    """There is nothing to upgrade, and nothing is written."""
    new, third = tmp_path / "new.combatlog", tmp_path / "third.combatlog"
    upgrade(str(old), str(new))
    with pytest.raises(Refused, match="is of format 2 already"):
        upgrade(str(new), str(third))
    with pytest.raises(Refused, match="exists already"):
        upgrade(str(old), str(new))
    assert not third.exists()


def test_a_fight_of_format_2_does_not_fit_into_an_old_campaign(old: Path) -> None:
    """It is refused with what to do; a fight of format 1 fits into a new one, and stays so."""
    new = MemoryStore()
    record_brawl(Campaign(new, "mia"), "moor")
    with closing(open_campaign(old)) as store:
        with pytest.raises(Refused, match="combatlog upgrade"):
            import_fight(store, [line.encode() for line in export_lines(new, "moor")])
        lines = list(export_lines(store, "cave"))
    import_fight(new, [line.encode() for line in lines])
    assert lines == list(export_lines(new, "cave"))
    Campaign(new, "mia").fight("cave").note("On we go.", key="k")
    assert 1 == new.format_of("cave")
    assert audit(new).right


def test_a_file_made_meanwhile_is_not_replaced(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place is looked at again at the end, and nothing else is left."""
    new = tmp_path / "new.combatlog"
    copy_fight = files_upgrade._copy_fight

    def copy_late(*arguments: Any) -> UpgradedFight:
        new.write_bytes(b"theirs")
        return copy_fight(*arguments)

    monkeypatch.setattr(files_upgrade, "_copy_fight", copy_late)
    with pytest.raises(Refused, match="exists already; choose another name for the copy"):
        upgrade(str(old), str(new))
    assert b"theirs" == new.read_bytes()
    assert {"old.combatlog", "new.combatlog"} == set(os.listdir(tmp_path))


def test_what_is_recorded_meanwhile_is_not_in_the_copy(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All fights are copied as they were at one moment."""
    new = tmp_path / "new.combatlog"
    copy_fight = files_upgrade._copy_fight
    lengths: list[int] = []

    def copy_and_record(*arguments: Any) -> UpgradedFight:
        with Campaign(open_campaign(old), by="ben") as other:
            lengths.extend(entry.events for entry in other.fights() if not lengths[1:])
            for each in ("1", "2"):
                other.fight(each).note("Meanwhile.")
        return copy_fight(*arguments)

    monkeypatch.setattr(files_upgrade, "_copy_fight", copy_and_record)
    assert lengths == [each.events for each in upgrade(str(old), str(new))]


def test_the_log_of_a_campaign_that_is_gone_is_not_taken_for_that_of_the_copy(
    old: Path, tmp_path: Path
) -> None:
    """What lies beside the new name is as much in the way as a file of that name."""
    new = tmp_path / "new.combatlog"
    Path(f"{new}-wal").write_bytes(b"old")
    with pytest.raises(Refused, match=r"new\.combatlog-wal exists already"):
        upgrade(str(old), str(new))
    assert not new.exists()


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (OSError(28, "No space left on device"), "new.combatlog cannot be written: No space left"),
        (
            sqlite3.OperationalError("disk I/O error"),
            "cannot be copied to .*new.combatlog: the disk",
        ),
    ],
)
def test_a_copy_that_cannot_be_written_is_one_sentence(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: Exception, said: str
) -> None:
    """It says which file, and why; nothing is left."""

    def fail(*_: Any) -> UpgradedFight:
        raise raised

    monkeypatch.setattr(files_upgrade, "_copy_fight", fail)
    with pytest.raises(CampaignError, match=said):
        upgrade(str(old), str(tmp_path / "new.combatlog"))
    assert ["old.combatlog"] == os.listdir(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_nobody_else_may_read_the_copy_of_a_private_campaign(old: Path, tmp_path: Path) -> None:
    """The secrets of the dice are in it."""
    os.chmod(old, 0o600)
    new = tmp_path / "new.combatlog"
    upgrade(str(old), str(new))
    assert 0o600 == os.stat(new).st_mode & 0o777


@pytest.fixture
def copied(old: Path, tmp_path: Path) -> Iterator[Campaign]:
    """The copy of a campaign whose secrets of format 1 are in service."""
    new = tmp_path / "new.combatlog"
    upgrade(str(old), str(new), "mia")
    with Campaign(open_campaign(new), by="mia") as campaign:
        yield campaign


def draw(campaign: Campaign) -> Rolled:
    """Let the turn of the first fight be resolved again; return the last die."""
    campaign.fight("1").undo()
    session = Session(campaign, campaign.fight("1"))
    session.say("resolve")
    fell = [row.event for row in session.fight.history.rows if isinstance(row.event, Rolled)]
    return fell[-1]


def test_a_secret_of_format_1_stays_in_service(old: Path, copied: Campaign) -> None:
    """The same die falls as in the old campaign: a copy is no way to other dice."""
    with Campaign(open_campaign(old), by="mia") as before:
        assert draw(before) == draw(copied)
    history = copied.fight("1").history
    roots = [row for row in history.rows if isinstance(row.event, Anchored)]
    assert (True, [], None) == (history.is_upgraded, roots, history.epochs)
    assert audit(copied.store).right


def test_a_close_opens_the_secret_of_format_1(copied: Campaign) -> None:
    """Then a new root serves; players' salt counts for it, too; everybody can check all dice."""
    fight = copied.fight("1")
    assert fight.has_open_dice
    rows = fight.close("the evening is over")
    assert [Closed, SecretOpened, Anchored] == [type(row.event) for row in rows]
    assert not fight.has_open_dice
    fell = draw(copied)
    history = copied.fight("1").history
    assert history.epochs is not None
    assert ("seven geese on the wall",) == history.epochs.salts
    found = audit(copied.store)
    assert ("right", 0) == (found.verdict, found.unchecked)
    dice = found.fights[0].dice
    assert dice is not None and fell.draw == 0
    assert "the secret of format 1 was closed" == dice.roots[0].why
    assert {"revealed", "kept"} == {each.known for each in dice.secrets}
    copied.fight("1").close()
    lines = [line.encode() for line in export_lines(copied.store, "cave")]
    elsewhere = MemoryStore()
    import_fight(elsewhere, lines)
    assert ("right", 0) == (audit(elsewhere).verdict, audit(elsewhere).unchecked)


def test_a_false_secret_is_not_imported(copied: Campaign) -> None:
    """An opened secret meets its anchor, in either format."""
    fight = copied.fight("1")
    fight.close()
    draw(copied)
    copied.fight("1").close()
    rows = list(copied.store.rows("cave"))
    opened = [row for row in rows if "secret-opened" in row.body]
    assert 2 == len(opened)
    for row, said in zip(opened, ("match its seal", "meet its anchor"), strict=True):
        event = decode(row.body)
        assert isinstance(event, SecretOpened)
        body = encode(replace(event, secret="0" * 64))
        lines = export_forged(copied, {row.seq: body})
        with pytest.raises(Unreadable, match=f"^Line {row.seq + 1}: .*{said}"):
            import_fight(MemoryStore(), lines)


def export_forged(campaign: Campaign, bodies: dict[int, str]) -> list[bytes]:
    """Export the first fight with other bodies, and digests to match."""
    forged = MemoryStore()
    rows = [replace(row, body=bodies.get(row.seq, row.body)) for row in campaign.store.rows("cave")]
    forged.adopt("cave", recompute_digests("cave", rows))
    return [line.encode() for line in export_lines(forged, "cave")]


def test_the_next_start_closes_an_upgraded_fight(copied: Campaign) -> None:
    """The end of a fight reveals a secret of format 1; undone, it is open to be closed."""
    assert [] == copied.close_ended_fights()
    session = Session(copied, copied.fight("1"))
    session.say("end")
    assert [] == copied.close_ended_fights()
    assert audit(copied.store).right
    assert not copied.fight("1").has_open_dice


def test_the_root_after_the_first_secret_is_told_once(copied: Campaign) -> None:
    """With the close; not again where a move of the head leaves the line that names it."""
    session = Session(copied, copied.fight("1"))

    def list_roots(line: str) -> list[str]:
        told = session.fight.list_told(session.say(line).rows)
        return [each for each in told if "another secret" in each]

    [told] = list_roots("close")
    assert "put there by mia" in told
    for line in ("undo", "redo", "undo", "resolve"):
        assert [] == list_roots(line)
    events = [row.event for row in session.fight.history.rows]
    anchors = [event.anchor for event in events if isinstance(event, Anchored)]
    assert (2, 1) == (len(anchors), len(set(anchors)))


def test_another_root_while_the_first_secret_is_kept_is_wrong(copied: Campaign) -> None:
    """Whoever keeps the file needs none, and could try many; where the secret is gone, it is
    told."""
    copied.fight("1").undo()
    without, kept = MemoryStore(), MemoryStore()
    without.adopt("cave", list(copied.store.rows("cave")))
    campaign = Campaign(without, "mia")
    Session(campaign, campaign.fight("1")).say("resolve")
    lost = audit(without).fights[0].dice
    assert lost is not None
    assert ([NOT_HERE], ()) == ([each.why for each in lost.roots], lost.faults)
    started = next(copied.store.read("cave")).event
    assert isinstance(started, FightStarted)
    secret = copied.store.secret("cave", started.sealed)
    assert secret is not None
    kept.adopt("cave", list(without.rows("cave")), {started.sealed: secret})
    found = audit(kept)
    dice = found.fights[0].dice
    assert dice is not None
    said = "puts another root into service, while the secret of format 1 is at hand"
    assert ("wrong", [said]) == (found.verdict, [each.said for each in dice.faults])
