"""Publishing to a real MediaWiki: only the own part, only when something changed."""

from __future__ import annotations

import httpx
import pytest

from combatlog.publish.credentials import Credentials
from combatlog.publish.mediawiki_client import MediaWiki as Client
from combatlog.publish.planned_pages import CorrectionNote
from combatlog.publish.publishing import plan_pages, publish_pages
from combatlog.publish.web_client import Connection
from tests.combatlog.publish.given import (
    Person,
    count_requests,
    many_sheets,
    media_client,
    publish,
    sheet,
)
from tests.services.mediawiki import MediaWiki


@pytest.fixture(scope="module")
def ada(mediawiki: MediaWiki) -> Person:
    return Person(mediawiki)


def test_a_page_is_made_with_a_summary(mediawiki: MediaWiki, ada: Person) -> None:
    wiki = media_client(mediawiki)
    assert "created" == publish(wiki, sheet("Made", "It was '''dark'''.")).outcome
    assert "\nIt was '''dark'''.\n" in ada.reads("Made")
    assert ["combatlog: Bridge (fight:abc), to #12"] == ada.history("Made")


def test_nothing_is_done_when_nothing_changed(mediawiki: MediaWiki, ada: Person) -> None:
    """Even where the fight has grown by events that the page does not show."""
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Same", "The same."))
    assert "unchanged" == publish(wiki, sheet("Same", "The same.\n")).outcome
    assert "unchanged" == publish(wiki, sheet("Same", "The same.", last_events={0: 20})).outcome
    assert 1 == len(ada.history("Same"))


def test_what_people_wrote_around_it_stays_byte_for_byte(mediawiki: MediaWiki, ada: Person) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Around", "Round 1."))
    before = "Ada says:  <!-- a comment -->\n\n\n* {{unknown|x}}\t[[Main Page]] 太郎\n"
    after = "\n\n\n== Talk ==\n\n  <pre>\n x\n</pre> combatlog:end fight:abc"
    ada.writes("Around", before + ada.reads("Around") + after)
    assert "updated" == publish(wiki, sheet("Around", "Round 1.\n\nRound 2.")).outcome
    text = ada.reads("Around")
    assert (before, after) == (text[: len(before)], text[-len(after) :])
    assert "Round 2." in text


def test_a_page_that_people_wrote_gets_the_part_at_its_end(
    mediawiki: MediaWiki, ada: Person
) -> None:
    ada.writes("Ours", "Our campaign.")
    assert "updated" == publish(media_client(mediawiki), sheet("Ours", "Round 1.")).outcome
    assert ada.reads("Ours").startswith("Our campaign.\n\n<!-- combatlog:begin")


def test_two_fights_have_a_part_each_on_one_page(mediawiki: MediaWiki, ada: Person) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Both", "One."))
    publish(wiki, sheet("Both", "Two.", key="fight:def"))
    publish(wiki, sheet("Both", "One more."))
    text = ada.reads("Both")
    assert (True, True, False) == ("One more." in text, "Two." in text, "One.\n" in text)


def test_the_summary_says_what_was_corrected_since(mediawiki: MediaWiki, ada: Person) -> None:
    """Not what the last one said already, and not in a first one."""
    wiki = media_client(mediawiki)
    early, late = CorrectionNote(14, "#3 (5 instead of 3)"), CorrectionNote(20, "#9 (struck out)")
    publish(wiki, sheet("Put right", "One.", last_events={0: 15}, changes={0: [early]}))
    publish(wiki, sheet("Put right", "Two.", last_events={0: 22}, changes={0: [early, late]}))
    assert [
        "combatlog: Bridge (fight:abc), to #22; corrected: #9 (struck out)",
        "combatlog: Bridge (fight:abc), to #15",
    ] == ada.history("Put right")


def test_a_page_that_was_moved_is_found(mediawiki: MediaWiki, ada: Person) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Old name", "One."))
    ada.moves("Old name", "New name")
    assert "New name" == publish(wiki, sheet("Old name", "Two.")).address
    assert "Two." in ada.reads("New name")
    assert ada.reads("Old name").startswith("#REDIRECT")


def test_accents_written_in_two_characters_are_no_change(mediawiki: MediaWiki) -> None:
    """The wiki composes them when it saves a page."""
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Accent", "Cafe\u0301 e\u0323\u0307"))
    assert "unchanged" == publish(wiki, sheet("Accent", "Cafe\u0301 e\u0323\u0307")).outcome


def test_hostile_titles_do_no_harm_in_a_summary(mediawiki: MediaWiki, ada: Person) -> None:
    wiki = media_client(mediawiki)
    title = "[[Evil]] /* x */ {{y}} ~~~~ <script>, to #99; corrected: #1\n" + "z" * 4000
    publish(wiki, sheet("Hostile", "One.", title=title))
    page = ada.site.get("query", prop="revisions", titles="Hostile", rvprop="parsedcomment|user")
    [found] = page["query"]["pages"].values()
    parsed = found["revisions"][0]["parsedcomment"]
    assert ("<a " in parsed, "<script" in parsed, "autocomment" in parsed) == (False, False, False)
    again = sheet(
        "Hostile", "Two.", title=title, last_events={0: 20}, changes={0: [CorrectionNote(15, "#7")]}
    )
    assert publish(wiki, again).summary.endswith(", to #20; corrected: #7")


def test_a_private_wiki_is_published_to(mediawiki: MediaWiki) -> None:
    with mediawiki.switched("private"):
        assert "created" == publish(media_client(mediawiki), sheet("Private", "Hush.")).outcome


def test_an_account_without_a_bot_password_will_do(mediawiki: MediaWiki) -> None:
    """A bot password is better; not every wiki gives one."""
    mia = Credentials(mediawiki.account, mediawiki.account_password)
    wiki = Client(Connection(mediawiki.url), mia)
    assert "created" == publish(wiki, sheet("Account", "One.")).outcome


def test_links_between_new_pages_are_not_red(mediawiki: MediaWiki) -> None:
    """Each was rendered before the other was there."""
    wiki = media_client(mediawiki)
    pages = [
        sheet("Link one", "[[Link two]]", key="fight:one"),
        sheet("Link two", "[[Link one]]", key="fight:two"),
    ]
    assert ["created", "created"] == [step.outcome for step in publish_pages(wiki, pages)]
    for page in pages:
        html = httpx.get(wiki.page_url(page.address)).text
        assert 'title="Link' in html
        assert (
            "redlink" not in html.partition('id="mw-content-text"')[2].partition("printfooter")[0]
        )


def test_an_unchanged_campaign_takes_few_requests(
    mediawiki: MediaWiki, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many pages it has; those that have changed are read 50 in a request."""
    old, new = many_sheets("Many", "One.", 60), many_sheets("Many", "Two.", 60)
    assert {"created"} == {step.outcome for step in publish_pages(media_client(mediawiki), old)}
    ada.writes("Many/Page 7", f"Ours.\n\n{ada.reads('Many/Page 7')}")
    sent = count_requests(monkeypatch)
    wiki = media_client(mediawiki)
    steps = list(publish_pages(wiki, old))
    assert ({"unchanged"}, 61) == ({step.outcome for step in steps}, len(steps))
    assert len(sent) < 10
    assert steps[7].current.text.startswith("Ours.")
    sent.clear()
    assert {"updated"} == {step.outcome for step in plan_pages(wiki, new)}
    assert len(sent) <= 5
