"""Who joins, written as it is typed: a creature of the game, or somebody by their numbers."""

from __future__ import annotations

from combatlog.grammar.name_match import fit
from combatlog.grammar.writer import Line, Pen, Unwritable
from events.errors import Refused
from events.types import declarations as d
from events.types.names import folded
from events.types.sheets import Sheet, Weapon


def join(pen: Pen, said: d.Join) -> Line:
    """`join wolf`, `join Ada pc HP 4 armor 1 STR 10 DEX 12 WIL 9 weapons rifle, knife`"""
    sheet = said.sheet
    creature = _creature(pen, sheet)
    if creature:
        return pen.line(pen.verb("join"), pen.text(creature))
    return pen.line(pen.verb("join"), pen.text(sheet.name), sheet.kind, *_fields(pen, sheet))


def _creature(pen: Pen, sheet: Sheet) -> str:
    """The creature of the game that joins as this sheet; empty where none does."""
    for name in pen.lexicon.creatures:
        said = sheet.name.split()
        if (match := fit(said[:1], name)) is None or not match.used:
            continue
        try:
            stock = pen.rules.sheet(pen.state.game, {"from": name}, sheet.kind)
            stock = pen.rules.prepare(pen.state, d.Join(stock)).sheet  # type: ignore[union-attr]
        except Refused:
            continue
        if stock == sheet:
            return name
    return ""


def _fields(pen: Pen, sheet: Sheet) -> list[str]:
    """What there is to say of somebody who is no creature of the game."""
    if sheet.effects or sheet.choices or sheet.conditions or sheet.wounds or sheet.crew:
        raise Unwritable
    parts = []
    for field in pen.lexicon.fields:
        value = _value(pen, sheet, field)
        parts += [f"{field} {value}"] if value else []
    parts += [f"armor {sheet.armor}"] if sheet.armor else []
    weapons = ", ".join(pen.text(weapon_text(pen, weapon)) for weapon in sheet.weapons)
    texts = {"weapons": weapons, "player": sheet.player, "side": _side(sheet)}
    parts += [f"{field} {text}" for field, text in texts.items() if text]
    flags = {"detachment": sheet.scale == "detachment", "leader": sheet.leader, "each": sheet.each}
    return [*parts, *(flag for flag, true in flags.items() if true)]


def _side(sheet: Sheet) -> str:
    usual = "foes" if sheet.kind == "npc" else "party"
    return "" if sheet.side == usual else sheet.side


def _value(pen: Pen, sheet: Sheet, field: str) -> str:
    """A number of theirs, with its maximum where that is another."""
    if field in sheet.scores:
        now, most = sheet.scores[field], sheet.maxima.get(field)
        shown = pen.number(field, now)
        return shown if most in (None, now) else f"{shown}/{pen.number(field, most)}"
    for skill, modifier in sheet.skills.items():
        if skill == field or folded(skill.split()[0]) == folded(field):
            return str(modifier)
    if field == "shield":
        return str(sheet.shield) if sheet.shield else ""
    return sheet.area if field == "area" else ""


def weapon_text(pen: Pen, weapon: Weapon) -> str:
    """A weapon by its name in the equipment list, or with its dice and tags; raises `Unwritable`
    where it has more to it."""
    spec = [weapon.name, weapon.dice, *weapon.tags, weapon.range, weapon.against]
    for text in (weapon.name, " ".join(filter(None, spec))):
        try:
            known = pen.rules.weapon(pen.state.game, text)
        except Refused:
            continue
        if known == weapon:
            return text
    raise Unwritable
