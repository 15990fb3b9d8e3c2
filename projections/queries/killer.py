"""Kills, falls and wounds: who is responsible for each."""

from __future__ import annotations

from typing import NamedTuple

from events.types import outcomes as o
from events.types.unions import AnyEvent, Declaration
from projections.queries.strength import is_able
from projections.state.fight_state import Combatant, FightState
from projections.text.words import possessive


class _HarmRecord(NamedTuple):
    """Harm that a combatant has suffered: the id of who did it (empty: nobody), and the weapon."""

    by: str
    weapon: str = ""


class KillTracker:
    """Follows who harms whom, to find the killer in each death.

    A blow counts until the next declaration, turn or phase: a death by a fall, by the referee's
    ruling or by an older wound is not the last striker's kill. A wound that kills later (its time
    is up, its death checks fail) is the kill of who gave it. `state` is the fight; the caller folds
    each event into it before passing the event to `take`.
    """

    def __init__(self, state: FightState) -> None:
        self._state = state
        self._harms: dict[str, list[_HarmRecord]] = {}
        self._givers: dict[tuple[str, str], str] = {}
        self._effect: tuple[str, str] = ("", "")
        self._checked = ""

    def take(self, event: AnyEvent) -> None:
        """Take the next event of the line."""
        if isinstance(event, Declaration | o.TurnBegan | o.PhaseBegan):
            self._harms.clear()
            self._effect, self._checked = ("", ""), ""
        match event:
            case o.DamageDealt() if event.dealt:
                self._add_harm(event.to, _HarmRecord(event.by, event.weapon))
            case o.EffectTold():
                self._effect = (event.text, event.of)
            case o.ScoreChanged() if event.now < event.was and event.why:
                text, of = self._effect
                if event.why == text and of != event.who:
                    self._add_harm(event.who, _HarmRecord(of))
            case o.WoundTaken():
                self._givers[event.who, event.wound.label] = self.find_last(event.who)
            case o.CheckRolled(purpose="death"):
                self._checked = event.who

    def killer(self, died: o.Died) -> str:
        """Return the id of the killer; empty where there is none, or it is the dead themselves."""
        one = self._state.combatants[died.who]
        by = (
            self._find_by_wound(one, died.of)
            if self._is_late(one)
            else self._find_by_blow(one, died.of)
        )
        return by if by != died.who else ""

    def giver(self, who: str, wound: str) -> str:
        """Return the id of who gave a combatant the wound of this label; empty if nobody did."""
        return self._givers.get((who, wound), "")

    def _add_harm(self, who: str, harm: _HarmRecord) -> None:
        self._harms.setdefault(who, []).append(harm)

    def find_last(self, who: str) -> str:
        """Return the id of who harmed a combatant last in this turn; empty if nobody did."""
        harms = self._harms.get(who)
        return harms[-1].by if harms else ""

    def _is_late(self, one: Combatant) -> bool:
        """Return whether a combatant dies of an older wound or a failed death check."""
        return self._checked == one.id or bool(self._list_overdue(one))

    def _find_by_wound(self, one: Combatant, of: str) -> str:
        """Return who gave the wound whose time is up, or the one named as the cause of death."""
        labels = [*self._list_overdue(one), of]
        return next((by for label in labels if (by := self._givers.get((one.id, label)))), "")

    def _find_by_blow(self, one: Combatant, of: str) -> str:
        """Return who struck the blow or gave the wound named as the cause, else who struck last."""
        for harm in reversed(self._harms.get(one.id, [])):
            if harm.by and of in self._list_names(harm):
                return harm.by
        fresh = [each.label for each in one.wounds if each.name == of]
        if one.id in self._harms and fresh and (by := self._givers.get((one.id, fresh[-1]))):
            return by
        return self.find_last(one.id)

    def _list_names(self, harm: _HarmRecord) -> tuple[str, ...]:
        """Return the ways in which a death may name this harm as its cause.

        Older logs have “'s” behind names that end in s, too.
        """
        name = self._state.combatants[harm.by].name
        return f"{name}'s {harm.weapon}", f"{possessive(name)} {harm.weapon}", name

    def _list_overdue(self, one: Combatant) -> list[str]:
        """Return the labels of the wounds whose time is up."""
        return [each.label for each in one.overdue_wounds(self._state.clock)]


class FallTracker:
    """Follows who brings down whom. `felled` has, of all who are down or dead, the id of who did it
    (empty: nobody). The caller folds each event, and passes it to `take` before `blame` takes it.
    """

    def __init__(self, state: FightState, blame: KillTracker) -> None:
        self._state = state
        self._blame = blame
        self.felled: dict[str, str] = {}

    def take(self, event: AnyEvent) -> str:
        """Take the next event; return the id of who brought somebody down with it. It is empty if
        nobody did, and where somebody dies who lay already."""
        match event:
            case o.ConditionEnded(who=who) if self._can_act(who):
                self.felled.pop(who, None)
            case o.Died(who=who):
                by, lay = self._blame.killer(event), who in self.felled
                self.felled[who] = by or self.felled.get(who, "")
                return "" if lay else by
            case o.ConditionBegan(who=who) if who not in self.felled and not self._can_act(who):
                by = self._blame.find_last(who)
                self.felled[who] = by if by != who else ""
                return self.felled[who]
        return ""

    def _can_act(self, who: str) -> bool:
        return is_able(self._state.combatants[who])
