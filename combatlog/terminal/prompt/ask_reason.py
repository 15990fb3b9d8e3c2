"""Asking why something of the past is corrected."""

from __future__ import annotations

from combatlog.app.correction_dialogue import Correcting, Unexplained
from combatlog.app.session import Session
from combatlog.grammar.commands import Correct
from combatlog.grammar.parser import parse
from events.errors import CombatlogError
from events.types.names import clean

REASONS = ("misheard", "misread", "forgotten", "ruled otherwise")
"""The usual ones, each a digit."""


def describe_reasons() -> str:
    """What the keys do where a reason is asked for."""
    usual = " · ".join(f"{number} {reason}" for number, reason in enumerate(REASONS, 1))
    return f"{usual} · or type it · Enter · Esc back"


def lacks_reason(line: str, session: Session) -> bool:
    """Is this a correction that only lacks its reason? One that is refused anyway is not asked
    for one."""
    fight = session.fight
    try:
        command = parse(line, fight.state)
        if isinstance(command, Correct):
            Correcting(session.campaign, fight, command)
    except Unexplained:
        return True
    except CombatlogError:
        pass
    return False


def add_reason(line: str, reason: str) -> str:
    """The correction with its reason."""
    said = line.strip()
    at_once = " !" if said.endswith(" !") else ""
    return f"{said.removesuffix(' !').rstrip('; ')}; why: {clean(reason).rstrip('! ')}{at_once}"
