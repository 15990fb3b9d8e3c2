"""The definition of a game as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.terminal.views.layout import align_table, bold
from events.types.game import Game
from rulesets.core.registry import load_ruleset


def render_game(game: Game) -> Iterator[str]:
    """Yield a game's name, credit and sections, in two columns each."""
    yield bold(f"{game.name} ({game.id}, rules version {game.version})")
    yield game.credit
    for title, rows in load_ruleset(game.rules).describe(game):
        yield ""
        yield bold(title)
        yield from align_table([list(row) for row in rows])
