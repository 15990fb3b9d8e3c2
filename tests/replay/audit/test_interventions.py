"""Interventions: what was undone, corrected, overruled or stated, each once, and what happened to
it later."""

from __future__ import annotations

from msgspec.structs import replace

from combatlog.app.fight import Fight
from events.store.memory import MemoryStore
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.declarations import Resolve
from events.types.keys import KeyBound, KeyRevoked
from events.types.rolls import Rolled
from events.types.statements import Kill, SetScore
from replay.audit.interventions import Intervention, PersonActivity, list_interventions, list_people
from replay.corrections.plan import Correction, CorrectionDie, Rulings
from replay.log.event_log import History
from tests.support.given import attack, given, npc, pc


def told(fight: Fight, *kinds: str) -> list[tuple[str, int, str, str, str, str]]:
    """Return the interventions in a fight, of these kinds or all."""
    found = list_interventions(History(fight.history.rows))
    return [tuple(deed) for deed in found if not kinds or deed.kind in kinds]  # type: ignore[misc]


def other(fight: Fight, store: MemoryStore, by: str) -> Fight:
    """Return the same fight in the hands of another person."""
    return Fight(store, fight.id, by=by)


def test_a_plain_course_of_play_has_no_deeds(fight: Fight) -> None:
    """An attack is no intervention."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    assert [] == told(fight)


def test_moves_are_told_with_their_reasons(fight: Fight) -> None:
    """Undos and redos are listed with their targets and reasons."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    end = len(fight.history)
    fight.undo(1, "wrong target")
    fight.redo(1, "no, right")
    assert [
        ("undone", end + 1, "sam", "taken back to #5", "wrong target", ""),
        ("redone", end + 2, "sam", f"brought back to #{end}", "no, right", ""),
    ] == told(fight)


def test_a_switch_is_told(fight: Fight) -> None:
    """A switch to another branch is listed."""
    fight.declare(Kill("wolf"))
    fight.undo()
    fight.declare(Kill("ada"))
    fight.switch(fight.list_branches()[0].name)
    assert [("switched", 8, "sam", "switched to #5", "", "")] == told(fight, "switched")


def test_a_stated_fact_is_told(fight: Fight) -> None:
    """A stated fact is listed with its reason."""
    fight.declare(Kill("wolf", "an arrow"))
    assert [("stated", 5, "sam", "Wolf is dead", "an arrow", "")] == told(fight)


def test_what_was_taken_back_says_so(fight: Fight) -> None:
    """An intervention that was undone later is marked as undone."""
    fight.declare(Kill("wolf", "an arrow"))
    fight.undo()
    assert ["undone"] == [deed[-1] for deed in told(fight, "stated")]
    fight.redo()
    assert [""] == [deed[-1] for deed in told(fight, "stated")]


