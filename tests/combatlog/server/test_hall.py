"""Many campaigns at one address: each person finds their own, and nothing leads from one to
another."""

from __future__ import annotations

import asyncio

import pytest

from combatlog.app.campaign import Campaign
from combatlog.server import hall as halls, table as tables
from combatlog.server.hall import make_cookie, make_path
from combatlog.server.routes import ROUTES
from events.errors import CampaignError
from tests.combatlog.server.halls import Person, TestHall, at_hall


@at_hall
async def test_everybody_sees_the_campaigns_that_they_have_a_seat_in(hall: TestHall) -> None:
    """A stranger sees none; who knocks at a second table sees both, and where they wait."""
    stranger, anna = Person(hall.app), await hall.admit("harbour", "Anna")
    assert ([], ["harbour"]) == (await stranger.list_names(), await anna.list_names())
    await hall.knock(anna, "bridge", hall.campaigns.seats["bridge"].table_token, "Annie")
    assert [
        ("bridge", "/t/bridge/", "Annie", "player", False),
        ("harbour", "/t/harbour/", "Anna", "player", True),
    ] == [tuple(each.values()) for each in (await anna.get("/api/campaigns")).json["campaigns"]]
    hall.remove("harbour", "Anna")
    assert ["bridge"] == await anna.list_names()


@at_hall
async def test_a_seat_at_one_table_says_nothing_at_another(hall: TestHall) -> None:
    """Neither the referee's cookie nor a bot's token; not even under the other cookie's name."""
    made = await hall.rita.post("/t/harbour/api/bots", {"name": "Herald", "may": ["referee"]})
    bot = Person(hall.app, authorization=f"Bearer {made.json['token']}")
    thief = Person(hall.app)
    thief.jar = {make_cookie("bridge"): hall.rita.jar[make_cookie("harbour")]}
    assert 200 == (await bot.get("/t/harbour/api/table")).status
    assert 200 == (await hall.rita.get("/t/harbour/api/fights/1/frame")).status
    for person in (hall.rita, bot, thief):
        for path in ("api/table", "api/fights", "api/fights/1/frame", "api/fights/1/stream"):
            assert 401 == (await person.get(f"/t/bridge/{path}")).status


@at_hall
async def test_every_request_is_answered_as_where_there_is_no_campaign(hall: TestHall) -> None:
    """A stranger, and a person of another table, learn of no name: status, bytes and headers are
    the same."""
    anna = await hall.admit("bridge", "Anna")
    paths = [(route.method, route.path) for route in ROUTES]
    paths += [("GET", "/api/fights/{fight}/stream"), ("GET", "/api/openapi.json"), ("GET", "/")]
    paths += [("GET", "/page/live.css"), ("GET", "/nothing"), ("POST", "/"), ("GET", "")]
    for person in (Person(hall.app), anna):
        for method, path in paths:
            hall.hall.allowances.forget()
            for place in ("fight", "combatant", "seat", "webhook", "proposal"):
                path = path.replace(f"{{{place}}}", "1")
            real, none = [
                await person.send(method, f"/t/{name}{path}", b'{"shown":"x","name":"x"}')
                for name in ("harbour", "no-town")
            ]
            assert real.status == none.status, path
            if path:
                assert (real.headers, real.body) == (none.headers, none.body), path


@at_hall
async def test_a_flood_tells_no_name_either(hall: TestHall) -> None:
    """What a stranger has spent where there is no campaign is spent at all tables."""
    stranger = Person(hall.app)
    statuses = [(await stranger.get("/t/ruins/api/table")).status for _ in range(70)]
    assert {401, 429} == {*statuses}
    assert 429 == (await stranger.get("/t/harbour/api/table")).status
    assert 429 == (await stranger.get("/api/campaigns")).status
    assert 429 == (await hall.knock(stranger, "harbour", "a guess", "Mallory")).status


