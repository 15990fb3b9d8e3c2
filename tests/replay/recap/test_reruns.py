"""What a rescue would have looked like: the line played again with it."""

from __future__ import annotations

import pytest

from combatlog.app.examples import Example, list_examples
from combatlog.app.recap import list_falls
from events.types.outcomes import Aided, DamageDealt, RoundEnded
from events.types.rolls import Asked, Rolled
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.plays import list_plays
from replay.recap.falls import Fall
from replay.recap.played_line import Rerun
from replay.recap.reruns import find_common, play_rescue
from replay.recap.rescues import AidRescue, DieRescue, Rescue, is_standing
from rulesets.core import sealed_dice
from tests.combatlog.export.html_replay.reading import example as play_example


def list_reruns(history: History) -> list[tuple[Fall, Rescue, Rerun]]:
    """Return every rescue of a fight: the fall, the rescue and what it would have looked like."""
    plays = list(list_plays(history))
    found: list[tuple[Fall, Rescue, Rerun]] = []
    for told in list_falls(history):
        ways = told.rescues and (*told.rescues[:3], told.rescues.save)
        for rescue in ways or ():
            if rescue is not None:
                rerun = play_rescue(history, plays, told.fall, rescue)
                assert rerun is not None, rescue
                found.append((told.fall, rescue, rerun))
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("example", list_examples(), ids=lambda each: each.name)
def test_every_rescue_of_an_example_can_be_watched(example: Example) -> None:
    """Whoever fell stands at its end, which is the end of the turn that felled them."""
    history = play_example(example.name)
    for fall, _, rerun in list_reruns(history):
        state = rerun.history.state(len(rerun.history))
        assert is_standing(state, fall)
        assert rerun.spans[-1][1] == len(rerun.history)
        assert fall.play.events[-1][0] == rerun.until
        assert history.rows[: rerun.start][-1].seq == rerun.start


@pytest.mark.parametrize("name", ["bridge-ambush", "hold-seven", "black-sails"])
def test_all_other_dice_fall_as_they_fell(name: str) -> None:
    """With another face of one die, every die of the turn that had fallen shows what it showed, but
    for this one, which shows the nearest face that would have done."""
    history = play_example(name)
    fell: dict[Asked, int] = {
        row.event.asked: row.event.face
        for row in history.on_line(len(history))
        if isinstance(row.event, Rolled)
    }
    seen = 0
    for _, rescue, rerun in list_reruns(history):
        if not isinstance(rescue, DieRescue):
            continue
        thrown = [row.event for row in rerun.history.rows[rerun.start :]]
        dice = {each.asked: each.face for each in thrown if isinstance(each, Rolled)}
        other = {asked: face for asked, face in dice.items() if fell.get(asked, face) != face}
        ((asked, face),) = other.items()
        assert (rescue.by, rescue.die, rescue.purpose) == (asked.by, asked.die, asked.purpose)
        assert min(rescue.faces, key=lambda each: abs(each - rescue.face)) == face
        seen += 1
    assert seen


@pytest.mark.slow
def test_what_is_the_same_is_found() -> None:
    """A save of Tam's with another face: all before it is as it was."""
    history = play_example("hold-seven")
    plays = list(list_plays(history))
    told = next(each for each in list_falls(history) if each.fall.who == "tam")
    assert told.rescues is not None and told.rescues.die is not None
    rerun = play_rescue(history, plays, told.fall, told.rescues.die)
    assert rerun is not None
    common = find_common(rerun, plays)
    for now, seq in common.items():
        assert rerun.history[now].event == history[seq].event
    assert max(common.values()) < told.rescues.die.seq
    first = rerun.history[max(common) + 1].event
    assert isinstance(first, Rolled) and (first.by, first.purpose) == ("tam", "critical")


def test_aid_in_time_is_given_where_it_is_told() -> None:
    """The turn in which it tends the wound is told, and the one in which they died."""
    reruns = [
        each for each in list_reruns(play_example("hold-seven")) if isinstance(each[1], AidRescue)
    ]
    ((_, _, rerun),) = reruns
    told = [row for row in rerun.history.rows if any(a <= row.seq <= b for a, b in rerun.spans)]
    assert any(isinstance(row.event, Aided) and row.event.who == "tam" for row in told)


def test_a_line_goes_on_to_the_end_of_the_round() -> None:
    """Beyond the turn that felled somebody all dice show what they showed. What needs a die that
    never fell is no part of it."""
    history = play_example("hold-seven")
    plays = list(list_plays(history))
    fell = {
        row.event.asked: row.event.face
        for row in history.on_line(len(history))
        if isinstance(row.event, Rolled)
    }
    ends = set()
    for fall, rescue, turn in list_reruns(history):
        rerun = play_rescue(history, plays, fall, rescue, beyond=True)
        assert rerun is not None
        count = len(turn.history)
        assert turn.history.rows == rerun.history.rows[:count]
        behind = [row.event for row in rerun.history.rows[count:]]
        assert rerun.went_on == bool(behind)
        dice = [each for each in behind if isinstance(each, Rolled)]
        if rerun.start < min(rerun.origins, default=0) or isinstance(rescue, DieRescue):
            assert all(fell.get(each.asked, each.face) == each.face for each in dice)
        assert turn.until <= rerun.until
        ends.add(rerun.stop)
    assert {"turn", "round", "foes"} == ends


def test_a_line_ends_with_what_the_end_of_its_round_brings() -> None:
    """The fire aboard the courier burns its crew in the line, too, as the next round is begun,
    and the log beside it is that of the same moment."""
    history = play_example("the-courier-run")
    (fall, rescue) = next((fall, rescue) for fall, rescue, _ in list_reruns(history))
    rerun = play_rescue(history, list(list_plays(history)), fall, rescue, beyond=True)
    assert rerun is not None
    assert "round" == rerun.stop
    events = [row.event for row in rerun.history.rows[rerun.start :]]
    burnt = [each.to for each in events if isinstance(each, DamageDealt) and "fire" in each.why]
    assert ["aniet", "bo", "ines", "doctor-osei"] == burnt
    assert RoundEnded(2) == events[-1] == history.rows[rerun.until - 1].event


def test_no_die_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never fell is never asked of the fight's own dice, so nothing tells what will fall."""

    def refuse(*_: object) -> None:
        raise AssertionError("a die was drawn")

    history = play_example("sam-pete-and-the-troll")
    monkeypatch.setattr(sealed_dice.SealedDice, "roll", refuse)
    reruns = list_reruns(history)
    fell = {row.event.asked for row in history.rows if isinstance(row.event, Rolled)}
    thrown = [row.event for *_, rerun in reruns for row in rerun.history.rows[rerun.start :]]
    assert any(isinstance(each, Rolled) and each.asked not in fell for each in thrown)
    again = [rerun.history.rows for *_, rerun in list_reruns(history)]
    assert [rerun.history.rows for *_, rerun in reruns] == again


def test_a_disguise_is_worn_all_along() -> None:
    """Each state is disguised before it is played on."""
    history = play_example("bridge-ambush")
    plays = list(list_plays(history))
    told = next(iter(list_falls(history)))
    assert told.rescues is not None and told.rescues.die is not None
    worn: list[int] = []

    def disguise(state: FightState) -> None:
        worn.append(state.seq)

    assert play_rescue(history, plays, told.fall, told.rescues.die, disguise=disguise) is not None
    assert worn
