"""The data of the fight on the page: every event in words with what it changed, and the story.

  title, game  names
  dice         the scores that are a die instead of a number
  head         the seq the fight stands at
  people       how many combatants ever joined
  rows         one for each event, in the order recorded: [kind, words, changes, more]; empty
               values at the end of a row are left out. The kind is a capital letter if playback
               passes the event over. A number for words or changes: those of that event. In words,
               `PARENT` stands for the number of the row's own parent
  marks        how events were undone: the words, then by turns how many events were not undone so,
               and how many were
  off          the events that stand beside the line, but are not undone
  story        the beats (`story_data`)

`more` may have `p`, the parent, if it is not the event before; `n`, what a correction did with it;
`d`, its dice, and `m`, whether they are enhanced or impaired; `v`, of a save or check, whose it is,
whether it passed (1) and against which number, if the audience may know; `a`, `s` and `l`, the
numbers of those who act in it, are struck, or whose declaration comes to nothing; `t`, where who
acts goes to, empty for an area; `u`, 1 of a ruling: what the referee stated or overruled. A number
in its place: as for that event.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from combatlog.export.html_replay.moments import ReplayMoment, list_replay_moments
from combatlog.export.html_replay.story_data import collect_story
from events.errors import Refused
from events.types import outcomes as o
from events.types.declarations import CallMorale, CallSave, FightStarted, Harm
from events.types.log_events import BranchNamed, CampaignTitled, Corrected, HeadMoved, Noted, Salted
from events.types.rolls import Rolled, parse_dice
from events.types.statements import Stated
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import (
    Audience,
    find_stand_in,
    may_read,
    may_see_dice,
)
from projections.state.fight_state import FightState
from projections.text.phrases import WORDINGS
from projections.text.roll_phrases import find_kept_face
from projections.text.words import capitalize, format_reason
from replay.log.event_log import History
from replay.log.undo import UndoneMark
from replay.text.log_lines import LogLine, describe_log
from replay.text.redaction import find_hidden_events, find_secret_reasons, redact_words

PARENT = "\x1f"
"""Stands for the number of a row's parent in its words (“Taken back to #41”), so that rows share
them. No text of a user has control characters."""


class LineWords(NamedTuple):
    """An event in words. `kind` is a letter of `KINDS`, `note` what a correction did with it,
    `readable` whether the audience may know all of it, `quiet` whether playback passes it over."""

    said: str
    kind: str
    note: str
    readable: bool
    quiet: bool


KINDS = {
    "c": "begins a command",
    "e": "follows from one",
    "w": "waits for dice",
    "d": "a die",
    "t": "a turn or a phase begins",
    "r": "a round begins",
    "m": "the head moves",
    "a": "stands beside the fight: a note, a name, salt",
    "x": "a correction",
}
"""The kinds of events on the page, by letter."""


def describe_line(
    line: LogLine, state: FightState, audience: Audience, book: Phrasebook
) -> LineWords:
    """Return the words of a line for an audience. `state` is the fight after the event."""
    readable = may_read(line.row.event, state, audience)
    said = capitalize(line.text) if readable else describe_redacted(line, state, book)
    return LineWords(said, _find_kind(line), _note(line, book), readable, _is_quiet(line, readable))


def _is_quiet(line: LogLine, readable: bool) -> bool:
    """Return whether playback may skip this event. It does not stop for players at what they may
    not read."""
    playback = WORDINGS[type(line.row.event)].playback
    return playback == "skip" or not (readable or playback == "stop")


def describe_redacted(line: LogLine, state: FightState, book: Phrasebook) -> str:
    """Return what players read in place of an event whose words would give away a number or a
    note."""
    key, fields = find_stand_in(line.row.event, state)
    return book.one(f"replay.{key}").format(**fields) if key else fields["said"]


def describe_undone(mark: UndoneMark) -> str:
    """Return “undone by #41 by Sam: he was not there”."""
    return f"{mark.how}{f' by {mark.by}' if mark.by else ''}{format_reason(mark.why)}"


