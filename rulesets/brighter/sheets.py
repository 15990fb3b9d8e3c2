"""Sheets and weapons: read from rosters, with attributes as dice, and checked as a combatant joins
(BW-01, BW-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from events.errors import Refused
from events.types.base import Game
from events.types.names import check_name, fold_case, index_names, join_words, pick
from events.types.rolls import format_dice, parse_dice
from events.types.sheets import Effect, Kind, Sheet, Weapon
from rulesets.brighter.definition import (
    ATTRIBUTES,
    DEX,
    GRIT,
    LADDER,
    WIL,
    Definition,
    compute_grit,
    definition,
    name_die,
)
from rulesets.brighter.scene import Scene, normalize_condition
from rulesets.common import effects, sheets, weapons
from rulesets.common.effects import check_amount
from rulesets.common.fields import (
    as_text,
    read_list,
    read_number,
    read_table,
    read_text,
    read_text_or_number,
)
from rulesets.common.sheets import assign_name, check_armor, check_scores
from rulesets.common.statements import refuse_above_maximum


def prepare_sheet(scene: Scene, sheet: Sheet) -> Sheet:
    """Return the sheet as it joins; raise `Refused` if it cannot be played with.

    It gets a free name and an id (ALL-04), a side, and the Grit that its dice give if it has none.
    """
    if sheet.scale != "individual":
        raise Refused(f"{sheet.name}: {scene.state.game.name} knows no {sheet.scale}s.")
    _check_attributes(sheet)
    scores = {GRIT: _choose_grit(sheet), **sheet.scores}
    filled = msgspec.structs.replace(
        sheet, scores=scores, conditions=tuple(map(normalize_condition, sheet.conditions))
    )
    check_scores(filled)
    check_armor(filled)
    for weapon in sheet.weapons:
        check_weapon(weapon)
    _check_effects(sheet.effects)
    return assign_name(scene.state, filled)


def refuse_off_ladder(score: str, size: int, written: str = "") -> None:
    """Raise `Refused` if an attribute is not a die; `written` is the text it was given as."""
    if score in ATTRIBUTES and size not in LADDER:
        dice = join_words([*(name_die(rung) for rung in LADDER[1:])], "or")
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
            raise Refused(f"{sheet.name} has no {score}; the scores are {join_words(every)}.")
        refuse_off_ladder(score, size)


def _choose_grit(sheet: Sheet) -> int:
    most = {**sheet.scores, **sheet.maxima}
    return most[GRIT] if GRIT in most else compute_grit(most[DEX], most[WIL])


def check_weapon(weapon: Weapon) -> None:
    """Raise `Refused` if a weapon cannot be used."""
    parse_dice(weapon.dice)
    if weapon.against and weapon.against not in ATTRIBUTES:
        raise Refused(
            f"The {weapon.name} strikes {join_words(ATTRIBUTES, 'or')}, not {weapon.against}.",
            clause="BW-07",
        )
    _check_effects(weapon.effects)


def _check_effects(effects: Iterable[Effect]) -> None:
    """Raise `Refused` if an effect cannot be read. In the middle of a turn that would be too
    late."""
    for effect in effects:
        _check_kind(effect)
        if effect.does in ("damage", "regain") or effect.score == GRIT:
            check_amount(effect.dice)
        if effect.does == "lose":
            _check_spelling(effect.score, (*ATTRIBUTES, GRIT))
        elif effect.does == "rise" or (effect.does == "damage" and effect.score):
            _check_spelling(effect.score, ATTRIBUTES)
        if effect.save:
            _check_spelling(effect.save, ATTRIBUTES)


def _check_kind(effect: Effect) -> None:
    if effect.when == "hit" or effect.does == "stun":
        what = "on a hit" if effect.when == "hit" else "that stun"
        raise Refused(
            f"There are no effects {what} here; they come with critical damage, one's own or the"
            " target's, or when somebody is killed.",
            clause="BW-08",
        )


def _check_spelling(text: str, choices: tuple[str, ...]) -> None:
    if pick(text, choices, "score") != text:
        raise Refused(f"Write “{text}” as {join_words(choices, 'or')}.")


TAGS = ("blast", "bulky")
"""The tags that a weapon can have (BW-12, BW-15)."""

_EFFECTS = {"critical": "critical"}
_KEYS = ("name", "damage", "tags", "against", *_EFFECTS)


def read_weapon(rules: Definition, item: Any) -> Weapon:
    """Return a weapon from text or a table; raise `Refused` naming what is wrong.

    Text is a name of the equipment list, or a name with dice and tags. An attribute among the tags
    is the one that its Direct Damage goes to. A table has `name` and any of `damage`, `tags`,
    `against`, `critical`.
    """
    weapon = weapons.read_weapon(item, partial(_parse_text, rules), partial(_parse_table, rules))
    check_weapon(weapon)
    return weapon


def _parse_text(rules: Definition, text: str) -> Weapon:
    name, rest = weapons.split_dice(text, weapons.looks_like_dice)
    return _parse_spec(name, " ".join(rest)) if rest else _find_stock(rules, name)


def _find_stock(rules: Definition, name: str) -> Weapon:
    if weapons.is_unarmed(rules, name):
        return rules.bare_hands
    return _parse_spec(*weapons.find_listed(rules, name, f"dice: “{name} d6”"))


def _parse_spec(name: str, spec: str) -> Weapon:
    """Return a weapon from its name and a specification like `d6 blast WIL`."""
    dice, *words = spec.split() or [""]
    tags: list[str] = []
    against = ""
    for word in words:
        found = pick(word, (*TAGS, *ATTRIBUTES), f"tag of {name}")
        if found in ATTRIBUTES:
            against = found
        else:
            tags.append(found)
    thrown = parse_dice(dice)
    notation = format_dice(thrown.dice, thrown.bonus)
    return Weapon(check_name(name), notation, tuple(tags), against=against)


def _parse_table(rules: Definition, table: dict[str, Any]) -> Weapon:
    name = weapons.read_name(table, _KEYS)
    damage = read_text_or_number(table, "damage")
    tags = weapons.read_tags(table)
    base = _parse_spec(name, f"{damage} {tags}") if damage else _find_stock(rules, name)
    effects = tuple(read_effects(table, _EFFECTS))
    against = read_text(table, "against", base.against)
    if against:
        against = pick(against, ATTRIBUTES, "attribute")
    return Weapon(base.name, base.dice, base.tags, "", effects, against)


WHEN = {field: when for field, when in effects.WHEN.items() if when != "hit"}
"""The fields of an entry that hold effects, each with the moment when they happen."""


def read_effects(written: Mapping[str, Any], fields: Mapping[str, str] = WHEN) -> Iterator[Effect]:
    """Yield all effects of an entry or a weapon, with scores and saves in the game's spelling."""
    for effect in effects.read_effects(written, fields):
        score, save = _spell_score(effect.score), _spell_score(effect.save)
        yield msgspec.structs.replace(effect, score=score, save=save)


