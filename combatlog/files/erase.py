"""Copy a campaign into a new file in which the text of notes is erased.

An erased row keeps its place, its author, its time and its digest. Body, blind and what was said
for it are gone; their hashes stay in their place, so the chain and every seal hold. The key of its
command is gone, too: it stands beside a hash that a guessed text could be compared with. A campaign
file is append-only, so the file with the text stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing

from combatlog.files.backup import hold_still
from combatlog.files.safe_write import make_campaign_file
from events.errors import CampaignError, Refused, Unreadable
from events.store.campaign_file import create_campaign
from events.store.command_index import index_commands
from events.store.envelope import FORMAT, Row, check_seq, decode_row, erase_row
from events.store.sqlite import SQLiteStore
from events.types.log_events import Noted
from replay.audit.chain import find_erased_fault, find_first_break, find_upgrade


def erase_notes(store: SQLiteStore, fight: str, seqs: Collection[int], path: str) -> int:
    """Copy a campaign to a new file, without the text of some notes of one fight. Return how many
    events the file holds. It gets its name when it is complete and has the seals of the campaign.

    Raises `Refused` if an event is no note or was recorded in format 1, if a fight is not as it was
    recorded, or if the path is taken. Raises `CampaignError` if the file cannot be written.
    """
    with make_campaign_file(path, store.path, "the copy") as temporary, hold_still(store):
        copied = {id: _read_fight(store, id) for id in store.fights()}
        copied[fight] = _erase_rows(copied[fight], seqs)
        with closing(create_campaign(temporary, format=store.format)) as copy:
            for id, rows in copied.items():
                copy.adopt(id, rows, store.secrets(id))
            _copy_keys(store, copy, copied)
            for id in copied:
                stored = list(copy.rows(id))
                if find_first_break(id, stored) or copy.head(id) != store.head(id):
                    raise CampaignError(
                        "The copy does not have the seals of the campaign, so it was removed; try"
                        " again, on another disk if that happens again."
                    )
    return sum(map(len, copied.values()))


def _read_fight(store: SQLiteStore, fight: str) -> list[Row]:
    rows = list(store.rows(fight))
    if broken := find_first_break(fight, rows):
        raise Refused(
            f"#{broken.seq} of fight {fight} {broken.said}; nothing was erased. combatlog audit"
            " tells more."
        )
    return rows


def _erase_rows(rows: Sequence[Row], seqs: Collection[int]) -> list[Row]:
    """Return the rows of a fight with these erased; raises `Refused` for one that cannot be."""
    upgraded, _ = find_upgrade(rows) or (0, None)
    for seq in sorted(seqs):
        check_seq(seq, len(rows))
        _check_erasable(rows[seq - 1], upgraded)
    erased = [erase_row(row) if row.seq in seqs else row for row in rows]
    if fault := find_erased_fault(erased):
        raise Refused(f"#{fault.seq} stands in a command with other events, so it stays.")
    return erased


def _check_erasable(row: Row, upgraded: int) -> None:
    """Raise `Refused` unless this is a note whose digest holds without its text. Rows before
    #`upgraded` were recorded in format 1."""
    if row.erased:
        raise Refused(f"#{row.seq} is erased already.")
    try:
        is_note = isinstance(decode_row(row).event, Noted)
    except Unreadable:
        is_note = False
    if not is_note:
        raise Refused(
            f"#{row.seq} is no note; only notes can be erased, because the fight is played from all"
            " other events. To take it back: combatlog undo, amend or strike"
        )
    if row.format < FORMAT or row.seq < upgraded:
        raise Refused(
            f"#{row.seq} was recorded in format 1, whose digests need its text, so it cannot be"
            " erased."
        )


def _copy_keys(store: SQLiteStore, copy: SQLiteStore, fights: dict[str, list[Row]]) -> None:
    """Copy the keys of commands that no statement in the log tells of: those of format 1."""
    stated = {
        id: index_commands(id, rows) for id, rows in fights.items() if rows and rows[0].format == 1
    }
    keys = store.connection.execute("SELECT * FROM commands").fetchall()
    copy.adopt_commands(
        (key, fight, *command)
        for key, fight, *command in keys
        if fight in stated and key not in stated[fight]
    )
