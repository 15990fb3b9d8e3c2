"""Mistakes that other programs make when they take something back, tried with an undo and with a
correction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from events.types.declarations import Attack, BeginRound, Join, Manoeuvre, PassTime, Resolve
from events.types.outcomes import DamageDealt
from events.types.rolls import Rolled
from replay.log.undo import find_undone
from tests.rulesets.cairn.ships import ROUND, ship
from tests.support.corrections import comparable_state, find_seq, record_correction
from tests.support.given import Given, attack, follower, given, npc, pc

Back = Callable[[Given], None]


def undo(fight: Given) -> None:
    """Undo commands until the attack is undone."""
    attacked = find_seq(fight, Attack)
    while fight.fight.history.is_ancestor(attacked, fight.fight.history.position()):
        fight.fight.undo()


def strike(fight: Given) -> None:
    """Strike out the attack."""
    record_correction(fight, "strike", find_seq(fight, Attack))


back = pytest.mark.parametrize("back", [undo, strike])


def duel(block: str, **more: object) -> Given:
    """Return a fight of a bear with a d12 and a combatant with this block."""
    return given(
        "golden-idol",
        pc("Ada", block, **more),  # type: ignore[arg-type]
        follower("Dov"),
        npc("Bear", "9/0/6/8/6", claws="d12"),
    )


def bites(fight: Given, *faces: int) -> Given:
    return fight.when(attack("bear", "ada"), Resolve("foes")).rolls(*faces)


@back
def test_clamped_damage_does_not_come_back_too_large(back: Back) -> None:
    """11 damage to 2 HP and 3 STR took 5 in all: 2 and 3 come back, and no more."""
    fight = bites(duel("2/0/3/9/9"), 11).then("ada", HP=0, STR=0, standing="dead")
    back(fight)
    fight.then("ada", HP=2, STR=3, standing="in")


def test_clamped_damage_that_was_less_leaves_what_it_left() -> None:
    """The 11 was a 1: the score is derived again, not restored from 0."""
    fight = bites(duel("2/0/3/9/9"), 11)
    record_correction(fight, "amend", find_seq(fight, Rolled), face=1)
    fight.then("ada", HP=1, STR=3, standing="in")


@back
def test_damage_absorbed_by_armor_heals_nobody(back: Back) -> None:
    """2 damage against armor 3 took nothing, so nothing is given back."""
    fight = bites(duel("4/3/9/9/9"), 2).then("ada", HP=4)
    back(fight)
    fight.then("ada", HP=4, STR=9)


def test_armor_that_was_less_is_counted_anew() -> None:
    """With less armor, more damage comes through; nothing is added to what is left."""
    fight = bites(duel("6/3/9/9/9"), 5).then("ada", HP=4)
    sheet = pc("Ada", "6/1/9/9/9").sheet(fight.game)
    record_correction(fight, "amend", 2, Join(sheet))
    fight.then("ada", HP=2, STR=9)


@back
def test_a_condition_goes_with_its_cause(back: Back) -> None:
    """Without critical damage there is no wound and no clock that kills."""
    fight = bites(duel("1/0/9/9/9"), 3, 18).then("ada", STR=7, has="critical damage")
    back(fight)
    fight.then("ada", HP=1, STR=9, lacks="critical damage")
    assert [] == fight.one("ada").wounds


def test_a_condition_goes_when_the_save_was_passed_after_all() -> None:
    """The 18 was an 8, so the save is passed."""
    fight = bites(duel("1/0/9/9/9"), 3, 18)
    record_correction(fight, "amend", find_seq(fight, Rolled, 2), face=2)
    fight.then("ada", STR=7, lacks="critical damage")
    assert [] == fight.one("ada").wounds


@back
def test_nobody_stays_dead_who_was_not_struck(back: Back) -> None:
    """A combatant that was not struck is neither dead nor out, and acts again."""
    fight = bites(duel("1/0/2/9/9", sword="d8"), 12).then("ada", standing="dead")
    back(fight)
    fight.then("ada", standing="in").when(attack("ada", "bear"))
    assert "" == fight.one("ada").how


def test_a_foe_that_was_out_is_in_again() -> None:
    """Without what put it out, a foe declares as before."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Bear", "1/0/6/8/6", claws="d12"))
    fight.when(attack("ada", "bear"), Resolve()).rolls(4, 20)
    out = comparable_state(fight.fight)
    record_correction(fight, "strike", find_seq(fight, Attack))
    assert out != comparable_state(fight.fight)
    fight.then("bear", HP=1, STR=6, lacks="critical damage").when(attack("bear", "ada"))


