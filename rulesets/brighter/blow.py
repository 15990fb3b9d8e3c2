"""Damage on its way to somebody, and the course of the attack it belongs to."""

from __future__ import annotations

from typing import NamedTuple

from events.types.outcomes import Ground
from events.types.sheets import Effect
from projections.state.fight_state import Combatant
from rulesets.brighter.ladder import STR


class Blow(NamedTuple):
    """`rolled` points for `to`, before armor; what gets through Grit goes to `against`. `by` is
    who dealt it, if anybody; `root` the seq of their attack; `effects` what it does at critical
    damage; `grounds` what modifies the save. `echo` says that an effect has brought it."""

    to: Combatant
    rolled: int = 0
    by: Combatant | None = None
    weapon: str = ""
    root: int = 0
    against: str = STR
    effects: tuple[Effect, ...] = ()
    grounds: tuple[Ground, ...] = ()
    why: str = ""
    echo: bool = False

    @property
    def cause(self) -> str:
        """What somebody dies of who dies of it."""
        if self.by is None:
            return self.why or "harm"
        return f"{self.by.name}'s {self.weapon}" if self.weapon else self.by.name


class Course:
    """One attack as it runs its course. `fallen` are the ids of those it has brought to zero STR,
    whom the rest of it does not kill (BW-10); `more` the damage that its effects do besides;
    `blasts` that of those it has killed, each an attack of its own."""

    def __init__(self) -> None:
        self.fallen: list[str] = []
        self.more: list[Blow] = []
        self.blasts: list[Blow] = []
