"""combatlog: an event-sourced combat log for tabletop role-playing games.

    import combatlog

    with combatlog.create("harbour.combatlog", by="Mia") as campaign:
        fight = campaign.start("Bridge ambush", game="golden-idol")
        ...

Names are imported when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combatlog.app.campaign import Campaign, create, open
    from combatlog.app.fight import Fight
    from combatlog.app.session import Answer, Session
    from events.errors import CombatlogError, Conflict, Refused
    from replay.corrections.plan import Correction, Course, Fallen, Rulings

__version__ = "0.3.0"

__all__ = [
    "Answer",
    "Campaign",
    "CombatlogError",
    "Conflict",
    "Correction",
    "Course",
    "Fallen",
    "Fight",
    "Refused",
    "Rulings",
    "Session",
    "__version__",
    "create",
    "open",
]

_HOMES = {
    "Campaign": "combatlog.app.campaign",
    "create": "combatlog.app.campaign",
    "open": "combatlog.app.campaign",
    "Fight": "combatlog.app.fight",
    "Session": "combatlog.app.session",
    "Answer": "combatlog.app.replies",
    "Correction": "replay.corrections.plan",
    "Course": "replay.corrections.plan",
    "Rulings": "replay.corrections.plan",
    "Fallen": "replay.corrections.plan",
    "CombatlogError": "events.errors",
    "Conflict": "events.errors",
    "Refused": "events.errors",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
