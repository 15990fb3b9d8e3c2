"""Awaited dice, typed or drawn: each die is a command of its own."""

from __future__ import annotations

from combatlog.app.fight import Fight
from combatlog.app.results import Result, Step
from combatlog.grammar.commands import Roll
from events.errors import CombatlogError, Refused
from events.store.envelope import Recorded
from events.types.dice_notation import check_face
from events.types.rolls import Rolled

_SEPARATOR = "\x1f"
"""Stands between a key and the number of a die; no key that a person gives contains it."""


def roll_dice(fight: Fight, command: Roll, key: str, said: str) -> Result:
    """Record the faces of a roll command, or draw them.

    Each die is one command with an idempotency key of its own. The faces for the dice awaited now
    are checked before the first is recorded. Where a later one is refused, the earlier ones stay
    and the result carries the refusal.
    """
    faces: tuple[int | None, ...] = command.faces or (None,)
    if not key or not fight.known(key, f"{said} 0"):
        _check_faces(fight, command)
    steps: list[Step] = []
    group: list[Recorded] = []
    before = fight.state
    refused: CombatlogError | None = None
    number = 0
    last: Recorded | None = None
    while number < len(faces) or (command.every and _is_die_awaited_after(fight, last)):
        if not group:
            before = fight.state
        face = faces[number] if number < len(faces) else None
        try:
            rows = fight.roll(
                face,
                by=command.by,
                die=command.die,
                key=f"{key}{_SEPARATOR}{number}" if key and number else key,
                said=f"{said} {number}" if key else "",
            )
        except CombatlogError as error:
            if last is None:
                raise
            rest = ", ".join(map(str, command.faces[number:]))
            refused = Refused(f"Not taken: {rest}. {error}")
            break
        group += rows
        last = rows[-1]
        if not all(isinstance(row.event, Rolled) for row in rows):
            steps.append(Step(group, fight.state, before))
            group = []
        number += 1
    if group:
        steps.append(Step(group, fight.state, before))
    return Result("rolled", steps, refused=refused)


def _check_faces(fight: Fight, command: Roll) -> None:
    """Refuse a face that its awaited die does not have."""
    if not command.by and not command.die:
        for asked, face in zip(fight.state.awaited, command.faces, strict=False):
            check_face(asked.die, face)


def _is_die_awaited_after(fight: Fight, last: Recorded | None) -> bool:
    """Return whether a die was still awaited after this row; without one, whether one is now.

    Under a key that was used before, the row may be one of an earlier time.
    """
    if last is not None and last.seq < len(fight.history):
        return bool(fight.at(last.seq).awaited)
    return bool(fight.state.awaited)
