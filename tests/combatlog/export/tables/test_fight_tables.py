"""What stands in the tables of a fight."""

from __future__ import annotations

import json
import re

import pytest

from combatlog.export.tables.fight_tables import build_fight_tables
from combatlog.export.tables.table_schema import TABLES, TableRows
from events.types.declarations import Harm, Resolve
from events.types.outcomes import CheckRolled, SaveRolled, ScoreChanged
from projections.queries.statistics import compute_statistics
from projections.queries.visibility import Audience, sees_numbers
from replay.corrections.plan import Correction
from replay.log.event_log import META_EVENTS, History
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.tables.campaigns import in_memory, played
from tests.support.given import Given, attack, given, npc, pc


def rows(of: TableRows, table: str) -> list[dict[str, object]]:
    """The rows of a table by their columns."""
    columns = next(each.columns for each in TABLES if each.name == table)
    return [dict(zip(columns, row, strict=True)) for row in of[table]]


def struck() -> Given:
    """Ada strikes the wolf for 5 less armor 1; a second blow is taken back."""
    fight = given(
        "golden-idol",
        pc("Ada", "6/1/10/10/10", sword="d8", player="Anna"),
        npc("Wolf", "9/1/6/8/6", bite="d6"),
    )
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=5")
    fight.when(attack("wolf", "ada"))
    fight.fight.undo(1, "not in reach")
    return fight


def of(fight: Given, audience: Audience = "referee") -> TableRows:
    """The tables of a fight."""
    return build_fight_tables(1, "fight", fight.fight.history, audience)


def test_every_event_has_a_row_that_says_whether_it_counts() -> None:
    """Undone events name the move and the reason; moves are neither on the line nor undone."""
    fight = struck()
    events = rows(of(fight), "events")
    assert [*range(1, len(fight.fight.history) + 1)] == [each["seq"] for each in events]
    undone, move = events[-2], events[-1]
    assert ("Wolf attacks Ada with bite", 0, 1) == (
        undone["said"],
        undone["on_line"],
        undone["undone"],
    )
    assert (move["seq"], "not in reach") == (undone["undone_by"], undone["undone_why"])
    assert ("head-moved", 0, 0) == (move["type"], move["on_line"], move["undone"])
    assert all(each["on_line"] == 1 for each in events[:-2])


@pytest.mark.parametrize("game", GAMES)
def test_an_event_is_on_the_line_or_undone_or_beside_the_fight(game: str) -> None:
    """Exactly one of the three, after any undo and correction."""
    history = played(in_memory(), game, 5, regrets=0.3).history
    for each, row in zip(
        rows(build_fight_tables(1, "f", history), "events"), history.rows, strict=True
    ):
        aside = isinstance(row.event, META_EVENTS)
        assert 1 == int(str(each["on_line"])) + int(str(each["undone"])) + aside


def test_the_numbers_are_those_of_the_corrected_line() -> None:
    """The misread die is an 8: 7 points, in every table."""
    fight = struck()
    die = next(
        row.seq for row in fight.fight.history.rows if row.event.__class__.__name__ == "Rolled"
    )
    fight.fight.correct(fight.fight.plan_correction(Correction("amend", die, "misread", face=8)))
    found = of(fight)
    (roll,) = rows(found, "rolls")
    assert (8, 3.5, "ada", "Anna", "damage") == (
        roll["face"],
        roll["luck"],
        roll["combatant"],
        roll["player"],
        roll["purpose"],
    )
    assert [("ada", 7), ("wolf", 0)] == [
        (each["combatant"], each["dealt"]) for each in rows(found, "statistics")
    ]
    assert [("Anna", 7)] == [(each["player"], each["dealt"]) for each in rows(found, "players")]
    wolf = next(each for each in rows(found, "scores") if each["combatant"] == "wolf")
    assert ("HP", 9, 2, 9) == (wolf["score"], wolf["at_first"], wolf["now"], wolf["maximum"])


def test_a_wound_names_bearer_giver_and_treatment() -> None:
    """And, once closed, that it is healed."""
    fight = given("golden-idol", pc("Ben", "1/0/9/9/9"), npc("Bear", "9/0/9/9/9", claws="d8"))
    fight.when(attack("bear", "ben"), Resolve()).rolls("bear d8=3", "ben d20=8")
    (wound,) = rows(of(fight), "wounds")
    assert ("ben", "critical damage", "aid", "bear", 0, 0) == tuple(
        wound[name] for name in ("combatant", "name", "awaits", "given_by", "brought", "healed")
    )
    (ben, _) = rows(of(fight), "combatants")
    assert ("pc", "in", "critical damage") == (ben["kind"], ben["standing"], ben["conditions"])


