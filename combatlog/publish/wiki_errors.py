"""What can go wrong with a wiki.

WikiError (OSError)
├── Unreachable       the wiki does not answer, or not as a wiki does
├── LoginRefused      the user or the password is not accepted
├── ApiError          the API answers with an error and its code
└── PageRefused       this page cannot be written; others may be
    └── EditConflict  the page was edited in between
"""

from __future__ import annotations

from combatlog.publish.wiki import make_printable
from events.errors import CombatlogError


class WikiError(CombatlogError, OSError):
    """The wiki did not do what it was asked. Messages may quote the wiki, so they are made
    printable."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = make_printable(message)

    def __str__(self) -> str:
        return self.message


class Unreachable(WikiError):
    """The wiki is down, too slow, or answers with something else."""


class LoginRefused(WikiError):
    """The wiki does not let this user in."""


class ApiError(WikiError):
    """An error of the API; `code` is the API's own name or number for it."""

    def __init__(self, code: str | int, message: str) -> None:
        super().__init__(message)
        self.code = code


class PageRefused(WikiError):
    """One page was not written, for a reason of its own."""


class EditConflict(PageRefused):
    """The page has changed since it was read."""


_MESSAGES = {
    "blocked": "The wiki has blocked this user",
    "autoblocked": "The wiki has blocked this user's address",
    "protectedpage": "The page is protected, and this user may not edit it",
    "cascadeprotected": "The page is protected, and this user may not edit it",
    "protectedtitle": "The title is protected, and this user may not create it",
    "permissiondenied": "This user may not edit the page",
    "noedit": "This user may not edit the page",
    "noedit-anon": "This user may not edit the page",
    "nocreate-loggedin": "This user may not create pages",
    "cantcreate": "This user may not create pages",
    "cantcreate-anon": "This user may not create pages",
    "writeapidenied": "This user may not edit through the API",
    "readapidenied": "This user may not read the wiki",
    "readonly": "The wiki is read-only at the moment; publish again later",
    "invalidtitle": "The wiki does not allow this title",
    "contenttoobig": "The page has become too long for the wiki; publish with less --detail",
    "ratelimited": "The wiki accepts no more edits by this user for a while; publish again later",
    "maxlag": "The wiki's database is too busy; publish again later",
    "spamblacklist": "The wiki takes something on the page for spam",
    "spamdetected": "The wiki takes something on the page for spam",
    "abusefilter-disallowed": "A filter of the wiki does not let the edit through",
    "hookaborted": "An extension of the wiki does not let the edit through",
    "editconflict": "The page was edited meanwhile",
    "articleexists": "The page was created meanwhile",
    "missingtitle": "The page was deleted meanwhile",
    "pagedeleted": "The page was deleted meanwhile",
    "no-direct-editing": "The page is not wiki text; choose another --page",
}

EDIT_CONFLICTS = {"editconflict", "articleexists", "missingtitle", "pagedeleted"}
"""Errors that are solved by reading the page again."""

WIKI_WIDE = {"blocked", "autoblocked", "readonly", "writeapidenied", "readapidenied", "ratelimited"}
"""Errors that every other page would meet, too."""


def explain_error(code: str, said: str, host: str) -> str:
    """Return an error of the API in words; an unknown one in the wiki's own words."""
    if code in _MESSAGES:
        message = f"{_MESSAGES[code]}."
        return message if code in EDIT_CONFLICTS or not said else f"{message} It says: {said}"
    return f"{host} refuses: {said or code}"
