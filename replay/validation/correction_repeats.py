"""Is it the same again? What a correction in a log repeats, beside what it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from events.errors import Refused, Unreadable
from events.serialization.text_cleaning import tidied
from events.store.envelope import Recorded
from events.types.corrections import Skipped, Spare
from events.types.declarations import Join
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.corrections.input_variants import Ways, freed, said_in
from replay.corrections.recorded_dice import Memory, is_drawn
from replay.log.event_log import History
from rulesets.core.registry import ruleset


class SaidAgain:
    """What may be said for what stands on the line that is corrected, which ends at `position`."""

    def __init__(self, history: History, position: int) -> None:
        self._history = history
        self._position = position
        self._ways = Ways(history, position)

    def is_again(self, said: Declaration, old: Recorded, state: FightState) -> bool:
        """It is said as it was, or as it was before something else became of it: a name that was
        taken, an overruling to keep it; and prepared anew, or kept by overruling."""
        refused: Unreadable | None = None
        for way in self._every(old, state):
            if said == way:
                return True
            try:
                if said in (_prepared(state, way), _prepared(state, _kept(way, said))):
                    return True
            except Unreadable as reason:
                refused = refused or reason
        if refused is not None:
            raise refused
        return False

    def is_left_out(self, skipped: Skipped, old: Recorded, state: FightState) -> bool:
        """It is what stood there."""
        return skipped.input in (said_in(old), *self._freed(old, state))

    def _every(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        yield from self._freed(old, state)
        yield from self._ways.of(old, said_in(old), state)

    def _freed(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        """Who comes back may have to go by another name."""
        was = said_in(old)
        if isinstance(old.event, Skipped) and isinstance(was, Join):
            yield freed(was, self._history.state(self._position), state)


def check_id(was: Join, now: Join) -> None:
    """Whoever joins instead of somebody goes by the same id, which later inputs name."""
    if was.sheet.id != now.sheet.id:
        raise Unreadable(f"has another id than whom it stands for, “{was.sheet.id}”.")


def _kept(said: Declaration, now: Declaration) -> Declaration:
    """Kept by overruling, where that can be and is done."""
    why = getattr(now, "overrule", "")
    if not why or not hasattr(said, "overrule"):
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
        self._memory.prefer(self._amended)
        self._thrown: set[int] = set()
        self._preferred: set[int] = set()

    def take(self, row: Recorded, event: Rolled, state: FightState) -> None:
        """A die that has fallen is that die again, in the first recording that can be met; any
        other is new."""
        die = replace(event.asked, root=self._history.origin(event.root))
        cause = self._history.origin(row.cause or row.seq)
        for fell in self._memory.recordings(die, cause):
            if fell.first == row.repeats:
                self._meet(fell, event, state)
                return
            if fell.first not in self._thrown and not is_drawn(state, fell):
                self._stand_back(row, fell)
        if row.repeats is not None:
            raise Unreadable(f"repeats #{row.repeats}, and that is not this die.")

    def _meet(self, fell: Spare, event: Rolled, state: FightState) -> None:
        if fell.first in self._thrown:
            raise Unreadable(f"repeats #{fell.first}, which is there already.")
        self._thrown.add(fell.first)
        same = event.draw == fell.draw and self._shows(fell, event.face)
        same = same and event.stated == self._memory.facing(fell, event.face).stated
        if not same or is_drawn(state, fell):
            raise Unreadable(f"is not the die as it fell in #{fell.first}.")

    def _stand_back(self, row: Recorded, fell: Spare) -> None:
        """A recording may be passed over for another die that is still to be met."""
        rival = self._memory.rival(fell)
        if rival is not None:
            self._preferred.add(rival.first)
        elif row.repeats is None:
            raise Unreadable(f"throws a die anew that fell in #{fell.first}.")
        else:
            raise Unreadable(f"repeats #{row.repeats}, and this die fell in #{fell.first}.")

    def spare(self, dice: tuple[Spare, ...]) -> None:
        """The dice that found no use, every one."""
        left = self._memory.unused(self._thrown)
        same = len(left) == len(dice) and all(
            self._shows(fell, spare.face) and self._memory.facing(fell, spare.face) == spare
            for fell, spare in zip(left, dice, strict=True)
        )
        if not same or not dice:
            raise Unreadable("spares other dice than those that found no use.")

    def end(self) -> None:
        """Did everything stand back for dice that were met?"""
        if self._preferred - self._thrown:
            first = min(self._preferred - self._thrown)
            raise Unreadable(f"ends a correction that keeps a draw for #{first}, never met again.")

    @property
    def are_left(self) -> bool:
        """Has one found no use so far?"""
        return bool(self._memory.unused(self._thrown))

    def _shows(self, fell: Spare, face: int) -> bool:
        return face == fell.face or fell.first == self._amended
