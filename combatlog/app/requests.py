"""What an idempotency key stands for: the request of a command, and what was recorded for it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from events.errors import Refused
from events.serialization.codec import NO_TEXT
from events.store.protocol import Store
from events.store.statements import LONGEST_KEY, NO_REQUEST, Request, find_request

_SEPARATOR = "␟"
"""Stands between a key and the number of a die; no key that a person gives contains it."""


def make_request(key: str, line: str, *request: object) -> Request:
    """Return what is asked, to be kept with its key: the line as typed, else a single declaration,
    else the command's name and what was given for it. Raises `Refused` if it is no text."""
    try:
        f"{key}{line}".encode()
    except UnicodeEncodeError:
        raise Refused(NO_TEXT) from None
    if line:
        return Request("line", line)
    match request:
        case ("declare", declaration):
            return Request("json", msgspec.json.encode(declaration).decode())
    return Request("json", msgspec.json.encode(request).decode())


def join_answers(line: str, answers: Sequence[str]) -> str:
    """Return a line that began a correction with the answers about dice and rulings to it."""
    return "\n".join([line, *answers])


def find_request_of(store: Store, fight: str, key: str, line: str) -> Request | None:
    """Return the request with this line that was recorded under this key in a fight: the line
    itself, or with answers to the correction that it began. None if there is none."""
    request = make_request(key, line)
    command = store.command(key, fight)
    if command is None or command.fight != fight:
        return None
    if command.request == request.digest(store.format_of(fight)):
        return request
    said = next(store.rows(fight, command.first - 1, command.first)).said
    recorded = find_request(said)[1] if said is not None else NO_REQUEST
    return recorded if recorded.payload.startswith(join_answers(line, [""])) else None


def number_key(key: str, number: int) -> str:
    """Return the key of a die of a line: of the first, the key of the line. Where the number does
    not fit behind it, a digest stands for the key."""
    if not number:
        return key
    behind = f"{_SEPARATOR}{number}"
    if len(key) + len(behind) > LONGEST_KEY:
        key = sha256(key.encode()).hexdigest()
    return key + behind
