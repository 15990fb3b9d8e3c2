"""The words of every event of a file, and how it was undone or corrected."""

from __future__ import annotations

from typing import NamedTuple

from events.types import outcomes as o
from events.types.corrections import Corrected, Spared
from events.types.declarations import Join, Resolve
from events.types.log_events import BranchNamed, HeadMoved, Noted, Salted, Sealed, SecretRevealed
from events.types.rolls import Rolled
from projections.narrative.phrasebook import Phrasebook
from projections.queries.redacted_phrases import unnumbered
from projections.queries.visibility import Audience, may_read
from projections.state.fight_state import FightState
from projections.text.words import Words, because, capital, side_words
from replay.log.undone import Undone
from replay.text.log_lines import Line

_QUIET = (
    *(Resolve, o.Awaited, o.TurnEnded, o.RoundEnded, o.PhaseEnded, o.ClockAdvanced),
    *(HeadMoved, Sealed, SecretRevealed, Spared),
)
"""Events that happen at the table and not in the fight."""


class Told(NamedTuple):
    """An event in words; `kind` is one of the letters of `KINDS`, `note` what a correction made
    of it, `shown` whether the audience may know all of it, `quiet` whether what plays by itself
    passes it over."""

    said: str
    kind: str
    note: str
    shown: bool
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
"""What an event is to the page, by the letter it has there."""


def told(line: Line, state: FightState, audience: Audience, book: Phrasebook) -> Told:
    """A line of the log for an audience. `state` is the fight with the event."""
    shown = may_read(line.row.event, state, audience)
    said = capital(line.said) if shown else veiled(line, state, book)
    return Told(said, _kind(line), _note(line, book), shown, _is_quiet(line, shown))


def _is_quiet(line: Line, shown: bool) -> bool:
    """Would nobody who watches miss it? Players are not kept waiting by what they are not told."""
    event = line.row.event
    telling = (o.DamageDealt, o.SaveRolled, o.CheckRolled, o.AttackRolled, o.ContestDecided, Join)
    return isinstance(event, _QUIET) or not (shown or isinstance(event, telling))


def veiled(line: Line, state: FightState, book: Phrasebook) -> str:
    """What players are told of an event whose words would give a number or a note away."""
    words = Words(state)
    event = line.row.event
    match event:
        case Noted():
            return book.one("replay.veiled.note")
        case Join(sheet=sheet):
            side = side_words(sheet.side)
            return book.one("replay.veiled.join").format(who=sheet.name, side=side)
        case o.DamageDealt(to=who):
            return book.one("replay.veiled.struck").format(who=words.name(who))
        case o.SaveRolled(who=who) | o.CheckRolled(who=who):
            key = "replay.veiled.passed" if event.passed else "replay.veiled.failed"
            return book.one(key).format(who=words.name(who))
        case o.AttackRolled() | o.ContestRolled() | o.ContestDecided():
            return capital(unnumbered(event, state))
    who = getattr(event, "who", "")
    if isinstance(who, str) and who:
        return book.one("replay.veiled.changed").format(who=words.name(who))
    return book.one("replay.veiled.kept")


def undone_words(mark: Undone) -> str:
    """“undone by #41 by Sam: he was not there”."""
    return f"{mark.how}{f' by {mark.by}' if mark.by else ''}{because(mark.why)}"


def _kind(line: Line) -> str:
    match line.row.event:
        case HeadMoved():
            return "m"
        case Noted() | BranchNamed() | Salted():
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


def _note(line: Line, book: Phrasebook) -> str:
    """What a correction has made of an event, or of which it is said again."""
    first = line.row.repeats
    if line.changed and line.how == "corrected":
        return book.one("replay.corrected.instead").format(seq=line.was)
    if line.changed and line.how in ("put in", "put back", "kept"):
        return book.one(f"replay.corrected.{line.how.replace(' ', '-')}")
    if line.changed:  # struck out and skipped say so themselves
        return book.one("replay.corrected.changed")
    return book.one("replay.corrected.again").format(seq=first) if first else ""
