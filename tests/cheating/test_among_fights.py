"""Ways to hide a whole fight of a campaign, for whoever holds the file: each fight names the head
of the one started before it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import create, open
from combatlog.app.session import Session
from combatlog.files.audit import Audit, audit
from combatlog.files.backup import back_up
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.files.rescue.rescue import rescue
from combatlog.terminal.views.audit import build_report, render_report
from events.store.campaign_file import open_campaign
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted
from rulesets.definitions.shipped import load_game
from tests.support.tampered_files import open_unguarded, recompute_digests

TITLES = ("Quay", "Yard", "Road", "Hill")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of four fights, started one after the other; the dice of none were thrown."""
    path = tmp_path / "harbour.combatlog"
    with create(path, by="mia") as campaign:
        for title in TITLES:
            Session(campaign, campaign.start(title, "golden-idol")).say("join wolf")
    return path


def list_ids(path: Path) -> list[str]:
    with open(path) as campaign:
        return campaign.store.fights()


def check(path: Path, only: str = "") -> Audit:
    with open(path) as campaign:
        return audit(campaign.store, only)


def edit(path: Path, *statements: tuple[str, Sequence[object]]) -> None:
    with closing(open_unguarded(path)) as connection:
        for sql, values in statements:
            connection.execute(sql, values)


def take_out(path: Path, id: str) -> None:
    """Delete a fight everywhere, and close the gap in the list."""
    tables = ("events", "fights", "secrets", "commands")
    edit(path, *((f"DELETE FROM {table} WHERE fight = ?", (id,)) for table in tables))
    move(path, list_ids(path))


def move(path: Path, ids: Sequence[str]) -> None:
    """List the fights in this order."""
    edit(
        path,
        ("UPDATE fights SET number = number + 100", ()),
        *(("UPDATE fights SET number = ? WHERE fight = ?", at) for at in enumerate(ids, start=1)),
    )


def export_to(path: Path, id: str, other: Path, with_root: bool = False) -> None:
    with open(path) as campaign:
        lines = list(export_lines(campaign.store, id, with_root=with_root))
    with open(other) as campaign:
        import_fight(campaign.store, [line.encode() for line in lines])


def test_an_honest_campaign_is_right(path: Path) -> None:
    """Also where an older fight goes on after the next was started, and in a backup."""
    with open(path, by="mia") as campaign:
        campaign.fight("Quay").note("Later.")
    with closing(open_campaign(path)) as store:
        back_up(store, str(path.with_name("copy.combatlog")))
    for each in (path, path.with_name("copy.combatlog")):
        audited = check(each)
        assert "right" == audited.verdict
        assert ((), ()) == audited.order


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_fight_that_was_taken_out_is_missed(path: Path, at: int) -> None:
    """The next one names it; that the last was taken out only a seal shows."""
    ids = list_ids(path)
    take_out(path, ids[at])
    audited = check(path)
    said = f"{TITLES[at + 1]} (fight {at + 1}) was started after the fight {ids[at]}, which is gone"
    assert ("wrong", (said,)) == (audited.verdict, audited.order.wrong)
    assert f"{said}." in " ".join(map(str.strip, render_report(build_report(audited))))
    assert "wrong" == check(path, ids[at + 1]).verdict
    assert all("right" == check(path, id).verdict for id in ids[:at])


def test_the_last_fight_is_missed_by_a_seal_only(path: Path) -> None:
    """The second line of the audit says so."""
    take_out(path, list_ids(path)[-1])
    assert "right" == check(path).verdict


@pytest.mark.parametrize("order", ["1032", "0213", "3210", "0132", "1230"])
def test_another_order_is_wrong(path: Path, order: str) -> None:
    """Some fight stands before the one that it was started after."""
    ids = list_ids(path)
    move(path, [ids[int(at)] for at in order])
    audited = check(path)
    assert "wrong" == audited.verdict
    assert all(said.endswith("and stands before it") for said in audited.order.wrong)


def test_an_end_that_was_cut_off_is_missed(path: Path) -> None:
    """The next fight knows how many events there were."""
    edit(path, ("DELETE FROM events WHERE seq > 1 AND fight = ?", (list_ids(path)[1],)))
    audited = check(path)
    had = "Yard (fight 2) had 2 events when Road (fight 3) was started, and has 1 now"
    assert ("wrong", (had,)) == (audited.verdict, audited.order.wrong)


def test_a_fight_that_was_rewritten_is_found(path: Path) -> None:
    """Its chain was computed again, and the next one names another head."""
    id = list_ids(path)[1]
    with open(path) as campaign:
        first, joined = campaign.store.rows(id)
    forged = recompute_digests(id, [first, replace(joined, by="zoe")])[1]
    sql = "UPDATE events SET by = ?, digest = ? WHERE fight = ? AND seq = 2"
    edit(path, (sql, (forged.by, forged.digest, id)))
    audited = check(path)
    said = "Yard (fight 2) is another fight than when Road (fight 3) was started: #2 differs"
    assert ("wrong", (said,)) == (audited.verdict, audited.order.wrong)


def test_a_strangers_fight_makes_no_honest_campaign_wrong(path: Path) -> None:
    """A fight from elsewhere names another first event of one that is here. That is told: nobody
    knows which of the two was rewritten."""
    theirs = MemoryStore()
    game, after = load_game("golden-idol"), f"{list_ids(path)[3]}:1:{'0' * 64}"
    theirs.append("fen", 0, [Entry(FightStarted("Fen", game, after=after, anchor="ab" * 32))])
    with open(path) as campaign:
        import_fight(campaign.store, [line.encode() for line in export_lines(theirs, "fen")])
    audited = check(path)
    said = "Fen (fight 5) was imported, and names another #1 of Hill (fight 4)"
    assert "right" == audited.verdict
    assert said in audited.order.told


def test_an_imported_fight_is_not_missed_by_anybody(path: Path, tmp_path: Path) -> None:
    """The fight it was started after was never here: that is told, with and without its root. The
    next one that is started names the imported one."""
    other = tmp_path / "elsewhere.combatlog"
    create(other).close()
    ids = list_ids(path)
    export_to(path, ids[1], other)
    export_to(path, ids[3], other, with_root=True)
    with open(other) as campaign:
        campaign.start("Fen", "golden-idol")
    audited = check(other)
    assert "right" == audited.verdict
    assert (
        f"Yard (fight 1) was imported without the fight {ids[0]} before it",
        f"Hill (fight 2) was imported without the fight {ids[2]} before it",
    ) == audited.order.told
    take_out(other, ids[3])
    assert f"Fen (fight 2) was started after the fight {ids[3]}, which is gone" in (
        check(other).order.wrong
    )


def test_fights_are_imported_in_any_order(path: Path, tmp_path: Path) -> None:
    """Also one that another was started after, and only the beginning of one."""
    other = tmp_path / "elsewhere.combatlog"
    create(other).close()
    ids = list_ids(path)
    for at in (2, 0):
        export_to(path, ids[at], other, with_root=at == 0)
    with open(path) as campaign:
        lines = [line.encode() for line in export_lines(campaign.store, ids[1], upto=1)]
    with open(other) as campaign:
        import_fight(campaign.store, lines)
    audited = check(other)
    assert "right" == audited.verdict
    assert (
        "Road (fight 1) was imported before Yard (fight 3), and stands before it",
        "Yard (fight 3) had 2 events when Road (fight 1) was started, and has 1 now",
    ) == audited.order.told


def test_a_rescue_keeps_what_tells_imported_fights(path: Path, tmp_path: Path) -> None:
    """A fight that came with its root is not missed in a rescued campaign, either."""
    other, saved = tmp_path / "elsewhere.combatlog", tmp_path / "saved.combatlog"
    create(other).close()
    export_to(path, list_ids(path)[3], other, with_root=True)
    rescue(str(other), str(saved))
    assert "right" == check(saved).verdict
    assert 1 == len(check(saved).order.told)


def test_two_fights_that_are_started_at_the_same_moment_are_right(path: Path) -> None:
    """Both name the same one before them; that is told."""
    with open(path, by="mia") as one, open(path, by="tom") as other:
        heads = other._find_last_head()
        one.start("Fen", "golden-idol")
        other._find_last_head = lambda: heads  # type: ignore[method-assign]
        other.start("Moor", "golden-idol")
    audited = check(path)
    assert "right" == audited.verdict
    assert ("Moor (fight 6) was started right after Hill (fight 4), and others stand between",) == (
        audited.order.told
    )


def test_a_fight_that_is_named_may_be_damaged(path: Path) -> None:
    """Values that are never recorded are told, and stop no audit."""
    id = list_ids(path)[1]
    sql = "UPDATE events SET body = zeroblob(9), digest = 7 WHERE fight = ? AND seq = 2"
    edit(path, (sql, (id,)))
    assert "wrong" == check(path).verdict
