"""A fight as its rules see it: who is in it, and who can act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from events.errors import Refused
from events.types.names import fold_case, make_slug, suggest
from events.types.sheets import Condition
from projections.state.fight_state import DISABLING, Combatant, FightState

D = TypeVar("D")


class Scene(Generic[D]):
    """A fight under the rules of a definition.

    `state` follows the outcomes as they are recorded; `seq` is the input being played.
    """

    def __init__(self, state: FightState, rules: D, seq: int) -> None:
        self.state = state
        self.rules = rules
        self.seq = seq

    def one(self, id: str) -> Combatant:
        """Return the combatant with this id."""
        return self.state.combatants[id]

    def present(self) -> Iterator[Combatant]:
        """Return the combatants in the fight, in the order they joined."""
        return list_present(self.state)

    def player_sides(self) -> list[str]:
        """Return the players' sides, in the order they joined."""
        return list_player_sides(self.state)

    def list_resters(self, names: Sequence[str]) -> list[Combatant]:
        """Return the combatants with these ids; without any, all player characters and followers,
        whichever side they are on, and everybody else on the players' sides."""
        if names:
            return [self.one(id) for id in names]
        if self.state.game.version < 2:
            return self._list_former_resters()
        return [one for one in self.present() if one.kind != "npc" or self.with_players(one)]

    def _list_former_resters(self) -> list[Combatant]:
        """Return who rested without being named under version 1 of the game's rules."""
        return [one for one in self.present() if self.with_players(one)]

    def with_players(self, one: Combatant) -> bool:
        """Return whether a combatant is on a players' side."""
        return one.side in self.state.players

    def takes_turn(self, one: Combatant, side: str) -> bool:
        """Return whether a combatant acts in a turn of this side; if a round is open, in the turn
        under way."""
        if self.state.round_open and self.state.side_to_act == side:
            return self.state.acts_in(self.state.turn, one)
        return one.side == side

    def word(self, key: str) -> str:
        """Return the game's word for something."""
        return self.state.game.words.get(key, key)


def list_present(state: FightState) -> Iterator[Combatant]:
    """Return the combatants in the fight, in the order they joined."""
    return (one for one in state.combatants.values() if one.standing == "in")


def list_player_sides(state: FightState) -> list[str]:
    """Return the players' sides, in the order they joined."""
    return [side for side in state.sides if side in state.players]


def explain_absence(one: Combatant) -> str:
    """Return why a combatant is not in the fight; empty if it is."""
    if one.standing == "in":
        return ""
    if one.standing == "dead":
        return f"{one.name} is dead"
    return f"{one.name} is out of the fight ({one.how})"


def find_barring(one: Combatant) -> Condition | None:
    """Return the condition that bars every action, or None."""
    for each in one.conditions:
        if each.bars == "everything":
            return each
    return None


def can_only_crawl(one: Combatant) -> bool:
    """Return whether a combatant can only crawl (CF-14, BW-10)."""
    return any(each.bars == "all but crawling" for each in one.conditions)


def can_act(one: Combatant) -> bool:
    """Return whether a combatant is in the fight and free to act; crawling does not count."""
    if one.standing != "in":
        return False
    for each in one.conditions:  # called often: `any` takes three times as long
        if each.bars in DISABLING:
            return False
    return True


def choose_label(one: Combatant, name: str) -> str:
    """Return a label for a new wound: its name, numbered if the combatant has one of that name."""
    labels = {wound.label for wound in one.wounds}
    label, number = name, 2
    while label in labels:
        label, number = f"{name} {number}", number + 1
    return label


def name_player(one: Combatant) -> str:
    """Return the player of a combatant: the one named, or one with the character's name."""
    return one.player or one.name


def find_combatant(state: FightState, text: str) -> Combatant:
    """Return the combatant with this id or name; raise `Refused` with the nearest names."""
    found = state.combatants.get(text) or state.combatants.get(make_slug(text))
    if found is not None and (found.id == text or fold_case(found.name) == fold_case(text)):
        return found
    for one in state.combatants.values():
        if fold_case(one.name) == fold_case(text):
            return one
    if found is not None:
        return found
    names = [one.name for one in state.combatants.values()]
    raise Refused(f"Nobody here is called “{text}”{suggest(text, names)}.")


def list_taken_ids(state: FightState, but: str = "") -> set[str]:
    """Return the ids in use (ALL-04), also of absent combatants, who can return.

    Each combatant uses its id and the id of its present name. `but` is the id of a combatant to
    leave out.
    """
    taken = {*state.combatants, *state.absent} - {but}
    taken.update([make_slug(one.name) for one in state.combatants.values() if one.id != but])
    taken.update([make_slug(name) for id, name in state.absent.items() if id != but])
    return taken
