"""What is kept with an idempotency key: what was asked, the answers to it, and the keys of the dice
of a line."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from events.errors import Refused
from events.serialization.codec import NO_TEXT
from events.store.statements import LONGEST_KEY, NO_REQUEST, Request, check_key

_SEPARATOR = "␟"
"""Stands between a key and the number of a die; no key that a person gives contains it."""


def make_request(key: str, line: str, *request: object) -> Request:
    """Return what is asked, to be kept with its key: the line as typed, else a single declaration,
    else the command's name and what was given for it; nothing without a key. Raises `Refused` if a
    part of it is no text, or the key cannot stand in a statement."""
    if not key:
        return NO_REQUEST
    try:
        check_key(key).encode()
        if line:
            line.encode()
            return Request("line", line)
        is_declaration = len(request) == 2 and request[0] == "declare"
        plain = request[1] if is_declaration else request
        return Request("json", msgspec.json.encode(plain).decode())
    except UnicodeEncodeError:
        raise Refused(NO_TEXT) from None


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
        key = sha256(key.encode()).hexdigest()
    return key + behind
