"""Imports of untrusted fights: refused completely, with the faulty line, or valid."""

from __future__ import annotations

import gc
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from combatlog.app.campaign import create
from combatlog.files.export_lines import LONGEST_LINE, read_lines
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.simulation.run import play_fight
from events.errors import Refused, Unreadable
from events.store.memory import MemoryStore
from rulesets.definitions.shipped import GAMES
from tests.damaged.commands import check_message, run
from tests.support.amount import amount
from tests.support.forged_logs import read_export, use_fight, write_export
from tests.support.hostile_imports import Lines, mutate
from tests.support.random_fights import seeded_fight

MUTATIONS = 100_000
SURVIVORS = 100
"""One in so many of the logs that were taken in is used in every way there is."""


@cache
def exports(game: str) -> tuple[Lines, ...]:
    """Return a few small fights of a game, with corrections and undone commands."""
    return tuple(export(game, seed) for seed in range(6))


def export(game: str, seed: int) -> Lines:
    store, random = MemoryStore(), Random(seed)
    fight = seeded_fight(store, game, seed, "typed" if seed % 3 == 2 else "digital")
    play_fight(fight, random, 3 + seed % 3, doubts=0.1, regrets=0.25)
    return [line.encode() for line in export_lines(store, "fight")]


def attempt(game: str, seed: int) -> bool:
    """Import one mutated log; return whether it was imported, and check that it is valid then."""
    rng = Random(seed)
    lines = mutate(rng.choice(exports(game)), rng)
    store = MemoryStore()
    try:
        id = import_fight(store, lines)
    except (Unreadable, Refused) as error:
        assert [] == store.fights()
        assert str(error).startswith(("Line ", "A newer combatlog", "This is a view ("))
        assert str(error).isprintable()
        return False
    again = MemoryStore()
    written = [line.encode() for line in export_lines(store, id)]
    import_fight(again, written)
    assert written == [line.encode() for line in export_lines(again, id)]
    if seed % SURVIVORS == 0:
        use_fight(store, id, rng)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_mutation_is_imported_in_part(game: str) -> None:
    """Of twenty thousand mutated logs (in a long run of a hundred thousand) none raises a traceback
    or leaves a part. A failure names its seed, to be repeated with `attempt`."""
    taken = 0
    count = amount(MUTATIONS) // len(GAMES)
    for seed in range(count):
        try:
            taken += attempt(game, seed)
        except Exception as error:
            pytest.fail(f"attempt({game!r}, {seed}): {type(error).__name__}: {error}")
        if seed % 1000 == 0:
            gc.collect()
    assert count // 100 < taken < count // 2


def refusal(lines: list[bytes]) -> str:
    """Import a log that must be refused completely; return the message."""
    store = MemoryStore()
    with pytest.raises(Unreadable) as refused:
        import_fight(store, lines)
    assert [] == store.fights()
    return str(refused.value)


def reworded(at: int, change: Callable[[dict[str, object]], object]) -> Lines:
    """Return a fight with one of its lines changed, and digests that match again."""
    lines = list(exports("golden-idol")[0])
    header, rows = read_export([line.decode() for line in lines])
    change(rows[at])
    return write_export(header, rows)


def without_digests(at: int, /, **fields: object) -> Lines:
    """Return a fight with fields of one of its lines changed."""
    lines = list(exports("golden-idol")[0])
    lines[at] = json.dumps({**json.loads(lines[at]), **fields}).encode()
    return lines


