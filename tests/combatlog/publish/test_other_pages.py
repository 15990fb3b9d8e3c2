"""A page that is another fight's, person's or campaign's is never silently replaced."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from combatlog.app.campaign import create, open as opened
from combatlog.export.formats.mediawiki import MEDIAWIKI
from combatlog.export.pages.page_context import PageOptions
from combatlog.publish.planned_pages import plan_fight_page
from events.errors import CombatlogError
from tests.combatlog.export.pages.given import ADA, STRIKE, WOLVES, fought
from tests.combatlog.publish.given import (
    Doku,
    Person,
    campaign_file,
    combatlog,
    doku_client,
    media_client,
    publish,
    sheet,
)
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki


def test_another_fight_of_the_same_title_is_told(dokuwiki: DokuWiki) -> None:
    wiki, ben = doku_client(dokuwiki), Doku(dokuwiki)
    publish(wiki, sheet("log", "One."))
    other = sheet("log", "Another.", key="fight:def")
    step = publish(wiki, other)
    assert ("refused", True) == (step.outcome, "page of “Bridge” (fight:abc)" in step.problem)
    assert "One." == ben.reads("log")
    assert "updated" == publish(wiki, other, overwrite=True).outcome
    assert ("Another.", "unchanged") == (ben.reads("log"), publish(wiki, other).outcome)
    assert "page of “Bridge” (fight:def)" in publish(wiki, sheet("log", "One.")).problem


def test_the_same_text_does_not_make_it_ones_own(dokuwiki: DokuWiki) -> None:
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("alike", "One."))
    assert "refused" == publish(wiki, sheet("alike", "One.", key="fight:def")).outcome


def test_a_page_of_many_does_not_join_anothers(mediawiki: MediaWiki) -> None:
    """A later fight “Mira” does not get onto the page of Mira, unless somebody wants that."""
    wiki, ada = media_client(mediawiki), Person(mediawiki)
    mira = sheet("Camp/Mira", "Mira.", key="person:abc/mira", title="Mira", is_chosen=False)
    fight = sheet("Camp/Mira", "A fight.", key="fight:def", title="Mira", is_chosen=False)
    assert "created" == publish(wiki, mira).outcome
    before = ada.reads("Camp/Mira")
    step = publish(wiki, fight)
    assert ("refused", True) == (step.outcome, "(person:abc/mira)" in step.problem)
    assert before == ada.reads("Camp/Mira")
    assert "updated" == publish(wiki, fight, overwrite=True).outcome
    assert ada.reads("Camp/Mira").startswith(before)
    assert {"unchanged"} == {publish(wiki, each).outcome for each in (mira, fight)}


def test_a_redirect_does_not_join_two_pages(mediawiki: MediaWiki) -> None:
    """Mira's page became Vance's, which is somebody's of ours; or one that people wrote."""
    wiki, ada = media_client(mediawiki), Person(mediawiki)
    vance = sheet("Led/Vance", "Vance.", key="person:abc/vance", is_chosen=False)
    mira = sheet("Led/Mira", "Mira.", key="person:abc/mira", is_chosen=False)
    publish(wiki, vance)
    before = ada.reads("Led/Vance")
    ada.writes("Led/Mira", "#REDIRECT [[Led/Vance]]")
    step = publish(wiki, mira)
    assert ("refused", "Led/Vance") == (step.outcome, step.address)
    assert before == ada.reads("Led/Vance")
    ada.writes("Led/Ours", "What we know of her.")
    ada.writes("Led/Mira", "#REDIRECT [[Led/Ours]]")
    assert "updated" == publish(wiki, mira).outcome
    assert ada.reads("Led/Ours").startswith("What we know of her.\n\n<!-- combatlog:begin")


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_two_campaigns_do_not_stand_at_one_address(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Nothing of the second one is written; at an address of its own it is, next to the first."""
    wiki = request.getfixturevalue(kind)
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        campaign_file(folder)
    with opened(two / "harbour.combatlog") as campaign:
        fought(campaign, "Third night", [ADA, WOLVES, *STRIKE])
    args = ("publish", "--all", "--to", kind, "--page")
    assert 0 == combatlog(one, *args, "shared", wiki=wiki).returncode
    ran = combatlog(two, *args, "shared", wiki=wiki)
    assert (1, "") == (ran.returncode, ran.stdout)
    assert ran.stderr.startswith("Another campaign stands at “")
    assert 5 == combatlog(one, *args, "shared", wiki=wiki).stdout.count("unchanged")
    ran = combatlog(two, *args, "apart", wiki=wiki)
    assert (0, 6) == (ran.returncode, ran.stdout.count("created"))
    assert 5 == combatlog(one, *args, "shared", wiki=wiki).stdout.count("unchanged")


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_what_comes_later_takes_no_address(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """A fight that is called like somebody stands beside their page."""
    wiki = request.getfixturevalue(kind)
    path = campaign_file(tmp_path)
    args = ("publish", "--all", "--to", kind, "--page", "growing")
    combatlog(tmp_path, *args, wiki=wiki)
    with opened(path) as campaign:
        fought(campaign, "Ada", [ADA, WOLVES, *STRIKE])
    ran = combatlog(tmp_path, *args, wiki=wiki)
    assert (0, "") == (ran.returncode, ran.stderr)
    place = {"mediawiki": "Growing/Ada_%282%29", "dokuwiki": "growing:ada_2"}[kind]
    created = [line for line in ran.stdout.splitlines() if " created: " in line]
    assert [True] == [line.endswith(place) for line in created]


def test_a_fight_is_read_alone(tmp_path: Path) -> None:
    """Whatever has become of the one beside it."""
    path = tmp_path / "harbour.combatlog"
    with create(path, "Mia") as campaign:
        first, second = (fought(campaign, title, [ADA, WOLVES, *STRIKE]) for title in ("A", "B"))
        whole = plan_fight_page(campaign, second, PageOptions(), MEDIAWIKI, "Night")
    with sqlite3.connect(path) as database:
        database.execute("DROP TRIGGER events_no_update")
        database.execute("UPDATE events SET body = 'burnt' WHERE fight = ? AND seq > 1", [first])
    with opened(path) as campaign:
        alone = plan_fight_page(campaign, "B", PageOptions(), MEDIAWIKI, "Night")
        assert whole._replace(corrections={}) == alone._replace(corrections={})
        assert [] == [*whole.corrections[0]] == [*alone.corrections[0]]
        with pytest.raises(CombatlogError):
            plan_fight_page(campaign, "A", PageOptions(), MEDIAWIKI, "Night")


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_the_old_page_of_somebody_renamed_leads_to_the_new_one(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """And that is said; what people wrote on it moves along, or stays where it is."""
    wiki = request.getfixturevalue(kind)
    path = campaign_file(tmp_path)
    args = ("publish", "--all", "--to", kind, "--page", "names")
    assert 0 == combatlog(tmp_path, *args, wiki=wiki).returncode
    with opened(path) as campaign:
        fought(campaign, "Third night", ["join Ada from 1", "rename ada Adelheid"])
    dry = combatlog(tmp_path, *args, "--dry-run", wiki=wiki).stdout
    ran = combatlog(tmp_path, *args, wiki=wiki)
    assert 0 == ran.returncode
    if kind == "mediawiki":
        person = Person(wiki)
        assert "its old page Names/Ada leads there" in ran.stdout
        assert "its old page Names/Ada would lead there" in dry
        assert person.reads("Names/Ada") == "#REDIRECT [[Names/Adelheid]]"
        assert 3 == len(person.history("Names/Adelheid"))
    else:
        ben = Doku(wiki)
        assert "its old page names:ada leads there" in ran.stdout
        assert "its old page names:ada would lead there" in dry
        assert {"names:adelheid"} == ben.links("names:ada")
    again = combatlog(tmp_path, *args, wiki=wiki).stdout
    assert (6, False) == (again.count("unchanged"), "old page" in again)


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_a_page_that_people_deleted_is_not_made_again(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """It is told, and no failure; `--overwrite` makes it again."""
    wiki = request.getfixturevalue(kind)
    campaign_file(tmp_path)
    args = ("publish", "--all", "--to", kind, "--page", "vanished")
    assert 0 == combatlog(tmp_path, *args, wiki=wiki).returncode
    person, address = Person(wiki) if kind == "mediawiki" else Doku(wiki), ""
    address = "Vanished/Ben" if kind == "mediawiki" else "vanished:ben"
    person.deletes(address)
    for _ in range(2):
        ran = combatlog(tmp_path, *args, wiki=wiki)
        assert (0, 4) == (ran.returncode, ran.stdout.count("unchanged"))
        assert re.search(rf"deleted: {address} \((Admin|ben) deleted it.* --overwrite", ran.stdout)
        assert "" == person.reads(address)
    ran = combatlog(tmp_path, *args, "--overwrite", wiki=wiki)
    assert (0, 1) == (ran.returncode, ran.stdout.count("created"))
