"""Statistics of a line: what everybody did, suffered and threw, and where the fight turned."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from events import outcomes as o
from events.dice import FACES
from events.rolls import Rolled
from events.vocabulary import AnyEvent
from projections.fold import fold_one
from projections.state import Combatant, FightState

MOST_TURNS = 3
"""Turning points of a fight."""


class Luck(msgspec.Struct):
    """Dice thrown: how many, by how much they are better than such dice are on average, and the
    variance of that excess. A d8 shows 4.5 on average, with variance 5.25."""

    dice: int = 0
    excess: float = 0.0
    variance: float = 0.0

    def throw(self, faces: int, face: int) -> None:
        """One more die."""
        self.dice += 1
        self.excess += face - (faces + 1) / 2
        self.variance += (faces * faces - 1) / 12

    def turn(self, faces: int, face: int) -> None:
        """A die that was thrown to come up low (a save is rolled at or under a score)."""
        self.excess -= 2 * (face - (faces + 1) / 2)

    def add(self, other: Luck) -> None:
        """Somebody else's dice, too."""
        self.dice += other.dice
        self.excess += other.excess
        self.variance += other.variance

    @property
    def spread(self) -> float:
        """How far from 0 the excess of so many dice usually is: its standard deviation."""
        return math.sqrt(self.variance)

    @property
    def score(self) -> float:
        """The excess in units of its spread: beyond 2 or −2 is one run of dice in twenty."""
        return self.excess / self.spread if self.variance else 0.0


class Tally(msgspec.Struct):
    """What somebody did and suffered: `attacks` rolled, `hits` that dealt damage, damage `dealt`,
    `taken` and `absorbed` (by their own armor), `kills`, saves and checks `passed` and `failed`,
    and their dice."""

    attacks: int = 0
    hits: int = 0
    dealt: int = 0
    taken: int = 0
    absorbed: int = 0
    kills: int = 0
    passed: int = 0
    failed: int = 0
    luck: Luck = msgspec.field(default_factory=Luck)

    def add(self, other: Tally) -> None:
        """Somebody else's, too."""
        for field in self.__struct_fields__:
            if field != "luck":
                setattr(self, field, getattr(self, field) + getattr(other, field))
        self.luck.add(other.luck)


class TurningPoint(NamedTuple):
    """A turn that cost a side much of its strength: the round, the last event of the turn, the
    side, and the strength before and after: for everybody of the side in the fight half of it for
    being there, half for what is left of the score that wears down first."""

    round: int
    seq: int
    side: str
    before: float
    after: float


class Statistics(NamedTuple):
    """A line in numbers: by combatant (id) and by player (those who have one), and the turning
    points, the greatest first. `state` is the fight at the end of it."""

    combatants: dict[str, Tally]
    players: dict[str, Tally]
    turns: list[TurningPoint]
    state: FightState


def statistics(events: Iterable[tuple[int, AnyEvent]]) -> Statistics:
    """The statistics of the events of a line."""
    count = _Count()
    for seq, event in events:
        count.take(seq, event)
    return count.done()


class _Count:
    def __init__(self) -> None:
        self._state = FightState()
        self._tallies: dict[str, Tally] = {}
        self._struck: dict[str, str] = {}
        self._strength: dict[str, float] = {}
        self._turns: list[TurningPoint] = []

    def take(self, seq: int, event: AnyEvent) -> None:
        fold_one(self._state, seq, event)
        match event:
            case Rolled():
                self._of(event.by).luck.throw(FACES[event.die], event.face)
            case o.AttackRolled():
                self._of(event.by).attacks += 1
            case o.DamageDealt():
                self._damage(event)
            case o.SaveRolled() | o.CheckRolled():
                tally = self._of(event.who)
                tally.passed += event.passed
                tally.failed += not event.passed
                if isinstance(event, o.SaveRolled) and event.face:
                    tally.luck.turn(20, event.face)
            case o.Died():
                killer = self._struck.get(event.who, "")
                if killer:
                    self._of(killer).kills += 1
            case o.TurnBegan() | o.PhaseBegan() | o.RoundBegan():
                self._strength = self._strengths()
            case o.TurnEnded() | o.PhaseEnded():
                self._turned(seq)

    def done(self) -> Statistics:
        players: dict[str, Tally] = {}
        for id, tally in self._tallies.items():
            player = self._state.combatants[id].player
            if player:
                players.setdefault(player, Tally()).add(tally)
        self._turns.sort(key=lambda turn: turn.after - turn.before)
        return Statistics(self._tallies, players, self._turns[:MOST_TURNS], self._state)

    def _of(self, who: str) -> Tally:
        return self._tallies.setdefault(who, Tally())

    def _damage(self, event: o.DamageDealt) -> None:
        struck = self._of(event.to)
        struck.taken += event.dealt
        struck.absorbed += max(0, event.rolled - event.dealt)
        self._struck[event.to] = event.by
        if event.by:
            striker = self._of(event.by)
            striker.dealt += event.dealt
            striker.hits += event.dealt > 0

    def _turned(self, seq: int) -> None:
        """What the turn has cost each side."""
        for side, after in self._strengths().items():
            before = self._strength.get(side, after)
            if after < before:
                self._turns.append(TurningPoint(self._state.round, seq, side, before, after))

    def _strengths(self) -> dict[str, float]:
        strengths = dict.fromkeys(self._state.sides, 0.0)
        for one in self._state.combatants.values():
            if one.standing == "in" and one.side in strengths:
                strengths[one.side] += 0.5 + 0.5 * _left(one)
        return strengths


def _left(one: Combatant) -> float:
    """What is left of the score that wears down first (0 to 1)."""
    first = next(iter(one.scores), "")
    most = one.maxima.get(first, 0)
    return min(1.0, max(0.0, one.scores[first] / most)) if most else 0.0
