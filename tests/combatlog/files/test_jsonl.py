"""Export and import: nothing is lost, and nothing is trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from combatlog.app.fight import Fight
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.simulation.run import play_fight
from events.errors import CombatlogError, Refused, Unreadable
from events.store.campaign_file import create_campaign
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode, EndFight
from events.types.log_events import SecretRevealed
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.support.forged_logs import forge, read_export, use_fight, write_export
from tests.support.random_fights import play_randomly, seeded_fight


def lines_of(
    seed: int = 1, game: str = "golden-idol", commands: int = 12, regrets: float = 0
) -> list[str]:
    store = MemoryStore()
    fight = seeded_fight(store, game, seed)
    play_fight(fight, Random(seed), commands, regrets=regrets)
    fight.undo()
    return list(export_lines(store, "fight"))


def encoded(lines: list[str]) -> list[bytes]:
    return [line.encode() for line in lines]


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES))
def test_export_import_export_gives_identical_bytes(seed: int, game: str) -> None:
    """A fight survives the round trip to the byte, with undone events and corrections."""
    lines = lines_of(seed, game, regrets=0.2)
    store = MemoryStore()
    assert "fight" == import_fight(store, encoded(lines))
    assert lines == list(export_lines(store, "fight"))
    assert History(store.read("fight")).state(len(lines) - 1).seq == len(lines) - 1


def test_secrets_are_not_exported() -> None:
    """The dice of an unfinished fight stay sealed."""
    store = MemoryStore()
    seeded_fight(store, "golden-idol", 7)
    secret = (7).to_bytes(32, "big").hex()
    assert not any(secret in line for line in export_lines(store, "fight"))


def test_a_fight_that_is_there_is_not_imported_again() -> None:
    """A campaign holds a fight only once."""
    lines = encoded(lines_of())
    store = MemoryStore()
    import_fight(store, lines)
    with pytest.raises(Refused, match="already"):
        import_fight(store, lines)


def changed(line: str, **fields: object) -> str:
    return json.dumps({**json.loads(line), **fields})


FAULTS: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "a changed number": (
        lambda lines: [*lines[:4], lines[4].replace('"HP":', '"HP":1'), *lines[5:]],
        "Line 5: ",
    ),
    "a missing event": (lambda lines: lines[:3] + lines[4:], "Line 4: event #3 is missing"),
    "two events exchanged": (
        lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
        "Line 4: event #3 is missing or out of order",
    ),
    "a cut end": (lambda lines: lines[:-1], "promises"),
    "no head": (lambda lines: lines[1:], "Line 1 is not the head"),
    "nothing at all": (lambda lines: [], "Line 1 is not the head"),
    "a newer format": (
        lambda lines: [changed(lines[0], combatlog=99), *lines[1:]],
        "newer combatlog",
    ),
    "a parent in the future": (
        lambda lines: reforged(lines, 2, parent=9),
        "^Line 3: #2 follows #9; .* Nothing was imported",
    ),
    "a time that is none": (lambda lines: reforged(lines, 2, at="noon"), "Line 3: #2 has a time"),
    "a day that is none": (
        lambda lines: reforged(lines, 2, at="2026-02-30T19:30:00.000Z"),
        "Line 3: #2 has a time that is not like",
    ),
    "an hour of elsewhere": (
        lambda lines: reforged(lines, 2, at="2026-11-20T19:30:00.000+01:00"),
        "Line 3: #2 has a time that is not like",
    ),
    "a recorder who cannot be seen": (
        lambda lines: reforged(lines, 2, by="Mia\u200b"),
        "Line 3: #2 has characters",
    ),
    "a recorder who moves the cursor": (
        lambda lines: reforged(lines, 2, by="\x1b[2J"),
        "Line 3: #2 has characters",
    ),
    "a text that turns round": (
        lambda lines: reforged(lines, 2, event={"type": "noted", "text": "a\u202eb"}),
        "Line 3: #2 has characters",
    ),
    "a text that is passed over": (
        lambda lines: reforged(lines, 2, event='{"type":"noted","text":"\u202e","text":"a"}'),
        "Line 3: an object in it has a field twice",
    ),
    "a seq beyond everything": (
        lambda lines: reforged(lines, 2, repeats=2**70),
        "^Line 3: this is no event line: its “repeats” is a number that nothing here can have",
    ),
    "an unknown event": (
        lambda lines: [lines[0], changed(lines[1], event={"type": "wish"}), *lines[2:]],
        "Line 2: ",
    ),
    "an unknown field": (lambda lines: [lines[0], changed(lines[1], x=1), *lines[2:]], "Line 2: "),
    "no JSON": (lambda lines: [lines[0], "{", *lines[2:]], "Line 2: "),
    "deep nesting": (lambda lines: [lines[0], "[" * 100_000, *lines[2:]], "Line 2: "),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_faulty_file_is_refused_whole(what: str) -> None:
    """The message names the faulty line, and nothing is imported."""
    spoil, message = FAULTS[what]
    store = MemoryStore()
    with pytest.raises(Unreadable, match=message):
        import_fight(store, encoded(spoil(lines_of())))
    assert [] == store.fights()


def reforged(lines: list[str], seq: int, event: object = None, **fields: object) -> list[str]:
    """Return the lines with one row changed, and digests that match again."""
    header, rows = read_export(lines)
    rows[seq - 1].update(fields)
    if event is not None:
        rows[seq - 1]["event"] = event
    return [line.decode() for line in write_export(header, rows)]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    game=st.sampled_from(GAMES),
    dice=st.sampled_from(["digital", "typed"]),
)
def test_what_is_imported_can_be_used(seed: int, game: str, dice: DiceMode) -> None:
    """A forged log with matching digests is refused completely, or it is valid: it can be read,
    undone and continued."""
    rng = Random(seed)
    store = MemoryStore()
    fight = seeded_fight(store, game, seed, dice)
    regrets = rng.choice([0, 0.2])
    play_fight(fight, rng, rng.randint(0, 20), regrets=regrets)
    with suppress(Refused):
        fight.undo(rng.randint(1, 3))
        play_fight(fight, rng, 3, regrets=regrets)
    header, rows = read_export(list(export_lines(store, "fight")))
    for _ in range(rng.randint(1, 3)):
        forge(rows, rng)
    other = MemoryStore()
    try:
        import_fight(other, write_export(header, rows))
    except (Unreadable, Refused):
        assert [] == other.fights()
    else:
        use_fight(other, "fight", rng)


def test_a_forged_commitment_reveals_no_secret() -> None:
    """A fight imported with another's commitment cannot reveal the other's secret."""
    store = MemoryStore()
    seeded_fight(store, "golden-idol", 7)
    header, rows = read_export(list(export_lines(store, "fight")))
    header["fight"] = "forged"
    import_fight(store, write_export(header, rows))
    Fight(store, "forged").declare(EndFight())
    revealed = [row for row in store.read("forged") if isinstance(row.event, SecretRevealed)]
    assert [] == revealed


def test_an_altered_fight_is_not_exported(tmp_path: Path) -> None:
    """Changes made around the triggers show in the digests before a line is written."""
    with closing(create_campaign(tmp_path / "a.combatlog")) as store:
        fight = seeded_fight(store, "golden-idol", 1)
        play_randomly(fight, Random(1), 5)
        store.connection.execute("DROP TRIGGER events_no_update")
        store.connection.execute("UPDATE events SET by = 'somebody' WHERE seq = 4")
        lines: list[str] = []
        with pytest.raises(Unreadable, match=r"^#4 does not match its digest"):
            lines.extend(export_lines(store, "fight"))
        assert [] == lines
        assert 4 == len(list(export_lines(store, "fight", upto=3)))


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_mutation_breaks_the_import(data: st.DataObject) -> None:
    """A flipped byte anywhere is refused, or it was no change."""
    raw = bytearray("\n".join(lines_of(3, commands=5)).encode())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] = data.draw(st.integers(0, 255))
    store = MemoryStore()
    try:
        import_fight(store, bytes(raw).split(b"\n"))
    except CombatlogError:
        assert [] == store.fights()
