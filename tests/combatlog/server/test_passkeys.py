"""Passkeys: a second device sits down where its person sits, and nobody else does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combatlog.server import passkeys
from combatlog.server.seat_stores import FileSeats
from combatlog.server.seats import Seats
from tests.combatlog.server.served import make_campaign, serve_table
from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.combatlog.server.test_removal import find_seat, remove
from tests.support.asgi import Browser, Reply
from tests.support.authenticator import Authenticator, decode, encode
from tests.support.browser import Watched, browser, page  # noqa: F401

ORIGIN = "https://table.local"


class Secure(Browser):
    """A browser that has come by TLS."""

    def _make_scope(self, method: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
        return {**super()._make_scope(method, path, headers), "scheme": "https"}


async def admit(table: TestTable, name: str) -> Secure:
    """Return the browser of a player, by TLS."""
    player = Secure(table.app)
    player.cookie = (await table.admit(name)).cookie
    return player


async def keep(person: Browser, own: Authenticator) -> Reply:
    """Keep a passkey for somebody's seat."""
    options = await person.post("/api/passkeys/new", {})
    assert 200 == options.status, options.json
    return await person.post("/api/passkeys", {"credential": own.make(options.json)})


async def enter(table: TestTable, own: Authenticator) -> tuple[Secure, Reply]:
    """Show a passkey on a new device."""
    device = Secure(table.app)
    options = (await device.send("POST", "/api/passkeys/challenge")).json
    return device, await device.post("/api/passkeys/enter", {"credential": own.show(options)})


@at_table
async def test_a_second_device_sits_where_its_person_sits(table: TestTable) -> None:
    """Both go on; the cookie is for TLS alone."""
    anna, own = await admit(table, "Anna"), Authenticator(ORIGIN)
    assert 204 == (await keep(anna, own)).status
    device, reply = await enter(table, own)
    assert (200, find_seat(table, "Anna")) == (reply.status, reply.json["id"])
    assert "Secure" in reply.headers["set-cookie"]
    for each in (anna, device):
        assert "Anna" == (await each.get("/api/seat")).json["name"]
    assert 2 == len([*table.seats])


@at_table
async def test_a_passkey_goes_with_the_seat(table: TestTable) -> None:
    """Whoever is removed gets in by it no more, nor by the device that it let in."""
    anna, own = await admit(table, "Anna"), Authenticator(ORIGIN)
    await keep(anna, own)
    device, _ = await enter(table, own)
    await remove(table, "Anna")
    assert 401 == (await device.get(f"{FIGHT}/frame")).status
    assert 422 == (await enter(table, own))[1].status
    assert () == table.seats.passkeys


@at_table
async def test_passkeys_can_be_forgotten(table: TestTable) -> None:
    """With the devices that they have let in; the person stays."""
    anna, own = await admit(table, "Anna"), Authenticator(ORIGIN)
    await keep(anna, own)
    device, _ = await enter(table, own)
    assert 204 == (await anna.send("DELETE", "/api/passkeys")).status
    assert [401, 200] == [(await each.get("/api/seat")).status for each in (device, anna)]
    assert 422 == (await enter(table, own))[1].status


@at_table
async def test_an_answer_serves_once_and_for_what_was_asked(table: TestTable) -> None:
    """A copy of it, a challenge of somebody's own, one that is old, and one for a new passkey let
    nobody in."""
    anna, own = await admit(table, "Anna"), Authenticator(ORIGIN, counts=False)
    await keep(anna, own)
    device = Secure(table.app)
    options = (await device.send("POST", "/api/passkeys/challenge")).json
    shown = {"credential": own.show(options)}
    assert 200 == (await device.post("/api/passkeys/enter", shown)).status
    thief = Secure(table.app)
    assert 422 == (await thief.post("/api/passkeys/enter", shown)).status
    challenge = decode(options["challenge"])
    for made_up in (b"", bytes(56), challenge[:-1] + bytes([challenge[-1] ^ 1]), challenge[:24]):
        shown = {"credential": own.show({**options, "challenge": encode(made_up)})}
        assert 422 == (await thief.post("/api/passkeys/enter", shown)).status
    asked = (await anna.post("/api/passkeys/new", {})).json["challenge"]
    shown = {"credential": own.show({**options, "challenge": asked})}
    assert 422 == (await thief.post("/api/passkeys/enter", shown)).status
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passkeys, "SECONDS", -1.0)
        assert "too long" in (await enter(table, own))[1].json["said"]
    assert 401 == (await thief.get("/api/seat")).status


