"""Examples of every event type, by the version that brought it.

A released version's examples are frozen in `tests/events/frozen`; a new event type, or an old one
with new fields, gets its example in the file of the version that brings it.
"""

from __future__ import annotations

from docs.generators import examples_0_1, examples_0_2, examples_0_3, examples_0_4
from events.types.declarations import Resolve
from events.types.log_events import CampaignTitled, Noted
from events.types.outcomes import (
    AttackRolled,
    ControlPassed,
    Overruled,
    TurnBegan,
    TurnEnded,
)
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, Declaration, Historic, Outcome, Statement

RELEASED: dict[str, tuple[AnyEvent, ...]] = {
    "0.1": examples_0_1.EXAMPLES,
    "0.2": examples_0_2.EXAMPLES,
    "0.3": examples_0_3.EXAMPLES,
    "0.4": examples_0_4.EXAMPLES,
}
"""By version, in the order they are frozen in."""

UNRELEASED: tuple[AnyEvent, ...] = (
    CampaignTitled("Nights at the harbour"),
    Noted("", erased=True),
    Resolve(who="ada"),
    TurnBegan("party", "ada", ahead=True),
    TurnEnded("party", "ada", (52,)),
    Overruled("ALL-03", "Krillik is winded", "it lashes out", "winded:krillik"),
    ControlPassed("Sam", "ada", "cho", played=True),
    AttackRolled("ada", "wolf", "knife and club", "d6+d8+3", (3, 4), 6, attack=41, kept=3),
)

EXAMPLES: tuple[AnyEvent, ...] = (
    *(each for every in RELEASED.values() for each in every),
    *UNRELEASED,
)

STATEMENTS = tuple(each for each in EXAMPLES if isinstance(each, Statement))
DECLARATIONS = tuple(
    each for each in EXAMPLES if isinstance(each, Declaration) and each not in STATEMENTS
)
ROLLS = tuple(each for each in EXAMPLES if isinstance(each, Rolled))
OUTCOMES = tuple(each for each in EXAMPLES if isinstance(each, Outcome))
HISTORY = tuple(each for each in EXAMPLES if isinstance(each, Historic))
