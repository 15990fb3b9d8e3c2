"""Checks of a definition beyond its types: can the rules play it?"""

from __future__ import annotations

from typing import get_args

from events.types.base import Game
from events.types.names import join_words, suggest
from rulesets.common.definition import Fault
from rulesets.paraverse.definition import STATS, Definition, Grade, definition
from rulesets.paraverse.scene import CONDITIONS

_FARTHEST = 8
"""The longest chain of skills that serve instead of one another."""


def check(game: Game) -> None:
    """Raise `Fault` naming a key of the definition that the rules cannot play."""
    rules = definition(game)
    _check_places(rules)
    _check_skills(rules)
    if len(rules.multipliers) != 2 or sorted(set(rules.multipliers)) != [*rules.multipliers]:
        raise Fault(("multipliers",), "are two numbers, the smaller first")


def _check_places(rules: Definition) -> None:
    """Check that every place that can be hit has its wounds (PV-10, PV-13)."""
    for at, place in enumerate(rules.locations.again):
        if not place:
            raise Fault(("locations", "again", at), "is a place; there is no third die")
    known = [(wound.grade, wound.place) for wound in rules.wounds]
    for place in rules.places:
        for grade in get_args(Grade):
            if (grade, place) not in known:
                raise Fault(("wounds",), f"have no {grade} one for {place}")
    for at, wound in enumerate(rules.wounds):
        if wound.place not in rules.places:
            hint = suggest(wound.place, rules.places)
            raise Fault(("wounds", at, "place"), f"no blow lands on “{wound.place}”{hint}")
        for number, effect in enumerate(wound.effects):
            if effect not in (*rules.hindrances, *CONDITIONS):
                hint = suggest(effect, (*rules.hindrances, *CONDITIONS))
                reason = f"no hindrance or condition is called “{effect}”{hint}"
                raise Fault(("wounds", at, "effects", number), reason)
        if not wound.name:
            raise Fault(("wounds", at, "name"), "needs at least one visible character")


def _check_skills(rules: Definition) -> None:
    """Check that skills name stats that exist, and that chains of `instead` end (PV-01)."""
    for name, skill in rules.skills.items():
        if skill.stat and skill.stat not in STATS:
            raise Fault(
                ("skills", name, "stat"), f"is {join_words(STATS, 'or')}, not “{skill.stat}”"
            )
        if skill.instead and skill.instead not in rules.skills:
            hint = suggest(skill.instead, rules.skills)
            raise Fault(("skills", name, "instead"), f"no skill is called “{skill.instead}”{hint}")
    for name in rules.skills:
        passed = [name]
        while after := rules.skills[passed[-1]].instead:
            if after in passed:
                raise Fault(("skills", name, "instead"), "leads back to itself")
            if len(passed) > _FARTHEST:
                raise Fault(("skills", name, "instead"), f"leads over more than {_FARTHEST} skills")
            passed.append(after)