@at_table
async def test_a_passkey_of_another_key_site_or_page_lets_nobody_in(table: TestTable) -> None:
    """The signature, the host and the origin of the page are checked, when it is kept, too."""
    anna, own = await admit(table, "Anna"), Authenticator(ORIGIN)
    assert 422 == (await keep(anna, Authenticator("https://evil.example"))).status
    await keep(anna, own)
    forged, foreign = Authenticator(ORIGIN), Authenticator("https://evil.example")
    forged.id = foreign.id = own.id
    foreign._key = own._key
    for each in (forged, foreign, Authenticator(ORIGIN)):
        assert 422 == (await enter(table, each))[1].status
    device = Secure(table.app)
    options = (await device.send("POST", "/api/passkeys/challenge")).json
    shown = {"credential": own.show({**options, "rpId": "evil.example"})}
    assert 422 == (await device.post("/api/passkeys/enter", shown)).status
    others: list[dict[str, Any]] = [{}, {"id": 1}, {"response": []}]
    for nonsense in (*others, {"response": {"clientDataJSON": "€"}}):
        reply = await device.post("/api/passkeys/enter", {"credential": nonsense})
        assert 422 == reply.status, nonsense
    assert 200 == (await enter(table, own))[1].status


@at_table
async def test_without_tls_there_are_none(table: TestTable) -> None:
    """It is said; nor has a bot any, or who was not admitted."""
    plain = await table.admit("Ben")
    assert "TLS" in (await plain.post("/api/passkeys/new", {})).json["said"]
    bot = await table.make_bot("Owl", "referee")
    assert 403 == (await bot.post("/api/passkeys/new", {})).status
    waiting = Secure(table.app)
    await table.knock(waiting, table.seats.table_token, "Zoe")
    assert 403 == (await waiting.post("/api/passkeys/new", {})).status


@at_table
async def test_somebody_else_gets_no_passkey_for_a_seat(table: TestTable) -> None:
    """What was asked for at one seat is kept for no other."""
    anna, ben = await admit(table, "Anna"), await admit(table, "Ben")
    options = (await anna.post("/api/passkeys/new", {})).json
    own = Authenticator(ORIGIN)
    sent = {"credential": own.make(options)}
    assert 422 == (await ben.post("/api/passkeys", sent)).status
    assert 204 == (await anna.post("/api/passkeys", sent)).status
    assert 422 == (await anna.post("/api/passkeys", sent)).status


def test_passkeys_stay_after_a_restart(tmp_path: Path) -> None:
    """With the secret of the challenges, which no page is ever sent."""
    site = passkeys.find_site(ORIGIN)
    seats = Seats(FileSeats(tmp_path / "seats.json"))
    seat, _ = seats.sit_first("Rita")
    own = Authenticator(ORIGIN)
    passkeys.add(seats, seat, site, own.make(passkeys.ask_for_new(seats, seat, site)))
    asked = passkeys.ask(seats, site)
    again = Seats(FileSeats(tmp_path / "seats.json"))
    entered, token = passkeys.enter(again, site, own.show(asked))
    assert (seat.id, True) == (entered.id, again.find(token) is not None)


@pytest.mark.slow
def test_a_passkey_is_kept_and_shown_on_the_page(page: Watched, tmp_path: Path) -> None:  # noqa: F811
    """In a real browser, with an authenticator that the browser has for tests."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        own = page.page.context.new_cdp_session(page.page)
        own.send("WebAuthn.enable")
        settings = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
        settings |= {"hasUserVerification": True, "isUserVerified": True}
        own.send("WebAuthn.addVirtualAuthenticator", {"options": settings})
        page.page.goto(served.referee_link.replace("127.0.0.1", "localhost"))
        page.page.locator("#name").fill("Rita")
        page.page.keyboard.press("Enter")
        page.page.get_by_text("Ada").first.wait_for()
        page.page.locator("#tab-table").click()
        page.page.locator("#passkey-keep").click()
        page.page.get_by_text("Your other devices can sit down by it.").wait_for()
        page.page.context.clear_cookies()
        page.page.goto(f"http://localhost:{served.port}/")
        page.page.locator("#passkey-enter").click()
        page.page.locator("html[data-role=referee]").wait_for(state="attached")
