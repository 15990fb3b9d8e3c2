"""Runs of random fights: started, joined, played and recorded like any other fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer
from combatlog.simulation.random_corrections import correct_randomly
from events.errors import Refused
from events.store.envelope import Entry, Recorded
from events.store.protocol import Store
from events.types.base import Game
from events.types.declarations import Area, ChooseDice, DiceMode, FightStarted, Join
from events.types.rolls import FACES
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.command_handler import CommandHandler
from replay.log.commitments import DiceSupply
from replay.log.event_log import History
from rulesets.core.registry import load_ruleset
from rulesets.core.sealed_dice import EpochDice

RefusalListener = Callable[[Refused], None]

LEAVING = 0.08
"""The probability, at each step after its end, that a fight stops."""

AREAS = (Area("gate", ("yard",)), Area("yard", (), ("tower",)), Area("tower", ("yard",)))
"""The areas laid out in games that move between areas."""


def start_seeded_fight(
    store: Store, game: Game, seed: int, dice: DiceMode = "digital", id: str = "fight"
) -> Fight:
    """Start a fight whose sealed dice, combatants and later secrets follow from the seed."""
    random = Random(seed)
    sealed = EpochDice(id, random.randbytes(32))
    started = _start(game, seed, dice, sealed)
    store.append(id, 0, [Entry(started)], secrets={sealed.commitment: sealed.root})
    fight = Fight(store, id, by="simulation", entropy=random.randbytes)
    for declaration in _choose_opening(game, random):
        fight.declare(declaration)
    return fight


def _start(game: Game, seed: int, dice: DiceMode, sealed: EpochDice) -> FightStarted:
    anchor, epochs = sealed.commitment, sealed.epochs
    return FightStarted(f"Random fight {seed}", game, dice, anchor=anchor, epochs=epochs)


def _choose_opening(game: Game, random: Random) -> Iterator[Declaration]:
    """Yield the declarations of the areas and of all who join."""
    rules = load_ruleset(game.rules)
    if "engage" not in rules.lexicon(game).lacks and random.random() < 0.7:
        yield from AREAS
    yield from map(Join, rules.cast(game, random))


def simulate_events(game: Game, seed: int, commands: int) -> list[AnyEvent]:
    """Return the events of a random fight with digital dice that is not stored."""
    random = Random(seed)
    sealed = EpochDice("fight", random.randbytes(32))
    started = _start(game, seed, "digital", sealed)
    first = Recorded(1, 0, 1, None, None, "", "", started, b"")
    supply = DiceSupply("fight", History([first]), {sealed.commitment: sealed.root}.get)
    draft = CommandHandler(fold(FightState(), 1, (started,)), 1, lambda: supply)
    for declaration in _choose_opening(game, random):
        draft.declare(declaration)
    player = RandomPlayer(game, random)
    for _ in range(commands):
        if draft.state.ended and random.random() < LEAVING:
            break
        declared = player.next(draft.state)
        if isinstance(declared, ChooseDice):
            continue
        try:
            draft.declare(declared)
        except Refused:
            continue  # refused before any of it was folded
    return [started, *(entry.event for entry in draft.entries)]


def _ignore(refused: Refused) -> None:
    """Do nothing with a refusal."""


def play_fight(
    fight: Fight,
    random: Random,
    commands: int,
    heard: RefusalListener = _ignore,
    doubts: float = 0,
    regrets: float = 0,
) -> int:
    """Declare random things and return how many were accepted.

    Stops when `commands` have been accepted, or four times as many have been tried, or some time
    after the fight's end. `heard` is called with each refusal. `doubts` is the probability (0 to 1)
    of an undo, redo, rewind or note instead of a declaration, `regrets` that of a correction.
    """
    player = RandomPlayer(fight.state.game, random)
    accepted = 0
    for _ in range(commands * 4):
        if accepted == commands or (fight.state.ended and random.random() < LEAVING):
            break
        accepted += play_command(fight, player, random, heard, doubts, regrets)
    return accepted


def play_command(
    fight: Fight,
    player: RandomPlayer,
    random: Random,
    heard: RefusalListener = _ignore,
    doubts: float = 0,
    regrets: float = 0,
) -> bool:
    """Make one command and return whether it was accepted: a declaration, or a die if one is
    awaited; instead, with the probability `doubts`, an undo, redo, rewind or note, and with
    `regrets` a correction."""
    try:
        if random.random() < doubts:
            _use_history(fight, random)
        elif regrets and random.random() < regrets:
            correct_randomly(fight, player, random)
        elif fight.state.awaited:
            _roll_awaited_die(fight, random)
        else:
            fight.declare(player.next(fight.state))
    except Refused as refused:
        heard(refused)
        return False
    return True


def _roll_awaited_die(fight: Fight, random: Random) -> None:
    """Roll one of the awaited dice, mostly typed."""
    asked = random.choice(fight.state.awaited)
    face = None if random.random() < 0.2 else random.randint(1, FACES[asked.die])
    fight.roll(face, by=asked.by, die=asked.die)


def _use_history(fight: Fight, random: Random) -> None:
    match random.randrange(5):
        case 0 | 1:
            fight.undo(random.randint(1, 3), "on second thoughts")
        case 2:
            fight.redo()
        case 3:
            fight.note("Somebody coughs.")
        case _:
            fight.rewind(random.randint(max(1, len(fight.history) - 40), len(fight.history)))
