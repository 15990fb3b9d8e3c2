"""Whose doing a wound or a death is."""

from __future__ import annotations

from typing import NamedTuple

from events.types import outcomes as o
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import Combatant, FightState
from projections.text.words import possessive


class _Harm(NamedTuple):
    """Harm that somebody has suffered: who did it (empty: nobody) and with what."""

    by: str
    weapon: str = ""


class Blame:
    """Follows who harms whom, to say whose kill a death is.

    A blow counts until something else is said: what a fall, the referee's word or a wound of old
    kills is not the last striker's. A wound that kills later (its time is up, its death checks
    fail) is its giver's. `state` is the fight with each event taken.
    """

    def __init__(self, state: FightState) -> None:
        self._state = state
        self._harms: dict[str, list[_Harm]] = {}
        self._givers: dict[tuple[str, str], str] = {}
        self._effect: tuple[str, str] = ("", "")
        self._checked = ""

    def take(self, event: AnyEvent) -> None:
        """One more event of the line, which is no death."""
        if isinstance(event, Declaration | o.TurnBegan | o.PhaseBegan):
            self._harms.clear()
            self._effect, self._checked = ("", ""), ""
        match event:
            case o.DamageDealt() if event.dealt:
                self._harmed(event.to, _Harm(event.by, event.weapon))
            case o.EffectTold():
                self._effect = (event.text, event.of)
            case o.ScoreChanged() if event.now < event.was and event.why:
                text, of = self._effect
                if event.why == text and of != event.who:
                    self._harmed(event.who, _Harm(of))
            case o.WoundTaken():
                self._givers[event.who, event.wound.label] = self._last(event.who)
            case o.CheckRolled(purpose="death"):
                self._checked = event.who

    def killer(self, died: o.Died) -> str:
        """Whose kill it is: an id; empty where it is nobody's, or their own."""
        one = self._state.combatants[died.who]
        by = self._by_wound(one, died.of) if self._is_late(one) else self._by_blow(one, died.of)
        return by if by != died.who else ""

    def giver(self, who: str, wound: str) -> str:
        """Who gave somebody the wound of this label: an id; empty where it was nobody."""
        return self._givers.get((who, wound), "")

    def _harmed(self, who: str, harm: _Harm) -> None:
        self._harms.setdefault(who, []).append(harm)

    def _last(self, who: str) -> str:
        harms = self._harms.get(who)
        return harms[-1].by if harms else ""

    def _is_late(self, one: Combatant) -> bool:
        """Do they die of what happened before?"""
        return self._checked == one.id or bool(self._overdue(one))

    def _by_wound(self, one: Combatant, of: str) -> str:
        """The giver of the wound whose time is up, or that they are said to have died of."""
        labels = [*self._overdue(one), of]
        return next((by for label in labels if (by := self._givers.get((one.id, label)))), "")

    def _by_blow(self, one: Combatant, of: str) -> str:
        """Who struck the blow they are said to have died of, gave the wound, or struck last."""
        for harm in reversed(self._harms.get(one.id, [])):
            if harm.by and of in self._named(harm):
                return harm.by
        fresh = [each.label for each in one.wounds if each.name == of]
        if one.id in self._harms and fresh and (by := self._givers.get((one.id, fresh[-1]))):
            return by
        return self._last(one.id)

    def _named(self, harm: _Harm) -> tuple[str, ...]:
        """What somebody is said to have died of who died of this. (Recorded logs have “'s” behind
        every name, be its end an s or not.)"""
        name = self._state.combatants[harm.by].name
        return f"{name}'s {harm.weapon}", f"{possessive(name)} {harm.weapon}", name

    def _overdue(self, one: Combatant) -> list[str]:
        """Return the labels of the wounds whose time is up."""
        return [each.label for each in one.overdue_wounds(self._state.clock)]
