"""Publishing to a real DokuWiki, whose API checks nothing itself."""

from __future__ import annotations

import os
from collections.abc import Callable

import httpx
import pytest

from combatlog.publish import dokuwiki_client as doku
from combatlog.publish.credentials import Credentials
from combatlog.publish.planned_pages import CorrectionNote
from combatlog.publish.publishing import publish_pages
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import LoginRefused, Unreachable, WikiPage
from tests.combatlog.publish.given import (
    Doku,
    count_requests,
    doku_client,
    many_sheets,
    publish,
    sheet,
)
from tests.services.dokuwiki import BLOCKED, DokuWiki


@pytest.fixture(scope="module")
def ben(dokuwiki: DokuWiki) -> Doku:
    return Doku(dokuwiki)


def between(wiki: doku.DokuWiki, monkeypatch: pytest.MonkeyPatch, edit: Callable[[], None]) -> None:
    """Let an edit happen between our reading a page and our writing it, the first time."""
    write, edits = wiki.write, [edit]

    def later(found: WikiPage, text: str, summary: str) -> None:
        if edits:
            edits.pop()()
        write(found, text, summary)

    monkeypatch.setattr(wiki, "write", later)


def test_a_page_is_made_with_a_summary(dokuwiki: DokuWiki, ben: Doku) -> None:
    assert "created" == publish(doku_client(dokuwiki), sheet("made", "It was **dark**.\n")).outcome
    assert "It was **dark**.\n" == ben.reads("made")
    assert ["combatlog: Bridge (fight:abc), to #12"] == ben.history("made")
    assert "<strong>dark</strong>" in httpx.get(f"{dokuwiki.url}/doku.php?id=made").text


def test_nothing_is_done_when_nothing_changed(dokuwiki: DokuWiki, ben: Doku) -> None:
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("same", "The same.\n"))
    assert "unchanged" == publish(wiki, sheet("same", "The same.\n", last_events={0: 20})).outcome
    assert 1 == len(ben.history("same"))


def test_pages_that_are_written_again_at_once_keep_every_revision(
    dokuwiki: DokuWiki, ben: Doku
) -> None:
    """Revisions are named after seconds; what was corrected in between stands in each summary."""
    wiki = doku_client(dokuwiki)
    for seq in (12, 15, 20):
        change = CorrectionNote(seq, f"#{seq}")
        publish(wiki, sheet("quick", f"To {seq}.", last_events={0: seq}, changes={0: [change]}))
    assert [
        "combatlog: Bridge (fight:abc), to #20; corrected: #20",
        "combatlog: Bridge (fight:abc), to #15; corrected: #15",
        "combatlog: Bridge (fight:abc), to #12",
    ] == ben.history("quick")


def test_ids_are_as_the_wiki_writes_them(dokuwiki: DokuWiki) -> None:
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("Camp:Bridge Ambush", "One."))
    assert "camp:bridge_ambush" == publish(wiki, sheet("Camp:Bridge Ambush", "Two.")).address


def test_an_edit_of_somebody_else_is_not_overwritten(dokuwiki: DokuWiki, ben: Doku) -> None:
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("edited", "One."))
    ben.writes("edited", "One. And Ben.")
    step = publish(wiki, sheet("edited", "Two."))
    assert ("refused", True) == (step.outcome, step.problem.startswith("ben edited the page"))
    assert "One. And Ben." == ben.reads("edited")
    assert "updated" == publish(wiki, sheet("edited", "Two."), overwrite=True).outcome
    assert "updated" == publish(wiki, sheet("edited", "Three.")).outcome


def test_a_page_that_was_there_before_is_not_overwritten(dokuwiki: DokuWiki, ben: Doku) -> None:
    ben.writes("before", "Mine.")
    step = publish(doku_client(dokuwiki), sheet("before", "One."))
    assert ("refused", True) == (step.outcome, "combatlog has not written it" in step.problem)
    assert "Mine." == ben.reads("before")


def test_a_fight_that_is_called_something_else_keeps_its_page(dokuwiki: DokuWiki) -> None:
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("renamed", "One."))
    assert "updated" == publish(wiki, sheet("renamed", "Two.", title="Ford")).outcome


def test_an_edit_in_between_is_not_overwritten(
    dokuwiki: DokuWiki, ben: Doku, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("race", "One."))
    between(wiki, monkeypatch, lambda: ben.writes("race", "Ben."))
    assert publish(wiki, sheet("race", "Two.")).problem.startswith("ben edited the page since")
    assert "Ben." == ben.reads("race")
    ben.writes("race", "Ben again.")  # the page is not left locked
    assert "Ben again." == ben.reads("race")


