"""Commands on damaged campaigns: they work, or one sentence says what can be rescued and how."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from combatlog.files.rescue.rescue import survey
from tests.damaged.commands import COMMANDS, Ran, changed_files, check_message, read_files, run
from tests.damaged.conftest import Damaged
from tests.damaged.damages import ALTERED, ELSE, LOGGED, Damage, altered, cuts, pages

RESCUE = "combatlog rescue d.combatlog writes the "
WITHOUT_WAY_OUT = "no event in it can be read any more"
ON_ITS_OWN = {"why", "strike", "import", "undo"}
"""Commands that may be refused for other reasons than the damage."""


def run_every_command(
    path: Path, damage: Damage, capsys: pytest.CaptureFixture[str]
) -> dict[str, Ran]:
    """Run every command on a freshly damaged file; a refused one changes nothing."""
    sound = path.with_name("sound").read_bytes()
    ran: dict[str, Ran] = {}
    for command, arguments in COMMANDS.items():
        path.with_name("in.jsonl").write_text("{}")
        ran[command] = run_on_damaged(path, sound, damage, capsys, command, *arguments)
    return ran


def run_on_damaged(
    path: Path, sound: bytes, damage: Damage, capsys: pytest.CaptureFixture[str], *args: str
) -> Ran:
    """Run one command on a freshly damaged file."""
    for other in path.parent.glob("d.combatlog*"):
        other.unlink()
    path.write_bytes(sound)
    damage(path)
    before = read_files(path.parent)
    ran = run(capsys, *args, "-c", "d.combatlog")
    check_message(ran)
    if ran.code == 1:
        assert path.name not in changed_files(before, path.parent)
    path.with_name("out.jsonl").unlink(missing_ok=True)
    return ran


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_campaign_works_or_says_so(
    what: str, damaged: Damaged, sound: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that meets the damage names the way out."""
    path = damaged(lambda path: None)
    path.with_name("sound").write_bytes(sound.read_bytes())
    for command, ran in run_every_command(path, ALTERED[what], capsys).items():
        if ran.code == 1 and what != "a newer version" and command not in ON_ITS_OWN:
            assert RESCUE in ran.err or WITHOUT_WAY_OUT in ran.err, command


