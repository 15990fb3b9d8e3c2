"""Given a fight, when something is declared and dice are typed, then this holds.

    fight = given("golden-idol", pc("Ben", "6/1/9/9/11"), npc("Wolf", "4/1/6/8/6", bite="d6"))
    fight.when(attack("wolf", "ben"), Resolve())
    fight.rolls("wolf d6=5")
    fight.then("ben", HP=2)

A block is hit protection/armor/body/agility/will. Dice are typed in the order they are asked
for; written out (`"wolf d6=5"`) roller and die are compared with what is asked.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.base import Game
from events.types.declarations import Aim, Attack, DiceMode, FightStarted, Join
from events.types.sheets import Condition, Effect, Kind, Sheet, Weapon
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.definitions.shipped import load_game

E = TypeVar("E")

Roll = int | str | tuple[str, int]


class Person(NamedTuple):
    """A combatant in short form; `sheet` puts the numbers under the field names of a game."""

    name: str
    block: str
    kind: Kind
    max: dict[str, int]
    fields: dict[str, Any]

    def sheet(self, game: Game) -> Sheet:
        """Return the sheet in a game."""
        protection, armor, *abilities = map(int, self.block.split("/"))
        names = game.scores.get(self.fields.get("scale", ""), game.scores["individual"])
        return Sheet(
            self.name,
            dict(zip(names, (protection, *abilities), strict=True)),
            kind=self.kind,
            armor=armor,
            maxima=self.max,
            **self.fields,
        )


_FIELDS = frozenset(Sheet.__struct_fields__)


def pc(
    name: str, block: str = "6/0/10/10/10", max: dict[str, int] | None = None, **more: Any
) -> Person:
    """Return a player character. Keywords that are no sheet fields are weapons: `sword="d8"`."""
    return _person(name, block, "pc", max, more)


def follower(
    name: str, block: str = "3/0/8/8/8", max: dict[str, int] | None = None, **more: Any
) -> Person:
    """Return a follower of the party."""
    return _person(name, block, "follower", max, more)


def npc(
    name: str, block: str = "4/0/10/10/10", max: dict[str, int] | None = None, **more: Any
) -> Person:
    """Return a foe or bystander."""
    return _person(name, block, "npc", max, more)


def mob(name: str, block: str = "6/0/10/10/10", **more: Any) -> Person:
    """Return a detachment."""
    return npc(name, block, scale="detachment", **more)


def _person(
    name: str, block: str, kind: Kind, max: dict[str, int] | None, more: dict[str, Any]
) -> Person:
    fields = {key: value for key, value in more.items() if key in _FIELDS}
    weapons = [
        weapon(key.replace("_", " "), value) for key, value in more.items() if key not in _FIELDS
    ]
    fields["weapons"] = (*fields.get("weapons", ()), *weapons)
    return Person(name, block, kind, max or {}, fields)


def weapon(name: str, text: str, *effects: Effect, range: str = "") -> Weapon:
    """Return a weapon from its dice and tags: `2d8 blast`."""
    dice, *tags = text.split()
    return Weapon(name, dice, tuple(tags), range, effects)


def attack(by: str, *targets: str | Aim, **more: Any) -> Attack:
    """Return an attack on these targets; `weapons` is one label or several."""
    aims = tuple(aim if isinstance(aim, Aim) else Aim(aim) for aim in targets)
    if isinstance(more.get("weapons"), str):
        more["weapons"] = (more["weapons"],)
    return Attack(by, aims, **more)


def variant(game: str, **options: Any) -> Game:
    """Return a game with other values for some of its options."""
    loaded = load_game(game)
    definition = dict(loaded.definition)
    definition["options"] = {**definition["options"], **options}
    return msgspec.structs.replace(loaded, definition=definition)


def given(
    game: str, *people: Person, dice: DiceMode = "typed", version: int = 0, **options: Any
) -> Given:
    """Start a fight of this game (with these options) that these people join; with `version`, under
    an earlier version of its rules."""
    chosen = variant(game, **options)
    chosen = msgspec.structs.replace(chosen, version=version or chosen.version)
    store = MemoryStore()
    store.append("fight", 0, [Entry(FightStarted("A fight", chosen, dice))])
    fight = Given(Fight(store, "fight"), chosen)
    for person in people:
        fight.joins(person)
    return fight


class Given:
    """A fight under test. `start` is the seq before the last `when`."""

    def __init__(self, fight: Fight, game: Game) -> None:
        self.fight = fight
        self.game = game
        self.start = 0
        self._before: dict[str, Combatant] = {}

    @property
    def state(self) -> FightState:
        """The state of the fight."""
        return self.fight.state

    def one(self, who: str) -> Combatant:
        """Return a combatant by id."""
        return self.fight.state.combatants[who]

    def joins(self, person: Person) -> Given:
        """Let somebody join."""
        self.fight.declare(Join(person.sheet(self.game)))
        return self

    def when(self, *said: Declaration) -> Given:
        """Declare these, each in a command of its own."""
        self.start = len(self.fight.history)
        self._before = {id: one.copied() for id, one in self.state.combatants.items()}
        for declaration in said:
            self.fight.declare(declaration)
        return self

    def rolls(self, *rolls: Roll) -> Given:
        """Type dice, in the order they are asked for."""
        for roll in rolls:
            if isinstance(roll, str):
                asked, _, face = roll.partition("=")
                first = self.fight.find_awaited_die()
                assert asked == f"{first.by} {first.die}"
                self.fight.roll(int(face))
            elif isinstance(roll, tuple):
                self.fight.roll(roll[1], by=roll[0])
            else:
                self.fight.roll(roll)
        return self

    def then(
        self,
        who: str,
        has: str = "",
        lacks: str = "",
        standing: str = "in",
        max: dict[str, int] | None = None,
        **scores: int,
    ) -> Given:
        """Check somebody's scores, maxima, conditions (`has="a, b"`) and standing, that no die is
        awaited, and that a fold of the log gives the same state."""
        self.then_asked()
        assert self.fight.compute_state(len(self.fight.history)) == self.state
        one = self.one(who)
        assert scores == {score: one.scores[score] for score in scores}
        wanted = max or {}
        assert wanted == {score: one.maxima[score] for score in wanted}
        names = {condition.name for condition in one.conditions}
        assert set(filter(None, has.split(", "))) <= names
        assert not set(filter(None, lacks.split(", "))) & names
        assert standing == one.standing
        return self

    def then_asked(self, *dice: str) -> Given:
        """Check that these dice are awaited (`"ben d20"`), in this order."""
        assert list(dice) == [f"{asked.by} {asked.die}" for asked in self.state.awaited]
        return self

    def then_nobody_changed(self, *but: str) -> Given:
        """Check that nobody but these has changed since the last `when`, apart from actions."""
        self.then_asked()
        for id, was in self._before.items():
            if id not in but:
                assert _lasting(was) == _lasting(self.one(id))
        return self

    def then_refused(self, words: str, *said: Declaration, clause: str = "") -> Given:
        """Check that the last of these is refused in these words and nothing of it is recorded."""
        for declaration in said[:-1]:
            self.fight.declare(declaration)
        length, before = len(self.fight.history), self.state.copied()
        with pytest.raises(Refused) as refused:
            self.fight.declare(said[-1])
        assert words in str(refused.value)
        assert clause in ("", refused.value.clause)
        assert length == len(self.fight.history)
        assert before == self.state
        return self

    def told(self, kind: type[E], since: int | None = None, **fields: Any) -> list[E]:
        """Return the events of a kind with these fields since the last `when`."""
        start = self.start if since is None else since
        return [
            event
            for event in self.events(start)
            if isinstance(event, kind)
            and all(getattr(event, field) == value for field, value in fields.items())
        ]

    def events(self, since: int = 0) -> list[AnyEvent]:
        """Return everything recorded after a seq."""
        return [row.event for row in self.fight.history.rows if row.seq > since]

    def then_told(self, kind: type[E], **fields: Any) -> E:
        """Check that exactly one such event was recorded since the last `when`, and return it."""
        found = self.told(kind, **fields)
        assert len(found) == 1, f"{len(found)} {kind.__name__} with {fields}"
        return found[0]

    def then_never(self, kind: type[E], **fields: Any) -> Given:
        """Check that no event of this kind with these fields was recorded since the last `when`."""
        assert [] == self.told(kind, **fields)
        return self


def _lasting(one: Combatant) -> tuple[Any, ...]:
    return (one.scores, one.maxima, one.conditions, one.wounds, one.standing)


def condition(name: str, bars: Any = "", source: str = "") -> Condition:
    """Return a condition that somebody joins with."""
    return Condition(name, bars, source)
