"""Ways to be taken for somebody else: names that look alike, keys that fit everybody, and the
idempotency key of somebody else."""

from __future__ import annotations

import pytest

from combatlog.files.audit import audit
from events.errors import KeyReused, Refused
from events.signatures import create_key
from events.types.keys import KeyBound
from events.types.names import clean_text, has_unseen, make_likeness
from tests.cheating.signed import ANNA, NOTE, Signed, table

__all__ = ["table"]

ALIKE = (
    *("anna", "ÁNNA", "Anna\ufe0f", "Anna\u034f", "Anna\u3164", "Anna\u2800", "An\U000e0101na"),
    *("\u0410nna", "Ann\u0430", "\u0391nna", "Αnnа", "  Anna", "Anna\xa0"),
)
"""Names that nobody can tell from Anna, or is her name in other letters."""


@pytest.mark.parametrize("name", ALIKE, ids=ascii)
def test_a_name_that_looks_the_same_is_that_persons(table: Signed, name: str) -> None:
    """At the prompt it needs her key, to record as to bind another one; in the file it is wrong."""
    for line in ("note I give up my share", "bind"):
        with pytest.raises(Refused, match="signs in this fight"):
            table.sit(name, None if line != "bind" else create_key()).say(line)
    table.forge(name, NOTE)
    assert "has not signed it" in table.find_faults()[0]


@pytest.mark.parametrize("name", ["Hanna", "Anne", "Ana", "Анна", "किरण", "安娜", "Ann"])
def test_another_name_is_another_persons(table: Signed, name: str) -> None:
    """They have no key, and need none."""
    table.sit(name, None).say("note I am new here")
    assert [] == table.find_faults()


def test_one_name_in_other_letters_stays_one() -> None:
    """Capitals look different in other alphabets, and are the same name there, too."""
    for one, other in (("Νίκη", "ΝΙΚΗ"), ("Вера", "ВЕРА"), ("Ian", "IAN"), ("Ian", "lan")):
        assert make_likeness(one) == make_likeness(other)
    assert make_likeness("किरण") != make_likeness("करण")


SMALL_ORDER = ("00" * 32, "01" + "00" * 31, "01" + "00" * 30 + "80", "ec" + "ff" * 30 + "7f")


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_for_which_anybody_can_sign_is_none(table: Signed, key: str) -> None:
    """One signature fits every text under such a point of the curve."""
    table.forge("Tom", KeyBound("Tom", key, "first"))
    found = audit(table.store)
    assert "wrong" == found.verdict
    assert "binds a key for which anybody can sign" in repr(found.fights[0])


def test_nobody_takes_another_persons_idempotency_key(table: Signed) -> None:
    """Anna's command would be answered with Tom's, and never recorded."""
    table.sit("Tom", None).say("note yes", "vote-1")
    with pytest.raises(KeyReused):
        table.sit("Anna", ANNA).say("note yes", "vote-1")
    own = table.sit("Anna", ANNA).say("note yes", "vote-2").rows
    assert own == table.sit("Anna", ANNA).say("note yes", "vote-2").rows


def test_a_character_of_a_newer_unicode_is_seen() -> None:
    """Whether a fight is right does not depend on the Python that judges it. U+0378 is not assigned
    yet; U+FFFF never will be."""
    assert not has_unseen("\u0378")
    assert "a\u0378b" == clean_text("a\u0378b")
    assert has_unseen("\uffff")
    assert has_unseen("\U000e0fff")
    assert "a b" == clean_text("a\uffffb")
