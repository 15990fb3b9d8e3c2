"""Runs of random fights: started, joined, played and recorded like any other fight; and what of the
game they have used."""

from __future__ import annotations

import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import NamedTuple, get_args

from combatlog.app.fight import Fight
from combatlog.grammar.registry import VERBS
from combatlog.simulation.player import RandomPlayer, correct_randomly
from events.errors import Refused
from events.store.envelope import Entry, Recorded
from events.store.protocol import Store
from events.types.base import Game
from events.types.declarations import Area, ChooseDice, DiceMode, FightStarted, Join
from events.types.outcomes import Overruled
from events.types.rolls import FACES
from events.types.sheets import Sheet
from events.types.unions import OUTCOMES, AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.command_handler import CommandHandler
from replay.log.commitments import DiceSupply
from replay.log.event_log import History
from rulesets.common.variety import (
    Feature,
    find_features,
    list_features,
    vary_game,
    vary_sheet,
)
from rulesets.core.registry import find_package, load_ruleset
from rulesets.core.sealed_dice import EpochDice

RefusalListener = Callable[[Refused], None]

SALTED = 0.2
"""The probability that somebody adds words to the secret of a varied fight."""

LEAVING = 0.08
"""The probability, at each step after its end, that a fight stops."""

AREAS = (Area("gate", ("yard",)), Area("yard", (), ("tower",)), Area("tower", ("yard",)))
"""The areas laid out in games that move between areas."""


def start_varied_fight(
    store: Store, game: Game, seed: int, dice: DiceMode = "digital", id: str = "fight"
) -> Fight:
    """Start a fight as `start_seeded_fight` does, with readings, weapons and creatures that no
    table has by itself (`rulesets.common.variety`)."""
    random = Random(f"varied {seed}")
    fight = start_seeded_fight(
        store,
        vary_game(game, random),
        seed,
        dice,
        id,
        lambda sheet: vary_sheet(game, sheet, random),
    )
    if random.random() < SALTED:
        fight.salt(f"words {seed}")
    return fight


def _keep(sheet: Sheet) -> Sheet:
    """Return the sheet as it is."""
    return sheet


def start_seeded_fight(
    store: Store,
    game: Game,
    seed: int,
    dice: DiceMode = "digital",
    id: str = "fight",
    vary: Callable[[Sheet], Sheet] = _keep,
) -> Fight:
    """Start a fight whose sealed dice, combatants and later secrets follow from the seed. `vary`
    may change each sheet before it joins."""
    random = Random(seed)
    sealed = EpochDice(id, random.randbytes(32))
    started = _start(game, seed, dice, sealed)
    store.append(id, 0, [Entry(started)], secrets={sealed.commitment: sealed.root})
    fight = Fight(store, id, by="simulation", entropy=random.randbytes)
    for declaration in _choose_opening(game, random):
        if isinstance(declaration, Join):
            declaration = Join(vary(declaration.sheet))
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


_VERB_NAMES = {kind: verb.name for verb in VERBS for kind in verb.formats}
"""The name of the verb that declares something, by type."""


class CoverageRow(NamedTuple):
    """A row of the coverage table: its kind, its name, and how many times it was used."""

    kind: str
    name: str
    times: int


class Coverage:
    """Counts what the fights of one game use."""

    def __init__(self, game: Game) -> None:
        self._rules = load_ruleset(game.rules)
        self._lacks = self._rules.lexicon(game).lacks
        self._evidence = self._rules.evidence(game)
        self._outcomes = _find_outcomes(game)
        self._features: Counter[Feature] = Counter()
        self._possible = list_features(game)
        self._types: Counter[type] = Counter()
        self._clauses: Counter[str] = Counter()
        self.fights = self.events = self.refused = 0

    def count_refusal(self, refused: Refused) -> None:
        """Count a refusal, which is also evidence for its clause."""
        self.refused += 1
        self._clauses[refused.clause] += 1

    def count_fight(self, history: History) -> None:
        """Count a fight: all its recorded events, and the clauses shown on its present line."""
        self.fights += 1
        self.events += len(history)
        self._types.update(type(row.event) for row in history.rows)
        state = FightState()
        for row in history.on_line(len(history)):
            fold(state, row.seq, (row.event,))
            self._count_event(state, row.event)

    def _count_event(self, state: FightState, event: AnyEvent) -> None:
        self._features.update(find_features(state, event))
        if isinstance(event, Overruled):
            self._clauses[event.clause] += 1
        for clause, seen in self._evidence.items():
            if seen(state, event):
                self._clauses[clause] += 1

    def list_rows(self) -> Iterator[CoverageRow]:
        """Yield every declaration, outcome, clause and feature of the game, used or not."""
        for kind in get_args(Declaration):
            if _VERB_NAMES.get(kind, "") not in self._lacks:
                yield CoverageRow("declaration", kind.__name__, self._types[kind])
        for kind in OUTCOMES:
            if kind in self._outcomes:
                yield CoverageRow("outcome", kind.__name__, self._types[kind])
        for clause in self._evidence:
            yield CoverageRow("clause", clause, self._clauses[clause])
        for feature in self._possible:
            yield CoverageRow(*feature, self._features[feature])

    def list_unused(self) -> list[CoverageRow]:
        """Return the rows that no fight has used."""
        return [part for part in self.list_rows() if not part.times]


def _find_outcomes(game: Game) -> set[type]:
    """Return the outcomes that the game's rules can yield: those named in the modules of its
    family, of `rulesets.common` and of the driver."""
    modules = [import_module("rulesets.core.play")]
    for name in (find_package(game.rules), "rulesets.common"):
        root = import_module(name)
        listed = pkgutil.iter_modules(root.__path__, f"{name}.")
        modules += [import_module(module.name) for module in listed]
    named = [value for module in modules for value in vars(module).values()]
    return {kind for kind in OUTCOMES if any(value is kind for value in named)}
