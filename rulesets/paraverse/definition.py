"""What the definition of Paraverse says, beyond words: the data the rules read."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from events.types.game import Game
from rulesets.common.definition import Record, once_a_game

Grade = Literal["critical", "supercritical"]
Few = Annotated[int, msgspec.Meta(ge=1, le=24)]
"""So many of something are gone through one by one."""

STAMINA = "Stamina"
STATS = ("PHY", "DEX", "CON", "WIL", "COG", "EMP", "PER")
"""The score that wears down, and the seven it is computed from or rolled on (PV-01)."""


class Options(Record, frozen=True):
    """The readings a table can choose. `critical_hits`: a natural 20 in a skirmish beats whatever
    is none (PV-20). `stabilization_target`: what Stabilization has to beat (PV-19)."""

    critical_hits: bool = False
    stabilization_target: int = 15


class Skill(Record, frozen=True):
    """A skill the rules know: the group it is hindered with, the stat it stands on where the
    text names one, and the skill that serves `instead` where somebody has not this one."""

    group: str = ""
    stat: str = ""
    instead: str = ""


class Hindrance(Record, frozen=True):
    """What a wound's effect brings disadvantage to: groups of skills, and whatever stands on a
    stat (PV-14)."""

    groups: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()


class WoundKind(Record, frozen=True):
    """A wound by grade and place: its effects, whether it `fells` (incapacitates) or `kills`,
    and what it waits for (PV-13, PV-14)."""

    grade: Grade
    place: str
    name: str
    text: str
    awaits: str
    effects: tuple[str, ...] = ()
    fells: bool = False
    kills: bool = False


class Locations(Record, frozen=True):
    """What each face of the d4 strikes; empty: another d4, read by `again` (PV-10)."""

    first: tuple[str, str, str, str]
    again: tuple[str, str, str, str]


class Definition(Record, frozen=True):
    """All that the rules need to know of the game. `always` is the target a natural 20 does not
    pass against, `nearly` what a partial failure misses by less than, `multipliers` the largest
    differences that count once, twice …"""

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
        """Where a body is struck, each once."""
        return tuple(
            dict.fromkeys(
                place for place in (*self.locations.again, *self.locations.first) if place
            )
        )

    def wound(self, grade: Grade, place: str) -> WoundKind:
        """The wound of this grade in this place."""
        return next(each for each in self.wounds if (each.grade, each.place) == (grade, place))

    def multiplier(self, difference: int) -> int:
        """How often the weapon's base counts at this difference; at least once (PV-11)."""
        return 1 + sum(difference > most for most in self.multipliers)


def endurance(con: int) -> int:
    """The most Stamina that a CON allows (PV-01)."""
    return (con - 7) // 2 + 4


def fortitude(wil: int) -> int:
    """What pain is measured by, at least 1 (PV-01)."""
    return max(1, (wil - 7) // 2 + 4)


@once_a_game
def definition(game: Game) -> Definition:
    """The game's definition, read once; raises `msgspec.ValidationError` naming the key."""
    return msgspec.convert(game.definition, Definition)


NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "What the game calls things. special is the verb for the special action, one word;",
        "clock and clocks are one and several of the units in which its time is counted. aid, aids",
        "and aided are tending the dying: as a thing, as somebody does it, as it was done. defence",
        "is what an attack's target rolls; resolve, what go does. passing lists conditions that no",
        "fight outlasts, untold those that are told by other words.",
    ),
    "unarmed_base": ("The base damage of an attack without a weapon.",),
    "default_stat": ("What a stat is where a record leaves it out.",),
    "always": ("The target that not even a natural 20 passes.",),
    "nearly": ("A check missed by less than this is a partial failure.",),
    "most_skill": ("No more than this is what experience adds to a skill.",),
    "death_target": ("What a death check has to be greater than.",),
    "stabilization_target": ("What stabilization has to be greater than.",),
    "treatment_target": ("What trauma treatment has to be greater than.",),
    "death_checks": ("So many death checks, and no more.",),
    "camp_watches": ("How many watches a camp takes.",),
    "locations": ("Where a blow lands: a word for each face; with none, the second die says it.",),
    "wounds": (
        "The wounds, whole: with one of your own here, the base's are gone. There is one for each",
        "grade and place: what it does, whether it fells or kills, and what it waits for.",
    ),
    "hindrances": ("What the effects of wounds bring disadvantage to.",),
    "skills": ("The skills the rules know, with their group, their stat, what serves instead.",),
    "multipliers": ("The largest differences that count once and twice; more counts thrice.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below: base",
        "damage, and marksman (it is shot), throwing (it can be thrown), two-handed.",
    ),
    "creatures": (
        "Creatures that can join by name: stats, skills, armor, shield, weapons. people names",
        "another creature, whose numbers it has where it says nothing else.",
    ),
}
"""By key, the lines that stand over it."""
