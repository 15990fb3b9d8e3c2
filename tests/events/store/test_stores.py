"""The contract of every store."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from events.errors import Conflict, KeyReused, Refused
from events.serialization.codec import encode
from events.store.envelope import GENESIS, Entry, Head, compute_digest, decode_row, erase_row
from events.store.memory import MemoryStore
from events.store.protocol import Store
from events.store.statements import Request
from events.types.keys import KeyBound, KeyRevoked
from events.types.log_events import BranchNamed, Noted, Sealed
from tests.events.conftest import NOON
from tests.events.given import moved, notes, texts

ASKED = Request("json", '["note","a"]')


def test_append_numbers_from_one_without_gaps(store: Store) -> None:
    """Events are numbered 1, 2, 3 … over all appends of a fight."""
    store.append("f", 0, notes("a", "b"))
    store.append("f", 2, notes("c"))
    assert [1, 2, 3] == [row.seq for row in store.rows("f")]


def test_append_answers_what_it_recorded(store: Store) -> None:
    """An append returns the rows a later read returns."""
    recorded = store.append("f", 0, notes("a", "b"), by="sam")
    assert list(store.read("f")) == recorded


def test_the_envelope_says_who_when_and_why(store: Store) -> None:
    """Each row has its parent, its command, its cause, what it repeats, who wrote it and when."""
    store.append("f", 0, notes("a", "b"))
    store.append("f", 2, [Entry(Noted("c"), parent=1, cause=2, repeats=1)], by="sam", at="then")
    row = store.tail("f", 1)[0]
    assert (3, 1, 3, 2, 1, "then", "sam") == msgspec.structs.astuple(row)[:7]


def test_one_append_is_one_command(store: Store) -> None:
    """All events of an append carry the seq of its first."""
    store.append("f", 0, notes("a"))
    store.append("f", 1, notes("b", "c"))
    assert [1, 2, 2] == [row.cmd for row in store.rows("f")]


def test_the_clock_is_the_stores(store: Store) -> None:
    """Without a time, the store's clock dates the append."""
    assert [NOON] == [row.at for row in store.append("f", 0, notes("a"))]
    assert NOON == store.clock()


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_append_elsewhere_than_at_the_end_is_a_conflict(store: Store, expected: int) -> None:
    """An append at another version than the last is refused, and the message names both."""
    store.append("f", 0, notes("a", "b"))
    with pytest.raises(Conflict, match=rf"#{expected} .* #2 ") as caught:
        store.append("f", expected, notes("c"))
    assert (expected, 2) == (caught.value.expected, caught.value.actual)
    assert ["a", "b"] == texts(store, "f")


def test_append_behind_an_event_that_was_not_seen_is_a_conflict(store: Store) -> None:
    """The last event has the number that was seen, and another digest."""
    seen = store.append("f", 0, notes("a", "b"))[-1].digest
    with pytest.raises(Conflict, match=r"#2 .* #2 "):
        store.append("f", 2, notes("c"), digest=bytes(32))
    assert ["a", "b"] == texts(store, "f")
    store.append("f", 2, notes("c"), digest=seen)
    assert ["a", "b", "c"] == texts(store, "f")


def test_appending_nothing_records_nothing(store: Store) -> None:
    """An empty append starts no fight."""
    assert [] == store.append("f", 0, [])
    assert [] == store.fights()


def test_broken_text_is_refused(store: Store) -> None:
    """A lone surrogate in an event or an author is refused, and nothing is recorded."""
    for by, entries in (("", notes("\ud800")), ("\udcff", notes("a"))):
        with pytest.raises(Refused, match="no text"):
            store.append("f", 0, entries, by=by)
    assert Head() == store.head("f")


def test_the_same_key_answers_what_it_recorded(store: Store) -> None:
    """A command sent again with its key is not recorded again, however the fight has grown."""
    first = store.append("f", 0, notes("a", "b"), key="k", request=ASKED)
    store.append("f", 2, notes("c"))
    assert first == store.append("f", 0, notes("a", "b"), key="k", request=ASKED)
    assert ["a", "b", "c"] == texts(store, "f")


