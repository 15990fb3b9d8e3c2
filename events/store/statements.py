"""Statements: what was said for a command, word for word, as stored in a row's `said`.

A statement is a text of fixed lines, and a payload. It names the fight and the last row that its
author saw, so it holds in no other fight and in no rewritten log; its nonce makes it one of its
kind. `said` is a JSON array of voices, one for each who had a part. A voice without a signature is
nobody's word; signatures come from the author's own key.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from events.errors import Refused, Unreadable
from events.serialization.built_types import build_type

LONGEST_KEY = 200
"""The most characters of an idempotency key."""

NONCE_SIZE = 16
"""Random bytes in a nonce."""


class Request(NamedTuple):
    """What is asked, as it was said: the form of the payload, and the payload.

    The payload of the form `line` is the line as typed. That of `json` is a declaration, or for
    any other command an array: its name, and what was given for it. The other forms are `bind`,
    `revoke`, `chain`, `salt`, `link`, `witness`, `propose`, `accept` and `refuse`. More may come; a
    statement of an unknown form cannot be judged.
    """

    form: str = "json"
    payload: str = ""

    def digest(self, format: int) -> bytes:
        """Return the digest that tells whether a key is used again for another command; in format 1
        it is that of earlier versions."""
        from hashlib import sha256  # reading needs no digest, and starts sooner without it

        from events.hashing import compute_hash

        if format > 1:
            return compute_hash("request", self.form, self.payload)

        if self.form == "line":
            return sha256(msgspec.json.encode([self.payload])).digest()
        declared = self.payload.startswith("{")
        asked = f'["declare",{self.payload}]' if declared else self.payload
        return sha256(asked.encode()).digest()


NO_REQUEST = Request()
"""The request of a command without a key: nobody will ask whether it is the same."""

_SEPARATOR = "␟"
"""Stands between a key and the number of a die; no key that a person gives contains it."""


def join_answers(line: str, answers: Sequence[str]) -> str:
    """Return a line that began a correction with the answers about dice and rulings to it."""
    return "\n".join([line, *answers])


def number_key(key: str, number: int) -> str:
    """Return the key of a die of a line: of the first, the key of the line. Where the number does
    not fit behind it, a digest stands for the key."""
    if not number:
        return key
    behind = f"{_SEPARATOR}{number}"
    if len(key) + len(behind) > LONGEST_KEY:
        from hashlib import sha256

        key = sha256(key.encode()).hexdigest()
    return key + behind


class Statement(NamedTuple):
    """A statement: its lines, in their order, and its payload.

    `seq` and `digest` (hexadecimal) are the head that the author saw; 0 and zeros for none. `nonce`
    is random, `key` the idempotency key, `signer` the id of the key that signs, empty where nobody
    does. `at` is the author's own clock, and proves nothing.
    """

    fight: str
    seq: int
    digest: str
    nonce: str
    key: str
    signer: str
    at: str
    form: str
    payload: str

    @property
    def text(self) -> str:
        """The text that is stored, and signed."""
        return (
            f"combatlog/2\nfight {self.fight}\nhead {self.seq} {self.digest}\n"
            f"nonce {self.nonce}\nkey {self.key}\nsigner {self.signer}\nat {self.at}\n"
            f"form {self.form}\n\n{self.payload}"
        )

    @property
    def request(self) -> Request:
        """What the statement asks for."""
        return Request(self.form, self.payload)


class Voice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One person's part in a command: the text of a statement, and its signature in base64, empty
    where nobody signs."""

    text: str
    sig: str = ""


build_type(Voice)

_STATEMENT = re.compile(
    r"combatlog/2\n"
    r"fight ([0-9A-Za-z]+)\n"
    r"head (0|[1-9][0-9]{0,15}) ([0-9a-f]{64})\n"
    r"nonce ([0-9a-f]{32})\n"
    r"key ([^\n]*)\n"
    r"signer ([0-9a-f]{32}|)\n"
    r"at ([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)\n"
    r"form ([a-z-]{1,20})\n"
    r"\n"
    r"(.*)",
    re.DOTALL,
)

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def check_key(key: str) -> str:
    """Return an idempotency key; raises `Refused` if it cannot stand in a statement."""
    if len(key) > LONGEST_KEY:
        raise Refused(f"A key has at most {LONGEST_KEY} characters; this one has {len(key)}.")
    if _CONTROL.search(key):
        raise Refused("A key has no line ends or other control characters; choose another one.")
    return key


def parse_statement(text: str) -> Statement:
    """Return the statement in a text; raises `Unreadable` if it is not written exactly as one."""
    found = _STATEMENT.fullmatch(text)
    if found is None or len(found[5]) > LONGEST_KEY or _CONTROL.search(found[5]):
        raise Unreadable("is no statement, or not written as one.")
    fight, seq, *rest = found.groups()
    return Statement(fight, int(seq), *rest)


def encode_said(voices: Sequence[Voice]) -> str:
    """Return what is stored as `said`."""
    return msgspec.json.encode(voices).decode()


def decode_said(said: str) -> list[Voice]:
    """Return the voices in a stored `said`; raises `Unreadable` if it is none, or has a key
    twice."""
    try:
        voices = msgspec.json.decode(said, type=list[Voice])
        if not voices or has_key_twice(said):
            raise ValueError
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Unreadable("has statements that cannot be read.") from None
    return voices


def find_request(said: str) -> tuple[str, Request]:
    """Return the key and the request of a command: those of its first statement with a key, as the
    index of commands has them; an empty key if there is none. Raises `Unreadable`."""
    statements = [parse_statement(voice.text) for voice in decode_said(said)]
    named = next((each for each in statements if each.key), None)
    return ("", NO_REQUEST) if named is None else (named.key, named.request)


def has_key_twice(text: str | bytes) -> bool:
    """Return whether an object in a JSON text has a key twice: readers differ in which value they
    take. The text is JSON already."""
    import json

    def check(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) != len(pairs):
            raise _KeyTwice

    try:
        json.loads(text, object_pairs_hook=check)
    except _KeyTwice:
        return True
    return False


def is_json_once(text: str) -> bool:
    """Return whether a text is JSON in which no object has a key twice."""
    try:
        return not has_key_twice(text)
    except (ValueError, RecursionError):
        return False


class _KeyTwice(Exception):
    pass
