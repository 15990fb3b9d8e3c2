"""Reading a fight: its log, its chronicle, its timeline, its branches, the causes of a value, and
what differs between two points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from combatlog.terminal.cli.options import (
    audience_option,
    campaign_option,
    check_at,
    fight_option,
    find_campaign_path,
    json_option,
    language_option,
    print_json,
    reading_options,
)
from combatlog.terminal.views.layout import echo

if TYPE_CHECKING:
    from combatlog.app.positions import Point
    from combatlog.app.why import TracedReason
    from projections.queries.visibility import Audience
    from replay.corrections.line_diff import LineEvent
    from replay.log.event_log import History


def read_history(campaign: str | None, fight: str, at: int | None) -> History:
    """Return a fight's log up to event `at`."""
    from combatlog.app.campaign import open
    from replay.log.event_log import History

    with open(find_campaign_path(campaign)) as opened:
        id = opened.find(fight).id
        check_at(at, opened.store.head(id).seq)
        return History(opened.store.read(id, upto=at))


@click.command("log")
@reading_options
@click.option("--line", "line_only", is_flag=True, help="Only events on the present line.")
@click.option("-n", "last", type=click.IntRange(1), metavar="COUNT", help="Only the last events.")
@click.option(
    "--since", type=click.IntRange(0), metavar="SEQ", help="Only the events after this one."
)
@audience_option("referee", "For players without hidden numbers and notes.")
def log_command(
    campaign: str | None,
    fight: str,
    at: int | None,
    as_json: bool,
    line_only: bool,
    last: int | None,
    since: int | None,
    audience: Audience,
) -> None:
    """Show every event; undone and corrected ones stay, struck through, with who did it and why."""
    from combatlog.app.answer_json import encode_row
    from combatlog.terminal.views.log import render_log
    from replay.text.log_lines import describe_log_for

    history = read_history(campaign, fight, at)
    if since is not None:
        last = min(last or len(history), max(0, len(history) - since))
    rows, hidden = describe_log_for(history, audience, line_only, last)
    rows = [line for line in rows if since is None or line.row.seq > since]
    if not as_json:
        echo(render_log(rows))
        return
    print_json(
        [
            {
                **encode_row(line.row),
                "event": None if line.row.seq in hidden else line.row.event,
                "digest": line.row.digest.hex() if audience == "referee" else None,
                "said": line.text,
                "undone": line.undone._asdict() if line.undone else None,
                "changed": line.changed,
            }
            for line in rows
        ]
    )


@click.command("chronicle")
@reading_options
@click.option(
    "--detail",
    type=click.Choice(["story", "dice"]),
    default="dice",
    show_default=True,
    help="The story alone, or with dice and numbers in brackets.",
)
@audience_option(
    "referee", "For players without the numbers of those they do not play, and without notes."
)
@language_option
def chronicle_command(
    campaign: str | None,
    fight: str,
    at: int | None,
    as_json: bool,
    detail: str,
    audience: Audience,
    language: str,
) -> None:
    """Tell the fight in prose, round by round."""
    from combatlog.terminal.views.log import render_chronicle, tell_line
    from projections.narrative.chronicle import ChronicleOptions
    from projections.narrative.phrasebook import load_phrasebook
    from projections.text.prose import plain_text

    telling = ChronicleOptions(audience, load_phrasebook(language))
    history = read_history(campaign, fight, at)
    if as_json:
        print_json(
            [
                {
                    "first": passage.first,
                    "last": passage.last,
                    "heading": passage.heading,
                    "text": passage.text,
                    "notes": passage.notes,
                    "beats": [
                        {"story": plain_text(beat.story), "dice": plain_text(beat.dice)}
                        for beat in passage.beats
                    ],
                }
                for passage in tell_line(history, telling)
            ]
        )
        return
    echo(render_chronicle(history, telling, dice=detail == "dice"))


@click.command("timeline")
@reading_options
@audience_option("referee", "For players without what changed for those whose numbers are hidden.")
def timeline_command(
    campaign: str | None, fight: str, at: int | None, as_json: bool, audience: Audience
) -> None:
    """Show what changed when: clock, round, whose turn, who lost or gained what."""
    from combatlog.terminal.views.log import list_moments_for, render_timeline

    history = read_history(campaign, fight, at)
    if as_json:
        print_json([moment._asdict() for moment in list_moments_for(history, audience)])
        return
    echo(render_timeline(history, audience))


@click.command("why")
@click.argument("who")
@click.argument("score", nargs=-1, required=True)
@reading_options
def why_command(
    who: str,
    score: tuple[str, ...],
    campaign: str | None,
    fight: str,
    at: int | None,
    as_json: bool,
) -> None:
    """Show what made a combatant's value what it is: back to the inputs, dice and rulings.

    SCORE is a score (max HP: its maximum), a skill, armor, arms, side and the like, a condition or
    wound, or dead, gone, fled."""
    from combatlog.app.why import trace_reasons
    from combatlog.terminal.views.why import render_reasons

    history = read_history(campaign, fight, at)
    words = [*who.split(), *" ".join(score).split()]
    if as_json:
        print_json([_convert_reason(cause) for cause in trace_reasons(history, words)])
        return
    echo(render_reasons(history, words))


def _convert_reason(cause: TracedReason) -> dict[str, object]:
    """Return a reason as data, with its sources."""
    sources = [
        {**source._asdict(), "changed": [each._asdict() for each in source.changed]}
        for source in cause.sources
    ]
    return {**cause.reason._asdict(), "sources": sources}


@click.command("branches")
@reading_options
def branches_command(campaign: str | None, fight: str, at: int | None, as_json: bool) -> None:
    """List the branches of the fight: where each left another, and where it ends."""
    from combatlog.terminal.views.branches import render_branches
    from replay.log.branches import list_branches

    history = read_history(campaign, fight, at)
    if as_json:
        print_json([branch._asdict() for branch in list_branches(history)])
        return
    echo(render_branches(history))


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
