"""Notes that are erased: their text is gone, the chain and every seal hold, the fight goes on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from hypothesis import Phase, given, settings, strategies as st
from msgspec.structs import replace

from combatlog.app.campaign import create, open
from combatlog.app.session import Session
from combatlog.files.audit import audit, audit_export, seal_campaign
from combatlog.files.backup import back_up
from combatlog.files.erase import erase_notes
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.files.rescue.rescue import rescue
from combatlog.files.upgrade import upgrade
from combatlog.simulation.run import play_fight, start_seeded_fight
from combatlog.terminal.cli.main import cli
from events.errors import CombatlogError
from events.store.campaign_file import create_campaign, open_campaign
from events.store.command_index import RecordedCommand, index_commands
from events.store.envelope import Entry, Row, erase_row
from events.store.memory import MemoryStore
from events.store.sqlite import SQLiteStore
from events.types.log_events import Noted
from replay.audit.seals import read_seal
from rulesets.definitions.shipped import load_game
from tests.support.tampered_files import (
    campaign_of_two,
    recompute_digests,
)

SECRET = "Anna is in hospital until May."


JOIN = "join Ada pc HP 4 STR 10 DEX 12 WIL 9"


def run(*words: object) -> tuple[int, str]:
    """Run a command; return its exit code, and what it printed or why it was refused."""
    found = CliRunner().invoke(cli, [str(word) for word in words])
    if found.exception and not isinstance(found.exception, CombatlogError | SystemExit):
        raise found.exception
    return found.exit_code, found.output or str(found.exception)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign with a fight: #4 is a note with a key, #5 one without, #9 an undo."""
    path = tmp_path / "yard.combatlog"
    with create(path, by="mia") as campaign:
        session = Session(campaign, campaign.start("Yard", "golden-idol"))
        for line in (JOIN, "join wolf"):
            session.say(line)
        session.say(f"note {SECRET}", key="k-secret")
        for line in ("note The wolf limps.", "harm wolf 2: a trap", "undo"):
            session.say(line)
    return path


def erase(path: Path, *seqs: int) -> Path:
    """Erase notes of the latest fight; return the path of the copy."""
    copy = path.with_name("copy.combatlog")
    assert 0 == run("erase", *seqs, "-c", path, "--to", copy)[0]
    return copy


def read_rows(path: Path) -> list[Row]:
    with closing(open_campaign(path)) as store:
        return list(store.rows(store.fights()[0]))


def adopt(id: str, rows: Sequence[Row]) -> MemoryStore:
    store = MemoryStore()
    store.adopt(id, rows)
    return store


def test_nothing_of_the_text_is_left(path: Path) -> None:
    """Neither in the row, nor in what was said, nor in the index of commands; the rest stays."""
    assert SECRET.encode() in path.read_bytes()
    copy = erase(path, 4)
    stored = copy.read_bytes()
    assert SECRET.encode() not in stored
    assert b"k-secret" not in stored
    before, after = read_rows(path), read_rows(copy)
    assert [row.digest for row in before] == [row.digest for row in after]
    assert before[:3] + before[4:] == after[:3] + after[4:]
    assert after[3].erased
    with closing(open_campaign(copy)) as store:
        assert store.command("k-secret") is None
        assert Noted("", erased=True) == list(store.read(store.fights()[0]))[3].event


def test_the_audit_says_what_was_erased(path: Path) -> None:
    """What it said cannot be judged, the rest can; seals from before hold."""
    with closing(open_campaign(path)) as store:
        seal = str(seal_campaign(store))
    copy = erase(path, 4, 5)
    code, told = run("audit", "-c", copy, "--seal", seal)
    assert 3 == code
    assert "2 events of 9 were erased: #4 and #5; they count as notes" in told
    assert "Of Yard (fight 1) every event is what was sealed." in told
    assert "Every outcome follows" in told
    assert "signatures there cannot be checked: #4." in told


def test_a_changed_outcome_stays_wrong(path: Path) -> None:
    """An erased note is no excuse for what comes after it."""
    with closing(open_campaign(path)) as store:
        id = store.fights()[0]
    rows = [erase_row(row) if row.seq == 4 else row for row in read_rows(path)]
    at = next(at for at, row in enumerate(rows) if '"damage-dealt"' in row.body)
    plain = json.loads(rows[at].body)
    body = json.dumps(plain | {"rolled": 7}, separators=(",", ":"))
    rows[at] = replace(rows[at], body=body)
    (fight,) = audit(adopt(id, recompute_digests(id, rows))).fights
    assert not fight.right
    assert fight.differences


