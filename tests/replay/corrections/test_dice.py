"""Dice in corrections: which are kept, missing, left unused, or drawn."""

from __future__ import annotations

import pytest

from events.errors import Refused
from events.types.declarations import Attack, BeginRound, CallSave, ChooseDice, EndFight, Resolve
from events.types.log_events import Sealed, SecretRevealed, Spared
from events.types.rolls import Rolled
from events.types.statements import Kill
from replay.corrections.plan import CorrectionDie
from tests.support.corrections import (
    check_refused,
    comparable_state,
    find_seq,
    plan_correction,
    record_correction,
)
from tests.support.given import Given, attack, given, npc, pc

SWORD = attack("ada", "wolf", weapons="sword")
KNIFE = attack("ada", "wolf", weapons="knife")


def duel(dice: str = "typed") -> Given:
    """Ada strikes, Ben strikes, the wolf bites: three dice."""
    fight = given(
        "golden-idol",
        pc("Ada", "19/0/10/12/9", sword="d8", knife="d6", axe="d8"),
        pc("Ben", "19/0/10/12/9", club="d6"),
        npc("Wolf", "90/1/6/8/6", bite="d6"),
        dice=dice,  # type: ignore[arg-type]
    )
    return fight.when(BeginRound("ambush"), SWORD, attack("ben", "wolf"), Resolve())


@pytest.fixture
def typed() -> Given:
    fight = duel().rolls("ada d8=5", "ben d6=3")
    return fight.when(attack("wolf", "ben"), Resolve()).rolls("wolf d6=4")


@pytest.fixture
def digital() -> Given:
    return duel("digital").when(attack("wolf", "ben"), Resolve())


def faces(fight: Given, by: str = "ada") -> list[int]:
    """Return the faces of a combatant's dice on the line."""
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [
        each.event.face for each in rows if isinstance(each.event, Rolled) and each.event.by == by
    ]


def draws(fight: Given, by: str = "ada") -> list[int | None]:
    """Return their draws."""
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [
        each.event.draw for each in rows if isinstance(each.event, Rolled) and each.event.by == by
    ]


def test_a_typed_die_is_amended(typed: Given) -> None:
    """The 5 was a 6; it is still the same die, and can be amended back."""
    seq = find_seq(typed, Rolled, by="ada")
    record_correction(typed, "amend", seq, face=6)
    typed.then("wolf", HP=85)
    assert seq == typed.fight.history.origin(find_seq(typed, Rolled, by="ada"))
    record_correction(typed, "amend", seq, face=5)
    typed.then("wolf", HP=86)


def test_a_die_shows_no_more_than_it_has(typed: Given) -> None:
    """A 7 on a d6 is refused, amended or typed for a correction."""
    check_refused("1 to 6", typed, "amend", find_seq(typed, Rolled, by="ben"), face=7)
    check_refused("1 to 6", typed, "amend", find_seq(typed, Attack), KNIFE, dice=[7])


def test_a_face_that_cannot_be_makes_nothing_impossible(typed: Given) -> None:
    """An invalid face typed for a later input is refused; the input is not skipped."""
    first = find_seq(typed, Attack)
    check_refused("1 to 6", typed, "amend", first, attack("ben", "wolf", instead=True), dice=[9])
    check_refused("1 to 6", typed, "insert", first, attack("wolf", "ada"), dice=[8])


def test_a_die_can_only_be_amended(typed: Given) -> None:
    """A die cannot be struck out, and nothing can be inserted before it."""
    seq = find_seq(typed, Rolled)
    check_refused("is a die", typed, "strike", seq)
    check_refused("is a die", typed, "insert", seq, Resolve())
    check_refused("Say what the die", typed, "amend", seq)


def test_nothing_is_applied_until_all_dice_are_there(typed: Given) -> None:
    """Missing dice are listed; once they are typed, the correction is complete."""
    seq = find_seq(typed, Attack)
    check_refused("Ada d6", typed, "amend", seq, KNIFE)
    assert ["d6"] == [each.die for each in plan_correction(typed, "amend", seq, KNIFE).missing]
    record_correction(typed, "amend", seq, KNIFE, dice=[4])
    assert [4] == faces(typed)