@pytest.mark.parametrize(("fight", "request_"), [("f", Request("json", "other")), ("g", ASKED)])
def test_a_key_stands_for_one_command(store: Store, fight: str, request_: Request) -> None:
    """The same key with another request, or in another fight, is refused."""
    store.append("f", 0, notes("a"), key="k", request=ASKED)
    with pytest.raises(KeyReused, match="“k”"):
        store.append(fight, store.head(fight).seq, notes("b"), key="k", request=request_)
    assert ["a"] == texts(store, "f")
    assert [] == texts(store, "g")


def test_a_refused_append_leaves_its_key_free(store: Store) -> None:
    """The key of a refused command can be used again."""
    store.append("f", 0, notes("a"))
    with pytest.raises(Conflict):
        store.append("f", 0, notes("b"), key="k", request=ASKED)
    assert store.command("k") is None
    assert 2 == store.append("f", 1, notes("b"), key="k", request=ASKED)[0].seq


@pytest.mark.parametrize(
    ("after", "upto", "seqs"),
    [(0, None, [1, 2, 3, 4]), (2, None, [3, 4]), (0, 2, [1, 2]), (1, 3, [2, 3]), (4, None, [])],
)
def test_ranges(store: Store, after: int, upto: int | None, seqs: list[int]) -> None:
    """A range excludes its first seq and includes its last; rows, read and bodies agree."""
    store.append("f", 0, notes("a", "b", "c", "d"))
    rows = list(store.rows("f", after, upto))
    read = list(store.read("f", after, upto))
    bodies = [event for chunk in store.bodies("f", after, upto) for event in chunk]
    assert seqs == [row.seq for row in rows]
    assert [(row.seq, row.digest, row.body) for row in rows] == [
        (row.seq, row.digest, encode(row.event)) for row in read
    ]
    assert [row.event for row in read] == bodies


def test_bodies_come_in_order_over_many_chunks(store: Store) -> None:
    """A long fight is read whole and in order."""
    store.append("f", 0, [Entry(BranchNamed("x", number)) for number in range(1201)])
    events = [event for chunk in store.bodies("f", 3) for event in chunk]
    assert [BranchNamed("x", number) for number in range(3, 1201)] == events


def test_head_and_tail(store: Store) -> None:
    """The head is the last row; the tail the last few, or all there are."""
    assert Head(0, GENESIS) == store.head("f")
    assert [] == store.tail("f", 3)
    store.append("f", 0, notes("a", "b", "c"))
    last = store.tail("f", 1)[0]
    assert Head(3, last.digest) == store.head("f")
    assert [2, 3] == [row.seq for row in store.tail("f", 2)]
    assert 3 == len(store.tail("f", 9))


def test_breaks_are_where_a_line_starts(store: Store) -> None:
    """Only events that do not follow the one before them are breaks."""
    store.append("f", 0, notes("a", "b", "c"))
    store.append("f", 3, moved(1))
    store.append("f", 4, notes("d"))
    store.append("f", 5, moved(3))
    assert [(4, 1), (6, 3)] == store.breaks("f")
    assert [] == store.breaks("g")


def test_fights_in_the_order_they_were_started(store: Store) -> None:
    """Fights are listed by their start, not by name or last append."""
    for fight in ("m", "z", "a"):
        store.append(fight, 0, notes("x"))
    store.append("m", 1, notes("y"))
    assert ["m", "z", "a"] == store.fights()


def test_fights_do_not_mix(store: Store) -> None:
    """Each fight has its own numbers and its own chain."""
    store.append("f", 0, notes("a"))
    store.append("g", 0, notes("a"))
    one, other = store.head("f"), store.head("g")
    assert one.seq == other.seq
    assert one.digest != other.digest


def test_secrets_are_kept_beside_the_log(store: Store) -> None:
    """A secret is found by its commitment, and is in no row."""
    store.append("f", 0, notes("a"), secrets={"seal": b"secret"})
    assert b"secret" == store.secret("f", "seal")
    assert store.secret("f", "other") is None
    assert not any("secret" in row.body for row in store.rows("f"))


def test_all_secrets_of_a_fight(store: Store) -> None:
    """The secrets of one fight, without those of others."""
    store.append("f", 0, notes("a"), secrets={"seal": b"secret", "later": b"other"})
    store.append("g", 0, notes("a"), secrets={"third": b"stranger"})
    assert {"later": b"other", "seal": b"secret"} == store.secrets("f")
    assert {} == store.secrets("h")


