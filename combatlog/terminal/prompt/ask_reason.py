"""The question for the reason of a correction."""

from __future__ import annotations

from combatlog.app.correction_dialogue import CorrectionDialogue, ReasonMissing
from combatlog.app.session import Session
from combatlog.grammar.commands import Correct
from combatlog.grammar.registry import parse
from events.errors import CombatlogError
from events.types.names import clean_text

REASONS = ("misheard", "misread", "forgotten", "ruled otherwise")
"""The usual reasons; a digit stands for each."""


def describe_reasons() -> str:
    """Return what the keys do while a reason is asked for."""
    usual = " · ".join(f"{number} {reason}" for number, reason in enumerate(REASONS, 1))
    return f"{usual} · or type it · Enter · Esc back"


def lacks_reason(line: str, session: Session) -> bool:
    """Return whether the line is a correction that lacks only its reason; False for one that is
    refused for anything else."""
    fight = session.fight
    try:
        command = parse(line, fight.state)
        if isinstance(command, Correct):
            CorrectionDialogue(session.campaign, fight, command)
    except ReasonMissing:
        return True
    except CombatlogError:
        pass
    return False


def add_reason(line: str, reason: str) -> str:
    """Return the correction with its reason; a final ` !` stays at the end."""
    typed = line.strip()
    at_once = " !" if typed.endswith(" !") else ""
    return (
        f"{typed.removesuffix(' !').rstrip('; ')}; why: {clean_text(reason).rstrip('! ')}{at_once}"
    )
