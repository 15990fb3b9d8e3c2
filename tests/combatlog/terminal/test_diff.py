"""`diff` at the table and on the command line: how points are named, and what is shown."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from combatlog.app.campaign import create
from combatlog.app.session import Session
from combatlog.terminal.cli.main import cli
from combatlog.terminal.views.layout import Cells
from events.errors import Refused
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import BRIDGE, CAVE, FORD, SHADOW, STOA, say, start_session

ROSTERS = {
    "golden-idol": BRIDGE,
    "thalassa": STOA,
    "brighter-worlds": CAVE,
    "paraverse": FORD,
    "plerion": SHADOW,
}


def shown(at: Session, line: str) -> list[str]:
    """What a line shows, without colours."""
    return [click.unstyle(each) for each in say(at, line)]


def struck_wolf() -> Session:
    """Return a fight in which Ada's knife has cost the wolf 3, at event 15."""
    at = start_session()
    for line in ("next ambush", "a ada wolf knife", "go", "4"):
        at.say(line)
    return at


def second(at: Session, title: str = "Second", game: str = "golden-idol") -> Session:
    """Start another fight in the same campaign."""
    sheets = parse_roster(ROSTERS[game], "roster.toml", load_game(game))
    return Session(at.campaign, at.campaign.start(title, game, dice="typed", sheets=sheets))


def test_an_event_and_now() -> None:
    """The state is a table; of the events, inputs are flush and outcomes indented."""
    at = struck_wolf()
    head, columns, *_ = shown(at, "diff 14")
    assert "Test: #14, round 1 · the party's turn → #19, round 1 · the foes' turn" == head
    assert ["then", "now"] == columns.split()
    told = [line.split() for line in shown(at, "diff 14")]
    assert ["Wolf", "HP", "4", "1"] in told
    assert ["this", "round", "nothing", "1", "action", "with", "knife"] in [x[-7:] for x in told]
    assert "  #15 +   Ada d6 → 4 (damage), typed" in shown(at, "diff 14")
    assert shown(at, "diff 14") == shown(at, "diff #14 19") == shown(at, "diff 14 now")


def test_there_and_back() -> None:
    """With the points exchanged, what was new is gone."""
    at = struck_wolf()
    there, back = shown(at, "diff 11 19"), shown(at, "diff 19 11")
    assert [line.replace(" + ", " − ") for line in there if " + " in line] == [
        line for line in back if " − " in line
    ]
    assert ["Wolf", "HP", "1", "4"] in [line.split() for line in back]


def test_after_an_undo_the_line_that_was_left_is_still_there() -> None:
    """An undone event is compared with the fight as it stands; the move itself is no event."""
    at = struck_wolf()
    at.say("u die: wrong face")
    at.say("2")
    told = shown(at, "diff 19")
    assert "Test: #19, round 1 · the foes' turn → #25, round 1 · the foes' turn" == told[0]
    assert ["Wolf", "HP", "1", "3"] in [line.split() for line in told]
    assert "  #15 −   Ada d6 → 4 (damage), typed" in told
    assert "  #21 +   Ada d6 → 2 (damage), typed" in told
    assert "      = … 1 event alike" == told[-1]


def test_branches_are_named() -> None:
    """A branch is named by its name or the beginning of it."""
    at = struck_wolf()
    at.say("u die")
    at.say("2")
    assert shown(at, "diff 19") == shown(at, "diff main") == shown(at, "diff mai branch-2")
    at.say("call the second try")
    assert shown(at, "diff 19") == shown(at, "diff main the second try")


def test_after_a_correction_inputs_stand_beside_each_other() -> None:
    """Changed inputs and outcomes are shown; those alike are counted."""
    at = struck_wolf()
    at.say("amend 15 2: misread")
    at.say("yes")
    told = shown(at, "diff 19")
    assert ["Wolf", "HP", "1", "3"] in [line.split() for line in told]
    assert "  #15 −   Ada d6 → 4 (damage), typed" in told
    assert [line for line in told if line.endswith("+   Ada d6 → 2 (damage), typed")]
    assert not [line for line in told if "misread" in line]
    assert [line for line in told if line.endswith("= resolve")]


def test_points_that_stand_alike_are_said_to() -> None:
    """Whether nothing has happened, or nothing that changes the state."""
    at = struck_wolf()
    assert ["  Both stand alike."] == shown(at, "diff 19")[1:]
    at.say("note a raven")
    assert ["  Both stand alike."] == shown(at, "diff 19")[1:]


@pytest.mark.parametrize("game", ROSTERS)
def test_two_fights_are_compared_in_any_game(game: str) -> None:
    """A fight and its twin differ only in their titles, until something happens."""
    at = start_session(game, ROSTERS[game])
    other = second(at, "Twin", game)
    told = [line.split() for line in shown(other, "diff 1#")]
    assert ["The", "fight", "title", "Test", "Twin"] == told[2]
    assert [["−"], ["+"], ["="]] == [[word for word in line if word in "−+="] for line in told[3:]]
    other.say("next" if game == "paraverse" else "next ambush")
    assert [line for line in shown(other, "diff 1#") if " + " in line]