FAULTS: dict[str, tuple[Callable[[], Lines], str]] = {
    "a number in words": (lambda: without_digests(3, seq="three"), "Line 4: this is no event line"),
    "a text in numbers": (lambda: without_digests(3, at=5), "Line 4: this is no event line"),
    "a number without end": (
        lambda: without_digests(3, parent=10**400),
        "Line 4: this is no event line: its “parent” is a number that",
    ),
    "a number of ten thousand digits": (
        lambda: _replaced(3, b'"cmd":', b'"cmd":' + b"9" * 10**4),
        "Line 4: this is no event line",
    ),
    "a fraction": (lambda: without_digests(3, seq=3.5), "Line 4: this is no event line"),
    "a number too large for anybody": (
        lambda: reworded(2, lambda row: row.update(parent=10**30)),
        "Line 4: this is no event line: its “parent” is a number that",
    ),
    "a deep nest": (
        lambda: _replaced(3, b'"event":', b'"event":' + b'{"x":' * 50_000),
        "Line 4: this is no event line",
    ),
    "a deep nest that is well formed": (
        lambda: reworded(2, lambda row: row.update(event="[" * 900 + "]" * 900)),
        "Line 4: This is no event",
    ),
    "a parent in the future": (
        lambda: reworded(2, lambda row: row.update(parent=9)),
        "Line 4: #3 follows #9",
    ),
    "an event that follows itself": (
        lambda: reworded(2, lambda row: row.update(parent=3)),
        "Line 4: #3 follows #3",
    ),
    "a move of the head in a loop": (
        lambda: reworded(2, lambda row: row.update(parent=3, cmd=3, event={"type": "head-moved"})),
        "Line 4: #3 moves the head to #3, which is not before it",
    ),
    "a die with a seventh side": (
        lambda: _with_die(face=7),
        "A d6 shows 1 to 6, not 7",
    ),
    "a die nobody makes": (lambda: _with_die(die="d7"), "d7"),
    "an event of another world": (
        lambda: reworded(2, lambda row: row.update(event={"type": "wish"})),
        "Line 4: This is no event combatlog knows: invalid value 'wish'",
    ),
    "a byte that is no text": (
        lambda: _replaced(3, b'"by":"', b'"by":"\xff'),
        "Line 4: this is no",
    ),
    "half a character": (lambda: _replaced(3, b'"by":"', b'"by":"\xc3'), "Line 4: this is no"),
    "half of a pair": (lambda: _replaced(3, b'"by":"', b'"by":"\\ud800'), "Line 4: this is no"),
    "a bell": (lambda: _replaced(3, b'"by":"', b'"by":"\x07'), "Line 4: this is no event line"),
    "a bell in disguise": (
        lambda: reworded(2, lambda row: row.update(by="\x07")),
        "Line 4: #3 has characters in its texts that cannot be seen",
    ),
    "a field that moves the cursor": (
        lambda: without_digests(3, **{"\x1b[2J": 1}),
        "Line 4: this is no event line: it has an unknown field “ [2J”.",
    ),
    "wider characters": (
        lambda: [line.decode().encode("utf-16") for line in exports("golden-idol")[0]],
        "Line 1 is not the head of an exported fight",
    ),
    "an event more": (
        lambda: [*exports("golden-idol")[0], exports("golden-idol")[0][-1]],
        "is one event more than the",
    ),
    "an event less": (lambda: [*exports("golden-idol")[0][:-1]], "Line 1 promises "),
    "an event twice": (
        lambda: [*exports("golden-idol")[0][:4], *exports("golden-idol")[0][3:]],
        "Line 5: event #4 is missing or out of order, here is #3.",
    ),
}


def _replaced(at: int, old: bytes, new: bytes) -> Lines:
    lines = list(exports("golden-idol")[0])
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    return lines


def _with_die(**fields: object) -> Lines:
    """Return a fight with a die that cannot have been rolled."""
    for lines in exports("golden-idol"):
        header, rows = read_export([line.decode() for line in lines])
        for row in rows:
            if row["event"]["type"] == "rolled":
                row["event"].update({"die": "d6", **fields})
                return write_export(header, rows)
    raise AssertionError("no die fell")


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_wrong_is_said_with_its_line(what: str) -> None:
    """The message is one sentence that can be displayed, and nothing is imported."""
    spoil, said = FAULTS[what]
    told = refusal(spoil())
    assert said in told
    assert told.startswith("Line ")
    assert told.isprintable()
    assert len(told) < 600