@at_hall
async def test_nothing_of_another_campaign_is_sent_by_any_door(hall: TestHall) -> None:
    """Every byte that people of the bridge get is searched for the harbour's name, which stands in
    everything there, and which its own people do get: streams, lists, answers and refusals."""
    anna = await hall.admit("bridge", "Anna")
    async with (
        anna.stream("/t/bridge/api/fights/1/stream") as frames,
        hall.rita.stream("/t/harbour/api/fights/1/stream") as own,
    ):
        await frames.get()
        head = (await own.get())["last"]
        said = {"do": "note", "text": "lights of the harbour", "head": head, "key": "k"}
        assert 200 == (await hall.rita.post("/t/harbour/api/fights/1/commands", said)).status
        await own.get()
        for person in (anna, hall.olga):
            for route in ROUTES:
                hall.hall.allowances.forget()
                path = route.path.replace("{fight}", "1").replace("{combatant}", "ada")
                await person.send(route.method, f"/t/bridge{path.replace('leave', 'left')}", b"{}")
                if route.method == "GET":
                    await person.get(f"/t/harbour{path}")
            hall.hall.allowances.forget()
            await person.get("/api/campaigns")
            fights = {store.fights()[0] for store in hall.campaigns.stores.values()}
            for fight in fights:
                await person.get(f"/t/bridge/api/fights/{fight}/frame")
    for person in (anna, hall.olga):
        assert b"fight of bridge" in person.sent
        assert b"harbour" not in person.sent
    assert b"lights of the harbour" in hall.rita.sent
    assert b"bridge" not in hall.rita.sent


@at_hall
async def test_a_referee_makes_a_campaign(hall: TestHall) -> None:
    """They are its referee, under their name; players and strangers make none, and a name that is
    taken is refused."""
    anna = await hall.admit("harbour", "Anna")
    for person in (anna, Person(hall.app)):
        assert 403 == (await person.post("/api/campaigns", {"name": "mine"})).status
    assert [False, True] == [
        (await person.get("/api/campaigns")).json["makes"] for person in (anna, hall.rita)
    ]
    made = await hall.rita.post("/api/campaigns", {"name": "Rivers & roads"})
    assert (200, "Rita", "referee") == (made.status, made.json["called"], made.json["role"])
    path = made.json["path"]
    assert "referee" == (await hall.rita.get(f"{path}api/seat")).json["role"]
    assert ["Rivers & roads", "harbour"] == await hall.rita.list_names()
    assert ["harbour"] == await anna.list_names()
    taken = await hall.rita.post("/api/campaigns", {"name": "harbour"})
    assert (422, True) == (taken.status, "already" in taken.json["said"])
    door = (await hall.rita.get(f"{path}api/table")).json["door"]["link"]
    assert door.startswith(f"http://table.local{path}#")


@at_hall
async def test_campaigns_are_not_made_without_end(hall: TestHall) -> None:
    """So many an hour."""
    for number in range(halls.MOST_NEW):
        hall.hall.allowances.forget()
        assert 200 == (await hall.rita.post("/api/campaigns", {"name": f"c{number}"})).status
    hall.hall.allowances.forget()
    refused = await hall.rita.post("/api/campaigns", {"name": "one more"})
    assert (422, True) == (refused.status, "Too many" in refused.json["said"])


@at_hall
async def test_another_sites_page_and_a_bot_make_none(hall: TestHall) -> None:
    """And a foreign name of the host is refused, as at a table."""
    sent = b'{"name":"theirs"}'
    foreign = await hall.rita.send("POST", "/api/campaigns", sent, origin="https://evil.example")
    assert 403 == foreign.status
    bot = await hall.rita.send("POST", "/api/campaigns", sent, authorization="Bearer x")
    assert 403 == bot.status
    assert 421 == (await hall.rita.send("GET", "/t/harbour/", host="evil.example")).status


@at_hall
async def test_a_table_that_nobody_is_at_is_closed(hall: TestHall) -> None:
    """And opened again by who comes; one with a stream stays open."""
    with pytest.MonkeyPatch.context() as patch:
        async with hall.rita.stream("/t/harbour/api/fights/1/stream") as frames:
            await frames.get()
            patch.setattr(halls, "IDLE", -1.0)
            patch.setattr(halls, "LOOK_SECONDS", 0.01)
            looking = asyncio.create_task(hall.hall.look_again_and_again())
            while hall.campaigns.closed != ["bridge"]:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert ["bridge"] == hall.campaigns.closed
        while hall.campaigns.closed != ["bridge", "harbour"]:
            await asyncio.sleep(0.01)
        looking.cancel()
    assert 200 == (await hall.rita.get("/t/harbour/api/table")).status


