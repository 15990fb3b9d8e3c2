"""Commands from everybody at the table: who may say them, until when they count, and what they
record."""

from __future__ import annotations

import time
from random import uniform

from combatlog.app.fight import Fight
from combatlog.app.results import Result
from combatlog.app.session import INSIST, Session
from combatlog.grammar.commands import (
    AddNote,
    BindKey,
    Command,
    Correct,
    Declare,
    JoinFile,
    Quit,
    Redo,
    RollDice,
    Show,
    Undo,
)
from combatlog.grammar.registry import parse
from combatlog.server import messages as m
from combatlog.server.answers import Recording
from combatlog.server.doubts import refuse_doubtful
from combatlog.server.games import read_sheets
from combatlog.server.moves import describe_moved
from combatlog.server.open_fight import OpenFight
from combatlog.server.permission import is_untouched, refuse_foreign
from combatlog.server.scopes import require_for_command
from combatlog.server.seats import Seat
from events.errors import CombatlogError, Conflict, Refused, Unreadable
from events.store.statements import check_key, number_key
from events.types.declarations import Join
from projections.queries.number_words import tells_strangers_number
from projections.state.fight_state import FightState

PAUSES = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032)
"""The most seconds before each further try of a command, where another program was faster."""


def carry_out(opened: OpenFight, seat: Seat, said: m.SaidCommand) -> Recording:
    """Carry out a command of somebody at the table. Raises a `CombatlogError` with one sentence,
    and then nothing is recorded: not by a copy that comes to this server later, either, but where
    the campaign could not be used."""
    require_key(said.key)
    if (refused := opened.refusals.find(seat.id, said)) is not None:
        raise refused
    try:
        return _carry_out_racing(opened, seat, said)
    except (Refused, Conflict, Unreadable) as error:
        if opened.campaign.store.command(said.key, opened.fight.id) is None:
            opened.refusals.keep(seat.id, said, error)
        raise


def _carry_out_racing(opened: OpenFight, seat: Seat, said: m.SaidCommand) -> Recording:
    """Carry out a command that has not been refused. Where another program records at the same
    moment, try again: it is judged anew by what that has recorded."""
    for pause in PAUSES:
        opened.fight.refresh()
        judged_at = opened.last
        try:
            return _carry_out_first(opened, seat, said)
        except Conflict:
            if opened.last == judged_at:
                raise
        time.sleep(uniform(0, pause))  # so that those who met do not meet again
    opened.fight.refresh()
    return _carry_out_first(opened, seat, said)


def _carry_out_first(opened: OpenFight, seat: Seat, said: m.SaidCommand) -> Recording:
    """Carry out a command in a fight that is up to date."""
    fight = opened.fight
    fight.by = seat.name
    try:
        command, line = read_command(said, fight.state)
    except CombatlogError:
        # What it named may have another name since; if it was recorded, it is answered.
        if not isinstance(said, m.SayLine) or not fight.find_recorded(said.key, said.line):
            raise
        result = Session(opened.campaign, fight).say(said.line, said.key)
        return make_recording(opened, seat, result)
    if not _was_recorded(fight, said.key, command):
        if not seat.is_referee:
            if seat.is_bot:
                require_for_command(seat.may, command, fight.state)
            refuse_foreign(command, fight.state, opened.list_own(seat))
        _refuse_stale(said, command, opened, seat.is_referee)
        refuse_doubtful(said, command, fight.state)
    session = Session(opened.campaign, fight, advice=INSIST if seat.is_referee else "")
    result = session.say(line, said.key, command) if line else session.do(command, said.key)
    if result.refused is not None and not result.rows:
        raise result.refused
    return make_recording(opened, seat, result)


def make_recording(opened: OpenFight, seat: Seat, result: Result) -> Recording:
    """Return what a command recorded, as somebody may read it."""
    refused = "" if result.refused is None else str(result.refused)
    moved = describe_moved(opened, result, seat.audience)
    told = [
        each
        for each in (*moved, *result.told, result.left_out, refused)
        if each and (seat.is_referee or not tells_strangers_number(each, opened.state))
    ]
    seqs = [row.seq for row in result.rows]
    return Recording(result.kind, opened.last, seqs, told)


