"""Numbers, recap and odds of a fight, computed beside the table, so that nobody waits for them."""

from __future__ import annotations

from typing import Any, Literal

from combatlog.app.odds import compute_odds_for, convert_odds, list_flats, start_line
from combatlog.export.html_replay.numbers_data import collect_numbers
from combatlog.export.html_replay.recap_data import collect_recap
from combatlog.grammar.commands import Declare
from combatlog.grammar.registry import parse
from combatlog.server.open_fight import OpenFight
from combatlog.server.permission import refuse_foreign
from combatlog.server.scopes import require_for_command
from combatlog.server.seats import Seat
from events.errors import Refused
from events.store.envelope import Recorded
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.odds.plays import list_plays
from replay.text.redaction import redact_words

Kind = Literal["numbers", "recap", "odds"]

PLAYOUTS = 2_000
"""How many playouts odds are taken from where they are not exact."""


def check_odds_line(opened: OpenFight, seat: Seat, line: str) -> None:
    """Raise `Refused` for a line whose odds somebody may not ask for: players ask for those of what
    they may declare."""
    if not line.strip():
        return
    command = parse(line, opened.state)
    if not isinstance(command, Declare):
        raise Refused("Odds are those of a declaration, like: odds a ada wolf.")
    if not seat.is_referee:
        if seat.is_bot:
            require_for_command(seat.may, command, opened.state)
        refuse_foreign(command, opened.state, opened.list_own(seat))


def analyse(rows: list[Recorded], audience: Audience, kind: Kind, line: str = "") -> dict[str, Any]:
    """Return the numbers, the recap or the odds of a fight, as an audience may read them. Raises
    `Refused` where there is nothing to have odds of."""
    history = History(rows)
    if kind == "odds":
        start = start_line(history, line)
        flats = list_flats(list_plays(history), audience)
        odds = compute_odds_for(start, audience, PLAYOUTS, cores=1, flats=flats)  # the others serve
        return convert_odds(odds, audience)
    readable = redact_words(history, audience)
    if kind == "numbers":
        return collect_numbers(readable, audience)
    return collect_recap(readable, audience)
