"""The tables: their columns, their keys, and the references between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """A table: its columns with their types, what identifies a row, its references and its indexes.

    In the SQLite file a table has more columns (`stored`), since Datasette follows only references
    of one column: the cells of several that identify a row stand joined in `key` (`1-ada`), each
    reference to such a row has a column of its own (`combatant_key`), and `who` is the name of the
    combatant.
    """

    name: str
    columns: dict[str, type]
    key: tuple[str, ...]
    refers: tuple[Reference, ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()

    @property
    def primary(self) -> str:
        """The column of the primary key in the file."""
        return self.key[0] if len(self.key) == 1 else "key"

    @property
    def links(self) -> dict[str, Reference]:
        """The references by their column in the file."""
        return {
            each.columns[0] if len(each.columns) == 1 else f"{each.columns[-1]}_key": each
            for each in self.refers
        }

    @property
    def stored(self) -> dict[str, type]:
        """The columns in the file."""
        first: dict[str, type] = {} if self.primary in self.columns else {self.primary: str}
        named: dict[str, type] = {"who": str} if "combatant" in self.columns else {}
        linked: dict[str, type] = {name: str for name in self.links if name not in self.columns}
        return {**first, **self.columns, **named, **linked}

    def store(self, row: Row, names: Mapping[str, str]) -> Row:
        """Return a row as it stands in the file. `names` are the combatants of the fight by id; a
        reference to anything that is not there, such as the morale of a side, is None."""
        cells = dict(zip(self.columns, row, strict=True))
        whole: dict[str, Cell] = {"key": join_key(cells[name] for name in self.key), **cells}
        if "combatant" in cells:
            whole["who"] = names.get(str(cells["combatant"]))
        for column, reference in self.links.items():
            if column not in cells:
                parts = [cells[name] for name in reference.columns]
                is_there = reference.table != "combatants" or str(parts[-1]) in names
                whole[column] = join_key(parts) if None not in parts and is_there else None
        return tuple(whole[name] for name in self.stored)


def join_key(cells: Iterable[Cell]) -> str:
    """Return the cells that identify a row as one text: `1-ada`."""
    return "-".join(map(str, cells))


MEASURES: dict[str, type] = {
    "attacks": int,
    "hits": int,
    "dealt": int,
    "taken": int,
    "absorbed": int,
    "stopped": int,
    "cost": int,
    "lost": int,
    "downed": int,
    "kills": int,
    "aids": int,
    "saves_passed": int,
    "saves_failed": int,
    "dice": int,
    "luck": float,
    "luck_variance": float,
    "luck_spread": float,
    "luck_score": float,
}
"""The statistics of a combatant, player or person. `absorbed` is what their own armor kept off,
`stopped` what the armor of others kept off their blows; `cost` what others lost by their blows,
`lost` what they lost; `aids` is how often they gave aid. `luck` is how much better their dice were
than average, `luck_spread` how far that usually strays, `luck_score` the first in units of the
second."""

_GIVER = Reference(("fight_number", "given_by"), "combatants", ("fight_number", "id"))
_PERSON = Reference(("person",), "people", ("person",))
_PLAYER = Reference(("player",), "all_players", ("player",))
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
    (("fight_number", "seq"), ("type",), ("by",)),
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
    (_FIGHT, _PERSON),
    (("fight_number", "id"), ("person",), ("player",)),
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
    (_FIGHT, _COMBATANT),
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
    (_FIGHT, _EVENT, _COMBATANT),
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
    (_FIGHT, _COMBATANT, _EVENT, _GIVER),
    (("fight_number", "combatant"),),
)
STATISTICS = TableSchema(
    "statistics",
    {"fight_number": int, "combatant": str, **MEASURES},
    ("fight_number", "combatant"),
    (_FIGHT, _COMBATANT),
)
PLAYERS = TableSchema(
    "players",
    {"fight_number": int, "player": str, **MEASURES},
    ("fight_number", "player"),
    (_FIGHT, _PLAYER),
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
        "before": int,
        "after": int,
        "took": int,
        "since": int,
    },
    ("fight_number", "place"),
    (_FIGHT, _EVENT),
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