@pytest.mark.parametrize("events", [-3, 0, 2**31 + 1, 10**400])
def test_a_number_of_events_that_no_fight_has_is_refused(events: int) -> None:
    """The message does not repeat the number, which may be of any length."""
    head, *rest = exports("golden-idol")[0]
    spoiled = json.dumps({**json.loads(head), "events": events}).encode()
    told = refusal([spoiled, *rest])
    assert "Line 1 is not the head of an exported fight. Nothing was imported." == told


def test_a_mark_of_byte_order_is_passed_over() -> None:
    """Some editors put a byte order mark before a text."""
    head, *rest = exports("golden-idol")[0]
    store = MemoryStore()
    assert "fight" == import_fight(store, [b"\xef\xbb\xbf" + head, *rest])
    assert [head, *rest] == [line.encode() for line in export_lines(store, "fight")]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda: without_digests(3, seq="three"), "its “seq” is not a whole number"),
        (lambda: _replaced(3, b'"event":', b'"event":' + b'{"x":' * 50_000), "nested too deep"),
        (lambda: _replaced(3, b'"by":"', b'"by":"\xff'), "it has bytes that are no text"),
        (lambda: [*exports("golden-idol")[0][:3], b"{"], "it is no JSON, or not all of it"),
        (lambda: [*exports("golden-idol")[0][:3], b"{}"], "its “seq” is missing"),
    ],
)
def test_a_fault_is_said_in_plain_words(spoil: Callable[[], Lines], said: str) -> None:
    """The message needs no knowledge of the decoder."""
    assert said in refusal(list(spoil()))


def test_line_ends_of_elsewhere_do_no_harm() -> None:
    """With CRLF, or with empty lines, it is the same fight, to the byte."""
    lines = exports("plerion")[0]
    for between in (b"\r\n", b"\n\n", b" \n"):
        store = MemoryStore()
        stream = io.BytesIO(between.join(lines) + between)
        assert "fight" == import_fight(store, read_lines(stream))
        assert list(lines) == [line.encode() for line in export_lines(store, "fight")]


class Endless(io.RawIOBase):
    """A line that never ends; it counts how much of it was read."""

    taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.taken += len(buffer)
        buffer[:] = b"x" * len(buffer)
        return len(buffer)


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    """It is refused as soon as it is longer than any event."""
    endless = Endless()
    with pytest.raises(Unreadable, match=r"^Line 1 is longer than 8 megabytes, and no event is\.$"):
        list(read_lines(io.BufferedReader(endless)))
    assert LONGEST_LINE < endless.taken < LONGEST_LINE + 2**20


def test_a_gigabyte_line_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of a header and zeros is refused; the campaign stays as it was."""
    monkeypatch.chdir(tmp_path)
    create(tmp_path / "a.combatlog").close()
    with Path("huge.jsonl").open("wb") as file:
        file.write(exports("plerion")[0][0] + b"\n")
        file.truncate(2**30)
    ran = run(capsys, "import", "huge.jsonl")
    check_message(ran)
    assert ran.err.startswith("Line 2 is longer than 8 megabytes")
    assert "has no fight yet" in run(capsys, "state").err


def test_more_lines_than_promised_are_not_read() -> None:
    """The first line too many ends the import."""
    lines = exports("plerion")[0]

    def unending() -> Iterator[bytes]:
        yield from lines
        while True:
            yield lines[-1]

    told = refusal(unending())  # type: ignore[arg-type]
    assert told.startswith(f"Line {len(lines) + 1} is one event more than the {len(lines) - 1} ")


@pytest.mark.parametrize("what", ["a folder", "an empty device", "nothing"])
def test_what_is_no_file_is_not_imported(
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The message is one sentence, and the campaign stays as it was."""
    monkeypatch.chdir(tmp_path)
    create(tmp_path / "a.combatlog").close()
    given = {"a folder": ".", "an empty device": "/dev/null", "nothing": "nowhere"}[what]
    ran = run(capsys, "import", given)
    check_message(ran)
    assert 1 == ran.code