@at_hall
async def test_what_nobody_told_of_is_found_at_every_table_at_once(hall: TestHall) -> None:
    """However many tables there are: one question tells which of them have moved."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halls, "AT_ONCE", 0)
        patch.setattr(halls, "LOOK_SECONDS", 0.01)
        async with (
            hall.rita.stream("/t/harbour/api/fights/1/stream") as harbour,
            hall.olga.stream("/t/bridge/api/fights/1/stream") as bridge,
        ):
            await harbour.get(), await bridge.get()
            looking = asyncio.create_task(hall.hall.look_again_and_again())
            for store in hall.campaigns.stores.values():
                Campaign(store).fight().note("said at another server")
            for frames in (harbour, bridge):
                assert (await asyncio.wait_for(frames.get(), 20))["rows"]
            looking.cancel()


@at_hall
async def test_what_a_server_has_read_by_itself_is_told_to_whoever_watches(hall: TestHall) -> None:
    """As for a new stream: from then on no question to the database tells it."""
    store = hall.campaigns.stores["harbour"]
    path = "/t/harbour/api/fights/1"
    async with hall.rita.stream(f"{path}/stream") as frames:
        await frames.get()
        Campaign(store).fight().note("said at the prompt, and nobody was told")
        assert 200 == (await hall.rita.get(f"{path}/frame")).status
        await hall.hall._look_for_moved()
        assert (await asyncio.wait_for(frames.get(), 20))["rows"]


@at_hall
async def test_a_table_that_cannot_be_read_holds_no_other_one_back(hall: TestHall) -> None:
    """Its fault is told all the same."""
    async with (
        hall.rita.stream("/t/harbour/api/fights/1/stream") as harbour,
        hall.olga.stream("/t/bridge/api/fights/1/stream") as bridge,
    ):
        await harbour.get(), await bridge.get()
        for store in hall.campaigns.stores.values():
            Campaign(store).fight().note("said at another server")
        with pytest.MonkeyPatch.context() as patch:

            def fail() -> None:
                raise CampaignError("Nobody can read the harbour.")

            patch.setattr(hall.campaigns.stores["harbour"], "heads", fail)
            with pytest.raises(CampaignError, match="the harbour"):
                await hall.hall._look_for_moved()
        assert (await asyncio.wait_for(bridge.get(), 20))["rows"]


@at_hall
async def test_fights_of_a_hall_fall_asleep(hall: TestHall) -> None:
    """Though no table looks for what others have recorded: one question tells of all."""
    assert 200 == (await hall.rita.get("/t/harbour/api/fights/1/turn")).status
    table = hall.hall._tables["harbour"].server.table
    assert 1 == len(table.list_awake())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halls, "LOOK_SECONDS", 0.01)
        patch.setattr(tables, "IDLE", 0.05)
        patch.setattr(hall.campaigns.stores["harbour"], "heads", None)
        looking = asyncio.create_task(hall.hall.look_again_and_again())
        while table.list_awake():
            await asyncio.sleep(0.01)
        looking.cancel()


@at_hall
async def test_a_campaign_that_cannot_be_opened_is_said_without_its_address(hall: TestHall) -> None:
    """But to the owner, once. The others go on."""
    said: list[str] = []
    hall.hall._tell = said.append
    anna = await hall.admit("harbour", "Anna")
    await hall.hall._shut("harbour")
    hall.campaigns.is_down = True
    down = await anna.get("/t/harbour/api/table")
    assert (503, False) == (down.status, "memory" in down.json["said"])
    await anna.get("/t/harbour/api/table")
    assert ["memory#harbour is down"] == said
    assert 200 == (await hall.olga.get("/t/bridge/api/table")).status


@at_hall
async def test_a_campaign_that_another_program_has_made_is_found(hall: TestHall) -> None:
    """Though it tells nobody."""
    hall.campaigns.create("castle")
    _, token = hall.campaigns.seats["castle"].sit_first("Rita")
    hall.rita.jar[make_cookie("castle")] = token
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halls, "LOOK_SECONDS", 0.0)
        patch.setattr(halls, "LIST_SECONDS", 0.0)
        looking = asyncio.create_task(hall.hall.look_again_and_again())
        while "castle" not in await hall.rita.list_names():
            hall.hall.allowances.forget()
            await asyncio.sleep(0.01)
        looking.cancel()
    assert 200 == (await hall.rita.get("/t/castle/api/seat")).status


def test_a_path_stands_for_one_name() -> None:
    """Also where the name has what a path cannot have."""
    names = ["harbour", "Rivers & roads", "Τροία", "a/b", "..", ".", "a?b", "50%", "x" * 200]
    paths = [make_path(name) for name in names]
    assert len({*paths}) == len(names)
    assert "/t/harbour/" == paths[0]
    assert all(path.count("/") == 3 and ".." not in path and path.isascii() for path in paths)
