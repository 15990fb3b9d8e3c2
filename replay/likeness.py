"""Is it the same again? What a correction in a log repeats, beside what it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import replace

from events.corrections import Skipped, Spare
from events.declarations import Join
from events.errors import Refused, Unreadable
from events.rolls import Rolled
from events.rows import Recorded
from events.tidy import tidied
from events.vocabulary import Declaration
from projections.state import FightState
from replay.history import History
from replay.inputs import amendments, as_said
from replay.memory import Memory
from replay.newcomers import freed
from rulesets.registry import ruleset


def said_in(row: Recorded) -> Declaration:
    """What was said there, or left out."""
    said = row.event.input if isinstance(row.event, Skipped) else row.event
    if not isinstance(said, Declaration):
        raise Unreadable(f"repeats #{row.seq} as what it is not.")
    return said


class SaidAgain:
    """What may be said for what stands on the line that is corrected, which ends at `position`;
    `why` is the reason of the correction."""

    def __init__(self, history: History, why: str, position: int) -> None:
        self._history = history
        self._why = why
        self._position = position

    def is_again(self, said: Declaration, old: Recorded, state: FightState) -> bool:
        """It is said as it was, or as it was before something else became of it: a name that was
        taken, an overruling to keep it; and prepared anew, or kept by overruling."""
        return any(
            said == way or said in (_prepared(state, way), _prepared(state, _kept(way, self._why)))
            for way in self._ways(old, state)
        )

    def is_left_out(self, skipped: Skipped, old: Recorded, state: FightState) -> bool:
        """It is what stood there."""
        return skipped.input in (said_in(old), *self._freed(old, state))

    def _ways(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        yield said_in(old)
        yield from self._freed(old, state)
        yield as_said(self._history, old, self._amended)

    @cached_property
    def _amended(self) -> dict[int, Declaration]:
        return amendments(self._history, self._position)

    def _freed(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        """Who comes back may have to go by another name."""
        was = said_in(old)
        if isinstance(old.event, Skipped) and isinstance(was, Join):
            yield freed(was, self._history.state(self._position), state)


def check_id(was: Join, now: Join) -> None:
    """Whoever joins instead of somebody goes by the same id, which later inputs name."""
    if was.sheet.id != now.sheet.id:
        raise Unreadable(f"has another id than whom it stands for, “{was.sheet.id}”.")


def _kept(said: Declaration, why: str) -> Declaration:
    """Kept by overruling, where that can be."""
    if not hasattr(said, "overrule"):
        return said
    kept = replace(said, overrule=why)
    assert isinstance(kept, Declaration), "it stays what it is"
    return kept


def _prepared(state: FightState, said: Declaration) -> Declaration:
    """As it would be recorded now."""
    try:
        return ruleset(state.game.rules).prepare(state, tidied(said))
    except Refused as refused:
        raise Unreadable(f"repeats what cannot be: {refused}") from None
    except Exception:  # rules may trip over what they would never have let in
        raise Unreadable("repeats what its rules cannot read.") from None


class DiceAgain:
    """The dice of the rows that are said again, each the same die with the same face; only the
    die that the correction names may show another."""

    def __init__(self, history: History, rows: Iterable[Recorded], named: Recorded) -> None:
        self._history = history
        self._memory = Memory(history, rows)
        self._amended = history.origin(named.seq) if isinstance(named.event, Rolled) else 0
        self._thrown: set[int] = set()

    def take(self, row: Recorded, event: Rolled, state: FightState) -> None:
        """A die that has fallen is that die again; any other is new."""
        fell = self._memory.find(event.asked, self._history.origin, state)
        if fell is None:
            if row.repeats is not None:
                raise Unreadable(f"repeats #{row.repeats}, and that is not this die.")
            return
        if row.repeats is None:
            raise Unreadable(f"throws a die anew that fell in #{fell.first}.")
        if row.repeats != fell.first:
            raise Unreadable(f"repeats #{row.repeats}, and this die fell in #{fell.first}.")
        if fell.first in self._thrown:
            raise Unreadable(f"repeats #{fell.first}, which is there already.")
        self._thrown.add(fell.first)
        if event.draw != fell.draw or not self._shows(fell, event.face):
            raise Unreadable(f"is not the die as it fell in #{fell.first}.")

    def spare(self, dice: tuple[Spare, ...]) -> None:
        """The dice that found no use, every one."""
        left = self._memory.unused(self._thrown)
        same = len(left) == len(dice) and all(
            self._shows(fell, spare.face) and replace(fell, face=spare.face) == spare
            for fell, spare in zip(left, dice, strict=True)
        )
        if not same or not dice:
            raise Unreadable("spares other dice than those that found no use.")

    @property
    def are_left(self) -> bool:
        """Has one found no use so far?"""
        return bool(self._memory.unused(self._thrown))

    def _shows(self, fell: Spare, face: int) -> bool:
        return face == fell.face or fell.first == self._amended
