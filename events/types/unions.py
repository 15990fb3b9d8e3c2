"""Every event there is, by kind, as the codec reads them.

Written as `A | B`, so that `isinstance` accepts them and the type checker narrows.
"""

from __future__ import annotations

from typing import TypeAlias, TypeGuard, get_args

from events.types.corrections import Corrected, Skipped, Spared
from events.types.inputs import Declaration as Declaration
from events.types.inputs import Statement as Statement
from events.types.inputs import TurnAction as TurnAction
from events.types.log_events import (
    BranchNamed,
    HeadMoved,
    Noted,
    RulesChanged,
    Salted,
    Sealed,
    SecretRevealed,
)
from events.types.outcomes import Outcome as Outcome
from events.types.rolls import Rolled

Historic: TypeAlias = (
    HeadMoved
    | Noted
    | BranchNamed
    | Sealed
    | SecretRevealed
    | RulesChanged
    | Salted
    | Corrected
    | Skipped
    | Spared
)

AnyEvent: TypeAlias = Declaration | Rolled | Outcome | Historic

OUTCOMES: tuple[type, ...] = get_args(Outcome)
STATEMENTS: frozenset[type] = frozenset(get_args(Statement))
EVENTS: tuple[type, ...] = get_args(AnyEvent)


def is_statement(event: AnyEvent) -> TypeGuard[Statement]:
    """Return whether an event is a statement; faster than `isinstance` on a large union, because
    every command asks."""
    return type(event) in STATEMENTS
