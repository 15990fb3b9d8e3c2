"""A proposal that is open: what it would do, in words that everybody may read, and recording it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from combatlog.app.correction_dialogue import CorrectionDialogue
from combatlog.grammar.commands import Correct, Redo, Undo
from combatlog.grammar.registry import parse
from combatlog.server import messages as m
from combatlog.server.moves import list_moved
from combatlog.server.open_fight import OpenFight
from combatlog.server.preview import UNSEEN, make_veiled_preview
from combatlog.server.seats import Seat
from events.errors import Refused
from events.store.envelope import Entry
from replay.log.line_inputs import find_declaration, find_input
from replay.log.undo import redo, undo


class Held(msgspec.Struct):
    """A proposal that is open. `agreed` are the seats that have said yes, by id, with their names;
    `about` the ids of the combatants whose deeds it is about. It is recorded under a `secret`:
    nobody can use up the key of what they read."""

    id: str
    secret: str
    seat: str
    by: str
    fight: str
    key: str
    line: str
    why: str
    head: int = 0
    to: int = 0
    said: str = ""
    about: frozenset[str] = frozenset()
    agreed: dict[str, str] = {}
    answers: list[str] = []
    """About the dice of a correction: what the referee typed with their yes."""
    rejected_by: str = ""

    @classmethod
    def make(cls, seat: Seat, fight: str, sent: m.Propose) -> Held:
        """Return what somebody proposes in a fight."""
        id, secret = secrets.token_hex(6), secrets.token_hex(6)
        return cls(id, secret, seat.id, seat.name, fight, sent.key, sent.line, sent.why)

    @property
    def record_key(self) -> str:
        """The key under which it is recorded, as it was shown."""
        return f"proposal {self.secret} {self.head}"

    def prepare(self, opened: OpenFight) -> Undo | Redo | Correct:
        """Make it for the fight as it is now; nobody has agreed yet. Raises `Refused`, and then
        nothing has changed."""
        command = read_proposal(self.line, self.why, opened)
        history = opened.fight.history
        if isinstance(command, Correct):
            line = self.full_line(opened)
            shown = make_veiled_preview(opened, "players", opened.last, line)
            said, to = " ".join(each for each in shown.lines if each != UNSEEN), 0
            row = find_input(history, command.seq)
            rows = [row, find_declaration(history, row)]
        else:
            moves = _make_moves(opened, command)
            to = moves[-1].parent or 0
            rows = list_moved(history, history.position(), moves, isinstance(command, Undo))
            words = [opened.feed("players").find_words(row.seq) for row in rows]
            first = "Take back" if isinstance(command, Undo) else "Bring back"
            said = f"{first}: {'; '.join(words)}."
        by = (each.event.by for each in rows if hasattr(each.event, "by"))
        self.about = frozenset(each for each in by if each)
        self.head, self.to, self.said = opened.last, to, said
        self.agreed, self.answers = {}, []
        return command

    def full_line(self, opened: OpenFight) -> str:
        """Return the line of a correction with its reason."""
        command = parse(self.line, opened.state)
        is_bare = isinstance(command, Correct) and not command.why
        return f"{self.line}; why: {self.why}" if is_bare and self.why else self.line


def read_proposal(line: str, why: str, opened: OpenFight) -> Undo | Redo | Correct:
    """Return the command that a proposed line means. Raises `Refused` for any other than an undo, a
    redo or a correction."""
    command = parse(line, opened.state)
    match command:
        case Undo(count, said, dice):
            return Undo(count, said or why, dice)
        case Redo(count, said, dice):
            return Redo(count, said or why, dice)
        case Correct():
            return command._replace(why=command.why or why, at_once=False)
    raise Refused("Propose an undo, a redo or a correction, like: undo: he was not there")


def _make_moves(opened: OpenFight, command: Undo | Redo) -> list[Entry]:
    history = opened.fight.history
    move = undo if isinstance(command, Undo) else redo
    return move(history, command.times, command.why, command.dice)


def record_proposal(held: Held, opened: OpenFight, answers: Sequence[str]) -> None:
    """Record what was proposed, under the name of the one who made it, with these answers about its
    dice."""
    fight, key = opened.fight, held.record_key
    command = read_proposal(held.line, held.why, opened)
    fight.by = held.by
    match command:
        case Undo(count, why, dice):
            fight.undo(count, why, key, dice=dice)
        case Redo(count, why, dice):
            fight.redo(count, why, key, dice=dice)
        case Correct():
            line = held.full_line(opened)
            dialogue = CorrectionDialogue(opened.campaign, fight, command, key, line)
            dialogue.take(answers)
            result = dialogue.apply()
            if result.refused is not None:
                raise result.refused
