"""What a random player sees of a fight, and how it chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from projections.state import Combatant, FightState
from rulesets.ruleset import Lexicon, Ruleset


class Table:
    """A fight as it stands, its rules, and the dice that the player's whims are drawn with."""

    def __init__(self, rules: Ruleset, lexicon: Lexicon, random: Random) -> None:
        self.rules = rules
        self.lexicon = lexicon
        self.random = random
        self.state = FightState()

    def has(self, feature: str) -> bool:
        """Does the game have this feature of `rulesets.common.foreign`?"""
        return feature in self.lexicon.has

    def verb(self, odds: Mapping[str, int]) -> str:
        """One of the verbs that the game has, by these odds."""
        known = {verb: odd for verb, odd in odds.items() if verb not in self.lexicon.lacks}
        return self.random.choices([*known], [*known.values()])[0]

    def one_of(self, choices: Sequence[str]) -> str:
        """Any of them; nothing where there is none."""
        return self.random.choice(choices) if choices else ""

    def reason(self, why: str, chance: float) -> str:
        """A reason, now and then."""
        return why if self.random.random() < chance else ""

    def insisting(self) -> str:
        """Now and then the referee insists."""
        return self.reason("so be it", 0.12)

    def present(self) -> list[Combatant]:
        """Everybody who is in the fight."""
        return [one for one in self.state.combatants.values() if one.standing == "in"]

    def somebody(self, free: bool = False) -> Combatant:
        """Anybody, mostly of those present; `free`, mostly of those who have yet to act."""
        ones = self.present()
        if free and self.random.random() < 0.85:
            turn = self.state.side_to_act
            busy = {each.action.by for each in self.state.pending}
            ready = [one for one in ones if one.id not in busy and _ready(one)]
            ones = [one for one in ready if turn in ("", one.side)] or ready or ones
        if not ones or self.random.random() < 0.02:
            ones = list(self.state.combatants.values())
        return self.random.choice(ones)

    def foe_of(self, by: Combatant) -> Combatant:
        """Somebody of another side, if anybody is."""
        ones = self.present()
        foes = [one for one in ones if one.side != by.side]
        if self.random.random() < 0.03:
            foes = []
        return self.random.choice(foes or ones or list(self.state.combatants.values()))

    def others(self, target: Combatant, most: int) -> list[Combatant]:
        """A few besides somebody."""
        ones = [one for one in self.present() if one is not target]
        return self.random.sample(ones, min(len(ones), self.random.randint(1, most)))

    def rollable(self, one: Combatant) -> tuple[str, ...]:
        """What somebody can be asked to roll on."""
        return self.rules.rollable(self.state, one)

    def is_craft(self, one: Combatant) -> bool:
        """Is it something that people are aboard of?"""
        return one.scale in ("vehicle", "starship")


def _ready(one: Combatant) -> bool:
    barred = any(each.bars in ("everything", "all but crawling") for each in one.conditions)
    return not barred and not one.acted
