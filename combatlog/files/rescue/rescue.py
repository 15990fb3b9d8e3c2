"""Saving what can be saved of a damaged campaign: of each fight the beginning that stands goes to a
new file, and what is readable behind a hole beside it, as it is, since no log can be told beyond
one.
"""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any, NamedTuple

import msgspec

from combatlog.app.dice_seed import seed_name
from combatlog.files.rescue.prefix import Remains, build_row, find_prefix
from combatlog.files.rescue.scan import COLUMNS, Scan, Values, scan_file
from combatlog.files.safe_write import temporary_path, write_whole
from events.errors import NoCampaign, NotACampaign, Refused
from events.store.campaign_file import create_campaign
from events.store.envelope import Row

LEFTOVER = ".leftover.jsonl"
"""How the name of the new file goes on for what stands in no fight."""


class Rescue(NamedTuple):
    """What is left of a campaign. `leftover` are the events that stand in no fight; `unsealed`
    are the fights whose secret was kept, and is lost; `keys` counts the commands' keys that are;
    `complete` says that SQLite has read every table, so that nothing else is missing, and
    `ended` that it has read the events to their end, so that no other event is."""

    fights: list[Remains]
    secrets: dict[tuple[str, str], bytes]
    commands: list[Values]
    leftover: list[Values]
    unsealed: set[str]
    keys: int
    complete: bool
    ended: bool

    @property
    def readable(self) -> int:
        """How many events can be read."""
        return sum(len(fight.kept) for fight in self.fights) + len(self.leftover)

    @property
    def whole(self) -> bool:
        """Is everything saved?"""
        return self.fits and self.complete and not (self.unsealed or self.keys)

    @property
    def fits(self) -> bool:
        """Is every fight saved to the last event that is known of it?"""
        saved = all(len(fight.kept) == fight.last > 0 for fight in self.fights)
        return saved and not self.leftover


def rescue(damaged: str, new: str) -> Rescue:
    """Write what can be saved of a campaign to a new file; it appears when it is all there. Raises
    a `CampaignError` or `Refused` where there is nothing to save, or no place for it."""
    for path in (new, new + LEFTOVER):
        _check_free(path)
    found = surveyed(damaged)
    if not found.readable:
        raise NotACampaign(f"{damaged} has no event that can be read; nothing was written.")
    temporary = temporary_path(new)
    try:
        _write(temporary, found)
        if found.leftover:
            write_whole(new + LEFTOVER, map(_leftover_line, found.leftover))
        os.replace(temporary, new)
    finally:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                os.remove(temporary + end)
    return found


def surveyed(damaged: str) -> Rescue:
    """What could be saved; nothing is written."""
    found = scan_file(damaged)
    rows, last = _rows_by_fight(found)
    nowhere = not all(isinstance(seq, int) for _, seq, *_ in found.rows["events"])
    complete = len(found.through) == len(COLUMNS) and not nowhere
    fights = [
        find_prefix(fight, rows[fight], last[fight], "events" in found.through)
        for fight in _fights_in_order(found, rows, last)
    ]
    kept = {(fight.id, *msgspec.structs.astuple(row)) for fight in fights for row in fight.kept}
    leftover = [values for values in found.rows["events"] if values not in kept]
    secrets = dict(_secrets(found))
    lengths = {fight.id: len(fight.kept) for fight in fights}
    commands = [each for each in found.rows["commands"] if _is_kept_command(each, lengths)]
    return Rescue(
        fights,
        secrets,
        commands,
        sorted(leftover, key=_sort_key),
        {fight.id for fight in fights if _is_unsealed(fight, found, secrets)},
        sum(not _is_command(each) for each in found.rows["commands"]),
        complete,
        {"events", "fights"} <= found.through and not nowhere,
    )


