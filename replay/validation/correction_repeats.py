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
from replay.corrections.input_variants import InputVariants, get_declaration, give_free_name
from replay.corrections.recorded_dice import RecordedDice, is_draw_used
from replay.log.event_log import History
from rulesets.core.registry import ruleset


class RepeatedInputs:
    """What may be said for what stands on the line that is corrected, which ends at `position`."""

    def __init__(self, history: History, position: int) -> None:
        self._history = history
        self._position = position
        self._variants = InputVariants(history, position)

    def is_repeated(self, said: Declaration, old: Recorded, state: FightState) -> bool:
        """It is said as it was, or as it was before something else became of it: a name that was
        taken, an overruling to keep it; and prepared anew, or kept by overruling."""
        refused: Unreadable | None = None
        for way in self._list_variants(old, state):
            if said == way:
                return True
            try:
                if said in (_prepare(state, way), _prepare(state, _overrule_alike(way, said))):
                    return True
            except Unreadable as reason:
                refused = refused or reason
        if refused is not None:
            raise refused
        return False

    def is_same_skipped(self, skipped: Skipped, old: Recorded, state: FightState) -> bool:
        """It is what stood there."""
        return skipped.input in (get_declaration(old), *self._list_renamed(old, state))

    def _list_variants(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        yield from self._list_renamed(old, state)
        yield from self._variants.list_variants(old, get_declaration(old), state)

    def _list_renamed(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        """Who comes back may have to go by another name."""
        was = get_declaration(old)
        if isinstance(old.event, Skipped) and isinstance(was, Join):
            yield give_free_name(was, self._history.state(self._position), state)


def check_same_id(was: Join, now: Join) -> None:
    """Whoever joins instead of somebody goes by the same id, which later inputs name."""
    if was.sheet.id != now.sheet.id:
        raise Unreadable(f"has another id than whom it stands for, “{was.sheet.id}”.")


def _overrule_alike(said: Declaration, now: Declaration) -> Declaration:
    """Kept by overruling, where that can be and is done."""
    why = getattr(now, "overrule", "")
    if not why or not hasattr(said, "overrule"):
        return said
    kept = replace(said, overrule=why)
    assert isinstance(kept, Declaration), "it stays what it is"
    return kept


def _prepare(state: FightState, said: Declaration) -> Declaration:
    """As it would be recorded now."""
    try:
        return ruleset(state.game.rules).prepare(state, tidied(said))
    except Refused as refused:
        raise Unreadable(f"repeats what cannot be: {refused}") from None
    except Exception:  # rules may trip over what they would never have let in
        raise Unreadable("repeats what its rules cannot read.") from None


class RepeatedDice:
    """The dice of the rows that are said again, each the same die with the same face; only the
    die that the correction names may show another."""

    def __init__(self, history: History, rows: Iterable[Recorded], named: Recorded) -> None:
        self._history = history
        self._recorded = RecordedDice(history, rows)
        self._amended = history.origin(named.seq) if isinstance(named.event, Rolled) else 0
        self._recorded.prefer(self._amended)
        self._used: set[int] = set()
        self._preferred: set[int] = set()

    def check_die(self, row: Recorded, event: Rolled, state: FightState) -> None:
        """A die that has fallen is that die again, in the first recording that can be met; any
        other is new."""
        die = replace(event.asked, root=self._history.origin(event.root))
        cause = self._history.origin(row.cause or row.seq)
        for fell in self._recorded.recordings(die, cause):
            if fell.first == row.repeats:
                self._check_repeated(fell, event, state)
                return
            if fell.first not in self._used and not is_draw_used(state, fell):
                self._check_passed_over(row, fell)
        if row.repeats is not None:
            raise Unreadable(f"repeats #{row.repeats}, and that is not this die.")

    def _check_repeated(self, fell: Spare, event: Rolled, state: FightState) -> None:
        if fell.first in self._used:
            raise Unreadable(f"repeats #{fell.first}, which is there already.")
        self._used.add(fell.first)
        same = event.draw == fell.draw and self._shows(fell, event.face)
        same = same and event.stated == self._recorded.with_face(fell, event.face).stated
        if not same or is_draw_used(state, fell):
            raise Unreadable(f"is not the die as it fell in #{fell.first}.")

    def _check_passed_over(self, row: Recorded, fell: Spare) -> None:
        """A recording may be passed over for another die that is still to be met."""
        rival = self._recorded.find_rival(fell)
        if rival is not None:
            self._preferred.add(rival.first)
        elif row.repeats is None:
            raise Unreadable(f"throws a die anew that fell in #{fell.first}.")
        else:
            raise Unreadable(f"repeats #{row.repeats}, and this die fell in #{fell.first}.")

    def check_unused(self, dice: tuple[Spare, ...]) -> None:
        """The dice that found no use, every one."""
        left = self._recorded.list_unused(self._used)
        same = len(left) == len(dice) and all(
            self._shows(fell, spare.face) and self._recorded.with_face(fell, spare.face) == spare
            for fell, spare in zip(left, dice, strict=True)
        )
        if not same or not dice:
            raise Unreadable("spares other dice than those that found no use.")

    def check_end(self) -> None:
        """Did everything stand back for dice that were met?"""
        if self._preferred - self._used:
            first = min(self._preferred - self._used)
            raise Unreadable(f"ends a correction that keeps a draw for #{first}, never met again.")

    @property
    def has_unused(self) -> bool:
        """Has one found no use so far?"""
        return bool(self._recorded.list_unused(self._used))

    def _shows(self, fell: Spare, face: int) -> bool:
        return face == fell.face or fell.first == self._amended