def test_of_several_fights_the_one_is_named(path: Path) -> None:
    """Each fight counts its own events, so the latest is no default; the answer says which notes
    are gone, of which fight."""
    with open(path, by="mia") as campaign:
        second = campaign.start("Harbour", "golden-idol")
        second.note("The second fight was short and nobody was hurt in it.")
    copy = path.with_suffix(".new")
    code, told = run("erase", 2, "-c", path, "--to", copy)
    assert 1 == code
    assert "has 2 fights, each with its own numbers; say in which the notes are: -f" in told
    assert not copy.exists()
    code, told = run("erase", 4, 5, "-f", "Yard", "-c", path, "--to", copy)
    assert 0 == code
    assert (
        "is ready: without the notes “Anna is in hospital until May.”, “The wolf limps.” of Yard"
        " (fight 1); every seal holds"
    ) in told
    told = run("erase", 2, "-f", 2, "-c", copy, "--to", path.with_suffix(".third"))[1]
    assert "without the note “The second fight was short…” of Harbour (fight 2)" in told


def test_only_notes_can_be_erased(path: Path, tmp_path: Path) -> None:
    """Anything else, a missing event, or one that is erased already is refused in one sentence."""
    copy = erase(path, 4)
    other = tmp_path / "other.combatlog"
    for file, seq, why in (
        (path, "3", "#3 is no note; only notes can be erased"),
        (path, "9", "#9 is no note"),
        (path, "10", "There is no #10"),
        (path, "x", "There is no #x"),
        (copy, "#4", "#4 is erased already."),
    ):
        code, told = run("erase", "5", seq, "-c", file, "--to", other)
        assert 1 == code
        assert why in told
        assert not other.exists()
    assert "exists already" in run("erase", "5", "-c", path, "--to", copy)[1]


def test_a_note_of_format_1_stays(tmp_path: Path) -> None:
    """Its digest needs the text, also after an upgrade, where the old digests are computed again;
    later notes of the upgraded fight can be erased, and seals of format 1 hold."""
    old, new = tmp_path / "old.combatlog", tmp_path / "new.combatlog"
    campaign_of_two(old, 1)
    with open(old) as campaign:
        seal = str(seal_campaign(campaign.store))
        note = next(
            row.seq for row in campaign.fight("1").history.rows if isinstance(row.event, Noted)
        )
    upgrade(str(old), str(new))
    with open(new) as campaign:
        (later,) = campaign.fight("1").note(SECRET)
    third = tmp_path / "third.combatlog"
    for file in (old, new):
        code, told = run("erase", note, "-f", "1", "-c", file, "--to", third)
        assert 1 == code
        assert "recorded in format 1" in told
    assert 0 == run("erase", later.seq, "-f", "1", "-c", new, "--to", third)[0]
    assert SECRET.encode() not in third.read_bytes()
    with closing(open_campaign(third)) as store:
        found = audit(store, "", read_seal(seal))
        assert "cannot be judged" == found.verdict
        assert found.seal is not None
        assert not (found.seal.wrong or found.seal.open)


def test_the_rest_of_the_campaign_is_copied(path: Path, tmp_path: Path) -> None:
    """Other fights with their secrets, also those of format 1, and the keys of commands."""
    old, lines = tmp_path / "old.combatlog", tmp_path / "old.jsonl"
    campaign_of_two(old, 1)
    assert 0 == run("export", "-c", old, "-f", "2", "-o", lines)[0]
    assert 0 == run("import", lines, "-c", path)[0]
    with open(path, by="mia") as campaign:
        Session(campaign, campaign.fight("1")).say("note more", key="k-other")
        campaign.fight("2").note("on we go", key="k-old")
    copy = tmp_path / "copy.combatlog"
    assert 0 == run("erase", "4", "-f", "1", "-c", path, "--to", copy)[0]
    kept = []
    for file in (path, copy):
        with closing(sqlite3.connect(file)) as connection:
            every = ("fights ORDER BY 1", "secrets ORDER BY 1", "commands ORDER BY key")
            kept.append([connection.execute(f"SELECT * FROM {t}").fetchall() for t in every])
    assert kept[0][:2] == kept[1][:2]
    assert [row for row in kept[0][2] if row[0] != "k-secret"] == kept[1][2]
    assert {"k-old", "k-other"} <= {row[0] for row in kept[1][2]}
    with open(copy, by="mia") as campaign:
        assert 1 == len(campaign.fight("2").note("on we go", key="k-old"))
        assert "cannot be judged" == audit(campaign.store).verdict


