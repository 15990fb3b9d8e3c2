"""The types of what the server answers about the past: why a value is so, what a correction would
change, and proposals."""

from __future__ import annotations

from typing import Literal

from combatlog.server.answer_base import Answer


class Needed(Answer, frozen=True):
    """A die that a correction needs and that never fell."""

    by: str
    name: str
    die: str
    purpose: str


class Change(Answer, frozen=True):
    """What a correction changes: of whom (the id and name are empty for the fight itself), which
    field, and its value then and now."""

    who: str
    name: str
    field: str
    then: str
    now: str


class Range(Answer, frozen=True):
    """What a value can become by the dice that a correction needs: now, with their lowest and with
    their highest faces."""

    name: str
    field: str
    now: str
    low: str
    high: str


class Impossible(Answer, frozen=True):
    """A later input that a correction makes impossible, why, what becomes of it (skip, keep, stop),
    and whether it can be kept."""

    seq: int
    said: str
    why: str
    ruling: str
    overrulable: bool


class Preview(Answer, frozen=True):
    """What a correction would change, at event `last`. `seq` is the input that it is about, and
    `lines` say all of it in sentences. Dice that it `needs` are answered one by one, or drawn when
    it is applied (`draws`). With `hidden`, what follows is for the referee alone."""

    last: int
    seq: int
    lines: list[str]
    needs: list[Needed] = []
    draws: bool = False
    changes: list[Change] = []
    ranges: list[Range] = []
    impossible: list[Impossible] = []
    hidden: bool = False


Outcome = Literal["open", "applied", "rejected", "withdrawn"]
"""What became of a proposal."""


class Vote(Answer, frozen=True):
    """Somebody agreed to a proposal."""

    seat: str
    name: str


class Proposal(Answer, frozen=True):
    """A proposal of an undo, a redo or a correction, made at event `head`.

    `line` is typed as at the prompt, with the reason of a correction. `said` is what it would do,
    in words that everybody may read; `to` is the event that an undo or
    redo leads to, 0 for a correction. `stale`: the fight has gone on since, so it has to be asked
    again. `votes` are those who agreed; `waiting` are the names of those who have to yet. `mine`:
    the reader has made it; `votes_here`: their vote is wanted. `outcome` is `open` until it is
    applied, rejected or withdrawn. Once somebody has rejected it (`rejected_by`), its
    maker still gets it, until the fight goes on or they propose something else.
    """

    id: str
    fight: str
    by: str
    line: str
    said: str
    why: str
    head: int
    to: int
    stale: bool
    votes: list[Vote]
    waiting: list[str]
    mine: bool
    votes_here: bool
    outcome: Outcome = "open"
    rejected_by: str = ""


class LateCommand(Answer, frozen=True):
    """The correction that brings in a command which came too late."""

    line: str


class Source(Answer, frozen=True):
    """An input or a die that a value comes from: its event, its words, and who said it."""

    seq: int
    said: str
    by: str


class ValueReason(Answer, frozen=True):
    """An event that set a value, the value from then on, and what the event comes from."""

    seq: int
    value: str
    said: str
    sources: list[Source]
