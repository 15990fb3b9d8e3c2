"""Recovery of a damaged campaign: the valid prefix of each fight goes to a new file.

Events that are readable beyond a missing one go to a second file as they are: no log can continue
after a gap. `diagnose_error` says what is wrong with a campaign, for any command that meets the
damage.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from shlex import quote
from typing import Any, NamedTuple

import msgspec

from combatlog.app.fight_list import mark_import
from combatlog.files.jsonl import find_root, list_anchors
from combatlog.files.rescue.prefix import UNKNOWN_EVENT, FightPrefix, build_row, find_prefix
from combatlog.files.rescue.scan import COLUMNS, Scan, Values, scan_file
from combatlog.files.safe_write import SIDE_FILES, check_free, make_campaign_file, write_lines
from events.errors import CombatlogError, Damaged, NotACampaign
from events.store.campaign_file import create_campaign
from events.store.columns import pack_columns
from events.store.envelope import FORMAT, Row, decode_row
from rulesets.core.sealed_dice import hash_secret

LEFTOVER = ".leftover.jsonl"
"""What the name of the second file adds to that of the new campaign."""

_PURPOSE = "what is rescued"


class Rescue(NamedTuple):
    """What can be recovered of a campaign.

    - `fights`: the valid prefix of each fight, in the order they were started.
    - `secrets`: by fight and commitment.
    - `commands`: idempotency keys whose events are all recovered; of several commands with one key
      the first.
    - `leftover`: readable events outside of any prefix.
    - `unsealed`: ids of fights whose secret was kept, and is lost.
    - `keys`: how many idempotency keys are lost.
    - `complete`: SQLite has read every table to its end, so that nothing else is missing.
    - `ended`: SQLite has read all events, so that no other event is missing.
    - `format`: the format of the new file.
    """

    fights: list[FightPrefix]
    secrets: dict[tuple[str, str], bytes]
    commands: list[Values]
    leftover: list[Values]
    unsealed: set[str]
    keys: int
    complete: bool
    ended: bool
    format: int

    @property
    def readable(self) -> int:
        """The number of readable events."""
        return sum(len(fight.kept) for fight in self.fights) + len(self.leftover)

    @property
    def whole(self) -> bool:
        """Whether everything is recovered."""
        return self.fits and self.complete and not (self.unsealed or self.keys)

    @property
    def fits(self) -> bool:
        """Whether every fight is recovered to its last known event."""
        saved = all(len(fight.kept) == fight.last > 0 for fight in self.fights)
        return saved and not self.leftover


def rescue(damaged: str, new: str) -> Rescue:
    """Write what can be recovered to a new campaign; the file appears when it is complete.

    Raises a `CampaignError` if there is nothing to recover, and `Refused` if a file of that name
    exists.
    """
    check_free(new, _PURPOSE, (*SIDE_FILES, LEFTOVER))
    found = survey(damaged)
    if not found.readable:
        raise NotACampaign(f"{damaged} has no event that can be read; nothing was written.")
    beside: list[str] = []
    try:
        with make_campaign_file(new, damaged, _PURPOSE) as temporary:
            _write(temporary, found)
            if found.leftover:
                write_lines(new + LEFTOVER, map(_leftover_line, found.leftover))
                beside.append(new + LEFTOVER)
    except BaseException:
        for path in beside:  # without its campaign it would only block the next try
            with suppress(OSError):
                os.remove(path)
        raise
    return found


def survey(damaged: str) -> Rescue:
    """Find what can be recovered; nothing is written."""
    found = scan_file(damaged)
    rows, last = _rows_by_fight(found)
    nowhere = not all(isinstance(seq, int) for _, seq, *_ in found.rows["events"])
    complete = len(found.through) == len(COLUMNS) and not nowhere
    fights = [
        find_prefix(fight, rows[fight], last[fight], "events" in found.through)
        for fight in _fights_in_order(found, rows, last)
    ]
    kept = {(fight.id, *pack_columns(row)) for fight in fights for row in fight.kept}
    leftover = [values for values in found.rows["events"] if values not in kept]
    secrets = dict(_secrets(found, fights))
    format = max(found.formats, default=FORMAT)
    lengths = {fight.id: len(fight.kept) for fight in fights}
    whole = [each for each in found.rows["commands"] if _is_kept_command(each, lengths)]
    latest_first = sorted(whole, key=lambda each: _sort_key(each[1:]), reverse=True)
    commands = list({each[0]: each for each in latest_first}.values())
    return Rescue(
        fights,
        secrets,
        commands,
        sorted(leftover, key=_sort_key),
        {fight.id for fight in fights if _is_unsealed(fight, found, secrets)},
        sum(not _is_command(each) for each in found.rows["commands"]) if format == 1 else 0,
        complete,
        {"events", "fights"} <= found.through and not nowhere,
        format,
    )


def _rows_by_fight(found: Scan) -> tuple[dict[str, dict[int, list[Row]]], dict[str, int]]:
    """Return the rows of each fight, by seq, and the seq of its last known event."""
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
    """Return the ids of all known fights, in the order they were started."""
    numbers = {fight: number for fight, number in found.rows["fights"] if isinstance(fight, str)}
    named = {fight for _, fight, _ in found.rows["secrets"] if isinstance(fight, str)}

    def order(fight: str) -> tuple[float, str]:
        number = numbers.get(fight)
        begun = min(
            (row.at for seq in sorted(rows[fight])[:1] for row in rows[fight][seq]), default=""
        )
        return number if isinstance(number, int) else float("inf"), begun

    return sorted({*numbers, *named, *last}, key=order)


def _secrets(found: Scan, fights: Iterable[FightPrefix]) -> Iterator[tuple[tuple[str, str], bytes]]:
    """Yield each secret and root that matches its commitment, and each mark of an import, once."""
    seen: set[str] = set()
    anchors = {
        (fight.id, anchor): epochs
        for fight in fights
        for anchor, epochs in list_anchors(map(decode_row, fight.kept)).items()
    }
    for sealed, fight, secret in found.rows["secrets"]:
        if isinstance(fight, str) and isinstance(sealed, str) and isinstance(secret, bytes):
            epochs = anchors.get((fight, sealed), 0)
            is_kept = hash_secret(secret) == sealed
            is_kept = is_kept or find_root(fight, sealed, epochs, secret) is not None
            is_kept = is_kept or sealed == mark_import(fight)
            if is_kept and sealed not in seen:
                seen.add(sealed)
                yield (fight, sealed), secret


def _is_unsealed(fight: FightPrefix, found: Scan, secrets: dict[tuple[str, str], bytes]) -> bool:
    """Return whether the secret for a fight's next dice is lost; an imported fight had none."""
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
    """Return whether all events that an idempotency key stands for are recovered."""
    match command:
        case (str(), str(fight), int(first), int(last), bytes()):
            return 1 <= first <= last <= lengths.get(fight, 0)
    return False


