"""Texts as they are recorded: visible, and the same however they were typed."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from events.serialization.codec import clean_event, is_clean_event
from events.types.declarations import Aim, Attack, Join
from events.types.log_events import Noted
from events.types.names import clean_text
from events.types.sheets import Sheet

UNTIDY = {
    "two spaces": ("a  b", "a b"),
    "a space in front": (" a", "a"),
    "a space behind": ("a ", "a"),
    "a decomposed letter": ("e\u0301", "é"),
    "a line break": ("a\nb", "a b"),
    "a space that does not break": ("a\u00a0b", "a b"),
    "a zero-width space": ("a\u200bb", "a b"),
    "a bidirectional override": ("a\u202eb", "a b"),
    "a terminal escape": ("a\x1b[2Jb", "a [2Jb"),
}


@pytest.mark.parametrize("what", UNTIDY)
def test_texts_are_tidied_wherever_they_stand(what: str) -> None:
    """Texts are cleaned at any depth of an event."""
    typed, recorded = UNTIDY[what]
    attack = Attack("ada", (Aim("rhino", enhanced=typed),), (typed,))
    assert Attack("ada", (Aim("rhino", enhanced=recorded),), (recorded,)) == clean_event(attack)


@given(st.text(max_size=30))
def test_every_text_is_recorded_as_clean_makes_it(text: str) -> None:
    """The quick check of the whole JSON never misses a text that needs cleaning."""
    assert clean_text(text) == clean_event(Noted(text)).text


def test_what_is_clean_is_left_alone() -> None:
    """A clean event is returned itself, with quotation marks and other scripts in it."""
    for text in ("", "a “quoted” word", 'a "quoted" word', "Θάλασσα", "a b c"):
        noted = Noted(text)
        assert noted == clean_event(noted)
    attack = Attack("ada", (Aim("rhino"),), ("rifle",))
    assert attack is clean_event(attack)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a  b", True), ("e\u0301", True), ("a\u00a0b", True), ("a\u200bb", False), ("\x1b", False)],
)
def test_tidy_is_what_can_be_seen(text: str, expected: bool) -> None:
    """Spaces and accents are allowed; invisible characters are not."""
    assert expected == is_clean_event(Noted(text))


def test_a_key_is_looked_at_like_a_text() -> None:
    """The keys of a sheet's scores are cleaned, too."""
    assert not is_clean_event(Join(Sheet("Ada", {"H\u200bP": 4})))
