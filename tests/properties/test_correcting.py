"""Random corrections of random fights: what comes of them is the fight as it would have been, had
everything been right at once."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from combatlog.fight import Fight
from events.corrections import Skipped
from events.declarations import Attack, DiceMode, FightStarted, Join
from events.dice import FACES
from events.errors import Refused
from events.memory import MemoryStore
from events.rolls import Rolled
from events.statements import SetScore
from events.vocabulary import Declaration
from replay.course import Correction, Course, Rulings
from replay.inputs import amendments, as_said, declaration_of, on_line
from replay.rederive import rederived
from rulesets.shipped import GAMES
from tests.correcting import (
    AtOnce,
    Faces,
    Origin,
    dice,
    inputs,
    renumbered,
    said_in,
    stands,
    story,
    supplied,
    undrawn,
)
from tests.random_fights import play_randomly, say_something, seeded_fight, something

WHY = "misheard"

fights = given(
    seed=st.integers(0, 10**6),
    game=st.sampled_from(GAMES),
    mode=st.sampled_from(["typed", "digital"]),
)
some = settings(max_examples=40, deadline=None)


def played(seed: int, game: str, mode: DiceMode, commands: int = 40) -> Fight:
    """A random fight that waits for no die."""
    fight = seeded_fight(MemoryStore(), game, seed, mode)
    rng = Random(seed)
    play_randomly(fight, rng, commands)
    while fight.state.awaited:
        fight.roll(rng.randint(1, FACES[fight.state.awaited[0].die]))
    return fight


def slip(fight: Fight, rng: Random) -> Correction:
    """Something that may have been wrong: an input, or a die."""
    fallen = [row for row in on_line(fight.history) if isinstance(row.event, Rolled)]
    if fallen and rng.random() < 0.25:
        row = rng.choice(fallen)
        assert isinstance(row.event, Rolled)
        return Correction("amend", row.seq, WHY, face=rng.randint(1, FACES[row.event.die]))
    row = rng.choice(inputs(fight))
    before = fight.history.state(row.parent)
    if rng.random() < 0.2:
        return Correction("strike", row.seq, WHY)
    if not before.combatants or rng.random() < 0.2:
        return Correction("insert", row.seq, WHY, (something(before, rng),))
    said = other(said_in(row), sorted(before.combatants), rng) or something(before, rng)
    return Correction("amend", row.seq, WHY, (said,))


def other(said: Declaration, ids: list[str], rng: Random) -> Declaration | None:
    """The same but for one thing: a target, a modifier, a number."""
    if rng.random() < 0.2:
        return None
    match said:
        case Attack():
            aim = replace(said.targets[0], target=rng.choice(ids))
            return rng.choice(
                [
                    replace(said, targets=(aim,)),
                    replace(said, impaired="" if said.impaired else "mud"),
                    replace(said, weapons=()),
                    replace(said, overrule="so be it"),
                ]
            )
        case Join(sheet):
            score = rng.choice(sorted(sheet.scores))
            lower = {**sheet.scores, score: max(1, sheet.scores[score] - rng.randint(1, 3))}
            return Join(replace(sheet, scores=lower, maxima={}))
        case SetScore():
            return replace(said, now=rng.randint(1, 6))
    return None


def slips(fight: Fight, rng: Random, rulings: Rulings = Rulings()) -> Course:
    """The course of a correction that is allowed, every die supplied."""
    while True:
        try:
            return supplied(fight, slip(fight, rng), rulings)
        except Refused:
            continue


def right_at_once(fight: Fight, course: Course, faces: Faces, insisting: str) -> AtOnce:
    """The fight as it would have been: the inputs of the line until now, and what is said
    otherwise of them; what the rules refuse is left out."""
    started = fight.history[1].event
    assert isinstance(started, FightStarted)
    draft = AtOnce(started, faces)
    correction, history = course.correction, fight.history
    changed = declaration_of(history, course.target)
    amended = amendments(history, history.position())
    for row in inputs(fight):
        origin = history.origin(row.seq)
        declared = said_in(row)
        ways = [as_said(history, row, amended), declared]
        if isinstance(row.event, Skipped) and row.event.struck:
            ways = []
        elif row.seq >= changed.seq and insisting and not isinstance(row.event, Skipped):
            ways += [replace(declared, overrule=insisting)] if hasattr(declared, "overrule") else []
        if row.seq == changed.seq and correction.face is None:
            match correction.change:
                case "insert":
                    draft.hear(*_recorded(course))
                case "amend":
                    ways = [_recorded(course)[1]]
                case "strike":
                    ways = []
        draft.hear(origin, *ways)
    return draft


def _recorded(course: Course) -> tuple[int, Declaration]:
    """What is said newly, as it was recorded, and its seq."""
    return next(
        (seq, entry.event)
        for seq, entry in enumerate(course.entries, course.head + 1)
        if isinstance(entry.event, Declaration)
    )


@pytest.mark.parametrize("rule", ["skip", "keep"])
@some
@fights
def test_a_correction_makes_the_fight_as_if_it_had_been_right_at_once(
    rule: str, seed: int, game: str, mode: DiceMode
) -> None:
    """Given the same dice, amended, struck and inserted inputs give the fight that would have
    been recorded with them, again and again; and all of it follows from the rules."""
    fight, rng = played(seed, game, mode), Random(seed)
    for _ in range(3):
        fell = dice(fight.history, fight.history.on_line(fight.history.position()))
        course = slips(fight, rng, Rulings(rule))  # type: ignore[arg-type]
        if course.correction.face is not None:
            amended = next(iter(dice(fight.history, [course.target])))
            fell[amended] = course.correction.face
        before = Fight(fight._store, fight.id)
        fight.correct(course)
        faces = dice(fight.history, fight.history.on_line(fight.history.position()))
        assert fell == {asked: faces[asked] for asked in fell}
        draft = right_at_once(before, course, faces, WHY if rule == "keep" else "")
        once = renumbered(draft.state, draft.origins.__getitem__)
        assert undrawn(once) == undrawn(stands(fight))
        assert fight.state == fight.history.state(len(fight.history))
        assert [] == list(rederived(fight.history))


@some
@fights
def test_amending_to_what_it_was_changes_nothing(seed: int, game: str, mode: DiceMode) -> None:
    """State and chronicle are equal, no die is thrown, none is spared."""
    fight, rng = played(seed, game, mode), Random(seed)
    state, told = stands(fight), story(fight)
    for row in rng.sample(inputs(fight), 3):
        again = next(
            each.seq for each in inputs(fight) if fight.history.origin(each.seq) == row.seq
        )
        assert isinstance(row.event, Declaration)
        course = fight.course(Correction("amend", again, WHY, (row.event,)))
        assert ((), [], (), []) == (course.missing, course.fresh, course.spared, course.impossible)
        fight.correct(course)
        assert state == stands(fight)
        assert told == story(fight)


@pytest.mark.parametrize("rule", ["skip", "keep"])
@some
@fights
def test_a_correction_and_its_reverse_restore_the_state(
    rule: str, seed: int, game: str, mode: DiceMode
) -> None:
    """Amended back, put back, struck out again: state and chronicle are what they were."""
    fight, rng = played(seed, game, mode), Random(seed)
    state, told = stands(fight), story(fight)
    course = slips(fight, rng, Rulings(rule))  # type: ignore[arg-type]
    correction, target = course.correction, course.target
    rows = fight.correct(course)
    back = Correction("amend", rows[0].seq, "no, it was right")
    match correction.change:
        case "amend" if isinstance(target.event, Rolled):
            back = back._replace(face=target.event.face)
        case "amend":
            assert isinstance(target.event, Declaration)
            back = back._replace(said=(target.event,))
        case "insert":
            back = back._replace(change="strike")
    fight.correct(supplied(fight, back))
    assert undrawn(state) == undrawn(stands(fight))
    if not course.fresh:
        assert state == stands(fight)
    assert told == story(fight)


def known(fight: Fight, twin: Fight) -> Origin:
    """Inputs of a twin by their seq in the fight it was made from; 0 where they are new."""

    def origin(seq: int) -> int:
        first = twin.history.origin(seq)
        return first if first <= len(fight.history) else 0

    return origin


@some
@fights
def test_corrections_may_come_in_any_order(seed: int, game: str, mode: DiceMode) -> None:
    """Two corrections of two inputs make the same fight, whichever is first."""
    rng = Random(seed)
    fight = played(seed, game, "typed")
    first, second = slips(fight, rng).correction, slips(fight, rng).correction
    if first.seq == second.seq or {first.change, second.change} == {"insert"}:
        return
    ends = []
    for order in ((first, second), (second, first)):
        twin = played(seed, game, "typed")
        try:
            for correction in order:
                twin.correct(supplied(twin, correction))
        except Refused:
            return
        if any(
            isinstance(row.event, Rolled) and row.event.draw is not None
            for row in twin.history.rows
        ):
            return  # who draws first draws the lower number
        ends.append((undrawn(renumbered(twin.state, known(fight, twin))), story(twin)))
    assert ends[0] == ends[1]


@some
@fights
def test_no_draw_is_met_twice(seed: int, game: str, mode: DiceMode) -> None:
    """However often a sealed fight is corrected, played on and undone, no two dice of a line are
    the same draw."""
    fight, rng = played(seed, game, "digital", 20), Random(seed)
    for _ in range(5):
        fight.correct(slips(fight, rng))
        play_randomly(fight, rng, 3)
        drawn = [
            (row.event.by, row.event.purpose, row.event.die, row.event.draw)
            for row in fight.history.on_line(fight.history.position())
            if isinstance(row.event, Rolled) and row.event.draw is not None
        ]
        assert len(drawn) == len(set(drawn))
    assert [] == list(rederived(fight.history))


@some
@fights
def test_what_was_open_is_gone_on_with_as_if_nothing_had_been(
    seed: int, game: str, mode: DiceMode
) -> None:
    """Amended to what it was while a resolve waits for dice, the fight waits for the same, and
    the dice that fall then make of it what they would have."""
    fight, twin = (seeded_fight(MemoryStore(), game, seed, "typed") for _ in range(2))
    for each in (fight, twin):
        rng = Random(seed)
        while not each.state.awaited and len(each.history) < 300:
            play_randomly(each, rng, 1)
        for _ in range(rng.randint(0, len(each.state.awaited))):
            say_something(each, rng)
    rng = Random(seed)
    row = rng.choice(inputs(fight))
    fight.correct(fight.course(Correction("amend", row.seq, WHY, (said_in(row),))))
    assert stands(twin) == stands(fight)
    for each in (fight, twin):
        rng = Random(seed)
        while each.state.awaited:
            say_something(each, rng)
    assert undrawn(stands(twin)) == undrawn(stands(fight))
    assert story(twin) == story(fight)