def _spell_score(text: str) -> str:
    scores = (*ATTRIBUTES, GRIT)
    return next((score for score in scores if fold_case(score) == fold_case(text)), text)


_CHOICES = {
    "if_shaken": ("morale", ("flees", "surrenders")),
    "nerve": ("nerve", ("enhanced", "impaired", "plain")),
}
_FIELDS = index_names((GRIT, *ATTRIBUTES, *sheets.PLAIN, "attacks", *WHEN, *_CHOICES, "from"))


def read_sheet(game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet:
    """Return the sheet that an entry describes.

    `from` names a creature of the game whose fields the entry overrides. An attribute is a die
    (`"d8"` or 8), or `"d6/d8"` if a step is lost. Grit is a number, and follows from the dice if it
    is left out. Raises `Refused` naming the field that is unknown, missing or unreadable.
    """
    rules = definition(game)
    written = sheets.merge_creature(rules, entry, _match_field)
    name = check_name(read_text(written, "name"))
    scores, maxima = _read_scores(written)
    noun, plural = sheets.read_nouns(written)
    return Sheet(
        name=name,
        scores=scores,
        kind=kind,
        side=read_text(written, "side", ""),
        player=read_text(written, "player", ""),
        maxima=maxima,
        armor=read_number("armor", written.get("armor", 0)),
        weapons=tuple(_read_weapons(rules, written)),
        effects=tuple(read_effects(written)),
        choices=sheets.read_choices(written, _CHOICES),
        conditions=sheets.read_conditions(written),
        noun=noun,
        plural=plural,
    )


def _match_field(key: str) -> str:
    return sheets.match_field(key, _FIELDS)


def _read_scores(written: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int]]:
    scores: dict[str, int] = {}
    most: dict[str, int] = {}
    for attribute in ATTRIBUTES:
        if attribute not in written:
            raise Refused(f"A die for {attribute} is missing")
        scores[attribute], most[attribute] = _read_score(attribute, written[attribute])
    given = written.get(GRIT, compute_grit(most[DEX], most[WIL]))
    grit, most[GRIT] = _read_score(GRIT, given)
    maxima = {score: most[score] for score, now in scores.items() if most[score] != now}
    if most[GRIT] != grit:
        maxima[GRIT] = most[GRIT]
    return {GRIT: grit, **scores}, maxima


def _read_score(score: str, value: Any) -> tuple[int, int]:
    """Return a score's present value and its maximum."""
    now, slash, most = as_text(value).partition("/")
    present = _read_size(score, now if slash else value)
    maximum = _read_size(score, most) if slash else present
    refuse_above_maximum(score, present, maximum)
    return present, maximum


def _read_size(score: str, value: Any) -> int:
    if score not in ATTRIBUTES:
        return read_number(score, value)
    die = as_text(value).casefold()
    size = read_number(score, 0 if die == "zero" else die.removeprefix("d"))
    refuse_off_ladder(score, size, die)
    return size


def _read_weapons(rules: Definition, written: Mapping[str, Any]) -> Iterator[Weapon]:
    for item in read_list(written, "weapons"):
        yield read_weapon(rules, item)
    for name, spec in read_table(written, "attacks", '{ bite = "d6" }').items():
        dice, _, tags = as_text(spec).partition(" ")
        yield read_weapon(rules, {"name": name, "damage": dice, "tags": tags.split()})
