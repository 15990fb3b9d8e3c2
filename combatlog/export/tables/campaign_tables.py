"""A campaign as a file of tables, and the totals of players and persons over all fights.

Only fights that have changed are computed again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

import msgspec

from combatlog.app.campaign import Campaign
from combatlog.app.identities import Member, identify_persons
from combatlog.export.tables import tables_file
from combatlog.export.tables.fight_tables import build_fight_tables
from combatlog.export.tables.statistics_rows import list_measures
from combatlog.export.tables.table_schema import (
    ALL_PLAYERS,
    MEASURES,
    PEOPLE,
    TABLES,
    Row,
    TableRows,
)
from events.errors import Refused
from events.store.envelope import Row as StoredRow, decode_row
from projections.queries.statistics import Luck, Statistics, Tally
from projections.queries.visibility import Audience, StatisticsVisibility
from replay.cores import choose_cores, map_on_cores
from replay.log.event_log import History


class TallyShare(NamedTuple):
    """One fight's share in the statistics of a player or combatant: the fight's number, who it is
    (a player, or `fight/id` of a combatant), their name and player there, the tally, and whether
    part of it is hidden, for their own sake or for those whom they struck (`veiled`)."""

    fight: int
    who: str
    name: str
    player: str
    tally: Tally
    hidden: bool = False
    veiled: bool = False


class Total(msgspec.Struct):
    """The statistics of a player or person over `fights` fights, with the name and player of the
    last."""

    name: str
    player: str
    fights: int = 0
    tally: Tally = msgspec.field(default_factory=Tally)
    hidden: bool = False
    veiled: bool = False


def list_shares(
    number: int, id: str, statistics: Statistics, audience: Audience = "referee"
) -> tuple[list[TallyShare], list[TallyShare]]:
    """Return the shares of fight `number` with id `id`: of its players, and of all its
    combatants."""
    unseen = StatisticsVisibility(statistics.state, audience, statistics.strangers)
    veiled = unseen.anybody()
    players = [
        TallyShare(number, player, player, player, tally, unseen.player(player), veiled)
        for player, tally in statistics.players.items()
    ]
    people = [
        TallyShare(
            number,
            f"{id}/{who}",
            one.name,
            one.player,
            statistics.combatants.get(who, Tally()),
            who in statistics.combatants and unseen.combatant(who),
            who in statistics.combatants and veiled,
        )
        for who, one in statistics.state.combatants.items()
    ]
    return players, people


def sum_shares(parts: Iterable[TallyShare], persons: Mapping[str, str] = {}) -> dict[str, Total]:
    """Return the sums of the shares, in the order of the fights: by player, or by person if
    `persons` says which combatants are the same (`combatlog.app.identities`)."""
    totals: dict[str, Total] = {}
    last: dict[str, int] = {}
    for part in parts:
        key = persons.get(part.who, part.who)
        total = totals.setdefault(key, Total(part.name, part.player))
        total.name, total.player = part.name, part.player
        total.fights += last.get(key) != part.fight
        total.tally.add(part.tally)
        total.hidden |= part.hidden
        total.veiled |= part.veiled
        last[key] = part.fight
    return totals


Progress = Callable[[list[str]], Iterable[str]]
"""Passes on the ids of fights one by one, and may show the progress."""


class BuildResult(NamedTuple):
    """How many fights were computed, left as they were, and removed because they are gone."""

    computed: int
    kept: int
    gone: int


def build_campaign_tables(
    campaign: Campaign,
    path: str,
    audience: Audience = "referee",
    rebuild: bool = False,
    passing: Progress = iter,
) -> BuildResult:
    """Write the tables of a campaign to a file, or bring the file up to date.

    All of it is one transaction: an interruption leaves the old tables. Tables of another version
    of combatlog or for another audience are created again. Raises `Refused` if the file is not one
    of tables, or holds those of another campaign (`rebuild` replaces these); `Unwritable` if it
    cannot be written.
    """
    ids = campaign.store.fights()
    with tables_file.open_tables_file(path) as connection:
        about = {"made_by": _find_program_version(), "audience": audience}
        was = tables_file.read_about(connection)
        known = _read_known_fights(connection) if was else {}
        if known and not rebuild:
            _refuse_other_campaign(path, known, ids)
        if rebuild or was != about:
            tables_file.create_tables(connection, about)
            known = {}
        there = {number: (id, campaign.store.head(id)) for number, id in enumerate(ids, start=1)}
        stale = [
            number
            for number, (id, head) in there.items()
            if known.get(number) != (id, head.seq, head.digest.hex())
        ]
        gone = [number for number in known if number not in there]
        for number in (*gone, *(number for number in stale if number in known)):
            tables_file.remove_fight(connection, number)
        changed = {number: there[number] for number in stale}
        stored = (
            _StoredFight(number, id, [*campaign.store.rows(id)], audience)
            for number, (id, _) in changed.items()
        )
        events = sum(head.seq for _, head in changed.values())
        built = map_on_cores(_build_fight, stored, choose_cores(len(changed), events))
        passed = passing([id for id, _ in changed.values()])
        for _, rows in zip(passed, built, strict=True):
            _write_fight(connection, rows)
        if stale or gone or not known:
            _write_totals(connection)
        return BuildResult(len(stale), len(there) - len(stale), len(gone))


def _find_program_version() -> str:
    try:
        return f"combatlog {version('combatlog')}"
    except PackageNotFoundError:  # run from its sources
        return "combatlog"


def _read_known_fights(connection: sqlite3.Connection) -> dict[int, tuple[str, int, str]]:
    """Return the fights in the tables: id, head and digest by number."""
    rows = connection.execute("SELECT number, id, events, digest FROM fights")
    return {number: (id, events, digest) for number, id, events, digest in rows}


def _refuse_other_campaign(
    path: str, known: dict[int, tuple[str, int, str]], ids: list[str]
) -> None:
    if not {id for id, _, _ in known.values()} & set(ids):
        raise Refused(
            f"{path} holds the tables of another campaign; choose another file with -o, or replace"
            " them with --rebuild."
        )


class _StoredFight(NamedTuple):
    """A fight as it is stored, and the audience of its tables."""

    number: int
    id: str
    rows: list[StoredRow]
    audience: Audience


def _build_fight(fight: _StoredFight) -> TableRows:
    history = History(map(decode_row, fight.rows))
    return build_fight_tables(fight.number, fight.id, history, fight.audience)


def _write_fight(connection: sqlite3.Connection, rows: TableRows) -> None:
    names = {str(who): str(name) for _, who, name, *_ in rows["combatants"]}
    for table in TABLES:
        tables_file.insert_rows(connection, table, rows[table.name], names)


def _write_totals(connection: sqlite3.Connection) -> None:
    """Update who is the same person in which fights, and the totals of persons and players."""
    everybody = [Member(*row) for row in connection.execute(_MEMBERS).fetchall()]
    known = identify_persons(everybody)
    connection.executemany(
        "UPDATE combatants SET person = ? WHERE fight_number = ? AND id = ? AND person <> ?",
        [
            (person := known[one.who], one.fight, one.who.partition("/")[2], person)
            for one in everybody
        ],
    )
    players = sum_shares(_read_shares(connection, _OF_PLAYERS))
    people = sum_shares(_read_shares(connection, _OF_COMBATANTS), known)
    for table in (ALL_PLAYERS, PEOPLE):
        connection.execute(f"DELETE FROM {table.name}")
    tables_file.insert_rows(
        connection,
        ALL_PLAYERS,
        [(player, *_list_total_cells(total)) for player, total in players.items()],
    )
    tables_file.insert_rows(
        connection,
        PEOPLE,
        [(key, each.name, each.player, *_list_total_cells(each)) for key, each in people.items()],
    )


_NUMBERS = ", ".join(f"s.{name}" for name in MEASURES)

_MEMBERS = """
    SELECT c.fight_number, f.id || '/' || c.id, c.origin, c.name, c.kind, c.player
    FROM combatants c JOIN fights f ON f.number = c.fight_number
    ORDER BY c.fight_number, c.rowid
