"""A forged correction is found, row by row."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from combatlog.simulation.run import play_fight
from events.errors import Unreadable
from events.store.envelope import Recorded
from events.store.memory import MemoryStore
from events.types import declarations as d, log_events as h
from events.types.log_events import Corrected, Skipped, Spared
from events.types.outcomes import Awaited
from events.types.rolls import Asked, Rolled
from events.types.statements import Kill
from events.types.unions import AnyEvent
from replay.corrections.plan import Correction
from replay.validation.log_rules import check_structure
from rulesets.definitions.shipped import GAMES, load_game
from tests.support.given import attack, given, npc, pc
from tests.support.random_fights import seeded_fight

Rows = list[Recorded]
Forgery = Callable[[Rows], Rows]


def corrected() -> Rows:
    """Ada strikes a wolf (#4 to #12), which is shot (#13). Her attack is struck out (#14 to #18),
    and put back (#19 to #28)."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "18/0/9/9/9"))
    fight.when(attack("ada", "wolf"), d.Resolve()).rolls("ada d8=5").when(Kill("wolf", "an arrow"))
    for correction in (Correction("strike", 4, "she slept"), Correction("amend", 4, "she woke")):
        fight.fight.correct(fight.fight.plan_correction(correction))
    assert 28 == len(fight.fight.history)
    return fight.fight.history.rows


def placed(at: int, **columns: Any) -> Forgery:
    """Return a forgery that changes columns of row `at`."""
    return lambda rows: [
        msgspec.structs.replace(row, **columns) if row.seq == at else row for row in rows
    ]


def told(at: int, **fields: Any) -> Forgery:
    """Return a forgery that changes fields of the event in row `at`."""
    return lambda rows: placed(at, event=msgspec.structs.replace(rows[at - 1].event, **fields))(
        rows
    )


def all_of(*forgeries: Forgery) -> Forgery:
    def forge(rows: Rows) -> Rows:
        for each in forgeries:
            rows = each(rows)
        return rows

    return forge


def until(last: int, *more: AnyEvent, cmd: int = 0, **columns: Any) -> Forgery:
    """Return the rows so far, and a forged command (or the rest of one)."""

    def forge(rows: Rows) -> Rows:
        rows = rows[:last]
        for seq, event in enumerate(more, start=last + 1):
            row = Recorded(seq, seq - 1, cmd or last + 1, None, None, rows[0].at, "", event, b"")
            rows.append(msgspec.structs.replace(row, **columns))
        return rows

    return forge


KILL = Kill("wolf", "an arrow")
FLIGHT = d.Retreat("ada", "the gate")
SLEPT = Skipped(KILL, "she slept", True)

FORGERIES: dict[str, tuple[Forgery, str]] = {
    "of what is to come": (told(14, input=14), "#14 corrects #14, which is not on the line"),
    "of nothing": (told(14, input=0), "#14 corrects #0, which is not on the line"),
    "of what is off the line": (told(19, input=4), "#19 corrects #4, which is not on the line"),
    "of the start": (told(14, input=1), "#14 corrects #1, and that is no input"),
    "of an outcome": (told(14, input=6), "#14 corrects #6, and that is no input"),
    "without a reason": (told(14, why=""), "#14 corrects the past without a reason"),
    "from somewhere else": (placed(14, parent=5), "#14 follows #5; a correction of #4 follows #3"),
    "in a command": (placed(14, cmd=13), "#14 is a correction in the middle of a command"),
    "with a cause": (placed(14, cause=2), "#14 has the cause #2, and comes of nothing"),
    "that is said again": (placed(14, repeats=4), "#14 repeats #4, and is neither an input nor"),
    "that strikes out a die": (
        all_of(told(14, input=8), placed(14, parent=4)),
        "#14 corrects #8, a die, in a way that dice are not",
    ),
    "that strikes out twice": (
        told(19, change="strike"),
        "#19 strikes out #15, which is struck out already",
    ),
    "that says and leaves out": (told(14, change="amend"), "#15 leaves out #4, which the correct"),
    "that puts in nothing": (told(14, change="insert"), "#15 repeats #4 before anything was put"),
    "that strikes out and says": (
        lambda rows: placed(15, event=rows[3].event)(rows),
        "#15 says #4 again, which the correction strikes out",
    ),
    "that says nothing": (until(14), "#14 ends a correction that repeats nothing"),
    "that leaves out something else": (
        told(16, input=KILL),
        "#16 leaves out something else than #5",
    ),
    "that strikes out in passing": (told(16, struck=True), "#16 strikes out #5 as no correction"),
    "that does not strike out": (told(15, struck=False), "#15 does not strike out #4"),
    "that gives two reasons": (told(15, why="x"), "#15 strikes out #4 for another reason"),
    "that leaves out what comes of something": (placed(16, cause=2), "#16 has the cause #2"),
    "out of turn": (placed(16, repeats=13), "#16 repeats #13 where it has no place .* is #5's"),
    "that repeats a repetition": (placed(20, repeats=15), "#20 repeats #15 where it has no place"),
    "that repeats what is to come": (placed(20, repeats=99), "#20 repeats #99 where it has no"),
    "that repeats one thing twice": (
        until(17, FLIGHT, cmd=14, repeats=13),
        "#18 repeats #13 where it has no place in a correction",
    ),
    "that leaves out something new": (placed(16, repeats=None), "#16 repeats nothing where"),
    "that says something new": (placed(20, repeats=None), "#20 says something new in the middle"),
    "that says otherwise in passing": (told(17, why="a bolt"), "#17 says something else than #13"),
    "that says something from below": (placed(17, cause=2), "#17 has the cause #2"),
    "that says another kind of thing": (
        placed(17, event=h.Sealed("0" * 64)),
        "#17 says something else than #13, which it repeats",
    ),
    "that changes the rules": (
        placed(17, event=h.RulesChanged(load_game("golden-idol")), repeats=None),
        "#17 changes the rules in the middle of a correction",
    ),
    "that turns a die": (told(23, face=6), "#23 is not the die as it fell in #8"),
    "that draws a die again": (told(23, draw=1), "#23 is not the die as it fell in #8"),
    "that throws a die anew": (
        placed(23, repeats=None),
        "#23 throws a die again that was rolled in #8",
    ),
    "that throws another's die": (
        placed(23, repeats=5),
        "#23 repeats #5, and this die was rolled in #8",
    ),
    "that throws a strange die": (told(23, nth=2), "#23 repeats #8, and that is not this die"),
    "that throws a die twice": (
        until(23, Rolled(20, "ada", "damage", "d8", 5), cmd=19, cause=21, repeats=8),
        "#24 repeats #8, which is there already",
    ),
    "of which something comes early": (placed(24, cause=20), "#24 has the cause #20; #21 was"),
    "of which something just comes": (placed(24, cause=None), "#24 comes of something else than"),
    "of which something comes twice": (placed(24, repeats=9), "#24 repeats #9, and is neither"),
    "that goes on while it waits": (
        placed(24, event=Awaited(21, (Asked(20, "ada", "damage", "d8", 2),))),
        "#25 goes on with a correction that waits for dice",
    ),
    "that loses a die": (until(17), "#17 ends a correction without the dice left unused"),
    "that spares another die": (told(18, dice=()), "#18 keeps other dice than those"),
    "that spares a die for something": (placed(18, cause=2), "#18 has the cause #2"),
    "that spares a die again": (placed(18, repeats=8), "#18 repeats #8, and is neither"),
    "with something after it": (until(18, FLIGHT, cmd=14), "#19 comes after the dice that were"),
    "without its beginning": (until(28, SLEPT, repeats=13), "#29 belongs to a correction, and is"),
    "that spares dice by itself": (until(28, Spared(())), "#29 belongs to a correction, and is"),
    "that is none": (until(28, FLIGHT, repeats=13), "#29 repeats #13, and only a correction"),
    "that is gone into": (until(28, h.HeadMoved(), parent=16), "#29 moves the head to #16, where"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_correction_is_refused_by_its_seq(what: str) -> None:
    """The first row that is wrong is named, and what is wrong with it."""
    forge, message = FORGERIES[what]
    with pytest.raises(Unreadable, match=rf"^({message})"):
        check_structure(forge(corrected()))


def test_somebody_else_cannot_join_under_another_id() -> None:
    """Later inputs use the id of a combatant, so its replacement must have the same."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"))
    sheet = npc("Bear").sheet(fight.game)
    fight.fight.correct(
        fight.fight.plan_correction(Correction("amend", 3, "bigger", (d.Join(sheet),)))
    )
    rows = fight.fight.history.rows
    check_structure(rows)
    join = rows[4].event
    assert isinstance(join, d.Join)
    other = d.Join(msgspec.structs.replace(join.sheet, id="bear"))
    replaced = r"^#5 has another id than the combatant it replaces, “wolf”"
    with pytest.raises(Unreadable, match=replaced):
        check_structure(placed(5, event=other)(rows))


def test_an_amended_die_shows_what_it_is_amended_to() -> None:
    """Only the amended die may show another face."""
    fight = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "18/0/9/9/9"))
    fight.when(attack("ada", "wolf"), d.Resolve()).rolls("ada d8=5")
    fight.fight.correct(fight.fight.plan_correction(Correction("amend", 8, "it was a 6", face=6)))
    check_structure(fight.fight.history.rows)
    fight.then("wolf", HP=12)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dice", ["typed", "digital"])
def test_whatever_is_corrected_passes(game: str, dice: d.DiceMode) -> None:
    """Corrections of anything pass, with any rulings, undone, corrected and continued."""
    made = 0
    for seed in range(4):
        fight = seeded_fight(MemoryStore(), game, seed, dice)
        play_fight(fight, Random(seed), 40, doubts=0.1, regrets=0.15)
        check_structure(fight.history.rows)
        made += sum(isinstance(row.event, Corrected) for row in fight.history.rows)
    assert made > 8