def _rows_by_fight(found: Scan) -> tuple[dict[str, dict[int, list[Row]]], dict[str, int]]:
    """The rows that were found of each fight, by seq, and the last event that is known of it."""
    rows: dict[str, dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    last: dict[str, int] = defaultdict(int)
    for fight, seq, *more in found.rows["events"]:
        if isinstance(fight, str) and isinstance(seq, int) and seq > 0:
            row = build_row((seq, *more))
            rows[fight][seq] += [] if row is None else [row]
            last[fight] = max(last[fight], seq)
    recorded = {(fight, seq) for _, fight, _, seq, _ in found.rows["commands"]}
    for named, until in recorded | found.known:
        if isinstance(named, str) and isinstance(until, int):
            last[named] = max(last[named], until)
    return rows, last


def _fights_in_order(
    found: Scan, rows: dict[str, dict[int, list[Row]]], last: dict[str, int]
) -> list[str]:
    """Every fight that is heard of, in the order they were started."""
    numbers = {fight: number for fight, number in found.rows["fights"] if isinstance(fight, str)}
    named = {fight for _, fight, _ in found.rows["secrets"] if isinstance(fight, str)}

    def order(fight: str) -> tuple[float, str]:
        number = numbers.get(fight)
        begun = min(
            (row.at for seq in sorted(rows[fight])[:1] for row in rows[fight][seq]), default=""
        )
        return number if isinstance(number, int) else float("inf"), begun

    return sorted({*numbers, *named, *last}, key=order)


def _secrets(found: Scan) -> Iterator[tuple[tuple[str, str], bytes]]:
    """The secrets that are what was committed to, and the seeds of those to come; each
    once."""
    seen: set[str] = set()
    for sealed, fight, secret in found.rows["secrets"]:
        if isinstance(fight, str) and isinstance(sealed, str) and isinstance(secret, bytes):
            is_kept = hashlib.sha256(secret).hexdigest() == sealed or sealed == seed_name(fight)
            if is_kept and sealed not in seen:
                seen.add(sealed)
                yield (fight, sealed), secret


def _is_unsealed(fight: Remains, found: Scan, secrets: dict[tuple[str, str], bytes]) -> bool:
    """Was there a secret for its next dice, and is none? (With a fight that was imported none has
    come.)"""
    if not fight.sealed or any((fight.id, sealed) in secrets for sealed in fight.sealed):
        return False
    spoiled = {sealed for sealed, _, _ in found.rows["secrets"]}
    return "secrets" not in found.through or bool(spoiled & set(fight.sealed))


def _is_command(values: Values) -> bool:
    match values:
        case (str(), str(), int(), int(), bytes()):
            return True
    return False


def _is_kept_command(command: Values, lengths: dict[str, int]) -> bool:
    """Is all that a key stands for in the new file?"""
    match command:
        case (str(), str(fight), int(first), int(last), bytes()):
            return 1 <= first <= last <= lengths.get(fight, 0)
    return False


def _sort_key(values: Values) -> tuple[str, int, str]:
    fight, seq = values[:2]
    return str(fight), seq if isinstance(seq, int) else 0, repr(values)


def _check_free(path: str) -> None:
    if os.path.lexists(path):
        raise Refused(f"{path} exists already; choose another name for what is rescued.")
    folder, name = os.path.split(path)
    if not os.path.isdir(folder or os.curdir):
        raise NoCampaign(f"There is no folder {folder} to write {name} in.")


def _write(path: str, found: Rescue) -> None:
    with closing(create_campaign(path)) as store:
        for fight in found.fights:
            if fight.kept:
                secrets = {
                    sealed: secret
                    for (id, sealed), secret in found.secrets.items()
                    if id == fight.id
                }
                store.adopt(fight.id, fight.kept, secrets)
        store.connection.executemany(
            "INSERT OR IGNORE INTO commands VALUES (?, ?, ?, ?, ?)", found.commands
        )


def _leftover_line(values: Values) -> str:
    """An event as it was found, as JSON: what is no text is hexadecimal."""
    plain: dict[str, Any] = {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in zip(COLUMNS["events"], values, strict=True)
        if value is not None
    }
    body = values[COLUMNS["events"].index("body")]
    if isinstance(body, str):
        with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
            msgspec.json.decode(body)
            plain["event"] = msgspec.Raw(body.encode())  # as it was found, to the letter
            del plain["body"]
    return msgspec.json.encode(plain).decode()