def test_typed_dice_answer_those_they_are_named_for(typed: Given) -> None:
    """Typed dice can come in any order; one that no play asks for is returned."""
    seq = find_seq(typed, BeginRound)
    said = (attack("ada", "wolf", weapons="axe"), attack("ben", "wolf"), Resolve("party"))
    correction = plan_correction(typed, "insert", seq, *said).correction
    fallen = [
        CorrectionDie(2, "ben"),
        CorrectionDie(7, "ada", "d8"),
        CorrectionDie(1, "wolf", "d6"),
    ]
    done = typed.fight.plan_correction(correction, typed_dice=fallen)
    assert ((), [CorrectionDie(1, "wolf", "d6")]) == (done.missing, done.unasked)
    assert [("ada", 7), ("ben", 2)] == [(each.by, each.face) for each in done.fresh]


def test_spared_dice_serve_again(typed: Given) -> None:
    """Sword, knife, sword: the d8 keeps its face, and nothing is typed twice."""
    seq, state = find_seq(typed, Attack), comparable_state(typed.fight)
    assert [5] == [
        each.face for each in record_correction(typed, "amend", seq, KNIFE, dice=[4]).spared
    ]
    done = record_correction(typed, "amend", seq, SWORD)
    assert ([], [4]) == (done.fresh, [each.face for each in done.spared])
    assert state == comparable_state(typed.fight)
    done = record_correction(typed, "amend", seq, KNIFE)
    assert ([], [5]) == (done.fresh, [each.face for each in done.spared])


def test_spared_dice_are_carried_from_correction_to_correction(typed: Given) -> None:
    """A later correction that does not use them keeps them."""
    seq = find_seq(typed, Attack)
    record_correction(typed, "amend", seq, KNIFE, dice=[4])
    record_correction(typed, "amend", find_seq(typed, Rolled, by="wolf"), face=1)
    assert [5] == [each.face for each in typed.fight.history[find_seq(typed, Spared)].event.dice]  # type: ignore[union-attr]
    assert [] == record_correction(typed, "amend", seq, SWORD).fresh


def test_a_spared_die_keeps_the_face_it_was_amended_to(typed: Given) -> None:
    """An unused die keeps its amended face, whatever it showed first."""
    record_correction(typed, "amend", find_seq(typed, Rolled, by="ada"), face=8)
    record_correction(typed, "amend", find_seq(typed, Attack), KNIFE, dice=[4])
    record_correction(typed, "amend", find_seq(typed, Attack), SWORD)
    assert [8] == faces(typed)


def test_what_was_open_may_stay_open() -> None:
    """A last resolve that waits for dice still waits for them after a correction."""
    fight = duel().rolls(("ben", 3))
    done = record_correction(
        fight, "amend", find_seq(fight, Attack, by="ben"), attack("ben", "wolf", impaired="")
    )
    assert ((), []) == (done.missing, done.fresh)
    fight.then_asked("ada d8").rolls("ada d8=5").then("wolf", HP=86)


def test_what_was_open_stays_open_when_the_rest_is_drawn() -> None:
    """A correction does not draw the dice that the table is about to throw."""
    fight = duel().rolls(("ben", 3))
    correction = plan_correction(fight, "amend", find_seq(fight, Attack), SWORD).correction
    fight.fight.correct(fight.fight.plan_correction(correction, drawing=True))
    fight.then_asked("ada d8")


def test_nothing_else_may_stay_open(typed: Given) -> None:
    """A resolve that was complete is complete after a correction, and so is an inserted one."""
    assert () != plan_correction(typed, "amend", find_seq(typed, Attack), KNIFE).missing
    fight = duel().rolls(("ben", 3))
    axe = attack("ada", "wolf", weapons="axe")
    early = plan_correction(fight, "insert", find_seq(fight, BeginRound), axe, Resolve("party"))
    assert ["ada"] == [each.by for each in early.missing]


