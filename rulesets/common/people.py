"""Who is there, what keeps them from acting, what a new wound of theirs is called: the same in
every game, because conditions say themselves what they bar."""

from __future__ import annotations

from collections.abc import Iterator

from events.types.sheets import Condition
from projections.state.fight_state import Combatant, FightState


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
