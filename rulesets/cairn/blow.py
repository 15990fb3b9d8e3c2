"""Damage on its way to somebody."""

from __future__ import annotations

from typing import NamedTuple

from events.types.sheets import Effect
from projections.state.fight_state import Combatant


class Blow(NamedTuple):
    """`rolled` points for `to`, before armor. `by` is who dealt it, if anybody; `root` the seq of
    their attack; `effects` what it does besides; `dropped` the lower results of its pool;
    `brings` the effect on a craft that a precise attack was aimed at (CF-27)."""

    to: Combatant
    rolled: int
    by: Combatant | None = None
    weapon: str = ""
    root: int = 0
    effects: tuple[Effect, ...] = ()
    pierces: bool = False
    dropped: tuple[int, ...] = ()
    why: str = ""
    brings: str = ""

    def on(self, when: str) -> list[Effect]:
        """The effects of one kind."""
        return [effect for effect in self.effects if effect.when == when]