def test_a_die_of_an_open_resolve_that_fell_for_nothing_closes_it() -> None:
    """If a die of the open resolve is left unused, the resolve is completed; otherwise that die
    would be asked for again."""
    fight = duel().rolls("ada d8=5")
    missing = plan_correction(fight, "amend", find_seq(fight, Attack), KNIFE).missing
    assert ["ada d6", "ben d6"] == [f"{each.by} {each.die}" for each in missing]
    record_correction(fight, "amend", find_seq(fight, Attack), KNIFE, dice=[2, 3])
    fight.then("wolf", HP=88)


def test_missing_dice_can_be_drawn(typed: Given) -> None:
    """A typed fight draws missing dice from a secret of its own, which it commits to first."""
    correction = plan_correction(typed, "amend", find_seq(typed, Attack), KNIFE).correction
    planned = typed.fight.plan_correction(correction, drawing=True)
    assert ([], True) == (planned.fresh, planned.draws)
    drawn = typed.fight.apply_correction(planned).plan
    assert [0] == [each.draw for each in drawn.fresh] == draws(typed)
    assert 1 == len(typed.told(Sealed, since=0))


def test_new_dice_are_drawn_where_dice_are_digital(digital: Given) -> None:
    """New dice take the lowest draws not used on the line; the wolf's die is not drawn again."""
    bite = faces(digital, "wolf")
    done = record_correction(digital, "amend", find_seq(digital, Attack), KNIFE)
    assert [("d6", 0)] == [(each.die, each.draw) for each in done.fresh]
    assert bite == faces(digital, "wolf")


def test_new_draws_pass_over_dice_that_are_to_be_met_again(digital: Given) -> None:
    """An attack inserted before another with the same die takes the next draw, not the other's."""
    was = faces(digital)
    axe = attack("ada", "wolf", weapons="axe")
    record_correction(digital, "insert", find_seq(digital, BeginRound), axe, Resolve("party"))
    assert [1, 0] == draws(digital)
    assert was == faces(digital)[1:]


def test_an_amended_digital_die_keeps_its_draw(digital: Given) -> None:
    """The referee overrules the face; the draw stays used."""
    face = 1 if faces(digital) != [1] else 2
    record_correction(digital, "amend", find_seq(digital, Rolled, by="ada"), face=face)
    assert ([face], [0]) == (faces(digital), draws(digital))
    digital.when(BeginRound(), SWORD, Resolve())
    assert [0, 1] == draws(digital)


def test_no_correction_draws_again_what_fell(digital: Given) -> None:
    """However often it is corrected, the sword keeps its face."""
    was = faces(digital)
    for weapon in (KNIFE, SWORD, KNIFE, SWORD):
        record_correction(digital, "amend", find_seq(digital, Attack), weapon)
    assert was == faces(digital)


def test_struck_out_and_declared_anew_meets_the_same_die(digital: Given) -> None:
    """Undoing, striking out and inserting again give no other die."""
    was = faces(digital)
    record_correction(digital, "strike", find_seq(digital, Attack))
    assert [] == faces(digital)
    record_correction(digital, "insert", find_seq(digital, Attack), SWORD)
    assert was == faces(digital)


def test_a_spared_draw_that_another_die_has_taken_is_not_met_twice(digital: Given) -> None:
    """Struck out, declared again and put back: the second of them takes the next draw."""
    seq = find_seq(digital, Attack)
    record_correction(digital, "strike", seq)
    record_correction(digital, "insert", find_seq(digital, Attack), SWORD)
    digital.when(BeginRound())
    record_correction(digital, "amend", seq, attack("ada", "wolf", weapons="axe"))
    assert len(draws(digital)) == len(set(draws(digital)))


