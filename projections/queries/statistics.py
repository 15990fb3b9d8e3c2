"""Statistics of a line: what everybody did, suffered and threw, and where the fight turned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from events.types import outcomes as o
from events.types.declarations import Attack
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.luck import Luck as Luck
from projections.queries.killer import Blame
from projections.queries.turning_points import MOST_TURNS as MOST_TURNS
from projections.queries.turning_points import Turning
from projections.queries.turning_points import TurningPoint as TurningPoint
from projections.state.fight_state import FightState
from projections.state.fold import fold_one


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
    count = _Count()
    for seq, event in events:
        count.take(seq, event)
    return count.done()


class _Count:
    """Tallies by combatant and the player whose they were then."""

    def __init__(self) -> None:
        self._state = FightState()
        self._tallies: dict[tuple[str, str], Tally] = {}
        self._made: set[tuple[str, int]] = set()
        self._landed: set[tuple[str, int]] = set()
        self._blame = Blame(self._state)
        self._turning = Turning(self._state)

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
