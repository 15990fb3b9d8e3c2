"""`combatlog serve` on a campaign in PostgreSQL, by one process and by two."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from combatlog.app.campaign import open
from combatlog.app.session import Session
from combatlog.server import messages as m, reader
from combatlog.server.commands import carry_out
from combatlog.server.deliveries import LOOK_SECONDS
from combatlog.server.open_fight import OpenFight
from combatlog.server.preview import make_preview
from combatlog.server.seat import Seat
from combatlog.terminal.cli.main import main
from events.store.postgres_database import PATIENCE as LOST, Database
from projections.narrative.phrasebook import load_phrasebook
from tests.combatlog.server.served import (
    PATIENCE,
    Caller,
    ServedTable,
    make_campaign_at,
    on_loopback,
    serve_table,
)
from tests.history.checker import History
from tests.history.writers import Answer, Writer, read_log
from tests.services.postgres import Postgres
from tests.support.waiting import wait_until

FIGHT = "/api/fights/1"


@pytest.fixture
def place(postgres: Postgres, empty_database: str) -> str:
    """The place of a campaign with a fight of two."""
    made = f"{postgres.address(empty_database)}#harbour"
    make_campaign_at(made)
    return made


def note(caller: Caller, text: str, head: int) -> int:
    """Say a note; return its event."""
    sent = {"do": "note", "text": text, "head": head, "key": f"key {text}"}
    seqs: list[int] = caller.post(f"{FIGHT}/commands", sent)["seqs"]
    return seqs[0]


def admit(referee: Caller, table_link: str, name: str) -> Caller:
    """Return the browser of a player whom the referee has admitted."""
    player = Caller.follow(on_loopback(table_link), name)
    seat = player.get("/api/seat")["id"]
    referee.post(f"/api/seats/{seat}", {"role": "player", "plays": []})
    return player


def test_a_table_in_a_database_is_served(tmp_path: Path, place: str) -> None:
    """What is said is recorded there; everybody sits where they sat after a restart, and the same
    link and code serve. Nothing is written beside."""
    with serve_table(tmp_path, "--port", "0", place) as served:
        referee = Caller.follow(served.referee_link, "Rita")
        anna = admit(referee, served.table_link, "Anna")
        last = anna.get(f"{FIGHT}/frame")["last"]
        assert last + 1 == note(referee, "the bridge sways", last)
        link, code = served.table_link.partition("#")[2], served.code
        assert f"The table of {place} is open" in "\n".join(served.said)
        assert 0 == served.stop()[0]
    with serve_table(tmp_path, "--port", "0", place) as served:
        anna.client.base_url = f"http://127.0.0.1:{served.port}"
        assert "Anna" == anna.get("/api/seat")["name"]
        assert last + 1 == anna.get(f"{FIGHT}/frame")["last"]
        assert (link, code) == (served.table_link.partition("#")[2], served.code)
    assert [] == [*tmp_path.iterdir()]


class Follower:
    """Somebody who reads the stream of a fight: the event that they have last, and when."""

    def __init__(self, caller: Caller) -> None:
        self.seen: dict[int, float] = {}
        self._caller = caller
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def wait_for(self, seq: int) -> float:
        """Return when an event was read."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := [at for last, at in [*self.seen.items()] if last >= seq]:
                return min(found)
            time.sleep(0.001)
        raise AssertionError(f"#{seq} was not read")

    def wait_for_end(self) -> None:
        """Wait until the stream has ended."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def _read(self) -> None:
        try:
            with self._caller.stream(f"{FIGHT}/stream") as frames:
                for frame in frames:
                    self.seen[frame["last"]] = time.monotonic()
        except httpx.TransportError:
            pass  # the server is dead


@contextmanager
def serve_twice(folder: Path, place: str) -> Iterator[tuple[ServedTable, ServedTable, Caller]]:
    """Serve a campaign by two processes; yield them, and a referee at the first."""
    with serve_table(folder, "--port", "0", place) as one:
        referee = Caller.follow(one.referee_link, "Rita")
        with serve_table(folder, "--port", "0", place) as other:
            yield one, other, referee


def move(caller: Caller, served: ServedTable) -> Caller:
    """Return the same browser, at another server."""
    moved = Caller(f"http://127.0.0.1:{served.port}")
    moved.client.cookies = caller.client.cookies
    return moved


def test_a_phone_sees_what_is_recorded_at_another_server(tmp_path: Path, place: str) -> None:
    """Each command; most of them long before the server would have looked by itself."""
    with serve_twice(tmp_path, place) as (one, other, referee):
        assert (one.table_link.partition("#")[2], one.code) == (
            other.table_link.partition("#")[2],
            other.code,
        )
        anna = admit(referee, other.table_link, "Anna")
        wait_until(lambda: anna.client.get("/api/table").status_code == 200)
        last = anna.get(f"{FIGHT}/frame")["last"]
        follower = Follower(anna)
        follower.wait_for(last)
        took = []
        for number in range(50):
            last = note(referee, f"note {number}", last)
            answered = time.monotonic()
            took.append(max(0.0, follower.wait_for(last) - answered))
            time.sleep(0.02)
        took.sort()
        print(f"from the answer to the phone: median {took[25]:.4f} s, most {took[-1]:.4f} s")
        assert took[25] < 0.2, took
        assert anna.get(f"{FIGHT}/frame") == move(anna, one).get(f"{FIGHT}/frame")


def test_a_seat_counts_at_every_server(tmp_path: Path, place: str) -> None:
    """Who was admitted at one is in at the other at once; who was removed is out at both."""
    with serve_twice(tmp_path, place) as (one, other, referee):
        anna = Caller.follow(on_loopback(one.table_link), "Anna")
        there = move(anna, other)
        seat = there.get("/api/seat")["id"]
        assert 403 == there.client.get("/api/table").status_code
        rita = move(referee, other)
        rita.post(f"/api/seats/{seat}", {"role": "player", "plays": []})
        assert "Anna" in [each["name"] for each in there.get("/api/table")["seats"]]
        wait_until(lambda: anna.client.get("/api/table").status_code == 200)
        rita.post("/api/votes", {"votes": "everybody"})
        wait_until(lambda: anna.get("/api/table")["votes"] == "everybody")
        follower = Follower(there)
        follower.wait_for(1)
        assert 204 == referee.client.delete(f"/api/seats/{seat}").status_code
        assert 401 == anna.client.get("/api/table").status_code
        wait_until(lambda: there.client.get("/api/table").status_code == 401)
        follower.wait_for_end()


def test_a_proposal_and_its_votes_count_at_every_server(tmp_path: Path, place: str) -> None:
    """Who is here is known at both; a proposal made at one is voted on at the other, and what was
    voted is there after both have started again."""
    with serve_twice(tmp_path, place) as (one, other, referee):
        referee.post("/api/votes", {"votes": "everybody"})
        anna = admit(referee, one.table_link, "Anna")
        there = move(anna, other)
        wait_until(lambda: there.client.get("/api/table").status_code == 200)
        last = note(referee, "the bridge sways", referee.get(f"{FIGHT}/frame")["last"])
        follower = Follower(there)
        follower.wait_for(last)

        def list_here() -> list[str]:
            return [each["name"] for each in referee.get("/api/table")["seats"] if each.get("here")]

        wait_until(lambda: "Anna" in list_here())
        last = referee.post(
            f"{FIGHT}/commands",
            {"do": "say", "line": "harm wolf 1: a rock", "head": last, "key": "harm"},
        )["last"]
        sent = {"line": "undo", "why": "it missed", "head": last, "key": "propose"}
        made = there.client.post(f"{FIGHT}/proposals", json=sent)
        if made.status_code == 409:
            wait_until(lambda: there.get(f"{FIGHT}/frame")["last"] == last)
            made = there.client.post(f"{FIGHT}/proposals", json=sent)
        assert 200 == made.status_code, made.text
        voted = referee.post(f"/api/proposals/{made.json()['id']}", {"head": last, "answer": "yes"})
        assert "applied" == voted["outcome"]
        assert last < referee.get(f"{FIGHT}/frame")["last"]
        again = there.post(f"/api/proposals/{made.json()['id']}", {"head": last, "answer": "yes"})
        assert "applied" == again["outcome"]


def test_a_fight_that_is_started_at_one_server_is_there_at_the_other(
    tmp_path: Path, place: str
) -> None:
    """Its pages are told that it is the latest."""
    with serve_twice(tmp_path, place) as (_, other, referee):
        sent = {"title": "Later", "game": "golden-idol", "dice": "typed", "key": "start"}
        started = referee.post("/api/fights", sent)
        rita = move(referee, other)
        assert started["id"] in [each["id"] for each in rita.get("/api/fights")]
        assert "Later" == rita.get("/api/fights/2")["title"]


class Listener(BaseHTTPRequestHandler):
    """Who is told of ends: the ids of what was told."""

    heard: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.heard.append(self.headers["webhook-id"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_an_end_is_told_once_by_two_servers(tmp_path: Path, place: str) -> None:
    """At whichever it was said, and also by the other one when the one that told them has ended."""
    Listener.heard.clear()
    listening = HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    with serve_twice(tmp_path, place) as (one, other, referee):
        with pytest.raises(SystemExit) as done:
            main(["webhook", f"http://127.0.0.1:{listening.server_port}/", "-c", place])
        assert 0 == done.value.code
        assert 1 == len(referee.get("/api/webhooks"))
        there = move(referee, other)
        say(referee, "end: dawn")
        wait_until(lambda: Listener.heard)
        one.stop()
        say(there, "undo")
        say(there, "end: dusk")
        wait_until(lambda: len(Listener.heard) > 1)
        time.sleep(3 * LOOK_SECONDS)
    listening.shutdown()
    assert 2 == len(Listener.heard) == len({*Listener.heard})


def say(caller: Caller, line: str) -> None:
    """Say a line at the last event."""
    last = caller.get(f"{FIGHT}/frame")["last"]
    sent = {"do": "say", "line": line, "head": last, "key": f"{line} {last}"}
    caller.post(f"{FIGHT}/commands", sent)


def test_nothing_is_lost_or_doubled_where_a_server_is_killed(tmp_path: Path, place: str) -> None:
    """Four people write in one fight at two servers; one of these is killed, and its people go on
    at the other, saying again what was not answered."""
    history = History()

    async def write(number: int, tokens: Any, ports: list[int], is_over: asyncio.Event) -> None:
        at = [number % 2]
        clients = [
            httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{port}", cookies=tokens, trust_env=False,
                timeout=PATIENCE,
            )
            for port in ports
        ]  # fmt: skip

        async def send(method: str, path: str, sent: Any) -> Answer:
            try:
                reply = await clients[at[0]].request(method, path, json=sent)
            except httpx.TransportError as error:
                at[0] = 1 - at[0]
                raise ConnectionError from error
            return Answer(reply.status_code, reply.json())

        writer = Writer(number, "1", send, history, seed=1)
        await writer.run(is_over.is_set)
        await writer.read()
        assert 1 == at[0]
        for client in clients:
            await client.aclose()

    async def play(one: ServedTable, other: ServedTable, people: list[Caller]) -> None:
        is_over = asyncio.Event()
        ports = [one.port, other.port]
        writing = [
            asyncio.create_task(write(number, person.client.cookies, ports, is_over))
            for number, person in enumerate(people)
        ]
        await wait_for_answers(history, writing, 30)
        one.process.send_signal(signal.SIGKILL)
        await wait_for_answers(history, writing, 60)
        is_over.set()
        await asyncio.gather(*writing)

    with serve_twice(tmp_path, place) as (one, other, referee):
        people = [admit(referee, one.table_link, f"Olga {number}") for number in range(4)]
        for person in people:
            seat = person.get("/api/seat")["id"]
            referee.post(f"/api/seats/{seat}", {"role": "referee", "plays": []})
        asyncio.run(play(one, other, people))
    with open(place) as campaign:
        (fight,) = campaign.store.fights()
        assert [] == history.find_faults(read_log([*campaign.store.rows(fight)]))


async def wait_for_answers(history: History, writing: list[asyncio.Task[None]], count: int) -> None:
    """Wait until so many commands were answered."""
    until = time.monotonic() + PATIENCE
    while len(history.said) < count:
        for each in writing:
            if each.done():
                each.result()  # raises what went wrong
        assert time.monotonic() < until, len(history.said)
        await asyncio.sleep(0.05)


def test_a_table_goes_on_when_its_database_is_back(
    tmp_path: Path, place: str, postgres: Postgres
) -> None:
    """Meanwhile a command is refused in a sentence, and the server says why, once. Only the first
    is refused after the patience with a lost connection; the next ones do not wait so long."""
    with serve_table(tmp_path, "--port", "0", place) as served:
        referee = Caller.follow(served.referee_link, "Rita")
        anna = admit(referee, served.table_link, "Anna")
        last = note(referee, "before", referee.get(f"{FIGHT}/frame")["last"])
        postgres.stop("fast")
        try:
            for caller, words in (
                (referee, "no database answers there"),
                (anna, "tell the referee"),
            ):
                sent = {"do": "note", "text": "lost", "head": last, "key": "key after"}
                began = time.monotonic()
                refused = caller.client.post(f"{FIGHT}/commands", json=sent)
                waited = time.monotonic() - began
                assert (503, "busy") == (refused.status_code, refused.json()["kind"])
                assert words in refused.json()["said"]
                assert "\n" not in refused.json()["said"]
            assert waited < LOST
        finally:
            postgres.start()
        wait_until(lambda: 200 == referee.client.get(f"{FIGHT}/frame").status_code)
        assert last + 1 == note(referee, "after", last)
        assert not [line for line in served.said if "pool" in line], "the driver speaks up"
        said = [line for line in served.said if "database" in line and "http" not in line]
        assert 1 == len(said), served.said


def test_a_long_preview_is_computed_beside_the_server(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It opens the campaign in the database a second time."""
    monkeypatch.setattr(reader, "LONG", 0)
    with open(place) as campaign:
        fight = campaign.fight()
        Session(campaign, fight).say("harm wolf 4: a rock")
        line = f"amend {len(fight.history)} harm wolf 3: a pebble; why: misheard"
        opened = OpenFight(campaign, fight, load_phrasebook())
        task = reader.make_task(opened, 2, opened.last, line, [])
        assert task is not None
        try:
            found = reader.compute_preview(task)
        finally:
            reader.let_go()
        assert make_preview(campaign, fight, opened.last, line, []) == found


def test_a_command_asks_its_database_three_times(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is new, whether its key is known, and the append; what the first command asked besides
    is remembered."""
    referee = Seat("1", "Maja", "referee", "")
    asked: list[str] = []
    try_again = Database.try_again

    def count(database: Database, work: Any, done: str) -> Any:
        asked.append(done)
        return try_again(database, work, done)

    with open(place) as campaign:
        opened = OpenFight(campaign, campaign.fight(), load_phrasebook())
        carry_out(opened, referee, m.SayLine(head=opened.last, key="key 1", line="next ambush"))
        monkeypatch.setattr(Database, "try_again", count)
        carry_out(opened, referee, m.SayLine(head=opened.last, key="key 2", line="a ada wolf"))
        assert ["read", "read", "written"] == asked
        carry_out(opened, referee, m.SayLine(head=opened.last, key="key 3", line="go"))
        assert 6 == len(asked)
