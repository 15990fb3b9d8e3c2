"""Every event there is, by kind, as the codec reads them.

Written as `A | B`, so that `isinstance` accepts them and the type checker narrows. It asks one type
after the other, some forty of them; where many events are looked at, `is_declaration`, `is_outcome`
and `is_stated` cost a tenth.
"""

from typing import TypeAlias, TypeGuard, get_args

from events.types.commitments import (
    Anchored,
    ChainBound,
    Closed,
    DiceAsked,
    LinksGiven,
    PhoneLeft,
    SecretOpened,
)
from events.types.declarations import Declaration as Declaration, TurnAction as TurnAction
from events.types.keys import KeyBound, KeyRevoked, Upgraded, Witnessed
from events.types.log_events import (
    BranchNamed,
    CampaignTitled,
    Corrected,
    HeadMoved,
    Noted,
    RulesChanged,
    Salted,
    Sealed,
    SecretRevealed,
    Skipped,
    Spared,
)
from events.types.outcomes import Outcome as Outcome
from events.types.rolls import Rolled
from events.types.statements import Stated, Statement as Statement

Historic: TypeAlias = (
    HeadMoved
    | Noted
    | BranchNamed
    | CampaignTitled
    | Sealed
    | SecretRevealed
    | RulesChanged
    | Salted
    | Corrected
    | Skipped
    | Spared
    | Closed
    | SecretOpened
    | Anchored
    | ChainBound
    | DiceAsked
    | LinksGiven
    | PhoneLeft
    | KeyBound
    | KeyRevoked
    | Witnessed
    | Upgraded
)

AnyEvent: TypeAlias = Declaration | Rolled | Outcome | Historic

OUTCOMES: tuple[type, ...] = get_args(Outcome)
EVENTS: tuple[type, ...] = get_args(AnyEvent)

_DECLARATIONS = frozenset(get_args(Declaration))
_OUTCOMES = frozenset(OUTCOMES)
STATED = frozenset(kind for kind in EVENTS if issubclass(kind, Stated))


def is_declaration(event: object) -> TypeGuard[Declaration]:
    """Return whether this is a declaration."""
    return type(event) in _DECLARATIONS


def is_outcome(event: object) -> TypeGuard[Outcome]:
    """Return whether this is an outcome."""
    return type(event) in _OUTCOMES


def is_stated(event: object) -> TypeGuard[Statement]:
    """Return whether this is a fact that somebody stated."""
    return type(event) in STATED
