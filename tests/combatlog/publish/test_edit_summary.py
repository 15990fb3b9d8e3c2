"""What the summary of an edit says of corrections."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.campaign import create, open as opened
from combatlog.publish.planned_pages import list_corrections
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.combatlog.export.pages.given import ADA, STRIKE, fought
from tests.combatlog.publish.given import combatlog

WOLF = "join Wolf npc HP 4 STR 6 DEX 8 WIL 6"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A fight: #2 Ada joins, #3 the wolf."""
    with create(tmp_path / "harbour.combatlog", "Mia") as campaign:
        fought(campaign, "Night", [ADA, WOLF, *STRIKE])
    return tmp_path


def corrected(folder: Path, *said: str) -> None:
    """A correction that is taken."""
    ran = combatlog(folder, *said, "-y", "--draw", "--conflicts", "skip", "--why", "misread")
    assert 0 == ran.returncode, ran.stderr


def told(folder: Path, audience: Audience = "players") -> list[str]:
    with opened(folder / "harbour.combatlog") as campaign:
        history = History(campaign.store.read(campaign.find("").id))
        return [change.said for change in list_corrections(history, audience)]


def seq(folder: Path, of: str) -> int:
    """The first event that `log` tells with these words."""
    lines = combatlog(folder, "log").stdout.splitlines()
    return next(int(line.split()[0].strip("#")) for line in lines if of in line)


def test_a_fight_without_corrections_has_nothing_to_say(folder: Path) -> None:
    assert [] == told(folder)


@pytest.mark.slow
def test_a_die_is_told_with_both_faces(folder: Path) -> None:
    die = seq(folder, "d10 → 9")
    corrected(folder, "amend", str(die), "8")
    assert [f"#{die} (8 instead of 9)"] == told(folder)


@pytest.mark.slow
def test_a_number_that_players_do_not_know_is_not_told(folder: Path) -> None:
    """That it was corrected is."""
    join = seq(folder, "Wolf joins")
    corrected(folder, "amend", str(join), "HP", "9")
    assert [f"#{join}"] == told(folder)
    assert "HP 9" in told(folder, "referee")[0]


@pytest.mark.slow
def test_what_was_struck_out_is_told(folder: Path) -> None:
    attack = seq(folder, "Ada attacks")
    corrected(folder, "strike", str(attack))
    assert f"#{attack} (struck out)" in told(folder)


@pytest.mark.slow
def test_a_correction_that_was_taken_back_is_not_told(folder: Path) -> None:
    die = seq(folder, "d10 → 9")
    corrected(folder, "amend", str(die), "8")
    assert 0 == combatlog(folder, "undo").returncode
    assert [] == told(folder)


@pytest.mark.slow
def test_what_was_corrected_back_is_told_as_well(folder: Path) -> None:
    """The page told otherwise in between."""
    die = seq(folder, "d10 → 9")
    corrected(folder, "amend", str(die), "8")
    corrected(folder, "amend", str(die), "9")
    assert [f"#{die} (8 instead of 9)", f"#{die} (9 instead of 8)"] == told(folder)
