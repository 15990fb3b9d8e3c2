"""Corrections of the past: what was changed, what that made impossible, which dice it left unused.

A correction is one append. `Corrected` comes first. Then every input from there on is repeated,
each row naming the original it repeats (`repeats`), with the outcomes that follow now.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from __future__ import annotations

from typing import Literal

from events.types.base import Event, Value
from events.types.inputs import Declaration
from events.types.rolls import Purpose

Change = Literal["amend", "strike", "insert"]
"""What a correction does with an input: changes it, strikes it out, or inserts another before
it."""


class Corrected(Event, frozen=True, tag="corrected"):
    """A correction begins: the head moves to before event `input` of its line, because of `why`,
    and the fight goes on from there with the change. `apart`: on a branch of its own, as a
    what-if."""

    change: Change
    input: int
    why: str
    apart: bool = False


class Skipped(Event, frozen=True, tag="skipped"):
    """An input that is on the line but not played: struck out (`struck`), or impossible after a
    correction because of `why`. Later corrections try an impossible input again."""

    input: Declaration
    why: str
    struck: bool = False


class UnusedDie(Value, frozen=True):
    """A die that was rolled, in event `first`, and that nothing on the line uses now. The other
    fields are as in `rolled`; `root` is the first recording of the root."""

    first: int
    root: int
    by: str
    purpose: Purpose
    die: str
    face: int
    nth: int = 1
    draw: int | None = None
    stated: bool = False


class Spared(Event, frozen=True, tag="spared"):
    """The end of a correction that needs fewer dice: these are kept, and used again when a later
    correction asks for the same die."""

    dice: tuple[UnusedDie, ...]
