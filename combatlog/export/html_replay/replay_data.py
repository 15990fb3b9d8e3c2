"""What the page is given: every event of the file in words, what each changed, the numbers.

    title, game     names
    dice            the scores that are a die instead of a number
    head            the seq the fight stands at
    people          how many ever joined
    rows            one an event, in the order recorded: [kind, words, changes, more]; what is
                    nothing at the end of a row is left out
    marks           how events were undone, in words; a row names its own by number
    numbers         statistics and turning points

In `more` stand `p`, the event that is followed where it is not the one before; `u`, the mark of
one that was undone; `o`, that it stands beside a line that was left; `n`, what a correction made
of it; `d`, its dice; `q`, that what plays by itself passes it over.
"""

from __future__ import annotations

from typing import Any

from combatlog.export.html_replay.event_words import told, undone_words
from combatlog.export.html_replay.moments import Moment, course
from combatlog.replaypage.dice import THROWN, drawn
from combatlog.replaypage.numbers import numbers
from events.types.declarations import FightStarted
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.text.log_lines import Line, lines
from replay.text.redaction import untold, veiled


def replay_data(history: History, audience: Audience, book: Phrasebook) -> dict[str, Any]:
    """Everything the page shows of a fight to an audience, as plain JSON values."""
    people: dict[str, int] = {}
    writer = _Writer(history, audience, book)
    moments = course(history, audience, people)
    silent = untold(history, veiled(history)) if audience == "players" else frozenset[int]()
    told = lines(history, untold=silent)
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
        "numbers": numbers(history, audience),
    }


class _Writer:
    """Writes rows, and numbers the marks they share."""

    def __init__(self, history: History, audience: Audience, book: Phrasebook) -> None:
        self.marks: dict[str, int] = {}
        self._line = {row.seq for row in history.on_line(len(history))}
        self._audience = audience
        self._book = book

    def row(self, line: Line, moment: Moment) -> list[Any]:
        """One event."""
        said = told(line, moment.state, self._audience, self._book)
        more: dict[str, Any] = {}
        if line.row.parent != line.row.seq - 1:
            more["p"] = line.row.parent
        if line.undone is not None:
            more["u"] = self.marks.setdefault(undone_words(line.undone), len(self.marks))
        elif line.row.seq not in self._line:
            more["o"] = 1
        if said.note:
            more["n"] = said.note
        dice = drawn(line.row.event) if said.shown or isinstance(line.row.event, THROWN) else []
        if dice:
            more["d"] = dice
        if said.quiet:
            more["q"] = 1
        row: list[Any] = [said.kind, said.said, moment.changed or 0, more or 0]
        while not row[-1]:
            row.pop()
        return row
