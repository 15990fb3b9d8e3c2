"""What speaks against declarations that every game takes alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from events.types import declarations as d
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.common import turns
from rulesets.common.people import absence
from rulesets.common.turns import Clauses
from rulesets.core.ruleset import Problem


def plain(state: FightState, declared: Declaration, clauses: Clauses) -> Iterator[Problem]:
    """What speaks against the passing of time, going on as somebody else, other dice and the
    end."""
    match declared:
        case d.PassTime() if declared.seconds <= 0:
            yield Problem("Time passes forward: say how many seconds", clauses.time, False)
        case d.TakeOver():
            yield from turns.take_over(state, declared, clauses.heirs)
        case d.ChooseDice() if declared.dice == state.dice:
            yield Problem(f"The dice are {state.dice} already", "ALL-02", False)
        case d.EndFight() if state.ended:
            yield Problem("The fight is over already", clauses.time, False)


def dead(ones: Iterable[Combatant]) -> Iterator[Problem]:
    """The dead roll nothing; who has only left may be called on."""
    for one in ones:
        if one.standing == "dead":
            yield Problem(absence(one), "ALL-03")


def away(ones: Iterable[Combatant]) -> Iterator[Problem]:
    """Nothing happens to those who are not there."""
    for one in ones:
        if one.standing != "in":
            yield Problem(absence(one), "ALL-03")


def burden(one: Combatant, pack: str, declared: d.Burden, clause: str) -> Iterator[Problem]:
    """A full pack, by its game's name for that, is taken up once and put down once."""
    if one.has(pack) == declared.full:
        has = "already carries" if declared.full else "does not carry"
        yield Problem(f"{one.name} {has} a full pack", clause, False)