def test_an_overruling_is_told_with_its_clause_and_reason(fight: Fight) -> None:
    """An overruling is listed with the rules' objection and the referee's reason."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(attack("ada", "wolf", overrule="she is quick"))
    ((_, seq, by, said, why, since),) = told(fight, "overruled")
    assert (7, "sam", "she is quick", "") == (seq, by, why, since)
    assert said.startswith("Ada has declared an action already")
    assert said.endswith("(CF-02)")


def test_a_correction_repeats_no_deed(fight: Fight) -> None:
    """What a correction only repeats is listed once, at its first recording, and stands."""
    fight.declare(attack("ben", "wolf"))
    fight.declare(Kill("ada", "a fall"))
    fight.declare(attack("ben", "wolf", overrule="he is quick"))
    fight.correct(
        fight.plan_correction(Correction("amend", 5, "misheard", (attack("ben", "wolf"),)))
    )
    found = [(deed[0], deed[1], deed[-1]) for deed in told(fight)]
    assert [("stated", 6, ""), ("overruled", 8, ""), ("corrected", 9, "")] == found


def test_what_a_correction_takes_out_says_so(fight: Fight) -> None:
    """An intervention that a correction left out is marked as corrected."""
    fight.declare(Kill("ada", "a fall"))
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(fight.plan_correction(Correction("strike", 5, "she held on")))
    found = [(deed[0], deed[1], deed[-1]) for deed in told(fight)]
    assert [("stated", 5, "corrected"), ("stated", 6, ""), ("corrected", 7, "")] == found


def test_what_a_correction_says_otherwise_is_told(fight: Fight) -> None:
    """A changed statement is listed in both wordings."""
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(
        fight.plan_correction(Correction("amend", 5, "misread", (SetScore("wolf", "HP", 5),)))
    )
    found = [(deed[0], deed[1], deed[-1]) for deed in told(fight)]
    assert [("stated", 5, "corrected"), ("corrected", 6, ""), ("stated", 7, "")] == found


def test_what_a_correction_overrules_is_told(fight: Fight) -> None:
    """An impossible input that a correction keeps is listed as overruled."""
    fight.declare(attack("ben", "wolf"))
    inserted = Correction("insert", 5, "he was slain first", (Kill("ben", "a bite"),))
    fight.correct(fight.plan_correction(inserted, Rulings("keep")))
    found = [(deed[0], deed[-1]) for deed in told(fight)]
    assert [("corrected", ""), ("stated", ""), ("overruled", "")] == found


def test_a_correction_that_was_taken_back_says_so(fight: Fight) -> None:
    """An undone correction is marked as undone, and what it left out stands again."""
    fight.declare(Kill("ada", "a fall"))
    fight.correct(fight.plan_correction(Correction("strike", 5, "she held on")))
    fight.undo()
    found = [(deed[0], deed[-1]) for deed in told(fight)]
    assert [("stated", ""), ("corrected", "undone"), ("undone", "")] == found


def test_a_correction_that_was_corrected_on_stands(fight: Fight) -> None:
    """A second correction builds on the first, so the first stands."""
    fight.declare(Kill("ada", "a fall"))
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(
        fight.plan_correction(Correction("amend", 6, "misread", (SetScore("wolf", "HP", 5),)))
    )
    fight.correct(fight.plan_correction(Correction("strike", 5, "she held on")))
    assert ["", ""] == [deed[-1] for deed in told(fight, "corrected")]


def test_each_person_has_a_row(store: MemoryStore, fight: Fight) -> None:
    """Each person has counts of commands, typed dice, undos, corrections, overrulings and
    statements."""
    fight.declare(attack("ada", "wolf"))
    mia = other(fight, store, "mia")
    mia.undo(1, "no")
    mia.declare(Kill("wolf", "an arrow"))
    mia.note("So it was.")
    tom = other(fight, store, "tom")
    tom.declare(attack("ben", "wolf", overrule="it twitches"))
    tom.correct(tom.plan_correction(Correction("strike", 7, "it lived")))
    rows = tom.history.rows
    found = list_people(History(rows), list_interventions(History(rows)))
    assert [
        PersonActivity("sam", 3, 0, 0, 0, 0, 0),
        PersonActivity("mia", 1, 0, 1, 0, 0, 1, 1),
        PersonActivity("tom", 2, 0, 0, 1, 1, 0),
    ] == found


def test_typed_dice_are_whose_they_are() -> None:
    """Each typed die is a command of the person who typed it."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4")
    (person,) = list_people(fight.fight.history, [])
    assert (6, 1) == (person.commands, person.typed)


def test_a_deed_names_its_event(fight: Fight) -> None:
    """An intervention names its event, so that it can be found in the log."""
    fight.declare(Kill("wolf", "an arrow"))
    (deed,) = list_interventions(fight.history)
    assert isinstance(deed, Intervention)
    assert isinstance(fight.history[deed.seq].event, Kill)


