"""Amounts of harm: a number, or dice of which the highest counts."""

from __future__ import annotations

from collections.abc import Iterable

from events.errors import Refused
from events.types.dice_notation import is_dice, parse_dice
from events.types.rolls import Purpose
from projections.state.fight_state import Combatant
from rulesets.core.play import Ask, Play, throw

MOST_DIGITS = 4


def amount_said(text: str, example: str) -> str:
    """An amount as somebody says it; raises `Refused` where it is none, with what would be one."""
    amount = text.strip().casefold()
    is_number = amount.isascii() and amount.isdigit() and len(amount) <= MOST_DIGITS
    if not is_number and not is_dice(amount):
        raise Refused(f"“{text}” is no damage; say dice or a number, like {example}.")
    return amount


def amounts(
    ones: Iterable[Combatant], text: str, purpose: Purpose, root: int = 0
) -> Play[list[int]]:
    """What it comes to for each of them: a number for all alike, dice each with their own; no
    text is nothing."""
    if not is_dice(text):
        return [int(text or 0) for _ in ones]
    dice = parse_dice(text)
    faces = yield from throw(*(Ask(one.id, dice.dice, purpose, root) for one in ones))
    return [max(each) + dice.bonus for each in faces]


def amount(one: Combatant, text: str, purpose: Purpose, root: int = 0) -> Play[int]:
    """What it comes to for one."""
    (amount,) = yield from amounts([one], text, purpose, root)
    return amount