def test_secrets_of_a_refused_append_are_not_kept(store: Store) -> None:
    """A secret is stored with its events or not at all."""
    store.append("f", 0, notes("a"))
    with pytest.raises(Conflict):
        store.append("f", 0, notes("b"), secrets={"seal": b"secret"})
    assert store.secret("f", "seal") is None


def test_a_secret_is_its_own_fights(store: Store) -> None:
    """A fight that names another fight's commitment does not get its secret."""
    store.append("f", 0, notes("a"), secrets={"seal": b"secret"})
    store.append("g", 0, [Entry(Sealed("seal"))])
    assert store.secret("g", "seal") is None
    assert b"secret" == store.secret("f", "seal")


def test_a_fight_recorded_elsewhere_is_taken_in_as_it_is(store: Store) -> None:
    """Adopted rows are read back unchanged, and the fight goes on from them."""
    elsewhere = MemoryStore(lambda: "then")
    elsewhere.append("f", 0, notes("a", "b"), by="kim")
    store.append("g", 0, notes("x"))
    store.adopt("f", list(elsewhere.rows("f")), {"seal": b"secret"})
    assert list(elsewhere.rows("f")) == list(store.rows("f"))
    assert b"secret" == store.secret("f", "seal")
    assert ["g", "f"] == store.fights()
    assert 3 == store.append("f", 2, notes("c"))[0].seq


def test_a_fight_that_is_there_is_not_taken_in_again(store: Store) -> None:
    """Adopting a fight with a known id is a conflict, and changes nothing."""
    store.append("f", 0, notes("a"))
    elsewhere = MemoryStore()
    elsewhere.append("f", 0, notes("b"))
    with pytest.raises(Conflict):
        store.adopt("f", list(elsewhere.rows("f")), {"seal": b"secret"})
    assert ["a"] == texts(store, "f")
    assert store.secret("f", "seal") is None


def test_a_fight_with_hidden_rows_is_not_taken_in(store: Store) -> None:
    """A view of a fight cannot be played on: what it hides is not here. Nothing is stored."""
    elsewhere = MemoryStore()
    elsewhere.append("f", 0, notes("a", "b"))
    whole, last = elsewhere.rows("f")
    erased = erase_row(last)
    for hidden in (replace(erased, body=""), replace(erased, body=last.body, content=b"")):
        with pytest.raises(Refused, match=r"#2 is hidden here.*export of the whole fight"):
            store.adopt("f", [whole, hidden])
        assert [] == store.fights()
    store.adopt("f", [whole, erased])
    assert [whole, erased] == list(store.rows("f"))


def test_the_heads_of_all_fights_are_read_at_once(store: Store) -> None:
    """In the order the fights were started."""
    assert {} == store.heads()
    store.append("g", 0, notes("a"))
    store.append("f", 0, notes("b", "c"))
    store.append("g", 1, notes("d"))
    assert [("g", store.head("g")), ("f", store.head("f"))] == [*store.heads().items()]


def test_rows_are_found_by_the_beginning_of_their_tag(store: Store) -> None:
    """Of all fights in the order they were started, each in its own order; words that only stand
    in a text are not taken for a tag."""
    anna, tom = KeyBound("Anna", "a1" * 32), KeyBound("Tom", "b2" * 32)
    revoked = KeyRevoked("c3" * 16, "lost")
    store.append("g", 0, [Entry(anna), Entry(Noted('{"type":"key-bound"'))])
    store.append("f", 0, [Entry(tom), Entry(Noted("key-"))], by="sam")
    store.append("g", 2, [Entry(revoked)])
    expected = [("g", anna), ("g", revoked), ("f", tom)]
    assert expected == [(fight, decode_row(row).event) for fight, row in store.tagged("key-")]
    assert expected[1:2] == [
        (fight, decode_row(row).event) for fight, row in store.tagged("key-revoked")
    ]
    assert next(iter(store.rows("f"))) in [row for _, row in store.tagged("key-bound")]
    assert [] == list(store.tagged("witnessed"))


def test_every_digest_stands_on_the_one_before(store: Store) -> None:
    """The stored chain of digests equals the one computed from the stored rows."""
    store.append("f", 0, notes("a", "b"), by="sam")
    store.append("f", 2, moved(1))
    previous = GENESIS
    for row in store.rows("f"):
        previous = compute_digest(previous, "f", row)
        assert previous == row.digest
