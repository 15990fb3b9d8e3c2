"""What players may not see of statistics: what tells of the armor and strength of others."""

from __future__ import annotations

from projections.queries.visibility import Audience, is_known
from projections.state.fight_state import FightState


class Unseen:
    """Of whom it is kept from an audience what their armor absorbed, and of which side how strong
    it was: for players of everybody who is neither played nor on their side, and of whoever speaks
    for them. `state` is the fight at its end.

    What was dealt to them is seen by those who deal it; so whoever holds the damage of a blow
    against the dice that fell for it can work out the armor, here as at the table."""

    def __init__(self, state: FightState, audience: Audience) -> None:
        self._state = state
        self._players = audience == "players"

    def combatant(self, id: str) -> bool:
        """Is it kept of this combatant?"""
        return self._players and not is_known(self._state, id)

    def player(self, player: str) -> bool:
        """Is it kept of this player, because somebody of theirs is hidden?"""
        theirs = (one.id for one in self._state.combatants.values() if one.player == player)
        return any(self.combatant(id) for id in theirs)

    def side(self, side: str) -> bool:
        """Is the strength of this side kept?"""
        return self._players and side not in self._state.players
