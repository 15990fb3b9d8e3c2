"""The definition of Paraverse: the data that the rules read, and an explanation of each key."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from events.serialization.built_types import build_type
from events.types.base import Game
from rulesets.common.definition import Record, cached_per_game

Grade = Literal["critical", "supercritical"]
Few = Annotated[int, msgspec.Meta(ge=1, le=24)]
"""A number of repetitions that the rules run one by one."""

STAMINA = "Stamina"
STATS = ("PHY", "DEX", "CON", "WIL", "COG", "EMP", "PER")
"""The seven stats; one of them, CON, limits `STAMINA`, the score that wears down (PV-01)."""


class Options(Record, frozen=True):
    """The readings that a table can choose.

    `critical_hits`: a natural 20 in a skirmish beats a side that has none (PV-20).
    `stabilization_target`: the number that a Stabilization check has to exceed (PV-19).
    """

    critical_hits: bool = False
    stabilization_target: int = 15


class Skill(Record, frozen=True):
    """A skill that the rules know.

    Hindrances refer to its `group`. `stat` is the stat of an untrained roll, if the text names one.
    `instead` is the skill that replaces it for a combatant who does not have it.
    """

    group: str = ""
    stat: str = ""
    instead: str = ""


class Hindrance(Record, frozen=True):
    """The rolls that a wound's effect hinders: on groups of skills, and on stats (PV-14)."""

    groups: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()


class WoundKind(Record, frozen=True):
    """A wound by grade and place: its effects, whether it `fells` (incapacitates) or `kills`, and
    what it awaits (PV-13, PV-14)."""

    grade: Grade
    place: str
    name: str
    text: str
    awaits: str
    effects: tuple[str, ...] = ()
    fells: bool = False
    kills: bool = False


class Locations(Record, frozen=True):
    """The place that each face of the d4 hits. An empty place calls for a second d4, read in
    `again` (PV-10)."""

    first: tuple[str, str, str, str]
    again: tuple[str, str, str, str]


class Definition(Record, frozen=True):
    """All data of the game.

    A natural 20 passes by itself only below the target `always`. A check missed by less than
    `nearly` is a partial failure. `multipliers` are the largest differences at which damage counts
    once, twice and so on.
    """

    locations: Locations
    wounds: tuple[WoundKind, ...]
    hindrances: dict[str, Hindrance]
    skills: dict[str, Skill]
    multipliers: tuple[int, ...]
    options: Options = Options()
    unarmed: str = "fists"
    unarmed_base: int = 2
    default_stat: int = 10
    always: int = 25
    nearly: int = 5
    most_skill: int = 10
    death_target: int = 15
    treatment_target: int = 15
    death_checks: Few = 3
    camp_watches: Few = 3
    weapons: dict[str, str] = {}
    creatures: dict[str, dict[str, object]] = {}

    @property
    def places(self) -> tuple[str, ...]:
        """The places where a body can be hit, each once."""
        return tuple(
            dict.fromkeys(
                place for place in (*self.locations.again, *self.locations.first) if place
            )
        )

    def wound(self, grade: Grade, place: str) -> WoundKind:
        """Return the wound of this grade in this place."""
        return next(each for each in self.wounds if (each.grade, each.place) == (grade, place))

    def multiplier(self, difference: int) -> int:
        """Return how many times the base damage counts at this difference; at least 1 (PV-11)."""
        return 1 + sum(difference > most for most in self.multipliers)


def endurance(con: int) -> int:
    """Return the highest Stamina that a CON allows (PV-01)."""
    return (con - 7) // 2 + 4


def fortitude(wil: int) -> int:
    """Return the number that damage is divided by to compute pain; at least 1 (PV-01)."""
    return max(1, (wil - 7) // 2 + 4)


build_type(Definition)


@cached_per_game
def definition(game: Game) -> Definition:
    """Return the game's definition, converted once; raises `msgspec.ValidationError`."""
    return msgspec.convert(game.definition, Definition)


NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "The game's own words. special is the verb for the special action, one word; clock and",
        "clocks are its unit of time, singular and plural. aid, aids and aided are tending the",
        "dying: the noun, the present and the past. defence is what an attack's target rolls;",
        "resolve is what go does. passing lists conditions that end with the fight, untold those",
        "that reports leave out, because other lines say them.",
    ),
    "unarmed_base": ("The base damage of an attack without a weapon.",),
    "default_stat": ("The value of a stat that a record leaves out.",),
    "always": ("The target from which a natural 20 no longer passes by itself.",),
    "nearly": ("A check missed by less than this is a partial failure.",),
    "most_skill": ("The most that experience adds to a skill.",),
    "death_target": ("A death check has to be greater than this.",),
    "stabilization_target": ("A stabilization check has to be greater than this.",),
    "treatment_target": ("A check of trauma treatment has to be greater than this.",),
    "death_checks": ("The number of death checks.",),
    "camp_watches": ("How many watches a camp takes.",),
    "locations": (
        "Where a blow lands: a place for each face of a die; without one, a second die decides.",
    ),
    "wounds": (
        "The wounds. A list here replaces all of the base's. There is one for each grade and",
        "place: what it does, whether it fells or kills, and what it awaits.",
    ),
    "hindrances": ("What the effects of wounds give disadvantage to.",),
    "skills": ("The skills the rules know: their group, their stat, the skill used instead.",),
    "multipliers": ("The largest differences that count once and twice; more counts three times.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below: base",
        "damage, and marksman (it is shot), throwing (it can be thrown), two-handed.",
    ),
    "creatures": (
        "Creatures that can join by name: stats, skills, armor, shield, weapons. people names",
        "another creature, whose numbers it has unless it has its own. noun is the word the",
        "chronicle calls it by (“the wolf”): else its name in small letters; empty, it is a name.",
    ),
}
"""By key of the definition, the comment lines that a new game file shows above it."""
