"""The formatter: a declaration as the line that would be parsed as it."""

from __future__ import annotations

from combatlog.grammar.commands import Declare
from combatlog.grammar.registry import FORMATTERS, parse
from combatlog.grammar.writer import CARE, FormattedLine, Unwritable, Writer
from events.errors import CombatlogError, Refused
from events.serialization.codec import clean_event, encode
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.core.registry import load_ruleset


def format_declaration(declaration: Declaration, state: FightState) -> str:
    """Return the line that means this declaration in this state, as short as is natural.

    Where words cannot express it, the line is the declaration as JSON, which is parsed, too.
    """
    return str(format_line(declaration, state))


def format_line(declaration: Declaration, state: FightState) -> FormattedLine:
    """Return the same line, with its reasons apart."""
    for care in range(len(CARE)):
        try:
            line = _format(declaration, Writer(state, care))
        except Unwritable:
            continue
        if _is_parsed_as(str(line), declaration, state):
            return line
    return FormattedLine(encode(declaration))


def _format(declaration: Declaration, writer: Writer) -> FormattedLine:
    if type(declaration) not in FORMATTERS:
        raise Unwritable
    return FORMATTERS[type(declaration)](writer, declaration)


def _is_parsed_as(line: str, declaration: Declaration, state: FightState) -> bool:
    """Return whether the line means the declaration, once its blanks are filled."""
    try:
        command = parse(line, state)
    except CombatlogError:
        return False
    if not isinstance(command, Declare) or len(command.declarations) != 1:
        return False
    return _prepare(command.declarations[0], state) == _prepare(declaration, state)


def _prepare(declaration: Declaration, state: FightState) -> Declaration:
    """Return the declaration with its blanks filled; unchanged where it names what is not
    there."""
    try:
        return load_ruleset(state.game.rules).prepare(state, clean_event(declaration))
    except Refused:
        return declaration
