"""What players may see: not the numbers of those they do not play, nor notes of the referee."""

from __future__ import annotations

from typing import Literal, TypeAlias

from events import outcomes as o
from events import statements as s
from events.corrections import Skipped, Spared
from events.declarations import Join
from events.history import Noted
from events.vocabulary import AnyEvent
from projections.state import Combatant, FightState

Audience: TypeAlias = Literal["players", "referee"]
"""For whom something is told."""

_NUMBERED = (
    o.ScoreChanged,
    o.MaximumChanged,
    o.SaveRolled,
    o.CheckRolled,
    s.SetScore,
    s.SetTrait,
    s.SetSkill,
    s.Arm,
)
"""Events in which a number of whoever they are about stands."""


def is_open(state: FightState, one: Combatant) -> bool:
    """Are this combatant's numbers known to the players? Those of player characters, followers,
    and of all who are on a side with some."""
    return one.kind != "npc" or one.side in state.players


def is_known(state: FightState, who: str) -> bool:
    """The same by id; of somebody who is not in the fight nothing is known."""
    one = state.combatants.get(who)
    return one is not None and is_open(state, one)


def is_shown(event: AnyEvent, state: FightState) -> bool:
    """May players read the event in words? `state` is the fight with it. (Dice on the table are
    seen by all.)"""
    match event:
        case Noted() | Spared():
            return False
        case Skipped(input=declaration):
            return is_shown(declaration, state)
        case Join(sheet=sheet):
            return is_known(state, sheet.id)
        case o.DamageDealt(to=to):
            return is_known(state, to)
        case o.EffectTold(who=who, text=text) if any(c.isdigit() for c in text):
            return is_known(state, who)  # “armor 4 counts as 3”
        case _ if isinstance(event, _NUMBERED):
            return is_known(state, event.who)
        case _:
            return True
