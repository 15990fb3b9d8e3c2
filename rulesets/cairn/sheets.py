"""Sheets and weapons: read from rosters in the game's own field names, and checked as a
combatant joins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from events.errors import Refused
from events.types.base import Game
from events.types.names import check_name, index_names, join_words, pick
from events.types.rolls import format_dice, parse_dice
from events.types.sheets import Effect, Kind, Scale, Sheet, Weapon
from rulesets.cairn.craft import resolve_crew
from rulesets.cairn.definition import Definition, definition
from rulesets.cairn.scene import Scene
from rulesets.common import sheets, weapons
from rulesets.common.definition import cached_per_game
from rulesets.common.effects import WHEN, check_amount, read_effects
from rulesets.common.fields import (
    as_text,
    parse_digits,
    read_flag,
    read_list,
    read_number,
    read_table,
    read_text,
    read_text_or_number,
)
from rulesets.common.statements import refuse_above_maximum

TAGS = ("blast", "bulky", "clumsy", "enhanced", "ignores-armor", "recoilless", "stun")
"""The tags that a weapon can have (CF-12, CF-29)."""

_EFFECTS = {"hit": "hit", "critical": "critical"}
_KEYS = ("name", "damage", "tags", "range", *_EFFECTS)
_MOST_BONUS = 99


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """Return a weapon from text or a table; raise `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with dice and tags; `+1` adds a flat bonus. A
    table has `name` and any of `damage`, `tags`, `range`, `hit`, `critical`.
    """
    return weapons.read_weapon(item, partial(_parse_text, rules), partial(_parse_table, rules))


def _parse_text(rules: Definition, text: str) -> Weapon:
    name, rest = weapons.split_dice(text, _looks_like_dice)
    if rest and not _read_bonus(rest[0]):
        return _parse_spec(rules, name, " ".join(rest))
    stock = _find_stock(rules, name)
    bonus = sum(_read_bonus(word) for word in rest)
    if not bonus:
        return stock
    dice = parse_dice(stock.dice)
    better = format_dice(dice.dice, dice.bonus + bonus)
    return Weapon(f"{stock.name} +{bonus}", better, stock.tags, stock.range, stock.effects)


def _find_stock(rules: Definition, name: str) -> Weapon:
    if weapons.is_unarmed(rules, name):
        return rules.bare_hands
    return _parse_spec(rules, *weapons.find_listed(rules, name, f"dice: “{name} d6”"))


def _parse_spec(rules: Definition, name: str, spec: str) -> Weapon:
    """Return a weapon from its name and a specification like `2d8 blast nearby`."""
    dice, *tags = spec.split() or [""]
    bonus = sum(_read_bonus(tag) for tag in tags)
    tags = [tag for tag in tags if not _read_bonus(tag)]
    reach = [tag for tag in tags if tag in rules.bands]
    known = tuple(pick(tag, TAGS, f"tag of {name}") for tag in tags if tag not in rules.bands)
    thrown = parse_dice(dice)
    notation = format_dice(thrown.dice, thrown.bonus + bonus)
    return Weapon(check_name(name), notation, known, reach[0] if reach else "")


def _parse_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    name = weapons.read_name(table, _KEYS)
    damage = read_text_or_number(table, "damage")
    tags = weapons.read_tags(table)
    base = _parse_spec(rules, name, f"{damage} {tags}") if damage else _find_stock(rules, name)
    reach = read_text(table, "range", base.range)
    if reach:
        pick(reach, rules.bands, "range")
    return Weapon(base.name, base.dice, base.tags, reach, tuple(read_effects(table, _EFFECTS)))


def _read_bonus(word: str) -> int:
    return parse_digits(word[1:], _MOST_BONUS) or 0 if word.startswith("+") else 0


def _looks_like_dice(word: str) -> bool:
    """Return whether a word looks like dice or a bonus."""
    return weapons.looks_like_dice(word) or word.startswith("+")


_CHOICES = {
    "if_critical": ("critical", ("out", "dead")),
    "if_broken": ("broken", ("routed", "weakened")),
    "if_shaken": ("morale", ("flees", "surrenders")),
}
_FLAGS = ("detachment", "leader", "each")
_CREW = 'a table like { Aniet = "pilot", Bo = "" }, or a list of names'


def read_sheet(game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
    """Return the sheet that an entry describes.

    `from` names a creature of the game whose fields the entry overrides. A score is a number, or
    `"3/5"` for 3 of a maximum of 5. An entry with the scores of a craft is one (CF-27). Raises
    `Refused` naming the field that is unknown, missing or unreadable, and what would be right.
    """
    rules = definition(game)
    fields = _index_fields(rules)
    written = sheets.merge_creature(rules, entry, lambda key: sheets.match_field(key, fields))
    name = check_name(read_text(written, "name"))
    scale = _read_scale(rules, written)
    scores, maxima = _read_scores(rules, scale, written)
    noun, plural = sheets.read_nouns(written)
    return Sheet(
        name=name,
        scores=scores,
        kind=kind,
        side=read_text(written, "side", ""),
        player=read_text(written, "player", ""),
        scale=scale,
        maxima=maxima,
        armor=read_number("armor", written.get("armor", 0)),
        weapons=tuple(_read_weapons(rules, written)),
        effects=tuple(read_effects(written)),
        leader=read_flag(written, "leader"),
        each=read_flag(written, "each"),
        choices=sheets.read_choices(written, _CHOICES),
        conditions=sheets.read_conditions(written),
        crew=_read_crew(rules, scale, written),
        noun=noun,
        plural=plural,
    )


@cached_per_game
def _index_fields(rules: Definition) -> dict[str, str]:
    """Return the fields of an entry by their folded names."""
    scores = (name for scores in rules.scores.values() for name in scores.every)
    crafts = (*rules.craft, "crew") if rules.craft else ()
    more = ("attacks", *_FLAGS, *WHEN, *_CHOICES, *crafts, "from")
    return index_names((*scores, *sheets.PLAIN, *more))


def _read_scale(rules: Definition, written: Mapping[str, Any]) -> Scale:
    """Return the scale that an entry states, or that its scores imply."""
    said: list[Scale] = ["detachment"] if read_flag(written, "detachment") else []
    said += [scale for scale in rules.craft if read_flag(written, scale)]
    individual = rules.scores_of("individual").every
    shown = [
        scale
        for scale in rules.craft
        if any(name in written for name in rules.scores_of(scale).every if name not in individual)
    ]
    every = list(dict.fromkeys([*said, *shown]))
    if len(every) > 1:
        raise Refused(f"{every[0]} and {every[1]} exclude each other")
    return every[0] if every else "individual"


def _read_crew(rules: Definition, scale: Scale, written: Mapping[str, Any]) -> dict[str, str]:
    """Return the crew by name, each with their post."""
    value = written.get("crew", {})
    if isinstance(value, list):
        value = dict.fromkeys(map(str, value), "")
    if not isinstance(value, dict) or not all(isinstance(post, str) for post in value.values()):
        raise Refused(f"Crew is {_CREW}")
    if value and scale not in rules.craft:
        raise Refused(f"Crew is for {join_words([f'{craft}s' for craft in rules.craft], 'or')}")
    return {check_name(name): post.strip() for name, post in value.items()}


def _read_scores(
    rules: Definition, scale: Scale, written: Mapping[str, Any]
) -> tuple[dict[str, int], dict[str, int]]:
    names = rules.scores_of(scale)
    foreign = {name for every in rules.scores.values() for name in every.every} - {*names.every}
    for field in written:
        if field in foreign:
            whose = _with_article(scale)
            raise Refused(f"{field} is no score of {whose}; those are {join_words(names.every)}")
    scores: dict[str, int] = {}
    maxima: dict[str, int] = {}
    for score in names.every:
        value = written.get(score, rules.defaults.get(score))
        if value is None:
            raise Refused(f"A number for {score} is missing")
        now, slash, most = as_text(value).partition("/")
        scores[score] = read_number(score, now if slash else value)
        if slash and read_number(score, most) != scores[score]:
            maxima[score] = read_number(score, most)
            refuse_above_maximum(score, scores[score], maxima[score])
    return scores, maxima


def _with_article(scale: Scale) -> str:
    return f"an {scale}" if scale == "individual" else f"a {scale}"


def _read_weapons(rules: Definition, written: Mapping[str, Any]) -> Iterator[Weapon]:
    for item in read_list(written, "weapons"):
        yield read_weapon(rules, item)
    for name, dice in read_table(written, "attacks", '{ bite = "d6" }').items():
        yield read_weapon(rules, {"name": name, "damage": dice})


def prepare_sheet(scene: Scene, sheet: Sheet) -> Sheet:
    """Return the sheet as it joins; raise `Refused` if it cannot be played with.

    It gets a free name and an id (ALL-04), a side, and its conditions as the rules write them
    (CF-16).
    """
    _check_scores(scene, sheet)
    _check_wounds(scene, sheet)
    for weapon in sheet.weapons:
        check_weapon(scene, weapon)
    _check_effects(scene, sheet.effects)
    craft = scene.rules.craft_of(sheet.scale)
    if sheet.crew and craft is None:
        raise Refused(f"{sheet.name} is no craft and has no crew.", clause="CF-27")
    joining = sheets.assign_name(scene.state, sheet)
    return msgspec.structs.replace(
        joining,
        conditions=tuple(map(scene.known, sheet.conditions)),
        each=sheet.each or (craft is not None and craft.each),
        crew=resolve_crew(scene.state, joining),
    )


def _check_scores(scene: Scene, sheet: Sheet) -> None:
    names = scene.rules.scores_of(sheet.scale)
    every = names.every
    for score in every:
        if score not in sheet.scores:
            raise Refused(f"{sheet.name} needs a number for {score}.", clause="ALL-04")
    for score in (*sheet.scores, *sheet.maxima):
        if score not in every:
            raise Refused(f"{sheet.name} has no {score}; the scores are {join_words(every)}.")
    sheets.check_scores(sheet)
    sheets.check_armor(sheet)
    if not sheet.scores[names.body] and not sheet.origin:
        raise Refused(
            f"{sheet.name} cannot join with {names.body} 0, because that is death; give 1 or more.",
            clause="CF-16",
        )


def _check_wounds(scene: Scene, sheet: Sheet) -> None:
    """Check that each wound's row exists, because the row has its delayed dice (CF-18)."""
    rows = len(scene.rules.scars)
    for wound in sheet.wounds:
        if not 0 <= wound.row <= rows:
            raise Refused(
                f"{sheet.name}'s {wound.name} has a row from 1 to {rows}, not {wound.row}."
            )


def check_weapon(scene: Scene, weapon: Weapon) -> None:
    """Raise `Refused` if dice or effects of a weapon cannot be read."""
    parse_dice(weapon.dice)
    _check_effects(scene, weapon.effects)


def _check_effects(scene: Scene, effects: Iterable[Effect]) -> None:
    """Raise `Refused` if an effect cannot be read; in the middle of a turn it would be too late."""
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