def _find_kind(line: LogLine) -> str:
    match line.row.event:
        case HeadMoved():
            return "m"
        case Noted() | BranchNamed() | Salted() | CampaignTitled():
            return "a"
        case Corrected():
            return "x"
        case o.RoundBegan():
            return "r"
        case o.TurnBegan() | o.PhaseBegan():
            return "t"
        case Rolled():
            return "d"
        case o.Awaited():
            return "w"
    return "c" if line.row.seq == line.row.cmd else "e"


def _note(line: LogLine, book: Phrasebook) -> str:
    """Return what a correction did with an event, or which event it repeats."""
    first = line.row.repeats
    if line.changed and line.how == "corrected":
        return book.one("replay.corrected.instead").format(seq=line.was)
    if line.changed and line.how in ("put in", "put back", "kept"):
        return book.one(f"replay.corrected.{line.how.replace(' ', '-')}")
    if line.changed:  # the words of struck out and skipped inputs say so
        return book.one("replay.corrected.changed")
    return book.one("replay.corrected.again").format(seq=first) if first else ""


def find_actor(event: AnyEvent) -> str:
    """Return the id of who acts in an outcome; empty if nobody does."""
    match event:
        case o.AttackRolled() | o.Aided():
            return event.by
        case o.Acted() | o.Moved() | o.ContestRolled() | o.CheckRolled(purpose="treatment"):
            return event.who
        case o.Left(how="retreated", who=who):
            return who
    return ""


def is_ruling(event: AnyEvent) -> bool:
    """Return whether the referee decided this: a statement, harm, a save or morale that they called
    for, or a rule that they overruled."""
    is_stated = isinstance(event, Stated | Harm | CallSave | CallMorale | o.Overruled)
    return is_stated or bool(getattr(event, "overrule", ""))


DrawnDie: TypeAlias = "tuple[str, int, int]"
"""A die: its name (`d8`), its face, and whether it counts (1) or another one was kept instead
(0)."""

_FLAT = re.compile(r"[+-]\d+$")
"""The bonus behind the dice: “+5” of “d20+5”."""


def list_dice(event: AnyEvent) -> list[DrawnDie]:
    """Return the dice that an event shows."""
    match event:
        case Rolled(die=die, face=face):
            return [(die, face, 1)]
        case o.SaveRolled(face=face) if face:
            return [("d20", face, 1)]
        case o.AttackRolled(dice=dice, faces=faces):
            return _mark_kept(dice, faces, find_kept_face(event))
        case o.CheckRolled() | o.ContestRolled():
            return _mark_kept(event.dice, event.faces, event.value - event.bonus)
    return []


def _mark_kept(dice: str, faces: tuple[int, ...], kept: int) -> list[DrawnDie]:
    """Return the dice with these faces, the first one with the kept face marked as counting. If
    none has it, all count."""
    names = _name_dice(dice, len(faces))
    at = faces.index(kept) if kept in faces else None
    return [
        (name, face, int(at is None or number == at))
        for number, (name, face) in enumerate(zip(names, faces, strict=True))
    ]


def _name_dice(dice: str, count: int) -> list[str]:
    """Return the names of `count` dice. The last name repeats if more were thrown than are
    written."""
    try:
        names = list(parse_dice(_FLAT.sub("", dice)).dice)
    except Refused:
        names = []
    names = names or [""]
    return (names + names[-1:] * count)[:count]


def collect_fight_data(history: History, audience: Audience, book: Phrasebook) -> dict[str, Any]:
    """Return what the stage and the story show of a fight to an audience: all but the numbers and
    the recap. `people` are the ids of the combatants, in the order of their numbers."""
    history = redact_words(history, audience)
    people: dict[str, int] = {}
    writer = RowWriter(history, audience, book, people)
    hidden = find_hidden_events(history, audience)
    rows = write_rows(writer, history, audience, find_secret_reasons(history, audience, hidden))
    started = history[1].event
    assert isinstance(started, FightStarted), "a fight begins with FightStarted"
    return {
        "title": started.title,
        "game": started.game.name,
        "dice": started.game.words.get("dice", "").split(", "),
        "head": history.position(),
        "people": [*people],
        "rows": rows,
        "marks": writer.collect_marks(),
        "off": writer.off,
        "story": collect_story(history, ChronicleOptions(audience, book), people),
    }


