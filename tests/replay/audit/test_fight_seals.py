"""Seals of format 2, in digits and in words."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.files.audit import audit, seal_campaign
from events.errors import Refused
from events.store.envelope import Head
from events.store.memory import MemoryStore
from events.store.statements import Request, encode_said
from replay.audit.seals import (
    FightSeal,
    FightSeals,
    SealCheck,
    SpokenSeal,
    load_words,
    read_seal,
    read_spoken_seal,
)
from replay.log.keys import Speech
from tests.support.tampered_files import BRAWL, recompute_digests, record_brawl, rows_of


@pytest.fixture
def store() -> MemoryStore:
    campaign = Campaign(MemoryStore(), "mia")
    record_brawl(campaign)
    record_brawl(campaign, "gorge", BRAWL[1:2])
    store = campaign.store
    assert isinstance(store, MemoryStore)
    return store


def seals(store: MemoryStore) -> FightSeals:
    found = seal_campaign(store)
    assert isinstance(found, FightSeals)
    return found


def held(store: MemoryStore, text: str) -> SealCheck:
    found = audit(store, "", read_seal(text)).seal
    assert found is not None
    return found


def test_the_words_are_easily_told_apart() -> None:
    """2,048 words of 3 to 8 plain letters; the first four letters tell which it is."""
    words = load_words()
    assert 2048 == len(words) == len({word[:4] for word in words})
    assert list(words) == sorted(words)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert {3, 4, 5, 6, 7, 8} >= {len(word) for word in words}


def test_the_words_are_88_bits_of_a_hash() -> None:
    """Eight words of eleven bits each, of H("seal", fight, seq, digest)."""
    digest = bytes(range(32))
    packed = b"16:combatlog/2/seal,4:cave,2:41,32:" + digest + b","
    bits = f"{int.from_bytes(sha256(packed).digest(), 'big'):0256b}"[:88]
    expected = tuple(load_words()[int(bits[at : at + 11], 2)] for at in range(0, 88, 11))
    assert expected == FightSeal("cave", 41, digest).words


def test_a_seal_holds_while_the_fight_goes_on(store: MemoryStore) -> None:
    """In digits and in words, of one fight or of all."""
    sealed = seals(store)
    Campaign(store, "mia").fight("1").note("On we go.")
    both = ("The cave (fight 1)", "The gorge (fight 2)")
    assert SealCheck("", (1, 2), 1, 0, both) == held(store, f"Mia: {sealed} !")
    first = sealed.seals[0]
    assert SealCheck("", (1,), 1, 1, both[:1]) == held(store, str(first))
    spoken = ", ".join(first.words).upper().replace("A", "Á")
    assert SealCheck("", (1,), 1, 1, both[:1]) == held(store, spoken)


@pytest.mark.parametrize("kept", ["text", "said"])
def test_a_statement_that_its_author_kept_is_a_seal(store: MemoryStore, kept: str) -> None:
    """It names the row that its author saw: alone, or as the log has it, with its signature."""
    head = store.head("cave")
    voice = Speech("cave", head, "2026-11-22T19:30:00.000Z").say(Request("witness", "{}"))
    text = voice.text if kept == "text" else encode_said([voice])
    assert FightSeals((FightSeal("cave", head.seq, head.digest),)) == read_seal(text)
    Campaign(store, "mia").fight("1").note("On we go.")
    assert "" == held(store, text).wrong
    rows = rows_of(store, "cave")
    rows[-2] = replace(rows[-2], by="eve")
    other = MemoryStore()
    other.adopt("cave", recompute_digests("cave", rows))
    assert "were changed or replaced" in held(other, text).wrong


def test_a_statement_that_seals_nothing_is_refused() -> None:
    """One that was made before the first event, and one that lost a line."""
    speech = Speech("cave", Head(), "2026-11-22T19:30:00.000Z")
    text = speech.say(Request("witness", "{}")).text
    with pytest.raises(Refused, match="made before the first event, so it seals nothing"):
        read_seal(text)
    with pytest.raises(Refused, match="is no whole statement"):
        read_seal(text.replace("signer \n", ""))


def test_a_log_written_anew_is_found(store: MemoryStore) -> None:
    """A changed row with digests that match again does not meet the seal, in digits or words."""
    first = seals(store).seals[0]
    rows = rows_of(store, "cave")
    rows[-1] = replace(rows[-1], by="eve")
    other = MemoryStore()
    other.adopt("cave", recompute_digests("cave", rows))
    assert "were changed or replaced" in held(other, str(first)).wrong
    assert "no fight here" in held(other, " ".join(first.words)).wrong


def test_a_cut_end_and_a_fight_taken_out_are_found(store: MemoryStore) -> None:
    """A seal names its fight and its length."""
    first = seals(store).seals[0]
    other = MemoryStore()
    other.adopt("cave", rows_of(store, "cave")[:-1])
    assert "1 of them is gone" in held(other, str(first)).wrong
    assert "is not here" in held(MemoryStore(), str(first)).wrong


def test_a_wrong_word_is_named_with_words_like_it() -> None:
    """A misspelt word is refused, and so is a number of words other than eight."""
    words = FightSeal("cave", 41, bytes(32)).words
    assert isinstance(read_spoken_seal(" ".join(words)), SpokenSeal)
    with pytest.raises(Refused, match="“zebraa” is no word of a seal; did you mean zebra"):
        read_seal(" ".join((*words[:-1], "zebraa")))
    with pytest.raises(Refused, match="has 8 words; here are 7"):
        read_seal(" ".join(words[:-1]))
    with pytest.raises(Refused, match="is not a seal"):
        read_seal("hello there")


def test_each_of_several_seals_is_read_or_refused() -> None:
    """One that lost digits, or is of the other format, would be left out without a word."""
    one, other = (str(FightSeal(name, 41, bytes(32))) for name in ("cave", "ford"))
    found = read_seal(f"Mia keeps {one}, and Ben\n{other}")
    assert isinstance(found, FightSeals)
    assert 2 == len(found.seals)
    for broken in (other[:-2], other[:-64] + "A" * 64):
        with pytest.raises(Refused, match="is no whole seal; paste each seal as it was given"):
            read_seal(f"{one} {broken}")
    with pytest.raises(Refused, match="seals of two formats"):
        read_seal(f"{one} combatlog:1:20:{'a' * 40}")
