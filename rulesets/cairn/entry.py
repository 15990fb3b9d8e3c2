"""What a sheet has to be for somebody to join with it, and what it is when they do."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.errors import Refused
from events.types.dice_notation import parse_dice
from events.types.sheets import Effect, Sheet, Weapon
from rulesets.cairn.craft import fires_each
from rulesets.cairn.crew import boarded
from rulesets.cairn.scene import Scene
from rulesets.common.effects import check_amount
from rulesets.common.entry import check_armor, check_scores, named
from rulesets.common.naming import listed, pick


def ready(scene: Scene, sheet: Sheet) -> Sheet:
    """The sheet as it joins: a name and an id of its own (ALL-04), a side, its conditions as the
    rules know them (CF-16); raises `Refused` where it cannot be played with."""
    _check_scores(scene, sheet)
    _check_wounds(scene, sheet)
    for weapon in sheet.weapons:
        check_weapon(scene, weapon)
    _check_effects(scene, sheet.effects)
    craft = scene.rules.craft_of(sheet.scale)
    if sheet.crew and craft is None:
        raise Refused(f"{sheet.name} is no craft and has no crew.", clause="CF-27")
    joining = named(scene.state, sheet)
    return msgspec.structs.replace(
        joining,
        conditions=tuple(map(scene.known, sheet.conditions)),
        each=sheet.each or fires_each(craft),
        crew=boarded(scene.state, joining),
    )


def _check_scores(scene: Scene, sheet: Sheet) -> None:
    names = scene.rules.scores_of(sheet.scale)
    every = names.every
    for score in every:
        if score not in sheet.scores:
            raise Refused(f"{sheet.name} needs a number for {score}.", clause="ALL-04")
    for score in (*sheet.scores, *sheet.maxima):
        if score not in every:
            raise Refused(f"{sheet.name} has no {score}; the scores are {listed(every)}.")
    check_scores(sheet)
    check_armor(sheet)
    if not sheet.scores[names.body] and not sheet.origin:
        raise Refused(
            f"{sheet.name} cannot join with {names.body} 0, because that is death; give 1 or more.",
            clause="CF-16",
        )


def _check_wounds(scene: Scene, sheet: Sheet) -> None:
    """A wound of a row brings the delayed dice of that row, so there has to be one (CF-18)."""
    rows = len(scene.rules.scars)
    for wound in sheet.wounds:
        if not 0 <= wound.row <= rows:
            raise Refused(f"{sheet.name}'s {wound.name} is of row 1 to {rows}, not {wound.row}.")


def check_weapon(scene: Scene, weapon: Weapon) -> None:
    """Raise `Refused` where dice or effects of a weapon cannot be read."""
    parse_dice(weapon.dice)
    _check_effects(scene, weapon.effects)


def _check_effects(scene: Scene, effects: Iterable[Effect]) -> None:
    """Effects are read in the middle of a turn: what cannot be read is refused beforehand."""
    scales = scene.rules.scores.values()
    named = [name for names in scales for name in (names.body, names.agility, names.will)]
    abilities = ("body", "agility", "will", *dict.fromkeys(named))
    for effect in effects:
        if effect.does in ("lose", "damage"):
            check_amount(effect.dice)
        if effect.save:
            pick(effect.save, abilities, "ability")
        if effect.score or effect.does == "lose":
            pick(effect.score, abilities, "ability")
