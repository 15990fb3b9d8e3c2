"""Turning points: who took the lead, and where it changed by the most."""

from __future__ import annotations

from typing import Literal

import pytest

from combatlog.app.strength import measure_halves, measure_sides, split_sides
from combatlog.app.turning_points import (
    BEATS_EACH,
    BEATS_EACH_SLIDE,
    LASTING,
    LEAST_SWING,
    MOST_TURNS,
    TurningPoint,
    describe_turning_point,
    find_turning_points,
    locate_turning_point,
)
from combatlog.export.html_replay.moments import SCENE
from events.types.declarations import BeginRound, Harm, Resolve
from events.types.outcomes import Left
from projections.narrative.beats import list_stage_beats
from projections.queries.rounds import Rounds
from projections.queries.visibility import Audience
from projections.state.fold import fold_one
from tests.combatlog.export.html_replay.reading import example, page_data, states_of
from tests.support.given import Given, attack, given, npc, pc

LEADS = [
    "black-sails",
    "bridge-ambush",
    "hold-seven",
    "hounds-on-the-causeway",
    "sam-pete-and-the-troll",
    "the-courier-run",
    "the-toll-at-the-ford",
]


def turns(fight: Given, audience: Audience = "referee") -> list[tuple[str, int, int, bool]]:
    """Return whom each turning point helped, their lead before and after, and whether they took
    it."""
    found = find_turning_points(fight.fight.history.line_events(), audience)
    return [(", ".join(each.sides), *each[3:6]) for each in found]


