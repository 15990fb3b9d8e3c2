"""What players may see: not the numbers of those they do not play, nor notes of the referee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from events.types import outcomes as o
from events.types.corrections import Skipped, Spared
from events.types.declarations import Join
from events.types.log_events import Noted
from events.types.unions import AnyEvent
from projections.state.fight_state import Combatant, FightState
from projections.text.phrases import WORDINGS

Audience: TypeAlias = Literal["players", "referee"]
"""For whom something is told."""

_WORDS = ("text", "why", "ground", "grounds")
"""Fields of an event in which somebody's own words, or the rules', may name numbers."""


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
    seen by all.)

    Not where a number stands in it of somebody they do not know, or one from which such a number
    follows: a total beside the die, the margin of a contest, what an opponent came to.
    """
    match event:
        case Noted() | Spared():
            return False
        case Skipped(input=declaration, why=why):
            return is_shown(declaration, state) and not _is_told_of_strangers(why, state)
        case Join(sheet=sheet):
            return is_known(state, sheet.id)
        case o.Overruled(problem=problem):
            return not _is_told_of_strangers(problem, state)
        case o.ContestDecided(winner=winner, loser=loser):
            return _know_each_other(winner, loser, state)
    if fields := WORDINGS[type(event)].numbers_of:
        first, *others = (getattr(event, field) for field in fields)
        return is_known(state, first) and all(is_known(state, each) for each in others if each)
    return _is_about_the_known(event, state) or not _numbers_in(event, state)


def _know_each_other(winner: str, loser: str, state: FightState) -> bool:
    """Are the totals known by which a contest was decided? Where nobody was struck anybody in the
    fight may have been the other."""
    if winner and loser:
        return is_known(state, winner) and is_known(state, loser)
    return not _has_strangers(state)


def _has_strangers(state: FightState) -> bool:
    return not all(is_open(state, one) for one in state.combatants.values())


def _is_told_of_strangers(text: str, state: FightState) -> bool:
    """Is a number in a text that may be one of somebody unknown? It is not where the text names
    only those whose numbers are open (“Edo can move 40 ft at a time, not 60”)."""
    named = [one for one in state.combatants.values() if one.name in text]
    open_only = bool(named) and all(is_open(state, one) for one in named)
    return not open_only and _has_strangers(state) and has_number(text, state)


def _is_about_the_known(event: AnyEvent, state: FightState) -> bool:
    """Is whoever, or the side, that an event is about known? So is what is about nobody."""
    who: str = getattr(event, "who", "")
    if isinstance(who, str) and who:
        return is_known(state, who)
    if isinstance(event, o.MoraleShaken | o.MoraleTested):
        return event.side in state.players
    return True


def _numbers_in(event: AnyEvent, state: FightState) -> bool:
    """Is a number in the words of an event? “armor 4 counts as 3”."""
    return any(has_number(text, state) for text in _texts(event))


def _texts(event: AnyEvent) -> Iterator[str]:
    for name in _WORDS:
        said = getattr(event, name, "")
        for each in (said,) if isinstance(said, str) else said:
            yield each.why if isinstance(each, o.Ground) else each


def has_number(text: str, state: FightState) -> bool:
    """Does a text hold a digit that belongs to nobody's name (“Wolf 2”)?"""
    if not any(character.isdigit() for character in text):
        return False
    for one in sorted(state.combatants.values(), key=lambda each: -len(each.name)):
        text = text.replace(one.name, "")
    return any(character.isdigit() for character in text)


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
