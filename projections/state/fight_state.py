"""The state of a fight: who is in it, how they are, whose turn it is, what is awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, Literal, TypeAlias

import msgspec

from events.types.declarations import Area, Attack, DiceMode, Manoeuvre, Move
from events.types.game import Game
from events.types.rolls import Asked
from events.types.sheets import Bars, Condition, Effect, Kind, Scale, Weapon, Wound
from events.types.unions import TurnAction

Standing = Literal["in", "gone", "dead"]

DISABLING: tuple[Bars, ...] = ("everything", "all but crawling")
"""What a condition keeps a combatant from who cannot act."""

DrawKey: TypeAlias = tuple[str, str, str]
"""Roller, purpose and die: one sealed series of draws."""


Handler: TypeAlias = "Callable[[FightState, Any, int], None]"
"""Applies an event with its seq to a state, in place."""


class LastAttack(msgspec.Struct, frozen=True, gc=False):
    """An attack after which the attacker has not moved: the number of its turn, and everybody it
    was rolled against."""

    turn: int
    targets: tuple[str, ...]


class Combatant(msgspec.Struct):
    """One combatant.

    `scores` and `maxima` are keyed by the game's field names; `standing` says whether they are in
    the fight, `how` they left it or died; `moves` and `acted` what they have done of their turn
    in this round, `used` the weapons they attacked with; `last` their last attack with each
    weapon, if they have not moved since; `fresh` that they came, or came into a player's hands,
    when dice of the round had fallen already; `heir` that a player goes on with them after a
    death, and `successor` who it was that this dead one's player went on with. `engaged` are
    those they are locked in a fight with; `shaken` the grounds for a morale save of their own not
    yet rolled, `spent` those that are done for good.
    """

    id: str
    name: str
    kind: Kind
    side: str
    player: str
    scale: Scale
    scores: dict[str, int]
    maxima: dict[str, int]
    armor: int
    weapons: tuple[Weapon, ...]
    effects: tuple[Effect, ...]
    leader: bool
    each: bool
    choices: dict[str, str]
    origin: str
    conditions: list[Condition]
    wounds: list[Wound]
    standing: Standing = "in"
    how: str = ""
    moves: int = 0
    acted: int = 0
    last: dict[str, LastAttack] = {}
    used: tuple[str, ...] = ()
    fresh: bool = False
    heir: bool = False
    successor: str = ""
    shield: int = 0
    skills: dict[str, int] = {}
    area: str = ""
    crew: dict[str, str] = {}
    engaged: tuple[str, ...] = ()
    shaken: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()

    def condition(self, name: str) -> Condition | None:
        """The first condition of that name, if they are in it."""
        for condition in self.conditions:
            if condition.name == name:
                return condition
        return None

    def has(self, name: str) -> bool:
        """Are they in a condition of that name?"""
        for condition in self.conditions:  # asked all the time: `any` would cost thrice as much
            if condition.name == name:
                return True
        return False

    def wound(self, label: str) -> Wound | None:
        """The wound of that label, if they have it."""
        for wound in self.wounds:
            if wound.label == label:
                return wound
        return None

    def overdue_wounds(self, clock: int) -> list[Wound]:
        """Return the wounds whose time is up at this second of the clock."""
        return [wound for wound in self.wounds if wound.due is not None and wound.due <= clock]

    def copied(self) -> Combatant:
        """The same, free to change."""
        twin = copy(self)
        twin.scores = self.scores.copy()
        twin.maxima = self.maxima.copy()
        twin.conditions = self.conditions.copy()
        twin.wounds = self.wounds.copy()
        twin.last = self.last.copy()
        return twin


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A declaration that waits to be resolved, its seq, and what the referee overruled for it."""

    seq: int
    action: TurnAction
    overruled: tuple[str, ...] = ()