def test_the_clock_goes_back() -> None:
    """The clock goes back by rounds and by hours, and deaths of that time are undone."""
    fight = (
        bites(duel("1/0/9/9/9"), 3, 18)
        .when(PassTime(3600))
        .then("ada", HP=0, STR=7, standing="dead")
    )
    fight.fight.undo()
    assert 0 == fight.state.clock
    fight.then("ada", standing="in")
    fight.fight.redo()
    assert 3600 == fight.state.clock
    record_correction(fight, "amend", find_seq(fight, PassTime), PassTime(60))
    assert 60 == fight.state.clock
    fight.then("ada", standing="in")
    assert [3600] == [wound.due for wound in fight.one("ada").wounds]


def test_time_that_passed_twice_passes_once() -> None:
    """Time that is struck out does not count, and what is due comes later."""
    fight = bites(duel("1/0/9/9/9"), 3, 18).when(PassTime(1800), PassTime(1800))
    fight.then("ada", standing="dead")
    record_correction(fight, "strike", find_seq(fight, PassTime))
    assert 1800 == fight.state.clock
    fight.then("ada", standing="in").when(PassTime(1800)).then("ada", standing="dead")


def boosted(rolled: int) -> Given:
    """A courier's lance is boosted for a rolled duration; a round passes."""
    fight = given("plerion", pc("Aniet", "3/0/10/10/13"))
    fight.joins(ship("Courier", "4/2/8/15/12", "party", lance="d10", crew={"Aniet": "gunner"}))
    fight.joins(ship("Raider", "9/1/10/10/10", cannon="d10"))
    fight.when(ROUND, Manoeuvre("courier", "boost weapons", "", weapon="lance"), Resolve())
    return fight.rolls("aniet d20=1", ("courier", rolled)).when(Resolve(), BeginRound())


def due(fight: Given) -> list[int | None]:
    return [each.due for each in fight.one("courier").conditions if each.name == "boosted"]


def test_what_lasts_for_a_while_is_not_cut_twice() -> None:
    """Neither a correction nor an undo shortens a duration: it ends when it would have ended."""
    fight = boosted(4)
    ends = due(fight)
    record_correction(fight, "amend", find_seq(fight, Resolve, 2), Resolve("foes"))
    record_correction(fight, "amend", find_seq(fight, Rolled), face=2)
    assert ends == due(fight)
    for _ in range(3):
        fight.fight.undo()
    fight.fight.redo(3)
    assert ends == due(fight)
    assert comparable_state(boosted(4).fight).clock == fight.state.clock


def test_what_lasts_longer_after_all_is_counted_from_where_it_began() -> None:
    """With another duration rolled, it is the same as if that had been rolled at once."""
    fight = boosted(5)
    record_correction(fight, "amend", find_seq(fight, Rolled, 2), face=2)
    assert due(boosted(2)) == due(fight)


@back
def test_what_was_undone_is_in_the_log(back: Back) -> None:
    """Every undone row is still in the log, marked with what took it back."""
    fight = bites(duel("2/0/3/9/9"), 11)
    rows = [*fight.fight.history.rows]
    back(fight)
    assert rows == fight.fight.history.rows[: len(rows)]
    marks = find_undone(fight.fight.history)
    dealt = next(each.seq for each in rows if isinstance(each.event, DamageDealt))
    assert marks[dealt].move > len(rows)


def drawn() -> Given:
    """Return a fight in which the bear has bitten with a digital die."""
    fight = given("golden-idol", pc("Ada", "90/0/9/9/9"), npc("Bear", claws="d12"), dice="digital")
    return fight.when(attack("bear", "ada"), Resolve("foes"))


def faces(fight: Given) -> list[int]:
    rows = fight.fight.history.on_line(fight.fight.history.position())
    return [each.event.face for each in rows if isinstance(each.event, Rolled)]


@back
def test_taking_it_back_is_no_way_to_roll_again(back: Back) -> None:
    """Whatever is declared after the undo gets the same die, even a round later."""
    fight = drawn()
    was = faces(fight)
    back(fight)
    assert [] == faces(fight)
    fight.when(BeginRound("ambush"), Resolve(), attack("bear", "ada"), Resolve("foes"))
    assert was == faces(fight)


def test_correcting_it_is_no_way_to_roll_again() -> None:
    """Amended, struck out and put back, the die keeps its face."""
    fight = drawn()
    was, seq = faces(fight), find_seq(fight, Attack)
    record_correction(fight, "amend", seq, attack("bear", "ada", impaired="mud"))
    record_correction(fight, "amend", seq, attack("bear", "ada"))
    record_correction(fight, "strike", seq)
    record_correction(fight, "amend", seq)
    assert was == faces(fight)
