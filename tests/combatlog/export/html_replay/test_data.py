"""The data of a replay page: what it shows after every event is what the projections say."""

from __future__ import annotations

import pytest

from combatlog.app.turning_points import describe_turning_point, find_turning_points
from combatlog.export.html_replay.moments import SCENE, StateDescriber
from events.types.declarations import Resolve
from events.types.log_events import Corrected, HeadMoved, Noted
from events.types.outcomes import AttackRolled, Left, RoundBegan, TurnBegan
from events.types.rolls import Rolled
from projections.queries.statistics import (
    COLUMNS,
    compute_statistics,
    do_players_differ,
    format_tally,
    name_rows,
)
from projections.queries.visibility import Audience
from projections.text.phrases import describe_event
from projections.text.words import capitalize
from replay.log.undo import find_undone
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.html_replay.reading import (
    example,
    marks_of,
    more_of,
    page_data,
    recorded,
    states_of,
)
from tests.support.given import attack, given, npc, pc
from tests.support.talk import start_session

FIGHTS = (1, 2, 16, 17, 19)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_every_event_shows_the_state_of_the_projections(game: str) -> None:
    """An event's state is that of its own line, undone or corrected or not."""
    seen = set()
    for history in recorded(game, *FIGHTS):
        shown = states_of(page_data(history))
        ids: list[str] = []
        for row in history.rows:
            seen.add(type(row.event))
            state = history.state(row.seq)
            ids += [id for id in state.combatants if id not in ids]
            cards = {whose: card for whose, card in shown[row.seq].items() if whose != SCENE}
            assert {str(ids.index(id)) for id in state.combatants} == set(cards)
            for id, one in state.combatants.items():
                card = cards[str(ids.index(id))]
                assert one.name == card["name"]
                scores = {key[1:]: value for key, value in card.items() if key[0] == "="}
                assert scores == {s: [one.scores[s], one.maxima[s]] for s in one.scores}
                assert [*scores] == [*one.scores]
                assert one.standing == card.get("standing", "in")
                assert one.armor == card.get("armor", 0)
                assert one.area == card.get("area", "")
                assert len(one.weapons) == len(card.get("arms", []))
                if one.standing != "dead":
                    assert len(one.wounds) == len(card.get("wounds", []))
                    assert bool(one.conditions) == bool(card.get("conditions"))
            scene = shown[row.seq].get(SCENE, {})
            assert state.round == scene.get("round", 0)
            assert [each.seq for each in state.pending] == scene.get("declared", [])
            assert [*state.areas] == [*scene.get("areas", {})]
    assert {HeadMoved, Corrected} <= seen


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_the_file_is_a_row_in_its_order(game: str) -> None:
    """Only those off the line are marked, with who undid them and why."""
    for history in recorded(game, 3, 18):
        data = page_data(history)
        assert len(history) == len(data["rows"])
        marks = find_undone(history)
        marked = marks_of(data)
        assert set(marks) == set(marked)
        for seq in marks:
            said = marked[seq]
            assert f"#{marks[seq].move}" in said
            assert marks[seq].by in said
            assert marks[seq].why in said


@pytest.mark.slow
def test_the_referee_reads_the_words_of_the_log() -> None:
    """For every event."""
    (history,) = recorded("golden-idol", 1)
    data = page_data(history)
    plain = [row for row in history.rows if row.parent == row.seq - 1 and row.cmd == row.seq]
    told = [row for row in plain if not isinstance(row.event, HeadMoved | Corrected)]
    assert len(told) > 10
    for row in told:
        assert (
            capitalize(describe_event(row.event, history.state(row.seq)))
            == data["rows"][row.seq - 1][1]
        )


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_turns_and_rounds_are_marked(game: str) -> None:
    """The page steps by these marks."""
    (history,) = recorded(game, 2)
    kinds = [row[0] for row in page_data(history)["rows"]]
    rounds = [row.seq for row in history.rows if isinstance(row.event, RoundBegan)]
    assert rounds == [seq for seq, kind in enumerate(kinds, 1) if kind == "r"]
    for row in history.rows:
        if isinstance(row.event, TurnBegan):
            assert "t" == kinds[row.seq - 1]


