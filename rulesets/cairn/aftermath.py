"""What takes hold only when a turn's numbers are done: deaths, conditions, departures (CF-28)."""

from __future__ import annotations

from events.types.outcomes import ConditionBegan, ConditionEnded, Died, Left, WoundClosed
from events.types.sheets import Bars
from projections.state.fight_state import Combatant
from rulesets.cairn.blow import Blow
from rulesets.core.play import Play


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
