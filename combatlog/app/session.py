"""A session: takes one line of input, returns what was recorded.

The prompt, scripts, the demo and single commands all go through a session. It draws nothing: what
it returns is data (`combatlog.app.results`), and each surface renders it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

from msgspec import structs

from combatlog.app.campaign import Campaign
from combatlog.app.correction_dialogue import (
    CorrectionDialogue,
    RepeatedCorrection,
    begins_correction,
)
from combatlog.app.correction_proposal import is_answer
from combatlog.app.fight import Fight
from combatlog.app.positions import PointFinder
from combatlog.app.results import Result, ResultKind, Step
from combatlog.grammar.commands import (
    AddNote,
    AddSalt,
    BindKey,
    CloseDice,
    Command,
    Correct,
    Declare,
    JoinFile,
    JoinFrom,
    NameBranch,
    Quit,
    Redo,
    RevokeKey,
    Rewind,
    RollDice,
    Show,
    Switch,
    Undo,
)
from combatlog.grammar.registry import insists, parse
from combatlog.grammar.scanner import choose
from combatlog.grammar.verbs.numbers import refuse_raised_maximum
from events.errors import CombatlogError, Refused
from events.store.envelope import Recorded
from events.store.statements import number_key
from events.types.declarations import Join, Resolve
from events.types.keys import KeyRevoked
from events.types.rolls import Rolled, check_face
from events.types.statements import SetScore
from projections.queries.carry_over import carry_sheet, seat_crew
from projections.state.fight_state import FightState
from projections.text.words import Words, capitalize
from replay.command_handler import find_left_out, find_target_down
from rulesets.definitions.roster import read_roster

if TYPE_CHECKING:
    from events.signatures import SigningKey


INSIST = " (to insist, add overrule: and a reason)"
"""What a line that is refused is told where the referee can overrule that."""

Doubts = Literal["told", "refused", "asked"]
"""What becomes of a typed line that would leave somebody out."""


class Session:
    """A conversation about one fight of a campaign.

    `doubts` says what becomes of a typed line that would leave somebody out, or that strikes
    somebody who is down. It is done, and who was left out is `told`, as for programs; or it is
    `refused`, as in scripts; or `asked` at the prompt, so that the same line said again is done.
    `advice` is what a line is told, beside the refusal, that the referee could overrule.
    """

    def __init__(
        self, campaign: Campaign, fight: Fight, doubts: Doubts = "told", advice: str = INSIST
    ) -> None:
        self.campaign = campaign
        self.fight = fight
        self._doubts = doubts
        self._advice = advice
        self._keys_unread = ""
        self._asked: tuple[int, Command] | None = None
        """The command that was asked for once more, and after which event."""
        self.correcting: CorrectionDialogue | RepeatedCorrection | None = None
        """The correction that waits for an answer. Meanwhile nothing else can be recorded."""

    def say(self, line: str, key: str = "", meant: Command | None = None) -> Result:
        """Carry out one line. `meant` is the command that it was read as already, in this state of
        the fight.

        With an idempotency `key`, a repeated line returns the rows of the first time, even if
        its words would name another combatant now. Raises a `CombatlogError` with one
        sentence, and then nothing is recorded; with `Unanswered`, nobody knows. Where others have
        recorded meanwhile, that is a `Conflict`; of a correction, the result holds the new preview,
        and `refused` the conflict.
        """
        try:
            return self._say(line, key, meant)
        except Refused as error:
            if not (error.overrulable and self._advice):
                raise
            advised = f"{str(error).removesuffix('.')}{self._advice}."
            raise Refused(advised, error.clause, error.overrulable) from None
        finally:
            self.fight.forget_unused()

    def _say(self, line: str, key: str, meant: Command | None) -> Result:
        if self.correcting is not None:
            return self._tell(self._answer(self.correcting, line))
        if key and (earlier := self.fight.find_recorded(key, line)):
            answers = self.fight.find_answers(key, line)
            begun = begins_correction(earlier, line)
            self.correcting = RepeatedCorrection(key, answers) if begun else None
            return self._tell(self._make_result("repeated", earlier))
        try:
            command = meant or parse(line, self.fight.state)
            if command is None:
                return Result("nothing")
            if isinstance(command, Declare) and not line.lstrip().startswith("{"):
                for stated in command.declarations:
                    if isinstance(stated, SetScore):
                        refuse_raised_maximum(stated, self.fight.state)
            left_out = self._ask_about(command, line.strip())
            if command == Declare((Resolve(),)) and not self.fight.state.pending:
                left_out = ""  # the report says that nobody does anything
            result = self.do(command, key, line)
            return structs.replace(result, left_out=left_out) if left_out else result
        except Refused:
            if key and (earlier := self.fight.find_recorded(key, f"{line} 0")):
                return self._tell(self._make_result("rolled", earlier))
            if is_answer(line):
                raise Refused("No correction is waiting.") from None
            conflict = self.fight.find_conflict()
            if conflict is not None:
                raise conflict from None
            raise

    def do(self, command: Command, key: str = "", line: str = "") -> Result:
        """Carry out one command. `line` is the line it was parsed from. Raises as `say` does."""
        return self._tell(self._do(command, key, line))

    def _do(self, command: Command, key: str, line: str) -> Result:
        fight, before = self.fight, self.fight.state
        match command:
            case Declare(declarations):
                rows = fight.declare(*declarations, key=key, line=line)
                return self._make_result("declared", rows, before)
            case RollDice():
                return _roll_dice(fight, command, key, line)
            case Undo(times, why, dice):
                rows = fight.undo(times, why, key, line, dice=dice)
                return self._make_result("undone", rows, before)
            case Redo(times, why, dice):
                rows = fight.redo(times, why, key, line, dice=dice)
                return self._make_result("redone", rows, before)
            case Rewind(seq, why):
                return self._make_result("moved", fight.rewind(seq, why, key, line), before)
            case Switch(branch, why):
                return self._make_result("moved", fight.switch(branch, why, key, line), before)
            case NameBranch():
                return self._name_branch(command, key, line)
            case Correct():
                return self._propose(command, key, line)
            case AddNote(text):
                return self._make_result("noted", fight.note(text, key, line))
            case AddSalt(text):
                return self._make_result("salted", fight.salt(text, key, line))
            case CloseDice(why):
                return self._make_result("closed", fight.close(why, key, line))
            case BindKey(path):
                return self._make_result("bound", fight.bind_key(_load_key(path), key, line))
            case RevokeKey(whose, why):
                return self._revoke(whose, why, key, line)
            case JoinFile(path):
                joins = [Join(sheet) for sheet in read_roster(Path(path), before.game)]
                return self._make_result("declared", fight.declare(*joins, key=key, line=line))
            case JoinFrom():
                return self._join_from(command, key, line)
            case Show():
                fight.refresh()
                return self._view(command)
            case Quit():
                return Result("nothing", leave=True)

    def _tell(self, result: Result) -> Result:
        """Return the result with what the table is told of its rows, and once of keys that cannot
        be read."""
        if self.fight.history.is_plain and self.fight.keys_unread == self._keys_unread:
            return result
        told = result.told + self.fight.list_told(result.rows)
        if (unread := self.fight.keys_unread) != self._keys_unread:
            self._keys_unread = unread
            told += (unread,) if unread else ()
        return structs.replace(result, told=told) if told else result

    def _revoke(self, whose: str, why: str, key: str, line: str) -> Result:
        """Revoke a key, and tell where it still speaks."""
        from combatlog.app.known_keys import describe_where_it_still_speaks

        rows = self.fight.revoke_key(whose, why, key, line)
        still = [
            describe_where_it_still_speaks(self.campaign.store, self.fight.id, row.event)
            for row in rows
            if isinstance(row.event, KeyRevoked)
        ]
        result = self._make_result("revoked", rows)
        return structs.replace(result, told=tuple(filter(None, still)))

    def _ask_about(self, command: Command, line: str) -> str:
        """Refuse a line that would leave somebody out, or that strikes somebody who is down, unless
        it insists or was said before; return whom it leaves out. Programs, which say JSON, are not
        asked."""
        if not isinstance(command, Declare) or line.startswith("{"):
            return ""
        left_out = find_left_out(self.fight.state, command.declarations)
        asked = (len(self.fight.history), command)
        if self._doubts != "told" and asked != self._asked:
            if down := find_target_down(self.fight.state, command.declarations):
                self._refuse(down, "add overrule: and a reason", asked)
            if left_out and not insists(line, self.fight.state):
                self._refuse(left_out, "add !", asked)
        return left_out and f"{left_out}."

    def _refuse(self, doubt: str, insist: str, asked: tuple[int, Command]) -> NoReturn:
        """Refuse a command that is in doubt, and say how to insist."""
        if self._doubts == "asked":
            self._asked, insist = asked, f"say that again, or {insist}"
        raise Refused(f"{doubt}; to insist, {insist}.")

    def _make_result(
        self, kind: ResultKind, rows: list[Recorded], before: FightState | None = None
    ) -> Result:
        return Result(kind, [Step(rows, self.fight.state, before)])

    def _propose(self, command: Correct, key: str, line: str) -> Result:
        """Preview a correction, or apply it at once where the line says so."""
        correcting = CorrectionDialogue(self.campaign, self.fight, command, key, line)
        if command.at_once:
            result = correcting.apply()
            if result.refused is not None:
                raise result.refused
            return result
        self.correcting = correcting
        return correcting.preview()

    def _answer(self, correcting: CorrectionDialogue | RepeatedCorrection, line: str) -> Result:
        """Carry out a line while a correction waits: an answer to it, or a view."""
        if not line.strip() or line.lstrip().startswith("#"):
            return Result("nothing")
        try:
            result = correcting.hear(line)
        finally:
            if correcting.done:
                self.correcting = None
        if result is not None:
            return result
        try:
            command = parse(line, self.fight.state)
        except CombatlogError:
            command = None
        if isinstance(command, Show):
            return self.do(command)
        if isinstance(command, Quit):
            self.correcting = None
            return correcting.drop(leave=True)
        raise Refused(f"{capitalize(correcting.describe_wait())}.")

    def _view(self, show: Show) -> Result:
        """Return what to look at, with the state and the points it names."""
        fight = self.fight
        at = show.number if show.what == "state" else 0
        step = Step([], fight.compute_state(at) if at else fight.state)
        compared = None
        if show.what == "diff":
            compared = PointFinder(self.campaign.store, fight.id, fight.history).find_pair(
                show.words
            )
        return Result("viewed", [step], view=show, compared=compared)

    def _name_branch(self, command: NameBranch, key: str, line: str) -> Result:
        """Rename a branch: the one that the first word names, where more words follow, else the
        present one."""
        every = self.fight.list_branches()
        branch = next(branch.name for branch in every if branch.current)
        words = list(command.words)
        if len(words) > 1 and words[0] in [other.name for other in every]:
            branch, *words = words
        name = " ".join(words)
        rows = self.fight.name_branch(branch, name, key, line)
        return Result("renamed", [Step(rows, self.fight.state)], renamed=(branch, name))

    def _join_from(self, command: JoinFrom, key: str, line: str) -> Result:
        """Let a combatant of another fight join as it was at that fight's end."""
        other = self.campaign.fight(command.fight)
        one, _ = choose(
            command.who.split(), other.state.combatants.values(), lambda one: one.name, "combatant"
        )
        if one.standing == "dead":
            raise Refused(f"{one.name} died in {other.state.title}.")
        elapsed = other.state.clock - self.fight.state.clock
        passing = Words(other.state).terms("passing")
        sheet = seat_crew(
            carry_sheet(one, f"{other.id}/{one.id}", elapsed, passing), self.fight.state
        )
        return self._make_result("declared", self.fight.declare(Join(sheet), key=key, line=line))


