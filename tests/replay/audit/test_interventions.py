"""Who did what: taken back, corrected, overruled, stated; once each, and what became of it."""

from __future__ import annotations

from combatlog.app.fight import Fight
from events.store.memory import MemoryStore
from events.types.declarations import Resolve
from events.types.rolls import Rolled
from events.types.statements import Kill, SetScore
from replay.audit.interventions import Deed, Person, list_interventions, list_people
from replay.corrections.plan import Correction, Rulings
from replay.log.event_log import History
from tests.support.given import attack, given, npc, pc


def told(fight: Fight, *kinds: str) -> list[tuple[str, int, str, str, str, str]]:
    """The deeds of a fight, of these kinds or of all."""
    found = list_interventions(History(fight.history.rows))
    return [tuple(deed) for deed in found if not kinds or deed.kind in kinds]  # type: ignore[misc]


def other(fight: Fight, store: MemoryStore, by: str) -> Fight:
    """The same fight in the hands of somebody else."""
    return Fight(store, fight.id, by=by)


def test_a_plain_course_of_play_has_no_deeds(fight: Fight) -> None:
    """An attack is not one."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    assert [] == told(fight)


def test_moves_are_told_with_their_reasons(fight: Fight) -> None:
    """Taken back, brought back, and where to."""
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
    """To another branch."""
    fight.declare(Kill("wolf"))
    fight.undo()
    fight.declare(Kill("ada"))
    fight.switch(fight.branches()[0].name)
    assert [("switched", 8, "sam", "switched to #5", "", "")] == told(fight, "switched")


def test_a_stated_fact_is_told(fight: Fight) -> None:
    """With the reason that was given."""
    fight.declare(Kill("wolf", "an arrow"))
    assert [("stated", 5, "sam", "Wolf is dead", "an arrow", "")] == told(fight)


def test_what_was_taken_back_says_so(fight: Fight) -> None:
    """It has been undone since."""
    fight.declare(Kill("wolf", "an arrow"))
    fight.undo()
    assert ["undone"] == [deed[-1] for deed in told(fight, "stated")]
    fight.redo()
    assert [""] == [deed[-1] for deed in told(fight, "stated")]


def test_an_overruling_is_told_with_its_clause_and_reason(fight: Fight) -> None:
    """What the rules objected to, and why the referee insisted."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(attack("ada", "wolf", overrule="she is quick"))
    ((_, seq, by, said, why, since),) = told(fight, "overruled")
    assert (7, "sam", "she is quick", "") == (seq, by, why, since)
    assert said.startswith("Ada has declared an action already")
    assert said.endswith("(CF-02)")


def test_a_correction_repeats_no_deed(fight: Fight) -> None:
    """What is only said again is told once, where it was said first, and stands."""
    fight.declare(attack("ben", "wolf"))
    fight.declare(Kill("ada", "a fall"))
    fight.declare(attack("ben", "wolf", overrule="he is quick"))
    fight.correct(fight.course(Correction("amend", 5, "misheard", (attack("ben", "wolf"),))))
    found = [(deed[0], deed[1], deed[-1]) for deed in told(fight)]
    assert [("stated", 6, ""), ("overruled", 8, ""), ("corrected", 9, "")] == found


def test_what_a_correction_takes_out_says_so(fight: Fight) -> None:
    """It was corrected since."""
    fight.declare(Kill("ada", "a fall"))
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(fight.course(Correction("strike", 5, "she held on")))
    found = [(deed[0], deed[1], deed[-1]) for deed in told(fight)]
    assert [("stated", 5, "corrected"), ("stated", 6, ""), ("corrected", 7, "")] == found


def test_what_a_correction_says_otherwise_is_told(fight: Fight) -> None:
    """Both what was said and what is said instead."""
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(fight.course(Correction("amend", 5, "misread", (SetScore("wolf", "HP", 5),))))
    found = [(deed[0], deed[1], deed[-1]) for deed in told(fight)]
    assert [("stated", 5, "corrected"), ("corrected", 6, ""), ("stated", 7, "")] == found


