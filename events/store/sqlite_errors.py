"""SQLite's errors about a campaign file, as errors of combatlog in plain words."""

from __future__ import annotations

import sqlite3

from events.errors import CampaignError, Damaged, NotACampaign, Unwritable


def convert_error(path: str, error: sqlite3.Error, done: str) -> CampaignError:
    """Return SQLite's error as an error of combatlog; `done` is what was being done: “opened”,
    “read”."""
    text = str(error)
    if _NO_DATABASE in text:
        return NotACampaign(NO_CAMPAIGN.format(path))
    for symptom, meaning in _BEYOND.items():
        if symptom in text:
            return Damaged(path, meaning)
    busy = isinstance(error, sqlite3.OperationalError)
    if not busy or any(symptom in text for symptom in _DAMAGE):
        return Damaged(path, quote_error(error))
    return CampaignError(f"{path} cannot be {done}: {describe_error(error)}.")


NO_CAMPAIGN = "{} is not a campaign; combatlog new NAME.combatlog makes one."

_NO_DATABASE = "file is not a database"

DAMAGED_TEXT = "a text in it is no text any more"

_BEYOND = {
    "UTF-8": DAMAGED_TEXT,
    "interrupted": "it takes more work to read than a file of its size ever needs",
    "too big": "a value in it is longer than any that combatlog writes",
}
"""SQLite's messages where the file is beyond what is ever written, and what they mean."""

_DAMAGE = ("malformed", "no such", "no column", "already exists", "query solution", "cannot modify")
"""Parts of SQLite's messages when the tables are not as they were made."""


def is_busy(error: sqlite3.Error) -> bool:
    """Return whether another program is writing."""
    return "locked" in str(error)


def describe_error(error: sqlite3.Error, waited: str = "") -> str:
    """Return an error in plain words; `waited` says how long the append waited for another
    program."""
    text = str(error)
    for symptom, meaning in {
        "locked": f"another program is writing to the campaign{waited}; try again in a moment",
        "readonly": "the campaign file, or its folder, is read-only; open it again when it is not,"
        " or copy it to where you may write",
        "unable to open": "the file, or its folder, cannot be read or written",
        "full": "the disk is full",
        "disk I/O": "the disk reports an error; try again, and if it stays, save a copy elsewhere",
    }.items():
        if symptom in text:
            return meaning
    return quote_error(error)


def describe_moved(path: str, end: str, is_gone: bool) -> Unwritable:
    """Return the error for an open campaign whose file, or side file (`end`), is not at its path
    now."""
    if end:
        return Unwritable(
            f"{path}{end}, which belongs to the campaign, was moved, replaced or deleted while it"
            " was open, and nothing was recorded; leave, which writes everything before this into"
            " the campaign, and open it again."
        )
    if is_gone:
        return Unwritable(
            f"{path} was moved or deleted while it was open, and nothing was recorded; put it back,"
            " or leave and open it where it is now."
        )
    return Unwritable(
        f"{path} is another file than the one that was opened, and nothing was recorded; put the"
        " first one back, or leave and open it where it is now."
    )


def quote_error(error: sqlite3.Error) -> str:
    """Return SQLite's own words."""
    return f"SQLite says “{_clean_reason(str(error))}”"


def make_damaged(path: str, reason: str) -> Damaged:
    """Return a `Damaged` error without characters that could disturb a terminal: the reason may
    quote the file."""
    return Damaged(path, _clean_reason(reason))


def _clean_reason(text: str) -> str:
    from events.types.names import clean_fault  # imported only for an error

    return clean_fault(text)
