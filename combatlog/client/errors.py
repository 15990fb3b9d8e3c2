"""What the client raises.

    TableError                 the server did not carry out a request
    ├── Refusal                the rules, the log or the wording do not allow it
    ├── FightMovedOn           the fight has gone on, or the key stands for another command
    ├── NotAllowed             the token does not serve, or lacks a scope
    └── Unreachable            no answer came, although it was sent several times

The message is the server's sentence. Nothing was recorded, but for `Unreachable`: then a command
may have been, and is not recorded twice if it is said again under its key.
"""

from __future__ import annotations

from combatlog.server.answers import Fault
from events.errors import CombatlogError


class TableError(CombatlogError):
    """The server did not carry out a request. `fault` is its answer, `status` that of HTTP."""

    def __init__(self, fault: Fault, status: int) -> None:
        super().__init__(fault.said)
        self.fault, self.status = fault, status


class Refusal(TableError):
    """The rules, the log or the wording do not allow it."""

    @property
    def overrulable(self) -> bool:
        """Whether the referee may overrule the rule."""
        return self.fault.overrulable


class FightMovedOn(TableError):
    """The fight has gone on since the event that the command was said at; `last` is its last event
    now, 0 where the key stands for another command."""

    @property
    def last(self) -> int:
        """The last event of the fight."""
        return self.fault.last


class NotAllowed(TableError):
    """The token does not serve any more, or lacks a scope."""


class Unreachable(TableError):
    """No answer came. `key` is the key of the command, empty where it was none."""

    def __init__(self, said: str, key: str = "") -> None:
        super().__init__(Fault("broken", said), 0)
        self.key = key


def make_error(fault: Fault, status: int) -> TableError:
    """Return the error of an answer."""
    if status in (401, 403):
        return NotAllowed(fault, status)
    kinds: dict[str, type[TableError]] = {"refused": Refusal, "conflict": FightMovedOn}
    return kinds.get(fault.kind, TableError)(fault, status)
