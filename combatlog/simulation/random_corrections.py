"""Random corrections: an input is amended, struck out or preceded by a forgotten one; a die gets
another face."""

from __future__ import annotations

from random import Random

from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer
from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import FightStarted
from events.types.log_events import Skipped
from events.types.rolls import FACES, Rolled
from events.types.unions import Declaration
from replay.corrections.plan import Correction, CorrectionDie, RulingKind, Rulings
from replay.log.line_inputs import Input, list_fight_rows

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
