"""Odds in the terminal: of what is declared, of a line, for players, as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import Campaign, create, open as open_campaign
from combatlog.app.session import Session
from combatlog.terminal.cli.main import cli
from combatlog.terminal.views.results import render_result
from events.errors import Refused
from events.store.memory import MemoryStore

WOLF = "join Wolf HP 4 armor 0 STR 6 DEX 10 WIL 5 weapons bite d6"
MIRA = "join Mira pc HP 4 armor 1 STR 10 DEX 12 WIL 9 weapons rifle 2d10"
BEN = "join Ben pc HP 2 armor 0 STR 10 DEX 12 WIL 9 weapons knife d6"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A fight in which an attack is declared."""
    path = tmp_path / "a.combatlog"
    with create(path) as campaign:
        say(campaign, MIRA, BEN, WOLF, "next ambush", "a mira wolf")
    return path


def say(campaign: Campaign, *lines: str, game: str = "golden-idol", dice: Any = "typed") -> Session:
    fight = campaign.start("Test", game, dice=dice)
    session = Session(campaign, fight)
    for line in lines:
        session.say(line)
    return session


def run(file: Path, *args: str) -> str:
    ran = CliRunner().invoke(cli, ["odds", "-c", str(file), *args], catch_exceptions=False)
    assert not ran.exit_code
    return ran.output


def read(file: Path, *args: str) -> Any:
    return json.loads(run(file, "--json", *args))


def test_what_is_declared_has_exact_odds(file: Path) -> None:
    """A wolf with 4 HP is past them with the better of two d10 in 84 of 100 throws; it is exactly
    at 0 in 7 of these."""
    told = read(file)
    assert told["exact"] and told["courses"] and told["playouts"] is None
    wolf = told["combatants"]["wolf"]
    assert 0.91 == pytest.approx(wolf["scores"]["HP"]["after"]["0"]["value"])
    assert 0.16 == pytest.approx(wolf["scores"]["STR"]["after"]["6"]["value"])
    assert 1 == pytest.approx(sum(each["value"] for each in wolf["ends"].values()))
    assert "Exact: the dice can take" in run(file)
    assert "Wolf HP 4" in run(file)


def test_a_line_is_judged_with_what_is_declared_and_not_recorded(file: Path) -> None:
    """Its reasons count, and the log stays as it was: a d6 behind two d10 leaves STR alone where it
    shows 4 or less, a d4 in the dark always."""
    before = file.read_bytes()

    def spares_strength(*line: str) -> Any:
        after = read(file, *line)["combatants"]["wolf"]["scores"]["STR"]["after"]
        return pytest.approx(after["6"]["value"])

    assert 0.16 == spares_strength()
    assert 0.16 * 4 / 6 == spares_strength("a ben wolf")
    assert 0.16 == spares_strength("a ben wolf imp: dark")
    assert before == file.read_bytes()


def test_the_prompt_judges_a_line_as_it_was_typed(file: Path) -> None:
    """Reasons and brackets are not lost behind the verb."""
    with create(file.with_name("b.combatlog")) as campaign:
        session = say(campaign, MIRA, WOLF, "next ambush")
        enhanced = render_result(session, session.say("odds a mira wolf imp: dark"))
        assert "Wolf HP 4 → 3 (25 %), 2 (25 %), 1 (25 %), 0 (25 %)" in "\n".join(enhanced)
        with pytest.raises(Refused, match="Nothing is declared yet"):
            render_result(session, session.say("odds"))


def test_a_die_that_fell_counts_and_the_others_are_open() -> None:
    """Of two d10, one shows 2."""
    with Campaign(MemoryStore()) as campaign:
        session = say(campaign, MIRA, WOLF, "next ambush", "a mira wolf", "go !", "2")
        lines = "\n".join(render_result(session, session.say("odds")))
    assert "Wolf HP 4 → 2 (20 %), 1 (10 %), 0 (70 %)" in lines


@pytest.mark.slow
def test_players_see_only_the_chances_of_their_side(file: Path) -> None:
    """Neither what can become of a stranger nor how many courses there are, which tells its
    numbers; the referee sees all."""
    told = read(file, "--for", "players")
    assert {} == told["combatants"]
    assert ["wolf"] == told["hidden"]
    assert told["courses"] is None
    lines = run(file, "--for", "players")
    assert "Wolf HP" not in lines and "courses" not in lines
    own = read(file, "--for", "players", "harm ben d6: fire")
    assert ["ben"] == list(own["combatants"])
    assert ["wolf"] == list(read(file)["combatants"])