"""

_OF_PLAYERS = f"""
    SELECT s.fight_number, s.player, s.player, s.player, {_NUMBERS} FROM players s
    ORDER BY s.fight_number, s.rowid
"""

_OF_COMBATANTS = f"""
    SELECT c.fight_number, f.id || '/' || c.id, c.name, c.player, {_NUMBERS}
    FROM combatants c
    JOIN fights f ON f.number = c.fight_number
    LEFT JOIN statistics s ON s.fight_number = c.fight_number AND s.combatant = c.id
    ORDER BY c.fight_number, c.rowid
"""


def _read_shares(connection: sqlite3.Connection, query: str) -> Iterable[TallyShare]:
    for fight, who, name, player, *numbers in connection.execute(query).fetchall():
        yield TallyShare(fight, who, name, player, *_parse_tally(numbers))


def _parse_tally(numbers: list[Any]) -> tuple[Tally, bool, bool]:
    """Return a tally from its columns (empty if they are NULL), and whether the damage that their
    own armor, and that of others, kept off is hidden."""
    known = dict(zip(MEASURES, numbers, strict=True))
    if known["attacks"] is None:
        return Tally(), False, False
    luck = Luck(known["dice"], known["luck"], known["luck_variance"])
    passed, failed = known["saves_passed"], known["saves_failed"]
    counts = {name: known.get(name) or 0 for name in Tally.__struct_fields__}
    tally = Tally(**{**counts, "passed": passed, "failed": failed, "luck": luck})
    return tally, known["absorbed"] is None, known["stopped"] is None


def _list_total_cells(total: Total) -> Row:
    return (total.fights, *list_measures(total.tally, total.hidden, total.veiled))
