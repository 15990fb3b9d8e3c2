"""What is told where a campaign turns out to be damaged: what is wrong, what is left of it, and how
to get that out.
"""

from __future__ import annotations

from shlex import quote

from combatlog.files.rescue.prefix import UNKNOWN
from combatlog.files.rescue.rescue import Rescue, surveyed
from events.errors import CombatlogError, Damaged, NotACampaign


def looked_into(path: str, error: Exception) -> Exception:
    """The error, or what it comes from where the campaign is not as it was written."""
    try:
        found = surveyed(path)
    except CombatlogError:
        return error
    if isinstance(error, Damaged):
        return Damaged(path, error.reason, _left(path, found))
    if isinstance(error, NotACampaign):
        lost = Damaged(path, "it does not begin as a campaign does", _left(path, found))
        return lost if found.readable else error
    reason = _reason(found)
    return Damaged(path, reason, _left(path, found)) if reason else error


def _left(path: str, found: Rescue) -> str:
    if not found.readable:
        return "no event in it can be read any more"
    events = "1 event" if found.readable == 1 else f"{found.readable} events"
    rescued = f"combatlog rescue {quote(path)} writes the {events} that can still be read"
    beside = len(found.leftover)
    if not beside:
        return f"{rescued} to a new file"
    return f"{rescued}: {found.readable - beside} to a new campaign, {beside} to a file beside it"


def _reason(found: Rescue) -> str:
    """What is wrong first; nothing where all of it is only unknown here."""
    for fight in found.fights:
        if fight.why and not fight.why.endswith(UNKNOWN):
            return f"{fight.title}: {fight.why}"
        if fight.lost:
            return f"{fight.title}: #{fight.lost[0][0]} is missing"
        if not fight.last:
            return f"{fight.title} has no events"
    return "" if found.complete else "parts of it cannot be read"
