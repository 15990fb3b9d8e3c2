"""Where a fight's next secrets come from: a seed that is kept beside its log.

Once a secret is revealed, another one has to serve. It follows from the seed, so that whoever looks
at what a correction would bring, and looks again, sees the same dice both times, and gets them.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from secrets import token_bytes

from events.store.protocol import Store
from rulesets.core.dice_sources import Entropy


def seed_name(fight: str) -> str:
    """What the seed of a fight is kept under, among the secrets."""
    return f"seed of {fight}"


class Seed:
    """The seed of one fight; where none is kept yet, a new one, which `unkept` gives to whoever
    records next."""

    def __init__(self, store: Store, fight: str) -> None:
        self._name = seed_name(fight)
        kept = store.secret(fight, self._name)
        self._seed = token_bytes(32) if kept is None else kept
        self._is_kept = kept is not None

    def entropy(self, spent: int) -> Entropy:
        """What comes after so many secrets: different bytes each time, the same every time."""
        number = spent

        def following(count: int) -> bytes:
            nonlocal number
            number += 1
            return hmac.digest(self._seed, str(number).encode(), "sha256")[:count]

        return following

    @property
    def unkept(self) -> Mapping[str, bytes]:
        """The seed by its name, as long as it is not kept."""
        return {} if self._is_kept else {self._name: self._seed}

    def keep(self) -> None:
        """It has been kept."""
        self._is_kept = True
