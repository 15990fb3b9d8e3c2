"""Seals: a line or a few words that fix a fight, for players to keep elsewhere.

The chain of digests cannot show that the end of a log was cut off, or that all of it was computed
again. A seal kept in a chat can.

A seal of format 2 is of one fight: the digits of its last row's digest, to paste, or eight words,
to read out. The words are the first 88 bits of a hash of it, each of a list of 2,048; four words
could be met by trying for hours. A seal of format 1 is one line over a whole campaign.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from events.errors import Refused, Unreadable
from events.hashing import compute_hash
from events.store.envelope import Head
from events.store.statements import decode_said, parse_statement

_CAMPAIGN_SEAL = r"combatlog:1:([0-9]{1,15}(?:,[0-9]{1,15})*):([0-9a-f]{40})(?![0-9A-Za-z])"

_FIGHT_SEAL = r"combatlog:2:([0-9A-Za-z]{1,32}):([1-9][0-9]{0,14}):([0-9a-f]{64})(?![0-9A-Za-z])"

WORDS_SPOKEN = 8
"""Words in a spoken seal."""

_BITS = 11
"""Bits in a word: the list has 2,048."""


class SealedFight(NamedTuple):
    """One fight under a seal: its id, and its last event at that time."""

    fight: str
    head: Head


class CampaignSeal(NamedTuple):
    """A seal of format 1, over a campaign: the number of events of each fight, in the order they
    were started, and one digest (SHA-256, cut to 40 hexadecimal digits) over ids, lengths and last
    digests."""

    lengths: tuple[int, ...]
    digest: str

    def __str__(self) -> str:
        return f"combatlog:1:{','.join(map(str, self.lengths))}:{self.digest}"

    @property
    def words(self) -> tuple[str, ...]:
        """Nothing: a seal of format 1 is not read out."""
        return ()


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


def make_campaign_seal(fights: Sequence[SealedFight]) -> CampaignSeal:
    """Return the seal of format 1 over these fights; raises `Refused` if there is none."""
    if not fights:
        raise Refused("There is no fight yet that could be sealed.")
    whole = sha256()
    for fight, head in fights:
        whole.update(f"{len(fight)}:{fight},{head.seq},".encode() + head.digest)
    return CampaignSeal(tuple(head.seq for _, head in fights), whole.hexdigest()[:40])


def make_fight_seal(fight: str, head: Head, format: int) -> CampaignSeal | FightSeal:
    """Return the seal of a fight at its head, as a campaign of this format has it."""
    if format == 1:
        return make_campaign_seal([SealedFight(fight, head)])
    return FightSeal(fight, head.seq, head.digest)


AnySeal: TypeAlias = CampaignSeal | FightSeals | SpokenSeal


def read_seal(text: str) -> AnySeal:
    """Return the seal in a text, of either format, in digits or words, or as a statement that its
    author kept. Raises `Refused` if there is none, or one of several cannot be read."""
    if "combatlog/2" in text:
        return _read_statements(text)
    _check_all_read(text)
    return _read_fight_seals(text) or read_spoken_seal(text) or _read_campaign_seal(text)


def _read_statements(text: str) -> FightSeals:
    """Return the rows that a statement names, or the statements of a command as the log has them:
    the rows that their authors saw."""
    try:
        said = [voice.text for voice in decode_said(text)] if text.startswith("[") else [text]
        found = [parse_statement(each) for each in said]
    except Unreadable:
        raise Refused("That is no whole statement; paste all of it, as it was kept.") from None
    if not all(each.seq for each in found):
        raise Refused("That statement was made before the first event, so it seals nothing.")
    return FightSeals(
        tuple(FightSeal(each.fight, each.seq, bytes.fromhex(each.digest)) for each in found)
    )


def _check_all_read(text: str) -> None:
    """Raise `Refused` if a text has something like a seal beside those that can be read: it would
    not be compared."""
    rest = re.sub(f"{_FIGHT_SEAL}|{_CAMPAIGN_SEAL}", " ", text)
    if rest != text and (broken := re.search(r"combatlog:[0-9]?\S*", rest, re.IGNORECASE)):
        raise Refused(f"“{broken[0][:60]}” is no whole seal; paste each seal as it was given.")
    if re.search(_FIGHT_SEAL, text) and re.search(_CAMPAIGN_SEAL, text):
        raise Refused("Here are seals of two formats; check against one after the other.")


def _read_fight_seals(text: str) -> FightSeals | None:
    """Return the seals of format 2 in a text, None if there is none."""
    found = tuple(
        FightSeal(fight, int(seq), bytes.fromhex(digest))
        for fight, seq, digest in re.findall(_FIGHT_SEAL, text)
    )
    return FightSeals(found) if found else None


def read_spoken_seal(text: str) -> SpokenSeal | None:
    """Return the seal in eight words, None if the text is no row of words. Case, accents, commas
    and line ends do not matter. Raises `Refused` for a word that is not in the list, with words
    that are like it."""
    from difflib import get_close_matches  # making a seal does not need it

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


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    from unicodedata import combining, normalize  # making a seal does not need it

    return "".join(each for each in normalize("NFD", text.lower()) if not combining(each))


def _read_campaign_seal(text: str) -> CampaignSeal:
    """Return the seal of format 1 in a text; raises `Refused` if there is none."""
    found = re.search(_CAMPAIGN_SEAL, text)
    if found is None:
        raise Refused(
            "That is not a seal; a seal looks like combatlog:2:k7m2p9qx:41:6f1c… with 64 digits, or"
            " is eight words."
        )
    return CampaignSeal(tuple(map(int, found.group(1).split(","))), found.group(2))


@cache
def load_words() -> tuple[str, ...]:
    """Return the words of spoken seals, in their order, which never changes."""
    path = os.path.join(os.path.dirname(__file__), "seal_words.txt")
    with open(path, encoding="ascii") as words:  # `importlib.resources` takes long to import
        return tuple(words.read().split())


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


HeadAt: TypeAlias = Callable[[str, int | None], Head]
"""Returns the head of a fight after so many events, or (None) now."""


def check_campaign_seal(
    sealed: CampaignSeal, fights: Sequence[SealCandidate], head_at: HeadAt
) -> SealCheck:
    """Compare these fights, in the order they were started, with a seal. A seal of one fight is
    compared with each of them."""
    many = len(sealed.lengths)
    if len(fights) < many:
        here = "this is one" if len(fights) == 1 else f"{len(fights)} are here"
        return SealCheck(f"{many} fights were sealed, and {here}")
    ways = [range(at, at + 1) for at in range(len(fights))] if many == 1 else [range(many)]
    for way in ways:
        held = [fights[at] for at in way]
        if not _find_campaign_fault(sealed, held, head_at):
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
    return SealCheck(
        f"{_find_campaign_fault(sealed, fights[:many], head_at)}; or the seal is of {other}"
    )


def _find_campaign_fault(
    sealed: CampaignSeal, fights: Sequence[SealCandidate], head_at: HeadAt
) -> str:
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
        make_campaign_seal(
            [SealedFight(fight.id, head) for fight, head in zip(fights, heads, strict=True)]
        )
        != sealed
    ):
        which = fights[0].name if len(fights) == 1 else "some fight"
        return f"events of {which} were changed or replaced after they were sealed"
    return ""


def _hash_spoken(fight: str, seq: int, digest: bytes) -> bytes:
    return compute_hash("seal", fight, seq, digest)[: WORDS_SPOKEN * _BITS // 8]
