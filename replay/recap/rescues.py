"""What would have saved somebody who fell, in the turn that felled them: another face of one die,
the least armor worn from the start, an aid that was allowed in time.

Everything is played by the rules again, with the dice as they fell. A die that never fell gives a
chance. No secret of the dice is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from events.types.declarations import Aid, FightStarted, Join
from events.types.log_events import Skipped
from events.types.rolls import FACES, Asked, Rolled
from events.types.unions import Declaration, Outcome
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold_one
from replay.log.event_log import History
from replay.odds.fates import find_fate
from replay.odds.plays import LinePlay
from replay.recap.falls import Fall
from rulesets.core.courses import Known, Start, list_courses, play_course
from rulesets.core.play import Faces, RequestGroup
from rulesets.core.registry import load_ruleset
from rulesets.options.actions import list_allowed_actions

MOST_COURSES = 400
"""The most courses that one other face is followed into."""

MOST_FACES = 200
"""The most other faces that are tried for one fall."""

MOST_ARMOR = 3
"""The most armor that is added."""


class DieRescue(NamedTuple):
    """Another face of one die, which `by` threw for a purpose in event `seq`, and which showed
    `face`. Each of the `faces` would have saved them with this chance: 1 is for sure."""

    seq: int
    by: str
    die: str
    purpose: str
    face: int
    faces: tuple[int, ...]
    chance: Fraction


class ArmorRescue(NamedTuple):
    """So much armor instead of `was`, worn from the start, would have saved them with a chance."""

    was: int
    armor: int
    chance: Fraction


class AidRescue(NamedTuple):
    """Aid that was allowed, and not given: in this round, from any of these, before event `seq`."""

    seq: int
    round: int
    by: tuple[str, ...]


class Rescues(NamedTuple):
    """What would have saved somebody; None for what would not."""

    die: DieRescue | None
    armor: ArmorRescue | None
    aid: AidRescue | None


def find_rescues(history: History, plays: Sequence[LinePlay], fall: Fall) -> Rescues:
    """Return what would have saved somebody who fell in one of the plays of the present line."""
    return Rescues(find_die(fall), find_armor(history, plays, fall), find_aid(plays, fall))


def find_die(fall: Fall) -> DieRescue | None:
    """Return the one die of the turn with the most faces that would have saved them for sure; else
    the one with the best chance; None where no die would have done, or there are too many dice."""
    start = fall.play.start
    others = sum(FACES[asked.die] - 1 for asked in start.fallen)
    if others > MOST_FACES:
        return None
    seqs = {event.asked: seq for seq, event in fall.play.events if isinstance(event, Rolled)}
    best: DieRescue | None = None
    for asked, face in start.fallen.items():
        chances = {
            other: _compute_chance(fall, {**start.fallen, asked: other})
            for other in range(1, FACES[asked.die] + 1)
            if other != face
        }
        most = max(chances.values())
        if not most:
            continue
        faces = tuple(other for other, chance in chances.items() if chance == most)
        thrown = (seqs[asked], asked.by, asked.die, asked.purpose, face)
        found = DieRescue(*thrown, faces, most)
        if best is None or (found.chance, len(found.faces)) > (best.chance, len(best.faces)):
            best = found
    return best


def _compute_chance(fall: Fall, fallen: dict[Asked, int]) -> Fraction:
    """Return how likely they stand after the turn if these dice fell."""
    return _judge(fall, fall.play.start._replace(fallen=fallen))


def _judge(fall: Fall, start: Start) -> Fraction:
    """Return how likely they stand at the end of a play."""
    courses = list_courses(start, MOST_COURSES)
    if courses is None:
        return Fraction(0)
    stands = (course.chance for course in courses if _stands(course.state, fall))
    return sum(stands, Fraction(0))


def _stands(state: FightState, fall: Fall) -> bool:
    """Return whether somebody is better off than they were: not dead, and not down where that is
    how they fell."""
    one = state.combatants[fall.who]
    felled = load_ruleset(state.game.rules).lexicon(state.game).felled
    end = find_fate(one, one, felled).end
    return end != "dead" and (end != "down" or fall.end == "dead")


def find_armor(history: History, plays: Sequence[LinePlay], fall: Fall) -> ArmorRescue | None:
    """Return the least armor that would have saved them, had they worn it from the start; None
    where none would, or where dice would have fallen before that never did."""
    joined = next(
        row
        for row in history.on_line(len(history))
        if isinstance(row.event, Join) and row.event.sheet.id == fall.who
    )
    sheet = joined.event.sheet if isinstance(joined.event, Join) else None
    assert sheet is not None, "whoever fell had joined"
    dice = {play.start.seq: play.start.fallen for play in plays}
    for more in range(1, MOST_ARMOR + 1):
        worn = Join(replace(sheet, armor=sheet.armor + more))
        start = _play_up_to(history, dice, fall, joined.seq, worn)
        if start is not None and (chance := _judge(fall, start)):
            return ArmorRescue(sheet.armor, sheet.armor + more, chance)
    return None


_DiceBySeq: TypeAlias = Mapping[int, Mapping[Asked, int]]


class _Unknown(Exception):
    """A die of the play has never fallen."""


def _play_up_to(
    history: History, dice: _DiceBySeq, fall: Fall, changed: int, other: Declaration
) -> Start | None:
    """Play the line again, with the dice of each declaration by its seq, and with another
    declaration in the place of event `changed`, up to the play with which somebody fell. Return
    that play; None where a die is needed that never fell, or the play never comes."""
    state = FightState()
    for row in history.on_line(fall.play.start.seq):
        event = other if row.seq == changed else row.event
        if isinstance(event, Outcome | Rolled):
            continue  # the rules give them again
        if not isinstance(event, Declaration) or isinstance(event, Skipped):
            fold_one(state, row.seq, event)
            continue
        start = _say(state, row.seq, event, dice.get(row.seq, {}))
        if start is None:
            continue
        if row.seq == fall.play.start.seq:
            return start
        try:
            state, _ = play_course(start, _throw_again)
        except _Unknown:
            return None
    return None


def _say(state: FightState, seq: int, said: Declaration, dice: Mapping[Asked, int]) -> Start | None:
    """Return a declaration about to be played; None where it is no longer possible, and was not
    overruled."""
    if isinstance(said, FightStarted):
        problems = []
    else:
        problems = load_ruleset(state.game.rules).check(state, said)
    why: str = getattr(said, "overrule", "")
    if problems and not (why and all(problem.overrulable for problem in problems)):
        return None
    fold_one(state, seq, said)
    for number, problem in enumerate(problems, start=seq + 1):
        fold_one(state, number, problem.overrule(why))
    return Start(state, said, seq, dice)


def _throw_again(group: RequestGroup, known: Known) -> Faces:
    """Return the faces that fell; raise `_Unknown` for a die that never did."""
    faces: Faces = list(known)
    if not all(map(all, faces)):
        raise _Unknown
    return faces


def find_aid(plays: Sequence[LinePlay], fall: Fall) -> AidRescue | None:
    """Return the first aid that was allowed between the last blow and a death, and not given."""
    if fall.end != "dead" or not fall.blows:
        return None
    for play in plays:
        if play.start.seq <= fall.blows[-1].seq or play.start.seq > fall.play.start.seq:
            continue
        state = play.start.state
        if helpers := list_helpers(state, fall.who):
            return AidRescue(play.start.seq, state.round, helpers)
    return None


def list_helpers(state: FightState, who: str) -> tuple[str, ...]:
    """Return the ids of those who may give somebody aid now."""
    if not any(wound.awaits for wound in state.combatants[who].wounds):
        return ()
    return tuple(
        one.id
        for one in state.combatants.values()
        if one.id != who and one.standing == "in" and _may_aid(state, one, who)
    )


def _may_aid(state: FightState, one: Combatant, who: str) -> bool:
    return any(
        isinstance(each, Aid) and each.target == who for each in list_allowed_actions(state, one)
    )
