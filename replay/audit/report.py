"""The audit of a fight: everything that can be checked of its log, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from events.corrections import Corrected
from events.declarations import FightStarted
from events.errors import CombatlogError, Unreadable
from events.games import Game
from events.names import clean
from events.rows import Recorded, Row, decoded
from replay.audit.chain import Break, first_break
from replay.audit.deeds import Deed, Person, deeds, people
from replay.audit.dice import Dice, dice
from replay.history import History
from replay.legible import check_legible
from replay.rederive import rederived
from replay.reenact import Difference
from replay.structure import check_structure
from replay.wholeness import unfinished
from rulesets.shipped import other_version

LONGEST_FAULT = 300
"""Characters of what is wrong with an event: it may quote all of it, and that is a stranger's."""


class FightAudit(NamedTuple):
    """What the audit says of one fight. `sound` events, from the first, are as they were recorded;
    `broken` says where that ends, `forged` what no combatlog would have written. The rest is said
    of the sound events alone: their `dice`, `differences` from the rules, `deeds`, `people`.
    `today` is the version of the game's rules here, where the fight was played by another
    one (None otherwise): differences may come of that."""

    id: str
    title: str
    game: str
    version: int
    today: int | None
    events: int
    sound: int
    broken: Break | None
    forged: str
    dice: Dice | None
    differences: Sequence[Difference]
    deeds: Sequence[Deed]
    people: Sequence[Person]

    @property
    def untouched(self) -> bool:
        """Is the log as it was recorded, as far as it can say that itself?"""
        return self.broken is None and not self.forged

    @property
    def fair(self) -> bool:
        """Is no die other than it was fixed to be?"""
        return self.dice is None or not self.dice.faults

    @property
    def follows(self) -> bool:
        """Do all outcomes follow from the rules that the fight was played by? Under those of
        another version a difference is no fault."""
        return not self.differences or self.today is not None

    @property
    def right(self) -> bool:
        """Is nothing wrong with it?"""
        return self.untouched and self.fair and self.follows


def audit_fight(id: str, rows: Sequence[Row], kept: Mapping[str, bytes]) -> FightAudit:
    """Check the rows of a fight as they are stored; `kept` are secrets of its dice that are not in
    its log, by their commitment. Whatever is in the rows, this says so and does not raise."""
    broken = first_break(id, rows) if rows else Break(1, "is missing: the fight has no events")
    sound = list(rows if broken is None else rows[: max(0, broken.seq - 1)])
    recorded, forged = _read(sound, broken is not None)
    if half := unfinished(recorded):
        del recorded[half - 1 :]
        if broken is None and not forged:
            broken = Break(half, "begins the last command, and its end was cut off")
    history = History(recorded)
    game = _game(history)
    seen = _Seen(None, [], [], [])
    if game is not None:
        seen = _look(history, kept)
    return FightAudit(
        id,
        _title(history),
        game.name if game is not None else "",
        game.version if game is not None else 0,
        other_version(game) if game is not None else None,
        len(rows),
        len(recorded),
        broken,
        forged,
        *seen,
    )


class _Seen(NamedTuple):
    """What there is to say of the sound events."""

    dice: Dice | None
    differences: list[Difference]
    deeds: list[Deed]
    people: list[Person]


def _look(history: History, kept: Mapping[str, bytes]) -> _Seen:
    done = deeds(history)
    return _Seen(dice(history, kept), list(rederived(history)), done, people(history, done))


def _read(rows: Sequence[Row], is_cut: bool) -> tuple[list[Recorded], str]:
    """The events of these rows up to the end of the last command that combatlog would have
    written, and what is wrong with the next one. Where they are cut off, half a correction at
    their end is no fault of its own."""
    recorded: list[Recorded] = []
    forged = ""
    try:
        for row in rows:
            event = _decoded(row)
            check_legible(row, event)
            recorded.append(event)
    except Unreadable as error:
        forged = str(error)
    cut_at = recorded[-1].cmd if recorded and (is_cut or forged) else 0
    while recorded:
        try:
            check_structure(recorded)
            break
        except Unreadable as error:
            kept = _kept(recorded, str(error))
            if cut_at != kept + 1 or not isinstance(recorded[kept].event, Corrected):
                forged = str(error)
            del recorded[kept:]
    return recorded, forged


def _decoded(row: Row) -> Recorded:
    try:
        return decoded(row)
    except CombatlogError as error:
        raise Unreadable(f"#{row.seq}: {clean(str(error))[:LONGEST_FAULT]}") from None


def _kept(recorded: Sequence[Recorded], forged: str) -> int:
    """How many events come before the command of the one that is forged; its seq comes first in
    what is said of it."""
    seq = int(forged.partition("#")[2].partition(" ")[0].rstrip(":"))
    kept = min(seq, len(recorded)) - 1
    while kept and recorded[kept - 1].cmd == recorded[kept].cmd:
        kept -= 1
    return kept


def _title(history: History) -> str:
    first = history.rows[0].event if len(history) else None
    return first.title if isinstance(first, FightStarted) else ""


def _game(history: History) -> Game | None:
    first = history.rows[0].event if len(history) else None
    return first.game if isinstance(first, FightStarted) else None
