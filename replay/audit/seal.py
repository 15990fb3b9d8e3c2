"""A seal of format 1: one short line of text that fixes a whole campaign, for players to keep
elsewhere. Those of format 2 are in `replay.audit.fight_seals`.

The chain of digests cannot show that the end of a log was cut off, or that all of it was computed
again. A seal kept in a chat can.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from events.errors import Refused
from events.store.envelope import Head

_SEAL = re.compile(r"combatlog:1:([0-9]{1,15}(?:,[0-9]{1,15})*):([0-9a-f]{40})(?![0-9A-Za-z])")


class SealedFight(NamedTuple):
    """One fight under a seal: its id, and its last event at that time."""

    fight: str
    head: Head


class Seal(NamedTuple):
    """The content of a seal: the number of events of each fight, in the order they were started,
    and one digest (SHA-256, cut to 40 hexadecimal digits) over ids, lengths and last digests."""

    lengths: tuple[int, ...]
    digest: str

    def __str__(self) -> str:
        return f"combatlog:1:{','.join(map(str, self.lengths))}:{self.digest}"


def make_seal(fights: Sequence[SealedFight]) -> Seal:
    """Return the seal over these fights; raises `Refused` if there is none."""
    if not fights:
        raise Refused("There is no fight yet that could be sealed.")
    whole = sha256()
    for fight, head in fights:
        whole.update(f"{len(fight)}:{fight},{head.seq},".encode() + head.digest)
    return Seal(tuple(head.seq for _, head in fights), whole.hexdigest()[:40])


def read_seal(text: str) -> Seal:
    """Return the seal in a text; raises `Refused` if there is none."""
    found = _SEAL.search(text)
    if found is None:
        raise Refused(
            "That is not a seal; a seal looks like combatlog:2:k7m2p9qx:41:6f1c… with 64 digits, or"
            " is eight words."
        )
    return Seal(tuple(map(int, found.group(1).split(","))), found.group(2))


class SealCheck(NamedTuple):
    """The result of comparing fights with a seal: what is `wrong` (empty if nothing); the numbers
    of the fights it `holds`; how many events were recorded in them `since`; how many fights are
    `beyond` it; their `titles`. `open` says why they could not be compared, if so."""

    wrong: str
    holds: tuple[int, ...] = ()
    since: int = 0
    beyond: int = 0
    titles: tuple[str, ...] = ()
    open: str = ""


class SealCandidate(NamedTuple):
    """A fight to compare with a seal: its number in the campaign (0 if it is in none), its id and
    title, and how many events from the first are as they were recorded."""

    number: int
    id: str
    title: str
    sound: int

    @property
    def name(self) -> str:
        """The fight's name: “The cave (fight 1)”."""
        number = f"fight {self.number}" if self.number else ""
        if not self.title:
            return number or "the fight"
        return f"{self.title} ({number})" if number else self.title


HeadAt: TypeAlias = Callable[[str, int | None], Head]
"""Returns the head of a fight after so many events, or (None) now."""


def check_seal(sealed: Seal, fights: Sequence[SealCandidate], head_at: HeadAt) -> SealCheck:
    """Compare these fights, in the order they were started, with a seal. A seal of one fight is
    compared with each of them."""
    many = len(sealed.lengths)
    if len(fights) < many:
        here = "this is one" if len(fights) == 1 else f"{len(fights)} are here"
        return SealCheck(f"{many} fights were sealed, and {here}")
    ways = [range(at, at + 1) for at in range(len(fights))] if many == 1 else [range(many)]
    for way in ways:
        held = [fights[at] for at in way]
        if not _find_fault(sealed, held, head_at):
            return SealCheck(
                "",
                tuple(fight.number for fight in held),
                sum(head_at(fight.id, None).seq for fight in held) - sum(sealed.lengths),
                len(fights) - many,
                tuple(fight.name for fight in held),
            )
    if len(ways) > 1:
        none = f"none of these {len(fights)} fights is the one that was sealed"
        return SealCheck(f"{none}; or the seal is of another fight")
    other = "another fight" if many == 1 else "other fights"
    return SealCheck(f"{_find_fault(sealed, fights[:many], head_at)}; or the seal is of {other}")


def _find_fault(sealed: Seal, fights: Sequence[SealCandidate], head_at: HeadAt) -> str:
    """Say what is wrong with these fights if they are the ones that were sealed, empty if
    nothing."""
    for fight, length in zip(fights, sealed.lengths, strict=True):
        now = head_at(fight.id, None).seq
        if now < length:
            gone = f"{length - now} of them {'is' if length - now == 1 else 'are'} gone"
            return f"{fight.name} was sealed with {length} events and has {now}: {gone}"
        if fight.sound < length:
            return f"{fight.name} is not as it was recorded from #{fight.sound + 1} on"
    heads = [
        head_at(fight.id, length) for fight, length in zip(fights, sealed.lengths, strict=True)
    ]
    if (
        make_seal([SealedFight(fight.id, head) for fight, head in zip(fights, heads, strict=True)])
        != sealed
    ):
        which = fights[0].name if len(fights) == 1 else "some fight"
        return f"events of {which} were changed or replaced after they were sealed"
    return ""
