"""What a sheet has to be for somebody to join with it, and what it is when they do (BW-01)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.errors import Refused
from events.types.dice_notation import parse_dice
from events.types.sheets import Effect, Sheet, Weapon
from rulesets.brighter.ladder import ATTRIBUTES, DEX, GRIT, LADDER, WIL, die_of, full_grit
from rulesets.brighter.scene import Scene, known
from rulesets.common.effects import check_amount
from rulesets.common.entry import check_armor, check_scores, named
from rulesets.common.naming import listed, pick


def ready(scene: Scene, sheet: Sheet) -> Sheet:
    """The sheet as it joins: a name and an id of its own (ALL-04), a side, the Grit that its dice
    give where none is said; raises `Refused` where it cannot be played with."""
    if sheet.scale != "individual":
        raise Refused(f"{sheet.name}: {scene.state.game.name} knows no {sheet.scale}s.")
    _check_attributes(sheet)
    scores = {GRIT: _grit(sheet), **sheet.scores}
    filled = msgspec.structs.replace(
        sheet, scores=scores, conditions=tuple(map(known, sheet.conditions))
    )
    check_scores(filled)
    check_armor(filled)
    for weapon in sheet.weapons:
        check_weapon(weapon)
    _check_effects(sheet.effects)
    return named(scene.state, filled)


def refuse_off_ladder(score: str, size: int, written: str = "") -> None:
    """Raise where an attribute is no die; `written` is what somebody wrote for it."""
    if score in ATTRIBUTES and size not in LADDER:
        dice = listed([*(die_of(rung) for rung in LADDER[1:])], "or")
        raise Refused(
            f"“{written or size}” is no die for {score}; it can be 0, {dice}.", clause="BW-01"
        )


def _check_attributes(sheet: Sheet) -> None:
    every = (GRIT, *ATTRIBUTES)
    for attribute in ATTRIBUTES:
        if attribute not in sheet.scores:
            raise Refused(f"{sheet.name} needs a die for {attribute}.", clause="BW-01")
    for score, size in (*sheet.scores.items(), *sheet.maxima.items()):
        if score not in every:
            raise Refused(f"{sheet.name} has no {score}; the scores are {listed(every)}.")
        refuse_off_ladder(score, size)


def _grit(sheet: Sheet) -> int:
    most = {**sheet.scores, **sheet.maxima}
    return most[GRIT] if GRIT in most else full_grit(most[DEX], most[WIL])


def check_weapon(weapon: Weapon) -> None:
    """Raise `Refused` where a weapon cannot be used."""
    parse_dice(weapon.dice)
    if weapon.against and weapon.against not in ATTRIBUTES:
        raise Refused(
            f"The {weapon.name} strikes {listed(ATTRIBUTES, 'or')}, not {weapon.against}.",
            clause="BW-07",
        )
    _check_effects(weapon.effects)


def _check_effects(effects: Iterable[Effect]) -> None:
    """Effects are read in the middle of a turn: what cannot be is refused beforehand."""
    for effect in effects:
        _check_kind(effect)
        if effect.does in ("damage", "regain") or effect.score == GRIT:
            check_amount(effect.dice)
        if effect.does == "lose":
            _exact(effect.score, (*ATTRIBUTES, GRIT))
        elif effect.does == "rise" or (effect.does == "damage" and effect.score):
            _exact(effect.score, ATTRIBUTES)
        if effect.save:
            _exact(effect.save, ATTRIBUTES)


def _check_kind(effect: Effect) -> None:
    if effect.when == "hit" or effect.does == "stun":
        what = "on a hit" if effect.when == "hit" else "that stun"
        raise Refused(
            f"There are no effects {what} here; they come with critical damage, one's own or the"
            " target's, or when somebody is killed.",
            clause="BW-08",
        )


def _exact(text: str, choices: tuple[str, ...]) -> None:
    if pick(text, choices, "score") != text:
        raise Refused(f"Write “{text}” as {listed(choices, 'or')}.")