def test_an_edit_in_the_same_second_is_not_overwritten(
    dokuwiki: DokuWiki, ben: Doku, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The revision is the same then, the text is not."""
    wiki = doku_client(dokuwiki)
    publish(wiki, sheet("second", "One."))
    page = dokuwiki.data / "data" / "pages" / "second.txt"
    when = page.stat().st_mtime

    def edit() -> None:
        page.write_text("Ben.")
        os.utime(page, (when, when))

    between(wiki, monkeypatch, edit)
    assert "this very second" in publish(wiki, sheet("second", "Two.")).problem
    assert "Ben." == ben.reads("second")


def test_a_session_that_has_ended_is_begun_again(dokuwiki: DokuWiki) -> None:
    connection = Connection(dokuwiki.url)
    wiki = doku.DokuWiki(connection, Credentials(dokuwiki.user, dokuwiki.password))
    connection.forget()
    assert "created" == publish(wiki, sheet("forgotten", "One.")).outcome


def test_a_page_made_in_between_is_not_overwritten(
    dokuwiki: DokuWiki, ben: Doku, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = doku_client(dokuwiki)
    between(wiki, monkeypatch, lambda: ben.writes("new", "Ben."))
    assert "combatlog has not written it" in publish(wiki, sheet("new", "One.")).problem
    assert "Ben." == ben.reads("new")


def test_a_page_that_somebody_is_editing_is_told(dokuwiki: DokuWiki, ben: Doku) -> None:
    ben.locks("locked")
    step = publish(doku_client(dokuwiki), sheet("locked", "One."))
    assert ("refused", True) == (step.outcome, "is editing the page just now" in step.problem)
    assert "" == ben.reads("locked")


def test_nothing_stays_locked(dokuwiki: DokuWiki, ben: Doku) -> None:
    publish(doku_client(dokuwiki), sheet("unlocked", "One."))
    ben.writes("unlocked", "Ben.")
    assert "Ben." == ben.reads("unlocked")


def test_a_page_that_the_user_may_not_edit_is_told(dokuwiki: DokuWiki) -> None:
    step = publish(doku_client(dokuwiki), sheet("closed:log", "One."))
    assert ("refused", "This user may not edit the page.") == (step.outcome, step.problem)


def test_a_page_that_the_wiki_takes_for_spam_is_told(dokuwiki: DokuWiki, ben: Doku) -> None:
    """Even by a release that does not say so."""
    step = publish(doku_client(dokuwiki), sheet("spam", f"Ada calls: {BLOCKED}!"))
    assert ("refused", True) == (step.outcome, step.problem.startswith("The wiki "))
    assert "" == ben.reads("spam")


@pytest.mark.parametrize("id", ["", ":::", "  ", "/", "__", "**"])
def test_a_name_that_is_none_is_told(dokuwiki: DokuWiki, id: str) -> None:
    """The wiki itself would write its start page."""
    step = publish(doku_client(dokuwiki), sheet(id, "One."))
    assert ("refused", True) == (step.outcome, "does not allow this name" in step.problem)


def test_hostile_titles_come_back_from_the_history(dokuwiki: DokuWiki) -> None:
    wiki = doku_client(dokuwiki)
    title = "[[Evil]]\t<script>\n, to #99; corrected: #1 & é\u202e" + "z" * 4000
    publish(wiki, sheet("hostile", "One.", title=title))
    again = sheet(
        "hostile", "Two.", title=title, last_events={0: 20}, changes={0: [CorrectionNote(15, "#7")]}
    )
    step = publish(wiki, again)
    assert ("updated", True) == (step.outcome, step.summary.endswith(", to #20; corrected: #7"))


@pytest.mark.parametrize("user", ["chronicler", "nobody-there", "é\n<b>"])
def test_a_wrong_password_is_told(dokuwiki: DokuWiki, user: str) -> None:
    with pytest.raises(LoginRefused, match="does not accept") as refused:
        doku.DokuWiki(Connection(dokuwiki.url), Credentials(user, "wrong-secret-7"))
    assert "wrong-secret-7" not in str(refused.value)


def test_a_user_who_may_not_use_the_api_is_told(dokuwiki: DokuWiki) -> None:
    stranger = Credentials(dokuwiki.stranger, dokuwiki.stranger_password)
    with pytest.raises(LoginRefused, match="remote"):
        doku.DokuWiki(Connection(dokuwiki.url), stranger)


def test_a_wiki_that_is_down_or_slow_is_told(dokuwiki: DokuWiki) -> None:
    """The log-in comes first, which takes a second where the machine is busy."""
    wiki = doku_client(dokuwiki, timeout=5)
    with dokuwiki.server.frozen(), pytest.raises(Unreachable, match="within 5 seconds"):
        publish(wiki, sheet("slow", "One."))
    with dokuwiki.server.down(), pytest.raises(Unreachable, match="cannot be reached"):
        publish(wiki, sheet("down", "One."))


def test_an_unchanged_campaign_takes_few_requests(
    dokuwiki: DokuWiki, ben: Doku, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many pages it has: the wiki lists their digests. A page that somebody edited is
    read."""
    old = many_sheets("many:", "One.", 30)
    assert {"created"} == {step.outcome for step in publish_pages(doku_client(dokuwiki), old)}
    sent = count_requests(monkeypatch)
    assert {"unchanged"} == {step.outcome for step in publish_pages(doku_client(dokuwiki), old)}
    assert len(sent) < 10
    ben.writes("many:page_7", "Mine.")
    steps = list(publish_pages(doku_client(dokuwiki), old))
    assert ["many:page_7"] == [step.address for step in steps if step.outcome == "refused"]
