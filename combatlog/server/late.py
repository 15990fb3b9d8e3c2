"""A command that came too late, as the correction that still brings it in where it belongs.

A phone without its connection keeps what its player says. If the fight has gone on by the time it
arrives, it can be proposed: what was declared stands then before the first thing that was said
since, and a face stands in place of the one that fell.
"""

from __future__ import annotations

from combatlog.grammar.commands import Declare
from combatlog.grammar.registry import format_declaration
from combatlog.server import messages as m
from combatlog.server.commands import read_command
from combatlog.server.open_fight import OpenFight
from combatlog.server.permission import REFEREE_ONLY, refuse_foreign
from combatlog.server.seats import Seat
from events.errors import Refused
from events.types.rolls import Rolled
from events.types.unions import Declaration, TurnAction
from replay.log.line_inputs import list_fight_rows

NO_PLACE = "There is no place for it any more; look at the fight, and say it again if it fits."
"""The refusal of what cannot be brought in."""


def write_late_line(opened: OpenFight, seat: Seat, said: m.SaidCommand) -> str:
    """Return the correction that brings in a command which came too late. Raises `Refused` where
    none can, or somebody else speaks for these people."""
    fight = opened.fight
    fight.refresh()
    if not 0 < said.head <= opened.last:
        raise Refused(NO_PLACE)
    then = fight.compute_state(said.head)
    command, _ = read_command(said, then)
    if not seat.is_referee:
        refuse_foreign(command, then, opened.list_own(seat))
    if isinstance(said, m.SayDie):
        return _amend_die(opened, said)
    if not isinstance(command, Declare):
        raise Refused(REFEREE_ONLY)
    if not all(isinstance(each, TurnAction) for each in command.declarations):
        raise Refused(NO_PLACE)
    words = "; ".join(format_declaration(each, then) for each in command.declarations)
    for row in list_fight_rows(fight.history):
        if row.seq > said.head and isinstance(row.event, Declaration):
            return f"insert {row.seq} {words}"
    raise Refused(NO_PLACE)


def _amend_die(opened: OpenFight, said: m.SayDie) -> str:
    """Return the correction of the die that has fallen in place of a typed one."""
    wanted = (said.by, said.die, said.purpose, said.nth)
    if said.face is None:
        raise Refused(NO_PLACE)
    for row in list_fight_rows(opened.fight.history):
        match row.event:
            case Rolled(by=by, die=die, purpose=purpose, nth=nth, face=face) if (
                row.seq > said.head and wanted == (by, die, purpose, nth) and face != said.face
            ):
                return f"amend {row.seq} {said.face}"
    raise Refused(NO_PLACE)
