"""Events of format 2 about secrets, keys and phones stand where combatlog records them, or they are
refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from combatlog.app.fight import Fight
from events.errors import Unreadable
from events.signatures import compute_key_id
from events.store.envelope import Entry, Recorded
from events.store.memory import MemoryStore
from events.types import commitments as c, keys as k
from events.types.log_events import Noted, Salted, Sealed
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from replay.validation.log_rules import check_structure, find_unfinished_command
from tests.support.anchored_fights import start_anchored, strike

HEX = "ab" * 32
BOUND = c.ChainBound("c1", "Anna", HEX, 100)
ASKED = c.DiceAsked((c.AskedDraw(0, "ada", "damage", 0),), (c.AskedLink("c1", 1),))


@pytest.fixture
def fight() -> Fight:
    """A fight with one die, #5 to #12."""
    fight = start_anchored(MemoryStore())
    strike(fight)
    return fight


def append(fight: Fight, *commands: tuple[AnyEvent, ...]) -> list[Recorded]:
    """Return the rows of a fight with commands that nobody recorded."""
    store: MemoryStore = fight._store  # type: ignore[assignment]
    for events in commands:
        head = len(list(store.read("fight")))
        store.append("fight", head, [Entry(event) for event in events])
    return list(store.read("fight"))


def opened(fight: Fight, **fields: object) -> c.SecretOpened:
    """Return the event that opens the epoch in service, with other fields."""
    epochs = fight.history.epochs
    assert epochs is not None
    return replace(c.SecretOpened(epochs.anchor, epochs.epoch, HEX), **fields)


Commands = Callable[[Fight], list[tuple[AnyEvent, ...]]]

ACCEPTED: dict[str, Commands] = {
    "a close": lambda fight: [(c.Closed(), opened(fight))],
    "another root": lambda fight: [(c.Anchored(HEX, 4),)],
    "a key": lambda fight: [
        (k.KeyBound("Anna", HEX),),
        (k.KeyRevoked(compute_key_id(HEX), "lost"),),
    ],
    "a witness": lambda fight: [(k.Witnessed(),)],
    "a phone": lambda fight: [(BOUND,), (ASKED,), (c.LinksGiven(14, (HEX,)),)],
    "a phone that leaves": lambda fight: [(BOUND,), (ASKED,), (c.PhoneLeft("c1", "silent", 14),)],
}

REFUSED: dict[str, tuple[Commands, str]] = {
    "a close alone": (
        lambda fight: [(c.Closed(),), (Noted("x"),)],
        "#14 comes after a close that opened no secret",
    ),
    "a secret alone": (lambda fight: [(opened(fight),)], "closes no epoch before it"),
    "another epoch": (
        lambda fight: [(c.Closed(), opened(fight, epoch=1))],
        "opens another secret than that of the epoch just closed",
    ),
    "a malformed secret": (
        lambda fight: [(c.Closed(), opened(fight, secret="00"))],
        "opens a secret that is not 64 hexadecimal digits",
    ),
    "two closes": (
        lambda fight: [(c.Closed(), opened(fight)), (c.Closed(), opened(fight, epoch=1))],
        "none was drawn since the last close",
    ),
    "the same root": (
        lambda fight: [(c.Anchored(opened(fight).anchor),)],
        "serves already",
    ),
    "an old root": (
        lambda fight: [(c.Anchored(HEX, 4),), (c.Anchored(opened(fight).anchor),)],
        "that another has replaced",
    ),
    "no epochs": (lambda fight: [(c.Anchored(HEX, 0),)], "a root has 1 to 4096"),
    "too many epochs": (lambda fight: [(c.Anchored(HEX, 4097),)], "a root has 1 to 4096"),
    "a malformed anchor": (lambda fight: [(c.Anchored("x", 4),)], "64 hexadecimal digits"),
    "salt of format 1": (lambda fight: [(Salted("x", HEX),)], "is salt"),
    "late salt": (lambda fight: [(Salted("x", ""),)], "is salt that would be refused"),
    "a seal of format 1": (lambda fight: [(Sealed(HEX),)], "in a fight of format 2"),
    "a malformed key": (lambda fight: [(k.KeyBound("Anna", "x"),)], "64 hexadecimal digits"),
    "nobody's key": (lambda fight: [(k.KeyBound("", HEX),)], "a person without a name"),
    "a malformed id": (lambda fight: [(k.KeyRevoked("x", ""),)], "32 hexadecimal digits"),
    "a key beside a note": (
        lambda fight: [(k.KeyBound("Anna", HEX), Noted("x"))],
        "in one command with something else",
    ),
    "another upgrade": (lambda fight: [(k.Upgraded(1, 3, HEX),)], "another log"),
    "a chain twice": (lambda fight: [(BOUND,), (BOUND,)], "a second time"),
    "an unbound chain": (lambda fight: [(ASKED,)], "of a chain that is not bound"),
    "links without an ask": (lambda fight: [(c.LinksGiven(5, (HEX,)),)], "asks for no dice"),
    "other links": (
        lambda fight: [(BOUND,), (ASKED,), (c.LinksGiven(14, ()),)],
        "gives other links than #14 asked for",
    ),
    "an unknown reason": (
        lambda fight: [(BOUND,), (c.PhoneLeft("c1", "bored"),)],
        "for no known reason",
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_combatlog_records_is_accepted(fight: Fight, name: str) -> None:
    """Alone, or with what belongs to it."""
    check_structure(append(fight, *ACCEPTED[name](fight)))


@pytest.mark.parametrize("name", REFUSED)
def test_what_combatlog_never_records_is_refused(fight: Fight, name: str) -> None:
    """In a sentence that names the row."""
    commands, words = REFUSED[name]
    with pytest.raises(Unreadable, match=words):
        check_structure(append(fight, *commands(fight)))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"epoch": -1}, "epoch -1"),
        ({"epoch": 4096}, "epoch 4096"),
        ({"draw": None, "epoch": 1}, "epoch 1"),
        ({"ask": 3}, "is a die that #3, and that asks for no dice"),
    ],
)
def test_a_die_is_of_an_epoch_and_an_ask_that_can_be(
    fight: Fight, fields: dict[str, object], words: str
) -> None:
    """Other dice are refused."""
    rows = [
        replace(row, event=replace(row.event, **fields)) if isinstance(row.event, Rolled) else row
        for row in fight.history.rows
    ]
    with pytest.raises(Unreadable, match=words if "draw" not in fields else "die"):
        check_structure(rows)


def test_a_close_that_is_cut_off_is_unfinished(fight: Fight) -> None:
    """The secret it opens is missing."""
    rows = append(fight, (c.Closed(), opened(fight)))
    assert 13 == find_unfinished_command(rows[:-1])
    assert 0 == find_unfinished_command(rows)