def test_another_fight_goes_by_number_title_or_event() -> None:
    """`1#`, `fight 1`, its title, a title of several words; `1#14` is an event of it."""
    at = struck_wolf()
    other = second(at, "The mill at night")
    there = shown(other, "diff 1#")
    assert there == shown(other, "diff fight 1") == shown(other, "diff test")
    assert there == shown(other, f"diff {at.fight.id}#") == shown(other, "diff 1#main")
    back = shown(at, "diff 2#")
    assert back == shown(at, "diff the mill at night") == shown(at, "diff the mill now")
    assert shown(other, "diff 1#14 8") == shown(at, "diff 14 the mill at night#8")
    assert "Test: #14" in shown(other, "diff 1#14")[0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("diff", "Say what to compare: one point (41), or two (41 57)"),
        ("diff 99", "There is no #99; this fight has #1 to #19."),
        ("diff 0", "There is no #0"),
        ("diff ²", "“²” is not there to compare"),
        ("diff 14 ford", "“ford” is not there to compare; say an event (41), a branch, or a fight"),
        ("diff #x", "There is no #x"),
        ("diff 3#", "There is no fight “3”; there are: 1 Test."),
        ("diff 1#99", "There is no #99"),
        ("diff 1#ford", "There is no branch “ford”; there are: main."),
        ("diff 14 15 16", "“15 16” is not there to compare"),
    ],
)
def test_what_names_no_point_is_refused(line: str, words: str) -> None:
    """The refusal is one sentence that says what would be right."""
    with pytest.raises(Refused) as refused:
        struck_wolf().say(line)
    assert words in str(refused.value)


@pytest.fixture
def campaign(tmp_path: Path) -> str:
    """Make a campaign file with two fights, the first with some events."""
    path = str(tmp_path / "harbour.combatlog")
    sheets = parse_roster(BRIDGE, "roster.toml", load_game("golden-idol"))
    with create(path, by="mia") as made:
        at = Session(made, made.start("Bridge", "golden-idol", dice="typed", sheets=sheets))
        for line in ("next ambush", "a ada wolf knife", "go", "4"):
            at.say(line)
        made.start("Mill", "golden-idol", dice="typed", sheets=sheets)
    return path


def ran(campaign: str, *args: str) -> str:
    """Return what `combatlog diff` prints."""
    result = CliRunner().invoke(cli, ["diff", *args, "-c", campaign], catch_exceptions=False)
    assert 0 == result.exit_code, result.output
    return result.output


def test_the_command_line_says_the_same(campaign: str) -> None:
    """`-f` chooses the fight; the state or the events can be shown alone."""
    whole = ran(campaign, "14", "-f", "bridge")
    assert "Wolf" in whole and "#15 +" in whole
    assert "#15 +" not in ran(campaign, "14", "-f", "1", "--state")
    assert "HP    4" not in ran(campaign, "14", "-f", "1", "--events")
    assert whole == ran(campaign, "14", "19", "-f", "bridge")
    assert "Bridge: #19" in ran(campaign, "1#")


def test_programs_get_the_rows_and_the_events_that_differ(campaign: str) -> None:
    """The JSON has both points, the state, and each event with its words."""
    plain = json.loads(ran(campaign, "14", "-f", "1", "--json"))
    assert [14, 19] == [plain["then"]["seq"], plain["now"]["seq"]]
    assert {"who": "Wolf", "what": "HP", "then": "4", "now": "1"} in plain["state"]
    assert [None] * 5 == [each["then"] for each in plain["events"]]
    first = plain["events"][0]["now"]
    assert (15, "rolled", "Ada d6 → 4 (damage), typed") == (
        first["seq"],
        first["event"]["type"],
        first["said"],
    )
    assert 0 == plain["alike"]
    assert {"then", "now", "state"} == set(json.loads(ran(campaign, "1#", "--json", "--state")))


def test_the_command_line_refuses_in_one_sentence(campaign: str) -> None:
    """An unknown point or event is refused in one sentence."""
    for args, words in (((), "Say what to compare"), (("99",), "There is no #99")):
        with pytest.raises(Refused, match=words):
            ran(campaign, *args)


def test_what_is_long_stands_below_and_goes_on_below_itself() -> None:
    """Long values wrap within their own column."""
    at = struck_wolf()
    at.say("a wolf ada; imp: the mud of the ford, up to the knees")
    lines = say(at, f"diff {len(at.fight.history)} 19")
    (at_then,) = [
        n for n, line in enumerate(lines) if "Wolf attacks Ada" in line and "#" not in line
    ]
    then, now = lines[at_then : at_then + 2]
    column = then.index("Wolf attacks")
    assert now == " " * column + "→ –"
    assert isinstance(then, Cells) and isinstance(now, Cells)
    first, *others = then.broken(60)
    assert others and all(column == len(line) - len(line.lstrip()) for line in others)
    assert first == then[: len(first)]


def test_what_reads_the_same_is_alike() -> None:
    """Events with the same words are alike, even if other fields differ."""
    at = struck_wolf()
    at.say("u die")
    at.say("4")
    told = shown(at, "diff 19")
    assert [] == [line for line in told if " + " in line or " − " in line]


def test_a_joining_that_was_amended_says_what_differs() -> None:
    """Both versions of the joining say what differs."""
    at = struck_wolf()
    end = len(at.fight.history)
    at.say("amend 2 HP 3: the wrong sheet !")
    told = shown(at, f"diff {end}")
    assert any(line.endswith("− Ada joins the party with HP 4") for line in told)
    assert any(line.endswith("+ Ada joins the party with HP 3") for line in told)


def test_what_is_now_stands_below_where_the_screen_is_narrow() -> None:
    """On a narrow screen the second value stands below the first, with an arrow."""
    at = struck_wolf()
    (row,) = [line for line in say(at, "diff 14") if line.split()[-1:] == ["knife"]]
    assert isinstance(row, Cells) and [row] == row.broken(100)
    column = row.index("nothing")
    first, second = row.broken(column + 22)
    assert row[: len(first)] == first
    assert " " * column + "→ 1 action with knife" == second
