"""Rosters: the combatants of a fight, as TOML with the game's own field names.

game = "golden-idol"        # optional; must be this fight's game (or "my-hack.toml")

[[pc]]                      # or [[follower]], or [[npc]]
name = "Ada"
HP = 4
armor = 1
STR = 10
DEX = 12
WIL = 9
weapons = ["rifle", "knife"]

[[npc]]
from = "Wolf"               # a creature of the game
count = 2

[[npc]]
name = "Mask priest"
noun = "mask priest"        # the chronicle says “the mask priest”; without a noun it is a name
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

from events.errors import Refused, Unreadable
from events.serialization.toml_file import parse_toml, read_text_file
from events.types.base import Game
from events.types.declarations import DiceMode
from events.types.names import suggest
from events.types.sheets import Kind, Sheet
from rulesets.common.fields import quote_value
from rulesets.common.sheets import MOST_COMBATANTS
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import is_name_of

KINDS: tuple[Kind, ...] = ("pc", "follower", "npc")

LONGEST_ROSTER = 1024 * 1024
"""The largest file in bytes."""

MOST_OF_A_KIND = 50
"""A higher count is taken for a typing error, or should be a detachment."""


def read_roster(path: Path, game: Game) -> list[Sheet]:
    """Return the sheets in a roster file, in order.

    Raise `Unreadable` naming the file, the line and what would be right.
    """
    return parse_roster(read_text_file(path, LONGEST_ROSTER, "a roster"), str(path), game)


def parse_roster(text: str, source: str, game: Game) -> list[Sheet]:
    """Return the sheets in a roster's text; `source` is the name of the file for messages."""
    try:
        roster = parse_toml(text)
    except Refused as refused:
        _refuse_single_brackets(text, source)
        raise Unreadable(f"{source}: {refused}") from None
    named = roster.pop("game", game.id)
    if not is_name_of(named, game, Path(source).parent):
        raise Unreadable(f"{source} is a roster for {named}, and this fight is {game.name}.")
    dice = roster.pop("dice", "digital")
    if dice not in get_args(DiceMode):
        raise Unreadable(
            f"{source}: dice is “digital”, “typed” or “mixed”, not {quote_value(dice)}."
        )
    if not isinstance(roster.pop("title", ""), str):
        raise Unreadable(f"{source}: title is text in quotes.")
    sheets: list[tuple[int, Sheet]] = []
    for kind, entries in roster.items():
        if kind in KINDS and isinstance(entries, dict):
            _refuse_single_brackets(text, source)
        if kind not in KINDS or not isinstance(entries, list):
            raise Unreadable(
                f"{source}: “{kind}” is no part of a roster{suggest(kind, KINDS)}; write [[pc]],"
                " [[follower]] or [[npc]]."
            )
        for number, entry in enumerate(entries):
            line = _find_line(text, kind, number)
            sheets += [
                (line, sheet) for sheet in _read_entry(entry, kind, game, source, text, line)
            ]
    if not sheets:
        raise Unreadable(f"{source} has nobody in it; begin an entry with [[pc]] or [[npc]].")
    if len(sheets) > MOST_COMBATANTS:
        raise Unreadable(
            f"{source} has {len(sheets):,} combatants; {MOST_COMBATANTS} are the most in a fight,"
            " so let one stand for many."
        )
    return [sheet for _, sheet in sorted(sheets, key=lambda each: each[0])]


def _read_entry(
    entry: Any, kind: Kind, game: Game, source: str, text: str, line: int
) -> list[Sheet]:
    where = f"{source}, line {line}"
    if not isinstance(entry, dict):
        raise Unreadable(f"{where}: [[{kind}]] holds fields like name and numbers.")
    who = entry.get("name", entry.get("from", "nobody"))
    fields = dict(entry)
    count = fields.pop("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_OF_A_KIND:
        raise Unreadable(
            f"{where}, {who}: count is 1 to {MOST_OF_A_KIND}, not {quote_value(count)}."
        )
    try:
        sheet = load_ruleset(game.rules).sheet(game, fields, kind)
    except Refused as refused:
        reason = str(refused).rstrip(".")
        raise Unreadable(
            f"{source}, line {_find_field_line(text, line, reason)}, {who}: {reason}."
        ) from None
    return [sheet] * count


def _refuse_single_brackets(text: str, source: str) -> None:
    """Raise `Unreadable` if an entry begins with `[pc]`: TOML allows only one such table."""
    for at, line in enumerate(text.splitlines(), start=1):
        header = re.match(rf"\s*\[\s*({'|'.join(KINDS)})\s*\]", line)
        if header:
            kind = header.group(1)
            raise Unreadable(f"{source}, line {at}: write [[{kind}]], not [{kind}].")


def _find_line(text: str, kind: str, number: int) -> int:
    """Return the line on which an entry begins, counted from 1."""
    header = re.compile(rf"^\s*\[\[\s*[\"']?{kind}[\"']?\s*\]\]")
    lines = [at for at, line in enumerate(text.splitlines(), start=1) if header.match(line)]
    return lines[number] if number < len(lines) else 1


def _find_field_line(text: str, first: int, reason: str) -> int:
    """Return the line of the entry that contains what a reason quotes or begins with; else its
    first line."""
    quoted = re.search(r"“(.+?)”|\b(d\d+)\b", reason)
    about = (quoted.group(1) or quoted.group(2)) if quoted else reason.split()[0]
    for at, line in enumerate(text.splitlines()[first:], start=first + 1):
        if line.lstrip().startswith("[["):
            break
        if re.search(rf"(^|\W){re.escape(about)}(\W|$)", line):
            return at
    return first
