"""Sheets from what people write: roster entries and creatures, attributes as dice (BW-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from events.errors import Refused
from events.types.game import Game
from events.types.names import checked_name
from events.types.sheets import Kind, Sheet, Weapon
from rulesets.brighter.definition import Definition, definition
from rulesets.brighter.entry import refuse_off_ladder
from rulesets.brighter.ladder import ATTRIBUTES, DEX, GRIT, WIL, full_grit
from rulesets.brighter.sheet_effects import WHEN, read_effects
from rulesets.brighter.weapons import read_weapon
from rulesets.common import sheets
from rulesets.common.fields import items, number, said, table, text
from rulesets.common.naming import index
from rulesets.common.statements import refuse_above_maximum

_CHOICES = {
    "if_shaken": ("morale", ("flees", "surrenders")),
    "nerve": ("nerve", ("enhanced", "impaired", "plain")),
}
_FIELDS = index((GRIT, *ATTRIBUTES, *sheets.PLAIN, "attacks", *WHEN, *_CHOICES, "from"))


def read_sheet(game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
    """The sheet an entry describes.

    `from` names a creature of the game whose fields the entry overrides. An attribute is a die
    (`"d8"`, or 8), or `"d6/d8"` where a step is lost; Grit a number, and what the dice give where
    it is left out. Raises `Refused` naming the field that is unknown, missing or unreadable.
    """
    rules = definition(game)
    written = sheets.with_creature(rules.creatures, entry, _field)
    name = checked_name(text(written, "name"))
    scores, maxima = _scores(written)
    return Sheet(
        name=name,
        scores=scores,
        kind=kind,
        side=text(written, "side", ""),
        player=text(written, "player", ""),
        maxima=maxima,
        armor=number("armor", written.get("armor", 0)),
        weapons=tuple(_weapons(rules, written)),
        effects=tuple(read_effects(written)),
        choices=sheets.choices(written, _CHOICES),
        conditions=sheets.conditions(written),
    )


def _field(key: str) -> str:
    return sheets.field(key, _FIELDS)


def _scores(written: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    scores: dict[str, int] = {}
    most: dict[str, int] = {}
    for attribute in ATTRIBUTES:
        if attribute not in written:
            raise Refused(f"a die for {attribute} is missing")
        scores[attribute], most[attribute] = _read(attribute, written[attribute])
    given = written.get(GRIT, full_grit(most[DEX], most[WIL]))
    grit, most[GRIT] = _read(GRIT, given)
    maxima = {score: most[score] for score, now in scores.items() if most[score] != now}
    if most[GRIT] != grit:
        maxima[GRIT] = most[GRIT]
    return {GRIT: grit, **scores}, maxima


def _read(score: str, value: Any) -> tuple[int, int]:
    """What a score stands at, and the most it can be."""
    now, slash, most = said(value).partition("/")
    present = _size(score, now if slash else value)
    maximum = _size(score, most) if slash else present
    refuse_above_maximum(score, present, maximum)
    return present, maximum


def _size(score: str, value: Any) -> int:
    if score not in ATTRIBUTES:
        return number(score, value)
    die = said(value).casefold()
    size = number(score, 0 if die == "zero" else die.removeprefix("d"))
    refuse_off_ladder(score, size, die)
    return size


def _weapons(rules: Definition, written: Mapping[str, Any]) -> Iterator[Weapon]:
    for item in items(written, "weapons"):
        yield read_weapon(rules, item)
    for name, spec in table(written, "attacks", '{ bite = "d6" }').items():
        dice, _, tags = said(spec).partition(" ")
        yield read_weapon(rules, {"name": name, "damage": dice, "tags": tags.split()})
