"""A random player and referee."""

from __future__ import annotations

from random import Random

from combatlog.simulation.choices import RandomChoices
from combatlog.simulation.random_actions import choose_action
from combatlog.simulation.rulings import choose_ruling
from events.types import declarations as d
from events.types.base import Game
from events.types.sheets import Sheet
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.core.registry import load_ruleset


class RandomPlayer:
    """Chooses what is declared next in a fight. Most declarations make sense; the rules refuse the
    others, which tests them, too."""

    def __init__(self, game: Game, random: Random) -> None:
        rules = load_ruleset(game.rules)
        self._choices = RandomChoices(rules, rules.lexicon(game), random)
        self._game = game
        self._reserve: list[Sheet] = []

    def next(self, state: FightState) -> Declaration:
        """Return a declaration for the fight as it stands; no dice may be awaited."""
        choices = self._choices
        choices.state = state
        chance = choices.random.random
        if not state.combatants or chance() < 0.01:
            return d.Join(self._choose_newcomer())
        if not state.round and chance() < 0.5:
            return self._choose_beginning(state)
        if state.round and not state.ended and not state.side_to_act and not state.phase:
            return self._choose_between_rounds(state)
        if state.ended or chance() < 0.05:
            return choose_ruling(choices)
        ready = choices.list_ready()
        if chance() < (0.06 if ready else 0.9):
            return d.Resolve()
        return choose_action(choices, ready)

    def _choose_newcomer(self) -> Sheet:
        """Return a sheet from a random cast of this game."""
        choices = self._choices
        self._reserve = self._reserve or choices.rules.cast(self._game, choices.random)
        return choices.random.choice(self._reserve)

    def _choose_beginning(self, state: FightState) -> Declaration:
        choices = self._choices
        if choices.random.random() < 0.4:
            return d.BeginRound()
        waived = choices.random.choice(("", "", "", "ambush", "ambushed"))
        foes = [one.id for one in choices.list_present() if one.kind == "npc"]
        versus = choices.choose(foes) if choices.has("versus") and not waived else ""
        return d.BeginRound(waived, versus=versus)  # type: ignore[arg-type]

    def _choose_between_rounds(self, state: FightState) -> Declaration:
        """Return a declaration between rounds: the next round, a ruling, an action, rest in games
        with watches, or the end of the fight."""
        chance = self._choices.random.random()
        if state.pending and "camp" not in self._choices.lexicon.lacks and chance < 0.6:
            return d.Rest(extended=chance < 0.2)
        standing = {one.side for one in self._choices.list_present()}
        if (len(standing) < 2 and chance < 0.3) or chance < 0.02:
            return d.EndFight("it is over")
        if chance < 0.2:
            return choose_action(self._choices, self._choices.list_present())
        return choose_ruling(self._choices) if chance < 0.3 else d.BeginRound()
