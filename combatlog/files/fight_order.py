"""The order of a campaign's fights: each names the head of the one started before it.

So it shows if a fight before the last was taken out, cut off or rewritten, or if fights changed
places. A fight that was imported comes from another campaign, and the fight that it names need not
be here. It counts as imported if the root of its first dice is not here, or came with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from combatlog.app.fight_list import was_started_here
from events.errors import CombatlogError
from events.store.envelope import Row, decode_row
from events.store.protocol import Store
from events.types.declarations import FightStarted
from events.types.names import clean_text
from replay.audit.chain import compute_old_digests, find_first_break, find_upgrade

_HEAD = re.compile(r"([0-9A-Za-z]{1,32}):([1-9][0-9]{0,14}):([0-9a-f]{64})")


class FightOrder(NamedTuple):
    """What the fights of a campaign say of each other: what is `wrong`, and what is `told`, which
    is no fault. A sentence each, without its full stop."""

    wrong: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


class _Start(NamedTuple):
    """A fight as it was started: its place in the list (from 1), its name, the head that it names
    (empty where it names none), and whether it was started in this campaign."""

    number: int
    name: str
    after: str
    here: bool


def check_order(
    store: Store,
    fights: Sequence[str],
    rows: Mapping[str, Sequence[Row]],
    only: Collection[str],
) -> FightOrder:
    """Compare the `fights` of a campaign, as they are listed, with the heads that `only` some of
    them name. Fights of format 1 name none, and one whose beginning cannot be read is left out."""
    starts = dict(_read_starts(store, fights, rows))
    numbers = {id: number for number, id in enumerate(fights, start=1)}
    asked = set(only)
    wrong: list[str] = []
    told: list[str] = []
    for id, start in starts.items():
        if id not in asked:
            continue
        for said, is_wrong in _compare(start, starts, numbers, rows):
            (wrong if is_wrong else told).append(said)
    return FightOrder(tuple(wrong), tuple(told))


def _read_starts(
    store: Store, fights: Sequence[str], rows: Mapping[str, Sequence[Row]]
) -> Iterator[tuple[str, _Start]]:
    for number, id in enumerate(fights, start=1):
        try:
            event = decode_row(rows[id][0]).event
        except (CombatlogError, LookupError, ValueError, TypeError):
            continue  # the audit of the fight says why
        if isinstance(event, FightStarted) and event.anchor:
            name = f"{clean_text(event.title)} (fight {number})"
            here = was_started_here(store, id, event)
            yield id, _Start(number, name, event.after, here)


def _compare(
    start: _Start,
    starts: Mapping[str, _Start],
    numbers: Mapping[str, int],
    rows: Mapping[str, Sequence[Row]],
) -> Iterator[tuple[str, bool]]:
    """Yield what is to be said of the head that a fight names, and whether it is wrong. `numbers`
    are the places of all fights in the list, from 1."""
    found = _HEAD.fullmatch(start.after)
    if found is None:
        if start.here and start.number > 1:
            yield f"{start.name} was started as the first fight of a campaign", False
        return
    before, seq, digest = found[1], int(found[2]), bytes.fromhex(found[3])
    if before not in numbers:
        if start.here:
            yield f"{start.name} was started after the fight {before}, which is gone", True
        else:
            yield f"{start.name} was imported without the fight {before} before it", False
        return
    number = numbers[before]
    name = starts[before].name if before in starts else f"fight {number}"
    if number > start.number:
        how = "was started after" if start.here else "was imported before"
        yield f"{start.name} {how} {name}, and stands before it", start.here
    elif start.here and number < start.number - 1:
        yield f"{start.name} was started right after {name}, and others stand between", False
    every = rows.get(before, ())
    if len(every) < seq:
        had = f"{name} had {seq} events when {start.name} was started"
        yield f"{had}, and has {len(every)} now", start.here
    elif every[seq - 1].digest != digest and _find_old_digest(before, every, seq) != digest:
        if start.here:
            yield (
                f"{name} is another fight than when {start.name} was started: #{seq} differs",
                True,
            )
        else:
            yield f"{start.name} was imported, and names another #{seq} of {name}", False


def _find_old_digest(fight: str, rows: Sequence[Row], seq: int) -> bytes:
    """Return the digest that a row had before its fight was copied into format 2; empty if it was
    not copied, or is damaged."""
    broken = find_first_break(fight, rows)
    sound = rows if broken is None else rows[: max(0, broken.seq - 1)]
    upgrade = find_upgrade(sound)
    if upgrade is None or seq >= upgrade[0]:
        return b""
    return compute_old_digests(fight, sound[:seq])[-1]
