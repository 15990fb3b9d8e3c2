"""What would have saved somebody who fell, in the turn that felled them: another face of one die,
a save of their own, the least armor worn from the start, an aid that was allowed in time.

Everything is played by the rules again, with the dice as they fell. A die that never fell gives a
chance. No secret of the dice is used. What would take too long is not tried, and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain, pairwise
from typing import Literal, NamedTuple, TypeVar

from events.types.declarations import Aid, Join
from events.types.outcomes import DamageDealt
from events.types.rolls import FACES, Asked, Purpose, Rolled
from events.types.unions import TurnAction
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.fates import End, find_fate
from replay.odds.plays import LinePlay
from replay.recap.falls import Fall
from replay.recap.hindsight import (
    Budget,
    Hindsight,
    TooMany,
    keep_numbers,
    play_line_again,
    play_on,
)
from rulesets.common.scene import list_present
from rulesets.core.courses import (
    Halt,
    Known,
    Start,
    Unplayable,
    identify_dice,
    judge_by_rules,
    play_course,
)
from rulesets.core.play import Faces, RequestGroup
from rulesets.core.registry import load_ruleset

MOST_COURSES = 400
"""The most courses that one other face is followed into."""

MOST_PLAYED = 2000
"""The most courses that are played for each of the three ways to save somebody."""

MOST_ARMOR = 3
"""The most armor that is added."""

SAVES: tuple[Purpose, ...] = ("critical", "effect-save", "scar-save", "defence", "death")
"""The purposes of the dice by which somebody withstands what befalls them."""

RescueKind = Literal["die", "armor", "aid"]


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

    @property
    def nearest(self) -> int:
        """The one of these faces that is nearest to that which fell."""
        return min(self.faces, key=lambda each: abs(each - self.face))

    @property
    def way(self) -> tuple[int, bool]:
        """Which die shows another face, by its event, and whether a higher one."""
        return self.seq, self.nearest > self.face


class ArmorRescue(NamedTuple):
    """So much armor instead of `was`, worn from the start, would have saved them with a chance."""

    was: int
    armor: int
    chance: Fraction


class AidRescue(NamedTuple):
    """Aid that was allowed, and not given: in this round, from any of these, before event `seq`, or
    instead of what they declared in it. It would have saved them with a chance."""

    seq: int
    round: int
    by: tuple[str, ...]
    chance: Fraction


Rescue = DieRescue | ArmorRescue | AidRescue


class Rescues(NamedTuple):
    """What would have saved somebody; None for what would not. `untried` are the ways that were not
    tried to their end, because too many other dice would have fallen, or the rules cannot play
    this log. `save` is a save of their own in that turn, if `die` is another die."""

    die: DieRescue | None
    armor: ArmorRescue | None
    aid: AidRescue | None
    untried: tuple[RescueKind, ...] = ()
    save: DieRescue | None = None
    others: tuple[DieRescue, ...] = ()


class DiceRescues(NamedTuple):
    """The die of a turn that would have saved somebody best, of their own saves the one that would
    have, and every die that would have."""

    best: DieRescue | None = None
    save: DieRescue | None = None
    every: tuple[DieRescue, ...] = ()

    @property
    def other_save(self) -> DieRescue | None:
        """The save, if it is not the best die."""
        return self.save if self.save != self.best else None

    @property
    def others(self) -> tuple[DieRescue, ...]:
        """The dice that are neither the best one nor the save."""
        return tuple(die for die in self.every if die not in (self.best, self.save))


F = TypeVar("F")


def find_rescues(history: History, plays: Sequence[LinePlay], fall: Fall) -> Rescues:
    """Return what would have saved somebody who fell in one of the plays of the present line."""
    untried: list[RescueKind] = []

    def search(kind: RescueKind, find: Callable[[], F | None]) -> F | None:
        try:
            return judge_by_rules(fall.play.start.seq, find)
        except (TooMany, Unplayable):
            untried.append(kind)
            return None

    dice = search("die", lambda: find_dice(fall)) or DiceRescues()
    armor = search("armor", lambda: find_armor(history, plays, fall))
    aid = search("aid", lambda: find_aid(history, plays, fall))
    return Rescues(dice.best, armor, aid, tuple(untried), dice.other_save, dice.others)


def is_saved(fall: Fall, disguise: Callable[[FightState], None], budget: Budget) -> bool:
    """Return whether somebody can stand after the turn that felled them, played with the dice as
    they fell and with a disguise."""
    return _judge(fall, _disguise_start(fall.play.start, disguise), budget) > 0


def _disguise_start(start: Start, disguise: Callable[[FightState], None]) -> Start:
    state = start.state.copied()
    disguise(state)
    return start._replace(state=state)


def find_dice(
    fall: Fall,
    disguise: Callable[[FightState], None] = keep_numbers,
    budget: Budget | None = None,
) -> DiceRescues:
    """Return the one die of the turn with the most faces that would have saved them for sure, else
    the one with the best chance; and so of their own saves. Raise `TooMany` where none was found,
    and not all could be tried. `disguise` changes the fight before it is played."""
    start, budget = _disguise_start(fall.play.start, disguise), budget or Budget(MOST_PLAYED)
    seqs = {event.asked: seq for seq, event in fall.play.events if isinstance(event, Rolled)}
    every: list[DieRescue] = []
    is_whole = True
    for asked, classes in list_other_faces(start):
        chances: dict[tuple[int, ...], Fraction] = {}
        for faces in classes:
            other = start._replace(fallen={**start.fallen, asked: faces[0]})
            try:
                chances[faces] = _judge(fall, other, budget)
            except TooMany:
                is_whole = False
        most = max(chances.values(), default=Fraction(0))
        if not most:
            continue
        saving = sorted(
            face for faces, chance in chances.items() if chance == most for face in faces
        )
        thrown = (seqs[asked], asked.by, asked.die, asked.purpose, start.fallen[asked])
        every.append(DieRescue(*thrown, tuple(saving), most))
    if not every and not is_whole:
        raise TooMany
    one = start.state.combatants[fall.who]
    own = [die for die in every if die.purpose in SAVES and die.by in (one.id, *one.crew)]
    return DiceRescues(_choose_die(every), _choose_die(own), tuple(every))


def _choose_die(dice: Sequence[DieRescue]) -> DieRescue | None:
    """Return the first die with the best chance, and of these with the most faces."""
    return max(dice, key=lambda die: (die.chance, len(die.faces)), default=None)


def _judge(fall: Fall, start: Start, budget: Budget) -> Fraction:
    """Return how likely they stand at the end of a play."""
    courses = budget.list_courses(start, MOST_COURSES)
    return _sum_standing(fall, [(course.chance, course.state) for course in courses])


def _sum_standing(fall: Fall, states: Sequence[tuple[Fraction, FightState]]) -> Fraction:
    stands = (chance for chance, state in states if is_standing(state, fall))
    return sum(stands, Fraction(0))


def is_standing(state: FightState, fall: Fall) -> bool:
    """Return whether somebody is better off than they were: not dead, and not down where that is
    how they fell."""
    end = find_end(state, fall.who)
    return end != "dead" and (end != "down" or fall.end == "dead")


def find_end(state: FightState, id: str) -> End:
    """Return how somebody is in a fight."""
    one = state.combatants[id]
    return find_fate(one, one, load_ruleset(state.game.rules).lexicon(state.game).felled).end


class _Missing(Halt):
    """A die of the play has not fallen."""


def list_other_faces(start: Start) -> Iterator[tuple[Asked, list[tuple[int, ...]]]]:
    """Yield each die of a play that fell with its other faces, those together that the rules call
    alike, and without those that they call like the face that fell."""
    groups: list[tuple[RequestGroup, list[list[Asked]]]] = []
    counts: dict[tuple[int, str, str, str], int] = {}

    def answer(group: RequestGroup, known: Known) -> Faces:
        groups.append((group, identify_dice(start.seq, group.asks, counts)))
        if not all(map(all, known)):
            raise _Missing
        return list(known)

    with suppress(_Missing):
        play_course(start, answer)
    for group, every in groups:
        for asked in chain.from_iterable(every):
            if asked in start.fallen:
                yield asked, _sort_faces(group, every, asked, start.fallen)


def _sort_faces(
    group: RequestGroup, every: list[list[Asked]], asked: Asked, fallen: Mapping[Asked, int]
) -> list[tuple[int, ...]]:
    classes: dict[object, list[int]] = {}
    is_whole = all(die in fallen for die in chain.from_iterable(every))
    for face in range(1, FACES[asked.die] + 1):
        key: object = face
        if is_whole:
            shown = {**fallen, asked: face}
            key = _tell_apart(group, [tuple(shown[each] for each in dice) for dice in every])
        classes.setdefault(key, []).append(face)
    return [tuple(faces) for faces in classes.values() if fallen[asked] not in faces]


def _tell_apart(group: RequestGroup, thrown: Faces) -> Hashable:
    """Return what matters of the faces of a group."""
    if group.alike is not None:
        return group.alike(thrown)
    return tuple(
        faces if ask.alike is None else ask.alike(faces)
        for ask, faces in zip(group.asks, thrown, strict=True)
    )


def find_armor(history: History, plays: Sequence[LinePlay], fall: Fall) -> ArmorRescue | None:
    """Return the least armor that would have saved them, had they worn it from the start; None
    where none would. Raise `TooMany` where too many dice would have fallen that never did."""
    was = next(
        row.event.sheet.armor
        for row in history.on_line(len(history))
        if isinstance(row.event, Join) and row.event.sheet.id == fall.who
    )
    found = find_first_blow(plays, fall)
    if found is None:
        return None
    before, first = found
    if before.combatants[fall.who].armor != was:
        raise TooMany  # it changed meanwhile, and how it would have otherwise nobody knows
    budget = Budget(MOST_PLAYED)
    for more in range(1, MOST_ARMOR + 1):
        state = before.copied()
        state.combatants[fall.who].armor += more
        span = first, fall.play.start.seq
        after = play_on(history, plays, [(Fraction(1), state)], span, budget)
        if chance := _sum_standing(fall, after):
            return ArmorRescue(was, was + more, chance)
    return None


def find_first_blow(plays: Sequence[LinePlay], fall: Fall) -> tuple[FightState, int] | None:
    """Return the fight before the first play that harmed somebody, and that play's seq: until then
    their armor changes nothing. None if they fell without a blow."""
    for before, play in pairwise(plays):
        if play.start.seq > fall.play.start.seq:
            return None
        if any(isinstance(event, DamageDealt) and event.to == fall.who for _, event in play.events):
            return before.after, play.start.seq
    return None


def find_aid(
    history: History,
    plays: Sequence[LinePlay],
    fall: Fall,
    disguise: Callable[[FightState], None] = keep_numbers,
    budget: Budget | None = None,
) -> AidRescue | None:
    """Return the first aid that was allowed between the last blow and a death, was not given, and
    would have saved them; with those who had the best chance. `disguise` changes the fight before
    it is played."""
    if fall.end != "dead" or not fall.blows:
        return None
    budget = budget or Budget(MOST_PLAYED)
    last = fall.play.start.seq
    for before, play in pairwise(plays):
        seq = play.start.seq
        if not fall.blows[-1].seq < seq <= last:
            continue
        span = seq, last
        aids = list(list_aids(before.after, play.start, fall.who))

        def judge(change: Hindsight | None, span: tuple[int, int] = span) -> Fraction:
            after = play_line_again(history, plays, span, change, budget, disguise)
            return _sum_standing(fall, after)

        if aids and disguise is not keep_numbers and judge(None):
            raise TooMany  # with these numbers they would have lived without aid
        chances = {aid.by: judge(change) for aid, change in aids}
        if best := max(chances.values(), default=Fraction(0)):
            helpers = tuple(one for one, chance in chances.items() if chance == best)
            return AidRescue(seq, play.start.state.round, helpers, best)
    return None


def list_aids(before: FightState, start: Start, who: str) -> Iterator[tuple[Aid, Hindsight]]:
    """Yield the aid that could have been declared instead of what somebody declared, or by those
    who had declared nothing before a play."""
    said = start.declaration
    is_other = isinstance(said, TurnAction) and not isinstance(said, Aid)
    if isinstance(said, TurnAction) and is_other and said.by in list_helpers(before, who):
        aid = Aid(said.by, who)
        yield aid, Hindsight(start.seq, aid)
    for one in list_helpers(start.state, who):
        aid = Aid(one, who)
        yield aid, Hindsight(start.seq, aid, added=True)


def list_helpers(state: FightState, who: str) -> tuple[str, ...]:
    """Return the ids of those on their side who may give somebody aid now."""
    hurt = state.combatants[who]
    if hurt.standing != "in" or not any(wound.awaits for wound in hurt.wounds):
        return ()
    rules = load_ruleset(state.game.rules)
    friends = (one for one in list_present(state) if one.id != who and one.side == hurt.side)
    return tuple(one.id for one in friends if not rules.check(state, Aid(one.id, who)))
