"""The audits of many fights, on all cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from combatlog.grammar.registry import parse_declarations
from events.store.envelope import Row
from replay.audit.report import FightAudit, audit_fight
from replay.cores import Progress, choose_cores, map_on_cores


class StoredFight(NamedTuple):
    """A fight as it is stored: its id, its rows, and the secrets that are kept of its dice."""

    id: str
    rows: Sequence[Row]
    kept: Mapping[str, bytes]


def audit_fights(
    fights: Sequence[StoredFight], cores: int = 0, progress: Progress | None = None
) -> list[FightAudit]:
    """Audit fights, on all cores or on so many; return the audits in the order of the fights.
    `progress` hears of events."""
    lengths = [len(each.rows) for each in fights]
    of, done = sum(lengths), 0
    found: list[FightAudit] = []
    for fight in map_on_cores(_audit_one, fights, choose_cores(len(fights), of, cores)):
        done += lengths[len(found)]
        found.append(fight)
        if progress is not None:
            progress(done, of)
    return found


def _audit_one(fight: StoredFight) -> FightAudit:
    return audit_fight(*fight, parse_declarations)
