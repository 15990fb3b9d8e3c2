"""Real wikis for the tests below: started once a session, ended with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki
from tests.services.packages import start_or_skip


@pytest.fixture(scope="session")
def mediawiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    """A MediaWiki of this session's own."""
    wiki = start_or_skip(MediaWiki, tmp_path_factory.mktemp("mediawiki"))
    yield wiki
    wiki.server.stop()


@pytest.fixture(scope="session")
def dokuwiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DokuWiki]:
    """A DokuWiki of this session's own."""
    wiki = start_or_skip(DokuWiki, tmp_path_factory.mktemp("dokuwiki"))
    yield wiki
    wiki.server.stop()
