"""What a MediaWiki refuses, told in one sentence."""

from __future__ import annotations

import pytest

from combatlog.publish.credentials import Credentials
from combatlog.publish.mediawiki_client import MediaWiki as Client
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import LoginRefused, Unreachable, WikiError
from tests.combatlog.publish.given import Person, media_client, publish, sheet
from tests.services.mediawiki import MediaWiki


@pytest.mark.parametrize("user", ["Chronicler@combatlog", "Chronicler", "Nobody@x", "é|\n"])
def test_a_wrong_password_is_told(mediawiki: MediaWiki, user: str) -> None:
    with pytest.raises(LoginRefused, match="does not accept") as refused:
        Client(Connection(mediawiki.url), Credentials(user, "wrong-secret-7"))
    assert "wrong-secret-7" not in str(refused.value)


@pytest.mark.parametrize(
    "title", ["[[x]]", "a|b", "<x>", "", "#", "{x}", "Special:Version", "a" * 300, "~~~", "a\x1fb"]
)
def test_a_title_that_the_wiki_does_not_allow_is_told(mediawiki: MediaWiki, title: str) -> None:
    step = publish(media_client(mediawiki), sheet(title, "One."))
    assert "refused" == step.outcome
    assert "does not allow the title" in step.problem
    assert "{'" not in step.problem


def test_a_protected_page_is_told(mediawiki: MediaWiki) -> None:
    admin = Person(mediawiki)
    admin.writes("Protected", "Mine.")
    admin.protects("Protected")
    step = publish(media_client(mediawiki), sheet("Protected", "One."))
    assert "refused" == step.outcome
    assert step.problem.startswith("The page is protected, and this user may not edit it.")
    assert "Mine." == admin.reads("Protected")


def test_the_wikis_own_messages_are_not_written(mediawiki: MediaWiki) -> None:
    step = publish(media_client(mediawiki), sheet("MediaWiki:Sidebar", "One."))
    assert "refused" == step.outcome


def test_a_page_that_is_no_wiki_text_is_told(mediawiki: MediaWiki) -> None:
    mine = f"User:{mediawiki.account}/common.css"
    Person(mediawiki, mediawiki.account, mediawiki.account_password).writes(mine, "a {}")
    step = publish(media_client(mediawiki), sheet(mine, "One."))
    assert ("refused", True) == (step.outcome, "not wiki text" in step.problem)


def test_a_blocked_user_is_told(mediawiki: MediaWiki) -> None:
    """And asked for no further page."""
    admin = Person(mediawiki)
    admin.blocks(mediawiki.account)
    try:
        with pytest.raises(WikiError, match="has blocked this user"):
            publish(media_client(mediawiki), sheet("Blocked", "One."))
    finally:
        admin.unblocks(mediawiki.account)
    assert "" == admin.reads("Blocked")


def test_a_wiki_that_is_read_only_is_told(mediawiki: MediaWiki) -> None:
    wiki = media_client(mediawiki)
    with mediawiki.switched("read-only"), pytest.raises(WikiError, match="read-only"):
        publish(wiki, sheet("Read-only", "One."))


def test_a_wiki_that_is_down_is_told(mediawiki: MediaWiki) -> None:
    """At the beginning, and in the middle."""
    wiki = media_client(mediawiki)
    with mediawiki.server.down():
        with pytest.raises(Unreachable, match="cannot be reached"):
            media_client(mediawiki)
        with pytest.raises(Unreachable, match="cannot be reached"):
            publish(wiki, sheet("Down", "One."))
    assert "created" == publish(wiki, sheet("Down", "One.")).outcome


def test_a_wiki_that_is_slow_is_told(mediawiki: MediaWiki) -> None:
    """The log-in comes first, which takes a second where the machine is busy."""
    wiki = media_client(mediawiki, timeout=5)
    with mediawiki.server.frozen(), pytest.raises(Unreachable, match="within 5 seconds"):
        publish(wiki, sheet("Slow", "One."))


def test_a_session_that_has_ended_is_begun_again(mediawiki: MediaWiki) -> None:
    connection = Connection(mediawiki.url)
    wiki = Client(connection, Credentials(mediawiki.user, mediawiki.password))
    connection.forget()
    assert "created" == publish(wiki, sheet("Forgotten", "One.")).outcome
    connection.forget()
    assert "updated" == publish(wiki, sheet("Forgotten", "Two.")).outcome
    assert [mediawiki.account] * 2 == Person(mediawiki).authors("Forgotten")
