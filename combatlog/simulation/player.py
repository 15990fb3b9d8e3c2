"""A random player and referee: the next declaration, and corrections of what was declared."""

from __future__ import annotations

from random import Random

from combatlog.app.fight import Fight
from combatlog.simulation.choices import RandomChoices
from combatlog.simulation.random_actions import choose_action
from combatlog.simulation.rulings import choose_ruling
from events.errors import Refused
from events.store.envelope import Recorded
from events.types import declarations as d
from events.types.base import Game
from events.types.declarations import FightStarted
from events.types.log_events import Skipped
from events.types.rolls import FACES, Rolled
from events.types.sheets import Sheet
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.corrections.plan import Correction, CorrectionDie, RulingKind, Rulings
from replay.log.line_inputs import Input, list_fight_rows
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


RECENT = 12
"""Most corrections concern one of this many last inputs."""

_RULINGS: tuple[RulingKind, ...] = ("skip", "skip", "keep", "stop")


def correct_randomly(fight: Fight, player: RandomPlayer, random: Random) -> None:
    """Correct a random input, with random rulings on later ones and all the dice it needs."""
    inputs = [row for row in list_fight_rows(fight.history) if _can_be_corrected(row)]
    if not inputs:
        raise Refused("Nothing has been said yet that could be corrected.")
    row = random.choice(inputs if random.random() < 0.3 else inputs[-RECENT:])
    each = {one.seq: random.choice(_RULINGS) for one in inputs if random.random() < 0.2}
    rulings = Rulings(random.choice(_RULINGS), each)
    correction = _choose_correction(fight, row, player, random)
    drawing = random.random() < 0.3
    typed: list[CorrectionDie] = []
    plan = fight.plan_correction(correction, rulings, typed, drawing)
    while plan.missing and not plan.draws:
        for die in plan.missing:
            typed.append(CorrectionDie(random.randint(1, FACES[die.die]), die.by, die.die))
        plan = fight.plan_correction(correction, rulings, typed, drawing)
    fight.correct(plan)


def _can_be_corrected(row: Recorded) -> bool:
    return isinstance(row.event, Input) and not isinstance(row.event, FightStarted)


def _choose_correction(
    fight: Fight, row: Recorded, player: RandomPlayer, random: Random
) -> Correction:
    apart = random.random() < 0.1
    if isinstance(row.event, Rolled):
        face = random.randint(1, FACES[row.event.die])
        return Correction("amend", row.seq, "misread", face=face, apart=apart)
    match random.randrange(5):
        case 0:
            return Correction("strike", row.seq, "it never was", apart=apart)
        case 1:
            said = _choose_replacement(fight, row, player, random)
            return Correction("insert", row.seq, "forgotten", said, apart=apart)
        case _:
            said = _choose_replacement(fight, row, player, random)
            if isinstance(row.event, Skipped) and random.random() < 0.5:
                said = ()
            return Correction("amend", row.seq, "misheard", said, apart=apart)


def _choose_replacement(
    fight: Fight, row: Recorded, player: RandomPlayer, random: Random
) -> tuple[Declaration, ...]:
    """Return a declaration that was possible at that point, mostly of the same kind."""
    was = row.event.input if isinstance(row.event, Skipped) else row.event
    before = fight.compute_state(row.parent)
    for _ in range(random.choice((1, 8, 16))):
        said = player.next(before)
        if type(said) is type(was):
            break
    return (said,)
