"""The dice of a correction: asked for, typed, drawn, kept, or left."""

from __future__ import annotations

import pytest

from combatlog.app.correction_dialogue import CorrectionDialogue
from events.errors import Refused
from events.types.declarations import Attack
from events.types.outcomes import DamageDealt
from events.types.rolls import Rolled
from tests.combatlog.app.test_correction_dialogue import (
    killed,
    played,
    protection,
    refusal,
    said,
    seq_of,
)
from tests.support.talk import say, start_session


def test_nothing_is_applied_while_dice_are_missing() -> None:
    """A yes that comes too early is refused, and the correction still waits for its die."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    with pytest.raises(Refused, match="Dice are missing"):
        at.say("yes")
    with pytest.raises(Refused, match="d4"):
        at.say("5")
    said(at, "rhino d4 3", "yes")
    assert 4 == protection(at, "ben")


def test_missing_dice_can_be_drawn() -> None:
    """“roll” has them drawn from sealed dice when the correction is applied, in a typed fight as
    well."""
    at = played()
    shown = said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten", "roll")
    assert shown[-2] == "Needs Rhinoceros d4 (damage): drawn when it is applied."
    assert not any("→" in line for line in shown[1:] if "d4" in line)
    assert any(line.startswith("New dice: Rhinoceros d4") for line in said(at, "yes"))
    assert at.fight.history[seq_of(at, Rolled)].event.draw is not None  # type: ignore[union-attr]


def test_a_number_for_what_is_no_die_is_refused_with_the_dice() -> None:
    """The sentence says which dice belong to it."""
    at = played()
    attack = seq_of(at, Attack, "rhinoceros")
    with pytest.raises(Refused, match=rf"#{attack} is no die; its dice are #\d+ \(d8 6\)"):
        at.say(f"amend {attack} 6: misread")


@pytest.mark.parametrize("line", ["log 5", "l 5", "why ben hp at 20", "diff 20 24", "state at 5"])
def test_looking_is_never_taken_for_dice(line: str) -> None:
    """A line that ends in a number, while a die is missing."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    assert said(at, line)
    assert at.correcting is not None
    said(at, "3", "yes")
    assert 4 == protection(at, "ben")


def test_what_is_neither_dice_nor_an_answer_waits() -> None:
    """It is told what is missing; where nothing is, a face is refused."""
    at = played()
    bite = seq_of(at, Attack, "rhinoceros")
    said(at, f"amend {bite} imp: mud; why: forgotten")
    waits = "waits for Rhinoceros d4 (damage): type what they show, or roll, or no."
    assert waits in refusal(at, "kill wolf 5")
    assert "when all dice are there" in said(at, "full")[-2]
    said(at, "3")
    assert "No die is missing" in refusal(at, "5")
    assert "y applies it, n drops it" in refusal(at, "kill wolf 5")


def test_a_die_that_is_not_asked_for_is_refused() -> None:
    """At once, and so is one too many; those before it are not kept either."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    assert "No d6 is missing; missing is Rhinoceros d4 (damage)." == refusal(at, "d6 3")
    assert "No more dice are missing" in refusal(at, "3 2")
    assert say(at, "3")[-1].startswith("y applies it")


def test_a_typed_die_is_that_die_and_no_other() -> None:
    """Whatever is ruled since: it is bound to what was missing when it was typed."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    assert isinstance(at.correcting, CorrectionDialogue)
    sought = at.correcting.proposal.plan.sought
    said(at, "3")
    assert 1 == len(sought)
    assert sought == tuple(each.asked for each in at.correcting.proposal.typed_dice)


def test_several_faces_go_to_what_is_missing_one_after_the_other() -> None:
    """The second is asked for because of the first."""
    at = played()
    ada = seq_of(at, Attack, "ada")
    shown = said(at, f"amend {ada} a ada wolf 2 rifle enh: from above; why: the other one")
    assert "Needs Ada d12 (damage)." in shown[-1]
    shown = said(at, "7 1")
    assert any("Wolf 2 d20 → 1 (critical)" in line for line in shown)


