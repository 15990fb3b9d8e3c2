"""Statements: facts the referee lays down, as good as any other event (ALL-01).

They are declarations too, but they are taken as they are said and ask no rule. Each has its
reason in `why`. STORAGE FORMAT: tags and field names are written into campaign files.
"""

from __future__ import annotations

from typing import Literal

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


class SetScore(Event, frozen=True, tag="set-score"):
    """A score is `now` this, its maximum `maximum`; None leaves it as it is, but for a maximum
    below the score, which lowers it, and a score above the maximum, which raises that. `was` is
    what it stood at, in a game where it matters whether it rises."""

    who: str
    score: str
    now: int | None = None
    maximum: int | None = None
    why: str = ""
    was: int | None = None


class SetTrait(Event, frozen=True, tag="set-trait"):
    """Anything else on the sheet that has one value; `value` is its text (`"2"`, `"yes"`)."""

    who: str
    trait: Trait
    value: str
    why: str = ""


class AddCondition(Event, frozen=True, tag="add-condition"):
    """Somebody is now in this condition; `bars` is what it keeps them from doing, `about` the
    combatant or weapon it concerns."""

    who: str
    condition: str
    bars: Bars = ""
    why: str = ""
    about: str = ""


class EndCondition(Event, frozen=True, tag="end-condition"):
    """A condition ends, wherever it came from; `about` says which, where there are several of
    the name."""

    who: str
    condition: str
    why: str = ""
    about: str = ""


class SetSkill(Event, frozen=True, tag="set-skill"):
    """Somebody's modifier for a skill is `now` this."""

    who: str
    skill: str
    now: int
    why: str = ""


class Place(Event, frozen=True, tag="place"):
    """Somebody is in this area."""

    who: str
    area: str
    why: str = ""


class Engage(Event, frozen=True, tag="engage"):
    """Somebody is engaged with these opponents and with nobody else; none: with nobody."""

    who: str
    opponents: tuple[str, ...] = ()
    why: str = ""


class Crew(Event, frozen=True, tag="crew"):
    """Somebody is aboard a craft, in this post (`pilot`) or in none; `ashore` they are not."""

    who: str
    member: str
    post: str = ""
    ashore: bool = False
    why: str = ""


class Kill(Event, frozen=True, tag="kill"):
    """Somebody is dead."""

    who: str
    why: str = ""


class Revive(Event, frozen=True, tag="revive"):
    """Somebody dead lives after all."""

    who: str
    why: str = ""


class Remove(Event, frozen=True, tag="remove"):
    """Somebody leaves the fight alive."""

    who: str
    why: str = ""


class Return(Event, frozen=True, tag="return"):
    """Somebody who had left is back in the fight."""

    who: str
    why: str = ""


class Rename(Event, frozen=True, tag="rename"):
    """Somebody is called differently; the id stays. `was` is what they were called."""

    who: str
    name: str
    why: str = ""
    was: str = ""


class HandOver(Event, frozen=True, tag="hand-over"):
    """Another player (or, empty, the referee) speaks for somebody from now on; `side` where
    they change sides with it."""

    who: str
    player: str = ""
    side: str = ""
    why: str = ""


class Arm(Event, frozen=True, tag="arm"):
    """Somebody has a weapon from now on; one of the same name is replaced."""

    who: str
    weapon: Weapon
    why: str = ""


class Disarm(Event, frozen=True, tag="disarm"):
    """Somebody no longer has a weapon."""

    who: str
    weapon: str
    why: str = ""