def _load_key(path: str) -> SigningKey | None:
    """Return the key in a file; None where none is named. Raises `Refused` or `Unreadable`."""
    if not path:
        return None
    from combatlog.app.signing import expand_path, load_key  # most fights have no keys

    return load_key(expand_path(path))


def _roll_dice(fight: Fight, command: RollDice, key: str, line: str) -> Result:
    """Record the faces of a roll command, or draw them.

    Each die is one command with an idempotency key of its own. The faces for the dice awaited now
    are checked before the first is recorded. Where a later one is refused, the earlier ones stay
    and the result carries the refusal.
    """
    faces: tuple[int | None, ...] = command.faces or (None,)
    expected = {*fight.state.awaited}
    surplus: list[Recorded] = []
    if not key or not fight.find_recorded(key, f"{line} 0"):
        _check_faces(fight, command)
    steps: list[Step] = []
    group: list[Recorded] = []
    before = fight.state
    refused: CombatlogError | None = None
    number = 0
    last: Recorded | None = None
    while number < len(faces) or (command.every and _is_die_awaited_after(fight, last)):
        if not group:
            before = fight.state
        face = faces[number] if number < len(faces) else None
        try:
            rows = fight.roll(
                face,
                by=command.by,
                die=command.die,
                key=number_key(key, number) if key and number else key,
                line=f"{line} {number}" if key else "",
            )
        except CombatlogError as error:
            if last is None:
                raise
            rest = ", ".join(map(str, command.faces[number:]))
            refused = Refused(f"Not taken: {rest}. {error}")
            break
        surplus += [
            row
            for row in rows
            if face is not None
            and isinstance(row.event, Rolled)
            and row.event.draw is None
            and row.event.asked not in expected
        ]
        group += rows
        last = rows[-1]
        if not all(isinstance(row.event, Rolled) for row in rows):
            steps.append(Step(group, fight.state, before))
            group = []
        number += 1
    if group:
        steps.append(Step(group, fight.state, before))
    return Result("rolled", steps, refused=refused, surplus=tuple(surplus))


def _check_faces(fight: Fight, command: RollDice) -> None:
    """Refuse a face that its awaited die does not have."""
    if not command.by and not command.die:
        for asked, face in zip(fight.state.awaited, command.faces, strict=False):
            check_face(asked.die, face)


def _is_die_awaited_after(fight: Fight, last: Recorded | None) -> bool:
    """Return whether a die was still awaited after this row; without one, whether one is now.

    Under a key that was used before, the row may be one of an earlier time.
    """
    if last is not None and last.seq < len(fight.history):
        return bool(fight.compute_state(last.seq).awaited)
    return bool(fight.state.awaited)
