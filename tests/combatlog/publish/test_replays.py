"""The replays of fights on real wikis: uploaded where they are taken, and linked only there."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import httpx
import pytest

from combatlog.app.campaign import open as opened
from combatlog.export.formats.page_formats import load_format
from combatlog.export.pages.page_context import PageOptions
from combatlog.publish.planned_pages import plan_campaign_pages
from combatlog.publish.publishing import publish_pages
from tests.combatlog.publish.given import (
    Doku,
    Person,
    campaign_file,
    combatlog,
    count_requests,
    doku_client,
    media_client,
)
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki

KINDS = ["mediawiki", "dokuwiki"]


class Table:
    """A campaign, and a wiki on which it is published; and what people see there."""

    def __init__(self, folder: Path, wiki: MediaWiki | DokuWiki, above: str) -> None:
        self.folder, self.wiki, self.above = folder, wiki, above
        self.is_media = isinstance(wiki, MediaWiki)
        self.kind = "mediawiki" if self.is_media else "dokuwiki"
        with opened(folder / "harbour.combatlog") as campaign:
            self.first, self.second = campaign.find("1").id, campaign.find("2").id

    def publish(self, *args: str) -> CompletedProcess[str]:
        """Publish the whole campaign."""
        place = ("--page", self.above) if "--page" not in args else ()
        every = ("--all", "--to", self.kind)
        return combatlog(self.folder, "publish", *every, *place, *args, wiki=self.wiki)

    @contextmanager
    def taking_html(self, checked: bool = False) -> Iterator[None]:
        """Have the wiki take HTML; `checked`, if there is no script in it."""
        if isinstance(self.wiki, MediaWiki):
            with self.wiki.switched("checked-html" if checked else "html"):
                yield
        else:
            with self.wiki.taking_html(checked):
                yield

    def read_page(self, name: str) -> str:
        """The text of a page below the index."""
        if isinstance(self.wiki, MediaWiki):
            return Person(self.wiki).reads(f"{self.above.capitalize()}/{name}")
        return Doku(self.wiki).reads(f"{self.above}:{name.lower().replace(' ', '_')}")

    def place(self, fight: str, more: str = "") -> Path:
        """Where the wiki keeps a replay."""
        if self.is_media:
            name = f"Combatlog_{fight}{more and f'_{more}'}.html"
            return next((self.wiki.data / "images").glob(f"?/??/{name}"), Path("/nowhere"))
        name = f"combatlog_{fight}{more and f'_{more}'}.html"
        return self.wiki.data / "data" / "media" / self.above / name

    def link(self, fight: str) -> str:
        """The link to a replay."""
        if self.is_media:
            return f"[[Media:Combatlog {fight}.html|Replay]]"
        return f"{{{{:{self.above}:combatlog_{fight}.html|Replay}}}}"

    def export(self, fight: str, *args: str) -> str:
        """The replay as `export` writes it."""
        to = ("export", fight, "--to", "replay", "-o", "-")
        return combatlog(self.folder, *to, *args).stdout


@pytest.fixture(params=KINDS)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    """A campaign of its own for each test, at a place of its own."""
    campaign_file(tmp_path)
    name = request.node.originalname.replace("test_", "").replace("_", "")[:40]
    return Table(tmp_path, request.getfixturevalue(request.param), name)


def test_replays_are_uploaded_and_linked(table: Table) -> None:
    """Each below the introduction of its fight; the next time nothing has changed."""
    with table.taking_html():
        ran = table.publish()
        assert (0, "", 5) == (ran.returncode, ran.stderr, ran.stdout.count("created"))
        assert 2 == ran.stdout.count("(its replay is uploaded as ")
        again = table.publish()
        assert 5 == again.stdout.count("unchanged")
        assert "replay:" not in again.stdout
    for number, fight in (("1", table.first), ("2", table.second)):
        assert table.export(number) == table.place(fight).read_text("utf-8")
    assert table.link(table.first) in table.read_page("First night")
    assert table.link(table.second) in table.read_page("Second night")
    assert "html" not in table.read_page("Ada")


def test_readers_can_follow_the_link(table: Table) -> None:
    with table.taking_html():
        assert 0 == table.publish().returncode
        if isinstance(table.wiki, MediaWiki):
            page = f"index.php?title={table.above.capitalize()}/First_night"
            html = httpx.get(f"{table.wiki.url}/{page}").text
            assert f"Combatlog_{table.first}.html" in html
            assert "redlink" not in html.partition("Replay</a>")[0].rpartition("<a ")[2]
        else:
            file = f"{table.above}:combatlog_{table.first}.html"
            html = httpx.get(f"{table.wiki.url}/doku.php?id={table.above}:first_night").text
            assert f"fetch.php?media={file}" in html.replace("&amp;", "&").replace("%3A", ":")
            got = httpx.get(f"{table.wiki.url}/lib/exe/fetch.php?media={file}")
            assert table.export("1") == got.text
            assert "attachment" in got.headers["content-disposition"]


@pytest.mark.parametrize("checked", [False, True])
def test_a_wiki_that_takes_no_html_says_so(table: Table, checked: bool) -> None:
    """Once, and what an administrator can do. When they have, the next publication uploads."""
    table.above += "checked" if checked else ""
    with table.taking_html(checked) if checked else _as_it_comes():
        ran = table.publish()
        assert (0, "", 5) == (ran.returncode, ran.stderr, ran.stdout.count("created"))
        told = [line for line in ran.stdout.splitlines() if line.startswith("no replay: The wiki ")]
        assert [True] == ["its administrator can allow them (" in line for line in told]
        again = table.publish().stdout
        assert (5, 1) == (again.count("unchanged"), again.count(told[0]))
        assert ".html" not in table.read_page("First night")
    with table.taking_html():
        ran = table.publish()
        assert (0, 2, 3) == (
            ran.returncode,
            ran.stdout.count("updated"),
            ran.stdout.count("unchanged"),
        )
    assert table.link(table.first) in table.read_page("First night")


@contextmanager
def _as_it_comes() -> Iterator[None]:
    yield


def test_a_correction_uploads_the_replay_again(table: Table) -> None:
    """Of that fight alone."""
    with table.taking_html():
        table.publish()
        before = table.place(table.first).stat().st_mtime_ns
        with opened(table.folder / "harbour.combatlog") as campaign:
            rows = campaign.store.read(table.second)
            die = next(row.seq for row in rows if getattr(row.event, "face", 0) == 9)
        amend = ("amend", str(die), "8", "-y", "--draw", "--why", "misread", "-f", "2")
        assert 0 == combatlog(table.folder, *amend).returncode
        ran = table.publish()
    assert (0, 1) == (ran.returncode, ran.stdout.count("its replay is uploaded"))
    assert table.export("2") == table.place(table.second).read_text("utf-8")
    assert before == table.place(table.first).stat().st_mtime_ns


def test_no_replay_leaves_it_out(table: Table) -> None:
    """Also where it was before."""
    with table.taking_html():
        ran = table.publish("--no-replay")
        assert (0, False) == (ran.returncode, "uploaded" in ran.stdout)
        assert not table.place(table.first).exists()
        table.publish()
        assert 2 == table.publish("--no-replay").stdout.count("updated")
    assert ".html" not in table.read_page("First night")


def test_a_dry_run_uploads_nothing(table: Table) -> None:
    with table.taking_html():
        ran = table.publish("--dry-run")
        assert (0, 2) == (ran.returncode, ran.stdout.count("(its replay would be uploaded as "))
        steps = json.loads(table.publish("--dry-run", "--json").stdout)
        assert {"uploaded"} == {step["replay"]["outcome"] for step in steps if step["replay"]}
        assert [False] * 5 == [step["done"] for step in steps]
        assert not table.place(table.first).exists()


def test_players_and_referee_have_a_replay_each(table: Table) -> None:
    """That of the players holds nothing that the referee's does in addition."""
    with table.taking_html():
        table.publish("--for", "referee")
        assert not table.place(table.first).exists()
        table.publish()
    assert table.export("1") == table.place(table.first).read_text("utf-8")
    whole = table.place(table.first, "referee").read_text("utf-8")
    assert table.export("1", "--for", "referee") == whole != table.export("1")


