"""The phone's page in Firefox and in WebKit, Safari's engine: somebody joins, is admitted,
attacks, types a die, sees the result, goes offline and comes back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.campaign import create
from rulesets.definitions.shipped import load_game
from tests.combatlog.server.served import Caller, on_loopback, serve_table
from tests.support.firefox import start_firefox
from tests.support.given import npc, pc
from tests.support.webkit import start_webkit


def find_token(name: str) -> str:
    """Return the script that finds the token of somebody on the stage."""
    return f"document.querySelector(\".token[title^='{name},']\")"


def play(phone: Any, folder: Path) -> None:
    """Play an exchange on a phone, of 390 by 844 pixels."""
    with create(folder / "ford.combatlog") as campaign:
        game = load_game("golden-idol")
        people = [
            pc("Ada", "6/0/10/10/10", player="Anna", sword="d8"),
            npc("Wolf", "17/0/13/13/13", bite="d6"),
        ]
        sheets = [each.sheet(game) for each in people]
        campaign.start("The ford", game, dice="typed", sheets=sheets)
    with serve_table(folder, "--port", "0") as served:
        referee = Caller.follow(on_loopback(served.referee_link), "Rita")
        phone.open(on_loopback(served.table_link), 390, 844)
        phone.wait_for("document.querySelector('#name')?.checkVisibility()")
        phone.run("document.querySelector('#name').value = 'Anna'")
        phone.run("document.querySelector('#join button').click()")
        phone.wait_for("document.querySelector('#waiting-room').checkVisibility()")
        seats = referee.get("/api/table")["seats"]
        seat = next(each["id"] for each in seats if each["name"] == "Anna")
        referee.post(f"/api/seats/{seat}", {})

        phone.wait_for(find_token("Ada"))
        phone.run(
            f"{find_token('Ada')}.classList.contains('chosen') || {find_token('Ada')}.click()"
        )
        phone.wait_for("document.querySelector('#form .blank.aims')?.checkVisibility()")
        phone.run(f"{find_token('Wolf')}.click()")
        phone.wait_for(f"{find_token('Ada')}.getAttribute('aria-label').includes('attacks Wolf')")
        say(referee, "go")
        phone.wait_for("document.querySelector('#asked .key')")
        phone.run("[...document.querySelectorAll('#asked .key')][4].click()")
        phone.wait_for(f"{find_token('Wolf')}.dataset.look !== 'unhurt'")

        phone.set_offline(True)
        phone.wait_for("!navigator.onLine")
        say(referee, "undo")
        assert phone.run(f"{find_token('Wolf')}.dataset.look !== 'unhurt'")
        phone.set_offline(False)
        phone.wait_for(f"{find_token('Wolf')}.dataset.look === 'unhurt'")
        assert phone.run("document.documentElement.scrollWidth") <= 390


def say(referee: Caller, line: str) -> None:
    """Let the referee say a line at the head."""
    last = referee.get("/api/fights/1/turn")["last"]
    said = {"do": "say", "line": line, "head": last, "key": json.dumps([line, last])}
    referee.post("/api/fights/1/commands", said)


@pytest.mark.slow
def test_a_phone_with_firefox_plays_an_exchange(tmp_path: Path) -> None:
    """By WebDriver BiDi; nothing fails in the page's scripts but requests without connection."""
    with start_firefox(tmp_path) as phone:
        play(phone, tmp_path)
        assert [] == [each for each in phone.errors if "NetworkError" not in each]


@pytest.mark.slow
def test_a_phone_with_webkit_plays_an_exchange(tmp_path: Path) -> None:
    """By WebDriver, with WebKitGTK, which has the engine of the browsers on iPhones."""
    with start_webkit(tmp_path) as phone:
        play(phone, tmp_path)
        assert [] == phone.errors
