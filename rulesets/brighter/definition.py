"""The data of Brighter Worlds, as the rules read it, and the ladder of attribute dice."""

from __future__ import annotations

from typing import Annotated

import msgspec

from events.serialization.built_types import build_type
from events.types.base import Game
from events.types.names import join_words
from events.types.sheets import Weapon
from rulesets.common.definition import Die, Fault, Record, cached_per_game

Count = Annotated[int, msgspec.Meta(gt=0)]


Passes = Annotated[int, msgspec.Meta(ge=1, le=12)]
"""What a save has to reach; the largest die can still reach 12."""


class Movement(Record, frozen=True):
    """How far a move goes, and in which unit."""

    limit: Count
    unit: str


class Options(Record, frozen=True):
    """The readings that a table can choose.

    `morale`: whether combatants who are no player characters test morale without being told to
    (BW-14).
    """

    morale: bool = True


class Definition(Record, frozen=True):
    """The rules of the game as data.

    An unopposed save has to reach `passes`. `dying_seconds` is how long an incapacitated combatant
    lives without aid.
    """

    movement: Movement
    unarmed: str
    unarmed_dice: Die = "d4"
    enhanced_die: Die = "d12"
    impaired_die: Die = "d4"
    passes: Passes = 4
    armor_cap: Count = 3
    round_seconds: Count = 10
    dying_seconds: Count = 3600
    options: Options = Options()
    weapons: dict[str, str] = {}
    creatures: dict[str, dict[str, object]] = {}

    @property
    def bare_hands(self) -> Weapon:
        """The weapon of an attack without weapons."""
        return Weapon(self.unarmed, self.unarmed_dice)


build_type(Definition)


@cached_per_game
def definition(game: Game) -> Definition:
    """Return the game's definition, read once; raise `msgspec.ValidationError` naming the key."""
    return msgspec.convert(game.definition, Definition)


GRIT = "Grit"
STR = "STR"
DEX = "DEX"
WIL = "WIL"
ATTRIBUTES = (STR, DEX, WIL)

LADDER = (0, 4, 6, 8, 10, 12)


def name_die(size: int) -> str:
    """Return the die of this size."""
    return f"d{size}"


def lower_step(size: int) -> int:
    """Return the size one step down: 0 below a d4."""
    return max((rung for rung in LADDER if rung < size), default=0)


def raise_step(size: int) -> int:
    """Return the size one step up; a d12 is the top."""
    return min((rung for rung in LADDER if rung > size), default=LADDER[-1])


def count_steps(size: int) -> int:
    """Return how many steps a size is above a d4."""
    return sum(LADDER[1] < rung <= size for rung in LADDER)


def compute_grit(dexterity: int, will: int) -> int:
    """Return the maximum Grit that these maximum attributes give."""
    return 1 + count_steps(dexterity) + count_steps(will)


NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "What the game calls things. special is the verb for the special action, one word;",
        "distance is the unit of a move (the same as movement.unit); dice lists the scores that",
        "are shown as dice, passing the conditions that no fight outlasts, untold those that are",
        "told by other words.",
    ),
    "movement": ("How far one move goes.",),
    "round_seconds": ("How long a round is.",),
    "unarmed_dice": ("The die of an attack without a weapon.",),
    "impaired_die": ("What an impaired save or attack rolls in place of its dice.",),
    "enhanced_die": ("What an enhanced save or attack rolls besides its dice.",),
    "passes": ("What a save has to reach, 1 to 12.",),
    "armor_cap": ("No more armor than this counts.",),
    "dying_seconds": ("How long somebody dying lives without help.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below: dice,",
        "blast, bulky, and STR, DEX or WIL where its Direct Damage goes to that.",
    ),
    "creatures": (
        "Creatures that can join by name. Besides Grit and the three dice: armor, attacks, nerve",
        "(its morale is enhanced or impaired),",
        "and what happens when its target (critical) or it (own_critical) takes critical damage,",
        'or when it is killed: text, or a table like { does = "regain", dice = "d6" }.',
        "noun is the word the chronicle calls it by (“the wolf”): else its name in small letters;",
        "empty, it is a name.",
    ),
}
"""Comments for a new homebrew file: for each key of a definition, the lines above it."""


def check_scores(game: Game) -> None:
    """Raise `Fault` unless the scores are those that the rules have: one buffer and three dice with
    fixed names, and no scales (BW-01)."""
    every = (GRIT, *ATTRIBUTES)
    if game.scores != {"individual": every}:
        raise Fault(("scores",), f"are {join_words(every)}, in this order, for individuals alone")
