"""Seals of format 2: one fight each, as digits to paste, or as eight words to read out.

The digits are those of the last row's digest. The words are the first 88 bits of a hash of it, each
of a list of 2,048; four words could be met by trying for hours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias
from unicodedata import combining, normalize

from events.errors import Refused
from events.hashing import compute_hash
from events.store.envelope import Head
from replay.audit.seal import Seal, SealCandidate, SealCheck, read_seal

WORDS_SPOKEN = 8
"""Words in a spoken seal."""

_BITS = 11
"""Bits in a word: the list has 2,048."""

_FIGHT_SEAL = re.compile(
    r"combatlog:2:([0-9A-Za-z]{1,32}):([1-9][0-9]{0,14}):([0-9a-f]{64})(?![0-9A-Za-z])"
)


class FightSeal(NamedTuple):
    """A fight, the seq of its last row, and the digest of that row."""

    fight: str
    seq: int
    digest: bytes

    def __str__(self) -> str:
        return f"combatlog:2:{self.fight}:{self.seq}:{self.digest.hex()}"

    @property
    def words(self) -> tuple[str, ...]:
        """The seal to be read out."""
        spoken = _hash_spoken(self.fight, self.seq, self.digest)
        number, words = int.from_bytes(spoken, "big"), load_words()
        return tuple(
            words[number >> _BITS * place & len(words) - 1]
            for place in reversed(range(WORDS_SPOKEN))
        )


class FightSeals(NamedTuple):
    """Seals of several fights, a line each."""

    seals: tuple[FightSeal, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.seals))


class SpokenSeal(NamedTuple):
    """A seal as it was read out: its 88 bits. They do not say of which fight it is."""

    spoken: bytes


def read_fight_seals(text: str) -> FightSeals | None:
    """Return the seals of format 2 in a text, None if there is none."""
    found = tuple(
        FightSeal(fight, int(seq), bytes.fromhex(digest))
        for fight, seq, digest in _FIGHT_SEAL.findall(text)
    )
    return FightSeals(found) if found else None


def read_spoken_seal(text: str) -> SpokenSeal | None:
    """Return the seal in eight words, None if the text is no row of words. Case, accents, commas
    and line ends do not matter. Raises `Refused` for a word that is not in the list, with words
    that are like it."""
    said = re.findall(r"[a-z]+", _plain(text))
    known = {word: number for number, word in enumerate(load_words())}
    if ":" in text or any(each.isdigit() for each in text):
        return None
    if len(said) != WORDS_SPOKEN:
        if sum(word in known for word in said) < 2:
            return None
        raise Refused(f"A spoken seal has {WORDS_SPOKEN} words; here are {len(said)}.")
    number = 0
    for word in said:
        if word not in known:
            near = get_close_matches(word, known, n=3, cutoff=0.6)
            hint = f"; did you mean {' or '.join(near)}?" if near else "."
            raise Refused(f"“{word}” is no word of a seal{hint}")
        number = number << _BITS | known[word]
    return SpokenSeal(number.to_bytes(WORDS_SPOKEN * _BITS // 8, "big"))


@cache
def load_words() -> tuple[str, ...]:
    """Return the words of spoken seals, in their order, which never changes."""
    return tuple(files("replay.audit").joinpath("seal_words.txt").read_text("utf-8").split())


DigestAt: TypeAlias = Callable[[str, int], bytes]
"""Returns the digest of a row of a fight."""


def check_fight_seals(
    against: FightSeals, fights: Sequence[SealCandidate], lengths: dict[str, int], at: DigestAt
) -> SealCheck:
    """Compare fights with their seals. `lengths` are how many events each has."""
    held: list[SealCandidate] = []
    since = 0
    for seal in against.seals:
        fight = next((each for each in fights if each.id == seal.fight), None)
        if fight is None:
            return SealCheck(f"the fight {seal.fight}, which was sealed, is not here")
        now = lengths.get(fight.id, 0)
        if now < seal.seq:
            gone = f"{seal.seq - now} of them {'is' if seal.seq - now == 1 else 'are'} gone"
            was = f"was sealed with {seal.seq} events and has {now}"
            return SealCheck(f"{fight.name} {was}: {gone}")
        if fight.sound < seal.seq:
            return SealCheck(f"{fight.name} is not as it was recorded from #{fight.sound + 1} on")
        if at(fight.id, seal.seq) != seal.digest:
            return SealCheck(
                f"events of {fight.name} were changed or replaced after they were sealed"
            )
        if fight not in held:
            held.append(fight)
            since += now - seal.seq
    return SealCheck(
        "",
        tuple(fight.number for fight in held),
        since,
        len(fights) - len(held),
        tuple(fight.name for fight in held),
    )


def find_spoken(
    spoken: SpokenSeal, fights: Iterable[SealCandidate], at: DigestAt
) -> FightSeals | None:
    """Return the seal that was read out: the row of these fights that it fits, None if it fits
    none."""
    for fight in fights:
        for seq in range(fight.sound, 0, -1):
            digest = at(fight.id, seq)
            if _hash_spoken(fight.id, seq, digest) == spoken.spoken:
                return FightSeals((FightSeal(fight.id, seq, digest),))
    return None


NOT_SPOKEN = "no fight here was ever as the one that was sealed; or a word was misheard"
"""The finding if a spoken seal fits no row."""


def make_fight_seal(fight: str, head: Head) -> FightSeal:
    """Return the seal of a fight at its head."""
    return FightSeal(fight, head.seq, head.digest)


def _hash_spoken(fight: str, seq: int, digest: bytes) -> bytes:
    return compute_hash("seal", fight, seq, digest)[: WORDS_SPOKEN * _BITS // 8]


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    return "".join(_letters(normalize("NFD", text.lower())))


def _letters(text: str) -> Iterator[str]:
    return (each for each in text if not combining(each))


AnySeal: TypeAlias = Seal | FightSeals | SpokenSeal


def read_any_seal(text: str) -> AnySeal:
    """Return the seal in a text, of either format, in digits or words; raises `Refused` if there is
    none."""
    return read_fight_seals(text) or read_spoken_seal(text) or read_seal(text)
