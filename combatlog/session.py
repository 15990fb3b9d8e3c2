"""A fight being talked to: one line in, what was recorded and what to read out.

The prompt, scripts, the demo and single commands all speak through this.
"""

from __future__ import annotations

from pathlib import Path

from combatlog.answer import Answer as Answer
from combatlog.campaign import Campaign
from combatlog.correcting import Correcting, Repeated, is_one
from combatlog.fight import Fight
from combatlog.grammar.commands import (
    Command,
    Correct,
    Declare,
    JoinFile,
    JoinFrom,
    NameBranch,
    Note,
    Quit,
    Redo,
    Rewind,
    Roll,
    Salt,
    Show,
    Switch,
    Undo,
)
from combatlog.grammar.match import choose
from combatlog.grammar.parse import parse
from combatlog.points import Points
from combatlog.proposal import answers
from combatlog.screen import branches, chronicle, diff, log, moves, timeline, why
from combatlog.screen import state as state_screen
from combatlog.screen.correcting import made
from combatlog.screen.help import help_lines
from combatlog.screen.text import seqs
from events.corrections import Corrected
from events.declarations import Join, Resolve
from events.dice import check_face
from events.errors import CombatlogError, Refused
from events.outcomes import TurnBegan
from events.rolls import Rolled
from events.rows import Recorded
from events.vocabulary import TurnAction
from projections.carry import aboard, carried
from projections.changes import changes
from projections.phrases import phrase, with_dice
from projections.report import report
from projections.state import FightState
from projections.words import Words, capital, joined, side_words
from rulesets.common.roster import read_roster
from rulesets.registry import ruleset

_AWAITED = "Awaited: "

_SEPARATOR = "\x1f"
"""Between a key and the number of a die: no key that somebody gives has it."""


