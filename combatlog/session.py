"""A fight being talked to: one line in, what was recorded and what to read out.

The prompt, scripts, the demo and single commands all speak through this.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from combatlog.campaign import Campaign
from combatlog.fight import Fight
from combatlog.grammar.commands import (
    Command,
    Declare,
    JoinFile,
    JoinFrom,
    NameBranch,
    Note,
    Quit,
    Redo,
    Rewind,
    Roll,
    Show,
    Switch,
    Undo,
)
from combatlog.grammar.match import choose
from combatlog.grammar.parse import parse
from combatlog.grammar.verbs import VERBS, find_verb
from combatlog.screen import branches, log
from combatlog.screen import state as state_screen
from combatlog.screen.text import seqs, table
from events.declarations import Join
from events.errors import Refused
from events.rolls import Rolled
from events.rows import Recorded
from events.vocabulary import Declaration, TurnAction
from projections.carry import carried
from projections.changes import changes
from projections.chronicle import chronicle
from projections.phrases import phrase
from projections.report import report
from projections.state import FightState
from projections.why import why
from projections.words import capital, joined
from rulesets.common.roster import read_roster
from rulesets.registry import ruleset

_AWAITED = "Awaited: "


class Answer(NamedTuple):
    """What a line came to: lines to read, the rows recorded, and whether to leave."""

    lines: list[str]
    rows: list[Recorded] = []
    leave: bool = False


class Session:
    """A fight in a campaign, spoken to in the table's grammar."""

    def __init__(self, campaign: Campaign, fight: Fight) -> None:
        self.campaign = campaign
        self.fight = fight

    def say(self, line: str, key: str = "") -> Answer:
        """Do what a line says. Raises a `CombatlogError` with one sentence, and then nothing of
        it is recorded (of several typed dice, those before the wrong one are)."""
        command = parse(line, self.fight.state)
        return Answer([]) if command is None else self.do(command, key)

    def do(self, command: Command, key: str = "") -> Answer:
        """Do what a command says."""
        match command:
            case Declare():
                return self._told(self.fight.declare(*command.declarations, key=key))
            case Roll():
                return self._roll(command, key)
            case Undo():
                return self._undo(command, key)
            case Redo():
                return self._redo(command, key)
            case Rewind():
                return self._rewind(command, key)
            case Switch():
                return self._switch(command, key)
            case NameBranch():
                return self._name(command)
            case Note():
                return self._told(self.fight.note(command.text, key))
            case JoinFile():
                sheets = read_roster(Path(command.path), self.fight.state.game)
                return self._told(self.fight.declare(*(Join(sheet) for sheet in sheets), key=key))
            case JoinFrom():
                return self._join_from(command, key)
            case Show():
                return Answer(self._show(command))
            case Quit():
                return Answer([], leave=True)

    def _told(self, rows: list[Recorded]) -> Answer:
        """Recorded rows as they are read out: an input alone as a phrase, a play as its report."""
        if not rows:
            return Answer([])
        state = self.fight.state
        if isinstance(rows[0].event, TurnAction) and len(rows) == 1:
            lines = [capital(phrase(rows[0].event, state)) + _dice_hint(rows[0].event, self.fight)]
        else:
            lines = report((row.event for row in rows), state)
            if all(isinstance(row.event, Join) for row in rows):
                names = joined([row.event.sheet.name for row in rows])  # type: ignore[union-attr]
                lines = [f"{names} join{'s' if len(rows) == 1 else ''}."]
        if not lines and not state.awaited:
            lines = [capital(phrase(rows[0].event, state)) + "."]
        lines += self._awaited_line()
        lines[-1] += f"  [{seqs(rows[0].seq, rows[-1].seq)}]"
        return Answer(lines, rows)

    def _roll(self, command: Roll, key: str) -> Answer:
        faces: tuple[int | None, ...] = command.faces or (None,)
        rows: list[Recorded] = []
        lines: list[str] = []
        thrown: list[Recorded] = []
        number = 0
        while number < len(faces) or (command.every and self.fight.state.awaited):
            face = faces[number] if number < len(faces) else None
            this_key = f"{key}/{number}" if key and len(faces) > 1 else key
            fell = self.fight.roll(face, by=command.by, die=command.die, key=this_key)
            rows += fell
            thrown += fell
            if not all(isinstance(row.event, Rolled) for row in fell):
                lines += self._fallen(thrown)
                thrown = []
            number += 1
        return Answer((lines or self._die(rows[-1])) + self._awaited_line(), rows)

    def _fallen(self, rows: list[Recorded]) -> list[str]:
        """What the dice of a group, now all there, brought about."""
        return [line for line in self._told(rows).lines if not line.startswith(_AWAITED)]

    def _die(self, row: Recorded) -> list[str]:
        return [f"{capital(phrase(row.event, self.fight.state))}.  [#{row.seq}]"]

    def _awaited_line(self) -> list[str]:
        awaited = state_screen.awaited(self.fight.state)
        return [f"{_AWAITED}{', '.join(awaited)}."] if awaited else []

    def _undo(self, command: Undo, key: str) -> Answer:
        before, was = self.fight.state, self.fight.history.position()
        rows = self.fight.undo(command.times, command.why, key)
        taken = self._between(self.fight.history.position(), was)
        return Answer(
            [f"Taken back: {taken}.{self._still_declared()}", *self._changed(before)], rows
        )

    def _redo(self, command: Redo, key: str) -> Answer:
        before, was = self.fight.state, self.fight.history.position()
        rows = self.fight.redo(command.times, command.why, key)
        back = self._between(was, self.fight.history.position())
        return Answer(
            [f"Brought back: {back}.{self._still_declared()}", *self._changed(before)], rows
        )

    def _rewind(self, command: Rewind, key: str) -> Answer:
        before = self.fight.state
        return self._moved(before, self.fight.rewind(command.seq, command.why, key))

    def _switch(self, command: Switch, key: str) -> Answer:
        before = self.fight.state
        return self._moved(before, self.fight.switch(command.branch, key=key))

    def _moved(self, before: FightState, rows: list[Recorded]) -> Answer:
        at = self.fight.history.position()
        first, last = self.fight.history.command(at)
        lines = [
            f"Now at #{at}, after: {self._command_words(first, last)}.{self._still_declared()}"
        ]
        return Answer(lines + self._changed(before), rows)

    def _changed(self, before: FightState) -> list[str]:
        """What the move did to the numbers."""
        told = changes(before, self.fight.state)
        return [f"{' · '.join(told)}."] if told else []

    def _between(self, older: int, newer: int) -> str:
        """The commands after one position up to another, oldest first; dice are counted with the
        command they belong to."""
        history = self.fight.history
        commands: list[tuple[str, int, int, int]] = []
        dice = 0
        last_die = 0
        while newer != older:
            first, last = history.command(newer)
            if isinstance(history[first].event, Rolled):
                dice, last_die = dice + 1, last_die or last
            else:
                commands.append((self._command_words(first, last), dice, first, last_die or last))
                dice = last_die = 0
            newer = history.before(newer)
        if dice:
            commands.append(("", dice, history.command(older)[1] + 1, last_die))
        return "; ".join(_counted(*command) for command in reversed(commands))

    def _command_words(self, first: int, last: int) -> str:
        """A command in words: what was said, or which die fell."""
        events = [self.fight.history[seq].event for seq in range(first, last + 1)]
        said = [event for event in events if isinstance(event, Declaration)]
        shown = said or [event for event in events if isinstance(event, Rolled)][:1] or events[:1]
        state = self.fight.state
        return "; ".join(phrase(event, state) for event in shown[:3]) + (
            f" and {len(shown) - 3} more" if len(shown) > 3 else ""
        )

    def _still_declared(self) -> str:
        names = dict.fromkeys(
            self.fight.state.combatants[each.action.by].name for each in self.fight.state.pending
        )
        if not names:
            return ""
        return f" {joined(list(names))} {'are' if len(names) > 1 else 'is'} still declared."

    def _name(self, command: NameBranch) -> Answer:
        current = next(branch.name for branch in self.fight.branches() if branch.current)
        rows = self.fight.name_branch(command.branch or current, command.name)
        return Answer([f"The branch is called {command.name} now."], rows)

    def _join_from(self, command: JoinFrom, key: str) -> Answer:
        other = self.campaign.fight(command.fight)
        one, _ = choose(
            command.who.split(), other.state.combatants.values(), lambda one: one.name, "combatant"
        )
        if one.standing == "dead":
            raise Refused(f"{one.name} died in {other.state.title}.")
        elapsed = other.state.clock - self.fight.state.clock
        sheet = carried(one, f"{other.id}/{one.id}", elapsed)
        return self._told(self.fight.declare(Join(sheet), key=key))

    def _show(self, command: Show) -> list[str]:
        history = self.fight.history
        match command.what:
            case "state":
                at = command.words[-1].lstrip("#") if command.words else ""
                state = self.fight.at(int(at)) if at.isdigit() else self.fight.state
                return state_screen.full(state)
            case "log":
                count = (
                    int(command.words[0]) if command.words and command.words[0].isdigit() else 20
                )
                return list(log.shown(log.lines(history)[-count:]))
            case "chronicle":
                return self._chronicle()
            case "why":
                return self._why(command.words)
            case "branches":
                return branches.shown(self.fight.history)
            case _:
                return help_lines(self.fight.state.game.words.get("special", ""), command.words)

    def _chronicle(self) -> list[str]:
        lines: list[str] = []
        heading = ""
        history = self.fight.history
        for passage in chronicle(history.told(len(history))):
            if passage.heading != heading:
                heading = passage.heading
                lines.append(heading)
            lines.append(f"  {passage.text}")
        return lines

    def _why(self, words: tuple[str, ...]) -> list[str]:
        ones = self.fight.state.combatants.values()
        one, used = choose(words, ones, lambda one: one.name, "combatant")
        score, _ = choose(words[used:], one.scores, str, f"score of {one.name}")
        events = (
            (row.seq, row.event) for row in self.fight.history.on_line(len(self.fight.history))
        )
        reasons = why(events, one.id, score)
        return table([[str(each.value), each.said, f"[#{each.seq}]"] for each in reasons])


def help_lines(special: str, words: tuple[str, ...] = ()) -> list[str]:
    """Every verb, or one, with what it takes and does."""
    wanted = [find_verb(words[0], special)] if words else list(VERBS)
    rows = []
    for verb in wanted:
        name = special if verb.name == "special" and special else verb.name
        short = f" ({verb.aliases[0]})" if verb.aliases else ""
        rows.append([name + short, verb.takes, verb.does])
    return table(rows)


def _counted(words: str, dice: int, first: int, last: int) -> str:
    """“resolve, with its 3 dice (#81–94)”, or dice alone."""
    count = f"{dice} {'die' if dice == 1 else 'dice'}"
    said = f"{words}, with its {count}" if words and dice else words or count
    return f"{said} ({seqs(first, last)})"


def _dice_hint(event: Declaration, fight: Fight) -> str:
    """` (2d10).` behind a declared attack: what it will throw as things stand."""
    dice = ruleset(fight.state.game.rules).dice(fight.state, event)
    return f" ({dice})." if dice else "."
