"""Any address of a wiki will do."""

from __future__ import annotations

import pytest

from combatlog.publish.api_address import find_dokuwiki_api, find_mediawiki_api
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import Unreachable
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki


@pytest.mark.parametrize(
    "path", ["", "/", "/index.php/Main_Page", "/index.php?title=Main_Page", "/api.php", "/a/b"]
)
def test_a_mediawiki_is_found(mediawiki: MediaWiki, path: str) -> None:
    """From its main page, from the API, and from a page that is not there."""
    assert mediawiki.api == find_mediawiki_api(Connection(mediawiki.url + path))


@pytest.mark.parametrize(
    "path", ["", "/", "/doku.php", "/doku.php?id=wiki:syntax", "/lib/exe/xmlrpc.php", "/a/b"]
)
def test_a_dokuwiki_is_found(dokuwiki: DokuWiki, path: str) -> None:
    assert dokuwiki.api == find_dokuwiki_api(Connection(dokuwiki.url + path))


def test_one_wiki_is_not_taken_for_the_other(mediawiki: MediaWiki, dokuwiki: DokuWiki) -> None:
    with pytest.raises(Unreachable, match="No MediaWiki was found"):
        find_mediawiki_api(Connection(dokuwiki.url))
    with pytest.raises(Unreachable, match="No DokuWiki was found"):
        find_dokuwiki_api(Connection(mediawiki.url))