def _sort_key(values: Values) -> tuple[str, int, str]:
    fight, seq = values[:2]
    return str(fight), seq if isinstance(seq, int) else 0, repr(values)


def _write(path: str, found: Rescue) -> None:
    with closing(create_campaign(path, format=found.format)) as store:
        for fight in found.fights:
            if fight.kept:
                secrets = {
                    sealed: secret
                    for (id, sealed), secret in found.secrets.items()
                    if id == fight.id
                }
                store.adopt(fight.id, fight.kept, secrets)
        if found.format == 1:  # since format 2 they are in the log
            store.adopt_commands(found.commands)


def _leftover_line(values: Values) -> str:
    """Return a readable event as a line of JSON; bytes are hexadecimal."""
    plain: dict[str, Any] = {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in zip(COLUMNS["events"], values, strict=True)
        if value is not None and value != b""
    }
    body = values[COLUMNS["events"].index("body")]
    if isinstance(body, str):
        with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
            msgspec.json.decode(body)
            plain["event"] = msgspec.Raw(body.encode())  # exactly as it was found
            del plain["body"]
    return msgspec.json.encode(plain).decode()


def diagnose_error(path: str, error: Exception) -> Exception:
    """Return the error, or the damage it comes from if the campaign is damaged."""
    try:
        rescued = survey(path)
    except CombatlogError:
        return error
    if isinstance(error, Damaged):
        return Damaged(path, error.reason, _describe_readable(path, rescued))
    if isinstance(error, NotACampaign):
        lost = Damaged(
            path, "it does not begin as a campaign does", _describe_readable(path, rescued)
        )
        return lost if rescued.readable else error
    reason = _find_reason(rescued)
    return Damaged(path, reason, _describe_readable(path, rescued)) if reason else error


def _describe_readable(path: str, rescued: Rescue) -> str:
    if not rescued.readable:
        return "no event in it can be read any more"
    events = "1 event" if rescued.readable == 1 else f"{rescued.readable} events"
    command = f"combatlog rescue {quote(path)} writes the {events} that can still be read"
    beside = len(rescued.leftover)
    if not beside:
        return f"{command} to a new file"
    return f"{command}: {rescued.readable - beside} to a new campaign, {beside} to a file beside it"


def _find_reason(rescued: Rescue) -> str:
    """Return what is wrong first; empty if some events are only unknown to this version."""
    for fight in rescued.fights:
        if fight.why and not fight.why.endswith(UNKNOWN_EVENT):
            return f"{fight.title}: {fight.why}"
        if fight.lost:
            return f"{fight.title}: #{fight.lost[0][0]} is missing"
        if not fight.last:
            return f"{fight.title} has no events"
    return "" if rescued.complete else "parts of it cannot be read"
