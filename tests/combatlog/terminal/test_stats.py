"""`combatlog stats`: on the screen, as JSON, for players, of all fights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from combatlog.terminal.cli.main import cli
from combatlog.terminal.views.stats import render_statistics
from events.errors import Refused
from events.types.declarations import BeginRound, Resolve
from events.types.sheets import Sheet, Weapon
from projections.queries.statistics import (
    Luck,
    Tally,
    format_luck,
    format_tally,
)
from projections.queries.visibility import Audience
from tests.combatlog.export.tables.campaigns import new
from tests.support.given import Given, attack, given, npc, pc


def struck() -> Given:
    """Ada strikes the wolf for 5 less armor 1."""
    fight = given(
        "golden-idol",
        pc("Ada", "6/1/10/10/10", sword="d8", player="Anna"),
        npc("Wolf", "8/1/6/8/6", bite="d6"),
    )
    return fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls(5)


def told(fight: Given, audience: Audience = "referee") -> list[list[str]]:
    """The lines in words, without colours."""
    from click import unstyle

    return [unstyle(line).split() for line in render_statistics(fight.fight.history, audience)]


def test_every_combatant_and_player_has_a_row() -> None:
    """In three tables: what they dealt, what they took, the rest; their player beside them."""
    lines = told(struck())
    assert 1 == sum(line[:2] == ["Luck", "is"] for line in lines)
    assert ["rolled", "−", "armor", "=", "dealt", "lost", "felled", "killed"] in lines
    assert ["Ada", "(Anna)", "5", "1", "4", "4", "0", "0"] in lines
    assert ["Ada", "(Anna)", "1", "1", "0", "–", "1", "+0.5", "±", "2.3"] in lines
    assert not any(line[:1] == ["Players:"] for line in lines)
    assert ["rolled", "−", "armor", "=", "taken", "lost"] in lines
    assert ["Wolf", "5", "1", "4", "4"] in lines
    assert ["Wolf", "0", "0", "0", "–", "0", "–"] in lines


def test_players_see_no_armor_and_no_strength() -> None:
    """Of combatants whose numbers they do not know."""
    lines = told(struck(), "players")
    assert ["Wolf", "?", "?", "4", "?"] in lines
    assert ["Ada", "(Anna)", "?", "?", "4", "?", "0", "0"] in lines
    assert "Round 1: the party went ahead, from equal strength to 25 points ahead" in " ".join(
        lines[-2]
    )
    referee = " ".join(told(struck(), "referee")[-2])  # as exact as the strength is known
    assert "Round 1: the party went ahead, from equal strength to 25 points ahead" in referee
    assert "Ahead and behind are in points: hundredths" in " ".join(lines[-1])


def test_negative_luck_has_a_true_minus_sign() -> None:
    """Dice that are neither good nor bad have no luck."""
    assert "−3.5 ± 2.3" == format_luck(Luck(1, -3.5, 5.25))
    assert "–" == format_luck(Luck(1))
    assert "?" == format_tally(Tally(), hidden=True)[7]


@pytest.fixture
def campaign(tmp_path: Path) -> str:
    """A fight in a file."""
    path = tmp_path / "a.combatlog"
    with new(path) as made:
        axe = Weapon("axe", "d6")
        scores = {"HP": 6, "STR": 9, "DEX": 9, "WIL": 9}
        sheets = [Sheet("Ada", scores, kind="pc", player="Anna", weapons=(axe,), side="party")]
        sheets.append(Sheet("Wolf", scores, armor=1, side="foes"))
        fight = made.start("A fight", "golden-idol", dice="typed", sheets=sheets)
        for said in (attack("ada", "wolf"), Resolve()):
            fight.declare(said)
        fight.roll(5)
    return str(path)


def data(*args: str) -> dict[str, dict[str, dict[str, object]]]:
    """What the command prints as JSON."""
    ran = CliRunner().invoke(cli, ["stats", *args, "--json"], catch_exceptions=False)
    found: dict[str, dict[str, dict[str, object]]] = json.loads(ran.output)
    return found


def test_as_json_with_luck_and_its_spread(campaign: str) -> None:
    """A 5 on a d6 is 1.5 better, and such a die strays by 1.7."""
    found = data("-c", campaign)
    assert (4, 1) == (found["players"]["Anna"]["dealt"], found["combatants"]["wolf"]["absorbed"])
    luck = {"dice": 1, "excess": 1.5, "variance": 35 / 12}
    assert (
        pytest.approx({**luck, "spread": (35 / 12) ** 0.5, "score": 1.5 / (35 / 12) ** 0.5})
        == (found["players"]["Anna"]["luck"])
    )


def test_hidden_numbers_are_null(campaign: str) -> None:
    """In the JSON for players."""
    found = data("-c", campaign, "--for", "players")
    ada, wolf = found["combatants"]["ada"], found["combatants"]["wolf"]
    assert (0, None) == (ada["absorbed"], wolf["absorbed"])
    assert (None, None, None) == (ada["stopped"], ada["cost"], wolf["lost"])


def test_all_excludes_one_fight_and_one_moment(campaign: str) -> None:
    """`--all` is refused with -f and with --at."""
    assert 4 == data("-c", campaign, "--all")["players"]["Anna"]["dealt"]
    for option in (["-f", "1"], ["--at", "3"]):
        with pytest.raises(Refused, match="leave out -f and --at"):
            data("-c", campaign, "--all", *option)
