"""Random fights: a seed always gives the same fight, and together they use every rule."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import open
from combatlog.simulation.run import Coverage, play_fight, start_seeded_fight, start_varied_fight
from combatlog.terminal.cli.main import cli
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from projections.state.fight_state import FightState
from rulesets.definitions.shipped import GAMES, load_game

FIGHTS, MOST_FIGHTS, COMMANDS = 100, 500, 150


def simulated(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["simulate", *arguments], catch_exceptions=False)
    assert 0 == result.exit_code, result.output
    return result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_random_fights_use_everything(game: str) -> None:
    """A hundred fights use every declaration, every outcome and every clause that play can reach;
    a few hundred also every reading, scar, tag and effect, surrender, and words for the dice."""
    definition = load_game(game)
    coverage = Coverage(definition)
    for seed in range(1, MOST_FIGHTS + 1):
        dice: DiceMode = "typed" if seed % 2 else "digital"
        fight = start_varied_fight(MemoryStore(), definition, seed, dice)
        play_fight(fight, Random(seed), COMMANDS, coverage.count_refusal, doubts=0.03)
        coverage.count_fight(fight.history)
        unused = coverage.list_unused()
        if seed == FIGHTS:
            assert [] == [row for row in unused if row.kind in ("declaration", "outcome", "clause")]
        if seed >= FIGHTS and not unused:
            break
    assert [] == unused


@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_the_clauses_of_all_games(game: str) -> None:
    """Beside the game's own."""
    clauses = {part.name for part in Coverage(load_game(game)).list_rows() if part.kind == "clause"}
    assert {"ALL-01", "ALL-02", "ALL-03", "ALL-04"} < clauses


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_fight(game: str) -> None:
    """A fight follows from its seed, with its undos, its corrections and its later secrets."""

    def played(seed: int) -> tuple[list[object], FightState]:
        fight = start_seeded_fight(MemoryStore(), load_game(game), seed)
        play_fight(fight, Random(seed), 60, doubts=0.1, regrets=0.05)
        return [row.event for row in fight.history.rows], fight.state

    assert played(7) == played(7)
    assert played(7) != played(8)


def test_the_table_counts_uses_and_lists_what_is_unused() -> None:
    """Each declaration, outcome and clause has a line; those never used are listed at the end."""
    said = simulated("thalassa", "--fights", "2", "--commands", "5")
    assert said.startswith("2 fights, ")
    assert "declaration  Attack" in said
    assert "Never made use of: " in said.splitlines()[-1]


def test_for_programs_the_table_is_json() -> None:
    """Each row has its kind, name and count."""
    parts = json.loads(simulated("thalassa", "--fights", "1", "--json"))
    joins = [part for part in parts if part["name"] == "Join"]
    assert [{"kind": "declaration", "name": "Join", "times": joins[0]["times"]}] == joins
    assert joins[0]["times"] > 0


def test_fights_can_be_checked() -> None:
    """Each fight is played again from its dice; without a difference the command exits with 0."""
    simulated("thalassa", "--fights", "2", "--commands", "30", "--check")


def test_fights_can_be_kept(tmp_path: Path) -> None:
    """The fights are written into a campaign file, as data for other tools."""
    path = tmp_path / "load.combatlog"
    simulated("plerion", "--fights", "2", "--commands", "10", "--keep", str(path))
    with open(path) as campaign:
        assert ["Random fight 1", "Random fight 2"] == [each.title for each in campaign.fights()]
