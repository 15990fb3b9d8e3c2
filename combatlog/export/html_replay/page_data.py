"""The data of the page: the fight (`replay_data`), and what is told of it as a whole.

numbers      statistics and turning points (`numbers_data`)
recap        who fell, missed chances, unlikely rolls (`recap_data`)
lines        [numbers, recap] of other lines, by their last events (`line_data`)
whatIfs      what would have saved those who fell, to be watched (`what_if_data`)
moreWhatIfs  the same of other dice; recap and rows count them after those of whatIfs
lineWhatIfs  those of undone lines, counted after these
"""

from __future__ import annotations

import re
from typing import Any

from combatlog.app.strength import judge_look, measure_halves, measure_sides, split_sides
from combatlog.app.turning_points import LEVEL, name_sides, round_half_up
from combatlog.export.html_replay.line_data import tell_lines
from combatlog.export.html_replay.numbers_data import collect_numbers
from combatlog.export.html_replay.recap_data import Recap
from combatlog.export.html_replay.replay_data import collect_fight_data, find_actor
from combatlog.export.html_replay.story_data import collect_mended, is_given_name
from combatlog.export.html_replay.what_if_data import WhatIfs
from events.types import outcomes as o
from projections.narrative.chronicle import ChronicleOptions
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience
from projections.state.fight_state import FightState
from replay.cores import Progress
from replay.log.event_log import History
from replay.text.redaction import redact_words


def collect_replay_data(
    history: History,
    audience: Audience,
    book: Phrasebook,
    odds: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return all that the page shows of a fight to an audience, as plain JSON values."""
    data = collect_fight_data(history, audience, book)
    people = data.pop("people")  # the page knows them by their numbers
    numbered = {id: number for number, id in enumerate(people)}
    story = data["story"]
    story["beats"] += _write_record_end(history, story["beats"], audience, book)
    readable = redact_words(history, audience)
    mended = collect_mended(readable, ChronicleOptions(audience, book), numbered)
    story["mended"] = mended
    data["reasons"], data["marks"] = _share_reasons(data["marks"])
    what_ifs = WhatIfs(readable, audience, book, numbered)
    for branch in story["branches"]:
        if not is_given_name(branch["name"]):
            del branch["name"]  # the page tells how it begins
    recap = Recap(readable, audience, people, what_ifs)
    undone = [
        (int(line["tip"]), int(line.get("apart", line["from"])))
        for line in (*story["branches"], *mended)
        if line["beats"]
    ]
    lines, of_lines = tell_lines(readable, audience, book, recap, undone, what_ifs)
    return {
        **data,
        "numbers": collect_numbers(readable, audience, book),
        "recap": recap.tell(odds, progress),
        "lines": lines,
        "whatIfs": what_ifs.written,
        "moreWhatIfs": what_ifs.more,
        "lineWhatIfs": of_lines,
    }


def _write_record_end(
    history: History, beats: list[dict[str, Any]], audience: Audience, book: Phrasebook
) -> list[dict[str, Any]]:
    """Return a beat (`story_data`) behind the others where the record stops before the fight has
    ended, in a round: “Here the record stops, with the foes 30 points ahead.” Of a round
    under way it says how many had acted. Players read the lead by how the others look. Empty
    where the fight has ended, or no round has begun."""
    state = history.state(history.position())
    if state.ended or not beats or not state.round:
        return []
    strength = measure_sides(state, audience)
    both = measure_halves(state, split_sides(state), strength)
    if not both:
        return []
    by = round_half_up(both[0].left) - round_half_up(both[1].left)
    ahead = both[int(by < 0)].sides
    key = "level" if abs(by) <= LEVEL else "ahead"
    acted, able = _count_acted(history, state)
    begun = "h" in beats[-1]
    where = "" if begun else "within-" if acted < able else "behind-"
    said = book.one(f"page.stops.{where}{key}").format(
        sides=name_sides(ahead, book), by=abs(by), round=state.round, acted=acted, able=able
    )
    return [{"e": beats[-1]["e"], "t": [said], "s": 1}]


def _count_acted(history: History, state: FightState) -> tuple[int, int]:
    """Return how many have acted in the last round, or could not do what they had declared; and how
    many of these and of all others could act in it. A crew acts with its craft."""
    acted: set[str] = set()
    for row in history.on_line(history.position()):
        if isinstance(row.event, o.RoundBegan):
            acted.clear()
        acted.add(row.event.who if isinstance(row.event, o.Lapsed) else find_actor(row.event))
    acted &= {*state.combatants}
    crew = {member for one in state.combatants.values() for member in one.crew}
    able = {
        id
        for id, one in state.combatants.items()
        if judge_look(one, state) in ("unhurt", "hurt") and id not in crew
    }
    return len(acted), len(acted | able)


def _share_reasons(marks: list[list[Any]]) -> tuple[list[str], list[list[Any]]]:
    """Return the words of marks, each once and without the event that they name, and the marks:
    the place of their words, that event (0 without one), and their runs."""
    reasons: dict[str, int] = {}
    shared = []
    for words, *runs in marks:
        named = re.search(r"(?<=#)[0-9]+", words)
        bare = words[: named.start()] + words[named.end() :] if named else words
        place = reasons.setdefault(bare, len(reasons))
        shared.append([place, int(named[0]) if named else 0, *runs])
    return [*reasons], shared
