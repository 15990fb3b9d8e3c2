"""What is wrong with a damaged campaign, for the error of any command that meets the damage."""

from __future__ import annotations

from shlex import quote

from combatlog.files.rescue.prefix import UNKNOWN_EVENT
from combatlog.files.rescue.rescue import Rescue, survey
from events.errors import CombatlogError, Damaged, NotACampaign


def diagnose_error(path: str, error: Exception) -> Exception:
    """Return the error, or the damage it comes from if the campaign is damaged."""
    try:
        rescued = survey(path)
    except CombatlogError:
        return error
    if isinstance(error, Damaged):
        return Damaged(path, error.reason, _describe_readable(path, rescued))
    if isinstance(error, NotACampaign):
        lost = Damaged(
            path, "it does not begin as a campaign does", _describe_readable(path, rescued)
        )
        return lost if rescued.readable else error
    reason = _find_reason(rescued)
    return Damaged(path, reason, _describe_readable(path, rescued)) if reason else error


def _describe_readable(path: str, rescued: Rescue) -> str:
    if not rescued.readable:
        return "no event in it can be read any more"
    events = "1 event" if rescued.readable == 1 else f"{rescued.readable} events"
    command = f"combatlog rescue {quote(path)} writes the {events} that can still be read"
    beside = len(rescued.leftover)
    if not beside:
        return f"{command} to a new file"
    return f"{command}: {rescued.readable - beside} to a new campaign, {beside} to a file beside it"


def _find_reason(rescued: Rescue) -> str:
    """Return what is wrong first; empty if some events are only unknown to this version."""
    for fight in rescued.fights:
        if fight.why and not fight.why.endswith(UNKNOWN_EVENT):
            return f"{fight.title}: {fight.why}"
        if fight.lost:
            return f"{fight.title}: #{fight.lost[0][0]} is missing"
        if not fight.last:
            return f"{fight.title} has no events"
    return "" if rescued.complete else "parts of it cannot be read"
