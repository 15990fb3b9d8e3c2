"""The seal of one fight, to be read out or pasted to the group while the fight is on."""

from __future__ import annotations

from events.store.envelope import Head


def describe_seal(fight: str, head: Head) -> str:
    """Return a line with the seal of a fight (an id) that ends with this event."""
    from replay.audit.seal import SealedFight, make_seal

    return f"Seal, for the group to keep: {make_seal([SealedFight(fight, head)])}"
