"""A line that is played again: with other dice, with a declaration changed or added, to the end of
the turn that felled somebody, or on to the end of its round.

The dice fall as they fell; those that never fell are thrown with a random of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Literal, NamedTuple

from msgspec.structs import replace

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import BeginRound, EndFight, PassTime, Recover, Rest
from events.types.log_events import Skipped
from events.types.outcomes import Aided, Outcome, Overruled, RoundBegan, RoundEnded
from events.types.rolls import FACES, Asked, Rolled
from events.types.unions import AnyEvent, Declaration, is_declaration
from projections.state.fight_state import FightState
from projections.state.fold import HANDLERS, fold_one
from replay.log.event_log import History
from replay.odds.plays import LinePlay
from replay.recap.hindsight import Hindsight, TooMany, list_problems
from replay.recap.rescues import DieRescue, Rescue, find_end
from rulesets.common.scene import list_present
from rulesets.core.courses import Halt, judge_by_rules
from rulesets.core.play import PlayRunner, make_typed_roll
from rulesets.core.registry import load_ruleset

MOST_BEYOND = 150
"""The most events of the log that are played on behind the turn that felled somebody."""

MOST_BETWEEN = 200
"""A line from aid to the end of the turn that felled somebody is told whole, if it has no more
events than these."""

Disguise = Callable[[FightState], None]

Stop = Literal["turn", "round", "dice", "line", "long", "foes"]
"""Why a rerun ends: with the turn; with the round; before a die that never fell, or a declaration
that the rules cannot play now; as the log goes no further; as it would be too long; as foes stand
who had fallen when the fight ended."""


class Rerun(NamedTuple):
    """A line played again. `history` is the log until the change, and behind its event `start` what
    would have followed. Of that, the `spans` (first and last seq) tell of the rescue: the turn that
    felled somebody. Aid adds the turn in which it is given, and a short line all between the two.
    `origins` are the seqs that events behind `start` have in the log as it is; those without were
    never recorded. `until` is the event of the log beside its end. It ends for the reason of
    `stop`, and `went_on` behind the turn."""

    history: History
    start: int
    spans: tuple[tuple[int, int], ...]
    origins: dict[int, int]
    until: int
    stop: Stop = "turn"
    went_on: bool = False


_BEHIND_ROUND = (BeginRound, EndFight, PassTime, Recover, Rest)
"""With what a round is over."""


class PlayedLine:
    """A line that is played again, to the end of a play. `who` is whose aid counts; with a fight
    that does not `hold` at the end, there is no rerun."""

    def __init__(
        self,
        rows: Sequence[Recorded],
        play: LinePlay,
        who: str,
        hold: Callable[[FightState], bool],
        dice: LineDice,
        disguise: Disguise,
    ) -> None:
        self._state: FightState
        self._all, self._last_play, self._dice, self._disguise = rows, play, dice, disguise
        self._who, self._hold = who, hold
        self._origins: dict[int, int] = {}
        self._spans: list[tuple[int, int]] = []

    def run(
        self, history: History, first: LinePlay, change: Hindsight | None = None
    ) -> Rerun | None:
        """Play from a play on, with its declaration as it stands or changed, to the end of the turn
        that felled somebody. Return None if it fells them again."""
        line = [*history.on_line(len(history))]
        at = next(place for place, row in enumerate(line) if row.seq == first.start.seq)
        last = self._last_play.start.seq
        if change is None:
            while at + 1 < len(line) and isinstance(line[at + 1].event, Overruled):
                at += 1
            self._begin(line[at].seq)
            self._play(first.start.seq, first.start.declaration, first.start.seq)
        else:
            self._begin(line[at - 1].seq)
            self._say(change.declaration, 0)
        rest = line[at:] if change is not None and change.added else line[at + 1 :]
        until = max((seq for seq, _ in self._last_play.events), default=last)
        stop: Stop = "turn"
        for row in rest:
            if row.seq <= last and isinstance(row.event, EndFight) and self._has_foes(history, row):
                stop = "foes"
                break
            if row.seq <= last:
                self._repeat(row)
        if not self._spans or not self._hold(self._state):
            return None
        if change is not None and self._next - self._start <= MOST_BETWEEN:
            self._spans = [(self._start + 1, self._next - 1)]
        count = len(self._rows)
        if self._dice.beyond and not self._state.ended and stop == "turn":
            until, stop = self._go_on([row for row in rest if row.seq > until], until)
        history, went_on = History(self._rows), len(self._rows) > count
        return Rerun(history, self._start, self._join(), self._origins, until, stop, went_on)

    def _go_on(self, rest: Sequence[Recorded], until: int) -> tuple[int, Stop]:
        """Repeat what follows on the line to the end of the round. Return the last event beside it,
        and why it ends there."""
        self._dice.is_fallen_only = True
        begin, first = self._next, until
        stop: Stop = "line"
        for row in rest:
            if isinstance(row.event, _BEHIND_ROUND):
                is_next = isinstance(row.event, BeginRound)
                until, stop = self._end_round(row, rest, until) if is_next else (until, "round")
                break
            if row.seq > first + MOST_BEYOND and is_declaration(row.event):
                stop = "long"
                break
            if not self._try(row):
                stop = "dice"
                break
            until = row.seq
        self._spans.append((begin, self._next - 1))
        return until, stop

    def _end_round(self, begun: Recorded, rest: Sequence[Recorded], until: int) -> tuple[int, Stop]:
        """Play what the end of a round brings, with which the next one was begun: a fire, a wound
        that bleeds. Where neither the line nor the log has any of it, nothing is told."""
        count = len(self._rows)
        if not self._try(begun):
            return until, "dice"
        log = [row for row in rest if row.seq >= begun.seq]
        ended, beside = _find_round_end(self._rows[count:]), _find_round_end(log)
        brings = ended > 1 or beside > 1
        del self._rows[count + ended + 1 if ended and brings else count :]
        return log[beside].seq if beside and brings else until, "round"

    def _try(self, row: Recorded) -> bool:
        """Repeat an event of the line. Return whether the rules allow it, and all its dice fell;
        else nothing has changed."""
        count, state = len(self._rows), self._state.copied()
        try:
            judge_by_rules(row.seq, partial(self._repeat, row))
        except (Halt, Refused):
            del self._rows[count:]
            self._state = state
            return False
        return True

    def _has_foes(self, history: History, row: Recorded) -> bool:
        """Return whether foes of the one whose aid counts stand who stood no more in the log when
        the fight ended."""
        if not self._who:
            return False
        side = self._state.combatants[self._who].side
        more = _list_standing(self._state) - _list_standing(history.state(row.seq))
        return any(self._state.combatants[id].side != side for id in more)

    def _begin(self, start: int) -> None:
        """Keep the log until an event."""
        self._start = start
        self._rows = [*self._all[:start]]
        self._state = History(self._rows).state(start).copied()

    @property
    def _next(self) -> int:
        return len(self._rows) + 1

    def _repeat(self, row: Recorded) -> None:
        """Play or fold an event of the line again; outcomes and dice come of themselves."""
        event = row.event
        if isinstance(event, Outcome | Rolled):
            return
        if isinstance(event, Declaration) and not isinstance(event, Skipped):
            self._say(event, row.seq)
        elif type(event) in HANDLERS:
            self._origins[self._next] = row.seq
            self._add(event)

    def _say(self, said: Declaration, origin: int) -> None:
        """Declare and play something, unless it is not possible and was not overruled. `origin` is
        its seq in the log, 0 if it was never said."""
        self._disguise(self._state)
        problems = list_problems(self._state, said)
        if problems is None:
            return
        seq = self._next
        self._dice.roots[seq] = origin
        if origin:
            self._origins[seq] = origin
        else:
            self._spans.append((seq, seq))
        self._add(said)
        for problem in problems:
            self._add(problem.overrule(getattr(said, "overrule", "")))
        self._play(seq, said, origin)

    def _play(self, seq: int, said: Declaration, origin: int) -> None:
        """Play what was declared in event `seq`."""
        self._disguise(self._state)
        begin = self._next
        runner = PlayRunner(self._state, seq, begin, self._dice)
        runner.run(load_ruleset(self._state.game.rules).play(self._state, said, seq))
        for event in runner.events:
            self._write(event)
        is_aid = any(isinstance(each, Aided) and each.who == self._who for each in runner.events)
        if (is_aid and 0 in self._dice.roots.values()) or origin == self._last_play.start.seq:
            self._spans.append((begin, self._next - 1))

    def _add(self, event: AnyEvent) -> None:
        fold_one(self._state, self._next, event)
        self._write(event)

    def _write(self, event: AnyEvent) -> None:
        last, seq = self._rows[-1], self._next
        self._rows.append(Recorded(seq, seq - 1, seq, None, None, last.at, "", event, b""))

    def _join(self) -> tuple[tuple[int, int], ...]:
        """Return the spans that have events, those that touch as one."""
        joined: list[tuple[int, int]] = []
        for first, last in self._spans:
            if last < first:
                continue
            if joined and joined[-1][1] + 1 >= first:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return tuple(joined)


def _find_round_end(rows: Sequence[Recorded]) -> int:
    """Return the place of the event with which a round ends before the next one begins; 0 where it
    had ended."""
    for at, row in enumerate(rows):
        if isinstance(row.event, RoundEnded | RoundBegan):
            return at if isinstance(row.event, RoundEnded) else 0
    return 0


def _list_standing(state: FightState) -> set[str]:
    """Return the ids of those who are there, and neither down nor dead."""
    return {
        one.id for one in list_present(state) if find_end(state, one.id) not in ("down", "dead")
    }


class LineDice:
    """The dice of a line as they fell, but for the die of a rescue. What never fell is thrown."""

    def __init__(
        self,
        plays: Sequence[LinePlay],
        rescue: Rescue,
        random: Random,
        known: frozenset[str] | None,
        beyond: bool,
    ) -> None:
        self.beyond = beyond
        """Whether the line goes on behind its turn."""
        self.is_fallen_only = False
        """Whether no die is thrown any more."""
        self.roots: dict[int, int] = {}
        """The seqs in the log of the inputs that were repeated, by those that they have now."""
        self.has_thrown = False
        self._random, self._known = random, known
        self._fallen = {
            event.asked: _turn_die(event, seq, rescue)
            for play in plays
            for seq, event in play.events
            if isinstance(event, Rolled)
        }

    def roll(self, state: FightState, asked: Asked) -> Rolled:
        """Return the roll of a die."""
        root = self.roots.get(asked.root, asked.root)
        fell = self._fallen.get(Asked(root, asked.by, asked.purpose, asked.die, asked.nth))
        if fell is not None:
            return replace(fell, root=asked.root)
        if self.is_fallen_only or (self._known is not None and asked.by not in self._known):
            raise TooMany
        self.has_thrown = True
        return make_typed_roll(asked, self._random.randint(1, FACES[asked.die]))


def _turn_die(event: Rolled, seq: int, rescue: Rescue) -> Rolled:
    """Return a roll with the face that a rescue gives it."""
    if not isinstance(rescue, DieRescue) or rescue.seq != seq:
        return event
    return make_typed_roll(event.asked, rescue.nearest)
