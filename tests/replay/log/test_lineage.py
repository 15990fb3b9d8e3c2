"""Where inputs come from: who first recorded them, and what has corrected them since."""

from __future__ import annotations

import pytest

from events.types.declarations import Attack, BeginRound, Join, Move, Resolve
from events.types.log_events import Skipped
from events.types.rolls import Rolled
from events.types.statements import Kill
from replay.corrections.plan import Rulings
from replay.log.lineage import (
    add_known_combatants,
    drop_reverted_revisions,
    find_corrections,
    find_first_recording,
    find_revisions,
)
from replay.text.correction_notes import RevisionWords, classify_revision, write_footnotes
from tests.support.corrected_fights import find_seq, record_correction
from tests.support.given import Given, attack, given, npc, pc

PLAIN = attack("ada", "wolf")
MUD = attack("ada", "wolf", impaired="mud")
FOG = attack("ada", "wolf", impaired="fog")


def ambush(game: str = "golden-idol") -> Given:
    """Ada has struck the wolf, and the wolf her; every die was typed."""
    on = given(game, pc("Ada", "6/1/10/12/9", sword="d8"), npc("Wolf", "9/1/6/8/6", bite="d6"))
    on.fight.by = "Mia"
    on.when(BeginRound("ambush"), PLAIN, Resolve()).rolls("ada d8=5")
    on.when(attack("wolf", "ada"), Resolve()).rolls("wolf d6=4")
    return on


def made(on: Given) -> dict[int, list[int]]:
    """Return the corrections behind each input of the line, by its seq."""
    found = find_corrections(on.fight.history)
    return {seq: [row.seq for row in rows] for seq, rows in found.items()}


def noted(on: Given) -> list[str]:
    """Return the chronicle's notes on them."""
    return [note for notes in write_footnotes(on.fight.history).values() for note in notes]


@pytest.mark.parametrize("game", ["golden-idol", "thalassa"])
def test_a_correction_is_not_forgotten_when_it_is_off_the_line(game: str) -> None:
    """A correction further back repeats what an earlier one changed."""
    on = ambush(game)
    bite = record_correction(on.fight, "strike", find_seq(on.fight, Attack, by="wolf"), "it slept")
    blow = record_correction(
        on.fight, "amend", find_seq(on.fight, Attack), "mud", MUD, dice=[3], by="Dov"
    )
    assert not on.fight.history.is_ancestor(bite, on.fight.history.position())
    assert {find_seq(on.fight, Attack): [blow], find_seq(on.fight, Skipped): [bite]} == made(on)
    assert ["Cho", "Dov"] == [on.fight.history[seq].by for seq in (bite, blow)]


def test_corrections_of_the_same_input_are_told_oldest_first() -> None:
    """Each is listed with what stood before it."""
    on = ambush()
    struck = find_seq(on.fight, Attack)
    first = record_correction(on.fight, "amend", struck, "the mud", MUD, dice=[3])
    second = record_correction(on.fight, "amend", struck, "it was fog", FOG, by="Dov")
    assert {find_seq(on.fight, Attack): [first, second]} == made(on)
    assert [
        "Corrected by Cho: Ada attacks Wolf with sword, impaired: mud"
        " (was: Ada attacks Wolf with sword): the mud.",
        "Corrected by Dov: Ada attacks Wolf with sword, impaired: fog"
        " (was: Ada attacks Wolf with sword, impaired: mud): it was fog.",
    ] == noted(on)


def test_what_is_corrected_back_needs_no_note() -> None:
    """Both corrections stay recorded, but only changes since then get a note."""
    on = ambush()
    struck = find_seq(on.fight, Attack)
    there = record_correction(on.fight, "amend", struck, "the mud", MUD, dice=[3])
    back = record_correction(on.fight, "amend", struck, "no mud", PLAIN)
    assert {find_seq(on.fight, Attack): [there, back]} == made(on)
    assert [] == noted(on)
    record_correction(on.fight, "amend", struck, "it was fog", FOG)
    assert ["it was fog."] == [note.rpartition(": ")[2] for note in noted(on)]


def test_saying_the_same_again_corrects_nothing() -> None:
    """Amending an input to the same is no change and gets no note."""
    on = ambush()
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "as it was", PLAIN)
    record_correction(on.fight, "amend", find_seq(on.fight, Rolled), "as it fell", face=5)
    assert ({}, []) == (made(on), noted(on))


def test_an_undone_correction_has_made_nothing() -> None:
    """An undone correction does not count until it is redone."""
    on = ambush()
    seq = record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    on.fight.undo()
    assert {} == made(on)
    on.fight.redo()
    assert [[seq]] == [*made(on).values()]