def test_players_see_no_hidden_numbers() -> None:
    """Not of the wolf: neither its scores nor armor, nor events that tell them, nor any JSON."""
    found = of(struck(), "players")
    assert {"ada"} == {each["combatant"] for each in rows(found, "scores")}
    assert [1, None] == [each["armor"] for each in rows(found, "combatants")]
    assert [0, None] == [each["absorbed"] for each in rows(found, "statistics")]
    assert {None} == {each["body"] for each in rows(found, "events")}
    assert not {"damage-dealt", "score-changed"} & {each["type"] for each in rows(found, "events")}
    (turn,) = rows(found, "turning_points")
    assert ("party", 0, 25, 0) == (turn["side"], turn["before"], turn["after"], turn["took"])


@pytest.mark.parametrize("game", GAMES)
def test_players_see_a_part_of_the_referees_rows(game: str) -> None:
    """In the same words, or without a number."""
    history = played(in_memory(), game, 11).history
    theirs, all = (
        {
            each["seq"]: each
            for each in rows(build_fight_tables(1, "f", history, audience), "events")
        }
        for audience in ("players", "referee")
    )
    assert theirs.keys() < all.keys()
    told = {"said": "", "body": None, "undone_why": ""}
    for seq, row in theirs.items():
        assert {**all[seq], **told} == {**row, **told}
        state = history.state(int(str(seq)))
        if row["said"] != all[seq]["said"]:
            names = "|".join(re.escape(one.name) for one in state.combatants.values())
            assert not re.search(r"\d", re.sub(rf"#\d+|{names}", "", str(row["said"])))
        elif row["type"] in ("score-changed", "save-rolled", "check-rolled"):
            event = history[int(str(seq))].event
            assert isinstance(event, ScoreChanged | SaveRolled | CheckRolled)
            assert sees_numbers(state, event.who, "players")


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [2, 3])
def test_the_tables_agree_with_each_other_and_with_the_statistics(game: str, seed: int) -> None:
    """The luck of a combatant's dice adds up to theirs; final scores are those of the fight."""
    history = played(in_memory(), game, seed, commands=60).history
    found = build_fight_tables(1, "f", history)
    expected = compute_statistics((row.seq, row.event) for row in history.on_line(len(history)))
    luck: dict[object, float] = {}
    for roll in rows(found, "rolls"):
        luck[roll["combatant"]] = luck.get(roll["combatant"], 0) + float(str(roll["luck"]))
    assert luck == {
        id: pytest.approx(one.luck.excess)
        for id, one in expected.combatants.items()
        if one.luck.dice
    }
    state = history.state(len(history))
    assert {
        (id, name): now for id, one in state.combatants.items() for name, now in one.scores.items()
    } == {(each["combatant"], each["score"]): each["now"] for each in rows(found, "scores")}
    still = {(id, each.label) for id, one in state.combatants.items() for each in one.wounds}
    assert still == {
        (each["combatant"], each["label"]) for each in rows(found, "wounds") if not each["healed"]
    }


def test_an_events_json_stands_beside_its_words() -> None:
    """For questions that the columns do not answer."""
    fight = given("golden-idol", pc("Ada")).when(Harm(("ada",), "2", "a fall"))
    said = next(each for each in rows(of(fight), "events") if each["type"] == "harm")
    assert "a fall" == json.loads(str(said["body"]))["why"]
    assert "Ada takes 2 damage: a fall" == said["said"]


def test_an_event_has_its_round_turn_and_side() -> None:
    """Round, turn of the fight, whose turn."""
    fight = struck()
    attacked = next(each for each in rows(of(fight), "events") if each["type"] == "attack-rolled")
    assert (0, 1, "party") == (attacked["round"], attacked["turn"], attacked["side"])


def test_a_fight_without_combatants_has_tables() -> None:
    """Before anybody has joined."""
    fight = given("golden-idol")
    found = build_fight_tables(3, "f", History(fight.fight.history.rows))
    assert [3] == [row[0] for row in found["fights"]]
    assert [] == found["combatants"]
