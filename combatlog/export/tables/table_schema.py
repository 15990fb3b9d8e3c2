"""The tables: their columns, their keys, and the references between them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Cell: TypeAlias = "int | float | str | None"

Row: TypeAlias = "tuple[Cell, ...]"
"""Cells in the order of the table's columns; None is unknown or hidden."""

TableRows: TypeAlias = "dict[str, list[Row]]"
"""Rows by the name of their table."""


class Reference(NamedTuple):
    """Columns of a table that refer to a row of another table."""

    columns: tuple[str, ...]
    table: str
    others: tuple[str, ...]


class TableSchema(NamedTuple):
    """A table: its columns with their types, its primary key, its references and its indexes."""

    name: str
    columns: dict[str, type]
    key: tuple[str, ...]
    refers: tuple[Reference, ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()


MEASURES: dict[str, type] = {
    "attacks": int,
    "hits": int,
    "dealt": int,
    "taken": int,
    "absorbed": int,
    "kills": int,
    "saves_passed": int,
    "saves_failed": int,
    "dice": int,
    "luck": float,
    "luck_variance": float,
    "luck_spread": float,
    "luck_score": float,
}
"""The statistics of a combatant, player or person. `luck` is how much better their dice were
than average, `luck_spread` how far that usually strays, `luck_score` the first in units of the
second."""

_FIGHT = Reference(("fight_number",), "fights", ("number",))
_COMBATANT = Reference(("fight_number", "combatant"), "combatants", ("fight_number", "id"))
_EVENT = Reference(("fight_number", "seq"), "events", ("fight_number", "seq"))

FIGHTS = TableSchema(
    "fights",
    {
        "number": int,
        "id": str,
        "title": str,
        "game": str,
        "game_id": str,
        "dice": str,
        "started": str,
        "last_recorded": str,
        "rounds": int,
        "ended": int,
        "events": int,
        "digest": str,
    },
    ("number",),
)
EVENTS = TableSchema(
    "events",
    {
        "fight_number": int,
        "seq": int,
        "parent": int,
        "cmd": int,
        "cause": int,
        "repeats": int,
        "at": str,
        "by": str,
        "type": str,
        "round": int,
        "turn": int,
        "side": str,
        "said": str,
        "on_line": int,
        "undone": int,
        "undone_by": int,
        "undone_how": str,
        "undone_why": str,
        "body": str,
    },
    ("fight_number", "seq"),
    (_FIGHT,),
    (("type",), ("by",)),
)
COMBATANTS = TableSchema(
    "combatants",
    {
        "fight_number": int,
        "id": str,
        "name": str,
        "player": str,
        "person": str,
        "origin": str,
        "side": str,
        "kind": str,
        "scale": str,
        "standing": str,
        "how": str,
        "armor": int,
        "shield": int,
        "area": str,
        "conditions": str,
    },
    ("fight_number", "id"),
    (_FIGHT,),
    (("person",), ("player",)),
)
SCORES = TableSchema(
    "scores",
    {
        "fight_number": int,
        "combatant": str,
        "score": str,
        "at_first": int,
        "now": int,
        "maximum": int,
    },
    ("fight_number", "combatant", "score"),
    (_COMBATANT,),
)
ROLLS = TableSchema(
    "rolls",
    {
        "fight_number": int,
        "seq": int,
        "round": int,
        "turn": int,
        "combatant": str,
        "player": str,
        "purpose": str,
        "die": str,
        "face": int,
        "luck": float,
        "typed": int,
        "stated": int,
    },
    ("fight_number", "seq"),
    (_EVENT, _COMBATANT),
    (("fight_number", "combatant"), ("player",)),
)
WOUNDS = TableSchema(
    "wounds",
    {
        "fight_number": int,
        "number": int,
        "combatant": str,
        "label": str,
        "name": str,
        "place": str,
        "grade": str,
        "text": str,
        "awaits": str,
        "due": int,
        "round": int,
        "seq": int,
        "given_by": str,
        "brought": int,
        "healed": int,
    },
    ("fight_number", "number"),
    (_COMBATANT,),
    (("fight_number", "combatant"),),
)
STATISTICS = TableSchema(
    "statistics",
    {"fight_number": int, "combatant": str, **MEASURES},
    ("fight_number", "combatant"),
    (_COMBATANT,),
)
PLAYERS = TableSchema(
    "players",
    {"fight_number": int, "player": str, **MEASURES},
    ("fight_number", "player"),
    (_FIGHT,),
    (("player",),),
)
TURNING_POINTS = TableSchema(
    "turning_points",
    {
        "fight_number": int,
        "place": int,
        "round": int,
        "seq": int,
        "side": str,
        "before": float,
        "after": float,
    },
    ("fight_number", "place"),
    (_FIGHT,),
)
CHRONICLE = TableSchema(
    "chronicle",
    {
        "id": int,
        "fight_number": int,
        "passage": int,
        "first_seq": int,
        "last_seq": int,
        "heading": str,
        "text": str,
        "notes": str,
    },
    ("id",),
    (_FIGHT,),
    (("fight_number", "passage"),),
)

TABLES = (
    FIGHTS,
    EVENTS,
    COMBATANTS,
    SCORES,
    ROLLS,
    WOUNDS,
    STATISTICS,
    PLAYERS,
    TURNING_POINTS,
    CHRONICLE,
)
"""The tables about single fights; a table comes after those it refers to."""

ALL_PLAYERS = TableSchema("all_players", {"player": str, "fights": int, **MEASURES}, ("player",))
PEOPLE = TableSchema(
    "people",
    {"person": str, "name": str, "player": str, "fights": int, **MEASURES},
    ("person",),
)

TOTALS = (ALL_PLAYERS, PEOPLE)
"""The tables about all fights together."""

SEARCHED = ("heading", "text", "notes")
"""The columns of the chronicle in the full-text index."""
