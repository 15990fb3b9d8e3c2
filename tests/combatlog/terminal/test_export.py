"""`combatlog export`: which formats there are, where they go, and what does not go together."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.combatlog.terminal.test_cli import ROOT, Folder

PAGES = ("mediawiki", "dokuwiki", "markdown", "html", "bbcode")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A folder with a campaign of two fights, in the second of which Ada goes on."""
    folder = Folder(tmp_path_factory.mktemp("export"))
    folder.done("new", "night")
    folder.done("start", "Yard", "--game", "golden-idol")
    ada = "join Ada pc HP 4 STR 10 DEX 12 WIL 9 weapons rifle"
    lines = [ada, "join wolf x2", "next ambush", "a ada wolf rifle", "go", "note the cellar"]
    folder.done("run", "-", stdin="\n".join(lines))
    folder.done("start", "Road", "--game", "golden-idol")
    folder.done("run", "-", stdin="join Ada from 1\njoin wolf")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("form", PAGES)
def test_a_page_goes_to_standard_output(here: Folder, form: str) -> None:
    assert "Yard" in here.done("export", "1", "--to", form)


@pytest.mark.slow
@pytest.mark.parametrize("form", [*PAGES, "replay", "jsonl"])
def test_one_file_is_not_replaced_unasked(here: Folder, form: str, tmp_path: Path) -> None:
    where = str(tmp_path / "out")
    here.done("export", "1", "--to", form, "-o", where)
    before = Path(where).read_bytes()
    assert "exists already" in here.refused("export", "2", "--to", form, "-o", where)
    assert before == Path(where).read_bytes()
    here.done("export", "2", "--to", form, "-o", where, "--force")
    assert before != Path(where).read_bytes()