@pytest.mark.slow
def test_more_courses_than_are_enumerated_are_played_at_random(tmp_path: Path) -> None:
    """The chance is near the exact one, with its interval."""
    path = tmp_path / "c.combatlog"
    people = [f"join P{n} pc HP 2 armor 0 STR 9 DEX 9 WIL 9 weapons knife d6" for n in range(5)]
    foes = [f"join F{n} HP 2 armor 0 STR 4 DEX 9 WIL 5 weapons bite d6" for n in range(5)]
    with create(path) as campaign:
        say(campaign, *people, *foes, "next ambush", *(f"a p{n} f{n}" for n in range(5)))
    told = read(path, "--playouts", "2000")
    assert not told["exact"] and told["courses"] is None and told["playouts"] == 2000
    unhurt = told["combatants"]["f0"]["scores"]["HP"]["after"]["1"]
    assert unhurt["low"] < 1 / 6 < unhurt["high"]
    assert "2,000 playouts, with 95 % intervals" in run(path, "--playouts", "2000")
    assert told == read(path, "--playouts", "2000")


@pytest.mark.parametrize(
    ("line", "words"),
    [("undo", "Odds are those of a declaration"), ("a zoe wolf", "zoe"), ("next", "not resolved")],
)
def test_what_cannot_be_declared_has_no_odds(file: Path, line: str, words: str) -> None:
    """In one sentence."""
    ran = CliRunner().invoke(cli, ["odds", "-c", str(file), line])
    assert isinstance(ran.exception, Refused)
    assert words in str(ran.exception)


@pytest.fixture
def ended(tmp_path: Path) -> Path:
    """A fight of one round that is over."""
    path = tmp_path / "e.combatlog"
    with create(path) as campaign:
        say(
            campaign,
            *(MIRA, WOLF, "next ambush", "a mira wolf", "go !", "2 3", "a wolf mira", "go !", "4"),
            "end",
        )
    return path


@pytest.mark.slow
def test_a_fight_that_is_over_has_its_rolls_and_is_compared(ended: Path) -> None:
    """The better of two d10 is 3 or more in 96 of 100 throws; the sentence names the policy."""
    told = run(ended, "--playouts", "200")
    assert re.search(r"96 % +Mira on Wolf: 2d10 → 2, 3 keeps 3 \(this or more\)", told)
    assert re.search(r"50 % +Wolf on Mira: d6 → 4 \(this or more\)", told)
    assert "Of 200 playouts from the moment round 1 began" in told
    assert "by the policy “focus”" in told and "with the same declarations and other dice" in told
    data = read(ended, "--playouts", "200", "--policy", "random")
    assert [0.96, 0.5] == pytest.approx([roll["or_more"] for roll in data["rolls"]])
    shares = [
        data["playouts"]["by_policy"][key]["value"] for key in ("worse", "as_badly", "better")
    ]
    assert 1 == pytest.approx(sum(shares))
    assert data["playouts"]["policy"]["name"] == "random"


def test_the_rolls_alone_take_no_playouts(ended: Path) -> None:
    """And at the prompt they stand alone, too."""
    assert "playouts" not in run(ended, "--rolls")
    assert read(ended, "--rolls")["playouts"] is None
    with open_campaign(ended) as campaign:
        session = Session(campaign, campaign.fight(""))
        lines = "\n".join(render_result(session, session.say("odds")))
    assert "Mira on Wolf" in lines and "combatlog odds also compares" in lines


def test_players_judge_no_saves_of_strangers(tmp_path: Path) -> None:
    """The chance of a wolf's save is its score."""
    path = tmp_path / "s.combatlog"
    with create(path) as campaign:
        say(campaign, MIRA, WOLF, "save wolf DEX", "5", "save mira DEX", "5", "end")
    assert 2 == len(read(path, "--rolls")["rolls"])
    (own,) = read(path, "--rolls", "--for", "players")["rolls"]
    assert "Mira" in own["said"] and 0.6 == own["chance"]
    assert "no round that could be compared" in run(path)
