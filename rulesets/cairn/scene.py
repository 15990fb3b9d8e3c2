"""A fight as the rules of the family see it: roles of scores, who counts as what, blows, and the
aftermath of a turn."""

from __future__ import annotations

from typing import NamedTuple

from events.types.outcomes import ConditionBegan, ConditionEnded, Died, Left, WoundClosed
from events.types.sheets import Bars, Condition, Effect
from projections.state.fight_state import LOST_ROUND, Combatant, FightState
from rulesets.cairn.definition import Craft, Definition, Role, Scores, definition
from rulesets.common import conditions, scene
from rulesets.common.conditions import DEPRIVED, FULL_PACK, NEXT_ENHANCED
from rulesets.common.turns import Clauses
from rulesets.core.play import Play

OUT_OF_ACTION = "out of action"
CRITICAL = "critical damage"
PARALYSED = "paralysed"
DELIRIOUS = "delirious"
INCAPACITATED = "incapacitated"
STUNNED = "stunned"
DOOMED = "doomed"
WEAKENED = "weakened"
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
"""What each condition that the rules know by name bars."""


class Scene(scene.Scene[Definition]):
    """A fight under the rules of the family."""

    def __init__(self, state: FightState, seq: int = 0) -> None:
        super().__init__(state, definition(state.game), seq)

    def scores(self, one: Combatant) -> Scores:
        """Return the names of the combatant's scores by role."""
        return self.rules.scores_of(one.scale)

    def score(self, one: Combatant, role: Role) -> int:
        """Return the present score of a role."""
        return one.scores[self.scores(one).of(role)]

    def maximum(self, one: Combatant, role: Role) -> int:
        """Return the maximum score of a role."""
        return one.maxima[self.scores(one).of(role)]

    def craft(self, one: Combatant) -> Craft | None:
        """Return the rules for craft of this combatant's scale, or None if it is no craft
        (CF-27)."""
        return self.rules.craft_of(one.scale)

    def fires_each(self, one: Combatant) -> bool:
        """Return whether all of a combatant's weapons may fire each turn."""
        craft = self.craft(one)
        return craft is not None and craft.each

    def round_seconds(self) -> int:
        """Return the length of a round: that of the largest scale in the fight (CF-27)."""
        return max(
            [self.rules.seconds_of(one.scale) for one in self.present()],
            default=self.rules.seconds_of("individual"),
        )

    def role(self, one: Combatant, score: str) -> Role | None:
        """Return the role that a field plays, or None; a role's own name stands for itself."""
        names = self.scores(one)
        roles: tuple[Role, ...] = ("protection", "body", "agility", "will")
        return next((role for role in roles if score in (role, names.of(role))), None)

    def armor(self, one: Combatant) -> int:
        """Return the armor that counts: 3 at most (CF-07)."""
        return min(one.armor, self.rules.armor_cap)

    def known(self, condition: Condition) -> Condition:
        """Return a condition as the rules write it. If it says nothing of what it bars, the rules
        do (CF-16)."""
        scars = {each.name: each.bars for scar in self.rules.scars for each in scar.conditions}
        effects = (each for craft in self.rules.craft.values() for each in craft.effects)
        crafts: dict[str, Bars] = {each.condition: "" for each in effects if each.condition}
        return conditions.normalize_condition(condition, {**crafts, **scars, **_BARS})


def is_crowd(one: Combatant) -> bool:
    """Return whether a combatant counts as a detachment; a weakened one does not (CF-20)."""
    return one.scale == "detachment" and not one.has(WEAKENED)


def is_played(one: Combatant) -> bool:
    """Return whether a combatant is a player character, or a follower with a player (CF-17)."""
    return one.kind == "pc" or (one.kind == "follower" and bool(one.player))


def has_scars(one: Combatant) -> bool:
    """Return whether a combatant takes scars, and crawls at critical damage (CF-14, CF-17)."""
    return is_played(one) and one.scale == "individual"


def is_casualty(one: Combatant) -> bool:
    """Return whether a combatant is dead, destroyed, routed or out of action; fleeing does not
    count (CF-25)."""
    return (
        one.standing == "dead"
        or (one.standing == "gone" and one.how == "routed")
        or one.has(OUT_OF_ACTION)
    )


CLAUSES = Clauses(
    time="CF-01",
    declaring="CF-03",
    together="CF-06",
    order="CF-05",
    targets="CF-12",
    retreat="CF-22",
    rest="CF-24",
    heirs="CF-19",
    crawling="CF-14",
    hobbled="CF-18",
)


class Blow(NamedTuple):
    """One application of damage.

    `rolled` points go to `to`, before armor. `by` dealt it, if anyone did; `root` is the seq of
    their attack, `effects` what the attack does besides, `dropped` the lower results of its pool,
    and `brings` the effect on a craft that a precise attack aimed for (CF-27).
    """

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
        """Return the effects that happen at this moment."""
        return [effect for effect in self.effects if effect.when == when]


class Aftermath:
    """Outcomes that are decided during a turn and recorded together at its end.

    `blows` is damage still to be applied; `dying` has the ids of those who will be dead.
    """

    def __init__(self) -> None:
        self._outcomes: list[ConditionBegan | ConditionEnded | Died | Left | WoundClosed] = []
        self.dying: list[str] = []
        self.blows: list[Blow] = []

    def add_death(self, one: Combatant, of: str) -> None:
        """Add a death, once."""
        if one.id not in self.dying:
            self.dying.append(one.id)
            self._outcomes.append(Died(one.id, of))

    def will_have(self, one: Combatant, name: str, about: str = "") -> bool:
        """Return whether a combatant has this condition (about this subject), or will have it."""
        wanted = (one.id, name, about)
        has = any((one.id, each.name, each.about) == wanted for each in one.conditions)
        return has or any(
            isinstance(outcome, ConditionBegan)
            and (outcome.who, outcome.condition, outcome.about) == wanted
            for outcome in self._outcomes
        )

    def add_condition(
        self,
        one: Combatant,
        name: str,
        bars: Bars = "",
        source: str = "",
        about: str = "",
        due: int | None = None,
    ) -> None:
        """Add a condition that will begin."""
        self._outcomes.append(ConditionBegan(one.id, name, bars, source, about, due))

    def cancel_conditions(self, one: Combatant, name: str) -> list[ConditionBegan]:
        """Remove and return the conditions of this name that would have begun."""
        found = [
            outcome
            for outcome in self._outcomes
            if isinstance(outcome, ConditionBegan)
            and (outcome.who, outcome.condition) == (one.id, name)
        ]
        self._outcomes = [outcome for outcome in self._outcomes if outcome not in found]
        return found

    def add_ends(self, *outcomes: ConditionEnded | WoundClosed) -> None:
        """Add conditions and wounds that will end."""
        self._outcomes += outcomes

    def add_departure(self, departure: Left) -> None:
        """Add a departure, unless the combatant is leaving already."""
        if not any(isinstance(each, Left) and each.who == departure.who for each in self._outcomes):
            self._outcomes.append(departure)

    def record_all(self) -> Play[None]:
        """Record everything that was added. The dead do not also leave."""
        for outcome in self._outcomes:
            if not (isinstance(outcome, Left) and outcome.who in self.dying):
                yield outcome
        self._outcomes.clear()
