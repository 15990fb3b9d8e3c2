"""Statistics and turning points as the page shows them: the numbers of `combatlog stats`."""

from __future__ import annotations

from typing import Any

from projections.queries.visibility import Audience
from projections.tallied import COLUMNS, cells, turn_words
from projections.unseen import Unseen
from replay.log.event_log import History
from replay.log.line_statistics import tallies


def numbers(history: History, audience: Audience) -> dict[str, Any]:
    """The columns, a row a combatant and a row a player (name first), and the turning points
    (seq, words); for players without what tells of the armor and strength of others."""
    found = tallies(history)
    unseen = Unseen(found.state, audience)
    return {
        "columns": list(COLUMNS),
        "combatants": [
            [found.state.combatants[id].name, *cells(tally, unseen.combatant(id))]
            for id, tally in found.combatants.items()
        ],
        "players": [
            [player, *cells(tally, unseen.player(player))]
            for player, tally in found.players.items()
        ],
        "turns": [[turn.seq, turn_words(turn, unseen.side(turn.side))] for turn in found.turns],
    }
