"""The state of a fight seen through the family's rules: parts instead of field names, who
counts as what, who can act."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from events.names import folded
from events.sheets import Bars, Condition
from projections.state import Combatant, FightState
from rulesets.cairn.definition import Craft, Definition, Role, Scores, definition
from rulesets.common import people

replace = msgspec.structs.replace

OUT_OF_ACTION = "out of action"
CRITICAL = "critical damage"
LOST_ROUND = "lost the round"
PARALYSED = "paralysed"
DELIRIOUS = "delirious"
INCAPACITATED = "incapacitated"
STUNNED = "stunned"
DEPRIVED = "deprived"
DOOMED = "doomed"
FULL_PACK = "full pack"
WEAKENED = "weakened"
NEXT_ENHANCED = "next attack enhanced"
BREAKING_DOWN = "breaking down"

_BARS: dict[str, Bars] = {
    OUT_OF_ACTION: "everything",
    CRITICAL: "all but crawling",
    LOST_ROUND: "everything",
    PARALYSED: "everything",
    DELIRIOUS: "everything",
    INCAPACITATED: "everything",
    STUNNED: "everything",
    DEPRIVED: "",
    DOOMED: "",
    FULL_PACK: "",
    WEAKENED: "",
    NEXT_ENHANCED: "",
}
"""What each condition that the rules know by its name keeps its bearer from doing."""


class Scene:
    """A fight under the family's rules. `state` follows the outcomes as they are told; `seq` is
    the input being played."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        self.state = state
        self.seq = seq
        self.rules: Definition = definition(state.game)

    def one(self, id: str) -> Combatant:
        """The combatant with this id."""
        return self.state.combatants[id]

    def scores(self, one: Combatant) -> Scores:
        """Which of their fields plays which part."""
        return self.rules.scores_of(one.scale)

    def score(self, one: Combatant, role: Role) -> int:
        """What a part stands at."""
        return one.scores[self.scores(one).of(role)]

    def maximum(self, one: Combatant, role: Role) -> int:
        """The most a part can be."""
        return one.maxima[self.scores(one).of(role)]

    def craft(self, one: Combatant) -> Craft | None:
        """What the game says of craft like this one, if it is a craft (CF-27)."""
        return self.rules.craft_of(one.scale)

    def round_seconds(self) -> int:
        """How long a round is: the fight has the scale of the largest in it (CF-27)."""
        return max(
            [self.rules.seconds_of(one.scale) for one in self.present()],
            default=self.rules.seconds_of("individual"),
        )

    def role(self, one: Combatant, score: str) -> Role | None:
        """The part a field plays, if any; a part's own name stands for itself."""
        names = self.scores(one)
        roles: tuple[Role, ...] = ("protection", "body", "agility", "will")
        return next((role for role in roles if score in (role, names.of(role))), None)

    def word(self, key: str) -> str:
        """What the game calls something."""
        return self.state.game.words.get(key, key)

    def armor(self, one: Combatant) -> int:
        """The armor that counts: 3 at most (CF-07)."""
        return min(one.armor, self.rules.armor_cap)

    def known(self, condition: Condition) -> Condition:
        """A condition somebody states or brings along: one that the rules know is written as
        they do and bars what it bars, where nothing else is said (CF-16)."""
        scars = {each.name: each.bars for scar in self.rules.scars for each in scar.conditions}
        effects = (each for craft in self.rules.craft.values() for each in craft.effects)
        crafts: dict[str, Bars] = {each.condition: "" for each in effects if each.condition}
        for name, bars in {**crafts, **scars, **_BARS}.items():
            if folded(name) == folded(condition.name):
                return replace(condition, name=name, bars=condition.bars or bars)
        return condition

    def takes_turn(self, one: Combatant, side: str) -> bool:
        """Is a turn of this side, the one under way in a round, theirs?"""
        if self.state.round_open and self.state.side_to_act == side:
            return self.state.acts_in(self.state.turn, one)
        return one.side == side

    def present(self) -> Iterator[Combatant]:
        """Everybody in the fight, in the order they joined."""
        return people.present(self.state)

    def player_sides(self) -> list[str]:
        """The players' sides, in the order they joined."""
        return people.player_sides(self.state)

    def with_players(self, one: Combatant) -> bool:
        """Are they on a players' side?"""
        return one.side in self.state.players


def is_crowd(one: Combatant) -> bool:
    """Does it count as a detachment? Broken up it does not (CF-20)."""
    return one.scale == "detachment" and not one.has(WEAKENED)


def is_played(one: Combatant) -> bool:
    """A player character, or a follower that a player has (CF-17)."""
    return one.kind == "pc" or (one.kind == "follower" and bool(one.player))


def has_scars(one: Combatant) -> bool:
    """Who takes scars, and crawls at critical damage (CF-14, CF-17)."""
    return is_played(one) and one.scale == "individual"


def is_casualty(one: Combatant) -> bool:
    """A loss to its side: dead, destroyed, routed, out of action; not flight (CF-25)."""
    return (
        one.standing == "dead"
        or (one.standing == "gone" and one.how == "routed")
        or one.has(OUT_OF_ACTION)
    )
