"""JSON lines: the export of a fight, and its import.

The first line is a header. Each other line is an event, with its body as it was stored, so that the
digests can be recomputed. The import trusts nothing: it checks every line and every digest.

An export is whole, or a view for those who may not read everything: there a hidden row has its
`content` in place of its body, so that the chain of digests can still be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from combatlog.app.fight_list import mark_import
from combatlog.files.export_lines import (
    ExportHeader,
    View,
    make_line,
    parse_hex,
    parse_line,
    read_header,
)
from events.errors import CombatlogError, Refused, Unreadable
from events.hashing import DIGEST_SIZE, MOST_EPOCHS, compute_anchor
from events.store.envelope import GENESIS, Recorded, Row, ViewRow, compute_digest, decode_row
from events.store.protocol import Store
from events.types.commitments import Anchored
from events.types.declarations import FightStarted
from events.types.log_events import BranchNamed, CampaignTitled, Corrected, HeadMoved, Noted
from events.types.names import clean_fault
from events.types.rolls import Rolled
from events.types.unions import Declaration
from replay.audit.chain import find_erased_fault, find_first_break, find_upgrade_fault
from replay.audit.epoch_check import EpochSecrets
from replay.audit.signatures import audit_statements
from replay.validation.event_rules import check_legible
from replay.validation.log_rules import check_structure, find_unfinished_command


def list_anchors(rows: Iterable[Recorded]) -> dict[str, int]:
    """Return the anchors in a log, each with how many epochs its root has."""
    events = (row.event for row in rows)
    return {
        event.anchor: event.epochs
        for event in events
        if isinstance(event, FightStarted | Anchored) and event.anchor
    }


def find_roots(store: Store, fight: str, rows: Sequence[Row]) -> dict[str, str]:
    """Return the roots of the dice that are kept here, by their anchor."""
    kept = {anchor: store.secret(fight, anchor) for anchor in list_anchors(map(decode_row, rows))}
    return {anchor: root.hex() for anchor, root in kept.items() if root is not None}


def find_root(fight: str, anchor: str, epochs: int, root: bytes) -> bytes | None:
    """Return the root, if the anchor commits to it."""
    if len(root) != DIGEST_SIZE or not 1 <= epochs <= MOST_EPOCHS:
        return None
    return root if compute_anchor(fight, root, epochs).hex() == anchor else None


if TYPE_CHECKING:
    from replay.log.event_log import History


def find_command_end(store: Store, fight: str, seq: int) -> int:
    """Return the seq of the last event of the command that event `seq` belongs to."""
    cmd = 0
    for row in store.rows(fight, seq - 1):
        if cmd and row.cmd != cmd:
            break
        cmd, seq = row.cmd, row.seq
    return seq


def export_lines(
    store: Store,
    fight: str,
    upto: int | None = None,
    view: View = "whole",
    with_root: bool = False,
) -> Iterator[str]:
    """Yield the lines of a fight, without line ends.

    With `upto`, the export ends with the whole command of that event. Raises `Unreadable` before
    the first line if an event does not match its digest, and `Refused` for a view of a fight of
    format 1, for a view with the root, or for a person who recorded nothing in the fight.
    """
    head = store.head(fight).seq
    last = head if upto is None else find_command_end(store, fight, min(upto, head))
    rows = list(store.rows(fight, upto=last))
    _check_chain(fight, rows)
    format = store.format_of(fight)
    if format == 1 and view != "whole":
        raise Refused(
            "A fight of format 1 cannot be exported with rows left out; copy the campaign into"
            " format 2 with: combatlog upgrade"
        )
    if with_root and view != "whole":
        raise Refused("The root tells every die to come; it goes only with the whole fight.")
    hidden = _find_hidden(rows, view) if view != "whole" else frozenset()
    closed = {row.cmd for row in rows if row.seq in hidden}
    header = ExportHeader(format, fight, last)
    if format > 1:
        roots = find_roots(store, fight, rows) if with_root else {}
        header = msgspec.structs.replace(header, view=view, roots=roots)
    encoder = msgspec.json.Encoder()
    yield encoder.encode(header).decode()
    for row in rows:
        yield encoder.encode(make_line(row, row.seq in hidden, row.cmd in closed)).decode()


def _find_hidden(rows: Sequence[Row], view: View) -> frozenset[int]:
    """Return the events that are hidden in a view: what players may not read, and the reasons that
    speak of it, less what the person of the view entered."""
    from replay.log.event_log import History
    from replay.text.redaction import find_hidden_events, find_secret_reasons, redact_words

    history = History(map(decode_row, rows))
    readable = redact_words(history, "players")
    kept = find_hidden_events(readable, "players")
    worded = zip(history.rows, readable.rows, strict=True)
    hidden = frozenset(row.seq for row, read in worded if row.event is not read.event)
    hidden |= frozenset(kept) | find_secret_reasons(readable, "players", kept)
    return hidden if view == "public" else hidden - _find_entered(history, view, hidden)


def _find_entered(history: History, person: str, hidden: frozenset[int]) -> set[int]:
    """Return the hidden events that this person entered. What followed from them is not among
    them, nor what a correction of theirs repeats of others.

    Raises `Refused` if the person recorded nothing in the fight.
    """
    people = {row.by for row in history.rows if row.by}
    if person not in people:
        names = ", ".join(sorted(people)) or "nobody with a name"
        raise Refused(
            f"{person} recorded nothing in this fight; recorded by: {names}. The view “public” is"
            " for all players."
        )
    entered: set[int] = set()
    for row in history.rows:
        own = row.by == person and isinstance(row.event, _ENTERED)
        if isinstance(row.event, Rolled):
            own = own and row.event.draw is None
        if own and (row.repeats is None or row.repeats not in hidden - entered):
            entered.add(row.seq)
    return entered & hidden


_ENTERED = (Declaration, Rolled, Noted, BranchNamed, CampaignTitled, HeadMoved, Corrected)
"""What people enter; of the dice only those that are typed."""


def _check_chain(fight: str, rows: list[Row]) -> None:
    """Raise `Unreadable` if a row is not as it was recorded.

    A damaged fight is not exported: its copies would be believed.
    """
    broken = find_first_break(fight, rows)
    if broken is not None:
        raise Unreadable(
            f"#{broken.seq} does not match its digest: it {broken.said}; nothing was exported."
        )


def import_fight(store: Store, lines: Iterable[bytes]) -> str:
    """Import an exported fight, completely or not at all, and return its id.

    Raises `Unreadable` with the number of a faulty line, and `Refused` for a view, or if the
    campaign has the fight already.
    """
    try:
        fight, rows, roots = _parse_fight(store, lines)
    except Unreadable as error:
        raise Unreadable(f"{error} Nothing was imported.") from None
    mark = {mark_import(fight): b""} if roots else {}
    store.adopt(fight, rows, {**roots, **mark})
    return fight


def _parse_fight(
    store: Store, lines: Iterable[bytes]
) -> tuple[str, list[Row], Mapping[str, bytes]]:
    """Parse and check the lines of an export; return the fight's id, its rows, and roots of its
    dice."""
    numbered = enumerate(lines, start=1)
    header = read_header(numbered)
    if not header.whole:
        raise Refused(
            f"This is a view ({clean_fault(header.view)}) that may hide rows, so"
            " nothing was imported; ask for the whole fight."
        )
    if header.fight in store.fights():
        raise Refused("This fight is in the campaign already; nothing was imported.")
    rows: list[Row] = []
    recorded: list[Recorded] = []
    places: list[int] = []
    previous = GENESIS
    for number, text in numbered:
        if not text.strip():
            continue
        if len(rows) == header.events:
            raise Unreadable(
                f"Line {number} is one event more than the {header.events} that line 1 promises."
            )
        try:
            row = _parse_row(text, header, previous, len(rows) + 1)
            recorded.append(_decode_legible(row))
        except CombatlogError as error:
            raise Unreadable(f"Line {number}: {clean_fault(str(error))}") from None
        previous = row.digest
        rows.append(row)
        places.append(number)
    if len(rows) != header.events:
        raise Unreadable(f"Line 1 promises {header.events} events, and {len(rows)} follow.")
    _check_whole(recorded, places)
    _check_opened(header.fight, recorded, places)
    if fault := find_upgrade_fault(header.fight, rows) or find_erased_fault(rows):
        raise Unreadable(f"Line {places[fault.seq - 1]}: #{fault.seq} {fault.said}.")
    for wrong in audit_statements(header.fight, rows, recorded).faults[:1]:
        raise Unreadable(f"Line {places[wrong.seq - 1]}: #{wrong.seq} {wrong.said}.")
    return header.fight, rows, _check_roots(header, recorded)


def _check_opened(fight: str, recorded: Sequence[Recorded], places: Sequence[int]) -> None:
    """Raise `Unreadable` if a secret of the dice was opened that does not meet its anchor."""
    for seq in sorted(EpochSecrets(fight, recorded, {}).false)[:1]:
        raise Unreadable(
            f"Line {places[seq - 1]}: #{seq} opens a secret that does not meet its anchor."
        )


def _check_roots(header: ExportHeader, recorded: Iterable[Recorded]) -> dict[str, bytes]:
    """Return the roots that come with an export; raises `Unreadable` for one that the log does not
    commit to."""
    anchors = list_anchors(recorded) if header.roots else {}
    roots: dict[str, bytes] = {}
    for anchor, text in header.roots.items():
        try:
            root = find_root(header.fight, anchor, anchors.get(anchor, 0), parse_hex(text))
        except ValueError:
            root = None
        if root is None:
            raise Unreadable("Line 1: a root of the dice is not the one that the log commits to.")
        roots[anchor] = root
    return roots


def _check_whole(recorded: Sequence[Recorded], places: Sequence[int]) -> None:
    """Raise `Unreadable` if the rows are no fight, or end within a command.

    `places` are the numbers of their lines.
    """
    try:
        check_structure(recorded)
    except Unreadable as error:
        number = places[error.seq - 1] if 1 <= error.seq <= len(places) else 1
        raise Unreadable(f"Line {number}: {clean_fault(str(error))}") from None
    if half := find_unfinished_command(recorded):
        raise Unreadable(
            f"Line {places[-1]}: the command of #{half} is not all there, the end was cut off; ask"
            " for the rest of it."
        )


def _parse_row(text: bytes, header: ExportHeader, previous: bytes, seq: int) -> Row:
    row = parse_line(text, header.combatlog, header.whole)
    if row.seq != seq:
        raise Unreadable(f"event #{seq} is missing or out of order, here is #{row.seq}.")
    if isinstance(row, ViewRow) and not row.erased:
        raise Unreadable(f"#{seq} hides what was said for it, and a campaign needs all of it.")
    if compute_digest(previous, header.fight, row) != row.digest:
        raise Unreadable(f"#{seq} does not match its digest: it, or one before it, was changed.")
    return row


def _decode_legible(row: Row) -> Recorded:
    """Decode a row, and check that its event can be displayed."""
    recorded = decode_row(row)
    check_legible(row, recorded)
    return recorded
