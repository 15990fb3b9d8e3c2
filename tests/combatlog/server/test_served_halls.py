"""`combatlog serve` of all campaigns of a database or a folder, in processes of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from combatlog.client import connect
from combatlog.terminal.cli.serve import is_hall
from tests.combatlog.export.html_replay.test_axe import find_violations
from tests.combatlog.server.served import (
    Caller,
    ServedHall,
    make_campaign,
    make_campaign_at,
    on_loopback,
)
from tests.combatlog.server.test_serving import refuse
from tests.services.postgres import Postgres
from tests.support.browser import Watched, browser, page  # noqa: F401


@contextmanager
def serve_hall(folder: Path, *args: str) -> Iterator[ServedHall]:
    """Serve a hall within the context."""
    served = ServedHall(folder, "--port", "0", *args)
    try:
        yield served
    finally:
        served.process.kill()
        served.process.wait()


@pytest.mark.slow
def test_all_campaigns_of_a_folder_are_served(tmp_path: Path) -> None:
    """Each first link leads to its own; the referee of one makes another, which is a file; a bot
    reads by the same address; files are held while their table is open."""
    for name in ("harbour", "bridge"):
        make_campaign(tmp_path, name)
    with serve_hall(tmp_path, ".") as served:
        rita = Caller.follow(on_loopback(served.links["harbour"]), "Rita")
        made = rita.post(f"{served.address}/api/campaigns", {"name": "castle"})
        assert "/t/castle/" == made["path"]
        assert ["castle", "harbour"] == [
            each["name"] for each in rita.get(f"{served.address}/api/campaigns")["campaigns"]
        ]
        token = rita.post("/api/bots", {"name": "Herald", "may": ["read:public"]})["token"]

        async def read() -> str:
            async with connect(f"{served.address}/t/harbour", token) as table:
                return (await table.fight(1).read_opening()).title

        assert "A fight" == asyncio.run(read())
        assert (tmp_path / "castle.combatlog").exists()
        assert (tmp_path / "harbour.combatlog.served").exists()
        with rita.stream("/api/fights/1/stream") as frames:
            next(frames)
            code, seconds = served.stop()
        assert (0, True) == (code, seconds < 3)
    assert not (tmp_path / "harbour.combatlog.served").exists()
    with serve_hall(tmp_path, ".") as served:
        assert [] == [*served.links]


@pytest.mark.slow
def test_all_campaigns_of_a_database_are_served_by_two_processes(
    tmp_path: Path, postgres: Postgres, empty_database: str
) -> None:
    """What is said at one is read at the other, in its campaign alone; a campaign that is made at
    one is found at the other; whoever is removed at one is out at both. The second process prints
    no link, and ends none of the first."""
    place = postgres.address(empty_database)
    for name in ("harbour", "bridge"):
        make_campaign_at(f"{place}#{name}")
    with serve_hall(tmp_path, place) as one, serve_hall(tmp_path, place) as other:
        assert (["harbour", "bridge"], []) == ([*one.links], [*other.links])
        rita = Caller.follow(on_loopback(one.links["harbour"]), "Rita")
        there = Caller(f"{other.address}/t/harbour")
        there.client.cookies = rita.client.cookies
        with there.stream("/api/fights/1/stream") as frames:
            last = next(frames)["last"]
            said = {"do": "note", "text": "the tide", "head": last, "key": "k1"}
            rita.post("/api/fights/1/commands", said)
            assert last + 1 == next(frames)["last"]
        rita.post(f"{one.address}/api/campaigns", {"name": "castle"})
        there.client.cookies = rita.client.cookies
        time.sleep(0.3)  # the other hears of it
        assert "referee" == there.get(f"{other.address}/t/castle/api/seat")["role"]
        olga = Caller.follow(on_loopback(one.links["bridge"]), "Olga")
        assert 401 == olga.client.get(f"{one.address}/t/harbour/api/table").status_code
        door = rita.get("/api/table")["door"]["link"]
        anna = Caller.follow(on_loopback(door), "Anna")
        seat = anna.get("/api/seat")["id"]
        rita.post(f"/api/seats/{seat}", {})
        moved = Caller(f"{other.address}/t/harbour")
        moved.client.cookies = anna.client.cookies
        with moved.stream("/api/fights/1/stream") as frames:
            next(frames)
            rita.client.delete(f"/api/seats/{seat}").raise_for_status()
            assert [] == [*frames]
        assert 0 == one.stop()[0]


@pytest.mark.slow
def test_a_referee_goes_from_campaign_to_campaign_in_a_browser(
    page: Watched,  # noqa: F811
    tmp_path: Path,
) -> None:
    """By the link at the table to the list, where they make another one; there is its table. A
    visit without a seat shows none."""
    for name in ("harbour", "bridge"):
        make_campaign(tmp_path, name)
    with serve_hall(tmp_path, ".") as served:
        page.page.goto(f"{served.address}/")
        page.page.get_by_text("You have no seat here").wait_for()
        page.page.goto(on_loopback(served.links["harbour"]))
        page.page.locator("input:visible").first.fill("Rita")
        page.page.keyboard.press("Enter")
        page.page.get_by_text("Ada").first.wait_for()
        page.page.locator("#tab-table").click()
        page.page.wait_for_function(
            "() => document.getElementById('door-picture').naturalWidth > 0"
        )
        page.page.get_by_role("link", name="Campaigns").click()
        page.page.get_by_role("link", name="harbour").wait_for()
        assert 1 == page.page.locator("#campaigns li").count()
        assert [] == find_violations(page)
        page.page.set_viewport_size({"width": 320, "height": 640})
        assert page.page.evaluate("document.documentElement.scrollWidth") <= 320
        page.page.locator("#name").fill("Rivers & roads")
        page.page.keyboard.press("Enter")
        page.page.locator("#starting").wait_for()
        assert page.page.url.endswith("/t/Rivers%20%26%20roads/")
        page.page.goto(f"{served.address}/t/bridge/")
        page.page.get_by_text("Sit down at the table").first.wait_for()
        assert [] == [each for each in page.errors if "401" not in each]


def test_a_campaign_comes_before_a_folder_of_its_name(tmp_path: Path) -> None:
    """A database is a hall unless it names a campaign."""
    folder = tmp_path / "harbour"
    folder.mkdir()
    assert (True, True) == (is_hall(str(folder)), is_hall("postgresql://db.example/club"))
    make_campaign(tmp_path)
    assert [False] * 3 == [
        is_hall(each)
        for each in (str(folder), f"{folder}.combatlog", "postgresql://db.example/club#harbour")
    ]


@pytest.mark.slow
def test_what_is_no_hall_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A database that is down; a new link for nobody."""
    down = refuse(tmp_path, "postgresql://nobody@127.0.0.1:9/club", code=1)
    assert "postgresql://nobody@127.0.0.1:9/club" in down
    assert "combatlog link" in refuse(tmp_path, "--new-link", ".")
