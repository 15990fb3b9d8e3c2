"""Dice that might have shown another face, and what would have come of it.

For a save: the nearest face that changes who is up, down or gone at the end of the turn. For a
defence or a clash in melee: also the nearest face that changes what somebody loses. For any other
die of a turn: the lower face and the higher face that change most for all.

The turn is played again by the rules, with all other dice as they fell. Where it needs a die that
never fell, it is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from events.types.rolls import Purpose, Rolled
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.plays import LinePlay
from replay.recap.played_line import Rerun
from replay.recap.reruns import play_turn
from replay.recap.rescues import SAVES, DieRescue, find_end, list_other_faces
from rulesets.core.courses import Halt, Unplayable, judge_by_rules

CONTESTS: tuple[Purpose, ...] = ("defence", "melee")
"""The purposes of the dice that decide whether a blow hits."""

TURNED: tuple[Purpose, ...] = (*SAVES, "melee", "morale")
"""The purposes of the dice that are turned."""


class TurnedDie(NamedTuple):
    """A die with the face that it might have had, the turn played again with it and on to
    the end of the round, and who would have fared otherwise by the end of the turn."""

    play: LinePlay
    die: DieRescue
    rerun: Rerun
    who: str


def find_turned_saves(
    history: History, plays: Sequence[LinePlay], known: frozenset[str], after: int = 0
) -> Iterator[TurnedDie]:
    """Yield the saves of the `known` behind an event that might have gone the other way, in their
    order."""
    for play in plays:
        for die in _list_dice(play, known):
            if die.seq <= after:
                continue
            rerun = play_turn(history, plays, play, die)
            if rerun is None or not (who := find_otherwise(play, rerun, die)):
                continue
            if longer := play_turn(history, plays, play, die, beyond=True):
                yield TurnedDie(play, die, longer, who)


def find_turned_dice(
    history: History,
    plays: Sequence[LinePlay],
    play: LinePlay,
    seqs: Container[int],
    known: Container[tuple[int, bool]] = (),
) -> Iterator[TurnedDie]:
    """Yield for each die of a turn, of those that fell in events `seqs`, the lower face and the
    higher one with which everybody's scores, wounds and conditions had changed most by the end of
    the turn, and of several such faces the nearest. What changes most comes first; the ways of a
    die (`DieRescue.way`) that are `known` are left out.

    Where no face of any die changes anything by then, the end of the round counts. A die that
    changes nothing by then, either, is left out."""
    faces = [
        die
        for thrown, classes in _list_thrown(play)
        if thrown.seq in seqs
        for alike in classes
        for part in _split(thrown, alike)
        if (die := _turn(thrown, part)).way not in known
    ]
    for beyond in (False, True):
        best: dict[tuple[int, bool], tuple[tuple[int, int], DieRescue, str]] = {}
        for die in faces:
            rerun = play_turn(history, plays, play, die, beyond)
            if rerun is None:
                continue
            was = history.state(rerun.until) if beyond else play.after
            changes = _measure_changes(was, rerun.history.state(len(rerun.history)))
            rank = sum(changes.values()), -abs(die.nearest - die.face)
            if changes and (die.way not in best or rank > best[die.way][0]):
                best[die.way] = rank, die, max(changes, key=lambda id: changes[id])
        for _, die, who in sorted(best.values(), key=lambda each: each[0], reverse=True):
            if longer := play_turn(history, plays, play, die, beyond=True):
                yield TurnedDie(play, die, longer, who)
        if best:
            return


def _split(die: DieRescue, faces: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the faces below that which fell, and those above it."""
    for is_higher in (False, True):
        if found := tuple(face for face in faces if (face > die.face) == is_higher):
            yield found


def _list_dice(play: LinePlay, known: frozenset[str]) -> list[DieRescue]:
    found = []
    for die, classes in _list_thrown(play):
        if die.purpose in TURNED and die.by in known:
            found.append(_turn(die, tuple(chain.from_iterable(classes))))
    return found


def _turn(die: DieRescue, faces: tuple[int, ...]) -> DieRescue:
    """Return a die with the one of these faces that is nearest to that which fell."""
    return die._replace(faces=(die._replace(faces=faces).nearest,))


def _list_thrown(play: LinePlay) -> list[tuple[DieRescue, list[tuple[int, ...]]]]:
    """Return the dice of a play with their other faces, those together that the rules call
    alike."""
    thrown = {event.asked: seq for seq, event in play.events if isinstance(event, Rolled)}
    if not thrown:
        return []
    try:
        others = judge_by_rules(play.start.seq, lambda: list(list_other_faces(play.start)))
    except (Halt, Unplayable):
        return []
    found = []
    for asked, classes in others:
        if asked in thrown and classes:
            about = (thrown[asked], asked.by, asked.die, asked.purpose, play.start.fallen[asked])
            found.append((DieRescue(*about, (), Fraction(1)), classes))
    return found


def _measure_changes(state: FightState, other: FightState) -> dict[str, int]:
    """Return for each who fared otherwise by how many points of scores, wounds and conditions."""
    found = {}
    for id, one in state.combatants.items():
        its = other.combatants.get(id)
        if its is None:
            continue
        points = sum(abs(now - its.scores.get(name, now)) for name, now in one.scores.items())
        wounds = abs(len(one.wounds) - len(its.wounds))
        conditions = {each.name for each in one.conditions} ^ {each.name for each in its.conditions}
        change = points + wounds + len(conditions)
        if change or _tell_fate(id, state) != _tell_fate(id, other):
            found[id] = change + 1
    return found


def find_otherwise(play: LinePlay, rerun: Rerun, die: DieRescue) -> str:
    """Return who fared otherwise by the end of a turn, the one who threw the die if they did; of a
    die that decides whether a blow hits, also who lost more or less. Empty if nobody did."""
    state = rerun.history.state(len(rerun.history))
    ids = [die.by, *(id for id in state.combatants if id != die.by)]
    tells = [_tell_fate, _tell_scores] if die.purpose in CONTESTS else [_tell_fate]
    found = (id for tell in tells for id in ids if tell(id, state) != tell(id, play.after))
    return next(found, "")


def _tell_scores(id: str, state: FightState) -> object:
    one = state.combatants.get(id)
    return one and one.scores


def _tell_fate(id: str, state: FightState) -> object:
    if id not in state.combatants:
        return None
    end = find_end(state, id)
    return "up" if end in ("hurt", "unhurt") else end