def require_key(key: str) -> None:
    """Raise `Refused` for a command without an idempotency key, or with one that cannot be
    kept."""
    if not key:
        raise Refused("Every command needs a key of its own, so that it is never recorded twice.")
    check_key(key)


def read_command(said: m.SaidCommand, state: FightState) -> tuple[Command, str]:
    """Return the command of a message, and the line that its key stands for. Raises `Refused` or
    `Unreadable` for a line that nobody understands, and for what is said at the prompt alone."""
    match said:
        case m.SayLine(line=line):
            command = parse(line, state)
            if command is None:
                raise Refused("Say something.")
            if isinstance(command, JoinFile | BindKey | Quit | Show | Correct):
                raise Refused("That is said at the prompt alone.")
            return command, line
        case m.SayDeclarations(declarations=declarations):
            if not declarations:
                raise Refused("Say something.")
            return Declare(tuple(declarations)), ""
        case m.SayDie(by=by, die=die, face=face):
            return RollDice(() if face is None else (face,), by, die), ""
        case m.SayUndo(count=count, why=why, dice=dice):
            return Undo(count, why, dice), ""
        case m.SayRedo(count=count, why=why, dice=dice):
            return Redo(count, why, dice), ""
        case m.SayNote(text=text):
            return AddNote(text), ""
        case m.SayRoster(text=text):
            sheets = read_sheets(text, state.game)
            return Declare(tuple(Join(sheet) for sheet in sheets)), ""


def _was_recorded(fight: Fight, key: str, command: Command) -> bool:
    """Return whether all of a command was recorded under its key, so that it records nothing
    now."""
    dice = len(command.faces) or 1 if isinstance(command, RollDice) else 1
    keys = (number_key(key, number) for number in range(dice))
    recorded = all(fight.find_command(each) is not None for each in keys)
    return recorded and not (isinstance(command, RollDice) and command.every)


def _refuse_stale(
    said: m.SaidCommand, command: Command, opened: OpenFight, is_referee: bool
) -> None:
    """Raise `Conflict` if a command was said at an earlier event, and something that it is about
    has changed since; or if nobody knows any more whether it was refused. Players are not told
    what: it may hold a stranger's number."""
    fight = opened.fight
    if isinstance(said, m.SayDie):
        _refuse_other_die(said, fight.state)
    last = len(fight.history)
    if said.head == last:
        return
    is_forgotten = opened.refusals.may_forget(said) and not isinstance(command, AddNote)
    if not 0 < said.head <= last or is_forgotten or not _means_the_same(said, command, fight):
        since = ""
        if is_referee and 0 < said.head <= last:
            since = fight.describe_commands(fight.history.rows[said.head :])
        raise Conflict(fight.id, said.head, last, since)


def _means_the_same(said: m.SaidCommand, command: Command, fight: Fight) -> bool:
    """Return whether a command means now what it meant at the event it was said at."""
    then, now = fight.compute_state(said.head), fight.state
    if isinstance(said, m.SayDie) and said.purpose and said.nth:
        wanted = (said.by, said.die, said.purpose, said.nth)
        return then.playing == now.playing and any(
            wanted == (each.by, each.die, each.purpose, each.nth) for each in then.awaited
        )
    try:
        meant = read_command(said, then)[0]
    except CombatlogError:
        return False
    return meant == command and is_untouched(command, then, now)


def _refuse_other_die(said: m.SayDie, state: FightState) -> None:
    """Raise `Refused` if a die is named whole, and the next one that it could be is another."""
    for asked in state.awaited_of(said.by, said.die)[:1]:
        if said.purpose not in ("", asked.purpose) or said.nth not in (0, asked.nth):
            purpose = asked.purpose.replace("-", " ")
            raise Refused(f"Another {asked.die} comes first: the one for {purpose}.")
