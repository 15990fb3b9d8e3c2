"""Exported and imported: nothing lost, nothing taken on trust."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatlog.transfer import exported, imported
from events.errors import CombatlogError, Refused, Unreadable
from events.memory import MemoryStore
from replay.history import History
from rulesets.registry import GAMES
from tests.random_fights import play_randomly, seeded_fight


def lines_of(seed: int = 1, game: str = "golden-idol", commands: int = 12) -> list[str]:
    store = MemoryStore()
    fight = seeded_fight(store, game, seed)
    play_randomly(fight, Random(seed), commands)
    fight.undo()
    return list(exported(store, "fight"))


def encoded(lines: list[str]) -> list[bytes]:
    return [line.encode() for line in lines]


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES))
def test_export_import_export_gives_identical_bytes(seed: int, game: str) -> None:
    """A fight survives the round trip to the byte, undone events and all."""
    lines = lines_of(seed, game)
    store = MemoryStore()
    assert "fight" == imported(store, encoded(lines))
    assert lines == list(exported(store, "fight"))
    assert History(store.read("fight")).state(len(lines) - 1).seq == len(lines) - 1


def test_secrets_are_not_exported() -> None:
    """The dice of an unfinished fight stay sealed."""
    store = MemoryStore()
    seeded_fight(store, "golden-idol", 7)
    secret = (7).to_bytes(32, "big").hex()
    assert not any(secret in line for line in exported(store, "fight"))


def test_a_fight_that_is_there_is_not_imported_again() -> None:
    """The same fight twice would be two truths."""
    lines = encoded(lines_of())
    store = MemoryStore()
    imported(store, lines)
    with pytest.raises(Refused, match="already"):
        imported(store, lines)


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
        lambda lines: [*lines[:2], changed(lines[2], parent=9), *lines[3:]],
        "Line 3: #2 follows an event that is not before it",
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
    """The line at fault is named and nothing is imported."""
    spoil, message = FAULTS[what]
    store = MemoryStore()
    with pytest.raises(Unreadable, match=message):
        imported(store, encoded(spoil(lines_of())))
    assert [] == store.fights()


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_no_mutation_breaks_the_import(data: st.DataObject) -> None:
    """A flipped byte anywhere is refused, or it was no change."""
    raw = bytearray("\n".join(lines_of(3, commands=5)).encode())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] = data.draw(st.integers(0, 255))
    store = MemoryStore()
    try:
        imported(store, bytes(raw).split(b"\n"))
    except CombatlogError:
        assert [] == store.fights()
