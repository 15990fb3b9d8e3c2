"""Craft in a definition: what becomes of ships and vehicles, and what they can do (CF-27)."""

from __future__ import annotations

from typing import Literal

from events.types.dice_notation import FACES
from events.types.names import folded
from rulesets.cairn.record import Ability, Notation, Record


class CraftEffect(Record, frozen=True):
    """One face of the effects die. `condition` is what the craft is in from then on; `weapon`
    says that it is about one of its weapons, which cannot be fired; `holds` that it keeps the
    craft from steering out of anything. `dice` is damage to the `crew`, to all or to those with
    a post, who may `save` first; `each_round` that it comes at each round's end as long as the
    condition lasts, and not at once."""

    name: str
    text: str
    condition: str = ""
    weapon: bool = False
    holds: bool = False
    dice: Notation = ""
    crew: Literal["", "all", "posts"] = ""
    save: Ability = ""
    each_round: bool = False

    def __post_init__(self) -> None:
        if bool(self.dice) != bool(self.crew):
            raise ValueError(f"{self.name}: dice are rolled for a crew, and a crew takes dice")
        if (self.weapon or self.holds or self.each_round) and not self.condition:
            raise ValueError(f"{self.name}: what lasts needs a condition")


class Manoeuvre(Record, frozen=True):
    """Something a craft can do with a save. `does` is what the rules make of it, `tell` nothing
    but words. The save is that of the craft, or, `of` the target, of that one: of somebody in
    its crew with one of these `posts`, the first there is, or of the craft itself. `target` and
    `weapon` say whether it is about one, `helm` that it takes steering; `pierces` that its
    damage goes past armor, `rounds` how long it lasts."""

    name: str
    save: Literal["body", "agility", "will"]
    does: Literal["tell", "lock", "dodge", "ram", "boost", "rig"] = "tell"
    of: Literal["craft", "target"] = "craft"
    posts: tuple[str, ...] = ()
    target: Literal["", "may", "must"] = ""
    weapon: bool = False
    helm: bool = False
    pierces: bool = False
    rounds: Notation = "d6"
    text: str = ""

    def __post_init__(self) -> None:
        if self.does in ("lock", "dodge", "ram") and self.target != "must":
            raise ValueError(f"{self.name}: {self.does} needs a target")
        if self.does in ("lock", "boost") and not self.weapon:
            raise ValueError(f"{self.name}: {self.does} needs a weapon")


class Craft(Record, frozen=True):
    """What holds for the craft of one scale. `effects` is the table that is rolled when damage
    takes the last hit protection and nothing more, and when a critical save fails; `minutes` how
    long a failed one leaves before the end instead; `ruined` what the end is called; `each` says
    that every weapon may be fired each turn, because each has its gunner."""

    effects: tuple[CraftEffect, ...] = ()
    minutes: Notation = ""
    ruined: str = ""
    each: bool = False
    manoeuvres: tuple[Manoeuvre, ...] = ()

    def __post_init__(self) -> None:
        if self.effects and len(self.effects) not in FACES.values():
            raise ValueError(f"no die has {len(self.effects)} faces for the effects")
        for what, names in (
            ("effects", [folded(each.name) for each in self.effects]),
            ("manoeuvres", [folded(each.name) for each in self.manoeuvres]),
        ):
            if len(set(names)) < len(names):
                raise ValueError(f"two {what} have the same name")

    @property
    def die(self) -> str:
        """The die of the effects."""
        return f"d{len(self.effects)}"

    def effect(self, name: str) -> CraftEffect:
        """The effect of this name."""
        return next(each for each in self.effects if each.name == name)

    def manoeuvre(self, name: str) -> Manoeuvre | None:
        """The manoeuvre of this name, if craft of this scale have it."""
        return next((each for each in self.manoeuvres if each.name == name), None)
