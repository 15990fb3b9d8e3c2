"""A declaration as the line that would be understood as it: the grammar, the other way round."""

from __future__ import annotations

from combatlog.grammar.commands import Declare
from combatlog.grammar.formatting.format_actions import ACTIONS
from combatlog.grammar.formatting.format_rulings import RULINGS
from combatlog.grammar.formatting.format_statements import FACTS
from combatlog.grammar.parser import parse
from combatlog.grammar.writer import CARE, Line, Pen, Unwritable
from events.errors import CombatlogError, Refused
from events.serialization.codec import encode
from events.serialization.text_cleaning import tidied
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.core.registry import ruleset

_WRITERS = {**ACTIONS, **RULINGS, **FACTS}


def written(declaration: Declaration, state: FightState) -> str:
    """The line that means this declaration in this state, as short as is natural; the declaration
    as JSON, which is understood too, where words have no way to say it."""
    return str(written_line(declaration, state))


def written_line(declaration: Declaration, state: FightState) -> Line:
    """The same, with its reasons apart."""
    for care in range(len(CARE)):
        try:
            line = _line(declaration, Pen(state, care))
        except Unwritable:
            continue
        if _is_understood(str(line), declaration, state):
            return line
    return Line(encode(declaration))


def _line(declaration: Declaration, pen: Pen) -> Line:
    if type(declaration) not in _WRITERS:
        raise Unwritable
    return _WRITERS[type(declaration)](pen, declaration)


def _is_understood(line: str, declaration: Declaration, state: FightState) -> bool:
    """Does the line mean the declaration, once its blanks are filled?"""
    try:
        command = parse(line, state)
    except CombatlogError:
        return False
    if not isinstance(command, Declare) or len(command.declarations) != 1:
        return False
    return _prepared(command.declarations[0], state) == _prepared(declaration, state)


def _prepared(declaration: Declaration, state: FightState) -> Declaration:
    """The declaration with its blanks filled; as it is where it names what is not there."""
    try:
        return ruleset(state.game.rules).prepare(state, tidied(declaration))
    except Refused:
        return declaration