class FightState(msgspec.Struct):
    """A whole fight at one moment.

    `seq` is the last event folded. `round` is 0 before any; `order` the sides' turns in it and
    `turn` the index of the next or current one; `turns` counts every turn ever begun, `acting`
    is the side whose turn is being resolved. `clock` is in seconds. `rolled` says whether a die
    of this round has fallen. `playing` is the seq of the input being played while `awaited`
    dice are missing. `sides` names who ever joined each side, each once; `players` are the
    sides that player characters or followers joined, wherever those are now. `shaken` holds
    grounds for morale saves not yet rolled, `spent` those that are done for good. `phase` is the
    phase of the round that is under way, in a game that has some; `areas` the battlefield, by
    name. `absent` are the names of those, by id, whose joining was left out: nobody else gets
    either.
    """

    seq: int = 0
    title: str = ""
    game: Game = Game("", "", "", 0, {}, {})
    dice: DiceMode = "digital"
    sealed: str = ""
    ended: bool = False
    round: int = 0
    order: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    turn: int = 0
    turns: int = 0
    acting: str = ""
    alone: str = ""
    clock: int = 0
    rolled: bool = False
    combatants: dict[str, Combatant] = {}
    sides: dict[str, tuple[str, ...]] = {}
    players: tuple[str, ...] = ()
    pending: list[Pending] = []
    playing: int = 0
    awaited: list[Asked] = []
    shaken: dict[str, tuple[str, ...]] = {}
    spent: dict[str, tuple[str, ...]] = {}
    draws: dict[DrawKey, int] = {}
    strays: dict[DrawKey, frozenset[int]] = {}
    phase: str = ""
    areas: dict[str, Area] = {}
    absent: dict[str, str] = {}

    def copied(self) -> FightState:
        """The same, free to change; game, events, areas and `absent` are shared: they are never
        changed in place."""
        twin = copy(self)
        twin.combatants = {id: one.copied() for id, one in self.combatants.items()}
        twin.sides = self.sides.copy()
        twin.pending = self.pending.copy()
        twin.awaited = self.awaited.copy()
        twin.shaken = self.shaken.copy()
        twin.spent = self.spent.copy()
        twin.draws = self.draws.copy()
        twin.strays = self.strays.copy()
        return twin

    @property
    def round_open(self) -> bool:
        """Is a round under way?"""
        return self.round > 0 and not self.ended

    @property
    def side_to_act(self) -> str:
        """The side whose turn it is or will be next; empty when the round's turns are done, and
        before any round."""
        return self.order[self.turn] if self.turn < len(self.order) else ""

    def acts_in(self, turn: int, one: Combatant) -> bool:
        """Is the turn of this index theirs? Who acts late has their side's second one."""
        if self.order[turn] != one.side:
            return False
        if self.order.count(one.side) == 1:
            return True
        second = one.side in self.order[:turn]
        return second == (one.id in self.late)

    def has_turn_left(self, one: Combatant) -> bool:
        """Is a turn of this round, the one under way or to come, theirs?"""
        return any(self.acts_in(turn, one) for turn in range(self.turn, len(self.order)))

    def members(self, side: str) -> Iterator[Combatant]:
        """Everybody who is on a side, in the order they joined."""
        return (one for one in self.combatants.values() if one.side == side)

    def neighbours(self, area: str) -> list[str]:
        """The areas next to one, in either direction, in the order they were laid out."""
        return self._beside(area, lambda one: one.adjacent)

    def seen_from(self, area: str) -> list[str]:
        """The areas that can be seen from one: those next to it, and those said besides, but for
        those said to be out of sight."""
        hidden = self._beside(area, lambda one: one.unseen)
        near = self._beside(area, lambda one: (*one.adjacent, *one.sight))
        return [name for name in near if name not in hidden]

    def _beside(self, area: str, reach: Callable[[Area], tuple[str, ...]]) -> list[str]:
        here = self.areas.get(area)
        near = reach(here) if here is not None else ()
        return [
            name
            for name, other in self.areas.items()
            if name != area and (name in near or area in reach(other))
        ]

    def next_draw(self, key: DrawKey) -> int:
        """The lowest draw of a sealed series not used on this line."""
        return self.draws.get(key, 0)

    def is_drawn(self, key: DrawKey, draw: int) -> bool:
        """Has this draw of a sealed series been used on this line?"""
        return draw < self.draws.get(key, 0) or draw in self.strays.get(key, ())

    def pending_of(self, who: str) -> list[Pending]:
        """What somebody has declared and not yet done."""
        return [waiting for waiting in self.pending if waiting.action.by == who]

    def replaced_by(self, action: TurnAction) -> list[Pending]:
        """What an “instead” takes the place of (CF-03): a move that of the last move, or of the
        action where there is none; an action that of the action, which is the second of two
        moves where there is no other (CF-02). Who attacks with each weapon attacks with another
        as before (CF-11); what a craft does with its guns and what it does besides stay apart
        (CF-27)."""
        if not action.instead:
            return []
        waiting = self.pending_of(action.by)
        if self.phase:  # one action a round, and a move is one (PV-04)
            return waiting
        moves = [each for each in waiting if isinstance(each.action, Move)]
        if isinstance(action, Move):
            return moves[-1:] or waiting
        actions = [each for each in waiting if each not in moves]
        if isinstance(action, Manoeuvre) and not action.weapon:
            return [each for each in actions if not _weapons(each.action)]
        if _weapons(action) and self.combatants[action.by].each:
            same = [each for each in actions if _weapons(each.action) & _weapons(action)]
            return same or actions
        return actions or moves[1:]


def _weapons(action: TurnAction) -> set[str]:
    """The weapons an action is done with."""
    if isinstance(action, Attack):
        return set(action.weapons)
    return {action.weapon} if isinstance(action, Manoeuvre) and action.weapon else set()


_INNER = ("draws", "strays", "absent", "game")


def view(state: FightState) -> dict[str, Any]:
    """The state as dicts, lists and numbers; the game by id, name and version alone."""
    plain: dict[str, Any] = {}
    for field in state.__struct_fields__:
        if field not in _INNER:
            plain[field] = msgspec.to_builtins(getattr(state, field))
    game = state.game
    plain["game"] = {"id": game.id, "name": game.name, "version": game.version}
    return plain
