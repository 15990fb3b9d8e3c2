"""The seed of a fight: it yields the secrets of the dice that come next.

Once a secret is revealed, the fight needs another one. It is computed from the seed, so that every
preview of a correction shows the same dice, and the correction then uses them.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from secrets import token_bytes

from events.store.protocol import Store
from rulesets.core.dice_sources import Entropy


def name_seed(fight: str) -> str:
    """Return the name under which the seed of a fight is kept among the secrets."""
    return f"seed of {fight}"


class DiceSeed:
    """The seed of one fight. Where none is kept yet, it is new, and `unkept` holds it."""

    def __init__(self, store: Store, fight: str) -> None:
        self._name = name_seed(fight)
        kept = store.secret(fight, self._name)
        self._seed = token_bytes(32) if kept is None else kept
        self._is_kept = kept is not None

    def entropy(self, spent: int) -> Entropy:
        """Return a source of bytes for the secret that follows after `spent` secrets. It yields the
        same bytes every time."""
        number = spent

        def following(count: int) -> bytes:
            nonlocal number
            number += 1
            return hmac.digest(self._seed, str(number).encode(), "sha256")[:count]

        return following

    @property
    def unkept(self) -> Mapping[str, bytes]:
        """The seed by its name, as long as it is not kept in the store."""
        return {} if self._is_kept else {self._name: self._seed}

    def keep(self) -> None:
        """Note that the seed is kept in the store now."""
        self._is_kept = True