def write_rows(
    writer: RowWriter, history: History, audience: Audience, silent: frozenset[int]
) -> list[list[Any]]:
    """Return the rows of a whole log. `silent` are the moves and corrections whose reason the
    audience may not know."""
    moments = list_replay_moments(history, audience, writer.people)
    lines = describe_log(history, secret=silent)
    return [writer.row(line, moment) for line, moment in zip(lines, moments, strict=True)]


class RowWriter:
    """Writes rows, and collects the marks that they share and the events beside the line. `people`
    numbers the combatants, `line` are the events of the present line."""

    def __init__(
        self, history: History, audience: Audience, book: Phrasebook, people: dict[str, int]
    ) -> None:
        self.marks: dict[str, list[int]] = {}
        self.off: list[int] = []
        self.people = people
        self.line = {row.seq for row in history.on_line(len(history))}
        self._words: dict[str, int] = {}
        self._changes: dict[str, int] = {}
        self._more: dict[str, int] = {}
        self._audience = audience
        self._book = book

    def row(self, line: LogLine, moment: ReplayMoment) -> list[Any]:
        """Return the row of one event."""
        said = describe_line(line, moment.state, self._audience, self._book)
        more: dict[str, Any] = {}
        if line.row.parent != line.row.seq - 1:
            more["p"] = line.row.parent
        if line.undone is not None:
            self.mark(describe_undone(line.undone), line.row.seq)
        elif line.row.seq not in self.line:
            self.off.append(line.row.seq)
        if said.note:
            more["n"] = said.note
        seen = may_see_dice(line.row.event, moment.state, self._audience)
        dice = list_dice(line.row.event) if seen else []
        if dice:
            more["d"] = dice
        if dice and isinstance(line.row.event, o.SaveRolled | o.CheckRolled):
            more["v"] = self._judge(line.row.event, said.readable)
        if dice and (modifier := getattr(line.row.event, "modifier", "")):
            more["m"] = modifier
        if (actor := find_actor(line.row.event)) in self.people:
            more["a"] = [self.people[actor]]
        if isinstance(line.row.event, o.DamageDealt):
            more["s"] = [self.people[line.row.event.to]]
        if isinstance(line.row.event, o.Moved) and said.readable:
            to = line.row.event.to
            more["t"] = "" if to in moment.state.areas else to
        if is_ruling(line.row.event):
            more["u"] = 1
        if isinstance(line.row.event, o.Lapsed) and line.row.event.who in self.people:
            more["l"] = [self.people[line.row.event.who]]
        words = said.said
        if "p" in more:
            words = re.sub(rf"#{line.row.parent}(?!\d)", f"#{PARENT}", words, count=1)
        row: list[Any] = [
            said.kind.upper() if said.quiet else said.kind,
            self._words.get(words, words),
            _shorten(moment.changed, line.row.seq, self._changes),
            _shorten(more, line.row.seq, self._more),
        ]
        self._words.setdefault(words, line.row.seq)
        while not row[-1]:
            row.pop()
        return row

    def _judge(self, roll: o.SaveRolled | o.CheckRolled, readable: bool) -> list[int]:
        """Return whose roll it is and, for those who may read it, how it went."""
        return [self.people[roll.who], *([int(roll.passed), roll.against] if readable else [])]

    def collect_marks(self) -> list[list[Any]]:
        """Return the marks as the page has them."""
        return [[words, *_count_runs(ranges)] for words, ranges in self.marks.items()]

    def mark(self, words: str, seq: int) -> None:
        """Add an undone event to the ranges of its mark."""
        ranges = self.marks.setdefault(words, [])
        if ranges and ranges[-1] == seq - 1:
            ranges[-1] = seq
        else:
            ranges += [seq, seq]


def _shorten(values: dict[str, Any], seq: int, seen: dict[str, int]) -> Any:
    """Return the values of an event, or the event `seen` before that has the same ones."""
    if not values:
        return 0
    before = seen.setdefault(json.dumps(values), seq)
    return values if before == seq else before


def _count_runs(ranges: list[int]) -> Iterator[int]:
    """Yield, for ranges of events by first and last, how many lie before each, and in it."""
    at = 0
    for first, last in zip(ranges[::2], ranges[1::2], strict=True):
        yield first - at - 1
        yield last - first + 1
        at = last
