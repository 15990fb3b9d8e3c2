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

import re
from typing import Any, TypeAlias

from combatlog.export.html_replay.event_words import told, undone_words
from combatlog.export.html_replay.moments import Moment, course
from events.errors import Refused
from events.types import outcomes as o
from events.types.declarations import FightStarted
from events.types.dice_notation import parse_dice
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.narrative.phrasebook import Phrasebook
from projections.queries.statistics import COLUMNS, cells, statistics, turn_words
from projections.queries.visibility import Audience, Unseen
from replay.log.event_log import History
from replay.text.log_lines import Line, lines
from replay.text.redaction import untold, veiled


def numbers(history: History, audience: Audience) -> dict[str, Any]:
    """The columns, a row a combatant and a row a player (name first), and the turning points
    (seq, words); for players without what tells of the armor and strength of others."""
    found = statistics(history.line_events())
    unseen = Unseen(found.state, audience)
    return {
        "columns": list(COLUMNS),
        "combatants": [
            [found.state.combatants[id].name, *cells(tally, unseen.combatant(id))]
            for id, tally in found.combatants.items()
        ],
        "players": [
            [player, *cells(tally, unseen.player(player))]
            for player, tally in found.players.items()
        ],
        "turns": [[turn.seq, turn_words(turn, unseen.side(turn.side))] for turn in found.turns],
    }


Drawn: TypeAlias = "tuple[str, int, int]"
"""A die: its name (`d8`), the face it shows, and whether that one counts (1) or another was kept
instead (0)."""

THROWN = (Rolled, o.AttackRolled, o.CheckRolled, o.ContestRolled)
"""Events whose dice everybody at the table sees fall, whatever is added to them."""

_FLAT = re.compile(r"[+-]\d+$")
"""What is added to the dice, behind them."""


def drawn(event: AnyEvent) -> list[Drawn]:
    """The dice that an event shows."""
    match event:
        case Rolled(die=die, face=face):
            return [(die, face, 1)]
        case o.SaveRolled(face=face) if face:
            return [("d20", face, 1)]
        case o.AttackRolled(dice=dice, faces=faces, value=value):
            return _kept(dice, faces, value - _flat(dice))
        case o.CheckRolled() | o.ContestRolled():
            return _kept(event.dice, event.faces, event.value - event.bonus)
    return []


def _kept(dice: str, faces: tuple[int, ...], kept: int) -> list[Drawn]:
    """These faces, the first that shows what was kept marked; all where none does."""
    names = _names(dice, len(faces))
    at = faces.index(kept) if kept in faces else None
    return [
        (name, face, int(at is None or number == at))
        for number, (name, face) in enumerate(zip(names, faces, strict=True))
    ]


def _names(dice: str, count: int) -> list[str]:
    """The names of so many dice; the last one's again where more were thrown than are written."""
    try:
        names = list(parse_dice(_FLAT.sub("", dice)).dice)
    except Refused:
        names = []
    names = names or [""]
    return (names + names[-1:] * count)[:count]


def _flat(dice: str) -> int:
    flat = _FLAT.search(dice)
    return int(flat.group()) if flat else 0


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