def test_a_file_of_somebody_else_is_not_replaced(table: Table) -> None:
    """The page is written without the link; `--overwrite` replaces the file."""
    mine = b"<!doctype html><title>Mine</title>"
    with table.taking_html():
        _upload(table, mine)
        ran = table.publish()
        assert (0, 5) == (ran.returncode, ran.stdout.count("created"))
        assert 1 == ran.stdout.count("no replay: Somebody else's file is called “")
        assert mine == table.place(table.first).read_bytes()
        assert ".html" not in table.read_page("First night")
        assert table.link(table.second) in table.read_page("Second night")
        assert 5 == table.publish().stdout.count("unchanged")
        ran = table.publish("--overwrite")
        assert 1 == ran.stdout.count("its replay is uploaded"), ran.stdout
    assert table.export("1") == table.place(table.first).read_text("utf-8")


def _upload(table: Table, content: bytes) -> None:
    """Somebody uploads a file under the name of the first fight's replay."""
    if isinstance(table.wiki, MediaWiki):
        site = Person(table.wiki).site
        site.upload(io.BytesIO(content), f"Combatlog {table.first}.html", "Mine", ignore=True)
    else:
        table.place(table.first).parent.mkdir(parents=True, exist_ok=True)
        table.place(table.first).write_bytes(content)


