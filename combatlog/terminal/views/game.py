"""The definition of a game as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.terminal.views.layout import bold, table
from events.types.game import Game
from rulesets.core.registry import ruleset


def lines(game: Game) -> Iterator[str]:
    """Yield a game's name, credit and sections, in two columns each."""
    yield bold(f"{game.name} ({game.id}, rules version {game.version})")
    yield game.credit
    for title, rows in ruleset(game.rules).describe(game):
        yield ""
        yield bold(title)
        yield from table([list(row) for row in rows])
