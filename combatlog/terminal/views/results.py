"""Results of a session as lines on a terminal."""

from __future__ import annotations

from typing import assert_never

from combatlog.app.results import Result, Step
from combatlog.app.session import Session
from combatlog.terminal.views import branches, diff, log, state, stats, why
from combatlog.terminal.views.correction import (
    render_drawn,
    render_preview,
    render_question,
    render_recorded,
)
from combatlog.terminal.views.help import render_help
from events.store.envelope import Recorded
from events.types.declarations import EndFight, Join, Resolve
from events.types.log_events import Corrected
from events.types.outcomes import TurnBegan
from events.types.rolls import Rolled
from events.types.unions import TurnAction
from projections.queries.state_diff import describe_changes
from projections.state.fight_state import FightState
from projections.text.phrases import describe_event, describe_with_dice, report_events
from projections.text.words import (
    Words,
    capitalize,
    describe_asked_dice,
    describe_seqs,
    describe_side,
    end_sentence,
    join_words,
)
from replay.log.event_log import History
from rulesets.common.scene import can_act
from rulesets.core.registry import load_ruleset


def render_result(session: Session, result: Result) -> list[str]:
    """Return what a result says, a line each, and then what the table is told. Raises `Refused`
    where a view asks for something that is not there."""
    left_out = [result.left_out] if result.left_out else []
    answer = [*_render_answer(session, result), *left_out]
    return [*answer, *_render_beaten(result), *result.told, *_render_offer(session, result)]


def _render_answer(session: Session, result: Result) -> list[str]:
    history = session.fight.history
    match result.kind:
        case "nothing":
            return []
        case "declared" | "noted" | "repeated" | "bound" | "revoked":
            return _render_recorded(history, result.steps[0])
        case "salted":
            seal = state.render_seal(session.fight.seal)
            return [*_render_recorded(history, result.steps[0]), *seal]
        case "closed":
            return _render_closed(result.rows)
        case "rolled":
            return _render_dice(result)
        case "undone":
            return _render_move(history, result, "Taken back")
        case "redone":
            return _render_move(history, result, "Brought back")
        case "moved":
            return _render_move(history, result, "")
        case "renamed":
            assert result.renamed is not None, "a result of kind “renamed” names the branch"
            branch, name = result.renamed
            return [f"{branch} is called {name} now."]
        case "previewed":
            assert result.plan is not None, "a result of kind “previewed” has a plan"
            lines = render_preview(history, result.plan, result.in_detail, ranges=result.ranges)
            return [*lines, *render_question(result.plan, result.in_detail)]
        case "corrected":
            drawn = render_drawn(history, result.rows, result.plan)
            return [*render_recorded(history, result.rows), *drawn, *_render_carried_on(result)]
        case "dropped":
            return ["Dropped; nothing is changed."]
        case "viewed":
            return _render_view(session, result)
        case _:
            assert_never(result.kind)


def _render_recorded(history: History, step: Step) -> list[str]:
    """Return the report of a command; of a single declaration, its phrase with its dice."""
    if not step.rows:
        return []
    rows = step.rows
    if isinstance(rows[0].event, Corrected):
        return [*render_recorded(history, rows), *_render_awaited(step.after)]
    return _mark([*_report(rows, step.after, step.before), *_render_awaited(step.after)], rows)


def _render_closed(rows: list[Recorded]) -> list[str]:
    """Return that the dice are closed, and what can be done now."""
    return _mark(["The dice are closed and their secret is open; audit checks them."], rows)


def _render_offer(session: Session, result: Result) -> list[str]:
    """Return the offer to close the dice, where a fight has just ended and has open dice."""
    if result.kind == "closed" or not any(
        isinstance(row.event, EndFight) for step in result.steps for row in step.rows
    ):
        return []
    return ["close opens the secret of its dice."] if session.fight.has_open_dice else []


def _render_beaten(result: Result) -> list[str]:
    """Return that one side alone, or none, has somebody left who can fight, where this led to
    it."""
    if result.kind not in ("declared", "rolled"):
        return []
    before, after = result.steps[0].before, result.steps[-1].after
    if before is None or after.ended or after.awaited:
        return []
    able = _list_fighting_sides(after)
    if len(able) > 1 or len(_list_fighting_sides(before)) <= 1:
        return []
    who = f"Only {describe_side(able[0])}" if able else "Nobody"
    return [f"{who} can still fight; end ends the fight."]


def _list_fighting_sides(state: FightState) -> list[str]:
    return [side for side in state.sides if any(map(can_act, state.members(side)))]


def _report(rows: list[Recorded], after: FightState, before: FightState | None) -> list[str]:
    declared = [row.event for row in rows if isinstance(row.event, TurnAction)]
    if len(declared) == len(rows):
        find_dice = load_ruleset(after.game.rules).dice
        described = (describe_with_dice(each, after, find_dice(after, each)) for each in declared)
        return [f"{capitalize(each)}." for each in described]
    joins = [row.event for row in rows if isinstance(row.event, Join)]
    if len(joins) == len(rows):
        names = join_words([join.sheet.name for join in joins])
        return [f"{names} join{'s' if len(rows) == 1 else ''}."]
    lines = report_events((row.event for row in rows), after, before)
    return lines if lines or after.awaited else [_render_quiet(rows, after)]


