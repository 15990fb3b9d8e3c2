"""Statistics of a line: attacks, damage, kills, aid, saves, and luck."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from events.types import outcomes as o
from events.types.declarations import Attack
from events.types.rolls import FACES, Rolled
from events.types.unions import AnyEvent, Declaration
from projections.queries.killer import FallTracker, KillTracker
from projections.queries.number_words import is_open
from projections.queries.rounds import WHOLE, Rounds, find_round
from projections.state.fight_state import FightState
from projections.state.fold import fold_one

_TABLE_DICE = frozenset({"location", "scar-place", "ship-effect"})
"""Purposes of dice that pick a row of a table: no face is better than another."""

_HARMFUL_DICE = frozenset({"harm"})
"""Purposes of dice that harm the one who throws them: a fall, a fire."""


class Luck(msgspec.Struct):
    """The luck of some dice: how many, their excess over the average, and the excess's variance.

    A d8 shows 4.5 on average, with a variance of 5.25. A die that picks a row of a table is
    counted, but neither good nor bad.
    """

    dice: int = 0
    excess: float = 0.0
    variance: float = 0.0

    def throw(self, faces: int, face: int) -> None:
        """Add a die of which a high face is good."""
        self.dice += 1
        self.excess += face - (faces + 1) / 2
        self.variance += (faces * faces - 1) / 12

    def turn(self, faces: int, face: int) -> None:
        """Count a die already added as one of which a low face is good (a save)."""
        self.excess -= 2 * (face - (faces + 1) / 2)

    def take(self, rolled: Rolled) -> None:
        """Add a recorded die, judged by its purpose."""
        faces = FACES[rolled.die]
        if rolled.purpose in _TABLE_DICE:
            self.dice += 1
            return
        self.throw(faces, rolled.face)
        if rolled.purpose in _HARMFUL_DICE:
            self.turn(faces, rolled.face)

    def add(self, other: Luck) -> None:
        """Add the dice of another luck."""
        self.dice += other.dice
        self.excess += other.excess
        self.variance += other.variance

    @property
    def spread(self) -> float:
        """The standard deviation of the excess: how far from 0 it usually is."""
        return math.sqrt(self.variance)

    @property
    def score(self) -> float:
        """The excess in units of its spread; one run of dice in twenty is beyond 2 or −2."""
        return self.excess / self.spread if self.variance else 0.0


class Tally(msgspec.Struct):
    """What a combatant or a player did and suffered.

    `attacks` made (a blast is one, however many it reaches) and `hits`, the attacks that dealt
    damage to anybody; damage `dealt` and `taken`, and what armor kept off: `stopped` of theirs by
    the armor of others, `absorbed` by their own; `cost`, what others lost of their scores by their
    blows, and `lost`, what they lost themselves, by a blow or not; whom they brought down
    (`downed`, also those who died of it at once) and `kills`; `aids`, how often they gave aid;
    saves and checks `passed` and `failed`; the `luck` of their dice.

    Damage is what got through armor: what was rolled less what was kept off. Striking back and
    hitting is an attack, too. A kill stays one if the dead are revived. Who lies already is not
    brought down again.
    """

    attacks: int = 0
    hits: int = 0
    dealt: int = 0
    taken: int = 0
    absorbed: int = 0
    stopped: int = 0
    cost: int = 0
    lost: int = 0
    downed: int = 0
    kills: int = 0
    aids: int = 0
    passed: int = 0
    failed: int = 0
    luck: Luck = msgspec.field(default_factory=Luck)

    @property
    def rolled(self) -> int:
        """What their blows came to before armor."""
        return self.dealt + self.stopped

    @property
    def struck(self) -> int:
        """What the blows at them came to before armor."""
        return self.taken + self.absorbed

    def add(self, other: Tally) -> None:
        """Add another tally."""
        for field in self.__struct_fields__:
            if field != "luck":
                setattr(self, field, getattr(self, field) + getattr(other, field))
        self.luck.add(other.luck)


class Statistics(NamedTuple):
    """The statistics of a line.

    Tallies by combatant (id, in the order of joining) and by player (what their combatants did
    while they were theirs), the state at the end, the tallies by round, combatant and player,
    which add up to the others, and the ids of those who were struck or hurt while players did not
    know their numbers.
    """

    combatants: dict[str, Tally]
    players: dict[str, Tally]
    state: FightState
    parts: dict[tuple[int, str, str], Tally]
    strangers: frozenset[str]


def sort_tallies(tallies: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """Return tallies with their keys: who dealt the most first, then who took the most."""
    return sorted(tallies.items(), key=lambda pair: (-pair[1].dealt, -pair[1].taken))


def do_players_differ(statistics: Statistics) -> bool:
    """Return whether the numbers of players are other ones than those of the combatants: somebody
    played several, or a combatant changed their player."""
    pairs = {(id, player) for _, id, player in statistics.parts}
    played = [player for _, player in pairs if player]
    return len({id for id, _ in pairs}) < len(pairs) or len({*played}) < len(played)


def name_rows(statistics: Statistics) -> dict[str, str]:
    """Return the name in each combatant's row by id, with that of their player unless players have
    rows of their own: “Wren (Anna)”."""
    differ = do_players_differ(statistics)
    people = statistics.state.combatants
    return {
        id: one.name if differ or one.player in ("", one.name) else f"{one.name} ({one.player})"
        for id, one in people.items()
    }


def compute_statistics(
    events: Iterable[tuple[int, AnyEvent]], rounds: Rounds = WHOLE
) -> Statistics:
    """Compute the statistics of the events of a line, of these rounds."""
    count = _Counter(rounds)
    for seq, event in events:
        count.take(seq, event)
    return count.done()


class _Counter:
    """Keeps a tally for each combatant and the player who had them at the time."""

    def __init__(self, rounds: Rounds) -> None:
        self._rounds = rounds
        self._state = FightState()
        self._tallies: dict[tuple[int, str, str], Tally] = {}
        self._made: set[tuple[str, int]] = set()
        self._landed: set[tuple[str, int]] = set()
        self._blame = KillTracker(self._state)
        self._falls = FallTracker(self._state, self._blame)
        self._struck: dict[str, str] = {}
        """By whom each was struck last in this turn."""
        self._strangers: set[str] = set()

    def take(self, seq: int, event: AnyEvent) -> None:
        fold_one(self._state, seq, event)
        if isinstance(event, Declaration | o.TurnBegan | o.PhaseBegan):
            self._struck.clear()
        by = self._falls.take(event)
        if self._rounds.includes(find_round(self._state)):
            self._count(event)
            if by:
                self._find_tally(by).downed += 1
        self._blame.take(event)
        if isinstance(event, o.DamageDealt):
            self._struck[event.to] = event.by
            self._note_stranger(event.to)
        elif isinstance(event, o.ScoreChanged):
            self._note_stranger(event.who)

    def _note_stranger(self, who: str) -> None:
        if not is_open(self._state, self._state.combatants[who]):
            self._strangers.add(who)

    def _count(self, event: AnyEvent) -> None:
        match event:
            case Rolled():
                self._find_tally(event.by).luck.take(event)
            case o.AttackRolled():
                self._count_attack(event.by, event.attack)
            case o.ContestRolled():
                self._count_contest(event.who)
            case o.DamageDealt():
                self._count_damage(event)
            case o.ScoreChanged(was=was, now=now) if now < was:
                self._count_loss(event)
            case o.SaveRolled() | o.CheckRolled():
                self._count_save(event)
            case o.Died():
                if killer := self._blame.killer(event):
                    self._find_tally(killer).kills += 1
            case o.Aided():
                self._find_tally(event.by).aids += 1

    def done(self) -> Statistics:
        joined = self._state.combatants
        combatants: dict[str, Tally] = {}
        players: dict[str, Tally] = {}
        for (_, id, player), tally in self._tallies.items():
            combatants.setdefault(id, Tally()).add(tally)
            if player:
                players.setdefault(player, Tally()).add(tally)
        in_order = {id: combatants[id] for id in joined if id in combatants}
        strangers = frozenset(self._strangers)
        return Statistics(in_order, players, self._state, self._tallies, strangers)

    def _find_tally(self, who: str) -> Tally:
        key = (find_round(self._state), who, self._state.combatants[who].player)
        return self._tallies.setdefault(key, Tally())

    def _count_attack(self, by: str, attack: int) -> None:
        """Count an attack once, though it is rolled for each of its targets."""
        if (by, attack) not in self._made or not attack:
            self._made.add((by, attack))
            self._find_tally(by).attacks += 1

    def _count_contest(self, who: str) -> None:
        """Count the attacks that a combatant in a contest has declared."""
        for waiting in self._state.pending_of(who):
            if isinstance(waiting.action, Attack):
                self._count_attack(who, waiting.seq)

    def _count_damage(self, event: o.DamageDealt) -> None:
        struck = self._find_tally(event.to)
        struck.taken += event.dealt
        struck.absorbed += max(0, event.rolled - event.dealt)
        if event.by:
            self._find_tally(event.by).dealt += event.dealt
            self._find_tally(event.by).stopped += max(0, event.rolled - event.dealt)
            self._count_hit(event)

    def _count_loss(self, event: o.ScoreChanged) -> None:
        """Count a loss, also for who struck the blow that led to it."""
        lost = event.was - event.now
        self._find_tally(event.who).lost += lost
        if by := self._struck.get(event.who):
            self._find_tally(by).cost += lost

    def _count_hit(self, event: o.DamageDealt) -> None:
        """Count a hit once for each attack; damage by effects or by the dying is none."""
        if not event.dealt:
            return
        if event.attack:
            if (event.by, event.attack) not in self._landed:
                self._landed.add((event.by, event.attack))
                self._find_tally(event.by).hits += 1
        elif event.weapon and not event.why:
            self._find_tally(event.by).attacks += 1
            self._find_tally(event.by).hits += 1

    def _count_save(self, event: o.SaveRolled | o.CheckRolled) -> None:
        tally = self._find_tally(event.who)
        tally.passed += event.passed
        tally.failed += not event.passed
        if isinstance(event, o.SaveRolled) and event.face:
            tally.luck.turn(20, event.face)


DEALT_COLUMNS = ("rolled", "stopped", "dealt", "cost", "downed", "kills")
TAKEN_COLUMNS = ("struck", "absorbed", "taken", "lost")
OTHER_COLUMNS = ("attacks", "hits", "aids", "saves", "dice", "luck")

COLUMNS = (*DEALT_COLUMNS, *TAKEN_COLUMNS, *OTHER_COLUMNS)
"""The columns of the tables of tallies: what they dealt, what they took, the others. Of the first
two tables each begins with a sum: what was rolled, less what armor kept off, is the damage. `saves`
are passed of all, `luck` the excess over the average of such dice, ± its spread."""

PAGE_COLUMNS = (
    *("dealt", "cost", "downed", "kills", "taken", "lost", "absorbed"),
    *OTHER_COLUMNS,
)
"""The columns where there is but one table."""

HEADS = {
    "rolled": "rolled",
    "stopped": "− armor",
    "dealt": "= dealt",
    "cost": "lost",
    "downed": "felled",
    "kills": "killed",
    "struck": "rolled",
    "absorbed": "− armor",
    "taken": "= taken",
    "lost": "lost",
    "aids": "aid",
    "through": "through",
    "blows": "blows",
}
"""The heads of the columns that are not headed by their own names."""

DAMAGE = (
    "What was rolled, less what armor kept off, is the damage dealt and taken. Lost is what it took"
    " from scores: less where a blow went beyond the last point."
)
"""The explanation of the damage."""

LUCK = "Luck is what the dice were above their average, ± how far such dice usually stray."
"""The explanation that stands below a table with luck in it."""


def format_tally(
    tally: Tally, hidden: bool = False, veiled: bool = False, columns: Sequence[str] = COLUMNS
) -> list[str]:
    """Format a tally in the order of the columns, without what is unknown (`list_unknown`)."""
    unknown = list_unknown(hidden, veiled)
    saves = tally.passed + tally.failed
    cells = {
        "saves": f"{tally.passed} of {saves}" if saves else "–",
        "dice": str(tally.luck.dice),
        "luck": format_luck(tally.luck),
    }
    return [
        "?" if name in unknown else cells.get(name) or str(getattr(tally, name)) for name in columns
    ]


def list_unknown(hidden: bool, veiled: bool) -> set[str]:
    """Return the numbers of a tally that an audience may not know: with `hidden`, those that tell
    their own armor and what they lost; with `veiled`, the same of those whom they struck."""
    own = ("struck", "absorbed", "lost") if hidden else ()
    others = ("rolled", "stopped", "cost") if veiled else ()
    return {*own, *others}


def format_luck(luck: Luck) -> str:
    """Format luck as excess and spread, “+3.5 ± 6.2”; “–” where no die was good or bad."""
    return f"{luck.excess:+.1f} ± {luck.spread:.1f}".replace("-", "−") if luck.variance else "–"
