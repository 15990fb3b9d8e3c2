"""Every event there is, by kind, as the codec reads them.

Written as `A | B`, so that `isinstance` accepts them and the type checker narrows.
"""

from typing import TypeAlias, get_args

from events.types.commitments import (
    Anchored,
    ChainBound,
    Closed,
    DiceAsked,
    LinksGiven,
    PhoneLeft,
    SecretOpened,
)
from events.types.declarations import Declaration as Declaration
from events.types.declarations import TurnAction as TurnAction
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
from events.types.statements import Statement as Statement

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
