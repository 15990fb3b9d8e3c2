"""The part of a `Ruleset` that is alike in every family: each question is handed on to the module
of the family that answers it, with the fight seen through its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any, Generic, TypeVar

from events.types.declarations import TakeOver
from events.types.game import Game
from events.types.outcomes import ControlPassed
from events.types.sheets import Kind, Sheet, Weapon
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.common.scene import Scene, player_of
from rulesets.core.play import Play
from rulesets.core.ruleset import Evidence, Lexicon, Problem

S = TypeVar("S", bound=Scene[Any])


class Rules(Generic[S]):
    """What a family gives it answers with; `scene` shows it a fight, with the input played."""

    def __init__(
        self,
        scene: Callable[[FightState, int], S],
        *,
        sheet: Callable[[Game, Mapping[str, Any], Kind], Sheet],
        weapon: Callable[[Game, str], Weapon],
        describe: Callable[[Game], list[tuple[str, list[tuple[str, str]]]]],
        lexicon: Callable[[Game], Lexicon],
        prepare: Callable[[S, Declaration], Declaration],
        preview: Callable[[S, Declaration], str],
        problems: Callable[[S, Declaration], Iterator[Problem]],
        play: Callable[[S, Declaration], Play[None]],
    ) -> None:
        self.sheet = sheet
        self.weapon = weapon
        self.describe = describe
        self.lexicon = lexicon
        self._scene = scene
        self._prepare = prepare
        self._preview = preview
        self._problems = problems
        self._play = play

    def cast(self, game: Game, random: Random) -> list[Sheet]:
        sheets: list[Sheet] = self._simulation().cast(game, random)
        return sheets

    def evidence(self, game: Game) -> Mapping[str, Evidence]:
        from rulesets.common.simulation import EVERY_GAME  # only a simulation asks for it

        return {**self._simulation().evidence(game), **EVERY_GAME}

    def prepare(self, state: FightState, declaration: Declaration) -> Declaration:
        return self._prepare(self._scene(state, 0), declaration)

    def dice(self, state: FightState, declaration: Declaration) -> str:
        return self._preview(self._scene(state, 0), declaration)

    def check(self, state: FightState, declaration: Declaration) -> list[Problem]:
        return list(self._problems(self._scene(state, 0), declaration))

    def play(self, state: FightState, declaration: Declaration, seq: int) -> Play[None]:
        return self._play(self._scene(state, seq), declaration)

    def _simulation(self) -> Any:
        """The family's module `simulation`; imported late because only a simulation needs it."""
        package = type(self).__module__.rpartition(".")[0]
        return import_module(f"{package}.simulation")


def take_over(state: FightState, declared: TakeOver) -> Play[None]:
    """The player of somebody dead goes on as a follower or a newcomer (CF-19)."""
    dead = state.combatants[declared.dead]
    yield ControlPassed(player_of(dead), dead.id, declared.to)
