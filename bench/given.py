"""The fights that are measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from events.store.memory import MemoryStore
from events.store.protocol import Store
from events.types.declarations import Aim, Attack, BeginRound, Join, Resolve
from events.types.outcomes import RoundBegan, RoundEnded
from events.types.rolls import Rolled
from events.types.sheets import Sheet, Weapon
from events.types.unions import AnyEvent, Declaration

TEN = tuple(f"Hunter {number}" for number in range(1, 11))


def started(store: Store) -> Fight:
    """Ten hunters and a beast that outlives every attack, digital dice."""
    hunters = [
        Sheet(name, _scores(6), kind="pc", weapons=(Weapon("rifle", "d10"),)) for name in TEN
    ]
    beast = Sheet("Beast", _scores(9999), weapons=(Weapon("claws", "d4"),))
    fight = Campaign(store).start("A long hunt", "golden-idol")
    fight.declare(*(Join(sheet) for sheet in (*hunters, beast)))
    return fight


def _scores(protection: int) -> dict[str, int]:
    return {"HP": protection, "STR": 12, "DEX": 12, "WIL": 12}


def ten_attacks() -> list[Declaration]:
    """What a round of ten attacks is made of."""
    aims = (Aim("beast"),)
    return [*(Attack(name, aims) for name in TEN), Resolve()]


def play_round(fight: Fight) -> None:
    """A new round: ten attacks, each a command, resolved; the beast does nothing."""
    fight.declare(BeginRound("" if fight.state.round else "ambush"))
    for declaration in ten_attacks():
        fight.declare(declaration)


def long_fight(events: int) -> Iterator[AnyEvent]:
    """A fight of this many events: a real beginning, then a real round over and over, with the
    rounds counted and the dice drawn on."""
    fight = started(MemoryStore())
    play_round(fight)
    first = len(fight.history)
    play_round(fight)
    begun = [row.event for row in fight.history.rows]
    yield from begun[:events]
    draws: Counter[tuple[str, str, str]] = Counter()
    for event in begun:
        if isinstance(event, Rolled):
            draws[event.by, event.purpose, event.die] += 1
    number, left = 2, events - len(begun)
    while left > 0:
        for event in begun[first : first + left]:
            match event:
                case Rolled():
                    key = event.by, event.purpose, event.die
                    yield replace(event, draw=draws[key])
                    draws[key] += 1
                case RoundEnded():
                    yield replace(event, number=number)
                    number += 1
                case RoundBegan():
                    yield replace(event, number=number)
                case _:
                    yield event
        left -= len(begun) - first
