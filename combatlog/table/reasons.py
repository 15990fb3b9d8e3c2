"""Asking why something of the past is corrected."""

from __future__ import annotations

from combatlog.grammar.commands import Correct
from combatlog.grammar.parse import parse
from events.errors import CombatlogError
from events.names import clean
from projections.state import FightState

REASONS = ("misheard", "misread", "forgotten", "ruled otherwise")
"""The usual ones, each a digit: a letter may begin a reason that is typed."""


def offered() -> str:
    """What the keys do where a reason is asked for."""
    usual = " · ".join(f"{number} {reason}" for number, reason in enumerate(REASONS, 1))
    return f"{usual} · or type it · Esc back"


def lacks_reason(line: str, state: FightState) -> bool:
    """Is this a correction, and does it not say why?"""
    try:
        command = parse(line, state)
    except CombatlogError:
        return False
    return isinstance(command, Correct) and not command.why


def with_reason(line: str, reason: str) -> str:
    """The correction with its reason."""
    said = line.strip()
    at_once = " !" if said.endswith(" !") else ""
    return f"{said.removesuffix(' !').rstrip('; ')}; why: {clean(reason).rstrip('! ')}{at_once}"