@pytest.mark.slow
def test_obsidian_is_a_folder_of_notes(here: Folder, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    assert f"{vault}: 2 files written.\n" == here.done(
        "export", "1", "--to", "obsidian", "-o", str(vault)
    )
    assert ["Ada.md", "Yard.md"] == sorted(each.name for each in vault.iterdir())
    told = (vault / "Yard.md").read_text("utf-8")
    assert "[[Ada]]" in told
    assert "Wolf" in told and "[[Wolf]]" not in told  # which has no note
    assert ["## Players", "## Creatures", "## Combat log"] == [
        line for line in told.splitlines() if line.startswith("## ")
    ][:3]
    assert "##### The party's turn" in told


@pytest.mark.slow
def test_an_unchanged_file_is_left_alone(here: Folder, tmp_path: Path) -> None:
    """So is what somebody else wrote into the folder."""
    vault = tmp_path / "vault"
    export = ("export", "1", "--to", "obsidian", "-o", str(vault))
    here.done(*export)
    (vault / "Mine.md").write_text("mine")
    (vault / "Ada.md").write_text("edited")
    assert "1 more" not in here.refused(*export)
    assert "edited" == (vault / "Ada.md").read_text()
    assert f"{vault}: 1 file written, 1 as they were.\n" == here.done(*export, "--force")
    assert "edited" != (vault / "Ada.md").read_text("utf-8")
    assert "mine" == (vault / "Mine.md").read_text()


@pytest.mark.slow
def test_a_folder_that_is_a_file_is_refused(here: Folder, tmp_path: Path) -> None:
    (tmp_path / "vault").write_text("mine")
    refused = here.refused("export", "1", "--to", "obsidian", "-o", str(tmp_path / "vault"))
    assert "is not a folder" in refused


def test_a_link_out_of_the_folder_is_refused(here: Folder, tmp_path: Path) -> None:
    """Even --force does not overwrite its target."""
    vault, outside = tmp_path / "vault", tmp_path / "outside.md"
    vault.mkdir()
    outside.write_text("theirs")
    (vault / "Ada.md").symlink_to(outside)
    refused = here.refused("export", "1", "--to", "obsidian", "-o", str(vault), "--force")
    assert f"is a link that leads out of {vault}" in refused
    assert "theirs" == outside.read_text()
    assert ["Ada.md"] == [each.name for each in vault.iterdir()]


def test_a_folder_in_the_place_of_a_page_is_refused_before_anything_is_written(
    here: Folder, tmp_path: Path
) -> None:
    (tmp_path / "vault" / "Yard.md").mkdir(parents=True)
    refused = here.refused(
        "export", "1", "--to", "obsidian", "-o", str(tmp_path / "vault"), "--force"
    )
    assert "Yard.md is a folder" in refused
    assert ["Yard.md"] == [each.name for each in (tmp_path / "vault").iterdir()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_sentence(here: Folder) -> None:
    command = [sys.executable, "-m", "combatlog", "export", "1", "--to", "markdown"]
    with open("/dev/full", "w") as full:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(command, cwd=here.path, stdout=full, stderr=subprocess.PIPE, env=env)
    assert 1 == ran.returncode
    assert ran.stderr.startswith(b"Nothing more can be written to standard output: No space left")


@pytest.mark.sampled
@pytest.mark.parametrize("form", [*PAGES, "obsidian"])
def test_a_whole_campaign_is_a_folder_of_pages(here: Folder, form: str, tmp_path: Path) -> None:
    """An index, a page for each fight, and one for each combatant in several fights."""
    here.done("export", "--all", "--to", form, "-o", str(tmp_path / form))
    assert 4 == len([each for each in (tmp_path / form).rglob("*") if each.is_file()])


@pytest.mark.slow
def test_file_names_leave_out_what_disks_refuse(tmp_path: Path) -> None:
    """Titles may hold characters that disks do not take."""
    folder = Folder(tmp_path)
    folder.done("new", "night")
    folder.done("start", 'Who? "Me" \\ *', "--game", "plerion")
    folder.done("export", "--all", "--to", "mediawiki", "-o", str(tmp_path / "wiki"))
    assert ["Who Me.wiki", "night.wiki"] == sorted(
        each.name for each in (tmp_path / "wiki").iterdir()
    )


@pytest.mark.slow
@pytest.mark.parametrize("form", ["obsidian", "csv"])
def test_an_archive_holds_the_folder(here: Folder, form: str, tmp_path: Path) -> None:
    here.done("export", "1", "--to", form, "-o", str(tmp_path / "a"))
    here.done("export", "1", "--to", form, "--zip", "-o", str(tmp_path / "a.zip"))
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    assert {each.name: each.read_bytes() for each in (tmp_path / "a").iterdir()} == found


def test_markdown_is_archived_as_bookstack_reads_it(here: Folder, tmp_path: Path) -> None:
    here.done("export", "--all", "--to", "markdown", "--zip", "-o", str(tmp_path / "a.zip"))
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        book = json.loads(archive.read("data.json"))["book"]
    assert "night" == book["name"]
    assert ["night", "Yard", "Ada", "Road"] == [page["name"] for page in book["pages"]]


def test_jsonl_comes_back(here: Folder, tmp_path: Path) -> None:
    lines = here.done("export", "1")
    other = Folder(tmp_path)
    other.done("new", "other")
    other.done("import", "-", stdin=lines)
    assert lines == other.done("export", "1", "--to", "jsonl")


@pytest.mark.slow
def test_the_story_can_be_told_alone(here: Folder) -> None:
    with_dice = here.done("export", "1", "--to", "markdown")
    story = here.done("export", "1", "--to", "markdown", "--detail", "story")
    everything = here.done("export", "1", "--to", "markdown", "--detail", "full")
    assert len(story) < len(with_dice) < len(everything)


def test_tables_for_players_have_no_hidden_numbers(here: Folder, tmp_path: Path) -> None:
    for audience in ("players", "referee"):
        where = str(tmp_path / audience)
        here.done("export", "1", "--to", "csv", "-o", where, "--for", audience)
    hidden, shown = (
        (tmp_path / audience / "scores.csv").read_text("utf-8-sig").count("Wolf")
        for audience in ("players", "referee")
    )
    assert (0, 8) == (hidden, shown)


@pytest.mark.sampled
@pytest.mark.parametrize("form", [*PAGES, "replay"])
def test_players_do_not_read_the_notes(here: Folder, form: str) -> None:
    assert "cellar" not in here.done("export", "1", "--to", form)
    assert "cellar" in here.done("export", "1", "--to", form, "--for", "referee")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (["--to", "obsidian"], "obsidian is a folder: say -o PATH."),
        (["--to", "csv"], "csv is a folder: say -o PATH."),
        (["1", "--view", "whole"], "--view names a person; leave it out for the whole log."),
        (
            ["1", "--view", "public"],
            "--view names a person; --for players exports what all players may read.",
        ),
        (["--all", "--to", "markdown"], "markdown is a folder: say -o PATH."),
        (["--all"], "--all writes pages; jsonl holds one fight."),
        (["1", "--all", "--to", "html", "-o", "x"], "--all is the whole campaign; leave out 1"),
        (["--zip", "--to", "html", "-o", "x"], "--zip needs several files; html is one."),
        (["--zip", "--to", "obsidian"], "an archive: say where with -o FILE.zip."),
        (["--at", "3", "--to", "html"], "--at works only with --to jsonl"),
        (["--detail", "full", "--to", "replay"], "--detail does not go with replay"),
        (["--lang", "xx", "--to", "html"], "There is no language xx; there is en, or a file"),
        (["--lang", "no.toml", "--to", "html"], "no.toml cannot be read: No such file"),
        (["9", "--to", "html"], "There is no fight “9”"),
    ],
)
def test_options_that_exclude_each_other_are_refused(
    here: Folder, said: list[str], why: str
) -> None:
    assert why in here.refused("export", *said)
    assert ["night.combatlog"] == [each.name for each in here.path.iterdir()]


@pytest.mark.slow
def test_another_language_comes_from_a_file(here: Folder, tmp_path: Path) -> None:
    """Sentences that the file lacks are English."""
    own = tmp_path / "de.toml"
    own.write_text('language = "de"\n[page]\nplayers = "Die Spieler"\n', "utf-8")
    told = here.done("export", "1", "--to", "markdown", "--lang", str(own))
    assert "## Die Spieler" in told
    assert "## Creatures" in told
    assert ' lang="de"' in here.done("export", "1", "--to", "html", "--lang", str(own))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[page]\nnobody = 'x'", "there is no sentence called page.nobody."),
        ("[page]\nturn = '{who}'", "page.turn has no field {who}; it has {whose}."),
        ("[page]\nturn = '{whose'", "page.turn has a curly bracket alone; "),
        ("[page]\nturn = 3", "page.turn has to be a sentence, or a list of them."),
        ("[page", "this is not TOML: "),
        ("[page]\nplayers = ''", "page.players is empty."),
        ("language = 'auf Deutsch'", 'language has to be a tag like "de" or "pt-BR".'),
    ],
)
def test_a_wrong_language_is_refused(here: Folder, tmp_path: Path, text: str, why: str) -> None:
    own = tmp_path / "de.toml"
    own.write_text(text, "utf-8")
    assert why in here.refused("export", "1", "--to", "html", "--lang", str(own))
