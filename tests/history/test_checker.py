"""The checker finds planted mistakes, and nothing where there are none."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from tests.combatlog.server.tables import TestTable
from tests.history.checker import History, Said, Seen
from tests.history.writers import (
    Answer,
    BlindWriter,
    EarlyReader,
    LateReader,
    Send,
    Writer,
    read_log,
)
from tests.support.asgi import Browser

WRITERS = 8
ROUNDS = 4


def _lose_answers(browser: Browser, random: Random) -> Send:
    """Return what sends requests, and loses some of their answers."""

    async def send(method: str, path: str, sent: Any) -> Answer:
        await asyncio.sleep(random.random() * 0.002)
        if method == "GET":
            reply = await browser.get(path)
        else:
            reply = await browser.post(path, sent)
        await asyncio.sleep(random.random() * 0.002)
        if method == "POST" and random.random() < 0.2:
            raise ConnectionError
        return Answer(reply.status, reply.json)

    return send


def _play(kind: type[Writer], seed: int) -> list[str]:
    """Let eight writers write at a table; return the faults of what came of it."""

    async def play() -> list[str]:
        table = await TestTable().begin()
        history = History()
        random = Random(seed)

        async def run(number: int) -> None:
            writer = kind(number, "1", _lose_answers(table.referee, random), history, seed)
            rounds = iter(range(ROUNDS))
            await writer.run(lambda: next(rounds, None) is None)

        await asyncio.gather(*map(run, range(WRITERS)))
        log = read_log([*table.store.rows(table.store.fights()[0])])
        return history.find_faults(log)

    return asyncio.run(play())


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast, and nobody waits."""
    monkeypatch.setattr("combatlog.server.limits.Allowances.take", lambda *_: True)
    monkeypatch.setattr("tests.history.writers.PAUSE", 0.0)


def test_nothing_is_wrong_where_nothing_is_planted() -> None:
    """Although answers are lost, and commands are said again."""
    assert [] == _play(Writer, 1)


def test_a_blind_retry_is_found() -> None:
    """Without a key of its own a command is recorded twice."""
    assert any("times" in each for each in _play(BlindWriter, 1))


@pytest.mark.parametrize("kind", [LateReader, EarlyReader])
def test_a_resume_off_by_one_is_found(kind: type[Writer]) -> None:
    """An event is missing in what was read, or is there twice."""
    assert any("read something else" in each for each in _play(kind, 1))


def test_a_server_that_does_not_compare_heads_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command counts although somebody else recorded first."""
    monkeypatch.setattr("combatlog.server.commands._refuse_stale", lambda *_: None)
    assert any("counted at" in each for each in _play(Writer, 1))


A = Said("a", 0, False, 1.0, 2.0, (1,))
B = Said("b", 1, True, 3.0, 4.0, (2,))

PLANTED: dict[str, tuple[list[Said], list[Seen], list[str], str]] = {
    "lost": ([A, B], [], ["a"], "b was acknowledged as #2, and is not there"),
    "moved": ([A, B], [], ["b", "a"], "a was acknowledged as #1, and is not there"),
    "refused": ([A, Said("c", 1, False, 3.0, 4.0, (), True)], [], ["a", "c"], "c was refused"),
    "strange": ([A], [], ["a", "x"], "nobody said x"),
    "reordered": (
        [A._replace(seqs=(2,)), B._replace(is_strict=False, seqs=(1,))],
        [],
        ["b", "a"],
        "b is #1, but a was recorded before as #2",
    ),
    "unanswered": ([B._replace(seqs=(2,)), A._replace(seqs=(), began=5.0)], [], ["a", "b"], "#1"),
    "back": (
        [A, B],
        [Seen("r", 5.0, 6.0, ["a", "b"]), Seen("r", 5.5, 7.0, ["a"])],
        ["a", "b"],
        "r read back from #2",
    ),
    "not read": ([A], [Seen("r", 3.0, 4.0, [])], ["a"], "r did not read a"),
    "ahead": ([A], [Seen("r", 0.1, 0.2, ["a"])], ["a"], "r read a before it was said"),
    "longer": ([A], [Seen("r", 3.0, 4.0, ["a", "b"])], ["a"], "r read something else at #2"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_each_fault_is_told(planted: str) -> None:
    """In a history of two commands."""
    history = History()
    history.said, history.seen, log, said = PLANTED[planted]
    assert any(said in each for each in history.find_faults(log)), history.find_faults(log)


def test_a_small_history_without_faults_has_none() -> None:
    """A command without an answer may be recorded or not."""
    history = History()
    history.said = [A, B, Said("c", 2, False, 3.5)]
    history.seen = [Seen("r", 2.5, 3.2, ["a"]), Seen("r", 5.0, 6.0, ["a", "b"])]
    assert [] == history.find_faults(["a", "b"])
    assert [] == history.find_faults(["a", "b", "c"])
