"""Statements: facts that the referee states, equal to any other event (ALL-01).

They are declarations, too, but they are recorded as given and no rule is applied. `why` is the
reason. STORAGE FORMAT: tags and field names are written into campaign files.
"""

from typing import Literal, TypeAlias

from events.types.base import Event
from events.types.sheets import Bars, Weapon

Trait = Literal[
    "armor",
    "side",
    "kind",
    "scale",
    "leader",
    "each",
    "critical",
    "broken",
    "morale",
    "shield",
    "nerve",
]


class Stated(Event, frozen=True):
    """The base of every statement."""


class SetScore(Stated, frozen=True, tag="set-score"):
    """A score is `now` this, its maximum `maximum`; None leaves either as it is. A maximum below
    the score lowers the score, and a score above the maximum raises the maximum. `was` is the score
    before, in a game where it matters whether it rises."""

    who: str
    score: str
    now: int | None = None
    maximum: int | None = None
    why: str = ""
    was: int | None = None


class SetTrait(Stated, frozen=True, tag="set-trait"):
    """Another single value on the sheet; `value` is its text (`"2"`, `"yes"`)."""

    who: str
    trait: Trait
    value: str
    why: str = ""


class AddCondition(Stated, frozen=True, tag="add-condition"):
    """A combatant is in this condition from now on. `bars` is what the condition prevents, `about`
    the combatant or weapon it concerns."""

    who: str
    condition: str
    bars: Bars = ""
    why: str = ""
    about: str = ""


class EndCondition(Stated, frozen=True, tag="end-condition"):
    """A condition ends, whatever caused it. `about` says which, if there are several of the
    name."""

    who: str
    condition: str
    why: str = ""
    about: str = ""


class SetSkill(Stated, frozen=True, tag="set-skill"):
    """A combatant's modifier for a skill is `now` this."""

    who: str
    skill: str
    now: int
    why: str = ""


class Place(Stated, frozen=True, tag="place"):
    """A combatant is in this area."""

    who: str
    area: str
    why: str = ""


class Engage(Stated, frozen=True, tag="engage"):
    """A combatant is engaged with these opponents and no others; with none if the list is empty."""

    who: str
    opponents: tuple[str, ...] = ()
    why: str = ""


class Crew(Stated, frozen=True, tag="crew"):
    """A member of the crew is aboard a craft, in this post (`pilot`) or in none; `ashore`: no
    longer aboard."""

    who: str
    member: str
    post: str = ""
    ashore: bool = False
    why: str = ""


class Kill(Stated, frozen=True, tag="kill"):
    """A combatant is dead."""

    who: str
    why: str = ""


class Revive(Stated, frozen=True, tag="revive"):
    """A dead combatant is alive after all."""

    who: str
    why: str = ""


class Remove(Stated, frozen=True, tag="remove"):
    """A combatant leaves the fight alive."""

    who: str
    why: str = ""


class Return(Stated, frozen=True, tag="return"):
    """A combatant that had left is back in the fight."""

    who: str
    why: str = ""


class Rename(Stated, frozen=True, tag="rename"):
    """A combatant gets another name; its id stays. `was` is the name before."""

    who: str
    name: str
    why: str = ""
    was: str = ""


class HandOver(Stated, frozen=True, tag="hand-over"):
    """Another player (empty: the referee) controls a combatant from now on; `side` is the new side,
    if it changes."""

    who: str
    player: str = ""
    side: str = ""
    why: str = ""


class Arm(Stated, frozen=True, tag="arm"):
    """A combatant has a weapon from now on; it replaces one of the same name."""

    who: str
    weapon: Weapon
    why: str = ""


class Disarm(Stated, frozen=True, tag="disarm"):
    """A combatant no longer has a weapon."""

    who: str
    weapon: str
    why: str = ""


Statement: TypeAlias = (
    SetScore
    | SetTrait
    | SetSkill
    | Place
    | Engage
    | Crew
    | AddCondition
    | EndCondition
    | Kill
    | Revive
    | Remove
    | Return
    | Rename
    | HandOver
    | Arm
    | Disarm
)
"""Every statement; `isinstance(event, Stated)` finds them, too."""
