"""The wikis the other tests are run against."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki
from tests.services.packages import REQUIRED, Software, find_or_install, start_or_skip


def test_a_wiki_can_be_down_and_comes_back(mediawiki: MediaWiki) -> None:
    """Down, nobody listens; afterwards it answers at the same address."""
    before = mediawiki.url
    with mediawiki.server.down(), pytest.raises(httpx.ConnectError):
        httpx.get(mediawiki.url, trust_env=False)
    assert before == mediawiki.url
    assert 200 == httpx.get(f"{mediawiki.api}?action=query", trust_env=False).status_code


def test_a_wiki_can_be_frozen(dokuwiki: DokuWiki) -> None:
    """Frozen, it takes a connection and says nothing."""
    with dokuwiki.server.frozen(), pytest.raises(httpx.ReadTimeout):
        httpx.get(dokuwiki.url, trust_env=False, timeout=0.5)
    assert "Campaign Wiki" in httpx.get(f"{dokuwiki.url}/doku.php", trust_env=False).text


NOWHERE = Software("NoWiki", ("nowiki",), Path("/nowhere/nowiki"), frozenset())


def unavailable(data: Path) -> Path:
    return find_or_install(NOWHERE)


@pytest.mark.parametrize(
    ("tool", "user", "told"),
    [(None, 0, "there is no apt-get"), ("/usr/bin/apt-get", 1000, "only root may install it")],
)
def test_what_cannot_be_had_is_skipped_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tool: str | None, user: int, told: str
) -> None:
    """Nothing is installed; where it must run, and cannot be installed, it fails."""
    monkeypatch.setattr("shutil.which", lambda name: tool)
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("subprocess.run", lambda *args, **more: pytest.fail("it was installed"))
    monkeypatch.delenv(REQUIRED, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"is not installed .*apt-get install nowiki"):
        start_or_skip(unavailable, tmp_path)
    monkeypatch.setenv(REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match=told):
        start_or_skip(unavailable, tmp_path)
