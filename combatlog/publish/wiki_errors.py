"""What can go wrong with a wiki.

WikiError (OSError)
├── Unreachable       nobody answers, or not as a wiki does
├── LoginRefused      the user or the password is not accepted
└── PageRefused       this page cannot be written; others may
    └── Overtaken     somebody edited it in between
"""

from __future__ import annotations

from combatlog.publish.wiki import printable
from events.errors import CombatlogError


class WikiError(CombatlogError, OSError):
    """The wiki did not do what it was asked. Its own words are in many of the messages: nothing
    of them is obeyed by a terminal."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = printable(message)

    def __str__(self) -> str:
        return self.message


class Unreachable(WikiError):
    """The wiki is down, too slow, or answers something else."""


class LoginRefused(WikiError):
    """The wiki does not let this user in."""


class PageRefused(WikiError):
    """One page was not written, for a reason of its own."""


class Overtaken(PageRefused):
    """The page is not any more as it was read."""
