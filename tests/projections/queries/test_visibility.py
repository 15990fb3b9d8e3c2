"""Which events players may read, and what they read of the others."""

from __future__ import annotations

import pytest

from events.types import declarations as d, outcomes as o, statements as s
from events.types.log_events import Skipped
from events.types.unions import AnyEvent
from projections.queries.visibility import drop_secret_words, may_read, redact_event
from projections.state.fight_state import FightState
from projections.state.fold import fold
from tests.projections.narrative.given import fight


@pytest.fixture(scope="module")
def state() -> FightState:
    """Return a fight of Ada and Ben, player characters, and a wolf that players do not know."""
    return fold(FightState(), 1, (event for _, event in fight()))


def contest(who: str) -> o.ContestRolled:
    return o.ContestRolled(who, "Melee", "d20", (8,), 14, 6)


def attack(by: str, dice: str = "d20+5", value: int = 12) -> o.AttackRolled:
    return o.AttackRolled(by, "ben", "bite", dice, (7,), value)


def check(who: str, versus: str = "") -> o.CheckRolled:
    return o.CheckRolled(who, "DEX", "d20", (7,), 7, 13, False, "called", versus=versus)


HIDDEN: list[AnyEvent] = [
    contest("wolf"),
    attack("wolf"),
    attack("wolf", "d8", 7),
    check("wolf"),
    check("ada", "wolf"),
    o.ContestDecided("ada", "wolf", 9),
    o.ContestDecided("wolf", "ada", 0),
    o.ContestDecided("ada", "", 3, "gets away"),
    o.ContestDecided("", "", 0, "all are equal"),
    o.SaveRolled("wolf", "WIL", 9, 4, True, "morale"),
    o.DamageDealt("wolf", 9, 3, 6, "ada", "rifle"),
    o.EffectTold("wolf", "armor 4 counts as 3"),
    o.MoraleShaken("foes", "alone at 0 HP", "wolf"),
    o.MoraleTested("foes", ("half of 4 down",)),
    o.Overruled("CF-02", "Wolf has 4 HP", "so be it"),
    s.SetSkill("wolf", "Melee", 6),
    s.Kill("wolf", "it had 3 HP left"),
    s.Kill("wolf", "it had three HP left"),
    d.Harm(("ada", "wolf"), "3", "it had 3 HP left"),
    d.CallMorale(("wolf",), "at 3 HP"),
    o.Overruled("CF-02", "Ada sees the wolves' 7 HP", "so be it"),
    s.AddCondition("wolf", "weak", why="STR 2"),
    Skipped(s.SetScore("wolf", "HP", 3), "it never was"),
    Skipped(s.Kill("wolf"), "Wolf has 4 HP"),
]

SHOWN: list[AnyEvent] = [
    contest("ada"),
    attack("ada"),
    check("ada", "ben"),
    o.ContestDecided("ada", "ben", 9),
    o.EffectTold("wolf", "it howls at Wolf"),
    o.MoraleShaken("foes", "first blood", "wolf"),
    o.Overruled("CF-02", "Ada can move 40 ft at a time, not 60", "so be it"),
    s.SetSkill("ada", "Melee", 6),
    s.Kill("wolf", "it fell"),
    s.Kill("ada", "it had 3 HP left"),
    d.Harm(("ada", "ben"), "3", "he had 3 HP left"),
    Skipped(s.Kill("wolf"), "it never was"),
]


@pytest.mark.parametrize("event", HIDDEN, ids=repr)
def test_players_may_not_read_a_strangers_number(event: AnyEvent, state: FightState) -> None:
    assert not may_read(event, state, "players")


@pytest.mark.parametrize("event", SHOWN, ids=repr)
def test_players_may_read_events_without_hidden_numbers(event: AnyEvent, state: FightState) -> None:
    assert may_read(event, state, "players")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (contest("wolf"), "Wolf rolls Melee"),
        (attack("wolf"), "Wolf rolls against Ben"),
        (check("ada", "wolf"), "Ada's DEX save (called) against Wolf: failed"),
        (o.ContestDecided("ada", "wolf", 9), "Ada wins and strikes Wolf"),
        (o.ContestDecided("wolf", "ada", 0), "Wolf wins and strikes Ada"),
        (o.ContestDecided("ada", "", 3, "gets away"), "Ada wins: gets away"),
        (o.ContestDecided("", "", 0, "all are equal"), "nobody wins"),
        (o.SaveRolled("wolf", "WIL", 9, 4, True, "morale"), "Wolf's WIL save (morale): passed"),
        (s.SetSkill("wolf", "Melee", 6), ""),
    ],
    ids=repr,
)
def test_a_redacted_event_keeps_its_result(event: AnyEvent, said: str, state: FightState) -> None:
    """Players read who won and who passed, but no number."""
    assert said == redact_event(event, state)


def test_grounds_with_numbers_are_left_out(state: FightState) -> None:
    """“HP 3” is a hidden number."""
    grounds = (o.Ground("impaired", "HP 3"), o.Ground("impaired", "Wolf is in the dark"))
    rolled = o.ContestRolled("wolf", "Melee", "d20", (8,), 14, 6, "impaired", grounds)
    assert "Wolf rolls Melee, impaired: Wolf is in the dark" == redact_event(rolled, state)


def test_damage_does_not_repeat_a_number_from_the_reason_of_harm(state: FightState) -> None:
    """The reason of harm to a stranger is without its number in the outcome, too."""
    why = "a rock, so it has 9 HP left"
    struck = o.DamageDealt("wolf", 4, 0, 4, why=why)
    assert drop_secret_words(struck, state) == o.DamageDealt("wolf", 4, 0, 4)
    own = o.DamageDealt("ada", 4, 0, 4, why=why)
    assert drop_secret_words(own, state) is own
