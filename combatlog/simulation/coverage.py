"""Coverage of simulated fights: the declarations, outcomes and clauses they have used."""

from __future__ import annotations

import pkgutil
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple, get_args

from combatlog.grammar.registry import VERBS
from events.errors import Refused
from events.types.base import Game
from events.types.outcomes import Overruled
from events.types.unions import OUTCOMES, AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold
from replay.log.event_log import History
from rulesets.core.registry import find_package, load_ruleset

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
        if isinstance(event, Overruled):
            self._clauses[event.clause] += 1
        for clause, seen in self._evidence.items():
            if seen(state, event):
                self._clauses[clause] += 1

    def list_rows(self) -> Iterator[CoverageRow]:
        """Yield every declaration, outcome and clause of the game, used or not."""
        for kind in get_args(Declaration):
            if _VERB_NAMES.get(kind, "") not in self._lacks:
                yield CoverageRow("declaration", kind.__name__, self._types[kind])
        for kind in OUTCOMES:
            if kind in self._outcomes:
                yield CoverageRow("outcome", kind.__name__, self._types[kind])
        for clause in self._evidence:
            yield CoverageRow("clause", clause, self._clauses[clause])

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
