"""The chain of digests: every change of a fight's rows is found and its first event named, except
what only a seal can show."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import open as open_app
from combatlog.files.audit import Audit, audit
from combatlog.files.upgrade import upgrade
from events.store.campaign_file import SQLiteStore, open_campaign
from events.store.envelope import Row, erase_row
from events.types.keys import Upgraded
from events.types.log_events import Noted
from replay.audit.chain import Break, find_first_break
from replay.audit.report import audit_fight
from tests.support.amount import LONG, amount
from tests.support.tampered_files import (
    COLUMNS,
    campaign_of_two,
    drop_constraints,
    edits,
    open_unguarded,
    recompute_digests,
    rows_of,
)

Damage = Callable[[sqlite3.Connection, str, str], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tampered.combatlog"


@pytest.fixture
def fights(path: Path) -> tuple[str, str]:
    return campaign_of_two(path)


@pytest.fixture
def store(path: Path, fights: tuple[str, str]) -> Iterator[SQLiteStore]:
    with closing(open_campaign(path)) as store:
        yield store


def broken(found: Audit) -> dict[str, Break]:
    """Return the first event of each fight that is not as it was recorded."""
    return {fight.id: fight.broken for fight in found.fights if fight.broken is not None}


def sound(found: Audit) -> bool:
    """Return whether nothing is wrong, apart from missing triggers."""
    return not found.unlisted and all(fight.right for fight in found.fights)


def test_a_campaign_as_it_was_recorded_is_untouched(store: SQLiteStore) -> None:
    """An unchanged campaign has no break."""
    found = audit(store)
    assert found.right
    assert [22, 5] == [fight.sound for fight in found.fights]


@pytest.mark.slow
def test_each_edit_of_each_byte_is_found(path: Path, store: SQLiteStore) -> None:
    """Bytes of every column of every row are changed in turn, and the changed event is named: each
    fifth byte, or in a long run every one."""
    open_unguarded(path, sqlite3.Connection).close()
    lengths = {id: len(rows_of(store, id)) for id in store.fights()}
    count = 0
    for number, edit in enumerate(islice(edits(store), 0, None, 1 if LONG else 5)):
        store.connection.execute("BEGIN")
        try:
            edit.make(store.connection)
        except sqlite3.IntegrityError:  # there is such an event already: not even possible
            assert "seq" == edit.column
        else:
            count += 1
            last = edit.seq == lengths[edit.fight]
            found = find_first_break(edit.fight, rows_of(store, edit.fight))
            if edit.column == "fight" and last:
                assert found is None  # for this fight its end was cut off
                assert 1 == len(audit(store).unlisted)
            else:
                moved = {edit.seq, edit.value} if edit.column == "seq" else {edit.seq}
                assert found is not None
                assert found.seq in moved, edit
            if number % 8 == 0:
                assert not sound(audit(store))
        finally:
            store.connection.execute("ROLLBACK")
    assert count > amount(40_000)
    assert sound(audit(store))


ANYTHING = (None, 0, -1, 2.5, 2**62, "", "x", b"", b"\xff\x00", "12", "\0")


@pytest.mark.parametrize("column", COLUMNS[1:])
def test_values_of_another_kind_are_found(path: Path, fights: tuple[str, str], column: str) -> None:
    """NULL in place of a number, a number in place of a text, bytes, or invalid text is found."""
    drop_constraints(path)
    with closing(open_campaign(path)) as store:
        execute = store.connection.execute
        was = execute(f"SELECT {column} FROM events WHERE seq = 6 LIMIT 1").fetchone()[0]
        for value in ANYTHING:
            if (type(value), value) == (type(was), was):
                continue
            execute("BEGIN")
            where = "WHERE fight = ? AND seq = 6"
            execute(f"UPDATE events SET {column} = ? {where}", (value, fights[0]))
            assert {fights[0]: 6} == {id: each.seq for id, each in broken(audit(store)).items()}
            execute("ROLLBACK")


@pytest.mark.parametrize("value", [None, 6.5, b"\x07", "seven", -7, 0, 99])
def test_a_number_that_is_none_is_found(path: Path, fights: tuple[str, str], value: object) -> None:
    """An event whose seq is not a number is reported as missing in its place."""
    drop_constraints(path)
    with closing(open_campaign(path)) as store:
        where = "WHERE fight = ? AND seq = 7"
        store.connection.execute(f"UPDATE events SET seq = ? {where}", (value, fights[0]))
        assert not audit(store).right
        assert [fights[0]] == list(broken(audit(store)))


def test_a_row_of_no_fight_is_found(path: Path, fights: tuple[str, str]) -> None:
    """An event without a fight, or with bytes as its fight, is reported as missing in its own
    fight."""
    drop_constraints(path)
    with closing(open_campaign(path)) as store:
        for value in (None, b"\xff", 7):
            store.connection.execute("BEGIN")
            where = "WHERE fight = ? AND seq = 7"
            store.connection.execute(f"UPDATE events SET fight = ? {where}", (value, fights[0]))
            found = audit(store)
            assert {fights[0]: Break(7, "is missing: #6 is followed by #8")} == broken(found)
            assert [str(value)] == found.unlisted
            store.connection.execute("ROLLBACK")


DAMAGE: dict[str, tuple[Damage, int, str]] = {
    "a row deleted": (
        lambda c, a, b: c.execute("DELETE FROM events WHERE fight = ? AND seq = 7", (a,)),
        7,
        "is missing: #6 is followed by #8",
    ),
    "the first row deleted": (
        lambda c, a, b: c.execute("DELETE FROM events WHERE fight = ? AND seq = 1", (a,)),
        1,
        "is missing: the log begins with #2",
    ),
    "all rows deleted": (
        lambda c, a, b: c.execute("DELETE FROM events WHERE fight = ?", (a,)),
        1,
        "is missing: the fight has no events",
    ),
    "a row taken out and the rest moved up": (
        lambda c, a, b: (
            c.execute("DELETE FROM events WHERE fight = ? AND seq = 7", (a,)),
            c.execute("UPDATE events SET seq = seq - 1 WHERE fight = ? AND seq > 7", (a,)),
        ),
        7,
        "does not follow from the event before it",
    ),
    "a row added at the end": (
        lambda c, a, b: c.execute(
            "INSERT INTO events SELECT fight, 23, 22, 23, cause, repeats, at, by, body, digest,"
            " blind, NULL"
            " FROM events WHERE fight = ? AND seq = 22",
            (a,),
        ),
        23,
        "does not follow from the event before it",
    ),
    "a row added at the front": (
        lambda c, a, b: c.execute(
            "INSERT INTO events SELECT fight, 0, 0, 0, cause, repeats, at, by, body, digest,"
            " blind, NULL"
            " FROM events WHERE fight = ? AND seq = 22",
            (a,),
        ),
        0,
        "was put before the first event",
    ),
    "a row twice": (
        lambda c, a, b: c.execute(
            "INSERT INTO events SELECT * FROM events WHERE fight = ? AND seq = 7", (a,)
        ),
        7,
        "is in the log twice",
    ),
    "two rows exchanged": (
        lambda c, a, b: c.execute(
            "UPDATE events SET seq = 15 - seq WHERE fight = ? AND seq IN (7, 8)", (a,)
        ),
        7,
        "does not follow from the event before it",
    ),
    "a row of the other fight": (
        lambda c, a, b: (
            c.execute("DELETE FROM events WHERE fight = ? AND seq = 4", (a,)),
            c.execute(
                "INSERT INTO events SELECT ?, seq, parent, cmd, cause, repeats, at, by, body,"
                " digest, blind, said FROM events WHERE fight = ? AND seq = 4",
                (a, b),
            ),
        ),
        4,
        "does not follow from the event before it",
    ),
    "the digest alone": (
        lambda c, a, b: c.execute(
            "UPDATE events SET digest = zeroblob(32) WHERE fight = ? AND seq = 7", (a,)
        ),
        7,
        "has another digest than it was recorded with",
    ),
    "what was said": (
        lambda c, a, b: c.execute(
            "UPDATE events SET body = replace(body, 'sam', 'troll') WHERE fight = ? AND seq = 6",
            (a,),
        ),
        6,
        "was changed after it was recorded",
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_the_first_event_that_was_touched_is_named(
    path: Path, fights: tuple[str, str], what: str
) -> None:
    """The break names the fight, the seq and, as far as it can be known, what was done."""
    damage, seq, said = DAMAGE[what]
    drop_constraints(path)
    with closing(open_campaign(path)) as store:
        damage(store.connection, *fights)
        found = broken(audit(store))
        assert [(fights[0], seq)] == [(id, each.seq) for id, each in found.items()]
        assert said in found[fights[0]].said


def test_only_what_stands_before_a_break_is_vouched_for(store: SQLiteStore) -> None:
    """The rest of the report covers only the events before the break."""
    id = store.fights()[0]
    rows = rows_of(store, id)
    rows[16] = replace(rows[16], by="somebody")
    found = audit_fight(id, rows, {})
    assert (22, 15) == (found.events, found.sound)
    assert found.dice is not None
    assert 1 == found.dice.drawn


def test_a_cut_end_and_a_chain_written_anew_do_not_show_in_the_chain(store: SQLiteStore) -> None:
    """The chain cannot show a cut end or a recomputed chain; a seal can (see test_seal)."""
    id = store.fights()[0]
    rows = rows_of(store, id)
    assert find_first_break(id, rows[:17]) is None
    anew: list[Row] = recompute_digests(id, [replace(row, by="nobody") for row in rows])
    assert find_first_break(id, anew) is None
    assert audit_fight(id, anew, {}).right


def test_a_fight_that_was_taken_off_the_list_is_named(
    path: Path, fights: tuple[str, str], store: SQLiteStore
) -> None:
    """A fight removed from the list of fights still has its events, and is reported."""
    open_unguarded(path).execute("DELETE FROM fights WHERE fight = ?", (fights[0],))
    found = audit(store)
    assert not found.right
    assert [fights[0]] == found.unlisted
    assert [fights[1]] == [fight.id for fight in found.fights]


def test_a_log_of_another_fight_is_none_of_this(store: SQLiteStore) -> None:
    """The id of a fight is part of every digest."""
    one, other = store.fights()
    found = find_first_break(other, rows_of(store, one))
    assert found is not None
    assert 1 == found.seq


class Upgrade(NamedTuple):
    """A fight that was copied from format 1: its rows, the seqs of a note before that, of the event
    that says so, and of a note after it."""

    fight: str
    rows: list[Row]
    early: int
    seq: int
    late: int

    def forge(self, erased: int, changed: int = 0) -> Break | None:
        """Return what is found with one row erased and another one changed, its digests, and those
        of all rows behind it, computed again."""
        rows = [
            replace(row, by="eve")
            if row.seq == changed
            else erase_row(row)
            if row.seq == erased
            else row
            for row in self.rows
        ]
        return find_first_break(self.fight, recompute_digests(self.fight, rows))


@pytest.fixture
def upgraded(tmp_path: Path) -> Upgrade:
    old, new = tmp_path / "old.combatlog", tmp_path / "new.combatlog"
    campaign_of_two(old, 1)
    upgrade(str(old), str(new))
    with open_app(new) as campaign:
        fight = campaign.fight("1")
        (late,) = fight.note("later")
        rows = rows_of(campaign.store, fight.id)
        events = [row.event for row in fight.history.rows]
    early = next(seq for seq, event in enumerate(events, 1) if isinstance(event, Noted))
    copied = next(seq for seq, event in enumerate(events, 1) if isinstance(event, Upgraded))
    assert early < copied < late.seq
    return Upgrade(fight.id, rows, early, copied, late.seq)


def test_a_row_that_was_erased_before_an_upgrade_is_named(upgraded: Upgrade) -> None:
    """The old digests need its text. Without it nobody could tell that another row was changed in
    the copy."""
    told = Break(
        upgraded.early, f"was erased, and #{upgraded.seq} names digests that need its text"
    )
    assert told == upgraded.forge(erased=upgraded.early)
    assert told == upgraded.forge(erased=upgraded.early, changed=1)


def test_a_row_that_was_erased_after_an_upgrade_hides_nothing(upgraded: Upgrade) -> None:
    """The rows before the upgrade are still compared with the digest that it names."""
    assert upgraded.forge(erased=upgraded.late) is None
    found = upgraded.forge(erased=upgraded.late, changed=1)
    assert found is not None
    assert (upgraded.seq, True) == (found.seq, "names another log" in found.said)
