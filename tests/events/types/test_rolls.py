"""Dice notation and faces."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from events.errors import Refused
from events.types.rolls import (
    FACES,
    MOST_DICE,
    Dice,
    check_die,
    check_face,
    format_dice,
    is_dice,
    parse_dice,
)

pytestmark = pytest.mark.clause("ALL-02")


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("d6", Dice(("d6",))),
        ("2d10", Dice(("d10", "d10"))),
        ("d8+d6", Dice(("d8", "d6"))),
        ("3d10+1", Dice(("d10", "d10", "d10"), 1)),
        (" D8 , d6 + 2 ", Dice(("d8", "d6"), 2)),
        ("d4 d4", Dice(("d4", "d4"))),
        ("d06", Dice(("d6",))),
    ],
)
def test_notation(text: str, dice: Dice) -> None:
    """Dice are read in the order written, whatever joins them."""
    assert dice == parse_dice(text)


@pytest.mark.parametrize("text", ["", "3", "d", "dd6", "2d", "d6+", "-d6", "d6-1", "0d6", "sword"])
def test_what_is_no_notation_is_refused(text: str) -> None:
    """Any other text is refused."""
    with pytest.raises(Refused, match=re.escape(f"“{text}”")):
        parse_dice(text)
    assert not is_dice(text)


@pytest.mark.parametrize("text", ["d7", "d100", "2d3", "d0"])
def test_a_die_that_does_not_exist_is_named(text: str) -> None:
    """An unknown die is refused, and the message lists the dice."""
    with pytest.raises(Refused, match=r"There is no d\d+; the dice are d4, d6, "):
        parse_dice(text)


def test_nobody_throws_so_many() -> None:
    """One die more than the maximum is refused."""
    assert MOST_DICE == len(parse_dice(f"{MOST_DICE}d6").dice)
    with pytest.raises(Refused, match=f"1 to {MOST_DICE} dice"):
        parse_dice(f"{MOST_DICE + 1}d6")


@given(
    st.lists(st.sampled_from(list(FACES)), min_size=1, max_size=MOST_DICE).map(tuple),
    st.integers(0, 99),
)
def test_what_is_written_is_read(dice: tuple[str, ...], bonus: int) -> None:
    """Formatted dice are parsed as the same dice."""
    assert Dice(dice, bonus) == parse_dice(format_dice(dice, bonus))


@pytest.mark.parametrize("die", FACES)
def test_faces_of_a_die(die: str) -> None:
    """Every face of a die is accepted; one below and one above are refused with its range."""
    faces = FACES[die]
    assert list(range(1, faces + 1)) == [check_face(die, face) for face in range(1, faces + 1)]
    for face in (0, -1, faces + 1):
        with pytest.raises(Refused, match=f"A {die} shows 1 to {faces}, not {face}") as caught:
            check_face(die, face)
        assert "ALL-02" == caught.value.clause


def test_an_unknown_die_has_no_faces() -> None:
    """An unknown die is refused before its face is checked."""
    with pytest.raises(Refused, match="no d7"):
        check_die("d7")
