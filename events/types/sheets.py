"""A combatant's sheet: scores, weapons, effects, wounds of earlier fights.

STORAGE FORMAT: field names here are written into campaign files. Add fields with defaults; never
rename or remove one.
"""

from typing import Literal

from events.types.base import Value

Kind = Literal["pc", "follower", "npc"]
Scale = Literal["individual", "detachment", "vehicle", "starship"]
Bars = Literal["", "moving", "all but crawling", "everything"]
"""What a condition prevents, so that a log can be read without its rules."""


class Effect(Value, frozen=True):
    """Something that a weapon or combatant does besides damage (CF-15, CF-29, BW-08).

    `when` is when it happens: `hit` and `critical` affect the target, `own-critical` and `killed`
    the bearer. `does` is what happens; `tell` has only words, `regain` and `rise` restore or raise
    a score of the bearer. `dice` is how much (dice or a number), `score` which ability, `save` an
    ability that the target may save on first.
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
    """A weapon or natural attack. `dice` is a notation with any flat bonus (`3d10+1`), or a number
    in a game without damage dice. `against` is the score that its harm reduces, if not the usual
    one (BW-07)."""

    name: str
    dice: str
    tags: tuple[str, ...] = ()
    range: str = ""
    effects: tuple[Effect, ...] = ()
    against: str = ""


class Condition(Value, frozen=True):
    """A state that a combatant is in. `source` is the label of the wound it comes from, if any.
    `since` is the number of the turn or phase it began in (0 before any), `about` the combatant or
    weapon it concerns, `due` the time on the fight's clock when it ends by itself."""

    name: str
    bars: Bars = ""
    source: str = ""
    since: int = 0
    about: str = ""
    due: int | None = None


class Wound(Value, frozen=True):
    """A wound or scar. `label` is unique on its bearer. `row` is the row of the game's table,
    `awaits` what the wound waits for, `due` the second of the fight's clock when it kills, `place`
    the part of the body, `grade` how bad it is, in the game's own word."""

    label: str
    name: str
    row: int = 0
    text: str = ""
    awaits: str = ""
    due: int | None = None
    place: str = ""
    grade: str = ""


class Sheet(Value, frozen=True):
    """One combatant as it joins.

    `scores` and `maxima` use the game's own field names (`HP`, `STR`); a maximum equal to its score
    is left out. `choices` are standing decisions of the referee (`critical`: out or dead; `broken`:
    routed or weakened; `morale`: flees or surrenders). `each`: it attacks with every weapon each
    turn. `origin` names the fight and combatant it was carried over from. `skills` are modifiers by
    skill. `area` is its place on the battlefield. `crew` are those aboard a craft, by id, each with
    a post. `noun` is the word it is called by in prose, without an article (`troll`), `plural` that
    word for several (empty: by the rule). No noun: its name is a name, or `plural` alone says that
    it is several (`grave robbers`).
    """

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
    noun: str = ""
    plural: str = ""
