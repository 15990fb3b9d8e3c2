"""Statistics of a line: what everybody did, suffered and threw, and where the fight turned."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from events.types import outcomes as o
from events.types.declarations import Attack
from events.types.dice_notation import FACES
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.queries.killer import Blame
from projections.queries.turning_points import MOST_TURNS as MOST_TURNS
from projections.queries.turning_points import TurningPoint as TurningPoint
from projections.queries.turning_points import TurningPointFinder
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.words import capital, side_words

_TABLE_DICE = frozenset({"location", "scar-place", "ship-effect"})
"""Purposes of dice that only pick a row of a table: no face is better than another."""

_HARMFUL_DICE = frozenset({"harm"})
"""Purposes of dice that count against whoever throws them: a fall, a fire."""


class Luck(msgspec.Struct):
    """Dice thrown: how many, by how much they are better than such dice are on average, and the
    variance of that excess. A d8 shows 4.5 on average, with variance 5.25; a die that only picks
    a row of a table is thrown, and neither good nor bad."""

    dice: int = 0
    excess: float = 0.0
    variance: float = 0.0

    def throw(self, faces: int, face: int) -> None:
        """One more die, of which a high face is good."""
        self.dice += 1
        self.excess += face - (faces + 1) / 2
        self.variance += (faces * faces - 1) / 12

    def turn(self, faces: int, face: int) -> None:
        """A die that was thrown to come up low (a save is rolled at or under a score)."""
        self.excess -= 2 * (face - (faces + 1) / 2)

    def take(self, rolled: Rolled) -> None:
        """One more die, judged by what it is thrown for."""
        faces = FACES[rolled.die]
        if rolled.purpose in _TABLE_DICE:
            self.dice += 1
            return
        self.throw(faces, rolled.face)
        if rolled.purpose in _HARMFUL_DICE:
            self.turn(faces, rolled.face)

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
    """What somebody did and suffered: `attacks` made (a blast is one, whomever it reaches), `hits`,
    those of them that dealt damage, damage `dealt`, `taken` and `absorbed` (by their own armor),
    `kills`, saves and checks `passed` and `failed`, and their dice.

    Damage is what got through armor; a loss of an ability or a score that no blow brought is none.
    Whoever strikes back and hits has made an attack, too. A kill stays one if the dead are
    revived."""

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


class Statistics(NamedTuple):
    """A line in numbers: by combatant (id, in the order they joined) and by player (those who have
    one; what was done while a combatant was theirs), and the turning points, the greatest first.
    `state` is the fight at the end of it."""

    combatants: dict[str, Tally]
    players: dict[str, Tally]
    turns: list[TurningPoint]
    state: FightState


def statistics(events: Iterable[tuple[int, AnyEvent]]) -> Statistics:
    """The statistics of the events of a line."""
    count = _Counter()
    for seq, event in events:
        count.take(seq, event)
    return count.done()


class _Counter:
    """Tallies by combatant and the player whose they were then."""

    def __init__(self) -> None:
        self._state = FightState()
        self._tallies: dict[tuple[str, str], Tally] = {}
        self._made: set[tuple[str, int]] = set()
        self._landed: set[tuple[str, int]] = set()
        self._blame = Blame(self._state)
        self._turning = TurningPointFinder(self._state)

    def take(self, seq: int, event: AnyEvent) -> None:
        self._turning.before(event)
        fold_one(self._state, seq, event)
        self._turning.after(seq, event)
        match event:
            case Rolled():
                self._of(event.by).luck.take(event)
            case o.AttackRolled():
                self._attack(event.by, event.attack)
            case o.ContestRolled():
                self._contest(event.who)
            case o.DamageDealt():
                self._damage(event)
            case o.SaveRolled() | o.CheckRolled():
                self._save(event)
            case o.Died():
                if killer := self._blame.killer(event):
                    self._of(killer).kills += 1
        self._blame.take(event)

    def done(self) -> Statistics:
        joined = self._state.combatants
        combatants: dict[str, Tally] = {}
        players: dict[str, Tally] = {}
        for (id, player), tally in self._tallies.items():
            combatants.setdefault(id, Tally()).add(tally)
            if player:
                players.setdefault(player, Tally()).add(tally)
        in_order = {id: combatants[id] for id in joined if id in combatants}
        return Statistics(in_order, players, self._turning.points(), self._state)

    def _of(self, who: str) -> Tally:
        key = (who, self._state.combatants[who].player)
        return self._tallies.setdefault(key, Tally())

    def _attack(self, by: str, attack: int) -> None:
        """An attack was made; it is rolled once for each target where there are several."""
        if (by, attack) not in self._made or not attack:
            self._made.add((by, attack))
            self._of(by).attacks += 1

    def _contest(self, who: str) -> None:
        """Somebody goes into a contest to strike, as they had declared."""
        for waiting in self._state.pending_of(who):
            if isinstance(waiting.action, Attack):
                self._attack(who, waiting.seq)

    def _damage(self, event: o.DamageDealt) -> None:
        struck = self._of(event.to)
        struck.taken += event.dealt
        struck.absorbed += max(0, event.rolled - event.dealt)
        if event.by:
            self._of(event.by).dealt += event.dealt
            self._hit(event)

    def _hit(self, event: o.DamageDealt) -> None:
        """What an attack's effects do besides is no further hit; nor is what the dying do."""
        if not event.dealt:
            return
        if event.attack:
            if (event.by, event.attack) not in self._landed:
                self._landed.add((event.by, event.attack))
                self._of(event.by).hits += 1
        elif event.weapon and not event.why:
            self._of(event.by).attacks += 1
            self._of(event.by).hits += 1

    def _save(self, event: o.SaveRolled | o.CheckRolled) -> None:
        tally = self._of(event.who)
        tally.passed += event.passed
        tally.failed += not event.passed
        if isinstance(event, o.SaveRolled) and event.face:
            tally.luck.turn(20, event.face)


COLUMNS = (
    "attacks",
    "hits",
    "dealt",
    "taken",
    "absorbed",
    "kills",
    "saves",
    "dice",
    "luck",
)
"""What is told of everybody: `saves` passed of all, `luck` the excess over what such dice show on
average, give or take its spread."""


def cells(tally: Tally, hidden: bool = False) -> list[str]:
    """Somebody's numbers, in the order of `COLUMNS`; `hidden` leaves out what their armor has
    absorbed."""
    return [
        str(tally.attacks),
        str(tally.hits),
        str(tally.dealt),
        str(tally.taken),
        "?" if hidden else str(tally.absorbed),
        str(tally.kills),
        f"{tally.passed} of {tally.passed + tally.failed}",
        str(tally.luck.dice),
        luck_words(tally.luck),
    ]


def luck_words(luck: Luck) -> str:
    """“+3.5 ± 6.2”: what the dice were better than they are on average, and how far that strays;
    of dice that are neither good nor bad “–”."""
    return f"{luck.excess:+.1f} ± {luck.spread:.1f}".replace("-", "−") if luck.variance else "–"


def turn_words(turn: TurningPoint, hidden: bool = False) -> str:
    """“Round 2: the party went from 4.8 to 3.9 in strength (#71)”; `hidden`: “Round 2: the foes
    lost much of their strength (#71)”."""
    when = f"Round {turn.round}" if turn.round else "Before the first round"
    side = capital(side_words(turn.side))
    if hidden:
        return f"{when}: {side} lost much of their strength (#{turn.seq})"
    return (
        f"{when}: {side} went from {turn.before:.1f} to {turn.after:.1f} in strength (#{turn.seq})"
    )
