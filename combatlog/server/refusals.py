"""Commands that were refused. What its sender was told is refused is never recorded afterwards by
the same server: not by a copy that comes late, although the fight may stand by then as it was when
the command was said.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from combatlog.server.messages import SaidCommand
from events.errors import CombatlogError

MOST = 1000
"""The most refusals that are kept."""


class Refusals:
    """The refused commands of a fight, in one `run` of the server, which began after event
    `since`. Where it `is_shared`, other servers refuse commands, too."""

    def __init__(self, since: int, run: str = "", *, is_shared: bool = False) -> None:
        self._is_shared = is_shared
        self._run, self._since, self._forgotten = run, since, 0
        self._kept: dict[tuple[str, bytes], tuple[int, CombatlogError]] = {}

    def find(self, seat: str, said: SaidCommand) -> CombatlogError | None:
        """Return how this seat's command was refused before, or None."""
        kept = self._kept.get(_name(seat, said))
        return kept[1] if kept is not None else None

    def may_forget(self, said: SaidCommand) -> bool:
        """Return whether a command may have been refused although nothing is known of it: before
        this run of the server, by another server, or so long ago that it is forgotten. It counts at
        the head alone."""
        is_of_this_run = self._run != "" and said.run == self._run
        if self._is_shared and not is_of_this_run:
            return True
        return said.head <= (self._forgotten if is_of_this_run else self._since)

    def keep(self, seat: str, said: SaidCommand, error: CombatlogError) -> None:
        """Remember that this seat's command was refused."""
        self._kept.setdefault(_name(seat, said), (said.head, error))
        if len(self._kept) > MOST:
            oldest, _ = self._kept.pop(next(iter(self._kept)))
            self._forgotten = max(self._forgotten, oldest)
            self._since = max(self._since, oldest)


def _name(seat: str, said: SaidCommand) -> tuple[str, bytes]:
    """Return what tells a command from every other but its copies."""
    return seat, sha256(msgspec.json.encode(said)).digest()
