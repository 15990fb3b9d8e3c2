"""Random choices of a simulated player, and how often each verb is chosen."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random

from projections.state.fight_state import Combatant, FightState
from rulesets.common.scene import can_act, list_present
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
"""The weight of each verb by situation: in a round, for craft in a round, between rounds, and for
rulings of the referee. Verbs are the grammar's; `trait` and `skill` stand for forms of `set`."""


class RandomChoices:
    """Random choices for a player: from the fight as it stands, its rules, and a generator."""

    def __init__(self, rules: Ruleset, lexicon: Lexicon, random: Random) -> None:
        self.rules = rules
        self.lexicon = lexicon
        self.random = random
        self.state = FightState()
        self._odds = {when: _weigh_verbs(odds, lexicon) for when, odds in ODDS.items()}

    def has(self, feature: str) -> bool:
        """Return whether the game has this feature of `rulesets.common.preparation`."""
        return feature in self.lexicon.has

    def choose_verb(self, when: str) -> str:
        """Return one of the game's verbs by their odds in this situation, a key of `ODDS`."""
        verbs, weights = self._odds[when]
        return verbs[bisect(weights, self.random.random() * weights[-1])]

    def choose(self, choices: Sequence[str]) -> str:
        """Return any of the choices; "" if there are none."""
        return self.random.choice(choices) if choices else ""

    def perhaps(self, why: str, chance: float) -> str:
        """Return the reason with this probability, else ""."""
        return why if self.random.random() < chance else ""

    def perhaps_overrule(self) -> str:
        """Return, now and then, a reason for which the referee overrules the rules."""
        return self.perhaps("so be it", 0.12)

    def list_present(self) -> list[Combatant]:
        """Return the combatants who are in the fight."""
        return [*list_present(self.state)]

    def list_ready(self) -> list[Combatant]:
        """Return the combatants who may act in this turn and have declared nothing yet."""
        turn = self.state.side_to_act
        busy = {each.action.by for each in self.state.pending}
        return [
            one
            for one in self.state.combatants.values()
            if turn in ("", one.side) and one.id not in busy and self._can_declare(one)
        ]

    def choose_combatant(self) -> Combatant:
        """Return any combatant, mostly one who is present."""
        ones = self.list_present()
        if not ones or self.random.random() < 0.02:
            ones = list(self.state.combatants.values())
        return self.random.choice(ones)

    def _can_declare(self, one: Combatant) -> bool:
        """Return whether a combatant can still do something in this round."""
        late = self.state.rolled and one.kind == "pc" and not one.fresh
        return not one.acted and not late and can_act(one)

    def choose_foe(self, by: Combatant) -> Combatant:
        """Return a combatant, mostly of another side."""
        ones = self.list_present()
        foes = [one for one in ones if one.side != by.side]
        if self.random.random() < 0.03:
            foes = []
        return self.random.choice(foes or ones or list(self.state.combatants.values()))

    def choose_others(self, target: Combatant, most: int) -> list[Combatant]:
        """Return up to `most` combatants other than the target, at least one if there is one."""
        ones = [one for one in self.list_present() if one is not target]
        return self.random.sample(ones, min(len(ones), self.random.randint(1, most)))

    def list_rollable(self, one: Combatant) -> tuple[str, ...]:
        """Return what a combatant can roll on."""
        return self.rules.rollable(self.state, one)

    def is_craft(self, one: Combatant) -> bool:
        """Return whether a combatant is a craft that others can be aboard."""
        return one.scale in ("vehicle", "starship")


def _weigh_verbs(odds: Mapping[str, int], lexicon: Lexicon) -> tuple[list[str], list[int]]:
    """Return the verbs that the game has, with their cumulated weights."""
    known = {verb: odd for verb, odd in odds.items() if verb not in lexicon.lacks}
    return list(known), list(accumulate(known.values()))
