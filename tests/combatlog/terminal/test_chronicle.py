"""`combatlog chronicle`: the story, with the dice or without, for whom, in what language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from combatlog.files.jsonl import export_lines
from combatlog.terminal.views.log import render_chronicle
from projections.narrative.chronicle import ChronicleOptions
from tests.combatlog.terminal.test_cli import Folder
from tests.examples.given import ended, whole

Run = Callable[..., str]


@pytest.fixture
def told(tmp_path: Path) -> Folder:
    """A folder with a campaign that has the first example in it."""
    folder, session = Folder(tmp_path), ended("bridge-ambush")
    lines = export_lines(session.campaign.store, session.fight.id)
    (tmp_path / "fight.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    folder.done("new", "hill")
    folder.done("import", "fight.jsonl")
    return folder


@pytest.fixture
def run(told: Folder) -> Run:
    """Asks for its chronicle with these options; the answer on one line."""

    def asked(*options: str) -> str:
        return " ".join(told.done("chronicle", *options).split())

    return asked


@pytest.mark.slow
def test_the_dice_stand_behind_the_story(run: Run) -> None:
    """`--detail story` leaves them out."""
    assert "(Ada 2d10: 9, 3 · Ben d4 (impaired): 2 · Rhinoceros: armor 3 · HP 20 → 14)" in run()
    story = run("--detail", "story")
    assert re.search("(hard work|no easy thing|not easy) behind the crates", story)
    assert "2d10" not in story and "→" not in story


@pytest.mark.slow
def test_players_read_no_numbers_of_the_beast(run: Run) -> None:
    """They read none of the referee's notes, either."""
    assert "HP 20 → 14" in run() and "jammed twice" in run()
    players = run("--for", "players")
    assert "HP 20 → 14" not in players and "armor 3" not in players
    assert "jammed twice" not in players
    assert "HP 4 → 0" in players


@pytest.mark.slow
def test_a_language_file_of_ones_own_is_used(run: Run, tmp_path: Path) -> None:
    """Sentences that the file lacks are English."""
    own = tmp_path / "mine.toml"
    own.write_text('[chronicle.heading]\nround = "Runde {number}"\n', "utf-8")
    assert "Runde 2" in run("--lang", str(own))


@pytest.mark.slow
def test_an_unknown_language_is_refused(told: Folder) -> None:
    """One sentence lists the languages there are."""
    assert "There is no language xx; there is en" in told.refused("chronicle", "--lang", "xx")


@pytest.mark.slow
def test_programs_get_the_beats_besides_the_text(run: Run) -> None:
    """The JSON has story and dice of each beat, which make up the text."""
    passages = json.loads(run("--json"))
    assert {"first", "last", "heading", "text", "notes", "beats"} == set(passages[0])
    for passage in passages:
        parts = [
            f"{beat['story']} ({beat['dice']})" if beat["dice"] else beat["story"]
            for beat in passage["beats"]
        ]
        assert passage["text"] == " ".join(parts)


def test_dice_are_dimmed_and_wounds_are_bold() -> None:
    """On a screen that shows colours."""
    text = "\n".join(render_chronicle(whole("bridge-ambush").history, ChronicleOptions()))
    assert click.style("critical damage", bold=True) in text
    assert click.style("(Mask priest d6: 2 · Edo: HP 3 → 1)", dim=True) in text
