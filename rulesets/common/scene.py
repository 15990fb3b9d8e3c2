"""The state of a fight seen through the rules of its game: the part that all games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from events.errors import Refused
from events.types.names import folded, slug
from events.types.sheets import Condition
from projections.state.fight_state import Combatant, FightState
from rulesets.common.naming import nearest

D = TypeVar("D")


class Scene(Generic[D]):
    """A fight under the rules of a definition. `state` follows the outcomes as they are told;
    `seq` is the input being played."""

    def __init__(self, state: FightState, rules: D, seq: int) -> None:
        self.state = state
        self.rules = rules
        self.seq = seq

    def one(self, id: str) -> Combatant:
        """The combatant with this id."""
        return self.state.combatants[id]

    def present(self) -> Iterator[Combatant]:
        """Everybody in the fight, in the order they joined."""
        return present(self.state)

    def player_sides(self) -> list[str]:
        """The players' sides, in the order they joined."""
        return player_sides(self.state)

    def with_players(self, one: Combatant) -> bool:
        """Are they on a players' side?"""
        return one.side in self.state.players

    def takes_turn(self, one: Combatant, side: str) -> bool:
        """Is a turn of this side, the one under way in a round, theirs?"""
        if self.state.round_open and self.state.side_to_act == side:
            return self.state.acts_in(self.state.turn, one)
        return one.side == side

    def word(self, key: str) -> str:
        """What the game calls something."""
        return self.state.game.words.get(key, key)


def present(state: FightState) -> Iterator[Combatant]:
    """Everybody in the fight, in the order they joined."""
    return (one for one in state.combatants.values() if one.standing == "in")


def player_sides(state: FightState) -> list[str]:
    """The players' sides, in the order they joined."""
    return [side for side in state.sides if side in state.players]


def absence(one: Combatant) -> str:
    """Why somebody is not in the fight; empty where they are."""
    if one.standing == "in":
        return ""
    if one.standing == "dead":
        return f"{one.name} is dead"
    return f"{one.name} is out of the fight ({one.how})"


def barring(one: Combatant) -> Condition | None:
    """The condition that keeps them from acting at all, if there is one."""
    for each in one.conditions:
        if each.bars == "everything":
            return each
    return None


def crawls(one: Combatant) -> bool:
    """Can they only crawl (CF-14, BW-10)?"""
    return any(each.bars == "all but crawling" for each in one.conditions)


def can_act(one: Combatant) -> bool:
    """In the fight, and nothing keeps them from acting; crawling is no acting."""
    if one.standing != "in":
        return False
    for each in one.conditions:  # asked all the time: `any` would cost thrice as much
        if each.bars in ("everything", "all but crawling"):
            return False
    return True


def free_label(one: Combatant, name: str) -> str:
    """A label for a new wound: its name, with a number if there is one of that name."""
    labels = {wound.label for wound in one.wounds}
    label, number = name, 2
    while label in labels:
        label, number = f"{name} {number}", number + 1
    return label


def player_of(one: Combatant) -> str:
    """Who plays them: the player named, or somebody called like them."""
    return one.player or one.name


def find(state: FightState, text: str) -> Combatant:
    """The combatant with this id or name; raises `Refused` with the nearest ones."""
    found = state.combatants.get(text) or state.combatants.get(slug(text))
    if found is not None and (found.id == text or folded(found.name) == folded(text)):
        return found
    for one in state.combatants.values():
        if folded(one.name) == folded(text):
            return one
    if found is not None:
        return found
    names = [one.name for one in state.combatants.values()]
    raise Refused(f"Nobody here is called “{text}”{nearest(text, names)}.")


def taken(state: FightState, but: str = "") -> set[str]:
    """The identifiers that are taken (ALL-04): everybody's own and that of their present name,
    those left out among them, who may be put back; `but` is the id of somebody who may keep
    theirs."""
    names = {one.id: one.name for one in state.combatants.values()}
    others = [each for each in (*state.absent.items(), *names.items()) if each[0] != but]
    return {id for id, _ in others} | {slug(name) for _, name in others}
