"""The state of a fight seen through the family's rules: parts instead of field names, who
counts as what, who can act."""

from __future__ import annotations

from typing import NamedTuple

from events.types.outcomes import ConditionBegan, ConditionEnded, Died, Left, WoundClosed
from events.types.sheets import Bars, Condition, Effect
from projections.state.fight_state import Combatant, FightState
from rulesets.cairn.definition import Craft, Definition, Role, Scores, definition
from rulesets.common import conditions, scene
from rulesets.common.turns import Clauses
from rulesets.core.play import Play

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


class Scene(scene.Scene[Definition]):
    """A fight under the family's rules."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        super().__init__(state, definition(state.game), seq)

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

    def fires_each(self, one: Combatant) -> bool:
        """May every weapon of theirs be fired each turn?"""
        craft = self.craft(one)
        return craft is not None and craft.each

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

    def armor(self, one: Combatant) -> int:
        """The armor that counts: 3 at most (CF-07)."""
        return min(one.armor, self.rules.armor_cap)

    def known(self, condition: Condition) -> Condition:
        """A condition somebody states or brings along: one that the rules know is written as
        they do and bars what it bars, where nothing else is said (CF-16)."""
        scars = {each.name: each.bars for scar in self.rules.scars for each in scar.conditions}
        effects = (each for craft in self.rules.craft.values() for each in craft.effects)
        crafts: dict[str, Bars] = {each.condition: "" for each in effects if each.condition}
        return conditions.known(condition, {**crafts, **scars, **_BARS})


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


CLAUSES = Clauses("CF-01", "CF-03", "CF-06", "CF-05", "CF-12", heirs="CF-19")


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


class Aftermath:
    """Collects them as they are decided, and lets them take hold in that order. `blows` are
    applications of damage still to be made, `dying` are known by their ids."""

    def __init__(self) -> None:
        self._outcomes: list[ConditionBegan | ConditionEnded | Died | Left | WoundClosed] = []
        self.dying: list[str] = []
        self.blows: list[Blow] = []

    def dies(self, one: Combatant, of: str) -> None:
        """Somebody will be dead."""
        if one.id not in self.dying:
            self.dying.append(one.id)
            self._outcomes.append(Died(one.id, of))

    def will_have(self, one: Combatant, name: str, about: str = "") -> bool:
        """Are they in this condition (about this, where it is about something), or about to be?"""
        wanted = (one.id, name, about)
        has = any((one.id, each.name, each.about) == wanted for each in one.conditions)
        return has or any(
            isinstance(outcome, ConditionBegan)
            and (outcome.who, outcome.condition, outcome.about) == wanted
            for outcome in self._outcomes
        )

    def begins(
        self,
        one: Combatant,
        name: str,
        bars: Bars = "",
        source: str = "",
        about: str = "",
        due: int | None = None,
    ) -> None:
        """A condition will take hold."""
        self._outcomes.append(ConditionBegan(one.id, name, bars, source, about, due))

    def cancelled(self, one: Combatant, name: str) -> list[ConditionBegan]:
        """Conditions of this name that will not take hold after all."""
        found = [
            outcome
            for outcome in self._outcomes
            if isinstance(outcome, ConditionBegan)
            and (outcome.who, outcome.condition) == (one.id, name)
        ]
        self._outcomes = [outcome for outcome in self._outcomes if outcome not in found]
        return found

    def ends(self, *outcomes: ConditionEnded | WoundClosed) -> None:
        """Something will be over."""
        self._outcomes += outcomes

    def leaves(self, departure: Left) -> None:
        """Somebody will be out of the fight; one way is enough."""
        if not any(isinstance(each, Left) and each.who == departure.who for each in self._outcomes):
            self._outcomes.append(departure)

    def take_hold(self) -> Play[None]:
        """Tell them all; the dead do not leave as well."""
        for outcome in self._outcomes:
            if not (isinstance(outcome, Left) and outcome.who in self.dying):
                yield outcome
        self._outcomes.clear()
