"""Dice stay as they fell: what is kept, what is missing, what is spared, what is drawn."""

from __future__ import annotations

import pytest

from events.errors import Refused
from events.types.corrections import Spared
from events.types.declarations import Attack, BeginRound, CallSave, ChooseDice, EndFight, Resolve
from events.types.log_events import Sealed, SecretRevealed
from events.types.rolls import Rolled
from events.types.statements import Kill
from replay.corrections.plan import Fallen
from tests.support.corrections import corrected, course, refused, row, stands
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
    """What somebody's dice on the line show."""
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [
        each.event.face for each in rows if isinstance(each.event, Rolled) and each.event.by == by
    ]


def draws(fight: Given, by: str = "ada") -> list[int | None]:
    """Their draws."""
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [
        each.event.draw for each in rows if isinstance(each.event, Rolled) and each.event.by == by
    ]


def test_a_typed_die_is_amended(typed: Given) -> None:
    """The 5 was a 6; it is that die still, and can be amended back."""
    seq = row(typed, Rolled, by="ada")
    corrected(typed, "amend", seq, face=6)
    typed.then("wolf", HP=85)
    assert seq == typed.fight.history.origin(row(typed, Rolled, by="ada"))
    corrected(typed, "amend", seq, face=5)
    typed.then("wolf", HP=86)


def test_a_die_shows_no_more_than_it_has(typed: Given) -> None:
    """A 7 on a d6 is refused, amended as well as typed for a correction."""
    refused("1 to 6", typed, "amend", row(typed, Rolled, by="ben"), face=7)
    refused("1 to 6", typed, "amend", row(typed, Attack), KNIFE, dice=[7])


def test_a_face_that_cannot_be_makes_nothing_impossible(typed: Given) -> None:
    """What is typed wrong for a later input is refused; it does not skip that input."""
    first = row(typed, Attack)
    refused("1 to 6", typed, "amend", first, attack("ben", "wolf", instead=True), dice=[9])
    refused("1 to 6", typed, "insert", first, attack("wolf", "ada"), dice=[8])


def test_a_die_can_only_be_amended(typed: Given) -> None:
    """It is neither struck out nor preceded by anything."""
    seq = row(typed, Rolled)
    refused("is a die", typed, "strike", seq)
    refused("is a die", typed, "insert", seq, Resolve())
    refused("Say what the die", typed, "amend", seq)


def test_nothing_is_applied_until_all_dice_are_there(typed: Given) -> None:
    """They are missing by name; typed, the correction is whole."""
    seq = row(typed, Attack)
    refused("Ada d6", typed, "amend", seq, KNIFE)
    assert ["d6"] == [each.die for each in course(typed, "amend", seq, KNIFE).missing]
    corrected(typed, "amend", seq, KNIFE, dice=[4])
    assert [4] == faces(typed)


def test_typed_dice_answer_those_they_are_named_for(typed: Given) -> None:
    """Whatever order they are typed in; one that nobody asks for is handed back."""
    seq = row(typed, BeginRound)
    said = (attack("ada", "wolf", weapons="axe"), attack("ben", "wolf"), Resolve("party"))
    correction = course(typed, "insert", seq, *said).correction
    fallen = [Fallen(2, "ben"), Fallen(7, "ada", "d8"), Fallen(1, "wolf", "d6")]
    done = typed.fight.course(correction, fallen=fallen)
    assert ((), [Fallen(1, "wolf", "d6")]) == (done.missing, done.unasked)
    assert [("ada", 7), ("ben", 2)] == [(each.by, each.face) for each in done.fresh]


def test_spared_dice_serve_again(typed: Given) -> None:
    """Sword, knife, sword: the d8 is what it was, nothing is typed twice."""
    seq, state = row(typed, Attack), stands(typed.fight)
    assert [5] == [each.face for each in corrected(typed, "amend", seq, KNIFE, dice=[4]).spared]
    done = corrected(typed, "amend", seq, SWORD)
    assert ([], [4]) == (done.fresh, [each.face for each in done.spared])
    assert state == stands(typed.fight)
    done = corrected(typed, "amend", seq, KNIFE)
    assert ([], [5]) == (done.fresh, [each.face for each in done.spared])


def test_spared_dice_are_carried_from_correction_to_correction(typed: Given) -> None:
    """One that has nothing to do with them keeps them."""
    seq = row(typed, Attack)
    corrected(typed, "amend", seq, KNIFE, dice=[4])
    corrected(typed, "amend", row(typed, Rolled, by="wolf"), face=1)
    assert [5] == [each.face for each in typed.fight.history[row(typed, Spared)].event.dice]  # type: ignore[union-attr]
    assert [] == corrected(typed, "amend", seq, SWORD).fresh