def test_a_die_keeps_what_was_said_of_it_while_it_lies_spared() -> None:
    """A die that was amended, then unused, keeps its face when it is used again."""
    on = ambush()
    struck = find_seq(on.fight, Attack)
    misread = record_correction(on.fight, "amend", find_seq(on.fight, Rolled), "misread", face=7)
    record_correction(on.fight, "strike", struck, "she slept")
    assert ["Struck out by Cho: Ada attacks Wolf with sword: she slept."] == noted(on)
    record_correction(on.fight, "amend", struck, "she did not", PLAIN)
    assert [misread] == made(on)[find_seq(on.fight, Rolled)]
    assert ["Corrected by Cho: Ada d8 → 7 (was 5): misread."] == noted(on)


def test_what_was_put_in_and_taken_out_again_was_never_there() -> None:
    """An inserted input has a note, a struck insertion has none."""
    on = ambush()
    record_correction(
        on.fight, "insert", find_seq(on.fight, Resolve), "forgot", Move("ada", to="gate")
    )
    assert ["Put in by Cho: Ada moves to gate: forgot."] == noted(on)
    record_correction(on.fight, "strike", find_seq(on.fight, Move), "she stayed")
    assert [] == noted(on)


def test_what_becomes_impossible_names_why_and_since_whose_correction() -> None:
    """Possible again, it is as it was. Kept by overruling it has no note, because the chronicle
    itself mentions the ruling."""
    on = ambush()
    begun = find_seq(on.fight, Attack)
    record_correction(on.fight, "insert", begun, "an arrow", Kill("wolf", "an arrow"))
    assert [
        "Put in by Cho: Wolf is dead: an arrow.",
        "Skipped since Cho's correction: Wolf attacks Ada with bite: Wolf is dead.",
    ] == [note for note in noted(on) if "Ada attacks" not in note]
    record_correction(on.fight, "strike", find_seq(on.fight, Kill), "it missed")
    assert [] == noted(on)
    record_correction(on.fight, "insert", begun, "two", MUD, dice=[3], rulings=Rulings("keep"))
    assert [True] == ["Put in by Cho" in note for note in noted(on)]
    kept = find_seq(on.fight, Attack, 1)
    (*_, revised) = find_revisions(on.fight.history)[kept]
    assert ("kept", "two") == (
        classify_revision(revised),
        RevisionWords(on.fight.history).get_reason(revised),
    )


def test_a_correction_without_a_name_is_told_without_one() -> None:
    """The author of a correction may be unnamed."""
    on = ambush()
    record_correction(on.fight, "strike", find_seq(on.fight, Attack), "no", by="")
    assert ["Struck out: Ada attacks Wolf with sword: no."] == noted(on)


def test_whose_join_is_struck_out_keeps_a_name_in_the_notes() -> None:
    """The skipped inputs of a combatant that never joined are listed with its name."""
    on = ambush()
    wolf = find_seq(on.fight, Join, 1)
    record_correction(on.fight, "strike", wolf, "it was not there")
    assert "Struck out by Cho: Wolf joins the foes: it was not there." == noted(on)[0]
    assert any("Wolf attacks Ada with bite: " in note for note in noted(on))


def test_the_first_recording_says_who_and_when() -> None:
    """The first recording is found however often an input was repeated."""
    on = ambush()
    bite = on.fight.history[find_seq(on.fight, Attack, by="wolf")]
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "mud", MUD, dice=[3])
    again = on.fight.history[find_seq(on.fight, Attack, by="wolf")]
    assert again.seq != bite.seq
    assert ("Cho", bite) == (again.by, find_first_recording(on.fight.history, again))
    assert () == drop_reverted_revisions(())


def test_who_was_put_in_and_struck_out_again_keeps_a_name_too() -> None:
    """The target had not yet joined when the attack was first recorded."""
    on = ambush()
    struck = find_seq(on.fight, Attack)
    record_correction(
        on.fight, "insert", struck, "late", Join(npc("Crow", "3/0/5/9/5").sheet(on.game))
    )
    record_correction(on.fight, "amend", struck, "at the crow", attack("ada", "crow"), dice=[3])
    record_correction(on.fight, "strike", find_seq(on.fight, Join, 2), "there was none")
    (row,) = [
        row
        for row in on.fight.history.on_line(len(on.fight.history))
        if isinstance(row.event, Skipped) and isinstance(row.event.input, Attack)
    ]
    assert (
        "Crow"
        == add_known_combatants(on.fight.history, row, on.fight.state).combatants["crow"].name
    )
