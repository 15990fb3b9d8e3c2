"""A log that ends within a command: no later row shows it, but the rules do."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from combatlog.app.campaign import Campaign
from combatlog.files.jsonl import export_lines, find_command_end, import_fight
from combatlog.simulation.run import play_fight
from events.errors import Unreadable
from events.store.campaign_file import create_campaign
from events.store.envelope import Recorded
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from events.types.log_events import Corrected
from events.types.unions import Outcome
from replay.audit.report import audit_fight
from replay.validation.log_rules import check_structure, find_unfinished_command
from rulesets.definitions.shipped import GAMES
from tests.damaged.commands import run
from tests.support.forged_logs import read_export, write_export
from tests.support.random_fights import seeded_fight


def fought(
    game: str = "golden-idol", seed: int = 1, dice: DiceMode = "digital"
) -> tuple[MemoryStore, list[Recorded]]:
    """Return the rows of a fight with corrections and undone commands."""
    store, random = MemoryStore(), Random(seed)
    fight = seeded_fight(store, game, seed, dice)
    play_fight(fight, random, 10, doubts=0.1, regrets=0.2)
    return store, list(store.read("fight"))


def within(rows: list[Recorded]) -> list[int]:
    """Return the ends within a command: an outcome of the same declaration follows."""
    return [
        row.seq
        for row, after in pairwise(rows)
        if row.cmd == after.cmd
        and isinstance(after.event, Outcome)
        and after.cause == (row.cause or row.seq)
    ]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    game=st.sampled_from(GAMES),
    dice=st.sampled_from(["digital", "typed"]),
)
def test_whole_commands_are_whole_and_half_ones_are_not(
    seed: int, game: str, dice: DiceMode
) -> None:
    """At the end of a command nothing is missing; within one, if the declaration has more outcomes,
    its first event is named."""
    _, rows = fought(game, seed, dice)
    ends = {row.seq for row, after in pairwise(rows) if row.cmd != after.cmd}
    assert [] == [seq for seq in {*ends, len(rows)} if find_unfinished_command(rows[:seq])]
    for seq in within(rows):
        if _is_sound(rows[:seq]):
            assert rows[seq - 1].cmd == find_unfinished_command(rows[:seq])


def _is_sound(rows: list[Recorded]) -> bool:
    try:
        check_structure(rows)
    except Unreadable:
        return False
    return True


def test_an_export_goes_to_the_end_of_the_command() -> None:
    """Whichever event is asked for, the export can be imported, and its audit is right."""
    store, rows = fought()
    assert within(rows)
    for seq in range(1, len(rows) + 1):
        lines = list(export_lines(store, "fight", seq))
        end = find_command_end(store, "fight", seq)
        assert (end, rows[seq - 1].cmd) == (len(lines) - 1, rows[end - 1].cmd)
        other = MemoryStore()
        import_fight(other, [line.encode() for line in lines])
        assert audit_fight("fight", list(other.rows("fight")), {}).right


def test_half_a_command_is_not_imported() -> None:
    """An export cut within a command, with its head adjusted, is refused with its last line."""
    store, rows = fought()
    seq = next(seq for seq in within(rows) if _is_sound(rows[:seq]))
    header, lines = read_export(list(export_lines(store, "fight")))
    other = MemoryStore()
    with pytest.raises(Unreadable) as refused:
        import_fight(other, write_export(header, lines[:seq]))
    assert f"Line {seq + 1}: the command of #{rows[seq - 1].cmd} is not all there, the end was" in (
        str(refused.value)
    )
    assert [] == other.fights()


def test_an_end_cut_off_within_a_command_is_told_once() -> None:
    """It is not reported as a breach of the rules as well."""
    store, rows = fought()
    stored = list(store.rows("fight"))
    for seq in within(rows):
        if _is_sound(rows[:seq]):
            told = audit_fight("fight", stored[:seq], {})
            assert (rows[seq - 1].cmd, []) == (
                told.broken.seq if told.broken else 0,
                told.differences,
            )
            assert rows[seq - 1].cmd - 1 == told.sound
            assert not told.right


@pytest.mark.slow
def test_behind_a_break_half_a_command_is_no_second_fault() -> None:
    """Wherever the chain breaks, only the break is reported, not the incomplete command before
    it."""
    store, rows = fought(seed=4)
    stored = list(store.rows("fight"))
    assert any(isinstance(row.event, Corrected) for row in rows)
    for seq in range(2, len(rows)):
        told = audit_fight("fight", [*stored[: seq - 1], *stored[seq:]], {})
        assert told.broken is not None
        assert (seq, "", []) == (told.broken.seq, told.forged, told.differences)


def test_the_command_line_says_where_an_export_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does so on standard error, if the event is within a command; -f names the fight."""
    monkeypatch.chdir(tmp_path)
    store, rows = fought()
    seq = within(rows)[0]
    end = find_command_end(store, "fight", seq)
    with Campaign(create_campaign("a.combatlog")) as campaign:
        campaign.store.adopt("fight", list(store.rows("fight")))
    ran = run(capsys, "export", "-f", "1", "--at", str(seq))
    assert (0, f"#{seq} is within a command, and that ends with #{end}.\n") == (ran.code, ran.err)
    assert end + 1 == len(ran.out.splitlines())
    assert "" == run(capsys, "export", "1", "--at", str(end)).err
    assert "name one fight to export" in run(capsys, "export", "1", "-f", "2").err
