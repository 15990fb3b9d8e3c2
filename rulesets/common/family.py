"""The base class of the families of rules: how each kind of declaration is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, Generic, TypeVar

from events.types import declarations as d
from events.types.base import Game
from events.types.outcomes import ControlPassed
from events.types.sheets import Kind, Sheet, Weapon
from events.types.statements import Stated
from events.types.unions import Declaration, Statement, TurnAction
from projections.state.fight_state import Combatant, FightState
from rulesets.common.rules_text import Section
from rulesets.common.scene import Scene, name_player
from rulesets.common.turns import lapse_all, list_in_force, list_undeclared
from rulesets.core.play import Play
from rulesets.core.ruleset import Evidence, ForeseenFall, Lexicon, Manoeuvring, Problem

S = TypeVar("S", bound=Scene[Any])


class Family(ABC, Generic[S]):
    """A `Ruleset` that sees each fight as a scene.

    A subclass overrides these methods. Where one of the family's functions does the work alone,
    the subclass names it: `rest = staticmethod(recovery.rest)`. `play` calls the method for the
    kind of the declaration (`join`, `act`, `resolve` …). If the family does not override that
    method, it records nothing.
    """

    @abstractmethod
    def scene(self, state: FightState, seq: int = 0) -> S:
        """Return the fight as these rules see it; `seq` is the input being played."""

    @abstractmethod
    def definition(self, game: Game) -> Any:
        """Return the game's definition as a typed record."""

    @abstractmethod
    def check_playable(self, game: Game) -> None: ...

    @abstractmethod
    def sheet(self, game: Game, entry: Mapping[str, Any], kind: Kind) -> Sheet: ...

    @abstractmethod
    def read_weapon(self, rules: Any, item: Any) -> Weapon:
        """Return the weapon that a text or table describes; raise `Refused` if it is unreadable."""

    @abstractmethod
    def describe(self, game: Game) -> list[Section]: ...

    @abstractmethod
    def lexicon(self, game: Game) -> Lexicon: ...

    @abstractmethod
    def rollable(self, state: FightState, one: Combatant) -> tuple[str, ...]: ...

    def foresee_fall(self, state: FightState, one: Combatant) -> ForeseenFall:
        return ""

    @abstractmethod
    def prepare_declaration(self, scene: S, declared: Declaration) -> Declaration:
        """Return the declaration with defaults filled in; raise `Refused` as `prepare` does."""

    @abstractmethod
    def preview_dice(self, scene: S, declared: Declaration) -> str:
        """Return the dice that a declared action will throw, in notation; empty if none."""

    @abstractmethod
    def find_problems(self, scene: S, declared: Declaration) -> Iterator[Problem]:
        """Yield the problems with a declaration, the most serious first."""

    def weapon(self, game: Game, text: str) -> Weapon:
        return self.read_weapon(self.definition(game), text)

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        return self.prepare_declaration(self.scene(state), declaration)

    def dice(self, state: FightState, declaration: Declaration) -> str:
        return self.preview_dice(self.scene(state), declaration)

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        found = list_in_force(state, self.find_problems(self.scene(state), declaration))
        if state.game.version < 2:  # its log names what is overruled by the sentence alone
            return [problem._replace(bar="") for problem in found]
        return list({(each.clause, each.bar or each.reason): each for each in found}.values())

    def list_manoeuvres(self, state: FightState, one: Combatant) -> tuple[Manoeuvring, ...]:
        """Return no manoeuvres: most games have no craft."""
        return ()

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        sheets: list[Sheet] = self._simulation().cast(game, random)
        return sheets

    def is_morale_off(self, game: Game) -> bool:
        """Return whether this table has switched the game's morale off."""
        return game.definition.get("options", {}).get("morale") is False

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        from rulesets.common.simulation import EVERY_GAME  # only simulation and audit need it

        return {**self._simulation().evidence(game), **EVERY_GAME}

    def _simulation(self) -> Any:
        """Import the family's module `simulation`, which only simulation and audit need."""
        package = type(self).__module__.rpartition(".")[0]
        return import_module(f"{package}.simulation")

    def find_left_out(self, state: FightState, ending: d.Resolve | d.BeginRound) -> list[Combatant]:
        scene = self.scene(state)
        return [
            one
            for one in list_undeclared(state, ending)
            if not any(self.find_problems(scene, d.Act(one.id, "acts")))
        ]

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        scene = self.scene(state, seq)
        match declaration:
            case d.Join():
                return self.join(scene, declaration)
            case d.Resolve():
                return self.resolve(scene, declaration)
            case d.BeginRound():
                return self.begin_round(scene, declaration)
            case d.EndFight():
                return self.end_fight(scene)
            case d.CallSave():
                return self.call_save(scene, declaration)
            case d.CallMorale():
                return self.call_morale(scene, declaration)
            case d.Harm():
                return self.harm(scene, declaration)
            case d.PassTime():
                return self.pass_time(scene, declaration)
            case d.Rest():
                return self.rest(scene, declaration)
            case d.Recover():
                return self.recover(scene, declaration)
            case d.Burden():
                return self.burden(scene, declaration)
            case d.TakeOver():
                return self.take_over(scene, declaration)
            case Stated():
                return self.state_fact(scene, declaration)
            case _ if isinstance(declaration, TurnAction):
                return self.act(scene, declaration)
        return _nothing()

    def join(self, scene: S, declared: d.Join) -> Play[None]:
        """Play what joining brings: a sheet can have scores or conditions with consequences."""
        return _nothing()

    def act(self, scene: S, declared: TurnAction) -> Play[None]:
        """Play an action that is resolved as soon as it is declared; most wait for `resolve`."""
        return _nothing()

    def resolve(self, scene: S, declared: d.Resolve) -> Play[None]:
        """Play what was declared for the turn or phase."""
        return _nothing()

    def begin_round(self, scene: S, declared: d.BeginRound) -> Play[None]:
        """End an open round and begin the next one."""
        return _nothing()

    def end_round(self, scene: S) -> Play[None]:
        """End the open round."""
        return _nothing()

    def end_fight(self, scene: S) -> Play[None]:
        """End the open round; without rounds, drop what is still declared."""
        if scene.state.round:
            yield from self.end_round(scene)
        else:
            yield from lapse_all(scene.state, "the fight ended")

    def call_save(self, scene: S, declared: d.CallSave) -> Play[None]:
        """Roll the saves or checks that the referee calls for."""
        return _nothing()

    def call_morale(self, scene: S, declared: d.CallMorale) -> Play[None]:
        """Roll the morale saves that the referee calls for."""
        return _nothing()

    def harm(self, scene: S, declared: d.Harm) -> Play[None]:
        """Apply harm from outside any attack."""
        return _nothing()

    def pass_time(self, scene: S, declared: d.PassTime) -> Play[None]:
        """Advance the clock."""
        return _nothing()

    def rest(self, scene: S, declared: d.Rest) -> Play[None]:
        """Restore what a rest restores."""
        return _nothing()

    def recover(self, scene: S, declared: d.Recover) -> Play[None]:
        """Heal one wound, or one lost score."""
        return _nothing()

    def burden(self, scene: S, declared: d.Burden) -> Play[None]:
        """Take up or put down a full pack."""
        return _nothing()

    def state_fact(self, scene: S, stated: Statement) -> Play[None]:
        """Play what a fact that the referee states brings along (ALL-01)."""
        return _nothing()

    def take_over(self, scene: S, declared: d.TakeOver) -> Play[None]:
        """Let the player of a dead character go on as a follower or a newcomer (CF-19)."""
        dead = scene.one(declared.dead)
        played = scene.state.game.version > 1 and scene.one(declared.to).kind == "pc"
        yield ControlPassed(name_player(dead), dead.id, declared.to, played)


def _nothing() -> Play[None]:
    yield from ()
