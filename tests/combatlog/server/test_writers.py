"""Writers: the jobs of each run one after the other, whatever threads they run in."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

import pytest

from combatlog.server.writer import SharedWriter, ThreadWriter, Writer
from events.errors import Unwritable

THREADS = 4


def with_writers(make: Callable[[ThreadPoolExecutor], Writer]) -> tuple[Writer, Writer]:
    pool = ThreadPoolExecutor(THREADS)
    return make(pool), make(pool)


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test, for at most ten seconds."""
    asyncio.run(asyncio.wait_for(test, 10))


KINDS = [
    pytest.param(SharedWriter, id="shared"),
    pytest.param(lambda _: ThreadWriter(), id="own"),
]


@pytest.mark.parametrize("make", KINDS)
def test_jobs_run_in_their_order_and_never_two_at_once(
    make: Callable[[ThreadPoolExecutor], Writer],
) -> None:
    """However many are waiting."""
    ran: list[int] = []
    running = 0

    def work(number: int) -> None:
        nonlocal running
        running += 1
        assert running == 1
        Event().wait(0.001)
        running -= 1
        ran.append(number)

    async def say_all() -> None:
        writer, _ = with_writers(make)
        await asyncio.gather(*(writer.run(partial(work, number)) for number in range(50)))
        writer.close()

    run(say_all())
    assert ran == [*range(50)]


@pytest.mark.parametrize("make", KINDS)
def test_a_job_that_waits_holds_up_no_other_writer(
    make: Callable[[ThreadPoolExecutor], Writer],
) -> None:
    """As for a lock of the database."""
    is_free = Event()

    async def wait_and_go_on() -> None:
        one, other = with_writers(make)
        waiting = asyncio.create_task(one.run(is_free.wait))
        behind = asyncio.create_task(one.run(lambda: "behind it"))
        assert "the other" == await other.run(lambda: "the other")
        assert not waiting.done() and not behind.done()
        is_free.set()
        assert "behind it" == await behind

    run(wait_and_go_on())


@pytest.mark.parametrize("make", KINDS)
def test_who_gives_up_waiting_lets_the_next_job_wait_for_theirs(
    make: Callable[[ThreadPoolExecutor], Writer],
) -> None:
    """A job that has begun goes on; one that has not is not begun."""
    begun, is_free = Event(), Event()
    ran: list[str] = []

    def first() -> None:
        begun.set()
        is_free.wait()
        ran.append("first")

    async def give_up() -> None:
        writer, _ = with_writers(make)
        given_up = [asyncio.create_task(writer.run(first))]
        given_up += [asyncio.create_task(writer.run(lambda: ran.append("never")))]
        await asyncio.to_thread(begun.wait)
        for each in given_up:
            each.cancel()
        last = asyncio.create_task(writer.run(lambda: ran.append("last")))
        await asyncio.sleep(0.02)
        assert ran == []
        is_free.set()
        await last

    run(give_up())
    assert ran == ["first", "last"]


@pytest.mark.parametrize("make", KINDS)
def test_a_job_that_fails_tells_who_asked_and_the_next_one_runs(
    make: Callable[[ThreadPoolExecutor], Writer],
) -> None:
    """What it raises is theirs."""

    async def fail() -> None:
        writer, _ = with_writers(make)
        with pytest.raises(ZeroDivisionError):
            await writer.run(lambda: 1 // 0)
        assert 1 == await writer.run(lambda: 1)

    run(fail())


@pytest.mark.parametrize("make", KINDS)
def test_a_job_that_failed_is_let_go_of_at_once(
    make: Callable[[ThreadPoolExecutor], Writer],
) -> None:
    """With all that it held, such as a fight: the collector looks seldom."""

    class Held:
        """What a job holds."""

    async def fail() -> weakref.ref[Held]:
        writer, _ = with_writers(make)
        held = Held()

        def job(held: Held = held) -> None:
            raise Unwritable(f"{held} is refused")

        with pytest.raises(Unwritable):
            await writer.run(job)
        writer.close()
        return weakref.ref(held)

    gc.disable()
    try:
        assert asyncio.run(fail())() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("make", KINDS)
def test_closing_lets_what_was_begun_end_and_runs_no_more(
    make: Callable[[ThreadPoolExecutor], Writer],
) -> None:
    """Nothing is lost, and nothing is recorded behind the end."""
    ran: list[int] = []

    def work(number: int) -> None:
        Event().wait(0.005)
        ran.append(number)

    async def close() -> None:
        writer, other = with_writers(make)
        waiting = [asyncio.create_task(writer.run(partial(work, number))) for number in range(3)]
        await asyncio.sleep(0)
        writer.close()
        assert ran == [0, 1, 2]
        await asyncio.gather(*waiting)
        with pytest.raises(Unwritable, match="nothing was recorded"):
            await writer.run(lambda: ran.append(3))
        assert 1 == await other.run(lambda: 1)

    run(close())
