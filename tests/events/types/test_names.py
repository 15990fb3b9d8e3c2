"""Names, and the ids made from them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st

from events.errors import Refused
from events.types.names import (
    LONGEST_NAME,
    MOST_MARKS,
    check_name,
    clean_text,
    fold_case,
    make_slug,
    number_name,
)

pytestmark = pytest.mark.clause("ALL-04")

texts = st.text(st.characters(), max_size=30)


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("Ada", "ada"),
        ("Kyklôps", "kyklops"),
        ("Black  Destroyer!", "black-destroyer"),
        ("Wolf 2", "wolf-2"),
        ("O'Neill-Smith", "o-neill-smith"),
        ("Ἀλθαία", "αλθαια"),
        ("Straße", "strasse"),
        ("狼", "狼"),
        ("☠", "combatant"),
    ],
)
def test_identifiers(name: str, identifier: str) -> None:
    """An id is the name without case, accents and punctuation, in any script."""
    assert identifier == make_slug(name)


@given(texts)
def test_an_identifier_is_its_own(name: str) -> None:
    """The id of an id is that id."""
    assert make_slug(name) == make_slug(make_slug(name))


@given(texts)
def test_case_and_accents_never_matter(name: str) -> None:
    """Texts are equal in any case, and folding twice is folding once."""
    assert fold_case(name) == fold_case(fold_case(name))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("Ada\u202eevil\u200b", "Ada evil"),
        ("Ada\x1b[31m", "Ada [31m"),
        ("A\u0301da", "Áda"),
        ("\ud800Ada", "Ada"),
        ("\u2028", ""),
    ],
)
def test_what_cannot_be_seen_is_taken_out(text: str, shown: str) -> None:
    """Control, bidirectional and zero-width characters become spaces, and lines become one."""
    assert shown == clean_text(text)


@given(texts)
def test_cleaning_once_is_enough(text: str) -> None:
    """Clean text stays as it is, and can be stored."""
    cleaned = clean_text(text)
    assert cleaned == clean_text(cleaned)
    assert cleaned == cleaned.encode().decode()


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\n", "\u2800", "\u3164 \ufe0f"])
def test_a_name_can_be_seen(text: str) -> None:
    """A name without a visible character is refused."""
    with pytest.raises(Refused, match="visible character") as caught:
        check_name(text)
    assert "ALL-04" == caught.value.clause


def test_a_name_has_an_end() -> None:
    """The longest name is accepted; with one more character it is refused, with both numbers."""
    assert "a" * LONGEST_NAME == check_name("a" * LONGEST_NAME)
    with pytest.raises(Refused, match=f"{LONGEST_NAME + 1} characters; {LONGEST_NAME} are"):
        check_name("a" * (LONGEST_NAME + 1))


def test_two_of_a_kind_get_numbers() -> None:
    """The second wolf is Wolf 2, the third Wolf 3; a gap is filled."""
    assert "Wolf" == number_name("Wolf", set())
    assert "Wolf 2" == number_name("Wolf", {"wolf"})
    assert "Wolf 3" == number_name("Wolf", {"wolf", "wolf-2"})
    assert "Wôlf 2" == number_name("Wôlf", {"wolf", "wolf-3"})


def test_many_marks_on_a_letter_take_no_time() -> None:
    """Thirty stay; to put all of them in order would take seconds, in which nobody else is
    served."""
    hostile = "a" + "\u0315" * 30_000 + "\u0316" * 30_000
    begun = time.perf_counter()
    assert MOST_MARKS + 1 == len(clean_text(hostile))
    assert "a" == fold_case(hostile)
    assert time.perf_counter() - begun < 1
    assert "Kyklôps" == clean_text("Kyklo\u0302ps")
