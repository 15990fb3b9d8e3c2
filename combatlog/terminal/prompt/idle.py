"""What happens while nobody types: the campaign file is made complete, so that a copy of this one
file holds everything."""

from __future__ import annotations

import select
import sys

from combatlog.app.session import Session


def save_when_idle(session: Session) -> None:
    """Make a checkpoint of the campaign, unless more input is waiting already."""
    if not _has_input():
        session.campaign.checkpoint()


def _has_input() -> bool:
    """Return whether a line can be read without waiting, as far as the system can tell."""
    if sys.stdin.isatty():
        return False
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # Windows asks sockets alone
        return True
