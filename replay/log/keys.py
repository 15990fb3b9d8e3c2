"""The keys of a fight: for whom each speaks, and what a person signs of a command.

A signature is for a command: for what the person put into it (declarations, typed dice, moves of
the head, corrections), not for the outcomes, which the rules give again.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from events.serialization.codec import encode
from events.signatures import SigningKey, compute_key_id
from events.store.envelope import Entry, Head, Recorded
from events.store.statements import NONCE_SIZE, Request, Statement, Voice
from events.types.commitments import Anchored, ChainBound, LinksGiven, SecretOpened
from events.types.declarations import FightStarted
from events.types.keys import Binding, KeyBound, KeyRevoked, Witnessed
from events.types.log_events import Corrected, Salted, Skipped
from events.types.names import make_likeness
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, Declaration
from replay.log.event_log import META_EVENTS

FORMS: Mapping[type, str] = {
    Salted: "salt",
    KeyBound: "bind",
    KeyRevoked: "revoke",
    Witnessed: "witness",
    ChainBound: "chain",
    LinksGiven: "link",
}
"""The forms of statements about one event of the log. All else is said in the form `json`."""


def is_same_person(one: str, other: str) -> bool:
    """Return whether two names are of one person: case, accents and what cannot be told apart by
    eye (`make_likeness`) make no difference."""
    return one == other or make_likeness(one) == make_likeness(other)


def may_revoke(by: str, person: str, starter: str) -> bool:
    """Return whether somebody may revoke a key of a person: its owner, and whoever started the
    fight. A key of the starter anybody may, because nobody else could once it is lost."""
    return any(is_same_person(*pair) for pair in ((by, person), (by, starter), (person, starter)))


class BoundKeys:
    """The keys that were bound in a fight up to some row, by their id, and which are revoked."""

    def __init__(self) -> None:
        self.bound: dict[str, KeyBound] = {}
        self.revoked: dict[str, KeyRevoked] = {}

    def follow(self, event: AnyEvent) -> None:
        """Take in the next event of the log."""
        if isinstance(event, KeyBound):
            self.bound[compute_key_id(event.key)] = event
        elif isinstance(event, KeyRevoked):
            self.revoked[event.key] = event

    def has_keys(self, person: str) -> bool:
        """Return whether a key was ever bound to a person: from then on they have to sign."""
        return any(is_same_person(event.person, person) for event in self.bound.values())

    def list_living(self, person: str = "") -> dict[str, KeyBound]:
        """Return the keys that are not revoked, by their id: those of a person, or all."""
        return {
            id: event
            for id, event in self.bound.items()
            if id not in self.revoked and (not person or is_same_person(event.person, person))
        }

    def choose_how(self, person: str) -> Binding:
        """Return how the next key of a person is bound."""
        if not self.has_keys(person):
            return "first"
        return "also" if self.list_living(person) else "again"


class CommandInput(NamedTuple):
    """What a person put into a command: an event, and its parent where it does not follow the event
    before it."""

    event: AnyEvent
    parent: int | None = None


def list_inputs(rows: Iterable[Recorded], log: Sequence[Recorded]) -> list[CommandInput]:
    """Return what a person put into a command of a log; of a command that only draws a die, that
    die. What a correction repeats unchanged is not among it. Another root of the dice is: whoever
    keeps the file chose it, and could try many."""
    rows = list(rows)
    found = [
        CommandInput(row.event, row.parent if row.parent != row.seq - 1 else None)
        for row in rows
        if _is_input(row.event, row.repeats, log)
    ]
    if all(isinstance(each.event, Anchored) for each in found):
        dice = [row for row in rows if isinstance(row.event, Rolled)]
        found += [CommandInput(row.event) for row in (*dice, *rows)][:1]
    return found


def _is_input(event: AnyEvent, repeats: int | None, log: Sequence[Recorded]) -> bool:
    if isinstance(event, SecretOpened):  # it follows from the root
        return False
    if isinstance(event, (Corrected, FightStarted, *META_EVENTS)):
        return True
    is_typed = isinstance(event, Rolled) and event.draw is None
    if not is_typed and not isinstance(event, Declaration | Skipped):
        return False
    return repeats is None or _find_event(log, repeats) != event


def _find_event(log: Sequence[Recorded], seq: int) -> AnyEvent | None:
    """Return an event of a log; None where it is hidden in this view of it."""
    at = bisect_left(log, seq, key=lambda row: row.seq)
    return log[at].event if at < len(log) and log[at].seq == seq else None


def write_payload(inputs: Sequence[CommandInput]) -> tuple[str, str]:
    """Return what is said of a command, as form and payload. Several inputs are a JSON array. A
    `parent` beside the fields of an event says where the head moved."""
    first = inputs[0].event
    if len(inputs) == 1 and (form := FORMS.get(type(first))):
        return form, encode(first)
    plain = [_to_plain(each) for each in inputs]
    return "json", msgspec.json.encode(plain if len(plain) > 1 else plain[0]).decode()


def _to_plain(each: CommandInput) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(encode(each.event))
    return plain if each.parent is None else {**plain, "parent": each.parent}


class Speech(NamedTuple):
    """Where and when something is said: in which fight, after which row, at what time."""

    fight: str
    head: Head
    at: str

    def say(self, request: Request, signer: SigningKey | None = None, key: str = "") -> Voice:
        """Return a statement, signed where there is a signer. `key` is the idempotency key."""
        id = signer.id if signer is not None else ""
        nonce = os.urandom(NONCE_SIZE).hex()
        place = (self.fight, self.head.seq, self.head.digest.hex(), nonce, key, id, self.at)
        text = Statement(*place, *request).text
        return Voice(text, signer.sign(text) if signer is not None else "")


def list_entry_inputs(entries: Iterable[Entry], log: Sequence[Recorded]) -> list[CommandInput]:
    """Return what a person puts into a command that is about to be recorded after `log`."""
    rows = []
    for seq, entry in enumerate(entries, len(log) + 1):
        parent = seq - 1 if entry.parent is None else entry.parent
        place = (seq, parent, len(log) + 1, entry.cause, entry.repeats)
        rows.append(Recorded(*place, "", "", entry.event, b""))
    return list_inputs(rows, log)
