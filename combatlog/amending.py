"""What is said to correct the past, understood as it would have been then."""

from __future__ import annotations

from pathlib import Path

import msgspec

from combatlog.grammar.commands import Correct, Declare, JoinFile
from combatlog.grammar.parse import parse
from combatlog.grammar.scan import REASONS, Scanner
from combatlog.grammar.written import written
from events.corrections import Skipped
from events.declarations import Join
from events.errors import Refused
from events.rolls import Rolled
from events.rows import Recorded
from events.sheets import Sheet
from events.vocabulary import Declaration, is_statement
from projections.carry import carried
from projections.fold import fold_one
from projections.phrases import phrase
from projections.state import FightState
from projections.words import joined
from replay.course import Correction
from replay.history import History
from replay.inputs import declaration_of, meant, on_line
from rulesets.common.roster import read_roster
from rulesets.registry import ruleset

_ARMS = ("arm", "disarm")
"""Verbs that an amended sheet takes besides numbers and traits."""


def correction(history: History, said: Correct) -> Correction:
    """The correction that is meant; its words are read in the light of the moment before the
    input it corrects. Raises `Refused`."""
    target = meant(history, said.seq)
    state = history.state(history.position(declaration_of(history, target).parent))
    why = said.why or _bare_reason(state, said.text)
    bare = Correction(said.change, said.seq, why, apart=said.apart)
    if said.change == "strike" and said.text:
        raise Refused(f"“{said.text}” is more than I understand here; a reason stands behind why:")
    if not said.text:
        return bare
    if isinstance(target.event, Rolled) and said.change == "amend":
        if not said.text.isdecimal():
            raise Refused(f"#{target.seq} is a die; say what it shows, like: amend {target.seq} 4")
        return bare._replace(face=int(said.text))
    if said.text.isdecimal():
        raise Refused(_no_die(history, said.seq, target))
    return bare._replace(said=_declarations(state, target, said))


def _no_die(history: History, seq: int, target: Recorded) -> str:
    """An event that is no die, and where the dice are that it may stand for."""
    stands = f"#{seq} is no die" + (f" and stands for #{target.seq}" if seq != target.seq else "")
    dice = [
        f"#{row.seq} ({row.event.die} {row.event.face})"
        for row in on_line(history)
        if isinstance(row.event, Rolled) and target.seq in (row.event.root, row.cause)
    ]
    return f"{stands}; {f'its dice are {joined(dice)}' if dice else 'it has no dice'}."


def _declarations(state: FightState, target: Recorded, said: Correct) -> tuple[Declaration, ...]:
    """What is declared instead of the target, or besides it."""
    was = target.event.input if isinstance(target.event, Skipped) else target.event
    text = said.text
    if said.change == "amend" and isinstance(was, Declaration):
        if isinstance(was, Join) and not text.startswith(("join", "j ", "{")):
            return (Join(_amended(state, was.sheet, text)),)
        if _is_reason(state, text):
            return (_modified(state, was, text),)
    command = parse(text, state)
    if isinstance(command, JoinFile):
        return tuple(Join(sheet) for sheet in read_roster(Path(command.path), state.game))
    if not isinstance(command, Declare):
        raise Refused(f"“{text}” declares nothing; a correction says what should have been said.")
    return command.declarations


def _bare_reason(state: FightState, text: str) -> str:
    """A reason without a word for it: it may as well be the correction's."""
    return "" if text.startswith("{") else Scanner(text, state).why


def _is_reason(state: FightState, text: str) -> bool:
    """Is it a modifier alone, or an overruling, for what was declared?"""
    key, colon, _ = text.partition(":")
    line = Scanner("", state)
    return bool(colon) and " " not in key.strip() and line.reason_key(key.strip()) in REASONS


def _modified(state: FightState, was: Declaration, text: str) -> Declaration:
    """What was declared, with a modifier or an overruling more. Raises `Refused` where it cannot
    have one."""
    rules = ruleset(state.game.rules)
    line = written(was, state)
    if line.startswith("{"):
        raise Refused(f"Say the whole of what stands there instead of: {phrase(was, state)}.")
    command = parse(f"{line}; {text}", state)
    assert isinstance(command, Declare), "it was declared"
    said = rules.prepare(state, command.declarations[0])
    if said == was:
        raise Refused(f"“{text}” changes nothing of: {phrase(was, state)}.")
    return said


def _amended(state: FightState, sheet: Sheet, text: str) -> Sheet:
    """The sheet with what is stated of it (`HP 5/8`, `armor 2`, `arm pike d8`) as if it had come
    so."""
    joined = state.copied()
    seq = state.seq + 1
    fold_one(joined, seq, Join(sheet))
    before = carried(joined.combatants[sheet.id], sheet.origin)
    head = text.removesuffix(_bare_reason(state, text)).rstrip(": ")
    for clause in filter(None, (each.strip() for each in head.split(","))):
        fold_one(joined, seq, _statement(joined, sheet, clause))
    after = carried(joined.combatants[sheet.id], sheet.origin)
    changed = {
        field: getattr(after, field)
        for field in Sheet.__struct_fields__
        if getattr(after, field) != getattr(before, field)
    }
    return msgspec.structs.replace(sheet, **changed)


def _statement(state: FightState, sheet: Sheet, text: str) -> Declaration:
    verb, _, rest = text.partition(" ")
    who = f'"{sheet.name}"'
    line = f"{verb} {who} {rest}" if verb in _ARMS else f"set {who} {text}"
    command = parse(line, state)
    stated = command.declarations[0] if isinstance(command, Declare) else None
    if stated is None or not is_statement(stated):
        raise Refused(f"“{text}” is nothing that a sheet has.")
    return ruleset(state.game.rules).prepare(state, stated)
