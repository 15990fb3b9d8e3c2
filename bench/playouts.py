"""Playouts of fights of four rounds with eight combatants, in CPU time over all cores, and the odds
of a turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from bench.measure import Figure, seconds
from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from events.store.memory import MemoryStore
from events.types.declarations import Aim, Attack, BeginRound, Join, Resolve
from events.types.sheets import Sheet, Weapon
from replay.odds.chances import compute_odds
from replay.odds.comparison import compare_with_policy, compare_with_repeats, find_played_fight
from replay.odds.declared import start_declared

PLAYOUTS, ROUNDS = 10_000, 4
NAMES = ("Ada", "Ben", "Cho", "Dee", "Rat", "Wolf", "Ogre", "Bear")
LEAST_DEADLY = Weapon("club", "d6")


def measure(folder: Path) -> list[Figure]:
    played = find_played_fight(play_fight().history)
    policy = _measure_cpu(lambda: compare_with_policy(played, "focus", PLAYOUTS))
    repeats = _measure_cpu(lambda: compare_with_repeats(played, PLAYOUTS))
    turn = start_fight()
    turn.declare(BeginRound("ambush"))
    for by, target in (("ada", "rat"), ("ben", "rat"), ("cho", "wolf")):
        turn.declare(Attack(by, (Aim(target),), ("club",)))
    odds = seconds(lambda: compute_odds(start_declared(turn.history)))
    what = f"{PLAYOUTS:,} playouts of {ROUNDS} rounds with {len(NAMES)} combatants"
    return [
        Figure(f"{what}, CPU time of all cores", policy, 60, unit="s"),
        Figure("the same with the fight's own declarations", repeats, 60, unit="s"),
        Figure("exact odds of three attacks on two with morale", odds, 5, unit="s"),
    ]


def start_fight() -> Fight:
    """Return a fight of four against four who last for some rounds."""
    fight = Campaign(MemoryStore()).start("A long brawl", "golden-idol")
    scores = {"HP": 14, "STR": 12, "DEX": 12, "WIL": 12}
    for number, name in enumerate(NAMES):
        own = number < len(NAMES) // 2
        kind, side = ("pc", "party") if own else ("npc", "foes")
        weapons = (LEAST_DEADLY, Weapon("sling", "d4"))
        sheet = Sheet(name, scores, kind=kind, side=side, armor=1, weapons=weapons)  # type: ignore[arg-type]
        fight.declare(Join(sheet))
    return fight


def play_fight() -> Fight:
    """Return the fight after four rounds in which everybody attacks somebody."""
    fight = start_fight()
    ids = [name.casefold() for name in NAMES]
    half = len(ids) // 2
    for _ in range(ROUNDS):
        fight.declare(BeginRound("" if fight.state.round else "ambush"))
        for own, others in ((ids[:half], ids[half:]), (ids[half:], ids[:half])):
            for by, target in zip(own, others, strict=True):
                aim = (Aim(target),)
                fight.declare(Attack(by, aim, ("club",), overrule="they go on as they can"))
            fight.declare(Resolve())
    return fight


def _measure_cpu(action: Callable[[], object]) -> float:
    """Return the CPU seconds that an action takes, in this process and in those that it starts."""
    before = _read_cpu()
    action()
    return _read_cpu() - before


def _read_cpu() -> float:
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime
