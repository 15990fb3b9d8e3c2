"""Outcomes of the order of play: rounds, turns, phases, and the fight's clock.

STORAGE FORMAT: tags and field names are written into campaign files. `events.types.outcomes` says
what an outcome is, and has these, too.
"""

from events.types.base import Event


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A round begins. `order` is the sides in the order of their turns, `late` the combatants who
    act only in their side's second turn of this round."""

    number: int
    order: tuple[str, ...]
    late: tuple[str, ...] = ()


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """A round ends."""

    number: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A side's turn begins; `alone` is a combatant who is resolved by themselves, late or `ahead`
    of the others."""

    side: str
    alone: str = ""
    ahead: bool = False


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """A side's turn ends; that of a combatant who was `alone` and ahead of the others goes on for
    these, and `done` has the seqs of the declarations that were resolved."""

    side: str
    alone: str = ""
    done: tuple[int, ...] = ()


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A phase of the round begins; what it resolves is judged by the state at this moment."""

    phase: str


class PhaseEnded(Event, frozen=True, tag="phase-ended"):
    """A phase ends, and its results take effect; `done` are the seqs of the declarations it
    resolved."""

    phase: str
    done: tuple[int, ...] = ()


class ClockAdvanced(Event, frozen=True, tag="clock-advanced"):
    """The fight's clock goes from `was` to `now` seconds."""

    was: int
    now: int