def test_the_die_that_counts_is_marked() -> None:
    """Of two dice of an attack the higher one counts."""
    fight = given("golden-idol", pc("Ada", rifle="2d10"), npc("Wolf", "20/1/9/9/9"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d10=3", "ada d10=9")
    data = page_data(fight.fight.history)
    rolled = next(r.seq for r in fight.fight.history.rows if isinstance(r.event, AttackRolled))
    assert [["d10", 3, 0], ["d10", 9, 1]] == more_of(data, rolled)["d"]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_statistics_are_those_of_combatlog_stats(game: str) -> None:
    """They are the numbers of `combatlog stats`."""
    for history in recorded(game, 4, 20):
        numbers = page_data(history)["numbers"]
        found = compute_statistics(history.line_events())
        assert list(COLUMNS) == numbers["columns"]
        expected = [
            [name_rows(found)[id], *format_tally(tally)] for id, tally in found.combatants.items()
        ]
        assert expected == numbers["combatants"]
        players = found.players.items() if do_players_differ(found) else ()
        assert [[who, *format_tally(t)] for who, t in players] == numbers["players"]
        turns = find_turning_points(history.line_events())
        words = [[turn.seq, describe_turning_point(turn), turn.round] for turn in turns]
        assert words == [turn[:3] for turn in numbers["turns"]]
        gained = [[f"the {turn.sides[0]}", int(turn.took), turn.first] for turn in turns]
        assert gained == [turn[3:] for turn in numbers["turns"]]


def test_a_correction_is_noted_where_it_changed_something() -> None:
    """A corrected row names the one it replaces; a repeated row names the one it repeats."""
    at = start_session("golden-idol")
    for line in ("next ambush", "a ada rhino rifle", "go", "9 3"):
        at.say(line)
    history = at.fight.history
    die = next(row.seq for row in history.rows if isinstance(row.event, Rolled))
    at.say(f"amend {die} 5: misread")
    at.say("yes")
    data = page_data(history)
    corrected = next(row.seq for row in history.rows if isinstance(row.event, Corrected))
    assert "x" == data["rows"][corrected - 1][0]
    assert "misread" in data["rows"][corrected - 1][1]
    again = [row.seq for row in history.rows if row.repeats == die]
    assert [f"corrected: instead of #{die}"] == [more_of(data, seq)["n"] for seq in again]
    other = next(row for row in history.rows if row.repeats and row.repeats != die)
    assert f"as #{other.repeats}" == more_of(data, other.seq)["n"]


def test_a_note_on_an_undone_line_stays_in_sight() -> None:
    """The events beside it do not."""
    at = start_session("golden-idol")
    for line in ("harm ada 2: a fall", "note the bridge creaks", "undo 1", "next ambush"):
        at.say(line)
    history = at.fight.history
    data = page_data(history)
    noted = next(row.seq for row in history.rows if isinstance(row.event, Noted))
    assert noted in data["off"]
    assert noted not in marks_of(data)


@pytest.mark.parametrize("audience", ["referee", "players"])
def test_who_got_away_is_as_strong_as_they_went(audience: Audience) -> None:
    """In a ship, too; after the end nothing counts, since rest wins nothing."""
    history = example("the-courier-run")
    line = [row.seq for row in history.on_line(len(history))]
    states = [history.state(seq) for seq in line]
    last = next(state for state in reversed(states) if not state.ended)
    strength = StateDescriber(audience, {}).describe(last)[SCENE]["strength"]
    left = next(row.seq for row in history.rows if isinstance(row.event, Left))
    before = StateDescriber(audience, {}).describe(history.state(left - 1))[SCENE]["strength"]
    assert strength == before
    assert strength["the party"] > strength["the raiders"]
    assert "strength" not in StateDescriber(audience, {}).describe(states[-1])[SCENE]
