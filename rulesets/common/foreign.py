"""What other games have and this one has not: refused as soon as it is said, in so many words."""

from __future__ import annotations

from collections.abc import Iterator

from events import declarations as d
from events.errors import Refused
from events.vocabulary import Declaration
from projections.state import FightState

FEATURES = {
    "treat": "treating wounds for good; rest and recover are the words for it",
    "disengage": "disengaging",
    "manoeuvre": "manoeuvres of craft",
    "risk": "saves within an attack",
    "odds": "modifiers of the save against an attack's harm",
    "versus": "saves against an opponent",
    "target": "numbers to roll against",
    "modified saves": "modified saves",
    "place": "hit locations outside an attack",
    "phase": "phases",
    "band": "distances",
    "amount": "amounts of harm outside a fight: it is one step down",
}
"""What a declaration may ask for that not every game has, and how it is called in a refusal."""


def refuse_foreign(state: FightState, declared: Declaration, has: frozenset[str]) -> None:
    """Raise `Refused` where a declaration asks for a feature that is not among those."""
    for feature in asked_for(declared):
        if feature not in has:
            raise Refused(f"{state.game.name} knows no {FEATURES[feature]}.")


def asked_for(declared: Declaration) -> Iterator[str]:
    """The features a declaration makes use of."""
    match declared:
        case d.Treat():
            yield "treat"
        case d.Disengage():
            yield "disengage"
        case d.Manoeuvre():
            yield "manoeuvre"
        case d.Attack():
            yield from _of_attack(declared)
        case d.Move() if declared.phase:
            yield "phase"
        case d.Act() | d.Special() | d.CallSave():
            if declared.target is not None:
                yield "target"
            if declared.enhanced or declared.impaired:
                yield "modified saves"
        case d.Harm():
            if declared.amount:
                yield "amount"
            if declared.place:
                yield "place"
    if getattr(declared, "versus", ""):
        yield "versus"


def _of_attack(attack: d.Attack) -> Iterator[str]:
    if attack.risk is not None:
        yield "risk"
    aimed = any(aim.ward or aim.bane for aim in attack.targets)
    if attack.ward or attack.bane or aimed:
        yield "odds"
    if attack.band:
        yield "band"
