"""Dice thrown at the table: each a command of its own."""

from __future__ import annotations

from combatlog.app.fight import Fight
from combatlog.app.replies import Answer, awaited_line, dice, fallen
from combatlog.grammar.commands import Roll
from events.errors import CombatlogError, Refused
from events.store.envelope import Recorded
from events.types.dice_notation import check_face
from events.types.rolls import Rolled

_SEPARATOR = "\x1f"
"""Between a key and the number of a die: no key that somebody gives has it."""


def throw(fight: Fight, command: Roll, key: str, said: str) -> Answer:
    """Each die is a command of its own, with a key of its own. Those of the present group are
    looked at before the first is recorded; a later one that is refused leaves what came
    before it."""
    faces: tuple[int | None, ...] = command.faces or (None,)
    if not key or not fight.known(key, f"{said} 0"):
        _look_at(fight, command)
    rows: list[Recorded] = []
    lines: list[str] = []
    thrown: list[Recorded] = []
    refused: CombatlogError | None = None
    number = 0
    before = fight.state
    while number < len(faces) or (command.every and _awaited_after(fight, rows)):
        if not thrown:
            before = fight.state
        face = faces[number] if number < len(faces) else None
        try:
            fell = fight.roll(
                face,
                by=command.by,
                die=command.die,
                key=f"{key}{_SEPARATOR}{number}" if key and number else key,
                said=f"{said} {number}" if key else "",
            )
        except CombatlogError as error:
            if not rows:
                raise
            over = ", ".join(map(str, command.faces[number:]))
            refused = Refused(f"Not taken: {over}. {error}")
            break
        rows += fell
        thrown += fell
        if not all(isinstance(row.event, Rolled) for row in fell):
            lines += fallen(fight, thrown, before)
            thrown = []
        number += 1
    if thrown:
        lines += dice(fight, thrown)
    return Answer(lines + awaited_line(fight), rows, refused=refused)


def _look_at(fight: Fight, command: Roll) -> None:
    """Refuse a face that one of the awaited dice does not have."""
    awaited = fight.state.awaited
    if not command.by and not command.die:
        for asked, face in zip(awaited, command.faces, strict=False):
            check_face(asked.die, face)


def _awaited_after(fight: Fight, rows: list[Recorded]) -> bool:
    """Was a die still awaited behind these rows? A line said again looks at that moment."""
    if rows and rows[-1].seq < len(fight.history):
        return bool(fight.at(rows[-1].seq).awaited)
    return bool(fight.state.awaited)
