"""Saying what was wrong with the sheet of somebody who joined: `HP 5/8`, `armor 2`."""

from __future__ import annotations

from msgspec.structs import replace

from combatlog.grammar.commands import Declare
from combatlog.grammar.parsing.parser import parse
from events.errors import Refused
from events.types.declarations import Join
from events.types.sheets import Sheet
from events.types.statements import SetScore
from events.types.unions import Declaration, is_statement
from projections.queries.carry_over import carried
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from rulesets.core.registry import ruleset

_ARMS = ("arm", "disarm")
"""Verbs that an amended sheet takes besides numbers and traits."""


def amended_sheet(state: FightState, sheet: Sheet, text: str) -> Sheet:
    """The sheet with what is stated of it, with commas between (`HP 5/8, armor 2, arm pike d8`),
    as if it had come so. Raises `Refused`."""
    joined = state.copied()
    seq = state.seq + 1
    fold_one(joined, seq, Join(sheet))
    before = carried(joined.combatants[sheet.id], sheet.origin)
    for clause in filter(None, (each.strip() for each in text.split(","))):
        fold_one(joined, seq, _unhurt(joined, _statement(joined, sheet, clause)))
    after = carried(joined.combatants[sheet.id], sheet.origin)
    changed = {
        field: getattr(after, field)
        for field in Sheet.__struct_fields__
        if getattr(after, field) != getattr(before, field)
    }
    return replace(sheet, **changed)


def _unhurt(state: FightState, stated: Declaration) -> Declaration:
    """A score of somebody who came unhurt is at its maximum, whatever it is; “4/6” says
    otherwise."""
    if not isinstance(stated, SetScore) or stated.now is None or stated.maximum is not None:
        return stated
    one = state.combatants[stated.who]
    if one.scores[stated.score] != one.maxima[stated.score]:
        return stated
    try:
        both = replace(stated, maximum=stated.now)
        return ruleset(state.game.rules).prepare(state, both)
    except Refused:  # a maximum that follows from something else
        return stated


def _statement(state: FightState, sheet: Sheet, text: str) -> Declaration:
    verb, _, rest = text.partition(" ")
    who = f'"{sheet.name}"'
    line = f"{verb} {who} {rest}" if verb in _ARMS else f"set {who} {text}"
    command = parse(line, state)
    stated = command.declarations[0] if isinstance(command, Declare) else None
    if stated is None or not is_statement(stated):
        raise Refused(f"“{text}” is nothing that a sheet has.")
    return ruleset(state.game.rules).prepare(state, stated)
