"""Fights copied from one campaign into another, between files and databases, unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.errors import Refused
from events.store.protocol import Store
from replay.audit.chain import find_first_break


class CopiedFight(NamedTuple):
    """A fight that is in the other campaign now: its id, how many events it has, and whether it
    was there already."""

    id: str
    events: int
    known: bool


def copy_fights(source: Store, target: Store, fights: Sequence[str]) -> Iterator[CopiedFight]:
    """Copy fights with the secrets of their dice and the keys of their commands, each in one
    transaction, and compare their heads; yield each when it is there.

    A fight that is there already, with the same head, is left as it is. Raises `Refused` if it has
    another head there, if it is not as it was recorded, or if the other campaign is older. The
    fights before it stay copied, so the same copy can be made again.
    """
    for fight in fights:
        head, there = source.head(fight), target.head(fight)
        if there.seq:
            if there != head:
                raise Refused(
                    f"Fight {fight} is there already, at #{there.seq}, and it is at #{head.seq}"
                    " here; a fight goes on in one place alone, so it was left as it is."
                )
            yield CopiedFight(fight, head.seq, known=True)
            continue
        rows = list(source.rows(fight, upto=head.seq))
        broken = find_first_break(fight, rows)
        if broken is not None:
            raise Refused(
                f"#{broken.seq} of fight {fight} {broken.said}; nothing of it was copied."
            )
        target.adopt(fight, rows, source.secrets(fight))
        assert target.head(fight) == head, "the store did not keep what it was given"
        yield CopiedFight(fight, len(rows), known=False)
