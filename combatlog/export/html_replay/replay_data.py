"""The data of the page: every event in words with what it changed, and the statistics.

  title, game  names
  dice         the scores that are a die instead of a number
  head         the seq the fight stands at
  people       how many combatants ever joined
  rows         one for each event, in the order recorded: [kind, words, changes, more]; empty
               values at the end of a row are left out
  marks        how events were undone, in words; a row refers to its own by number
  numbers      statistics and turning points

`more` may have `p`, the parent, if it is not the event before; `u`, the mark of an undone event;
`o`, true for an event beside the line; `n`, what a correction did with it; `d`, its dice; `q`, true
if playback passes it over.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from combatlog.export.html_replay.event_words import describe_line, describe_undone
from combatlog.export.html_replay.moments import Moment, replay_moments
from events.errors import Refused
from events.types import outcomes as o
from events.types.declarations import FightStarted
from events.types.dice_notation import parse_dice
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.narrative.phrasebook import Phrasebook
from projections.queries.statistics import (
    COLUMNS,
    compute_statistics,
    describe_turning_point,
    format_tally,
)
from projections.queries.visibility import Audience, StatisticsVisibility, may_see_dice
from replay.log.event_log import History
from replay.text.log_lines import LogLine, describe_log
from replay.text.redaction import find_secret_reasons, redact_events


def collect_numbers(history: History, audience: Audience) -> dict[str, Any]:
    """Return the columns, a row for each combatant and each player (name first), and the turning
    points (seq, words). Values that tell of hidden armor and strength are left out for players."""
    found = compute_statistics(history.line_events())
    unseen = StatisticsVisibility(found.state, audience)
    return {
        "columns": list(COLUMNS),
        "combatants": [
            [found.state.combatants[id].name, *format_tally(tally, unseen.combatant(id))]
            for id, tally in found.combatants.items()
        ],
        "players": [
            [player, *format_tally(tally, unseen.player(player))]
            for player, tally in found.players.items()
        ],
        "turns": [
            [turn.seq, describe_turning_point(turn, unseen.side(turn.side))] for turn in found.turns
        ],
    }


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
        case o.AttackRolled(dice=dice, faces=faces, value=value):
            return _mark_kept(dice, faces, value - _find_bonus(dice))
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


def _find_bonus(dice: str) -> int:
    flat = _FLAT.search(dice)
    return int(flat.group()) if flat else 0


def collect_replay_data(history: History, audience: Audience, book: Phrasebook) -> dict[str, Any]:
    """Return all that the page shows of a fight to an audience, as plain JSON values."""
    people: dict[str, int] = {}
    writer = _Writer(history, audience, book)
    moments = replay_moments(history, audience, people)
    silent = find_secret_reasons(history, redact_events(history, audience))
    told = describe_log(history, untold=silent)
    rows = [writer.row(line, moment) for line, moment in zip(told, moments, strict=True)]
    started = history[1].event
    assert isinstance(started, FightStarted), "a fight starts with it"
    return {
        "title": started.title,
        "game": started.game.name,
        "dice": started.game.words.get("dice", "").split(", "),
        "head": history.position(),
        "people": len(people),
        "rows": rows,
        "marks": list(writer.marks),
        "numbers": collect_numbers(history, audience),
    }


class _Writer:
    """Writes rows, and numbers the marks that they share."""

    def __init__(self, history: History, audience: Audience, book: Phrasebook) -> None:
        self.marks: dict[str, int] = {}
        self._line = {row.seq for row in history.on_line(len(history))}
        self._audience = audience
        self._book = book

    def row(self, line: LogLine, moment: Moment) -> list[Any]:
        """Return the row of one event."""
        said = describe_line(line, moment.state, self._audience, self._book)
        more: dict[str, Any] = {}
        if line.row.parent != line.row.seq - 1:
            more["p"] = line.row.parent
        if line.undone is not None:
            more["u"] = self.marks.setdefault(describe_undone(line.undone), len(self.marks))
        elif line.row.seq not in self._line:
            more["o"] = 1
        if said.note:
            more["n"] = said.note
        seen = may_see_dice(line.row.event, moment.state, self._audience)
        dice = list_dice(line.row.event) if seen else []
        if dice:
            more["d"] = dice
        if said.quiet:
            more["q"] = 1
        row: list[Any] = [said.kind, said.said, moment.changed or 0, more or 0]
        while not row[-1]:
            row.pop()
        return row
