"""Typed lines that are easily said by mistake: they leave somebody out, or strike somebody who is
down. Who asks for it is asked once more, as at the prompt."""

from __future__ import annotations

from combatlog.grammar.commands import Command, Declare
from combatlog.grammar.registry import insists
from combatlog.server import messages as m
from events.errors import Refused
from projections.state.fight_state import FightState
from replay.command_handler import find_left_out, find_target_down


class Doubt(Refused):
    """A command that is carried out once it is said without `ask`; nothing was recorded."""


def refuse_doubtful(said: m.SaidCommand, command: Command, state: FightState) -> None:
    """Raise `Doubt` for a line that asks to be asked and leaves somebody out, or strikes somebody
    who is down; not for one that insists."""
    if not isinstance(said, m.SayLine) or not said.ask or not isinstance(command, Declare):
        return
    if insists(said.line, state):
        return
    doubt = find_target_down(state, command.declarations)
    doubt = doubt or find_left_out(state, command.declarations)
    if doubt:
        raise Doubt(f"{doubt}.")