def _render_dice(result: Result) -> list[str]:
    """Return what each complete group of dice led to, then the dice of an incomplete one."""
    lines: list[str] = []
    for step in result.steps:
        if all(isinstance(row.event, Rolled) for row in step.rows):
            dice = "; ".join(describe_event(row.event, step.after) for row in step.rows)
            lines += _mark([f"{capitalize(dice)}."], step.rows)
        else:
            lines += _mark(_report(step.rows, step.after, step.before) or [""], step.rows)
    surplus = [_describe_surplus(row, result) for row in result.surplus]
    return [*lines, *surplus, *_render_awaited(result.steps[-1].after)]


def _describe_surplus(row: Recorded, result: Result) -> str:
    """Say what a face counts for that was typed before its die was asked for."""
    assert result.after is not None, "a result with dice has states"
    words = Words(result.after)
    asked = describe_asked_dice([row.event.asked], words) if isinstance(row.event, Rolled) else []
    return f"{getattr(row.event, 'face', '')} counts for a die asked for only now: {asked[0]}."


def _render_move(history: History, result: Result, verb: str) -> list[str]:
    """Return what a move of the head took back or brought back; without a verb, where it led."""
    rows, after, before = result.rows, result.after, result.before
    assert after is not None and before is not None, "a result of a move has both states"
    start, end = history.position(rows[0].seq - 1), history.position(rows[-1].parent)
    if verb:
        older, newer = sorted((start, end))
        words = f"{verb}: {branches.describe_command_span(history, after, older, newer)}"
    else:
        words = f"Now at #{end}, after: {branches.describe_command(history, after, end)}"
    differences = describe_changes(before, after)
    changed = [f"{' · '.join(differences)}."] if differences else []
    return [f"{end_sentence(words)}{_render_pending(after)}", *changed, *_render_awaited(after)]


def _render_carried_on(result: Result) -> list[str]:
    """Return who went on from here into other fights. Those fights stay as they are."""
    return [
        f"{join_words(names)} went on from here into {title}, which is not changed by this."
        for title, names in result.affected_fights
    ]


def _render_awaited(after: FightState) -> list[str]:
    """Return a line with the awaited dice, if there are any."""
    awaited = describe_asked_dice(after.awaited, Words(after))
    return [f"Awaited: {', '.join(awaited)}."] if awaited else []


def _render_pending(after: FightState) -> str:
    """Return who has declared something that still waits to be resolved."""
    names = dict.fromkeys(after.combatants[each.action.by].name for each in after.pending)
    if not names or after.awaited:
        return ""
    return f" What {join_words(list(names))} declared still stands."


def _render_quiet(rows: list[Recorded], after: FightState) -> str:
    """Return a sentence for a command without reported outcomes: a turn that passes, an input."""
    for row in rows:
        if isinstance(row.event, TurnBegan):
            side = capitalize(describe_side(row.event.side))
            if any(one.moves or one.acted for one in after.members(row.event.side)):
                return f"{side}: the turn is over."
            return f"{side}: the turn passes, nobody does anything."
    if isinstance(rows[0].event, Resolve):
        return f"Round {after.round}: nobody does anything."
    return capitalize(describe_event(rows[0].event, after)) + "."


def _mark(lines: list[str], rows: list[Recorded]) -> list[str]:
    """Put the seqs of the rows behind the last line."""
    return [*lines[:-1], f"{lines[-1]}  [{describe_seqs(rows[0].seq, rows[-1].seq)}]"]


def _render_view(session: Session, result: Result) -> list[str]:
    history = session.fight.history
    show, now = result.view, result.after
    assert show is not None and now is not None, "a result of kind “viewed” has a view and a state"
    match show.what:
        case "state":
            if show.words:
                return state.render_one(now, show.words[0])
            seal = [] if show.number else state.render_seal_in_brief(session.fight.seal)
            return [*state.render_state(now), *seal]
        case "log":
            return list(log.render_log(log.describe_log(history, last=show.number or 20)))
        case "chronicle":
            return list(log.render_chronicle(history))
        case "timeline":
            return log.render_timeline(history)
        case "why":
            return why.render_reasons(history, show.words)
        case "branches":
            return branches.render_branches(history)
        case "stats":
            return list(stats.render_statistics(history))
        case "recap":
            from combatlog.terminal.views.recap import render_recap  # its rules take long to import

            return list(render_recap(history))
        case "odds":
            return _render_odds(history, now, " ".join(show.words))
        case "diff":
            assert result.compared is not None, "a result of a diff has two points"
            return list(diff.render_diff(*result.compared))
        case _:
            return render_help(now.game, show.words)


def _render_odds(history: History, now: FightState, line: str) -> list[str]:
    """Return the odds of what is declared, or of a line; of a fight that is over, its rolls."""
    from combatlog.app.odds import start_line  # playouts take long to import
    from combatlog.terminal.views.fight_odds import render_rolls
    from combatlog.terminal.views.odds import render_odds
    from replay.odds.chances import compute_odds

    if now.ended and not line:
        return [*render_rolls(history), "combatlog odds also compares the fight with playouts."]
    return list(render_odds(compute_odds(start_line(history, line))))
