"""Corrections of a stranger's numbers: players read neither the old number, nor the new, nor the
reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from combatlog.app.campaign import Campaign
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import list_fight_pages
from combatlog.export.tables.fight_tables import build_csv_files
from combatlog.publish.planned_pages import list_corrections
from combatlog.terminal.views.log import tell_line
from projections.narrative.chronicle import ChronicleOptions
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.combatlog.export.html_replay.reading import page_data
from tests.combatlog.export.pages.given import ADA, campaign, fought
from tests.support.page_outline import outline

WRONG = [ADA, "join wolf", "set wolf HP 3: secretly hurt"]


def everything(there: Campaign, audience: Audience) -> Iterator[str]:
    """Return everything an audience can read of the fight."""
    history = History(there.store.read(there.find().id))
    for page in list_fight_pages(there, "", PageOptions("full", audience)):
        yield from outline(page)
    yield from build_csv_files(there, "", audience).values()
    yield str(page_data(history, audience))
    yield from (change.said for change in list_corrections(history, audience))
    yield from (
        note for each in tell_line(history, ChronicleOptions(audience)) for note in each.notes
    )


@pytest.mark.parametrize(
    "then",
    [
        ["amend 4 set ada HP 3: not hers", "yes"],
        ["amend 4 set ada HP 3: not hers", "yes", "undo"],
        ["amend 4 set ada HP 3: not hers", "yes", "undo", "redo"],
        ["strike 4: not hers", "yes"],
        ["undo 1: secretly not hers"],
        ["undo 1: secretly not hers", "redo"],
        ["undo", "redo 1: secretly not hers"],
        ["rewind 3: secretly not hers"],
        ["rewind 3: secretly not hers", "note a", "redo"],
        ["strike 4: secretly not hers", "yes", "undo"],
        ["strike 4: secretly not hers", "yes", "undo", "redo"],
        ["amend 4 HP 2: misread", "yes", "undo 1: secretly not hers", "redo"],
        ["what-if strike 4: secretly not hers", "yes", "undo"],
    ],
    ids=[
        "said of another",
        "said of another and undone",
        "and redone",
        "struck out",
        "undone",
        "undone and redone",
        "redone for a reason",
        "rewound",
        "rewound and redone",
        "struck out and undone",
        "struck out, undone and redone",
        "correction undone and redone",
        "what if",
    ],
)
def test_a_correction_does_not_reveal_a_strangers_number(then: list[str]) -> None:
    """However it is taken back, only the referee reads it."""
    there = campaign()
    fought(there, "Yard", [*WRONG, *then])
    assert "secretly hurt" in "\n".join(everything(there, "referee"))
    for said in everything(there, "players"):
        assert "secretly" not in said
        assert "Wolf's HP" not in said


@pytest.mark.parametrize(
    "then",
    [
        ["undo 1: the Wolf has 777 HP left"],
        ["undo 1: the Wolf has 777 HP left", "redo"],
        ["undo", "redo 1: the Wolf has 777 HP left"],
        ["strike 4: the Wolf has 777 HP left", "yes"],
        ["strike 4: the Wolf has 777 HP left", "yes", "undo"],
    ],
)
def test_a_reason_that_tells_a_strangers_number_is_the_referees(then: list[str]) -> None:
    """Whatever was taken back for it, and whether that holds today or not."""
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "set ada HP 3", *then])
    assert "777 HP" in "\n".join(everything(there, "referee"))
    assert "777 HP" not in "\n".join(everything(there, "players"))


def test_that_something_was_corrected_is_told() -> None:
    """The summary has the event's number, and the log says what holds now."""
    there = campaign()
    fought(there, "Yard", [*WRONG, "amend 4 set ada HP 3: not hers", "yes"])
    history = History(there.store.read(there.find().id))
    assert ["#4"] == [change.said for change in list_corrections(history, "players")]
    assert "Ada's HP is 3" in "\n".join(everything(there, "players"))


def test_the_reason_of_a_strangers_correction_is_hidden() -> None:
    """Neither the page's log, nor the replay's, nor the tables have it."""
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "amend 3 armor 3: thick fur under the coat", "yes"])
    assert "thick fur" in "\n".join(everything(there, "referee"))
    assert "thick fur" not in "\n".join(everything(there, "players"))


def test_players_read_corrections_of_player_characters_in_full() -> None:
    """The old value, the new one, and the reason."""
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "set ada HP 3", "amend 4 HP 2: misread", "yes"])
    assert "(was: Ada's HP is 3)" in "\n".join(everything(there, "players"))