def test_a_blow_that_brings_the_other_side_ahead_takes_the_lead() -> None:
    """Half of Ada's points are a quarter of her strength; the wolf is down behind it."""
    fight = given("golden-idol", pc("Ada", "8/0/9/9/9", axe="d12"), npc("Wolf", "1/0/10/8/6"))
    fight.when(BeginRound("ambush"), Harm(("ada",), "4", "a rock"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d12=3", "wolf d20=15")
    assert ("party", -25, 75, True) == turns(fight)[-1]


def test_the_first_lead_takes_it_from_nobody() -> None:
    """It is a turning point where it is great enough."""
    fight = given("golden-idol", pc("Ada", axe="d8"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls("ada d8=5")
    assert [("party", 0, 25, False)] == turns(fight)


def test_a_small_swing_is_no_turning_point() -> None:
    """1 of 10 points is 5 hundredths of the wolf's strength."""
    fight = given("golden-idol", pc("Ada", axe="d8"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls("ada d8=1")
    assert [] == turns(fight)


def test_players_read_the_lead_by_how_the_others_look() -> None:
    """Whether the wolf lost 1 point or 9, they see that it is hurt."""
    for face in (1, 7):
        fight = given("golden-idol", pc("Ada", axe="d8"), npc("Wolf", "10/0/9/9/9"))
        fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls(f"ada d8={face}")
        assert [("party", 0, 25, False)] == turns(fight, "players")


@pytest.mark.slow
@pytest.mark.parametrize("audience", ["referee", "players"])
@pytest.mark.parametrize("name", LEADS)
def test_turning_points_are_the_steps_of_the_graph(name: str, audience: Audience) -> None:
    """Before and behind each, the lead is what the strengths on the page say; of a slide, before
    its first beat and behind its last."""
    history = example(name)
    data = page_data(history, audience)
    states = states_of(data)
    beats = [beat["e"] for beat in data["story"]["beats"] if "w" not in beat]
    found = find_turning_points(history.line_events(), audience)
    assert found
    for turn in found:
        at = beats.index(turn.first or turn.seq)
        sides = {side if side.startswith("the ") else f"the {side}" for side in turn.sides}
        leads = [_lead(states[seq], sides) for seq in (beats[at - 1], turn.seq)]
        assert [turn.before, turn.after] == leads


def _lead(state: dict[str, dict[str, object]], sides: set[str]) -> int:
    strength = state[SCENE]["strength"]
    assert isinstance(strength, dict)
    shares = []
    for ours in (True, False):
        members = sum(
            (one["side"] in sides) is ours for whose, one in state.items() if whose != SCENE
        )
        left = sum(part for side, part in strength.items() if (side in sides) is ours)
        shares.append(int(left / members + 0.5))
    return shares[0] - shares[1]


@pytest.mark.sampled
@pytest.mark.parametrize("name", LEADS)
def test_turning_points_are_few_and_in_order(name: str) -> None:
    """One, and one more for each fifteen beats, beside a slide, and one more for each thirty. Each
    is a great swing, or a lead that lasted. Of a part of the fight, those of its rounds."""
    line = [*example(name).line_events()]
    found = find_turning_points(line)
    assert sorted(found, key=lambda turn: turn.seq) == found
    beats = {beat.seq for beat in list_stage_beats(line)}
    slides = [turn for turn in found if turn.first]
    assert len(slides) <= 1 + len(beats) // BEATS_EACH_SLIDE
    assert len(found) <= min(MOST_TURNS, 1 + len(beats) // BEATS_EACH) + len(slides)
    assert all(turn.took or turn.after - turn.before >= LEAST_SWING for turn in found)
    first = [turn for turn in found if turn.round == 1]
    assert set(first) <= set(find_turning_points(line, rounds=Rounds(1, 1)))
    assert all(turn.round == 1 for turn in find_turning_points(line, rounds=Rounds(1, 1)))


@pytest.mark.parametrize(("worse", "lead"), [("6", 5), ("5", 0)])
def test_a_lead_is_taken_where_it_lasts(worse: str, lead: int) -> None:
    """A point is 5 hundredths, and armor keeps 3 off each blow. Level again is not ahead."""
    fight = given("golden-idol", pc("Ada", "10/10/9/9/9"), npc("Wolf", "10/10/9/9/9"))
    fight.when(BeginRound("ambush"))
    for who, by in (("wolf", "5"), ("ada", worse), ("wolf", "5")):
        fight.when(Harm((who,), by, "a rock"))
    assert lead >= LASTING or not lead
    assert ([("foes", -10, lead, True)] if lead else []) == turns(fight)


def test_a_lead_that_is_lost_again_at_once_is_no_turning_point() -> None:
    """The raiders came 5 ahead, and the party was never before them: nobody had led for good."""
    line = example("the-courier-run").line_events()
    (only,) = [turn for turn in find_turning_points(line) if not turn.first]
    assert (("party",), True) == (only.sides, only.took)


@pytest.mark.parametrize("audience", ["referee", "players"])
def test_who_gets_away_turns_nothing(audience: Audience) -> None:
    """The party leaves by the gate with all it came for: each is as strong as they went, and so is
    the side."""
    history = example("the-courier-run")
    left = [row.seq for row in history.rows if isinstance(row.event, Left)]
    assert 5 == len(left)
    before, after = (measure_sides(history.state(seq), audience) for seq in (left[0] - 1, left[-1]))
    assert before == after
    assert before["the party"] > 0
    assert all(turn.seq < left[0] for turn in find_turning_points(history.line_events(), audience))


@pytest.mark.parametrize(("how", "lead"), [("fled", 100), ("surrendered", 100), ("retreated", 0)])
def test_who_flees_is_beaten(how: Literal["retreated", "fled", "surrendered"], lead: int) -> None:
    """Who breaks or gives up counts no more, though they are unhurt."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf", "10/0/9/9/9"), npc("Elk", "10/0/9/9/9"))
    state = fight.state.copied()
    for seq, who in enumerate(("wolf", "elk"), state.seq + 1):
        fold_one(state, seq, Left(who, how))
    ours, theirs = measure_halves(state, split_sides(state), measure_sides(state, "referee"))
    assert lead == ours.left - theirs.left


def test_a_change_of_a_fight_that_is_won_is_no_turning_point() -> None:
    """The wolf loses half of its strength, which decides the fight, and then the rest of it."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"), Harm(("wolf",), "9", "a rock"))
    fight.when(Harm(("wolf",), "1", "a rock"))
    assert ("party", 0, 45, False) == turns(fight)[0]
    assert 1 == len(turns(fight))


@pytest.mark.parametrize(
    ("name", "is_kept"), [("hold-seven", True), ("hounds-on-the-causeway", False)]
)
def test_who_comes_nearer_turns_something_where_they_go_on(name: str, is_kept: bool) -> None:
    """The nest takes the lead later. The hounds come to 15 behind, and end 78 behind."""
    found = find_turning_points(example(name).line_events())
    assert is_kept == any(turn.after < 0 for turn in found)


@pytest.mark.parametrize(("more", "is_kept"), [("3", True), ("2", False)])
def test_who_halves_what_is_left_between_them_began_to_catch_up(
    more: str, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The party comes from 40 to 25 behind, and then to 10 or to 15."""
    monkeypatch.setattr("combatlog.app.turning_points.BEATS_EACH", 1)
    fight = given("golden-idol", pc("Ada", "10/0/9/9/9"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"))
    for who, by in (("ada", "8"), ("wolf", "3"), ("wolf", more)):
        fight.when(Harm((who,), by, "a rock"))
    assert is_kept == (("party", -40, -25, False) in turns(fight))


@pytest.mark.parametrize(("back", "is_told"), [("4", True), ("6", False)])
def test_a_slide_is_told_as_one(back: str, is_told: bool) -> None:
    """Blows take 10 hundredths each, over two rounds. The others win back 5 in between, or 15; a
    point is 5 hundredths, and armor keeps 3 off each blow."""
    fight = given("golden-idol", pc("Ada", "10/10/9/9/9"), npc("Wolf", "10/10/9/9/9"))
    fight.when(BeginRound("ambush"))
    for who, by in (("wolf", "5"), ("ada", back), ("wolf", "5"), ("wolf", "5")):
        fight.when(Harm((who,), by, "a rock"))
    fight.when(BeginRound(), Harm(("wolf",), "5", "a rock"))
    found = find_turning_points(fight.fight.history.line_events())
    told = [describe_turning_point(turn) for turn in found if turn.first]
    words = "The party went ahead bit by bit since round 1, from equal strength to 35 points ahead"
    assert ([words] if is_told else []) == told


def test_ground_lost_slowly_is_told() -> None:
    """In the courier run, where the party's lead of 41 melts to 14; not of a part of its time."""
    line = [*example("the-courier-run").line_events()]
    told = [describe_turning_point(turn) for turn in find_turning_points(line)]
    assert "The raiders gained ground bit by bit, from 41 to 14 points behind" == told[-1]
    assert not any(turn.first for turn in find_turning_points(line, rounds=Rounds(3, 5)))


def test_a_great_swing_that_is_lost_again_is_told_as_a_slide() -> None:
    """The reavers win back 32 points with three blows, one of which takes 16, and never come so
    near again. It stands beside the greatest slide, of the party's."""
    found = find_turning_points(example("black-sails").line_events())
    told = [describe_turning_point(turn) for turn in found if turn.first]
    assert [
        "The reavers and the harpies gained ground bit by bit, from 41 to 9 points behind",
        "The party pulled ahead bit by bit since round 3, from 9 to 42 points ahead",
    ] == told


def test_a_single_change_is_no_slide() -> None:
    """The party comes from 40 to 10 behind, and no nearer: that turned nothing, and is not told."""
    fight = given("golden-idol", pc("Ada", "10/0/9/9/9"), npc("Wolf", "10/0/9/9/9"))
    fight.when(BeginRound("ambush"), Harm(("ada",), "8", "a rock"), Harm(("wolf",), "6", "a rock"))
    assert [("foes", 0, 40, False)] == turns(fight)


def test_several_sides_of_one_half_are_named_together() -> None:
    line = example("black-sails").line_events()
    told = [describe_turning_point(turn) for turn in find_turning_points(line)]
    assert (
        "The reavers and the harpies took the lead, from equal strength to 6 points ahead"
        == told[0]
    )
    assert "The party took the lead, from 6 points behind to 14 ahead" == told[1]


def test_every_change_has_words() -> None:
    """Who took the lead, drew level, went ahead, pulled ahead, began to catch up."""
    expected = {
        (-12, 4, True): "took the lead, from 12 points behind to 4 ahead",
        (1, 4, True): "took the lead, from equal strength to 4 points ahead",
        (-12, 1, False): "drew level, from 12 points behind",
        (0, 14, False): "went ahead, from equal strength to 14 points ahead",
        (4, 14, False): "pulled ahead, from 4 to 14 points ahead",
        (-40, -12, False): "began to catch up (12 points behind)",
    }
    for (before, after, took), words in expected.items():
        turn = TurningPoint(2, 71, ("foes",), before, after, took)
        assert f"The foes {words}" == describe_turning_point(turn)
        assert f"Round 2: the foes {words} (#71)" == locate_turning_point(turn)
    early = TurningPoint(0, 7, ("Roman Guard",), 0, 14, False)
    assert locate_turning_point(early).startswith("Before the first round: Roman Guard went")
