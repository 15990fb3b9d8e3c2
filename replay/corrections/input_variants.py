"""Variants of an input to try when a correction replays it: as first entered, as recorded, without
defaults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec.structs import replace

from events.errors import Refused, Unreadable
from events.serialization.codec import clean_event
from events.store.envelope import Recorded
from events.types.declarations import Attack, Join
from events.types.log_events import Skipped
from events.types.names import check_name, number_name
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.log.line_inputs import find_amendments, find_entered_declaration
from rulesets.common.scene import list_taken_ids
from rulesets.core.registry import load_ruleset


class InputVariants:
    """The variants of the inputs on the line that ends at `position`."""

    def __init__(self, history: History, position: int) -> None:
        self._history = history
        self._position = position

    def list_variants(
        self, row: Recorded, declaration: Declaration, state: FightState
    ) -> Iterator[Declaration]:
        """Yield the variants of a row of the line in `state`, the preferred ones first.
        `declaration` is the row as it stands. A joining combatant keeps its id, because later
        inputs use it."""
        entered = find_entered_declaration(self._history, row, self._amendments)
        if entered != declaration and _get_joining_id(entered) == _get_joining_id(declaration):
            yield entered
        yield declaration
        for variant in (entered, declaration):
            if isinstance(variant, Attack) and self._is_default_weapon(row, variant, state):
                yield replace(variant, weapons=())
                return

    @cached_property
    def _amendments(self) -> dict[int, Recorded]:
        return find_amendments(self._history, self._position)

    def _is_default_weapon(self, row: Recorded, attack: Attack, state: FightState) -> bool:
        """Return whether the rules filled in the attack's weapons as the only ones there were when
        it was recorded, and would not do so now."""
        if _find_default_weapons(state, attack) in ((), attack.weapons):
            return False
        origin = self._history.origin(row.seq)
        rows = (self._history[origin], self._amendments.get(origin, row), row)
        return any(
            recorded.event == attack
            and _find_default_weapons(self._history.state(recorded.parent), attack)
            == attack.weapons
            for recorded in rows
        )


def _find_default_weapons(state: FightState, attack: Attack) -> tuple[str, ...]:
    """Return the weapons that the rules fill in for an attack that names none; empty if they refuse
    it."""
    try:
        prepared = load_ruleset(state.game.rules).prepare(
            state, clean_event(replace(attack, weapons=()))
        )
    except Refused:
        return ()
    assert isinstance(prepared, Attack), "preparing keeps the type"
    return prepared.weapons


def get_declaration(row: Recorded) -> Declaration:
    """Return the declaration in a row, skipped ones included. Raises `Unreadable` if there is
    none."""
    declaration = row.event.input if isinstance(row.event, Skipped) else row.event
    if not isinstance(declaration, Declaration):
        raise Unreadable(f"repeats #{row.seq}, which is not a declaration.")
    return declaration


def _get_joining_id(declaration: Declaration) -> str:
    """Return the id of the combatant that joins, empty for other declarations."""
    return declaration.sheet.id if isinstance(declaration, Join) else ""


def keep_id(
    was: Declaration, declaration: Declaration, later: FightState, now: FightState
) -> Declaration:
    """Return the new input with names and ids settled: a combatant that joins in place of another
    takes its id, because later inputs use it. `now` is the state where it joins, `later` the state
    with everyone who joins afterwards."""
    if not isinstance(declaration, Join):
        return declaration
    if not isinstance(was, Join):
        return give_free_name(declaration, later, now)
    name = number_name(check_name(declaration.sheet.name), list_taken_ids(later, but=was.sheet.id))
    return Join(replace(declaration.sheet, id=was.sheet.id, name=name))


def give_free_name(declaration: Declaration, later: FightState, now: FightState) -> Declaration:
    """Return the input; a combatant that joins in it gets a name and an id that nobody uses who
    joins later. One that is put back keeps its own if they are free."""
    if not isinstance(declaration, Join):
        return declaration
    own = declaration.sheet.id if declaration.sheet.id not in later.combatants else ""
    names = list_taken_ids(later, but=own) | list_taken_ids(now)
    name = number_name(check_name(declaration.sheet.name), names)
    return Join(
        replace(
            declaration.sheet,
            name=name,
            id="" if declaration.sheet.id in names else declaration.sheet.id,
        )
    )
