"""The table to try: an example fight in progress, and three simulated phones."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from combatlog.app.campaign import open
from combatlog.server.commands import carry_out
from combatlog.server.demo import PHONES, Phone, seat_players, start_demo
from combatlog.server.messages import SayLine
from combatlog.server.seats import Seats
from combatlog.server.table import Table
from combatlog.server.writer import InlineWriter
from projections.state.fight_state import FightState
from tests.combatlog.server.served import Caller, serve_table


async def play_a_turn(path: Path) -> list[FightState]:
    """Return the fight as it began, when all phones had declared, and when their dice were in."""
    players = start_demo(path)
    table, seats = Table(lambda: open(path), InlineWriter()), Seats()
    await table.begin()
    phones = [
        Phone(table, seat, "1", Random(number), (0, 0.001))
        for number, seat in enumerate(seat_players(seats, players))
    ]
    seat, _ = seats.knock(seats.make_referee_link(), "Rita")

    async def look() -> FightState:
        return await table.read(seat, "1", lambda opened: opened.state)

    async def wait(is_so: object) -> FightState:
        assert callable(is_so)
        while not is_so(state := await look()):
            await asyncio.sleep(0.001)
        return state

    states = [await look()]
    tasks = [asyncio.create_task(phone.play()) for phone in phones]
    ids = [player.plays for player in players]
    states.append(await wait(lambda state: all(any(state.pending_of(id)) for id in ids)))
    said = SayLine(states[-1].seq, "k", "resolve !")
    await table.record(seat, "1", lambda opened: carry_out(opened, seat, said))
    states.append(await wait(lambda state: not any(each.by in ids for each in state.awaited)))
    table.close()
    await asyncio.gather(*tasks)
    await table.end()
    return states


def test_the_phones_declare_and_roll_and_leave_the_rest_to_the_referee(tmp_path: Path) -> None:
    """They do nothing before their turn, and end when the table closes."""

    async def play() -> list[FightState]:
        async with asyncio.timeout(20):
            return await play_a_turn(tmp_path / "demo.combatlog")

    begun, declared, rolled = asyncio.run(play())
    assert (3, ()) == (begun.round, tuple(begun.pending))
    assert PHONES == len(declared.pending)
    assert rolled.seq > declared.seq + PHONES
    assert not rolled.pending or rolled.awaited


@pytest.mark.slow
def test_the_demo_is_served_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """The simulated phones appear to the referee, and are called so; the fight goes on by
    itself."""
    with serve_table(
        tmp_path, "--demo", "--port", "0", environment={"TMPDIR": str(tmp_path)}
    ) as served:
        assert any("with simulated phones" in line for line in served.said)
        referee = Caller.follow(served.referee_link, "Rita")
        seats = referee.get("/api/table")["seats"]
        simulated = {each["name"] for each in seats if each.get("simulated")}
        assert (PHONES, True) == (len(simulated), "Anna" in simulated)
        assert {"Rita"} == {each["name"] for each in seats} - simulated
        with referee.stream("/api/fights/1/stream") as frames:
            first = next(frames)["last"]
            assert first < next(frames)["last"]
        assert 0 == served.stop()[0]
        assert served.said[-1].endswith("nothing of the demo is left.")
    assert [] == [*tmp_path.iterdir()]
