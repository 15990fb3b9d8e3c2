"""What the keys of the game are, for the file that somebody is given to begin with."""

from __future__ import annotations

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