def test_a_spared_die_that_comes_back_is_not_given_to_another(digital: Given) -> None:
    """When one correction brings back a save and needs another die of its kind before it, the save
    gets its own die."""
    digital.when(CallSave(("ada",), "DEX"))
    was = faces(digital)[-1]
    done = record_correction(digital, "insert", find_seq(digital, CallSave), Kill("ada", "a trap"))
    assert [was] == [each.face for each in done.spared]
    record_correction(digital, "amend", find_seq(digital, Kill), CallSave(("ada",), "STR"))
    assert was == faces(digital)[-1]
    assert [1, 0] == draws(digital)[-2:]


def test_a_fight_that_has_revealed_its_secret_is_corrected(digital: Given) -> None:
    """If all dice are recorded, no new secret is needed; if one is missing, a new secret is
    committed to and revealed with the repeated end."""
    digital.when(EndFight())
    revealed = digital.then_told(SecretRevealed).sealed
    seq = find_seq(digital, Attack)
    record_correction(digital, "amend", seq, attack("ada", "ben", weapons="sword"))
    assert revealed == digital.state.sealed
    assert 1 == len(digital.told(SecretRevealed, since=0))
    record_correction(digital, "amend", seq, KNIFE)
    secrets = [each.sealed for each in digital.told(SecretRevealed, since=0)]
    assert [revealed, digital.state.sealed] == secrets
    assert 2 == len(set(secrets))


def test_a_revealed_secret_never_serves_again(digital: Given) -> None:
    """A repeated commitment to a revealed secret does not bring that secret back."""
    digital.when(EndFight(), CallSave(("ada",), "DEX"))
    later = digital.state.sealed
    record_correction(digital, "amend", find_seq(digital, Attack), KNIFE)
    digital.when(CallSave(("ada",), "DEX"))
    spent = {each.sealed for each in digital.told(SecretRevealed, since=0)}
    assert later in spent
    record_correction(digital, "amend", find_seq(digital, Rolled, by="wolf"), face=1)
    assert not spent & set(digital.fight.history.sealed)
    assert digital.state.sealed not in spent


def test_a_fight_whose_dice_were_chosen_later_draws_from_there(typed: Given) -> None:
    """Dice before that choice are typed, dice after it are drawn."""
    typed.when(ChooseDice("digital"), BeginRound(), SWORD, Resolve())
    assert ["d6"] == [
        each.die for each in plan_correction(typed, "amend", find_seq(typed, Attack), KNIFE).missing
    ]
    done = record_correction(typed, "amend", find_seq(typed, Attack, 4), KNIFE)
    assert [0] == [each.draw for each in done.fresh]


def test_dice_are_never_missing_without_being_told(typed: Given) -> None:
    """A plan with missing dice cannot be recorded."""
    computed = plan_correction(typed, "amend", find_seq(typed, Attack), KNIFE)
    with pytest.raises(Refused, match="Dice are missing"):
        typed.fight.correct(computed)


def test_a_drawn_die_that_is_overruled_says_so(digital: Given) -> None:
    """Its draw stays used and its face is marked as stated; amended back to the drawn face, it is a
    drawn die again."""
    drawn = die(digital, "wolf").face
    said = drawn % 6 + 1
    record_correction(digital, "amend", find_seq(digital, Rolled, by="wolf"), face=said)
    assert (said, True, 0) == stated(digital)
    record_correction(digital, "amend", find_seq(digital, Rolled, by="wolf"), face=drawn)
    assert (drawn, False, 0) == stated(digital)


def test_a_typed_die_that_is_amended_is_typed(typed: Given) -> None:
    """An amended typed die is not marked as stated."""
    record_correction(typed, "amend", find_seq(typed, Rolled, by="wolf"), face=2)
    assert (2, False, None) == stated(typed)


def die(fight: Given, by: str) -> Rolled:
    """Return the last die of a combatant on the line."""
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [e.event for e in rows if isinstance(e.event, Rolled) and e.event.by == by][-1]


def stated(fight: Given) -> tuple[int, bool, int | None]:
    """Return the face of the wolf's die, whether it was stated, and its draw."""
    fell = die(fight, "wolf")
    return fell.face, fell.stated, fell.draw
