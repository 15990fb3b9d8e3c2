"""Two processes on one file, and processes that are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from events.store.campaign_file import create_campaign, open_campaign
from events.store.envelope import GENESIS, compute_digest
from tests.events.given import notes, texts

ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from events.errors import Conflict
from events.store.campaign_file import open_campaign
from tests.events.given import notes

path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = open_campaign(path)
print("ready", flush=True)
sys.stdin.readline()
conflicts = 0
for number in range(count):
    while True:
        try:
            store.append("f", store.head("f").seq, notes(f"{name} {number}", f"{name} {number}b"))
            print(name, number, flush=True)
            break
        except Conflict:
            conflicts += 1
print("conflicts", conflicts, flush=True)
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """Start a process that appends `count` commands of two events once it gets a line."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(count)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "ready\n" == process.stdout.readline()
    return process


def start(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def test_two_processes_lose_and_double_nothing(path: Path) -> None:
    """Two processes that append to one fight both record every command, whole and once."""
    create_campaign(path).close()
    writers = [writer(path, name, 60) for name in ("ada", "ben")]
    for process in writers:
        start(process)
    for process in writers:
        process.communicate(timeout=60)
    said = texts(open_campaign(path), "f")
    for name in ("ada", "ben"):
        mine = [text for text in said if text.startswith(name)]
        assert mine == [f"{name} {n}{b}" for n in range(60) for b in ("", "b")]
    assert all(one + "b" == other for one, other in zip(said[::2], said[1::2], strict=True))


def test_one_of_two_processes_wins(path: Path) -> None:
    """Of two processes that append after the same event one gets a conflict."""
    script = """
import sys
from events.errors import Conflict
from events.store.campaign_file import open_campaign
from tests.events.given import notes

store = open_campaign(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
try:
    store.append("f", 1, notes(sys.argv[2]))
    print("won")
except Conflict as conflict:
    print(conflict)
"""
    store = create_campaign(path)
    store.append("f", 0, notes("a"))
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path), name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("ada", "ben")
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    answers = sorted(process.communicate("\n", timeout=60)[0] for process in processes)
    assert "won\n" == answers[1]
    assert "you had seen #1 of this fight, it is at #2 now" in answers[0]
    assert 2 == store.head("f").seq


def test_what_was_answered_survives_a_kill(path: Path) -> None:
    """After SIGKILL every answered command is there, none is incomplete, and the chain of digests
    holds."""
    create_campaign(path).close()
    process = writer(path, "ada", 100_000)
    start(process)
    assert process.stdout is not None
    answered = [process.stdout.readline() for _ in range(50)][-1]
    process.send_signal(signal.SIGKILL)
    answered = (process.stdout.read().splitlines() or [answered])[-1]
    process.wait()
    store = open_campaign(path)
    said = texts(store, "f")
    commands = len(said) // 2
    assert commands > int(answered.split()[1])
    assert said == [f"ada {n}{b}" for n in range(commands) for b in ("", "b")]
    previous = GENESIS
    for row in store.rows("f"):
        previous = compute_digest(previous, "f", row)
        assert previous == row.digest
