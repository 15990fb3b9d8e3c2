"""What every answer of the server is, and the answer to what was not carried out."""

from __future__ import annotations

from typing import Literal

import msgspec


class Answer(msgspec.Struct, frozen=True):
    """The base of what the server answers."""


class Fault(Answer, frozen=True, omit_defaults=True):
    """Why a request was not carried out, in one sentence. Nothing was recorded; but
    with the status 504 that is not known, and the same is sent again under its key. `last` is the
    last event of the fight where it has gone on. A `doubt` is carried out when it is said again
    without `ask`, under another key."""

    kind: Literal[
        "refused", "doubt", "conflict", "forbidden", "unknown", "unreadable", "busy", "broken"
    ]
    said: str
    clause: str = ""
    overrulable: bool = False
    last: int = 0
