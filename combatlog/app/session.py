"""A fight being talked to: one line in, what was recorded and what to read out.

The prompt, scripts, the demo and single commands all speak through this.
"""

from __future__ import annotations

from pathlib import Path

from combatlog.app.campaign import Campaign
from combatlog.app.correction_dialogue import Correcting, Repeated, is_one
from combatlog.app.correction_proposal import answers
from combatlog.app.fight import Fight
from combatlog.app.positions import Points
from combatlog.app.replies import Answer as Answer
from combatlog.app.replies import dice, moved, told
from combatlog.app.roll import throw
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
from combatlog.grammar.name_match import choose
from combatlog.grammar.parser import parse
from combatlog.terminal.views import branches, chronicle, diff, log, stats, timeline, why
from combatlog.terminal.views import state as state_screen
from combatlog.terminal.views.help import help_lines
from events.errors import CombatlogError, Refused
from events.types.declarations import Join
from projections.queries.carry_over import aboard, carried
from projections.text.words import Words, capital
from rulesets.definitions.roster import read_roster


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
            return told(self.fight, known)
        if answers(line):
            raise Refused("No correction is waiting.")
        try:
            command = parse(line, self.fight.state)
            return Answer([]) if command is None else self.do(command, key, line)
        except Refused:
            if key and (fallen := self.fight.known(key, f"{line} 0")):
                return Answer(dice(self.fight, fallen), fallen)
            conflict = self.fight.overtaken()
            if conflict is not None:
                raise conflict from None
            raise

    def do(self, command: Command, key: str = "", said: str = "") -> Answer:
        """Do what a command says; `said` is the line it was understood from."""
        fight, before = self.fight, self.fight.state
        match command:
            case Declare(declarations):
                return told(fight, fight.declare(*declarations, key=key, said=said), before)
            case Roll():
                return throw(fight, command, key, said)
            case Undo(times, why):
                return moved(fight, "Taken back", before, fight.undo(times, why, key, said))
            case Redo(times, why):
                return moved(fight, "Brought back", before, fight.redo(times, why, key, said))
            case Rewind(seq, why):
                return moved(fight, "", before, fight.rewind(seq, why, key, said))
            case Switch(branch, why):
                return moved(fight, "", before, fight.switch(branch, why, key, said))
            case NameBranch():
                return self._name(command, key, said)
            case Correct():
                return self._propose(command, key, said)
            case Note(text):
                return told(fight, fight.note(text, key, said))
            case Salt(text):
                return told(fight, fight.salt(text, key, said))
            case JoinFile(path):
                joins = [Join(sheet) for sheet in read_roster(Path(path), before.game)]
                return told(fight, fight.declare(*joins, key=key, said=said))
            case JoinFrom():
                return self._join_from(command, key, said)
            case Show():
                fight.refresh()
                return Answer(self._show(command))
            case Quit():
                return Answer([], leave=True)

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
        return told(self.fight, self.fight.declare(Join(sheet), key=key, said=said))

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
            case "stats":
                return list(stats.shown(history))
            case "diff":
                points = Points(self.campaign.store, self.fight.id, history)
                return list(diff.shown(*points.pair(command.words)))
            case _:
                return help_lines(self.fight.state.game, command.words)