@pytest.mark.parametrize(
    "what, said",
    {
        "a column renamed": "no such column: body",
        "no events": "it has no table of events",
        "events without end": "it has no table of events",
        "a newer version": "has format 99, and this combatlog reads up to 2",
        "another program's": "it does not begin as a campaign does",
        "half a migration": "the number of its format is lost",
        "an event less": "#1 to #",
        "the first event less": "#1 to #",
        "all of a fight's events less": "#1 is missing",
        "an event that is none": "#2 does not match its digest",
        "two events in one": "#1 to #",
        "a body of bytes": "a text in it is no text any more",
        "a body that is nothing": "#1 to #",
        "a parent in words": "#2 follows #two",
        "a parent that is itself": "#2 follows #2",
        "a parent to come": "#2 follows #9",
        "a seq in words": "its last event is #two",
        "a digest in words": "and no event",
        "a fight that is nothing": "a fight has lost its id",
        "events twice": "#1 to #",
        "noise in the events' root": "malformed",
    }.items(),
)
def test_the_damage_is_named(
    what: str, said: str, damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """A state that cannot be shown says why."""
    damaged(ALTERED[what])
    ran = run(capsys, "state", "-f", "3")
    assert 1 == ran.code
    assert said in ran.err


@pytest.mark.parametrize("what", ["a dropped trigger", "another column", "no index"])
def test_harmless_damage_stops_no_command(
    what: str, damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands do without what they do not need."""
    damaged(ALTERED[what])
    assert 0 == run(capsys, "note", "well", "-f", "3").code
    assert "well" in run(capsys, "log", "-f", "3", "-n", "1").out


def test_an_index_of_something_else_is_refused(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """It could hide events from a command."""
    damaged(ALTERED["an index of something else"])
    ran = run(capsys, "state", "-f", "3")
    assert 1 == ran.code
    assert "an index on its events that computes something (breaks)" in ran.err


def test_a_missing_index_changes_no_answer(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the index of breaks every line is the same."""
    told = []
    for damage in (lambda path: None, ALTERED["no index"]):
        damaged(damage)
        told.append([run(capsys, *command, "-f", "3") for command in (["state"], ["branches"])])
        assert 0 == run(capsys, "note", "well", "-f", "3").code
    assert told[0] == told[1]
    assert {0} == {ran.code for ran in told[1]}


def test_a_broken_fight_does_not_hide_the_others(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list has the readable fights and names the unreadable one."""
    damaged(ALTERED["the first event less"])
    ran = run(capsys, "fights")
    assert 1 == ran.code
    assert ["Random fight 0", "Random fight 1"] == [
        line.partition("Random")[1] + line.partition("Random")[2][:8]
        for line in ran.out.splitlines()[1:]
    ]
    assert "d.combatlog is damaged: fight 3 cannot be listed: #1 is missing;" in ran.err
    assert 0 == run(capsys, "state", "-f", "Random fight 1").code


def test_the_way_out_says_how_much_stands(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says how many events go to the new campaign and how many to a file beside it; a
    path with a space is quoted."""
    path = damaged(altered("DELETE FROM events WHERE fight = 'fight0' AND seq = 2"))
    path.rename(path.with_name("our night.combatlog"))
    ran = run(capsys, "state", "-f", "1")
    found = survey("our night.combatlog")
    beside = len(found.leftover)
    assert 100 < beside < found.readable
    assert f"combatlog rescue 'our night.combatlog' writes the {found.readable} events" in ran.err
    assert f": {found.readable - beside} to a new campaign, {beside} to a file beside" in ran.err


@pytest.mark.slow
def test_no_page_takes_a_command_down(
    damaged: Damaged, sound: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With any page zeroed, garbled or half lost, and any end of the file, commands work or say
    what can be rescued."""
    whole = sound.read_bytes()
    path = damaged(lambda path: None)
    noticed = dict.fromkeys(("state", "log", "note"), 0)
    for damage in (*pages(len(whole)).values(), *cuts(len(whole)).values()):
        for command in noticed:
            ran = run_on_damaged(path, whole, damage, capsys, command, *COMMANDS[command])
            noticed[command] += ran.code
            if ran.code:
                way_out = (RESCUE, WITHOUT_WAY_OUT, "is not a campaign")
                assert any(each in ran.err for each in way_out)
    assert all(count > 20 for count in noticed.values())


@pytest.mark.parametrize("what", ELSE)
def test_what_is_no_campaign_is_left_alone(
    what: str, damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """No command opens it or waits for it."""
    path = damaged(ELSE[what])
    before = read_files(path.parent)
    for command in ("state", "note", "export", "rescue"):
        arguments = ["d.combatlog"] if command == "rescue" else ["x", "-c", "d.combatlog"]
        ran = run(capsys, command, *(["-c", "d.combatlog"] if command == "state" else arguments))
        assert 1 == ran.code
        check_message(ran)
    if os.path.exists(path) and what != "an empty file":
        assert 1 == run(capsys, "new", "d.combatlog").code
    if what != "an empty file":
        assert [] == changed_files(before, path.parent)


@pytest.mark.parametrize("what", [what for what in LOGGED if what.startswith("a log ")])
def test_a_write_ahead_log_is_not_thrown_away(
    what: str, damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is only in the log is still there after a refused command."""
    for command, arguments in {"state": [], "note": ["well"], "new": []}.items():
        path = damaged(LOGGED[what])
        before = survey(str(path)).readable
        called = ["d.combatlog"] if command == "new" else [*arguments, "-c", "d.combatlog"]
        ran = run(capsys, command, *called)
        check_message(ran)
        if ran.code == 1:
            assert before == survey(str(path)).readable > 0


def test_a_log_without_its_database_is_found(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """Opening names the log; making a campaign in its place is refused."""
    damaged(LOGGED["a log without its database"])
    for command in (["state", "-c", "d.combatlog"], ["new", "d.combatlog"]):
        ran = run(capsys, *command)
        assert 1 == ran.code
        assert "d.combatlog-wal is still there; combatlog rescue d.combatlog writes" in ran.err


def test_nobody_plays_on_in_a_fight_that_was_changed(
    damaged: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    """Recording is refused in a sentence; another fight of the campaign goes on, and all can be
    read."""
    damaged(
        altered("UPDATE events SET at = '2020' || substr(at, 5) WHERE fight = 'fight0' AND seq = 4")
    )
    ran = run(capsys, "note", "well", "-f", "1")
    assert 1 == ran.code
    assert "#4 was changed after it was recorded, so nothing more is recorded in this" in ran.err
    assert 0 == run(capsys, "state", "-f", "1").code
    assert 0 == run(capsys, "note", "well", "-f", "2").code