def test_what_a_correction_overrules_is_told(fight: Fight) -> None:
    """An input that is impossible now, kept against the rules."""
    fight.declare(attack("ben", "wolf"))
    inserted = Correction("insert", 5, "he was slain first", (Kill("ben", "a bite"),))
    fight.correct(fight.course(inserted, Rulings("keep")))
    found = [(deed[0], deed[-1]) for deed in told(fight)]
    assert [("corrected", ""), ("stated", ""), ("overruled", "")] == found


def test_a_correction_that_was_taken_back_says_so(fight: Fight) -> None:
    """And what it had left out stands again."""
    fight.declare(Kill("ada", "a fall"))
    fight.correct(fight.course(Correction("strike", 5, "she held on")))
    fight.undo()
    found = [(deed[0], deed[-1]) for deed in told(fight)]
    assert [("stated", ""), ("corrected", "undone"), ("undone", "")] == found


def test_a_correction_that_was_corrected_on_stands(fight: Fight) -> None:
    """The second one builds on the first."""
    fight.declare(Kill("ada", "a fall"))
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(fight.course(Correction("amend", 6, "misread", (SetScore("wolf", "HP", 5),))))
    fight.correct(fight.course(Correction("strike", 5, "she held on")))
    assert ["", ""] == [deed[-1] for deed in told(fight, "corrected")]


def test_each_person_has_a_row(store: MemoryStore, fight: Fight) -> None:
    """Commands, typed dice, and how often they took back, corrected, overruled, stated."""
    fight.declare(attack("ada", "wolf"))
    mia = other(fight, store, "mia")
    mia.undo(1, "no")
    mia.declare(Kill("wolf", "an arrow"))
    mia.note("So it was.")
    tom = other(fight, store, "tom")
    tom.declare(attack("ben", "wolf", overrule="it twitches"))
    tom.correct(tom.course(Correction("strike", 7, "it lived")))
    rows = tom.history.rows
    found = list_people(History(rows), list_interventions(History(rows)))
    assert [
        Person("sam", 3, 0, 0, 0, 0, 0),
        Person("mia", 1, 0, 1, 0, 0, 1, 1),
        Person("tom", 2, 0, 0, 1, 1, 0),
    ] == found


def test_typed_dice_are_whose_they_are() -> None:
    """Each is a command of its own."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4")
    (person,) = list_people(fight.fight.history, [])
    assert (6, 1) == (person.commands, person.typed)


def test_a_deed_names_its_event(fight: Fight) -> None:
    """So that the log can be looked at there."""
    fight.declare(Kill("wolf", "an arrow"))
    (deed,) = list_interventions(fight.history)
    assert isinstance(deed, Deed)
    assert isinstance(fight.history[deed.seq].event, Kill)


def test_a_correction_says_what_it_changed(fight: Fight) -> None:
    """Of a die both faces; of the rest both wordings; of what was struck out, that."""
    fight.declare(SetScore("wolf", "HP", 3))
    fight.correct(fight.course(Correction("amend", 5, "misread", (SetScore("wolf", "HP", 5),))))
    fight.correct(fight.course(Correction("strike", 7, "no wolf")))
    fight.correct(fight.course(Correction("insert", 5, "forgotten", (Kill("ben"),))))
    changed, struck, put_in = (deed[3] for deed in told(fight, "corrected"))
    assert changed.startswith("#5 ")
    assert "3 said otherwise: " in changed
    assert changed.endswith("5")
    assert struck.startswith("#7 struck out: ")
    assert put_in.startswith("something put in before #9: Ben is dead")


def test_a_correction_of_a_die_says_both_faces() -> None:
    """So that whoever reads it sees what was turned."""
    given_ = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6"))
    fight = given_.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4").fight
    (seq,) = (row.seq for row in fight.history.rows if isinstance(row.event, Rolled))
    fight.correct(fight.course(Correction("amend", seq, "misread", face=2)))
    ((_, _, _, said, why, _),) = told(fight, "corrected")
    assert (f"#{seq} Ada d8 → 4 said otherwise: d8 → 2", "misread") == (said, why)


def test_salt_and_notes_count(store: MemoryStore, fight: Fight) -> None:
    """They are recorded by somebody, too."""
    mia = other(fight, store, "mia")
    mia.salt("seven geese")
    mia.note("So it was.")
    found = list_people(mia.history, list_interventions(mia.history))
    assert [Person("mia", 0, 0, 0, 0, 0, 0, 1, 1)] == found[1:]
