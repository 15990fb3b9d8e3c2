"""Commands that were refused. What its sender was told is refused is never recorded afterwards, by
a copy that comes late, although the fight may stand by then as it was when the command was said.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from combatlog.server.messages import SaidCommand
from events.errors import CombatlogError

MOST = 1000
"""The most refusals that are kept."""


class Refusals:
    """The refused commands of a fight. Of what was said at event `since` or earlier, nothing is
    known, because the server started later or has forgotten: it counts at the head alone."""

    def __init__(self, since: int) -> None:
        self.since = since
        self._kept: dict[tuple[str, bytes], tuple[int, CombatlogError]] = {}

    def find(self, seat: str, said: SaidCommand) -> CombatlogError | None:
        """Return how this seat's command was refused before, or None."""
        kept = self._kept.get(_name(seat, said))
        return kept[1] if kept is not None else None

    def keep(self, seat: str, said: SaidCommand, error: CombatlogError) -> None:
        """Remember that this seat's command was refused."""
        self._kept.setdefault(_name(seat, said), (said.head, error))
        if len(self._kept) > MOST:
            oldest, _ = self._kept.pop(next(iter(self._kept)))
            self.since = max(self.since, oldest)


def _name(seat: str, said: SaidCommand) -> tuple[str, bytes]:
    """Return what tells a command from every other but its copies."""
    return seat, sha256(msgspec.json.encode(said)).digest()
