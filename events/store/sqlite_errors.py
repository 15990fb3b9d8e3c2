"""What SQLite says of a campaign file, in the words of the table."""

from __future__ import annotations

import sqlite3

from events.errors import CampaignError, Damaged, NotACampaign


def convert_error(path: str, error: sqlite3.Error, done: str) -> CampaignError:
    """What SQLite's error says of the file."""
    text = str(error)
    if _NO_DATABASE in text:
        return NotACampaign(NO_CAMPAIGN.format(path))
    if "UTF-8" in text:
        return Damaged(path, NO_TEXT)
    busy = isinstance(error, sqlite3.OperationalError)
    if not busy or any(symptom in text for symptom in _DAMAGE):
        return Damaged(path, quote_error(error))
    return CampaignError(f"{path} cannot be {done}: {describe_error(error)}.")


NO_CAMPAIGN = "{} is not a campaign; combatlog new NAME.combatlog makes one."

_NO_DATABASE = "file is not a database"

NO_TEXT = "a text in it is no text any more"

_DAMAGE = ("malformed", "no such", "no column", "already exists", "query solution", "cannot modify")
"""What SQLite says where tables are not as they were made."""


def is_busy(error: sqlite3.Error) -> bool:
    """Is another program writing?"""
    return "locked" in str(error)


def describe_error(error: sqlite3.Error, waited: str = "") -> str:
    """An error in plain words; `waited` says how long for another program."""
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


def quote_error(error: sqlite3.Error) -> str:
    """What SQLite itself says."""
    return f"SQLite says “{_clean_reason(str(error))}”"


def make_damaged(path: str, reason: str) -> Damaged:
    """Damage, told without anything that a terminal would trip over: it may quote the file."""
    return Damaged(path, _clean_reason(reason))


def _clean_reason(text: str) -> str:
    from events.types.names import clean  # what is well needs it not

    return clean(text)[:LONGEST_REASON]


LONGEST_REASON = 300
"""Characters of what is told of a damage: the file may be anybody's."""