def test_what_is_kept_has_a_reason_of_its_own() -> None:
    """The one that is given with it, else that it was kept in this correction."""
    at = killed()
    assert at.correcting is not None
    bite = seq_of(at, Attack, "rhinoceros")
    said(at, f"keep {bite}: he only played dead", "yes")
    assert "he only played dead" == at.fight.history[seq_of(at, Attack)].event.overrule  # type: ignore[union-attr]
    at = killed()
    said(at, "keep all", "yes")
    kept = at.fight.history[seq_of(at, Attack)].event.overrule  # type: ignore[union-attr]
    assert f"kept in the correction of #{bite}" == kept


def test_what_is_kept_may_be_named_as_before_a_correction() -> None:
    """The number that an input had first means the row that stands for it now."""
    at = played()
    bite = seq_of(at, Attack, "rhinoceros")
    first = next(row.seq for row in at.fight.history.rows if isinstance(row.event, Rolled))
    said(at, f"amend {first} 8: misread !", f"insert {bite} kill ben: a fall; why: forgotten")
    assert bite != seq_of(at, Attack, "rhinoceros")
    said(at, f"keep {bite}: he only played dead", "yes")
    assert "he only played dead" == at.fight.history[seq_of(at, Attack)].event.overrule  # type: ignore[union-attr]


def test_what_cannot_be_kept_is_said_to_be_so() -> None:
    """Nobody attacks whom there is not; the preview stays as it was."""
    at = played()
    said(at, "strike 6: there was none")
    attack = seq_of(at, Attack, "ada")
    assert f"#{attack} cannot be kept: " in refusal(at, f"keep {attack}")
    assert "cannot be kept" in refusal(at, "keep all")
    assert "skipped" in next(line for line in said(at, "full") if f"#{attack} Ada" in line)


def test_an_outcome_of_one_die_means_that_die() -> None:
    """Where only a face is said of it."""
    at = played()
    at.say(f"amend {seq_of(at, DamageDealt)} 5; why: misread !")
    assert 2 == protection(at, "ben")


def test_only_dice_that_this_correction_frees_are_listed() -> None:
    """Those that lay spared before are counted."""
    at = played()
    at.say(f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept !")
    shown = said(at, f"strike {seq_of(at, Attack, 'ada')}: she slept")
    (told,) = [line for line in shown if line.startswith("No longer needed: ")]
    assert "Rhinoceros" not in told and told.endswith("; also kept: 1 die.")


def test_a_die_that_is_awaited_anyway_is_asked_for_with_the_reason() -> None:
    """Others of the same play have fallen, so that it has to be whole."""
    at = start_session()
    for line in ("next ambush", "a ada wolf rifle", "a ben wolf 2 knife", "go", "9"):
        at.say(line)
    assert at.fight.state.awaited
    shown = said(at, f"amend {seq_of(at, Attack, 'ada')} imp: mud; why: forgotten")
    assert "Awaited already; other dice of the same play have fallen" in shown[-1]


def test_a_die_of_somebody_else_is_not_taken_for_one_that_is_missing() -> None:
    """“ada” is Ada, who throws nothing here."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    with pytest.raises(Refused, match="waits for Rhinoceros d4"):
        at.say("ada d4 3")


def test_a_die_that_is_kept_is_not_corrected_where_it_lies() -> None:
    """The sentence says what is to be put back first."""
    at = played()
    die, attack = seq_of(at, Rolled, "rhinoceros"), seq_of(at, Attack, "rhinoceros")
    at.say(f"strike {attack}: it slept !")
    with pytest.raises(Refused, match=f"#{die} is a die that the fight does not use"):
        at.say(f"amend {die} 3: misread")


def test_a_face_that_is_there_already_is_no_correction() -> None:
    """The refusal says what the die shows."""
    at = played()
    die = seq_of(at, Rolled)
    event = at.fight.history[die].event
    assert isinstance(event, Rolled)
    face = event.face
    assert f"#{die} shows {face} already" in refusal(at, f"amend {die} {face}: x")