def test_a_replay_that_somebody_deleted_is_not_uploaded_again(
    mediawiki: MediaWiki, tmp_path: Path
) -> None:
    """A DokuWiki does not tell who deleted a file."""
    campaign_file(tmp_path)
    table = Table(tmp_path, mediawiki, "deletedfile")
    with table.taking_html():
        table.publish()
        Person(mediawiki).deletes(f"File:Combatlog {table.first}.html")
        ran = table.publish("--detail", "story")
        assert f"no replay: Admin deleted “Combatlog {table.first}.html” on 20" in ran.stdout
        assert ".html" not in table.read_page("First night")
        assert 1 == table.publish("--overwrite").stdout.count("its replay is uploaded")


def test_a_replay_that_is_too_large_for_the_wiki_is_told(
    mediawiki: MediaWiki, tmp_path: Path
) -> None:
    campaign_file(tmp_path)
    table = Table(tmp_path, mediawiki, "largefile")
    with mediawiki.switched("html"), mediawiki.switched("small"):
        ran = table.publish()
    assert 0 == ran.returncode
    assert " kB, and the wiki takes files up to 10 kB; its administrator sets" in ran.stdout


def test_a_user_without_the_right_is_told(dokuwiki: DokuWiki, tmp_path: Path) -> None:
    """In the namespace `plain` users write pages and upload no files."""
    campaign_file(tmp_path)
    table = Table(tmp_path, dokuwiki, "plain")
    with table.taking_html():
        ran = table.publish()
    assert 0 == ran.returncode
    assert 1 == ran.stdout.count("no replay: This user may not upload files here;")


@pytest.mark.parametrize(("wants", "most"), [("taken", 8), ("not taken", 9), ("checked", 11)])
def test_an_unchanged_campaign_with_replays_takes_few_requests(
    table: Table, wants: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many fights it has. A wiki that looks into files is sent one of them each time."""
    wiki = table.wiki
    table.above += wants.replace(" ", "")
    sent = count_requests(monkeypatch)
    takes = _as_it_comes() if wants == "not taken" else table.taking_html(wants == "checked")
    with opened(table.folder / "harbour.combatlog") as campaign, takes:
        options, format = PageOptions(replay=True), load_format(table.kind)
        pages = plan_campaign_pages(campaign, "Harbour", options, format, table.above)
        for _ in range(2):
            sent.clear()
            client = media_client(wiki) if isinstance(wiki, MediaWiki) else doku_client(wiki)
            outcomes = {step.outcome for step in publish_pages(client, pages)}
    assert {"unchanged"} == outcomes
    assert len(sent) <= most
