"""A page for players holds no hidden number and no note, nowhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from combatlog.export.html_replay.moments import SCENE
from events.types.declarations import Resolve
from events.types.statements import SetScore, SetTrait
from projections.queries.visibility import Audience, may_read, sees_numbers
from projections.text.phrases import describe_event
from projections.text.words import capitalize
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.html_replay.reading import (
    open_out,
    page_data,
    recorded,
    render_page,
    states_of,
    unpack_data,
)
from tests.support.given import Given, attack, given, npc, pc

FIGHTS = (1, 5, 16, 18)

NUMBERS = (271, 617, 728, 839)
"""Scores that stand nowhere else in the page."""


@pytest.fixture
def hidden() -> Given:
    """Return a fight with a wolf of great numbers that is struck, saves, is changed and noted
    on."""
    wolf = npc("Wolf", "/".join(map(str, (NUMBERS[0], 3, *NUMBERS[1:]))), fang="d6", claw="d12")
    fight = given("golden-idol", pc("Ada", "6/0/10/10/10", axe="d8"), wolf)
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=5")
    fight.when(SetScore("wolf", "HP", 163), SetScore("wolf", "STR", 417))
    fight.when(SetTrait("wolf", "armor", "59"))
    fight.fight.note("The wolf is the priest's brother.")
    fight.fight.undo(1, "no")
    return fight


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_players_see_no_number_of_strangers(game: str) -> None:
    """They see how a stranger looks, and everything of those they know."""
    hidden_cards = 0
    for history in recorded(game, *FIGHTS):
        shown = states_of(page_data(history, "players"))
        whole = states_of(page_data(history, "referee"))
        for row in history.rows:
            state = history.state(row.seq)
            cards = [shown[row.seq].get(str(n)) for n in range(len(whole[row.seq]))]
            by_name = {card["name"]: card for card in cards if card}
            for number, card in whole[row.seq].items():
                if number == SCENE:
                    continue
                one = next(each for each in state.combatants.values() if each.name == card["name"])
                seen = by_name[one.name]
                if sees_numbers(state, one.id, "players"):
                    assert card == seen
                    continue
                hidden_cards += 1
                assert seen["hidden"] is True
                assert seen["look"] in ("unhurt", "hurt", "held", "down", "dead", "gone")
                assert not [key for key in seen if key.startswith("=")]
                assert not {"armor", "shield", "arms", "skills", "leader"} & set(seen)
    assert hidden_cards > 100


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_players_do_not_read_hidden_events(game: str) -> None:
    """The words of a hidden event are nowhere in the page."""
    covered = 0
    for history in recorded(game, *FIGHTS):
        page = open_out(render_page(history, audience="players"))
        rows = page_data(history, "players")["rows"]
        for row in history.rows:
            state = history.state(row.seq)
            if may_read(row.event, state, "players"):
                continue
            covered += 1
            assert capitalize(describe_event(row.event, state)) != rows[row.seq - 1][1]
            numbers = re.findall(r"\d+", _unnamed(rows[row.seq - 1][1], state))
            assert [] == numbers
            assert describe_event(row.event, state) not in page
    assert covered > 10


def _unnamed(said: str, state: Any) -> str:
    """Return words without the names in them."""
    for one in sorted(state.combatants.values(), key=lambda each: -len(each.name)):
        said = said.replace(one.name, "")
    return said


def test_hidden_numbers_are_nowhere_in_the_page(hidden: Given) -> None:
    """No score, armor or weapon, from the start or changed, undone or not."""
    players = _data(hidden, "players")
    referee = _data(hidden, "referee")
    for number in (*NUMBERS, 163, 417, 59):
        assert not re.search(rf"(?<!\d){number}(?!\d)", players), number
    for number in (*NUMBERS, 163, 417, 59):
        assert re.search(rf"(?<!\d){number}(?!\d)", referee), number
    assert "fang" not in players
    assert "fang d6" in referee


def test_the_referees_notes_are_not_in_the_page(hidden: Given) -> None:
    """The page only says that there is one."""
    assert "brother" not in _data(hidden, "players")
    assert "brother" in _data(hidden, "referee")
    assert "The referee makes a note." in _data(hidden, "players")


def test_absorbed_damage_of_strangers_is_not_in_the_statistics(hidden: Given) -> None:
    """It would give away the armor."""
    expectations: list[tuple[Audience, str]] = [("players", "?"), ("referee", "3")]
    for audience, expected in expectations:
        numbers = page_data(hidden.fight.history, audience)["numbers"]
        wolf = next(row for row in numbers["combatants"] if row[0] == "Wolf")
        assert expected == wolf[1 + numbers["columns"].index("absorbed")]


def test_turning_points_tell_the_strength_of_the_other_side_by_its_look() -> None:
    """A number would say how much is left of them."""
    fight = given("golden-idol", pc("Ada", axe="d8"), npc("Wolf", "9/0/9/9/9"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=5")
    (players,) = page_data(fight.fight.history, "players")["numbers"]["turns"]
    (referee,) = page_data(fight.fight.history, "referee")["numbers"]["turns"]
    assert players[0] == referee[0]
    assert "The party went ahead, from equal strength to 25 points ahead" == players[1]
    assert "The party went ahead, from equal strength to 28 points ahead" == referee[1]


def _data(fight: Given, audience: Any) -> str:
    """Return everything in the page but its own style and script."""
    data = unpack_data(render_page(fight.fight.history, audience=audience))
    return json.dumps(data, ensure_ascii=False)
