"""The manner in which a weapon is used, by its name and tags."""

from __future__ import annotations

import re
from collections.abc import Mapping

from projections.narrative.context import Context
from projections.text.prose import Prose

OTHER = "other"
IMPROVISED = "improvised"

NAMELESS = ("unarmed", IMPROVISED)
"""The manners whose weapon cannot be named as the one that got through."""

MANNERS = (
    *("launched", "hurled", "swept", "shot", "loosed", "thrown", "cut", "thrust", "crush"),
    *("snapped", "bitten", "pecked", "raked", "gored", "coiled", "stung", "unarmed"),
)
"""The manners in the order they are tried: a rocket launcher is no mere gun. The words of each
stand in the phrasebook."""

_FIRED = ("launched", "shot", "loosed")
"""The manners in which something out of the weapon flies, not the weapon itself."""

_WORD = re.compile(r"[^\W\d_]+")
_DICE = re.compile(r"\d*d\d+([+-]\w+)*")


class Manners:
    """Recognises weapons by their words."""

    def __init__(self, context: Context) -> None:
        self._context = context
        voice = context.voice
        self._words = {manner: voice.words(f"manner.{manner}") for manner in MANNERS}
        self._manners: dict[tuple[str, tuple[str, ...]], str] = {}

    def find(self, by: str, weapon: str) -> str:
        """Return the manner in which a combatant uses a weapon of its own (a key of the
        phrasebook)."""
        names = self._list_tags(by)
        if weapon not in names and " and " in weapon:  # several weapons at once
            manners = {self._find_carried_manner(names, each) for each in weapon.split(" and ")}
            return manners.pop() if len(manners) == 1 else OTHER
        return self._find_carried_manner(names, weapon)

    def _find_carried_manner(self, carried: Mapping[str, tuple[str, ...]], weapon: str) -> str:
        tags = carried.get(weapon, ())
        if (weapon, tags) not in self._manners:
            self._manners[(weapon, tags)] = self._find_manner(weapon, tags)
        return self._manners[(weapon, tags)]

    def name_strike(self, by: str, weapon: str) -> str:
        """Return what a weapon deals: “the shot”, “the bite”; “it” where nothing is known of it."""
        voice = self._context.voice
        if not weapon:
            return voice.plain("deals.nobody")
        return voice.plain(choose_manner_key(self._context, "deals", self.find(by, weapon)))

    def name_weapon(self, weapon: str, several: bool = False) -> Prose:
        """Return “the rifle”, in `several` hands “one rifle each”; “Excalibur” for a proper
        name."""
        common = weapon[:1].islower() or weapon.split(" ")[0].isupper()
        owned = "'s " in weapon or weapon.startswith(("the ", "a ", "an "))
        key = "weapon.common" if common and not owned else "weapon.proper"
        if several and key == "weapon.common":
            many = weapon.endswith("s") and not weapon.endswith("ss")
            key = "weapon.theirs" if many else "weapon.each"
        return self._context.say(key, weapon=weapon)

    def _find_manner(self, weapon: str, tags: tuple[str, ...]) -> str:
        if _DICE.fullmatch(weapon):
            return IMPROVISED
        words = {each.casefold() for each in _WORD.findall(weapon)}
        for manner, known in self._words.items():
            if words & known:
                thrown = "throwing" in tags and manner not in _FIRED
                return "thrown" if thrown else manner
        voice = self._context.voice
        return next((voice.plain(f"tag.{tag}") for tag in tags if voice.has(f"tag.{tag}")), OTHER)

    def _list_tags(self, by: str) -> dict[str, tuple[str, ...]]:
        """Return the tags of a combatant's weapons, by name."""
        one = self._context.one(by)
        return {each.name: each.tags for each in one.weapons} if one is not None else {}


def choose_manner_key(context: Context, table: str, manner: str) -> str:
    """Return the key for a manner in a table of the phrasebook, or for any other manner."""
    key = f"{table}.{manner}"
    return key if context.voice.has(key) else f"{table}.{OTHER}"
