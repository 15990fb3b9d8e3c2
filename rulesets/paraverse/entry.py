"""What a sheet has to be for somebody to join with it, and what it is when they do."""

from __future__ import annotations

import msgspec

from events.errors import Refused
from events.types.sheets import Sheet
from rulesets.common.naming import listed
from rulesets.common.prepare import area_meant
from rulesets.common.sheets import check_armor, check_numbers, named
from rulesets.common.statements import MOST_SKILL
from rulesets.paraverse.definition import STAMINA, STATS, endurance
from rulesets.paraverse.scene import Scene
from rulesets.paraverse.sheets import check_weapon, named_skill

LEAST_STAMINA = -99
"""Stamina below this is a slip."""


def ready(scene: Scene, sheet: Sheet) -> Sheet:
    """The sheet as it joins: a name and an id of its own (ALL-04), a side, computed Stamina
    (PV-01), conditions as the rules know them; raises `Refused` where it cannot be played with."""
    scores = _scores(scene, sheet)
    if sheet.scale != "individual":
        raise Refused(f"{sheet.name} joins as one body; Paraverse knows no {sheet.scale}s.")
    check_armor(sheet)
    for weapon in sheet.weapons:
        check_weapon(weapon)
    skills = {named_skill(scene.rules, name): value for name, value in sheet.skills.items()}
    for name, value in skills.items():
        if abs(value) > MOST_SKILL:
            raise Refused(f"{sheet.name}'s {name} is −{MOST_SKILL} to {MOST_SKILL}, not {value}.")
    return msgspec.structs.replace(
        named(scene.state, sheet),
        scores=scores,
        maxima={STAMINA: endurance(scores["CON"])},
        skills=skills,
        conditions=tuple(map(scene.known, sheet.conditions)),
        area=_area(scene, sheet),
    )


def _area(scene: Scene, sheet: Sheet) -> str:
    """Where they stand; in no area in particular where none of that name is laid out yet."""
    area = area_meant(scene.state, sheet.area)
    if area and scene.state.areas and area not in scene.state.areas:
        raise Refused(
            f"There is no area “{area}” for {sheet.name} to stand in; there is"
            f" {listed(list(scene.state.areas))}."
        )
    return area


def _scores(scene: Scene, sheet: Sheet) -> dict[str, int]:
    for score in sheet.scores:
        if score not in (STAMINA, *STATS):
            raise Refused(
                f"{sheet.name} has no {score}; the scores are {listed([STAMINA, *STATS])}."
            )
    stats = {stat: sheet.scores.get(stat, scene.rules.default_stat) for stat in STATS}
    check_numbers(sheet, stats)
    most = endurance(stats["CON"])
    left = sheet.scores.get(STAMINA, most)
    if not LEAST_STAMINA <= left <= most:
        raise Refused(
            f"{sheet.name}'s Stamina can be {LEAST_STAMINA} to {most} (Endurance), not {left}.",
            clause="PV-01",
        )
    return {STAMINA: left, **stats}
