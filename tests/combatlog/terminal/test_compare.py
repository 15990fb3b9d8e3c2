"""`combatlog compare`: two fights, or two lines of one, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import create
from combatlog.app.examples import find_example, play_example
from combatlog.app.positions import Point
from combatlog.app.side_by_side import COUNTED, FATES, summarize_line
from combatlog.terminal.cli.main import cli
from events.store.memory import MemoryStore
from projections.queries.statistics import compute_statistics
from tests.support.random_fights import play_randomly, seeded_fight


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a campaign with two example fights."""
    path = tmp_path_factory.mktemp("compare") / "two.combatlog"
    with create(path) as there:
        for name in ("bridge-ambush", "black-sails"):
            for _ in play_example(find_example(name), there):
                pass
    return path


def say(path: Path, *args: str) -> str:
    """Return the answer of the command; a refusal fails."""
    result = CliRunner().invoke(cli, ["compare", "-c", str(path), *args])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_two_lines_of_a_fight(campaign: Path) -> None:
    """The undone line and the present one: losses, numbers, turning points."""
    told = say(campaign, "-f", "1", "main")
    assert ["rounds", "2", "4"] in [line.split() for line in told.splitlines()]
    assert "Mask priest" in told
    assert "Turning points of #130" in told
    assert "Turning points of #272, over" in told


@pytest.mark.slow
def test_two_fights_have_their_titles(campaign: Path) -> None:
    """Sides and people who are in one of them only have a dash in the other."""
    told = say(campaign, "1#", "2#")
    assert "Bridge ambush #272, over" in told
    assert "Black sails #282, over" in told
    assert any(line.split()[:1] == ["Myrine"] and "–" in line for line in told.splitlines())


def test_players_read_no_strength_of_others(campaign: Path) -> None:
    """Of the turning points; the numbers that are compared are everybody's to know."""
    told = say(campaign, "-f", "1", "main", "--for", "players")
    referee = say(campaign, "-f", "1", "main")
    assert "from 11 points behind to 6 ahead (#187)" in referee
    assert "began to catch up (5 points behind) (#187)" in told  # by how the foes look
    assert "absorbed" not in told


@pytest.mark.slow
def test_the_same_as_data(campaign: Path) -> None:
    """Both summaries, each with sides, combatants and turning points."""
    both = json.loads(say(campaign, "1#200", "1#", "--json"))
    assert [both[each]["rounds"] for each in ("one", "other")] == [3, 4]
    assert both["one"]["combatants"]["Dee"]["fate"] == "down"
    assert both["other"]["combatants"]["Mask priest"]["fate"] == "dead"
    assert both["other"]["sides"]["the party"]["dealt"] == 48


def test_a_point_that_is_not_there(campaign: Path) -> None:
    """It is refused with what names a point."""
    result = CliRunner().invoke(cli, ["compare", "-c", str(campaign), "nowhere"])
    assert result.exit_code
    assert "is not there to compare" in str(result.exception)


@pytest.mark.parametrize("game", ["golden-idol", "brighter-worlds", "paraverse"])
def test_the_sides_add_up(game: str) -> None:
    """Everybody meets one fate, and a side has what its members have."""
    for seed in (3, 8):
        fight = seeded_fight(MemoryStore(), game, seed)
        play_randomly(fight, Random(seed), 60)
        history = fight.history
        statistics = compute_statistics(history.line_events())
        found = summarize_line(Point("fight", history, history.position()))
        met = sum(sum(side.fates.values()) for side in found.sides.values())
        assert met == len(statistics.state.combatants) == len(found.combatants)
        assert {fate for fate, _ in found.combatants.values()} <= set(FATES)
        for name in COUNTED:
            total = sum(getattr(tally, name) for tally in statistics.combatants.values())
            assert total == sum(getattr(side.tally, name) for side in found.sides.values())
