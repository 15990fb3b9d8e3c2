"""What a random player sees of a fight, and how it chooses."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random

from projections.state.fight_state import Combatant, FightState
from rulesets.common.scene import can_act, present
from rulesets.core.ruleset import Lexicon, Ruleset

_COMBAT = {"attack": 40, "move": 4, "aid": 3, "treat": 1, "retreat": 2}
_COMBAT |= {"disengage": 3, "special": 2, "do": 4}

_RULINGS = dict.fromkeys(
    (
        *("save", "morale", "harm", "time", "rest", "camp", "recover", "pack", "takeover"),
        *("set", "trait", "skill", "condition", "clear", "area", "place", "engage", "crew"),
        *("kill", "revive", "remove", "return", "rename", "hand", "arm", "disarm", "dice"),
    ),
    2,
)

ODDS: dict[str, dict[str, int]] = {
    "combat": _COMBAT,
    "craft": _COMBAT | {"manoeuvre": 16},
    "peace": _COMBAT | {"attack": 3, "aid": 20, "treat": 8},
    "ruling": _RULINGS
    | {"save": 6, "harm": 6, "recover": 6, "takeover": 3}
    | {"kill": 1, "remove": 1, "dice": 1},
}
"""In a round, for those who are craft besides, between rounds, and for the referee."""


class RandomChoices:
    """A fight as it stands, its rules, and the dice that the player's whims are drawn with."""

    def __init__(self, rules: Ruleset, lexicon: Lexicon, random: Random) -> None:
        self.rules = rules
        self.lexicon = lexicon
        self.random = random
        self.state = FightState()
        self._odds = {when: _weigh_verbs(odds, lexicon) for when, odds in ODDS.items()}

    def has(self, feature: str) -> bool:
        """Does the game have this feature of `rulesets.common.features`?"""
        return feature in self.lexicon.has

    def choose_verb(self, when: str) -> str:
        """One of the verbs that the game has, by the odds for such a moment."""
        verbs, weights = self._odds[when]
        return verbs[bisect(weights, self.random.random() * weights[-1])]

    def choose(self, choices: Sequence[str]) -> str:
        """Any of them; nothing where there is none."""
        return self.random.choice(choices) if choices else ""

    def perhaps(self, why: str, chance: float) -> str:
        """A reason, now and then."""
        return why if self.random.random() < chance else ""

    def perhaps_overrule(self) -> str:
        """Now and then the referee insists."""
        return self.perhaps("so be it", 0.12)

    def list_present(self) -> list[Combatant]:
        """Everybody who is in the fight."""
        return [*present(self.state)]

    def list_ready(self) -> list[Combatant]:
        """Those whose turn it is, or may be, and who have yet to declare something."""
        turn = self.state.side_to_act
        busy = {each.action.by for each in self.state.pending}
        return [
            one
            for one in self.state.combatants.values()
            if turn in ("", one.side) and one.id not in busy and self._can_declare(one)
        ]

    def choose_combatant(self) -> Combatant:
        """Anybody, mostly of those present."""
        ones = self.list_present()
        if not ones or self.random.random() < 0.02:
            ones = list(self.state.combatants.values())
        return self.random.choice(ones)

    def _can_declare(self, one: Combatant) -> bool:
        """Can they still do something in this round?"""
        late = self.state.rolled and one.kind == "pc" and not one.fresh
        return not one.acted and not late and can_act(one)

    def choose_foe(self, by: Combatant) -> Combatant:
        """Somebody of another side, if anybody is."""
        ones = self.list_present()
        foes = [one for one in ones if one.side != by.side]
        if self.random.random() < 0.03:
            foes = []
        return self.random.choice(foes or ones or list(self.state.combatants.values()))

    def choose_others(self, target: Combatant, most: int) -> list[Combatant]:
        """A few besides somebody."""
        ones = [one for one in self.list_present() if one is not target]
        return self.random.sample(ones, min(len(ones), self.random.randint(1, most)))

    def list_rollable(self, one: Combatant) -> tuple[str, ...]:
        """What somebody can be asked to roll on."""
        return self.rules.rollable(self.state, one)

    def is_craft(self, one: Combatant) -> bool:
        """Is it something that people are aboard of?"""
        return one.scale in ("vehicle", "starship")


def _weigh_verbs(odds: Mapping[str, int], lexicon: Lexicon) -> tuple[list[str], list[int]]:
    """The verbs that a game has, and their odds summed up."""
    known = {verb: odd for verb, odd in odds.items() if verb not in lexicon.lacks}
    return list(known), list(accumulate(known.values()))
