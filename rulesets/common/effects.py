"""Effects of weapons and creatures besides damage: how they are read, and their amounts (CF-15,
CF-29, BW-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from events.errors import Refused
from events.types.names import pick, suggest
from events.types.rolls import Purpose, is_dice, parse_dice
from events.types.sheets import Effect
from projections.state.fight_state import Combatant
from rulesets.common.fields import as_list, parse_digits, read_text, read_text_or_number
from rulesets.common.statements import LARGEST
from rulesets.core.play import DiceRequest, Play, roll_dice

WHEN = {
    "hit": "hit",
    "critical": "critical",
    "own_critical": "own-critical",
    "killed": "killed",
}
"""The fields of an entry that hold effects, each with the moment when they happen."""

_KEYS = ("does", "text", "dice", "score", "save")


def read_effects(written: Mapping[str, Any], fields: Mapping[str, str] = WHEN) -> Iterator[Effect]:
    """Yield all effects of an entry or a weapon; `fields` maps a field to the moment of its
    effects."""
    for field, when in fields.items():
        for item in as_list(written.get(field, [])):
            yield read_effect(field, when, item)


def read_effect(field: str, when: str, item: Any) -> Effect:
    """Return one effect. Text alone is only reported; a table also says what the effect `does`."""
    if isinstance(item, str):
        return Effect(when, "tell", item)  # type: ignore[arg-type]
    if not isinstance(item, dict):
        raise Refused(f'{field} is text, or a table like {{ does = "incapacitate" }}')
    for key in item:
        if key not in _KEYS:
            raise Refused(f"{field}: unknown key “{key}”{suggest(key, _KEYS)}")
    does = pick(read_text(item, "does", "tell"), _list_kinds(), "effect")
    texts = {key: read_text(item, key, "") for key in ("text", "score", "save")}
    return Effect(when, does, dice=read_text_or_number(item, "dice"), **texts)  # type: ignore[arg-type]


def check_amount(text: str) -> None:
    """Raise `Refused` if an effect's amount is neither a number nor dice."""
    if parse_digits(text, LARGEST) is None:
        parse_dice(text)


@cache
def _list_kinds() -> tuple[str, ...]:
    return get_args(get_type_hints(Effect)["does"])


MOST_DIGITS = 4


def read_amount(text: str, example: str) -> str:
    """Return a stated amount in its canonical form; raise `Refused`, with an example, if it is
    none."""
    amount = text.strip().casefold()
    is_number = amount.isascii() and amount.isdigit() and len(amount) <= MOST_DIGITS
    if not is_number and not is_dice(amount):
        raise Refused(f"“{text}” is no damage; say dice or a number, like {example}.")
    return amount


def roll_amounts(
    ones: Iterable[Combatant], text: str, purpose: Purpose, root: int = 0
) -> Play[list[int]]:
    """Return the amount for each combatant.

    A number is the same for all. With dice each rolls their own. Empty text is 0.
    """
    if not is_dice(text):
        return [int(text or 0) for _ in ones]
    dice = parse_dice(text)
    asks = [DiceRequest(one.id, dice.dice, purpose, root, max) for one in ones]
    faces = yield from roll_dice(*asks)
    return [max(each) + dice.bonus for each in faces]


def roll_amount(one: Combatant, text: str, purpose: Purpose, root: int = 0) -> Play[int]:
    """Return the amount for one combatant."""
    (amount,) = yield from roll_amounts([one], text, purpose, root)
    return amount
