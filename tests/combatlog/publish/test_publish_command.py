"""`combatlog publish` as people use it, against real wikis."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from combatlog.app.campaign import open as opened
from tests.combatlog.publish.given import Doku, Person, campaign_file, combatlog
from tests.services.dokuwiki import DokuWiki
from tests.services.mediawiki import MediaWiki


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    campaign_file(tmp_path)
    return tmp_path


def test_a_fight_is_published_once(folder: Path, mediawiki: MediaWiki) -> None:
    args = ("publish", "First", "--to", "mediawiki", "--page", "Command once", "--no-replay")
    ran = combatlog(folder, *args, wiki=mediawiki)
    assert (0, "") == (ran.returncode, ran.stderr)
    assert f"created: {mediawiki.url}/index.php?title=Command_once\n" == ran.stdout
    assert "unchanged: Command once\n" == combatlog(folder, *args, wiki=mediawiki).stdout
    text = Person(mediawiki).reads("Command once")
    assert ("Ada" in text, "wolf" in text.lower(), "Second night" in text) == (True, True, False)


def test_a_whole_campaign_is_published(folder: Path, mediawiki: MediaWiki) -> None:
    """An index, a page a fight, a page for everybody, with links that lead there."""
    args = ("publish", "--all", "--to", "mediawiki", "--page", "Harbour", "--no-replay")
    ran = combatlog(folder, *args, wiki=mediawiki)
    assert 0 == ran.returncode, ran.stderr
    assert ["1/5 created:", "2/5 created:", "3/5 created:", "4/5 created:", "5/5 created:"] == [
        line.rpartition(" ")[0] for line in ran.stdout.splitlines()
    ]
    site = Person(mediawiki).site
    links = {page.name for page in site.pages["Harbour"].links() if page.exists}
    nights = {"Harbour/First night", "Harbour/Second night"}
    assert {*nights, "Harbour/Ada", "Harbour/Ben"} == links
    links = {page.name for page in site.pages["Harbour/Ada"].links() if page.exists}
    assert {*nights, "Harbour"} == links
    again = combatlog(folder, *args, wiki=mediawiki).stdout
    assert 5 == again.count("unchanged")


def test_a_whole_campaign_is_published_to_a_dokuwiki(folder: Path, dokuwiki: DokuWiki) -> None:
    args = ("publish", "--all", "--to", "dokuwiki", "--page", "harbour")
    ran = combatlog(folder, *args, wiki=dokuwiki)
    assert (0, 5) == (ran.returncode, ran.stdout.count("created"))
    people, nights = {"harbour:ada", "harbour:ben"}, {"harbour:first_night", "harbour:second_night"}
    assert people | nights <= Doku(dokuwiki).links("harbour:start")
    assert 5 == combatlog(folder, *args, wiki=dokuwiki).stdout.count("unchanged")


@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_a_correction_updates_what_changed_and_says_so(
    folder: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """The fight, the index and Ada, whose die it was; not the other fight, nor Ben."""
    wiki = request.getfixturevalue(kind)
    args = ("publish", "--all", "--to", kind, "--page", "amended")
    combatlog(folder, *args, wiki=wiki)
    with opened(folder / "harbour.combatlog") as campaign:
        id = campaign.find("Second").id
        die = next(row.seq for row in campaign.store.read(id) if getattr(row.event, "face", 0) == 9)
    amend = ("amend", str(die), "8", "-y", "--draw", "--why", "misread")
    assert 0 == combatlog(folder, *amend, "-f", "2").returncode
    ran = combatlog(folder, *args, "--json", wiki=wiki)
    pages = {page["page"]: page for page in json.loads(ran.stdout)}
    with opened(folder / "harbour.combatlog") as campaign:
        first, second = campaign.find("1"), campaign.find("2")
    key, ada = f"fight:{second.id}", f"person:{first.id}/ada"
    assert "unchanged" == pages[f"fight:{first.id}"]["outcome"]
    assert "unchanged" == pages[f"person:{second.id}/ben"]["outcome"]
    assert (
        f"combatlog: Second night ({key}), to #{second.events}; corrected: #{die} (8 instead of 9)"
    ) == pages[key]["summary"]
    assert re.fullmatch(
        rf"combatlog: Ada \({ada}\), to 1#\d+ 2#\d+; corrected: #{die} \(8 instead of 9\)",
        pages[ada]["summary"],
    )
    history = (Person if kind == "mediawiki" else Doku)(wiki).history(pages[key]["address"])
    assert pages[key]["summary"] == history[0]


def test_a_dry_run_changes_nothing(folder: Path, mediawiki: MediaWiki) -> None:
    """And shows what would change, line by line."""
    args = ("publish", "1", "--to", "mediawiki", "--page", "Dry", "--no-replay")
    ran = combatlog(folder, *args, "--dry-run", wiki=mediawiki)
    assert (0, True) == (ran.returncode, ran.stdout.startswith("would be created: Dry\n--- Dry"))
    assert not Person(mediawiki).site.pages["Dry"].exists
    combatlog(folder, *args, wiki=mediawiki)
    before = Person(mediawiki).reads("Dry")
    ran = combatlog(folder, *args, "--detail", "story", "--dry-run", wiki=mediawiki)
    assert "would be updated: Dry" in ran.stdout
    assert re.search(r"^-.*<small>", ran.stdout, re.MULTILINE)
    assert before == Person(mediawiki).reads("Dry")


def test_one_page_that_is_refused_does_not_stop_the_others(
    folder: Path, dokuwiki: DokuWiki
) -> None:
    Doku(dokuwiki).writes("partly:ada", "Mine.")
    ran = combatlog(
        folder, "publish", "--all", "--to", "dokuwiki", "--page", "partly", wiki=dokuwiki
    )
    assert (1, 4) == (ran.returncode, ran.stdout.count("created"))
    assert "refused: partly:ada (The page exists" in ran.stdout
    assert "One page was not published, for the reason given.\n" == ran.stderr


def test_a_password_is_never_said(folder: Path, mediawiki: MediaWiki) -> None:
    """Wrong or right, in words or in JSON, or where combatlog itself fails."""
    args = ("publish", "1", "--to", "mediawiki", "--page", "Hush", "--json")
    wrong = {"COMBATLOG_WIKI_PASSWORD": "secret-7", "COMBATLOG_TRACEBACK": "1"}
    ran = combatlog(folder, *args, wiki=mediawiki, **wrong)
    assert (1, 1) == (ran.returncode, ran.stderr.count("\n"))
    assert "does not accept" in ran.stderr
    assert "secret-7" not in ran.stdout + ran.stderr
    ran = combatlog(folder, *args, wiki=mediawiki)
    assert (0, False) == (ran.returncode, mediawiki.password in ran.stdout + ran.stderr)
    assert mediawiki.password.encode() not in (folder / "harbour.combatlog").read_bytes()


def test_there_is_no_option_for_a_password(folder: Path) -> None:
    assert "--password" not in combatlog(folder, "publish", "--help").stdout


def test_a_wiki_that_is_down_is_told_in_a_sentence(folder: Path, dokuwiki: DokuWiki) -> None:
    with dokuwiki.server.down():
        ran = combatlog(folder, "publish", "--to", "dokuwiki", "--page", "x", wiki=dokuwiki)
    assert (1, "") == (ran.returncode, ran.stdout)
    assert ran.stderr.endswith(
        "cannot be reached; look at the address, or whether the wiki is up.\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((), "Give the address of the wiki"),
        (("--url", "http://wiki.example"), "not encrypted"),
        (("--url", "https://wiki.example", "--all", "1"), "not both"),
        (("--url", "http://127.0.0.1:1", "99"), "There is no fight “"),
        (("--url", "http://127.0.0.1:1"), "there is no terminal to ask on; name one with --user"),
        (("--url", "http://127.0.0.1:1", "--page", ""), "Name the page, with --page"),
        (("--url", "http://127.0.0.1:1", "--page", " ", "--all"), "Name the page, with --page"),
        (("--url", "http://127.0.0.1:1", "--page", "#", "--all"), "“#” cannot be the name"),
    ],
)
def test_what_cannot_be_published_is_told(folder: Path, args: tuple[str, ...], told: str) -> None:
    ran = combatlog(folder, "publish", "--to", "mediawiki", "--page", "x", *args)
    assert (1, 1) == (ran.returncode, ran.stderr.count("\n"))
    assert told in ran.stderr
