"""Checks that an imported correction repeats the inputs and dice it claims to repeat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from events.errors import Refused, Unreadable
from events.serialization.codec import clean_event
from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Skipped, UnusedDie
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.corrections.input_variants import InputVariants, get_declaration, give_free_name
from replay.corrections.recorded_dice import LineDice, is_draw_used
from replay.log.event_log import History
from rulesets.core.registry import load_ruleset


class RepeatedInputs:
    """Checks what a correction repeats of the line that it corrects, which ends at `position`."""

    def __init__(self, history: History, position: int) -> None:
        self._history = history
        self._position = position
        self._variants = InputVariants(history, position)

    def is_repeated(self, said: Declaration, old: Recorded, state: FightState) -> bool:
        """Return whether a declaration repeats a row: as recorded, as first entered, or in another
        variant that a correction tries (prepared again, or kept by overruling)."""
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
        """Return whether the skipped input is that of the row."""
        return skipped.input in (get_declaration(old), *self._list_renamed(old, state))

    def _list_variants(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        yield from self._list_renamed(old, state)
        yield from self._variants.list_variants(old, get_declaration(old), state)

    def _list_renamed(self, old: Recorded, state: FightState) -> Iterator[Declaration]:
        """Yield a combatant that is put back, with another name if its own is taken."""
        was = get_declaration(old)
        if isinstance(old.event, Skipped) and isinstance(was, Join):
            yield give_free_name(was, self._history.state(self._position), state)


def check_same_id(was: Join, now: Join) -> None:
    """Raise `Unreadable` if a combatant that joins in place of another has another id: later inputs
    use it."""
    if was.sheet.id != now.sheet.id:
        raise Unreadable(f"has another id than the combatant it replaces, “{was.sheet.id}”.")


def _overrule_alike(said: Declaration, now: Declaration) -> Declaration:
    """Return a declaration with the other one's reason for overruling, where it can have one."""
    why = getattr(now, "overrule", "")
    if not why or not hasattr(said, "overrule"):
        return said
    kept = replace(said, overrule=why)
    assert isinstance(kept, Declaration), "it stays what it is"
    return kept


def _prepare(state: FightState, said: Declaration) -> Declaration:
    """Return a declaration as it would be recorded in this state."""
    try:
        return load_ruleset(state.game.rules).prepare(state, clean_event(said))
    except Refused as refused:
        raise Unreadable(f"repeats what cannot be: {refused}") from None
    except Exception:  # rules may fail on events they would never have recorded
        raise Unreadable("repeats what its rules cannot read.") from None


class RepeatedDice:
    """Checks the dice of a correction: each recorded die is used once, with its own face. Only the
    die that the correction amends may show another face."""

    def __init__(self, history: History, rows: Iterable[Recorded], named: Recorded) -> None:
        self._history = history
        self._recorded = LineDice(history, rows)
        self._amended = history.origin(named.seq) if isinstance(named.event, Rolled) else 0
        self._recorded.prefer(self._amended)
        self._used: set[int] = set()
        self._preferred: set[int] = set()

    def check_die(self, row: Recorded, event: Rolled, state: FightState) -> None:
        """Check the next die: if a recording of it is available it repeats the first one, otherwise
        it is new."""
        die = replace(event.asked, root=self._history.origin(event.root))
        cause = self._history.origin(row.cause or row.seq)
        for fell in self._recorded.list_recordings(die, cause):
            if fell.first == row.repeats:
                self._check_repeated(fell, event, state)
                return
            if fell.first not in self._used and not is_draw_used(state, fell):
                self._check_passed_over(row, fell)
        if row.repeats is not None:
            raise Unreadable(f"repeats #{row.repeats}, and that is not this die.")

    def _check_repeated(self, fell: UnusedDie, event: Rolled, state: FightState) -> None:
        if fell.first in self._used:
            raise Unreadable(f"repeats #{fell.first}, which is there already.")
        self._used.add(fell.first)
        same = (event.draw, event.epoch) == (fell.draw, fell.epoch)
        same = same and self._shows(fell, event.face)
        same = same and event.stated == self._recorded.change_face(fell, event.face).stated
        if not same or is_draw_used(state, fell):
            raise Unreadable(f"is not the die as it fell in #{fell.first}.")

    def _check_passed_over(self, row: Recorded, fell: UnusedDie) -> None:
        """A recording may be passed over only if another die, which is still to come, has the same
        draw."""
        rival = self._recorded.find_rival(fell)
        if rival is not None:
            self._preferred.add(rival.first)
        elif row.repeats is None:
            raise Unreadable(f"throws a die again that was rolled in #{fell.first}.")
        else:
            raise Unreadable(f"repeats #{row.repeats}, and this die was rolled in #{fell.first}.")

    def check_unused(self, dice: tuple[UnusedDie, ...]) -> None:
        """Check that these are all the dice that were not used."""
        left = self._recorded.list_unused(self._used)
        same = len(left) == len(dice) and all(
            self._shows(fell, spare.face) and self._recorded.change_face(fell, spare.face) == spare
            for fell, spare in zip(left, dice, strict=True)
        )
        if not same or not dice:
            raise Unreadable("keeps other dice than those left unused.")

    def check_end(self) -> None:
        """Check that every die was used for which another recording was passed over."""
        if self._preferred - self._used:
            first = min(self._preferred - self._used)
            raise Unreadable(f"ends a correction that keeps a draw for #{first}, never used again.")

    @property
    def has_unused(self) -> bool:
        """Whether a recorded die has not been used so far."""
        return bool(self._recorded.list_unused(self._used))

    def _shows(self, fell: UnusedDie, face: int) -> bool:
        return face == fell.face or fell.first == self._amended