class Session:
    """A fight in a campaign, spoken to in the table's grammar."""

    def __init__(self, campaign: Campaign, fight: Fight) -> None:
        self.campaign = campaign
        self.fight = fight
        self.correcting: Correcting | Repeated | None = None
        """The correction that is being talked about; meanwhile nothing else can be said."""

    def say(self, line: str, key: str = "") -> Answer:
        """Do what a line says. Raises a `CombatlogError` with one sentence, and then nothing of
        it is recorded; where it is refused because others have recorded since, a `Conflict`
        tells what (in the answer, behind a correction that is shown anew for it). With a key, the
        line said again answers what it recorded, whoever its words would mean by now."""
        if self.correcting is not None:
            return self._talk(self.correcting, line)
        if key and (known := self.fight.known(key, line)):
            self.correcting = Repeated() if is_one(known, line) else None
            return self._told(known)
        if answers(line):
            raise Refused("No correction is waiting.")
        try:
            command = parse(line, self.fight.state)
            return Answer([]) if command is None else self.do(command, key, line)
        except Refused:
            if key and (fallen := self.fight.known(key, f"{line} 0")):
                return Answer(self._dice(fallen), fallen)
            conflict = self.fight.overtaken()
            if conflict is not None:
                raise conflict from None
            raise

    def do(self, command: Command, key: str = "", said: str = "") -> Answer:
        """Do what a command says; `said` is the line it was understood from."""
        fight, before = self.fight, self.fight.state
        match command:
            case Declare(declarations):
                return self._told(fight.declare(*declarations, key=key, said=said), before)
            case Roll():
                return self._roll(command, key, said)
            case Undo(times, why):
                return self._moved("Taken back", before, fight.undo(times, why, key, said))
            case Redo(times, why):
                return self._moved("Brought back", before, fight.redo(times, why, key, said))
            case Rewind(seq, why):
                return self._moved("", before, fight.rewind(seq, why, key, said))
            case Switch(branch, why):
                return self._moved("", before, fight.switch(branch, why, key, said))
            case NameBranch():
                return self._name(command, key, said)
            case Correct():
                return self._propose(command, key, said)
            case Note(text):
                return self._told(fight.note(text, key, said))
            case Salt(text):
                return self._told(fight.salt(text, key, said))
            case JoinFile(path):
                joins = [Join(sheet) for sheet in read_roster(Path(path), before.game)]
                return self._told(fight.declare(*joins, key=key, said=said))
            case JoinFrom():
                return self._join_from(command, key, said)
            case Show():
                fight.refresh()
                return Answer(self._show(command))
            case Quit():
                return Answer([], leave=True)

    def _told(self, rows: list[Recorded], before: FightState | None = None) -> Answer:
        """Recorded rows as they are read out: an input alone as a phrase, a play as its report."""
        if not rows:
            return Answer([])
        state = self.fight.state
        if isinstance(rows[0].event, Corrected):
            return Answer([*made(self.fight.history, rows), *self._awaited_line()], rows)
        if isinstance(rows[0].event, TurnAction) and len(rows) == 1:
            dice = ruleset(state.game.rules).dice(state, rows[0].event)
            lines = [f"{capital(with_dice(rows[0].event, state, dice))}."]
        else:
            lines = report((row.event for row in rows), state, before)
            if all(isinstance(row.event, Join) for row in rows):
                names = joined([row.event.sheet.name for row in rows])  # type: ignore[union-attr]
                lines = [f"{names} join{'s' if len(rows) == 1 else ''}."]
        if not lines and not state.awaited:
            lines = [_quiet(rows, state)]
        lines += self._awaited_line()
        lines[-1] += f"  [{seqs(rows[0].seq, rows[-1].seq)}]"
        return Answer(lines, rows)

    def _propose(self, command: Correct, key: str, said: str) -> Answer:
        """A correction to be looked at; applied at once where that was said."""
        correcting = Correcting(self.campaign, self.fight, command, key, said)
        if command.at_once:
            answer = correcting.apply()
            if answer.refused is not None:
                raise answer.refused
            return answer
        self.correcting = correcting
        return correcting.shown()

    def _talk(self, correcting: Correcting | Repeated, line: str) -> Answer:
        """A line while a correction waits: about it, or to look at something."""
        if not line.strip() or line.lstrip().startswith("#"):
            return Answer([])
        try:
            answer = correcting.hear(line)
        finally:
            if correcting.done:
                self.correcting = None
        if answer is not None:
            return answer
        try:
            command = parse(line, self.fight.state)
        except CombatlogError:
            command = None
        if isinstance(command, Show):
            return self.do(command)
        if isinstance(command, Quit):
            self.correcting = None
            return correcting.drop()._replace(leave=True)
        raise Refused(f"{capital(correcting.waits())}.")

    def _roll(self, command: Roll, key: str, said: str) -> Answer:
        """Each die is a command of its own, with a key of its own. Those of the present group are
        looked at before the first is recorded; a later one that is refused leaves what came
        before it."""
        faces: tuple[int | None, ...] = command.faces or (None,)
        if not key or not self.fight.known(key, f"{said} 0"):
            self._look_at(command)
        rows: list[Recorded] = []
        lines: list[str] = []
        thrown: list[Recorded] = []
        refused: CombatlogError | None = None
        number = 0
        before = self.fight.state
        while number < len(faces) or (command.every and self._awaited_after(rows)):
            if not thrown:
                before = self.fight.state
            face = faces[number] if number < len(faces) else None
            try:
                fell = self.fight.roll(
                    face,
                    by=command.by,
                    die=command.die,
                    key=f"{key}{_SEPARATOR}{number}" if key and number else key,
                    said=f"{said} {number}" if key else "",
                )
            except CombatlogError as error:
                if not rows:
                    raise
                over = ", ".join(map(str, command.faces[number:]))
                refused = Refused(f"Not taken: {over}. {error}")
                break
            rows += fell
            thrown += fell
            if not all(isinstance(row.event, Rolled) for row in fell):
                lines += self._fallen(thrown, before)
                thrown = []
            number += 1
        if thrown:
            lines += self._dice(thrown)
        return Answer(lines + self._awaited_line(), rows, refused=refused)

    def _look_at(self, command: Roll) -> None:
        """Refuse a face that one of the awaited dice does not have."""
        awaited = self.fight.state.awaited
        if not command.by and not command.die:
            for asked, face in zip(awaited, command.faces, strict=False):
                check_face(asked.die, face)

    def _awaited_after(self, rows: list[Recorded]) -> bool:
        """Was a die still awaited behind these rows? A line said again looks at that moment."""
        if rows and rows[-1].seq < len(self.fight.history):
            return bool(self.fight.at(rows[-1].seq).awaited)
        return bool(self.fight.state.awaited)

    def _fallen(self, rows: list[Recorded], before: FightState) -> list[str]:
        """What the dice of a group, now all there, brought about."""
        return [line for line in self._told(rows, before).lines if not line.startswith(_AWAITED)]

    def _dice(self, rows: list[Recorded]) -> list[str]:
        """Dice of a group that is not whole yet."""
        said = "; ".join(phrase(row.event, self.fight.state) for row in rows)
        return [f"{capital(said)}.  [{seqs(rows[0].seq, rows[-1].seq)}]"]

    def _awaited_line(self) -> list[str]:
        awaited = state_screen.awaited(self.fight.state)
        return [f"{_AWAITED}{', '.join(awaited)}."] if awaited else []

    def _moved(self, verb: str, before: FightState, rows: list[Recorded]) -> Answer:
        """What a move of the head took back or brought back, or (no verb) where it led."""
        history = self.fight.history
        start, end = history.position(rows[0].seq - 1), history.position(rows[-1].parent)
        if verb:
            older, newer = sorted((start, end))
            told = f"{verb}: {moves.between(history, self.fight.state, older, newer)}"
        else:
            told = f"Now at #{end}, after: {moves.command_words(history, self.fight.state, end)}"
        lines = [f"{told}.{self._still_declared()}", *self._changed(before)]
        return Answer(lines + self._awaited_line(), rows)

    def _changed(self, before: FightState) -> list[str]:
        """What the move did to the numbers."""
        told = changes(before, self.fight.state)
        return [f"{' · '.join(told)}."] if told else []

    def _still_declared(self) -> str:
        names = dict.fromkeys(
            self.fight.state.combatants[each.action.by].name for each in self.fight.state.pending
        )
        if not names or self.fight.state.awaited:
            return ""
        return f" {joined(list(names))} {'are' if len(names) > 1 else 'is'} still declared."

    def _name(self, command: NameBranch, key: str, said: str) -> Answer:
        """The first word is the branch, if there is such a branch and more words follow."""
        every = self.fight.branches()
        branch = next(branch.name for branch in every if branch.current)
        words = list(command.words)
        if len(words) > 1 and words[0] in [other.name for other in every]:
            branch, *words = words
        name = " ".join(words)
        rows = self.fight.name_branch(branch, name, key, said)
        return Answer([f"{branch} is called {name} now."], rows)

    def _join_from(self, command: JoinFrom, key: str, said: str) -> Answer:
        other = self.campaign.fight(command.fight)
        one, _ = choose(
            command.who.split(), other.state.combatants.values(), lambda one: one.name, "combatant"
        )
        if one.standing == "dead":
            raise Refused(f"{one.name} died in {other.state.title}.")
        elapsed = other.state.clock - self.fight.state.clock
        passing = Words(other.state).terms("passing")
        sheet = aboard(carried(one, f"{other.id}/{one.id}", elapsed, passing), self.fight.state)
        return self._told(self.fight.declare(Join(sheet), key=key, said=said))

    def _show(self, command: Show) -> list[str]:
        history = self.fight.history
        match command.what:
            case "state":
                return state_screen.full(
                    self.fight.at(command.number) if command.number else self.fight.state
                )
            case "log":
                return list(log.shown(log.lines(history, last=command.number or 20)))
            case "chronicle":
                return list(chronicle.shown(history))
            case "timeline":
                return timeline.shown(history)
            case "why":
                return why.shown(history, command.words)
            case "branches":
                return branches.shown(history)
            case "diff":
                points = Points(self.campaign.store, self.fight.id, history)
                return list(diff.shown(*points.pair(command.words)))
            case _:
                return help_lines(self.fight.state.game, command.words)


def _quiet(rows: list[Recorded], state: FightState) -> str:
    """A command of which there is nothing else to tell: a turn that passes, a plain input."""
    for row in rows:
        if isinstance(row.event, TurnBegan):
            return f"{capital(side_words(row.event.side))}: the turn passes, nobody does anything."
    if isinstance(rows[0].event, Resolve):
        return f"Round {state.round}: nobody does anything."
    return capital(phrase(rows[0].event, state)) + "."