def test_a_spared_die_keeps_the_face_it_was_amended_to(typed: Given) -> None:
    """It is that die, whatever was read first."""
    corrected(typed, "amend", row(typed, Rolled, by="ada"), face=8)
    corrected(typed, "amend", row(typed, Attack), KNIFE, dice=[4])
    corrected(typed, "amend", row(typed, Attack), SWORD)
    assert [8] == faces(typed)


def test_what_was_open_may_stay_open() -> None:
    """A last resolve that waits for dice waits for them still, and is gone on with."""
    fight = duel().rolls(("ben", 3))
    done = corrected(
        fight, "amend", row(fight, Attack, by="ben"), attack("ben", "wolf", impaired="")
    )
    assert ((), []) == (done.missing, done.fresh)
    fight.then_asked("ada d8").rolls("ada d8=5").then("wolf", HP=86)


def test_what_was_open_stays_open_when_the_rest_is_drawn() -> None:
    """Dice that are about to fall at the table are not drawn by a correction."""
    fight = duel().rolls(("ben", 3))
    correction = course(fight, "amend", row(fight, Attack), SWORD).correction
    fight.fight.correct(fight.fight.course(correction, drawing=True))
    fight.then_asked("ada d8")


def test_nothing_else_may_stay_open(typed: Given) -> None:
    """A resolve that was closed is closed after a correction, and so is what is put in."""
    assert () != course(typed, "amend", row(typed, Attack), KNIFE).missing
    fight = duel().rolls(("ben", 3))
    axe = attack("ada", "wolf", weapons="axe")
    early = course(fight, "insert", row(fight, BeginRound), axe, Resolve("party"))
    assert ["ada"] == [each.by for each in early.missing]


def test_a_die_of_an_open_resolve_that_fell_for_nothing_closes_it() -> None:
    """Or it would be asked for again, that had fallen."""
    fight = duel().rolls("ada d8=5")
    missing = course(fight, "amend", row(fight, Attack), KNIFE).missing
    assert ["ada d6", "ben d6"] == [f"{each.by} {each.die}" for each in missing]
    corrected(fight, "amend", row(fight, Attack), KNIFE, dice=[2, 3])
    fight.then("wolf", HP=88)


def test_missing_dice_can_be_drawn(typed: Given) -> None:
    """A typed fight draws from its own secret, sealed by then, what nobody wants to throw."""
    correction = course(typed, "amend", row(typed, Attack), KNIFE).correction
    drawn = typed.fight.course(correction, drawing=True)
    assert [0] == [each.draw for each in drawn.fresh]
    typed.fight.correct(drawn)
    assert [0] == draws(typed)
    assert 1 == len(typed.told(Sealed, since=0))


def test_new_dice_are_drawn_where_dice_are_digital(digital: Given) -> None:
    """The lowest draws not used on the line; what the wolf rolled is not drawn again."""
    bite = faces(digital, "wolf")
    done = corrected(digital, "amend", row(digital, Attack), KNIFE)
    assert [("d6", 0)] == [(each.die, each.draw) for each in done.fresh]
    assert bite == faces(digital, "wolf")


def test_new_draws_pass_over_dice_that_are_to_be_met_again(digital: Given) -> None:
    """An attack put in before another with the same die takes the next draw, not the other's."""
    was = faces(digital)
    axe = attack("ada", "wolf", weapons="axe")
    corrected(digital, "insert", row(digital, BeginRound), axe, Resolve("party"))
    assert [1, 0] == draws(digital)
    assert was == faces(digital)[1:]


def test_an_amended_digital_die_keeps_its_draw(digital: Given) -> None:
    """The referee overrules the face; the draw is spent all the same."""
    face = 1 if faces(digital) != [1] else 2
    corrected(digital, "amend", row(digital, Rolled, by="ada"), face=face)
    assert ([face], [0]) == (faces(digital), draws(digital))
    digital.when(BeginRound(), SWORD, Resolve())
    assert [0, 1] == draws(digital)


def test_no_correction_draws_again_what_fell(digital: Given) -> None:
    """Back and forth, and the sword shows what it showed."""
    was = faces(digital)
    for weapon in (KNIFE, SWORD, KNIFE, SWORD):
        corrected(digital, "amend", row(digital, Attack), weapon)
    assert was == faces(digital)


def test_struck_out_and_declared_anew_meets_the_same_die(digital: Given) -> None:
    """Undoing, striking, putting in again: none of it is another try."""
    was = faces(digital)
    corrected(digital, "strike", row(digital, Attack))
    assert [] == faces(digital)
    corrected(digital, "insert", row(digital, Attack), SWORD)
    assert was == faces(digital)


