"""What can be said of an input that is amended: a sheet, a number, an attack, a modifier."""

from __future__ import annotations

import pytest

from events.errors import Refused
from events.types.declarations import Attack, BeginRound
from tests.combatlog.app.test_correction_dialogue import played, protection, refusal, said, seq_of


def test_a_modifier_alone_is_added_to_what_was_declared() -> None:
    """“imp: mud” keeps attacker, target and weapon; the smaller die is asked for."""
    at = played()
    shown = said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    assert shown[-1].startswith("Needs Rhinoceros d4 (damage). Type what they show")
    said(at, "3", "yes")
    assert 4 == protection(at, "ben")


def test_how_somebody_joined_is_amended_by_what_was_wrong() -> None:
    """Numbers and traits that are not named stay as they were."""
    at = played()
    said(at, "amend 3 armor 3, HP 5/8: the wrong sheet", "yes")
    ben = at.fight.state.combatants["ben"]
    assert (2, 8, 3, 12) == (ben.scores["HP"], ben.maxima["HP"], ben.armor, ben.scores["STR"])


@pytest.mark.parametrize("text", ["hp 2", "2", "set ben hp 2", "HP 2/6"])
def test_a_number_that_was_stated_is_amended_by_the_number(text: str) -> None:
    """Alone, with what it is, or whole."""
    at = played()
    seq = at.say("set ben hp 5").rows[0].seq
    at.say(f"amend {seq} {text}; why: misheard !")
    assert 2 == protection(at, "ben")


def test_an_amendment_that_is_not_understood_is_shown_whole() -> None:
    """With what was said then, to be changed."""
    at = played()
    seq = at.say("condition ben wary").rows[0].seq
    told = refusal(at, f"amend {seq} tired; why: misheard")
    assert told.endswith(f"say the whole declaration, like: amend {seq} condition ben wary")


def test_old_weapons_are_taken_over_where_none_is_said() -> None:
    """Whoever attacks somebody else does so with what they had."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'ada')} attack ada wolf 2; why: the other one", "1", "yes")
    attack = at.fight.history[seq_of(at, Attack, "ada")].event
    assert isinstance(attack, Attack) and ("rifle",) == attack.weapons


def test_a_round_cannot_be_impaired() -> None:
    """Nor is anything else that has no such modifier."""
    at = played()
    seq = seq_of(at, BeginRound)
    assert refusal(at, f"amend {seq} imp: smoke").endswith("cannot be impaired.")


def test_a_second_declaration_is_refused() -> None:
    """A resolve behind what is amended is an input of its own."""
    at = played()
    told = refusal(at, f"amend {seq_of(at, Attack)} imp: mud !; why: forgotten")
    assert told.startswith("An input can be replaced by one other")


def test_a_joining_is_amended_with_what_differs() -> None:
    """In the preview, and event by event."""
    at = played()
    shown = said(at, "amend 3 armor 3: the wrong sheet", "full")
    assert "  Ben joins the party with armor 3 (was: armor 1)." == shown[1]
    assert any(line.endswith("− Ben joins the party with armor 1") for line in shown)
    assert any(line.endswith("+ Ben joins the party with armor 3") for line in shown)


def test_a_sheet_that_was_better_than_it_said_is_so_from_the_start() -> None:
    """Whoever came unhurt is unhurt at the right number, and not wounded at the wrong one."""
    at = played()
    said(at, "amend 3 STR 9: the wrong sheet", "yes")
    ben = at.fight.state.combatants["ben"]
    assert (9, 9) == (ben.scores["STR"], ben.maxima["STR"])


def test_whoever_came_hurt_is_said_to_be() -> None:
    """The maximum is named, and told."""
    at = played()
    shown = said(at, "amend 3 STR 9/12: the wrong sheet")
    assert any("with STR 9/12 (was: STR 12)" in line for line in shown)


def test_a_reason_for_one_thing_twice_is_one_too_many() -> None:
    """Of two reasons for a modifier none is lost unseen; one that stands already is replaced."""
    at = played()
    attack = seq_of(at, Attack, "rhinoceros")
    for text in ("imp: mud imp: dark", "a rhino ben imp: mud; imp: dark"):
        told = "reason for “impaired” stands here twice, “mud” and “dark”"
        with pytest.raises(Refused, match=told):
            at.say(f"amend {attack} {text}; why: forgotten")
    said(at, f"amend {attack} imp: mud; why: forgotten", "3", "yes")
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: dark; why: misheard", "yes")
    found = at.fight.history[seq_of(at, Attack, "rhinoceros")].event
    assert isinstance(found, Attack)
    assert "dark" == found.impaired