def test_a_correction_says_what_it_changed(fight: Fight) -> None:
    """A correction is listed with both faces of a die, both wordings of an input, or the struck
    input."""
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(
        fight.plan_correction(Correction("amend", 5, "misread", (SetScore("wolf", "HP", 5),)))
    )
    fight.correct(fight.plan_correction(Correction("strike", 7, "no wolf")))
    fight.correct(fight.plan_correction(Correction("insert", 5, "forgotten", (Kill("ben"),))))
    changed, struck, put_in = (deed[3] for deed in told(fight, "corrected"))
    assert changed.startswith("#5 ")
    assert "3 said otherwise: " in changed
    assert changed.endswith("5")
    assert struck.startswith("#7 struck out: ")
    assert put_in.startswith("something put in before #9: Ben is dead")


def test_a_correction_of_a_die_says_both_faces() -> None:
    """A corrected die is listed with both faces."""
    given_ = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6"))
    fight = given_.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4").fight
    (seq,) = (row.seq for row in fight.history.rows if isinstance(row.event, Rolled))
    fight.correct(fight.plan_correction(Correction("amend", seq, "misread", face=2)))
    ((_, _, _, said, why, _),) = told(fight, "corrected")
    assert (f"#{seq} Ada d8 → 4 said otherwise: d8 → 2", "misread") == (said, why)


def test_salt_and_notes_count(store: MemoryStore, fight: Fight) -> None:
    """Salt and notes count for the person who recorded them."""
    mia = other(fight, store, "mia")
    mia.salt("seven geese")
    mia.note("So it was.")
    found = list_people(mia.history, list_interventions(mia.history))
    assert [PersonActivity("mia", 0, 0, 0, 0, 0, 0, 1, 1)] == found[1:]


def test_everything_else_about_the_log_counts(fight: Fight) -> None:
    """What is brought back, a branch's name, a close, keys, and whatever else stands beside the
    line count for the person who recorded them."""
    fight.declare(Kill("wolf", "an arrow"))
    fight.undo(1, "no")
    fight.redo(1, "yes")
    (branch, *_) = fight.list_branches()
    fight.name_branch(branch.name, "the arrow")
    rows = list(fight.history.rows)
    about = (KeyBound("ada", "00"), KeyRevoked("00", "lost"), Closed(), SecretOpened("", 0, ""))
    for event in (*about, Anchored("")):
        seq = len(rows) + 1
        rows.append(replace(rows[-1], seq=seq, parent=seq - 1, cmd=seq, by="tom", event=event))
    history = History(rows)
    sam, tom = list_people(history, list_interventions(history))
    assert (1, 1, 1) == (sam.undone, sam.redone, sam.branches)
    assert PersonActivity("tom", 0, 0, 0, 0, 0, 0, closed=1, keys=2, others=1) == tom


def test_a_command_behind_another_root_counts(fight: Fight) -> None:
    """Another root of the dice stands first in the command that needs it; both count."""
    rows = list(fight.history.rows)
    fight.declare(Kill("wolf", "an arrow"))
    killed = fight.history.rows[-1]
    seq = len(rows) + 1
    rows += [
        replace(killed, seq=seq, cmd=seq, by="tom", event=Anchored("")),
        replace(killed, seq=seq + 1, parent=seq, cmd=seq, by="tom"),
    ]
    history = History(rows)
    (tom,) = list_people(history, list_interventions(history))[1:]
    assert (1, 1, 1) == (tom.commands, tom.stated, tom.others)


def test_dice_typed_for_a_correction_count() -> None:
    """A die that is typed for a correction is a typed die of the person who corrected."""
    given_ = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6", bite="d6"))
    fight = given_.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4").fight
    correction = Correction("amend", 4, "a bite", (attack("wolf", "ada", weapons="bite"),))
    missing = fight.plan_correction(correction).missing
    typed = [CorrectionDie(3, each.by) for each in missing]
    fight.correct(fight.plan_correction(correction, typed_dice=typed))
    (person,) = list_people(fight.history, [])
    assert (1, 2) == (len(typed), person.typed)
