"""Given a wiki and pages: what is published, and who reads and edits it besides."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xmlrpc.client import ServerProxy

import mwclient  # type: ignore[import-untyped]
import pytest

from combatlog.app.campaign import create
from combatlog.publish import dokuwiki_client as doku, mediawiki_client as media
from combatlog.publish.credentials import Credentials
from combatlog.publish.planned_pages import CorrectionNote, PlannedPage
from combatlog.publish.publishing import PublishStep, publish_pages
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import Wiki
from tests.combatlog.export.pages.given import ADA, BEN, STRIKE, WOLVES, fought
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki

ROOT = Path(__file__).parents[3]


def sheet(
    address: str,
    text: str,
    *,
    key: str = "fight:abc",
    title: str = "Bridge",
    last_events: Mapping[int, int] = {0: 12},
    changes: Mapping[int, Sequence[CorrectionNote]] = {},
    is_chosen: bool = True,
) -> PlannedPage:
    """A page to be, told up to #12, at an address somebody chose for it."""
    return PlannedPage(key, title, address, text, last_events, changes, is_chosen)


def many_sheets(above: str, text: str, count: int) -> list[PlannedPage]:
    """Pages below one, and their index."""
    slash = "" if above.endswith(":") else "/"
    start = f"{above}start" if above.endswith(":") else above
    pages = [
        sheet(f"{above}{slash}{name}", text, key=f"fight:{name}", is_chosen=False)
        for number in range(count)
        if (name := f"Page {number}" if slash else f"page_{number}")
    ]
    return [*pages, sheet(start, text, key="campaign:abc", is_chosen=False)]


def count_requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the address of each request from now on."""
    sent: list[str] = []
    send = Connection._send

    def note(self: Connection, method: str, url: str, content: Any) -> Any:
        sent.append(url)
        return send(self, method, url, content)

    monkeypatch.setattr(Connection, "_send", note)
    return sent


def media_client(wiki: MediaWiki, timeout: float = 20) -> media.MediaWiki:
    """Combatlog's own client."""
    connection = Connection(wiki.url, timeout=timeout, patience=0)
    return media.MediaWiki(connection, Credentials(wiki.user, wiki.password))


def doku_client(wiki: DokuWiki, timeout: float = 20) -> doku.DokuWiki:
    """Combatlog's own client."""
    connection = Connection(wiki.url, timeout=timeout, patience=0)
    return doku.DokuWiki(connection, Credentials(wiki.user, wiki.password))


def publish(wiki: Wiki, page: PlannedPage, overwrite: bool = False) -> PublishStep:
    """Publish one page."""
    [step] = publish_pages(wiki, [page], overwrite)
    return step


class Person:
    """Somebody at a MediaWiki with a client that is not ours."""

    def __init__(self, wiki: MediaWiki, user: str = "", password: str = "") -> None:
        self.site = mwclient.Site(wiki.url.removeprefix("http://"), path="/", scheme="http")
        self.site.login(user or wiki.admin, password or wiki.admin_password)

    def reads(self, title: str) -> str:
        """The text of a page."""
        return str(self.site.pages[title].text())

    def writes(self, title: str, text: str, summary: str = "") -> None:
        """Another text for it."""
        self.site.pages[title].save(text, summary)

    def history(self, title: str) -> list[str]:
        """The summaries of its edits, the last one first."""
        return [str(each.get("comment", "")) for each in self.site.pages[title].revisions()]

    def authors(self, title: str) -> list[str]:
        """Who made its edits, the last one first."""
        return [str(each["user"]) for each in self.site.pages[title].revisions()]

    def protects(self, title: str) -> None:
        """Nobody but an administrator may edit it."""
        self.site.post(
            "protect", title=title, protections="edit=sysop", token=self.site.get_token("csrf")
        )

    def blocks(self, user: str) -> None:
        """Nobody of that name may edit anything."""
        self.site.post("block", user=user, reason="test", token=self.site.get_token("csrf"))

    def unblocks(self, user: str) -> None:
        """They may again."""
        self.site.post("unblock", user=user, token=self.site.get_token("csrf"))

    def deletes(self, title: str) -> None:
        """The page is gone."""
        self.site.pages[title].delete("not ours")

    def moves(self, title: str, to: str) -> None:
        """The page is called something else, and the old title leads there."""
        self.site.pages[title].move(to)


class Doku:
    """Somebody at a DokuWiki with a client that is not ours."""

    def __init__(self, wiki: DokuWiki, user: str = "", password: str = "") -> None:
        name, secret = user or wiki.other, password or wiki.other_password
        host = wiki.api.removeprefix("http://")
        self.wiki = ServerProxy(f"http://{name}:{secret}@{host}")

    def reads(self, id: str) -> str:
        """The text of a page."""
        return str(self.wiki.wiki.getPage(id))

    def writes(self, id: str, text: str, summary: str = "") -> None:
        """Another text for it, in a second of its own, as revisions there are."""
        time.sleep(1.1)
        self.wiki.wiki.putPage(id, text, {"sum": summary})

    def deletes(self, id: str) -> None:
        """The page is gone."""
        self.writes(id, "", "not ours")

    def locks(self, id: str) -> None:
        """They have begun to edit it."""
        self.wiki.dokuwiki.setLocks({"lock": [id], "unlock": []})

    def history(self, id: str) -> list[str]:
        """The summaries of its edits, the last one first."""
        versions: Any = self.wiki.wiki.getPageVersions(id, 0)
        return [str(each["sum"]) for each in versions]

    def links(self, id: str) -> set[str]:
        """The pages that it links to."""
        links: Any = self.wiki.wiki.listLinks(id)
        return {str(each["page"]).removeprefix(":") for each in links}


def campaign_file(folder: Path) -> Path:
    """A campaign of two fights: Ada, who is in both, and Ben; the wolf is struck."""
    path = folder / "harbour.combatlog"
    with create(path, "Mia") as campaign:
        fought(campaign, "First night", [ADA, WOLVES, *STRIKE])
        fought(campaign, "Second night", ["join Ada from 1", BEN, WOLVES, *STRIKE])
    return path


def combatlog(
    folder: Path, *args: str, wiki: MediaWiki | DokuWiki | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own; the wiki's address, user and password stand in the
    environment."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith("COMBATLOG")}
    if wiki is not None:
        plain |= {
            "COMBATLOG_WIKI_URL": wiki.url,
            "COMBATLOG_WIKI_USER": wiki.user,
            "COMBATLOG_WIKI_PASSWORD": wiki.password,
        }
    plain |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "USER": "mia"}
    return subprocess.run(
        [sys.executable, "-m", "combatlog", *args],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env={**plain, **env},
        timeout=60,
    )
