"""Copy a campaign of format 1 into a new file of format 2.

Every row keeps its columns and the bytes of its body; it gets a blind and a new digest. Then each
fight gets one more command, which names the old head: so seals of the old campaign still hold, and
the audit can compute the old digests from the same rows.

A secret of format 1 that is still in service stays so until it is closed: if another one took its
place at once, whoever copies the campaign would choose new dice. A new root comes with the close,
or here where no secret is in service.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from secrets import token_bytes
from typing import NamedTuple

from combatlog.files.backup import hold_still
from combatlog.files.safe_write import make_campaign_file
from events.errors import Refused
from events.hashing import DIGEST_SIZE, compute_anchor
from events.store.campaign_file import SQLiteStore, create_campaign, open_campaign
from events.store.envelope import (
    BLIND_SIZE,
    GENESIS,
    Entry,
    Head,
    Row,
    chain_entries,
    compute_digest,
    decode_row,
)
from events.types.commitments import EPOCHS, Anchored
from events.types.keys import Upgraded
from replay.audit.chain import find_first_break
from replay.log.event_log import History


class UpgradedFight(NamedTuple):
    """A fight that was copied: its id, and how many events it had."""

    id: str
    events: int


def upgrade(old: str, new: str, by: str = "") -> list[UpgradedFight]:
    """Copy a campaign of format 1 to a new file of format 2; the file appears when it is complete.

    Raises `Refused` if the campaign is of format 2 already, if a fight is not as it was recorded,
    or if the new file exists. The old file stays as it is; what others record in it after the
    beginning is not in the copy.
    """
    with (
        make_campaign_file(new, old, "the copy") as temporary,
        closing(open_campaign(old)) as store,
    ):
        if store.format != 1:
            raise Refused(f"{old} is of format {store.format} already; nothing was copied.")
        with hold_still(store), closing(create_campaign(temporary)) as copy:
            return [_copy_fight(store, copy, old, fight, by) for fight in store.fights()]


def upgrade_rows(fight: str, rows: Sequence[Row]) -> list[Row]:
    """Return the rows of a fight of format 1 with blinds and the digests of format 2."""
    digest = GENESIS
    upgraded: list[Row] = []
    for row in rows:
        place = (row.seq, row.parent, row.cmd, row.cause, row.repeats, row.at, row.by)
        bare = Row(*place, row.body, b"", token_bytes(BLIND_SIZE))
        digest = compute_digest(digest, fight, bare)
        upgraded.append(Row(*place, row.body, digest, bare.blind))
    return upgraded


def _copy_fight(
    store: SQLiteStore, copy: SQLiteStore, old: str, fight: str, by: str
) -> UpgradedFight:
    rows = list(store.rows(fight))
    broken = find_first_break(fight, rows)
    if broken is not None:
        raise Refused(
            f"#{broken.seq} of fight {fight} {broken.said}; rescue the campaign first: combatlog"
            f" rescue {old}"
        )
    upgraded = upgrade_rows(fight, rows)
    secrets = store.secrets(fight)
    entries = [Entry(Upgraded(1, len(rows), rows[-1].digest.hex()))]
    if not any(sealed in secrets for sealed in History(map(decode_row, rows)).sealed):
        root = token_bytes(DIGEST_SIZE)
        anchor = compute_anchor(fight, root, EPOCHS).hex()
        entries.append(Entry(Anchored(anchor, EPOCHS, "the campaign was copied into format 2")))
        secrets[anchor] = root
    columns, _ = chain_entries(
        fight,
        Head(len(rows), upgraded[-1].digest),
        entries,
        at=copy.clock(),
        by=by,
        blinds=token_bytes(BLIND_SIZE * len(entries)),
    )
    upgraded += [Row(*each) for each in columns]
    copy.adopt(fight, upgraded, secrets)
    return UpgradedFight(fight, len(rows))
