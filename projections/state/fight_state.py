"""The state of a fight: combatants, rounds and turns, pending declarations, awaited dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from events.types.base import Game
from events.types.declarations import Area, Attack, DiceMode, Manoeuvre, Move
from events.types.rolls import Asked
from events.types.sheets import Bars, Condition, Effect, Kind, Scale, Weapon, Wound
from events.types.unions import TurnAction

Standing = Literal["in", "gone", "dead"]

DISABLING: tuple[Bars, ...] = ("everything", "all but crawling")
"""The values of `Condition.bars` that keep a combatant from acting."""

LOST_ROUND = "lost the round"
"""The condition of a combatant who does not act in the first round. It does not show."""

DrawKey: TypeAlias = tuple[str, str, str]
"""The key of one series of sealed draws: roller, purpose, and the epoch (in format 1 the die)."""

Handler: TypeAlias = "Callable[[FightState, Any, int], None]"
"""Applies an event with its seq to a state, in place."""


class LastAttack(msgspec.Struct, frozen=True, gc=False):
    """An attack after which the attacker has not moved: its turn's number, and its targets' ids."""

    turn: int
    targets: tuple[str, ...]


class Combatant(msgspec.Struct):
    """One combatant at one moment.

    - `scores`, `maxima`: by the game's names of scores.
    - `standing`, `how`: whether they are in the fight; how they left or died.
    - `moves`, `acted`, `used`: moves and actions in this round, and the weapons attacked with.
    - `last`: the last attack with each weapon since they last moved.
    - `fresh`: they joined, or passed to a player, after the first die of this round.
    - `heir`: a player goes on with them after a death; `successor`: the id of the combatant that
      the player of this dead one went on with.
    - `engaged`: the ids of those they are locked in a fight with.
    - `noun`, `plural`: the words it is called by in prose (`Sheet`).
    - `shaken`, `spent`: grounds for morale saves of their own, not yet rolled and done for good.
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
    noun: str = ""
    plural: str = ""

    def condition(self, name: str) -> Condition | None:
        """Return the first condition of that name, or None."""
        for condition in self.conditions:
            if condition.name == name:
                return condition
        return None

    def has(self, name: str) -> bool:
        """Return whether they have a condition of that name."""
        for condition in self.conditions:  # called very often: `any` takes three times as long
            if condition.name == name:
                return True
        return False

    def find_felling(self, felled: Sequence[str]) -> str:
        """Return the first of these conditions by which they are down and cannot act; or nothing.
        `felled` are the game's (`Lexicon.felled`)."""
        disabling = (each.name for each in self.conditions if each.bars in DISABLING)
        return next((name for name in disabling if name in felled), "")

    def wound(self, label: str) -> Wound | None:
        """Return the wound of that label, or None."""
        for wound in self.wounds:
            if wound.label == label:
                return wound
        return None

    def overdue_wounds(self, clock: int) -> list[Wound]:
        """Return the wounds that are due at this time of the clock."""
        return [wound for wound in self.wounds if wound.due is not None and wound.due <= clock]

    def copied(self) -> Combatant:
        """Return a copy that can be changed without changing this one."""
        twin = replace(self)
        twin.scores = self.scores.copy()
        twin.maxima = self.maxima.copy()
        twin.conditions = self.conditions.copy()
        twin.wounds = self.wounds.copy()
        twin.last = self.last.copy()
        return twin


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A declaration that waits to be resolved, with its seq and what was overruled for it: the
    clause and the bar of each problem; where none was recorded, its sentence."""

    seq: int
    action: TurnAction
    overruled: tuple[str, ...] = ()


class FightState(msgspec.Struct):
    """A fight at one moment.

    - `seq`: the last event folded.
    - `round`: 0 before the first; `order`: the sides whose turns it has; `turn`: the index of the
      current or next turn; `late`: the ids of those who act in their side's second turn.
    - `turns`: how many turns ever began; `acting`: the side whose turn is being resolved; `alone`:
      the id of a combatant whose late declaration is resolved by itself.
    - `phase`: the current phase of the round, in games with phases; `round_over`: the last round
      that began has ended.
    - `clock`: in the game's unit, seconds or watches.
    - `rolled`: a die of this round has been rolled.
    - `pending`: declarations to be resolved. `playing`: the seq of the input being resolved while
      `awaited` dice are missing.
    - `sides`: the ids of everybody who ever joined each side; `players`: the sides that player
      characters or followers ever joined.
    - `shaken`, `spent`: by side, the grounds for morale saves not yet rolled, and done for good.
    - `draws`: the lowest unused draw of each sealed series; `strays`: higher draws already used.
    - `areas`: the battlefield, by name.
    - `wielded`: the weapons of each combatant's last declared attack, by id.
    - `absent`: the names, by id, of combatants whose joining was skipped; both stay reserved.
    """

    seq: int = 0
    title: str = ""
    game: Game = Game("", "", "", 0, {}, {})
    dice: DiceMode = "digital"
    sealed: str = ""
    anchor: str = ""
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
    wielded: dict[str, tuple[str, ...]] = {}
    absent: dict[str, str] = {}
    round_over: bool = False

    def draws_for(self, by: str) -> bool:
        """Return whether the program draws the dice of a combatant (an id); in a fight with mixed
        dice those of everybody on no side of player characters."""
        if self.dice != "mixed":
            return self.dice == "digital"
        return self.combatants[by].side not in self.players

    def copied(self) -> FightState:
        """Return a copy that can be changed without changing this one.

        Both share what is never changed in place: game, events, areas, `absent`.
        """
        twin = self.copied_around()
        twin.combatants = {id: one.copied() for id, one in self.combatants.items()}
        return twin

    def copied_around(self) -> FightState:
        """Return a copy that shares its combatants with this state. It holds until one of them
        changes; others can join either of the two. It costs little where there are many."""
        twin = replace(self)
        twin.combatants = self.combatants.copy()
        twin.sides = self.sides.copy()
        twin.pending = self.pending.copy()
        twin.awaited = self.awaited.copy()
        twin.shaken = self.shaken.copy()
        twin.spent = self.spent.copy()
        twin.draws = self.draws.copy()
        twin.strays = self.strays.copy()
        twin.wielded = self.wielded.copy()
        return twin

    @property
    def round_open(self) -> bool:
        """Whether a round is under way."""
        return self.round > 0 and not self.ended

    @property
    def side_to_act(self) -> str:
        """The side of the current or next turn; empty before the first round and after the last
        turn of a round."""
        return self.order[self.turn] if self.turn < len(self.order) else ""

    def acts_in(self, turn: int, one: Combatant) -> bool:
        """Return whether a combatant acts in the turn of this index.

        Of a side's two turns, those in `late` act in the second.
        """
        if self.order[turn] != one.side:
            return False
        if self.order.count(one.side) == 1:
            return True
        second = one.side in self.order[:turn]
        return second == (one.id in self.late)

    def has_turn_left(self, one: Combatant) -> bool:
        """Return whether a combatant acts in the current turn or a later one of this round."""
        return any(self.acts_in(turn, one) for turn in range(self.turn, len(self.order)))

    def members(self, side: str) -> Iterator[Combatant]:
        """Return the combatants of a side, in the order they joined the fight."""
        return (one for one in self.combatants.values() if one.side == side)

    def has_namesake(self, one: Combatant) -> bool:
        """Return whether others are counted on from a combatant: Wolf, where there is a Wolf 2."""
        numbered = (each.name.rpartition(" ") for each in self.combatants.values())
        return any(name == one.name and number.isdigit() for name, _, number in numbered)

    def neighbours(self, area: str) -> list[str]:
        """Return the areas next to one, named so by either, in the order they were laid out."""
        return self._list_beside(area, lambda one: one.adjacent)

    def seen_from(self, area: str) -> list[str]:
        """Return the areas seen from one: its neighbours and `sight`, without those `unseen`."""
        hidden = self._list_beside(area, lambda one: one.unseen)
        near = self._list_beside(area, lambda one: (*one.adjacent, *one.sight))
        return [name for name in near if name not in hidden]

    def _list_beside(self, area: str, reach: Callable[[Area], tuple[str, ...]]) -> list[str]:
        here = self.areas.get(area)
        near = reach(here) if here is not None else ()
        return [
            name
            for name, other in self.areas.items()
            if name != area and (name in near or area in reach(other))
        ]

    def next_draw(self, key: DrawKey) -> int:
        """Return the lowest draw of a sealed series that this line has not used."""
        return self.draws.get(key, 0)

    def is_drawn(self, key: DrawKey, draw: int) -> bool:
        """Return whether this line has used a draw of a sealed series."""
        return draw < self.draws.get(key, 0) or draw in self.strays.get(key, ())

    def pending_of(self, who: str) -> list[Pending]:
        """Return the pending declarations of a combatant."""
        return [waiting for waiting in self.pending if waiting.action.by == who]

    def awaited_of(self, by: str = "", die: str = "") -> list[Asked]:
        """Return the awaited dice of this roller (an id) and kind, in the order that they are
        thrown in; the first is the one that a face without more counts for."""
        return [each for each in self.awaited if by in ("", each.by) and die in ("", each.die)]

    def replaced_by(self, action: TurnAction) -> list[Pending]:
        """Return the pending declarations that an “instead” replaces (CF-03).

        A move replaces the last move, or the action if there is no move. An action replaces the
        action; of two moves, the second one (CF-02). A combatant who attacks with each weapon
        replaces only attacks with the same ones (CF-11). What a craft does with its guns and what
        it does without are separate (CF-27).
        """
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
            return [each for each in actions if not _list_weapons(each.action)]
        if _list_weapons(action) and self.combatants[action.by].each:
            same = [each for each in actions if _list_weapons(each.action) & _list_weapons(action)]
            return same or actions
        return actions or moves[1:]


def _list_weapons(action: TurnAction) -> set[str]:
    """Return the names of the weapons an action uses."""
    if isinstance(action, Attack):
        return set(action.weapons)
    return {action.weapon} if isinstance(action, Manoeuvre) and action.weapon else set()


_INTERNAL = ("anchor", "draws", "strays", "absent", "wielded", "game", "round_over")
"""Fields that `dump_state` leaves out, or shortens."""


def dump_state(state: FightState) -> dict[str, Any]:
    """Return the state as plain dicts, lists and values; the game by id, name and version."""
    plain: dict[str, Any] = {}
    for field in state.__struct_fields__:
        if field not in _INTERNAL:
            plain[field] = msgspec.to_builtins(getattr(state, field))
    game = state.game
    plain["game"] = {"id": game.id, "name": game.name, "version": game.version}
    return plain
