"""What is audited: a whole campaign, one fight of it, or a file that somebody exported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from combatlog.transfer import Line, read_header
from events.errors import Damaged
from events.rows import GENESIS, Head, Row
from events.store import Store
from replay.audit.chain import Break
from replay.audit.report import FightAudit, audit_fight
from replay.audit.seal import Seal, SealCheck, Sealed, check_seal, seal

_COMMITMENT = re.compile(r'"sealed":"([0-9a-f]{64})"')


class Audit(NamedTuple):
    """What an audit found: each fight, in the order they were started; the ids of fights that have
    events and are not in the campaign's list; and, where it was held against a `seal`, how."""

    fights: Sequence[FightAudit]
    unlisted: Sequence[str] = ()
    seal: SealCheck | None = None

    @property
    def right(self) -> bool:
        """Is nothing wrong?"""
        sealed = self.seal is None or not self.seal.wrong
        return sealed and not self.unlisted and all(fight.right for fight in self.fights)


def audit(store: Store, only: str = "", against: Seal | None = None) -> Audit:
    """Audit a campaign, or `only` one of its fights (an id); `against` a seal."""
    listed = store.fights()  # first, so that the events of each are among the rows
    rows = _by_fight(store)
    ids = [id for id in listed if only in ("", id)]
    fights = [audit_fight(id, rows.get(id, []), _kept(store, id, rows.get(id, []))) for id in ids]
    unlisted = set() if only else rows.keys() - store.fights()
    return Audit(fights, sorted(unlisted), _sealed(against, ids, rows))


def audit_export(lines: Iterable[bytes], against: Seal | None = None) -> Audit:
    """Audit an exported fight, line by line as it is. Raises `Unreadable` where the first line is
    not that of an export."""
    numbered = enumerate(lines, start=1)
    header = read_header(numbered)
    rows, broken = _rows(line for _, line in numbered)
    found = audit_fight(header.fight, rows, {})
    if found.broken is None:
        found = found._replace(broken=broken or _other_count(header.events, len(rows)))
    return Audit([found], (), _sealed(against, [header.fight], {header.fight: rows}))


def sealed_now(store: Store, only: str = "") -> Seal:
    """The seal over a campaign as it is, or over one fight of it."""
    fights = [id for id in store.fights() if only in ("", id)]
    return seal([Sealed(id, store.head(id)) for id in fights])


def _by_fight(store: Store) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for fight, row in store.stored():
        rows.setdefault(fight, []).append(row)
    return rows


def _kept(store: Store, fight: str, rows: Iterable[Row]) -> dict[str, bytes]:
    """The secrets that a store keeps of a fight, by their commitments in its log; nothing (an
    empty one) where one is no secret any more."""
    kept: dict[str, bytes] = {}
    for sealed in dict.fromkeys(
        each for row in rows for each in _COMMITMENT.findall(str(row.body))
    ):
        try:
            secret = store.secret(fight, sealed)
        except Damaged:
            secret = b""
        if secret is not None:
            kept[sealed] = secret
    return kept


def _sealed(
    against: Seal | None, ids: Sequence[str], rows: Mapping[str, Sequence[Row]]
) -> SealCheck | None:
    if against is None:
        return None

    def head_at(fight: str, length: int | None) -> Head:
        every = rows.get(fight, [])
        upto = len(every) if length is None else length
        digest = every[upto - 1].digest if upto else GENESIS
        return Head(upto, digest if isinstance(digest, bytes) else b"")

    return check_seal(against, ids, head_at)


def _other_count(exported: int, here: int) -> Break | None:
    """The first event that is missing, or was added, where a file has not as many as it says."""
    if exported == here:
        return None
    what = "is missing" if here < exported else "was added"
    said = f"{what}: {exported} events were exported, and {here} are here"
    return Break(min(here, exported) + 1, said)


def _rows(lines: Iterable[bytes]) -> tuple[list[Row], Break | None]:
    """The lines as rows, and the first one that is none."""
    rows: list[Row] = []
    for text in lines:
        if not text.strip():
            continue
        row = _row(text)
        if row is None:
            return rows, Break(len(rows) + 1, "cannot be read: its line is no event")
        rows.append(row)
    return rows, None


def _row(text: bytes) -> Row | None:
    """A line as a row, if it is one."""
    try:
        line = msgspec.json.decode(text, type=Line)
        digest = bytes.fromhex(line.digest)
        body = bytes(line.event).decode()
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    if digest.hex() != line.digest:
        return None
    place = (line.seq, line.parent, line.cmd, line.cause, line.repeats)
    return Row(*place, line.at, line.by, body, digest)
