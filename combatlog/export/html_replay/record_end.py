"""Where a record stops in the middle of a fight: the last beat of the page says so, and who is
ahead."""

from __future__ import annotations

from typing import Any

from combatlog.app.strength import measure_halves, measure_sides, split_sides
from combatlog.app.turning_points import LEVEL, name_sides, round_half_up
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History


def write_record_end(
    history: History, beats: list[dict[str, Any]], audience: Audience, book: Phrasebook
) -> list[dict[str, Any]]:
    """Return a beat (`story_data`) behind the others where the last one is a round that has only
    begun: “Here the record stops, with the foes 30 ahead.” Players read the lead by how the others
    look. Empty where the record ends otherwise."""
    state = history.state(history.position())
    if state.ended or not beats or "h" not in beats[-1]:
        return []
    strength = measure_sides(state, audience)
    both = measure_halves(state, split_sides(state), strength)
    if not both:
        return []
    by = round_half_up(both[0].left) - round_half_up(both[1].left)
    ahead = both[int(by < 0)].sides
    key = "level" if abs(by) <= LEVEL else "ahead"
    said = book.one(f"page.stops.{key}").format(sides=name_sides(ahead, book), by=abs(by))
    return [{"e": beats[-1]["e"], "t": [said], "s": 1}]
