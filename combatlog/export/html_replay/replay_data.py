"""The data of the page: every event in words with what it changed, and the statistics.

  title, game  names
  dice         the scores that are a die instead of a number
  head         the seq the fight stands at
  people       how many combatants ever joined
  rows         one for each event, in the order recorded: [kind, words, changes, more]; empty
               values at the end of a row are left out. The kind is a capital letter if playback
               passes the event over. A number for words or changes: those of that event
  marks        how events were undone: the words, then the first and last event of each range
  numbers      statistics and turning points
  story        the beats (`story_data`)
  recap        who fell, missed chances, damage, unlikely rolls (`recap_data`)

`more` may have `p`, the parent, if it is not the event before; `o`, true for an event beside the
line; `n`, what a correction did with it; `d`, its dice, and `m`, whether they are enhanced or
impaired; `a` and `s`, the numbers of those who act in it, or are struck.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from combatlog.export.html_replay.moments import ReplayMoment, list_replay_moments
from combatlog.export.html_replay.recap_data import collect_recap
from combatlog.export.html_replay.story_data import collect_story
from events.errors import Refused
from events.types import outcomes as o
from events.types.declarations import FightStarted
from events.types.log_events import BranchNamed, CampaignTitled, Corrected, HeadMoved, Noted, Salted
from events.types.rolls import Rolled, parse_dice
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook
from projections.queries.statistics import (
    COLUMNS,
    compute_statistics,
    describe_turning_point,
    format_tally,
)
from projections.queries.visibility import (
    Audience,
    StatisticsVisibility,
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


def collect_numbers(history: History, audience: Audience) -> dict[str, Any]:
    """Return the columns, a row for each combatant and each player (name first), and the turning
    points (seq, words). Values that tell of hidden armor and strength are left out for players."""
    statistics = compute_statistics(history.line_events())
    unseen = StatisticsVisibility(statistics.state, audience)
    return {
        "columns": list(COLUMNS),
        "combatants": [
            [statistics.state.combatants[id].name, *format_tally(tally, unseen.combatant(id))]
            for id, tally in statistics.combatants.items()
        ],
        "players": [
            [player, *format_tally(tally, unseen.player(player))]
            for player, tally in statistics.players.items()
        ],
        "turns": [
            [turn.seq, describe_turning_point(turn, unseen.side(turn.side))]
            for turn in statistics.turns
        ],
    }


def find_actor(event: AnyEvent) -> str:
    """Return the id of who acts in an outcome; empty if nobody does."""
    match event:
        case o.AttackRolled() | o.Aided():
            return event.by
        case o.Acted() | o.Moved() | o.ContestRolled():
            return event.who
        case o.Left(how="retreated", who=who):
            return who
    return ""


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


def collect_replay_data(
    history: History, audience: Audience, book: Phrasebook, odds: bool = False
) -> dict[str, Any]:
    """Return all that the page shows of a fight to an audience, as plain JSON values."""
    data = collect_fight_data(history, audience, book)
    del data["people"]  # the page knows them by their numbers
    return {
        **data,
        "numbers": collect_numbers(readable := redact_words(history, audience), audience),
        "recap": collect_recap(readable, audience, odds),
    }


def collect_fight_data(history: History, audience: Audience, book: Phrasebook) -> dict[str, Any]:
    """Return what the stage and the story show of a fight to an audience: all but the numbers and
    the recap. `people` are the ids of the combatants, in the order of their numbers."""
    history = redact_words(history, audience)
    people: dict[str, int] = {}
    writer = _RowWriter(history, audience, book, people)
    moments = list_replay_moments(history, audience, people)
    hidden = find_hidden_events(history, audience)
    silent = find_secret_reasons(history, audience, hidden)
    lines = describe_log(history, secret=silent)
    rows = [writer.row(line, moment) for line, moment in zip(lines, moments, strict=True)]
    started = history[1].event
    assert isinstance(started, FightStarted), "a fight begins with FightStarted"
    return {
        "title": started.title,
        "game": started.game.name,
        "dice": started.game.words.get("dice", "").split(", "),
        "head": history.position(),
        "people": [*people],
        "rows": rows,
        "marks": [[words, *ranges] for words, ranges in writer.marks.items()],
        "story": collect_story(history, ChronicleOptions(audience, book), people),
    }


class _RowWriter:
    """Writes rows, and collects the marks that they share. `people` numbers the combatants."""

    def __init__(
        self, history: History, audience: Audience, book: Phrasebook, people: Mapping[str, int]
    ) -> None:
        self.marks: dict[str, list[int]] = {}
        self._people = people
        self._words: dict[str, int] = {}
        self._changes: dict[str, int] = {}
        self._line = {row.seq for row in history.on_line(len(history))}
        self._audience = audience
        self._book = book

    def row(self, line: LogLine, moment: ReplayMoment) -> list[Any]:
        """Return the row of one event."""
        said = describe_line(line, moment.state, self._audience, self._book)
        more: dict[str, Any] = {}
        if line.row.parent != line.row.seq - 1:
            more["p"] = line.row.parent
        if line.undone is not None:
            self._mark(describe_undone(line.undone), line.row.seq)
        elif line.row.seq not in self._line:
            more["o"] = 1
        if said.note:
            more["n"] = said.note
        seen = may_see_dice(line.row.event, moment.state, self._audience)
        dice = list_dice(line.row.event) if seen else []
        if dice:
            more["d"] = dice
        if dice and (modifier := getattr(line.row.event, "modifier", "")):
            more["m"] = modifier
        if (actor := find_actor(line.row.event)) in self._people:
            more["a"] = [self._people[actor]]
        if isinstance(line.row.event, o.DamageDealt):
            more["s"] = [self._people[line.row.event.to]]
        row: list[Any] = [
            said.kind.upper() if said.quiet else said.kind,
            self._words.get(said.said, said.said),
            self._shorten(moment.changed, line.row.seq),
            more or 0,
        ]
        self._words.setdefault(said.said, line.row.seq)
        while not row[-1]:
            row.pop()
        return row

    def _shorten(self, changed: dict[str, Any], seq: int) -> Any:
        """Return changes, or the event that has the same ones."""
        if not changed:
            return 0
        before = self._changes.setdefault(json.dumps(changed), seq)
        return changed if before == seq else before

    def _mark(self, words: str, seq: int) -> None:
        """Add an undone event to the ranges of its mark."""
        ranges = self.marks.setdefault(words, [])
        if ranges and ranges[-1] == seq - 1:
            ranges[-1] = seq
        else:
            ranges += [seq, seq]
