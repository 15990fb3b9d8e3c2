"""`combatlog bot` and `combatlog webhook`: what the live table's file has beside its people."""

from __future__ import annotations

import json

import pytest

from combatlog.server.one_server import hold_campaign
from combatlog.server.seat_stores import ENDING, FileSeats
from combatlog.server.seats import Seats
from events.errors import Refused
from tests.combatlog.terminal.test_cli import Folder, folder  # noqa: F401


@pytest.mark.slow
def test_a_bot_is_made_listed_and_removed(folder: Folder) -> None:  # noqa: F811
    """Its token is shown once, and serves at the table."""
    folder.done("new", "harbour")
    assert folder.done("bot") == "There are no bots.\n"
    made = json.loads(
        folder.done("bot", "Herald", "--may", "read:public", "--may", "roll:ada", "--json")
    )
    path = str(folder.path / f"harbour.combatlog{ENDING}")
    found = Seats(FileSeats(path)).find(made["token"])
    assert found is not None and found.may == ("read:public", "roll:ada")
    assert folder.done("bot") == "Herald  read:public roll:ada\n"
    assert "take its token away" in folder.refused("bot", "Herald", "--may", "referee")
    assert "is out" in folder.done("bot", "Herald", "--remove")
    assert Seats(FileSeats(path)).find(made["token"]) is None
    assert "There is no bot Herald" in folder.refused("bot", "Herald", "--remove")


@pytest.mark.slow
def test_a_bot_needs_a_name_and_scopes(folder: Folder) -> None:  # noqa: F811
    """A refusal says how."""
    folder.done("new", "harbour")
    assert "--may read:public" in folder.refused("bot", "Herald")
    assert "is no scope" in folder.refused("bot", "Herald", "--may", "fly")
    assert "Name the bot" in folder.refused("bot", "--may", "read:public")


@pytest.mark.slow
def test_a_lost_link_is_made_anew(folder: Folder) -> None:  # noqa: F811
    """It makes whoever shows it the referee, once; it is shown as a whole behind an address."""
    folder.done("new", "harbour")
    path = str(folder.path / f"harbour.combatlog{ENDING}")
    first = folder.done("link").split()[0]
    link = folder.done("link", "--url", "https://table.example/").strip()
    assert link.startswith("https://table.example/#")
    seats = Seats(FileSeats(path))
    with pytest.raises(Refused, match="does not serve any more"):
        seats.knock(first.removeprefix("#"), "Mallory")
    assert "referee" == seats.knock(link.partition("#")[2], "Rita")[0].role


def test_an_open_table_keeps_its_own_seats(folder: Folder) -> None:  # noqa: F811
    """The command does not write beside the server; the refusal names the page."""
    folder.done("new", "harbour")
    with hold_campaign(str(folder.path / "harbour.combatlog")):
        said = folder.refused("bot", "Herald", "--may", "read:public")
    assert "is open; do that on the referee's page" in said


@pytest.mark.slow
def test_a_webhook_is_made_listed_and_removed(folder: Folder) -> None:  # noqa: F811
    """Its secret is shown once, the path of its address never."""
    folder.done("new", "harbour")
    assert folder.done("webhook") == "There are no webhooks.\n"
    made = json.loads(folder.done("webhook", "http://a.example/private", "--json"))
    assert made["secret"].startswith("whsec_")
    assert folder.done("webhook") == f"{made['id']}  http://a.example/…\n"
    assert "http://" in folder.refused("webhook", "file:///etc/passwd")
    assert "told nothing more" in folder.done("webhook", "--remove", made["id"])
    assert folder.done("webhook") == "There are no webhooks.\n"


@pytest.mark.slow
def test_what_somebody_has_said_is_shown(folder: Folder) -> None:  # noqa: F811
    """In words by fight, and as data; of a name that nobody has, a sentence."""
    folder.done("new", "harbour")
    folder.done("start", "Pier", "--game", "golden-idol")
    folder.done("note", "the tide is out", "--by", "Anna")
    folder.done("note", "it comes back", "--by", "Ben")
    assert folder.done("said", "anna") == "1 Pier\n  #2 note: the tide is out\n"
    said = json.loads(folder.done("said", "Anna", "--json"))
    assert ["the tide is out"] == [each["event"]["text"] for each in said["fights"][0]["said"]]
    assert folder.done("said", "Cho") == "Nothing in this campaign was said by Cho.\n"
