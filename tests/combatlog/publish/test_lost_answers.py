"""The wiki has written a page, and its answer never came."""

from __future__ import annotations

from combatlog.publish import dokuwiki_client as doku, mediawiki_client as media
from combatlog.publish.credentials import Credentials
from combatlog.publish.web_client import Connection
from tests.combatlog.publish.breaking import breaking
from tests.combatlog.publish.given import Doku, Person, doku_client, media_client, publish, sheet
from tests.combatlog.publish.hostile_server import plan_replay
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki


def test_a_mediawiki_that_breaks_off_behind_an_edit_has_updated(mediawiki: MediaWiki) -> None:
    """Asked again it finds its own edit there; that was not so before."""
    mia = Credentials(mediawiki.user, mediawiki.password)
    for text, fate in (("One.", "created"), ("Two.", "updated")):
        with breaking(mediawiki.url, b"action=edit") as (url, heard):
            wiki = media.MediaWiki(Connection(f"{url}/api.php", patience=0), mia)
            assert fate == publish(wiki, sheet("Lost", text)).outcome
        assert 2 == len(heard)
    assert "unchanged" == publish(media_client(mediawiki), sheet("Lost", "Two.")).outcome
    assert 2 == len(Person(mediawiki).history("Lost"))


def test_a_dokuwiki_that_breaks_off_behind_an_edit_has_updated(dokuwiki: DokuWiki) -> None:
    mia = Credentials(dokuwiki.user, dokuwiki.password)
    for text, fate in (("One.", "created"), ("Two.", "updated")):
        with breaking(dokuwiki.url, b"wiki.putPage") as (url, heard):
            wiki = doku.DokuWiki(Connection(f"{url}/lib/exe/xmlrpc.php", patience=0), mia)
            assert fate == publish(wiki, sheet("lost", text)).outcome
        assert 2 == len(heard)
    assert "unchanged" == publish(doku_client(dokuwiki), sheet("lost", "Two.")).outcome
    assert 2 == len(Doku(dokuwiki).history("lost"))


def test_a_mediawiki_that_breaks_off_behind_an_upload_has_the_file(mediawiki: MediaWiki) -> None:
    """Asked again it has just that file; the page links to it."""
    mia = Credentials(mediawiki.user, mediawiki.password)
    page = sheet("Lost replay", "One.", key="fight:lost")
    page = page._replace(replay=plan_replay("mediawiki", "lost"))
    upload = b'name="action"\r\n\r\nupload\r\n'
    with mediawiki.switched("html"), breaking(mediawiki.url, upload) as (url, heard):
        wiki = media.MediaWiki(Connection(f"{url}/api.php", patience=0), mia)
        step = publish(wiki, page)
    assert ("created", "uploaded", "") == (step.outcome, step.replay.outcome, step.replay.problem)
    assert 2 == len(heard)
    assert "Linked text." in Person(mediawiki).reads("Lost replay")


def test_a_dokuwiki_that_breaks_off_behind_an_upload_has_the_file(dokuwiki: DokuWiki) -> None:
    mia = Credentials(dokuwiki.user, dokuwiki.password)
    page = sheet("lostreplay", "One.", key="fight:lost")
    page = page._replace(replay=plan_replay("dokuwiki", "lost"))
    with dokuwiki.taking_html(), breaking(dokuwiki.url, b"wiki.putAttachment") as (url, heard):
        wiki = doku.DokuWiki(Connection(f"{url}/lib/exe/xmlrpc.php", patience=0), mia)
        step = publish(wiki, page)
    assert ("created", "uploaded", "") == (step.outcome, step.replay.outcome, step.replay.problem)
    assert 2 == len(heard)
    assert "Linked text." == Doku(dokuwiki).reads("lostreplay")
