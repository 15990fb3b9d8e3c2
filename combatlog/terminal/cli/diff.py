"""`combatlog diff`: what differs between two points, lines or fights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from combatlog.terminal.cli.options import (
    campaign_option,
    fight_option,
    find_campaign_path,
    json_option,
    print_json,
)
from combatlog.terminal.views.layout import echo

if TYPE_CHECKING:
    from combatlog.app.positions import Point
    from replay.corrections.line_diff import LineEvent


@click.command("diff")
@click.argument("points", nargs=-1, metavar="A [B]")
@campaign_option
@fight_option
@json_option
@click.option("--state", "only", flag_value="state", help="Only the differences of the state.")
@click.option("--events", "only", flag_value="events", help="Only the differences of the events.")
def diff_command(
    points: tuple[str, ...], campaign: str | None, fight: str, as_json: bool, only: str | None
) -> None:
    """Compare two points, lines or fights: the state then and now, and the events that differ.

    A and B are each an event of the fight (41), a branch (its end), or a fight: 2# is fight 2 as
    it stands, 2#41 its event 41; a title works, too. Without B: the fight as it stands.
    """
    from combatlog.app.campaign import open
    from combatlog.app.positions import PointFinder
    from combatlog.terminal.views.diff import render_diff
    from replay.log.event_log import History

    with open(find_campaign_path(campaign)) as opened:
        id = opened.find(fight).id
        compared = PointFinder(opened.store, id, History(opened.store.read(id))).find_pair(points)
    if not as_json:
        echo(render_diff(*compared, only or ""))
        return

    plain = _convert_difference(*compared)
    left_out = {"state": ("events", "alike"), "events": ("state",)}.get(only or "", ())
    print_json({key: value for key, value in plain.items() if key not in left_out})


def _convert_difference(then: Point, now: Point) -> dict[str, Any]:
    """Return both points, the differences of their states, and the events that differ, as data."""
    from combatlog.terminal.views.diff import compare_points

    difference = compare_points(then, now)
    return {
        "then": {"fight": then.fight, "seq": then.seq},
        "now": {"fight": now.fight, "seq": now.seq},
        "state": [row._asdict() for row in difference.state],
        "events": [
            {
                "then": _convert_event(each.pair.then, each.then),
                "now": _convert_event(each.pair.now, each.now),
            }
            for each in difference.events
            if not each.pair.alike
        ],
        "alike": sum(each.pair.alike for each in difference.events),
    }


def _convert_event(event: LineEvent | None, said: str) -> dict[str, Any] | None:
    return {"seq": event.seq, "event": event.event, "said": said} if event is not None else None
