"""Corrections of the past: what was changed, what it made impossible, which dice it freed.

A correction is one append. `Corrected` stands first; then every input from there on is said
again, each row naming the original it repeats (`repeats`), with the outcomes that follow now.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from __future__ import annotations

from typing import Literal

from events.types.base import Event, Value
from events.types.inputs import Declaration
from events.types.rolls import Purpose

Change = Literal["amend", "strike", "insert"]
"""What a correction does with an input: says it otherwise, takes it out, puts one in before it."""


class Corrected(Event, frozen=True, tag="corrected"):
    """The head goes to before event `input` of the line as it was, because of `why`, and the
    fight goes on from there with what is changed. `apart`: on a branch of its own, a what-if."""

    change: Change
    input: int
    why: str
    apart: bool = False


class Skipped(Event, frozen=True, tag="skipped"):
    """An input that is on the line and is not played: taken out (`struck`), or impossible after a
    correction, because of `why`; that one is tried again by every later correction."""

    input: Declaration
    why: str
    struck: bool = False


class Spare(Value, frozen=True):
    """A die that fell, in event `first`, and has no use on the line now; the rest is as in
    `rolled`, with the root by its own first recording."""

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
    """The end of a correction that needs fewer dice: these are kept, and serve again where a
    later correction asks for the same die."""

    dice: tuple[Spare, ...]
