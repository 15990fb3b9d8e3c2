"""The tables in the real Datasette: its links, its names, its queries.

Datasette is one of the development dependencies. Where it is missing, the tests are skipped, or
fail if services are required.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.campaign import create
from tests.combatlog.export.pages.given import ADA, STRIKE, WOLVES, fought
from tests.combatlog.export.tables.campaigns import sql
from tests.combatlog.publish.given import combatlog
from tests.services.packages import skip_or_fail

pytestmark = pytest.mark.slow

Get = Callable[[str], str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a campaign with a title, and what Datasette reads with them."""
    folder = tmp_path_factory.mktemp("tables")
    with create(folder / "harbour.combatlog", "Mia") as campaign:
        fought(campaign, "First night", [ADA, WOLVES, *STRIKE])
        fought(campaign, "Second night", ["join Ada from 1", WOLVES, *STRIKE])
        campaign.rename("Nights at the harbour")
    assert 0 == combatlog(folder, "tables").returncode
    return folder


@pytest.fixture(scope="module")
def get(folder: Path) -> Get:
    """Return what Datasette answers to a path below the database."""
    if find_spec("datasette") is None:
        skip_or_fail("Datasette is not installed (pip install -e '.[dev]').")
    from datasette.app import Datasette

    metadata = json.loads((folder / "harbour-tables.metadata.json").read_text("utf-8"))
    datasette = Datasette([str(folder / "harbour-tables.db")], metadata=metadata)

    def get(path: str) -> str:
        answer: Any = asyncio.run(datasette.client.get(f"/harbour-tables{path}"))
        assert 200 == answer.status_code, f"{path}: {answer.text[:300]}"
        return str(answer.text)

    return get


def links(page: str) -> dict[str, str]:
    """Return the text of each link of a page below the database, by its address."""
    found = re.findall(r'<a href="/harbour-tables([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return {unescape(to): re.sub(r"<[^>]*>", "", unescape(text)).strip() for to, text in found}


def test_one_goes_from_a_fight_to_a_combatant_to_a_die_and_back(get: Get) -> None:
    """By links alone, and each of them has a name."""
    fight = get("/fights/1")
    assert "/combatants?fight_number=1" in links(fight)
    combatants = links(get("/combatants?fight_number=1"))
    assert "/combatants/1-ada" in combatants
    assert "First night" == combatants["/fights/1"]
    ada = links(get("/combatants/1-ada"))
    assert "/rolls?combatant_key=1-ada" in ada
    dice = get("/rolls?combatant_key=1-ada")
    back = links(dice)
    assert ("Ada", "First night") == (back["/combatants/1-ada"], back["/fights/1"])
    (event,) = [to for to, text in back.items() if to.startswith("/events/1-") and "9" in text]
    assert f"/rolls?seq_key={event.rpartition('/')[2]}" in links(get(event))


def test_persons_and_players_are_linked_too(get: Get) -> None:
    rows = links(get("/combatants?fight_number=2"))
    (person,) = [to for to, text in rows.items() if to.startswith("/people/") and text == "Ada"]
    (theirs,) = [to for to in links(get(person)) if to.startswith("/combatants?person=")]
    assert {"/combatants/1-ada", "/combatants/2-ada"} <= set(links(get(theirs)))


def test_names_stand_beside_ids(get: Get) -> None:
    rows = json.loads(get("/rolls.json?_shape=objects"))["rows"]
    assert {("ada", "Ada")} <= {(row["combatant"], row["who"]) for row in rows}


def test_the_titles_and_the_queries_are_there(get: Get) -> None:
    """Every query runs."""
    page = get("")
    assert "Nights at the harbour" in page
    assert {"/luck", "/open_wounds", "/hardest_blows", "/dice_of", "/search"} <= set(links(page))
    for path in ("/luck", "/open_wounds", "/hardest_blows"):
        get(f"{path}.json")
    assert json.loads(get("/dice_of.json?name=ada&_shape=array"))
    assert json.loads(get("/search.json?words=wolf&_shape=array"))


def test_no_reference_leads_nowhere(folder: Path) -> None:
    with sql(folder / "harbour-tables.db") as connection:
        assert [] == connection.execute("PRAGMA foreign_key_check").fetchall()


def test_metadata_of_ones_own_stays(folder: Path) -> None:
    """That of combatlog is written again."""
    path = folder / "harbour-tables.metadata.json"
    ours = path.read_text("utf-8")
    path.write_text(ours.replace("Who is lucky", "Luck"), "utf-8")
    combatlog(folder, "tables")
    assert ours == path.read_text("utf-8")
    path.write_text('{"title": "mine"}', "utf-8")
    combatlog(folder, "tables")
    assert '{"title": "mine"}' == path.read_text("utf-8")
    path.write_text(ours, "utf-8")
