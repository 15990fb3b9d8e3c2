"""What the prompt answers beside the report of a command: one combatant, and a side that is
beaten."""

from __future__ import annotations

import click
import pytest

from combatlog.app.session import Session
from events.errors import Refused
from tests.combatlog.app.test_turns import WOLVES
from tests.support.talk import say, start_session

BEATEN = "Only the party can still fight; end ends the fight."


@pytest.fixture
def at() -> Session:
    """Mira and Ben against two wolves."""
    return start_session(roster=WOLVES)


def read(at: Session, line: str) -> list[str]:
    return [click.unstyle(each) for each in say(at, line)]


def test_one_combatant_is_shown_alone(at: Session) -> None:
    """With all numbers, conditions and wounds, now or at an event; without the seal."""
    joined = len(at.fight.history)
    at.say("condition mira dazed")
    whole = "Mira  HP 9  STR 10  DEX 12  WIL 9  armor 1  dazed · knife d6, rifle 2d10"
    assert [whole] == read(at, "s mira")
    assert [whole.replace("dazed · ", "")] == read(at, f"s mira at {joined}")
    assert len(read(at, "s")) > 5
    with pytest.raises(Refused, match="Nobody called mira has joined by then"):
        read(at, "s mira at 1")


def test_the_seal_takes_one_line_of_the_state(at: Session) -> None:
    """`combatlog state` shows its digits, too."""
    seals = [line for line in read(at, "s") if "Seal" in line]
    assert [f"Seal: {' '.join(at.fight.seal.words)}"] == seals


def test_a_beaten_side_is_told_once(at: Session) -> None:
    """With what felled its last one: a blow, or a word of the referee. Its morale, which nobody is
    left to roll for, is no riddle then."""
    for line in ("next ambush", "set wolf hp 1", "kill wolf 2", "a mira wolf rifle", "go !"):
        assert BEATEN not in read(at, line)
    for face in ("5 5", "20"):
        answer = read(at, face)
    assert BEATEN in answer
    assert [] == [line for line in answer if line.startswith("Awaited")]
    assert BEATEN not in read(at, "kill wolf")
    at.say("undo")
    at.say("undo")
    assert BEATEN in read(at, "kill wolf")