def test_a_spared_draw_that_another_die_has_taken_is_not_met_twice(digital: Given) -> None:
    """Struck, declared anew, put back: the second of them draws the next number."""
    seq = row(digital, Attack)
    corrected(digital, "strike", seq)
    corrected(digital, "insert", row(digital, Attack), SWORD)
    digital.when(BeginRound())
    corrected(digital, "amend", seq, attack("ada", "wolf", weapons="axe"))
    assert len(draws(digital)) == len(set(draws(digital)))


def test_a_spared_die_that_comes_back_is_not_given_to_another(digital: Given) -> None:
    """Where one correction brings a save back and needs another die of the kind before it, the
    save has its own die."""
    digital.when(CallSave(("ada",), "DEX"))
    was = faces(digital)[-1]
    done = corrected(digital, "insert", row(digital, CallSave), Kill("ada", "a trap"))
    assert [was] == [each.face for each in done.spared]
    corrected(digital, "amend", row(digital, Kill), CallSave(("ada",), "STR"))
    assert was == faces(digital)[-1]
    assert [1, 0] == draws(digital)[-2:]


def test_a_fight_that_has_revealed_its_secret_is_corrected(digital: Given) -> None:
    """With dice as they fell nothing new is sealed; where one is missing, a new secret is, and it
    is revealed with the end that is said again."""
    digital.when(EndFight())
    revealed = digital.then_told(SecretRevealed).sealed
    seq = row(digital, Attack)
    corrected(digital, "amend", seq, attack("ada", "ben", weapons="sword"))
    assert revealed == digital.state.sealed
    assert 1 == len(digital.told(SecretRevealed, since=0))
    corrected(digital, "amend", seq, KNIFE)
    secrets = [each.sealed for each in digital.told(SecretRevealed, since=0)]
    assert [revealed, digital.state.sealed] == secrets
    assert 2 == len(set(secrets))


def test_a_revealed_secret_never_serves_again(digital: Given) -> None:
    """A seal that a correction says again puts nothing into service."""
    digital.when(EndFight(), CallSave(("ada",), "DEX"))
    later = digital.state.sealed
    corrected(digital, "amend", row(digital, Attack), KNIFE)
    digital.when(CallSave(("ada",), "DEX"))
    spent = {each.sealed for each in digital.told(SecretRevealed, since=0)}
    assert later in spent
    corrected(digital, "amend", row(digital, Rolled, by="wolf"), face=1)
    assert not spent & set(digital.fight.history.sealed)
    assert digital.state.sealed not in spent


def test_a_fight_whose_dice_were_chosen_later_draws_from_there(typed: Given) -> None:
    """What stands before that choice is typed, what comes after is drawn."""
    typed.when(ChooseDice("digital"), BeginRound(), SWORD, Resolve())
    assert ["d6"] == [
        each.die for each in course(typed, "amend", row(typed, Attack), KNIFE).missing
    ]
    done = corrected(typed, "amend", row(typed, Attack, 4), KNIFE)
    assert [0] == [each.draw for each in done.fresh]


def test_dice_are_never_missing_without_being_told(typed: Given) -> None:
    """A course that misses dice cannot be recorded."""
    computed = course(typed, "amend", row(typed, Attack), KNIFE)
    with pytest.raises(Refused, match="Dice are missing"):
        typed.fight.correct(computed)


def test_a_drawn_die_that_is_overruled_says_so(digital: Given) -> None:
    """Its draw stays spent, and the face is no one's but whoever said it; amended back to what
    was drawn, it is the drawn die again."""
    drawn = die(digital, "wolf").face
    said = drawn % 6 + 1
    corrected(digital, "amend", row(digital, Rolled, by="wolf"), face=said)
    assert (said, True, 0) == stated(digital)
    corrected(digital, "amend", row(digital, Rolled, by="wolf"), face=drawn)
    assert (drawn, False, 0) == stated(digital)


def test_a_typed_die_that_is_amended_is_typed(typed: Given) -> None:
    """There is nothing that it would have been otherwise."""
    corrected(typed, "amend", row(typed, Rolled, by="wolf"), face=2)
    assert (2, False, None) == stated(typed)


def die(fight: Given, by: str) -> Rolled:
    """The last die of somebody on the line."""
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [e.event for e in rows if isinstance(e.event, Rolled) and e.event.by == by][-1]


def stated(fight: Given) -> tuple[int, bool, int | None]:
    """What the wolf's die shows, whether that was said, and its draw."""
    fell = die(fight, "wolf")
    return fell.face, fell.stated, fell.draw
