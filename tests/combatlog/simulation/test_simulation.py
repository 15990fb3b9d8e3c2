"""Random fights: the same for the same seed, and between them they make use of every rule."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import open
from combatlog.simulation.coverage import Coverage
from combatlog.simulation.run import play, seeded
from combatlog.terminal.cli.main import cli
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode
from projections.state.fight_state import FightState
from rulesets.definitions.library import load_game
from rulesets.definitions.shipped import GAMES

FIGHTS, COMMANDS = 100, 150


def simulated(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["simulate", *arguments], catch_exceptions=False)
    assert 0 == result.exit_code, result.output
    return result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_fights_leave_nothing_out(game: str) -> None:
    """Every declaration, every outcome and every clause that play can reach was made use of."""
    definition = load_game(game)
    coverage = Coverage(definition)
    for seed in range(1, FIGHTS + 1):
        dice: DiceMode = "typed" if seed % 2 else "digital"
        fight = seeded(MemoryStore(), definition, seed, dice)
        play(fight, Random(seed), COMMANDS, coverage.count_refusal, doubts=0.03)
        coverage.count_fight(fight.history)
    assert [] == coverage.list_unused()


@pytest.mark.parametrize("game", GAMES)
def test_what_holds_in_every_game_is_looked_for_in_each(game: str) -> None:
    """The clauses of every game stand in the table beside the game's own."""
    clauses = {part.name for part in Coverage(load_game(game)).list_rows() if part.kind == "clause"}
    assert {"ALL-01", "ALL-02", "ALL-03", "ALL-04"} < clauses


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_fight(game: str) -> None:
    """A fight follows from its seed, whatever was taken back or corrected, and later secrets with
    it."""

    def played(seed: int) -> tuple[list[object], FightState]:
        fight = seeded(MemoryStore(), load_game(game), seed)
        play(fight, Random(seed), 60, doubts=0.1, regrets=0.05)
        return [row.event for row in fight.history.rows], fight.state

    assert played(7) == played(7)
    assert played(7) != played(8)


def test_the_table_names_what_was_used_and_what_never() -> None:
    """One line a declaration, outcome and clause; what was left out is named at the end."""
    said = simulated("thalassa", "--fights", "2", "--commands", "5")
    assert said.startswith("2 fights, ")
    assert "declaration  Attack" in said
    assert "Never made use of: " in said.splitlines()[-1]


def test_for_programs_the_table_is_json() -> None:
    """Each part with its kind, name and count."""
    parts = json.loads(simulated("thalassa", "--fights", "1", "--json"))
    joins = [part for part in parts if part["name"] == "Join"]
    assert [{"kind": "declaration", "name": "Join", "times": joins[0]["times"]}] == joins
    assert joins[0]["times"] > 0


def test_fights_can_be_checked() -> None:
    """Each is played again from its dice; nothing differs, and the command says so by its code."""
    simulated("thalassa", "--fights", "2", "--commands", "30", "--check")


def test_fights_can_be_kept(tmp_path: Path) -> None:
    """A load for other tools: the fights in a campaign file of their own."""
    path = tmp_path / "load.combatlog"
    simulated("plerion", "--fights", "2", "--commands", "10", "--keep", str(path))
    with open(path) as campaign:
        assert ["Random fight 1", "Random fight 2"] == [each.title for each in campaign.fights()]
