"""Playing a random fight: started, cast, played, recorded like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from combatlog.app.fight import Fight
from combatlog.simulation.player import Player
from combatlog.simulation.regrets import regret
from events.errors import Refused
from events.store.envelope import Entry
from events.store.protocol import Store
from events.types.declarations import Area, ChooseDice, DiceMode, FightStarted, Join
from events.types.dice_notation import FACES
from events.types.game import Game
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.command_handler import Draft
from rulesets.core.dice_sources import seal
from rulesets.core.registry import ruleset

Heard = Callable[[Refused], None]

LEAVING = 0.08
"""How likely it is that nothing more is said, each time, once a fight has ended."""

AREAS = (Area("gate", ("yard",)), Area("yard", (), ("tower",)), Area("tower", ("yard",)))
"""The battlefield, in games that move between areas."""


def seeded(
    store: Store, game: Game, seed: int, dice: DiceMode = "digital", id: str = "fight"
) -> Fight:
    """A fight whose sealed dice, combatants and later secrets follow from the seed."""
    random = Random(seed)
    secret = random.randbytes(32)
    started = FightStarted(f"Random fight {seed}", game, dice, seal(secret))
    store.append(id, 0, [Entry(started)], secrets={seal(secret): secret})
    fight = Fight(store, id, by="simulation", entropy=random.randbytes)
    for declaration in _opening(game, random):
        fight.declare(declaration)
    return fight


def _opening(game: Game, random: Random) -> Iterator[Declaration]:
    """The battlefield, and everybody who comes to it."""
    rules = ruleset(game.rules)
    if "engage" not in rules.lexicon(game).lacks and random.random() < 0.7:
        yield from AREAS
    yield from map(Join, rules.cast(game, random))


def rehearsed(game: Game, seed: int, commands: int) -> list[AnyEvent]:
    """The events of a random fight that is stored nowhere, with digital dice throughout."""
    random = Random(seed)
    secret = random.randbytes(32)
    started = FightStarted(f"Random fight {seed}", game, "digital", seal(secret))
    draft = Draft(fold(FightState(), 1, (started,)), 1, secret, random.randbytes)
    for declaration in _opening(game, random):
        draft.declare(declaration)
    player = Player(game, random)
    for _ in range(commands):
        if draft.state.ended and random.random() < LEAVING:
            break
        declared = player.next(draft.state)
        if isinstance(declared, ChooseDice):
            continue
        try:
            draft.declare(declared)
        except Refused:
            continue  # before anything of it was folded
    return [started, *(entry.event for entry in draft.entries)]


def _unheard(refused: Refused) -> None:
    """Nobody listens."""


def play(
    fight: Fight,
    random: Random,
    commands: int,
    heard: Heard = _unheard,
    doubts: float = 0,
    regrets: float = 0,
) -> int:
    """Say random things until so many have been accepted, or four times as many said, or
    everybody has gone home after the end; how many were accepted. `heard` is told what was
    refused; `doubts` is how often something is taken back, brought back or noted instead (0 to 1),
    `regrets` how often something of the past is corrected.
    """
    player = Player(fight.state.game, random)
    accepted = 0
    for _ in range(commands * 4):
        if accepted == commands or (fight.state.ended and random.random() < LEAVING):
            break
        accepted += say(fight, player, random, heard, doubts, regrets)
    return accepted


def say(
    fight: Fight,
    player: Player,
    random: Random,
    heard: Heard = _unheard,
    doubts: float = 0,
    regrets: float = 0,
) -> bool:
    """One command; whether it was taken. A declaration, or a die where one is awaited; with
    `doubts`, now and then a step back or forth, or a note; with `regrets`, a correction."""
    try:
        if random.random() < doubts:
            _reconsider(fight, random)
        elif regrets and random.random() < regrets:
            regret(fight, player, random)
        elif fight.state.awaited:
            _roll(fight, random)
        else:
            fight.declare(player.next(fight.state))
    except Refused as refused:
        heard(refused)
        return False
    return True


def _roll(fight: Fight, random: Random) -> None:
    """Any of the awaited dice, mostly typed."""
    asked = random.choice(fight.state.awaited)
    face = None if random.random() < 0.2 else random.randint(1, FACES[asked.die])
    fight.roll(face, by=asked.by, die=asked.die)


def _reconsider(fight: Fight, random: Random) -> None:
    match random.randrange(5):
        case 0 | 1:
            fight.undo(random.randint(1, 3), "on second thoughts")
        case 2:
            fight.redo()
        case 3:
            fight.note("Somebody coughs.")
        case _:
            fight.rewind(random.randint(max(1, len(fight.history) - 40), len(fight.history)))