def test_the_keys_of_a_fight_are_indexed_once(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copying the keys of an old fight costs no look at the whole fight for each of them."""
    old = MemoryStore(format=1)
    with open(path) as campaign:
        store = campaign.store
        assert isinstance(store, SQLiteStore)
        old.append("old", 0, [Entry(next(store.read(store.fights()[0])).event)])
        store.adopt("old", list(old.rows("old")))
        for n in range(5):
            store.append("old", n + 1, [Entry(Noted(f"n{n}"))], key=f"old{n}")
        indexed: list[str] = []

        def index(fight: str, rows: Sequence[Row]) -> dict[str, RecordedCommand]:
            indexed.append(fight)
            return index_commands(fight, rows)

        monkeypatch.setattr("combatlog.files.erase.index_commands", index)
        copy = tmp_path / "copy.combatlog"
        erase_notes(store, store.fights()[0], [4], str(copy))
    assert ["old"] == indexed
    with closing(open_campaign(copy)) as copied:
        assert all(copied.command(f"old{n}", "old") for n in range(5))


def test_the_fight_goes_on_past_an_erased_note(path: Path) -> None:
    """Undo, correction and new commands reach behind it; it is read as a note without words."""
    copy = erase(path, 4, 5)
    with open(copy, by="mia") as campaign:
        session = Session(campaign, campaign.fight())
        session.say("amend 3 join bear: it was a bear")
        assert "corrected" == session.say("yes").kind
        session.say("undo 3: all of it")
        session.say("redo")
        assert "cannot be judged" == audit(campaign.store).verdict
    told = run("log", "-c", copy)[1]
    assert 2 == told.count("— a note that was erased")
    assert "erased" not in run("chronicle", "-c", copy)[1]


def test_an_export_carries_it_and_an_import_takes_it(path: Path) -> None:
    """The digests stay the same from file to file."""
    copy = erase(path, 4)
    with closing(open_campaign(copy)) as store:
        id = store.fights()[0]
        lines = [line.encode() for line in export_lines(store, id)]
        public = [line.encode() for line in export_lines(store, id, view="public")]
        was = list(store.rows(id))
    assert "cannot be judged" == audit_export(lines).verdict
    assert "cannot be judged" == audit_export(public).verdict
    other = MemoryStore()
    import_fight(other, lines)
    assert was == list(other.rows(id))
    assert lines == [line.encode() for line in export_lines(other, id)]


def test_a_backup_and_a_rescue_keep_it(path: Path, tmp_path: Path) -> None:
    """Both copies have the same rows; a rescue needs no text to follow the chain."""
    copy = erase(path, 4)
    with closing(open_campaign(copy)) as store:
        back_up(store, str(tmp_path / "backup.combatlog"))
    assert rescue(str(copy), str(tmp_path / "rescued.combatlog")).whole
    for name in ("backup", "rescued"):
        assert read_rows(copy) == read_rows(tmp_path / f"{name}.combatlog")


READING = (
    *(("log",), ("chronicle",), ("timeline",), ("stats",), ("state",), ("branches",), ("seal",)),
    *(("chronicle", "--for", "players"), ("log", "--json"), ("diff", "1", "2")),
    ("state", "--at", "3"),
)


@pytest.mark.slow
@settings(max_examples=8, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(seed=st.integers(0, 10**6), data=st.data())
def test_random_notes_are_erased(seed: int, data: st.DataObject) -> None:
    """Whichever are chosen of a random fight with undos, branches and corrections: digests and
    state are the same, every command answers, and the audit finds nothing wrong."""
    random = Random(seed)
    with TemporaryDirectory() as folder:
        path, copy = Path(folder, "a.combatlog"), Path(folder, "b.combatlog")
        with closing(create_campaign(path)) as store:
            fight = start_seeded_fight(store, load_game("golden-idol"), seed)
            for at in range(6):
                play_fight(fight, random, 3, doubts=0.3, regrets=0.1)
                fight.note(f"{SECRET} {at}", key=f"k-{at}" if at % 2 else "")
            rows = fight.history.rows
            texts = ((row.seq, row.event) for row in rows)
            notes = [s for s, e in texts if isinstance(e, Noted) and e.text.startswith(SECRET)]
            chosen = data.draw(st.sets(st.sampled_from(notes), min_size=1))
            assert len(rows) == erase_notes(store, fight.id, chosen, str(copy))
            erased = [e for row in rows if row.seq in chosen and isinstance(e := row.event, Noted)]
            was, head, state = [row.digest for row in rows], store.head(fight.id), fight.state
        assert not any(event.text.encode() in copy.read_bytes() for event in erased)
        with open(copy) as campaign:
            again = campaign.fight()
            assert was == [row.digest for row in again.history.rows]
            assert (head, state) == (campaign.store.head(fight.id), again.state)
            found = audit(campaign.store)
            assert ("cannot be judged", tuple(sorted(chosen))) == (
                found.verdict,
                found.fights[0].hidden,
            )
            assert isinstance(campaign.store, SQLiteStore)
        for words in READING:
            code, told = run(*words, "-c", copy)
            assert 0 == code, told
            assert not any(event.text in told for event in erased), words
        for kind in ("markdown", "html", "replay", "jsonl"):
            assert 0 == run("export", "--to", kind, "-c", copy, "-o", Path(folder, kind))[0]
        assert 0 == run("tables", copy, "-o", Path(folder, "t.db"))[0]
        assert 3 == run("audit", Path(folder, "jsonl"))[0]
