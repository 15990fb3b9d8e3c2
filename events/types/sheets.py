"""What a combatant brings to a fight: scores, weapons, effects, wounds of earlier fights.

STORAGE FORMAT: field names here are written into campaign files. Add fields with defaults;
never rename or remove one.
"""

from __future__ import annotations

from typing import Literal

from events.types.base import Value

Kind = Literal["pc", "follower", "npc"]
Scale = Literal["individual", "detachment", "vehicle", "starship"]
Bars = Literal["", "moving", "all but crawling", "everything"]
"""What a condition keeps its bearer from doing, so that a log reads without its rules."""


class Effect(Value, frozen=True):
    """Something a record does besides damage (CF-15, CF-29, BW-08).

    `when` it happens: `hit` and `critical` strike the target; `own-critical` and `killed` are
    the bearer's own. `does` is what happens; `tell` is words only, `regain` and `rise` are what
    the bearer gets back or gains. `dice` is how much (dice or a number), `score` which ability,
    `save` an ability the target may save on first.
    """

    when: Literal["hit", "critical", "own-critical", "killed"]
    does: Literal[
        "tell", "fail", "incapacitate", "lose", "damage", "enhance", "stun", "regain", "rise"
    ] = "tell"
    text: str = ""
    dice: str = ""
    score: str = ""
    save: str = ""


class Weapon(Value, frozen=True):
    """A weapon or a natural attack. `dice` is a notation with any flat bonus (`3d10+1`), or the
    number a game without damage dice counts with; `against` the score its harm goes to, where
    that is not the usual one (BW-07)."""

    name: str
    dice: str
    tags: tuple[str, ...] = ()
    range: str = ""
    effects: tuple[Effect, ...] = ()
    against: str = ""


class Condition(Value, frozen=True):
    """A state somebody is in. `source` is the label of the wound it comes from, if any;
    `since` the number of the turn or phase it began in (0 before any); `about` the combatant or
    weapon it concerns; `due` the moment of the fight's clock at which it ends by itself."""

    name: str
    bars: Bars = ""
    source: str = ""
    since: int = 0
    about: str = ""
    due: int | None = None


class Wound(Value, frozen=True):
    """A wound or scar. `label` is unique on its bearer; `row` the row of the game's table;
    `awaits` what it still waits for; `due` the second of the fight's clock at which it kills;
    `place` the part of the body; `grade` how bad it is, in the game's own word."""

    label: str
    name: str
    row: int = 0
    text: str = ""
    awaits: str = ""
    due: int | None = None
    place: str = ""
    grade: str = ""


class Sheet(Value, frozen=True):
    """One combatant as it joins. `scores` and `maxima` are keyed by the game's own field names
    (`HP`, `STR`); a maximum that equals its score is left out. `choices` are standing answers
    of the referee (`critical`: out or dead; `broken`: routed or weakened; `morale`: flees or
    surrenders). `each` says it attacks with every weapon each turn. `origin` names the fight
    and the combatant it was carried over from. `skills` are modifiers by the skill's name;
    `area` is where they stand; `crew` who is aboard a craft, by id, each with their post."""

    name: str
    scores: dict[str, int]
    id: str = ""
    kind: Kind = "npc"
    side: str = ""
    player: str = ""
    scale: Scale = "individual"
    maxima: dict[str, int] = {}
    armor: int = 0
    weapons: tuple[Weapon, ...] = ()
    effects: tuple[Effect, ...] = ()
    leader: bool = False
    each: bool = False
    choices: dict[str, str] = {}
    conditions: tuple[Condition, ...] = ()
    wounds: tuple[Wound, ...] = ()
    origin: str = ""
    shield: int = 0
    skills: dict[str, int] = {}
    area: str = ""
    crew: dict[str, str] = {}
