"""The data of a game of the Cairn family, as the rules read it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from events.serialization.built_types import build_type
from events.types.base import Game
from events.types.names import fold_case
from events.types.rolls import FACES
from events.types.sheets import Scale, Weapon
from rulesets.common.definition import Die, Record, cached_per_game

Role = Literal["protection", "body", "agility", "will"]
Ability = Literal["", "body", "agility", "will"]
Notation = Annotated[str, msgspec.Meta(pattern=r"^[1-9]?d(4|6|8|10|12|20)$")]
"""Dice of one size, up to nine of them."""


class CraftEffect(Record, frozen=True):
    """The effect of one face of the effects die.

    The craft gets `condition`. With `weapon`, one of its weapons cannot fire; with `holds`, it
    cannot manoeuvre. `dice` is damage to the `crew`: to all, or to those with a post. They may
    `save` first. With `each_round`, the damage comes at the end of each round while the condition
    lasts, and not at once.
    """

    name: str
    text: str
    condition: str = ""
    weapon: bool = False
    holds: bool = False
    dice: Notation = ""
    crew: Literal["", "all", "posts"] = ""
    save: Ability = ""
    each_round: bool = False

    def __post_init__(self) -> None:
        if bool(self.dice) != bool(self.crew):
            raise ValueError(f"{self.name}: dice are rolled for a crew, and a crew takes dice")
        if (self.weapon or self.holds or self.each_round) and not self.condition:
            raise ValueError(f"{self.name}: what lasts needs a condition")


class Manoeuvre(Record, frozen=True):
    """An action of a craft that takes a save.

    `does` is its effect in the rules; `tell` is only reported. The save is `of` the craft or of the
    target, made by the first crew member at one of the `posts`, or by the craft itself. `target`
    and `weapon` say whether it needs one, `helm` whether it takes steering, `pierces` whether its
    damage ignores armor. `rounds` is how long it lasts.
    """

    name: str
    save: Literal["body", "agility", "will"]
    does: Literal["tell", "lock", "dodge", "ram", "boost", "rig"] = "tell"
    of: Literal["craft", "target"] = "craft"
    posts: tuple[str, ...] = ()
    target: Literal["", "may", "must"] = ""
    weapon: bool = False
    helm: bool = False
    pierces: bool = False
    rounds: Notation = "d6"
    text: str = ""

    def __post_init__(self) -> None:
        if self.does in ("lock", "dodge", "ram") and self.target != "must":
            raise ValueError(f"{self.name}: {self.does} needs a target")
        if self.does in ("lock", "boost") and not self.weapon:
            raise ValueError(f"{self.name}: {self.does} needs a weapon")


class Craft(Record, frozen=True):
    """The rules for the craft of one scale.

    `effects` is the table that is rolled when damage takes exactly the last hit protection, and
    when a critical save fails. With `minutes`, a failed save starts a countdown instead, and
    `ruined` is the name of its end. With `each`, every weapon may fire each turn, because each has
    its gunner.
    """

    effects: tuple[CraftEffect, ...] = ()
    minutes: Notation = ""
    ruined: str = ""
    each: bool = False
    manoeuvres: tuple[Manoeuvre, ...] = ()

    def __post_init__(self) -> None:
        if self.effects and len(self.effects) not in FACES.values():
            raise ValueError(f"no die has {len(self.effects)} faces for the effects")
        for what, names in (
            ("effects", [fold_case(each.name) for each in self.effects]),
            ("manoeuvres", [fold_case(each.name) for each in self.manoeuvres]),
        ):
            if len(set(names)) < len(names):
                raise ValueError(f"two {what} have the same name")

    @property
    def die(self) -> str:
        """The die of the effects table."""
        return f"d{len(self.effects)}"

    def effect(self, name: str) -> CraftEffect:
        """Return the effect with this name."""
        return next(each for each in self.effects if each.name == name)

    def manoeuvre(self, name: str) -> Manoeuvre | None:
        """Return the manoeuvre with this name, or None."""
        return next((each for each in self.manoeuvres if each.name == name), None)


Seconds = Annotated[int, msgspec.Meta(ge=1)]
"""The length of a round: at least one second."""


class Scores(Record, frozen=True):
    """The score that plays each role in the rules, for one scale."""

    protection: str
    body: str
    agility: str
    will: str

    def of(self, role: Role) -> str:
        """Return the field that plays a role."""
        return str(getattr(self, role))

    @property
    def every(self) -> tuple[str, str, str, str]:
        """All fields, in the order of the roles."""
        return (self.protection, self.body, self.agility, self.will)


class Movement(Record, frozen=True):
    """How far a move goes: up to `limit` units, or less than that with `below`."""

    limit: int
    unit: str
    below: bool = False


class Options(Record, frozen=True):
    """The readings that a table can choose.

    `late_openers`: those who fail the opening save act after the opponents in round 1 (CF-05).
    `npc_critical`: out or dead (CF-15). `broken_detachment`: routed or weakened (CF-20).
    `strict_unarmed`: d4 even when enhanced (CF-08). `morale`: on or off (CF-25).
    """

    late_openers: bool = False
    npc_critical: Literal["out", "dead"] = "out"
    broken_detachment: Literal["routed", "weakened"] = "routed"
    strict_unarmed: bool = False
    morale: bool = True


class ScarStep(Record, frozen=True):
    """One roll of a scar.

    `place` names what each face means; a role there is the score of the next step. `score` is the
    role whose maximum the total may change, by `rule`: `higher` takes a higher total, `add` adds
    it, `becomes` always takes it, `current` takes a total above the present score. `save` is a role
    to save on first; if it fails, nothing is rolled.
    """

    dice: Notation
    place: tuple[str, ...] = ()
    score: Literal["", "placed", "protection", "body", "agility", "will"] = ""
    rule: Literal["", "higher", "add", "becomes", "current"] = ""
    save: Ability = ""

    def __post_init__(self) -> None:
        faces = FACES[self.dice.lstrip("123456789")]
        if self.place and len(self.place) != faces:
            raise ValueError(f"a {self.dice} needs {faces} places, not {len(self.place)}")


class ScarCondition(Record, frozen=True):
    """A condition that a scar brings, and what it bars."""

    name: str
    bars: Literal["", "moving", "all but crawling", "everything"] = ""


class Scar(Record, frozen=True):
    """A row of the scar table.

    `now` is rolled at once, `later` when what it `awaits` comes. `hours` is the time until death
    without help. A `doom` is resolved by the next critical save.
    """

    row: int
    name: str
    text: str
    now: tuple[ScarStep, ...] = ()
    later: tuple[ScarStep, ...] = ()
    conditions: tuple[ScarCondition, ...] = ()
    awaits: str = ""
    hours: int = 0
    doom: bool = False


class Definition(Record, frozen=True):
    """The rules of one game as data; `craft` has the ships and vehicles by scale (CF-27)."""

    scores: dict[Scale, Scores]
    round_seconds: dict[Scale, Seconds]
    movement: Movement
    unarmed: str
    defaults: dict[str, int] = {}
    options: Options = Options()
    bands: tuple[str, ...] = ()
    default_band: str = ""
    armor_cap: int = 3
    critical_seconds: int = 3600
    unarmed_dice: Notation = "d4"
    impaired_die: Die = "d4"
    enhanced_die: Die = "d12"
    scars: tuple[Scar, ...] = ()
    weapons: dict[str, str] = {}
    creatures: dict[str, dict[str, object]] = {}
    craft: dict[Literal["vehicle", "starship"], Craft] = {}

    def __post_init__(self) -> None:
        for key, table in (("scores", self.scores), ("round_seconds", self.round_seconds)):
            if "individual" not in table:
                raise ValueError(f"{key} needs individual")
        for scale in self.craft:
            if scale not in self.scores:
                raise ValueError(f"craft.{scale} needs scores.{scale}")

    @property
    def bare_hands(self) -> Weapon:
        """The weapon of an attack without weapons."""
        return Weapon(self.unarmed, self.unarmed_dice)

    def scores_of(self, scale: Scale) -> Scores:
        """Return the fields that play the roles at this scale."""
        return self.scores.get(scale, self.scores["individual"])

    def seconds_of(self, scale: Scale) -> int:
        """Return the length of a round at this scale."""
        return self.round_seconds.get(scale, self.round_seconds["individual"])

    def craft_of(self, scale: Scale) -> Craft | None:
        """Return the rules for craft of this scale, or None if it is no craft."""
        return self.craft.get(scale)  # type: ignore[arg-type]

    @property
    def manoeuvres(self) -> bool:
        """Whether any craft has manoeuvres."""
        return any(craft.manoeuvres for craft in self.craft.values())

    def scar(self, damage: int) -> Scar | None:
        """Return the row for this much damage; the last row serves for more (CF-17)."""
        return self.scars[min(damage, len(self.scars)) - 1] if self.scars else None


build_type(Definition)


@cached_per_game
def definition(game: Game) -> Definition:
    """Return the game's definition, read once; raise `msgspec.ValidationError` naming the key."""
    return msgspec.convert(game.definition, Definition)


NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "What the game calls things. special is the verb for the special action, one word;",
        "distance is the unit of a move (the same as movement.unit); passing lists conditions that",
        "no fight outlasts, untold those that are told by other words.",
    ),
    "scores": (
        "What the four parts of everybody are called, one word each. Give one another name, and",
        "the weapons and creatures of the base follow; rosters write it, too: Guts = 4.",
    ),
    "movement": ("How far one move goes; below = true: less than that.",),
    "round_seconds": ("How long a round is.",),
    "defaults": ("What a score is where a record leaves it out.",),
    "unarmed_dice": ("The dice of an attack without a weapon.",),
    "impaired_die": ("What an impaired attack rolls in place of its dice.",),
    "enhanced_die": ("What an enhanced attack rolls.",),
    "armor_cap": ("No more armor than this counts.",),
    "critical_seconds": ("How long a character with critical damage lives without aid.",),
    "bands": ("Distances by name, the nearest first.",),
    "default_band": ("How far a weapon reaches of which nothing else is said.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below: dice,",
        "and what else holds for it: a flat bonus (+1), blast, bulky, clumsy, enhanced,",
        "ignores-armor, recoilless, stun, and a distance where the game has some.",
    ),
    "creatures": (
        "Creatures that can join by name. Besides the scores: armor, attacks, detachment = true,",
        "leader = true, each = true (every attack each turn), and what happens on a hit, when its",
        "target (critical) or it (own_critical) takes critical damage, when it is killed: text,",
        'or a table like { does = "incapacitate", text = "held fast" }. noun is the word the',
        "chronicle calls it by (“the wolf”): else its name in small letters; empty, it is a name.",
    ),
    "scars": (
        "The table of scars, whole: with a row of your own here, the base's rows are gone. Rows",
        "count from 1; the last one serves for more. text may name {place} and {referee}. A step",
        "of now (at once) or later (when what it awaits has come) rolls either for a place, with",
        "a word for each face, or for a score: protection, body, agility, will, or placed (the",
        "one that the place names). rule says what becomes of the maximum: higher, add, becomes;",
        "or current, of the score itself. save rolls only after a passed save. conditions can",
        "bar moving, all but crawling, everything; hours kill unless what it awaits comes.",
    ),
    "craft": ("Ships and vehicles, by scale: what happens to them, and what they can do.",),
}
"""Comments for a new homebrew file: for each key of a definition, the lines above it."""
