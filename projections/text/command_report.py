"""The report of a command: its events in a few lines, as they are read out at the table.

Ada 2d10 → 9, 3 keeps 9 · Ben d4 → 2
Rhinoceros: 9 − 3 armor = 6, HP 20 → 14.
"""

from __future__ import annotations

from collections.abc import Iterable

from events.types import outcomes as o
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.text.phrases import WORDINGS, describe_event
from projections.text.report_lines import ReportLines, bars_action


def report_events(
    events: Iterable[AnyEvent], state: FightState, before: FightState | None = None
) -> list[str]:
    """Return the lines of these events, with the names of `state`, which is the one after them.
    `before` is the state before them: it tells which conditions were there to end."""
    every = list(events)
    was = before.combatants.values() if before is not None else ()
    barred = {
        (one.id, each.name) for one in was for each in one.conditions if bars_action(each.bars)
    }
    tested = {
        each.who
        for each in every
        if isinstance(each, o.SaveRolled | o.CheckRolled) and each.purpose == "morale"
    }
    lines = ReportLines(state, barred, tested)
    harm = _harm_in_damage(every)
    for event in every:
        if isinstance(event, Rolled):
            if event.purpose != "harm" or (event.by, event.face) not in harm:
                lines.add_die(event)
            continue
        lines.end_dice()
        if add := WORDINGS[type(event)].report:
            add(event, lines)
        else:
            lines.say(describe_event(event, state))
    lines.end()
    return lines.lines


def _harm_in_damage(events: list[AnyEvent]) -> set[tuple[str, int]]:
    """Return the dice of harm (roller, face) that the line on the damage shows already."""
    thrown = [each.by for each in events if isinstance(each, Rolled) and each.purpose == "harm"]
    return {
        (each.to, each.rolled)
        for each in events
        if isinstance(each, o.DamageDealt) and not each.by and thrown.count(each.to) == 1
    }
