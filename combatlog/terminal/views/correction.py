"""A correction as lines of a terminal: its preview, and what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from combatlog.app.correction_words import (
    describe_dice,
    describe_effects,
    describe_heading,
    describe_input,
    describe_missing,
    describe_ruling,
)
from combatlog.terminal.views.diff import (
    render_course,
    render_event_diff,
    render_state_diff,
)
from combatlog.terminal.views.layout import dim
from events.store.envelope import Recorded
from events.types.log_events import Corrected, Spared
from events.types.rolls import Rolled
from projections.queries.state_diff import StateRange, compare_states, describe_ranges
from projections.text.correction_phrases import describe_correction
from projections.text.words import (
    capitalize,
    describe_seqs,
    end_sentence,
)
from replay.corrections.plan import CorrectionPlan
from replay.log.event_log import History
from replay.log.lineage import is_put_back


class AnswerManner(NamedTuple):
    """How a person answers a preview: by lines at the prompt, or by options of a command."""

    choice: str
    keeps: str
    rules: str
    supplies: str


AT_TABLE = AnswerManner(
    "y applies it · n drops it · f shows it event by event",
    "keep SEQ: WHY (overruling), ",
    "skip SEQ or stop SEQ rules otherwise; all for SEQ rules on every one.",
    "Type what they show, or say roll to have them drawn with yes; no drops the correction.",
)

BY_OPTIONS = AnswerManner(
    "Nothing is recorded; --yes applies it.",
    "--keep SEQ (overruling), ",
    "--skip SEQ or --stop SEQ rules otherwise; --conflicts rules on every one.",
    "Nothing is recorded; --die says what one shows, --draw draws them.",
)


def render_preview(
    history: History,
    plan: CorrectionPlan,
    full: bool = False,
    manner: AnswerManner = AT_TABLE,
    ranges: Sequence[StateRange] = (),
) -> list[str]:
    """Return what a correction changes: the input, the fight then and now (`full`: event by event),
    what becomes impossible, the dice. Where dice are missing: the events up to there, and the
    `ranges` of what depends on them."""
    if plan.missing:
        changes = [*render_course(history, plan), *_render_ranges(ranges)]
    else:
        changes = _render_changes(history, plan, full)
    return [
        *describe_heading(history, plan),
        *changes,
        *_render_impossible(history, plan, manner),
        *describe_dice(history, plan, history.position()),
    ]


def render_question(
    plan: CorrectionPlan, full: bool = False, manner: AnswerManner = AT_TABLE
) -> list[str]:
    """Return the missing dice, or the possible answers."""
    if not plan.missing:
        return [manner.choice]
    if plan.draws:
        why = ["What follows is shown when it is applied."] if full else []
        return [*why, f"Needs {describe_missing(plan)}: drawn when it is applied.", manner.choice]
    why = ["What follows is shown when all dice are there."] if full else []
    return [*why, f"Needs {describe_missing(plan)}.{_explain_awaited(plan)} {manner.supplies}"]


def render_recorded(history: History, rows: Sequence[Recorded]) -> list[str]:
    """Return a line about a recorded correction."""
    corrected = rows[0].event
    assert isinstance(corrected, Corrected), "a correction begins with Corrected"
    said = capitalize(describe_correction(corrected, "", is_put_back(history, rows[0])))
    where = " On a branch of its own; undo leads back." if corrected.apart else ""
    return [f"{end_sentence(said)}{where}  [{describe_seqs(rows[0].seq, rows[-1].seq)}]"]


def render_drawn(
    history: History, rows: Sequence[Recorded], plan: CorrectionPlan | None
) -> list[str]:
    """Return what a preview could not show of a recorded correction: the dice that were drawn for
    it, what they changed, and what they made impossible. Nothing if none was drawn."""
    if plan is None or plan.missing or all(die.draw is None for die in plan.fresh):
        return []
    return [
        *describe_dice(history, plan, history.find_position_before(rows[0].seq)),
        *_render_changes(history, plan, full=False),
        *_render_impossible(history, plan, None),
    ]


def _render_changes(history: History, plan: CorrectionPlan, full: bool) -> list[str]:
    """Return the fight then and now."""
    table = render_state_diff(plan.was, plan.state)
    if not table:
        table = [*(f"  {each}" for each in describe_effects(plan)), "  Nothing else changes."]
    return [*table, *render_event_diff(history, plan)] if full else table


def _render_ranges(ranges: Sequence[StateRange]) -> list[str]:
    """Return what depends on the missing dice."""
    lines = [f"  {line}" for line in describe_ranges(ranges)]
    return ["From the lowest to the highest faces:", *lines] if lines else []


def _render_impossible(
    history: History, plan: CorrectionPlan, manner: AnswerManner | None
) -> Iterator[str]:
    """Yield what is impossible now and what becomes of it; `manner` is how to rule otherwise, None
    once the correction is recorded."""
    new = [each for each in plan.impossible if not each.before]
    if new:
        yield "No longer possible:"
        yield from (f"  {describe_ruling(history, each)}" for each in new)
        keeps = any(each.overrulable for each in new)
        if manner is not None:
            yield dim(f"  {manner.keeps if keeps else ''}{manner.rules}")
    if plan.revived:
        yield "Possible again:"
        yield from (f"  #{row.seq} {describe_input(history, row)}" for row in plan.revived)
    if plan.left:
        count = len(plan.left)
        left = "inputs of it are" if count > 1 else "input of it is"
        yield f"The fight stops there; {count} {left} left out."


def _explain_awaited(plan: CorrectionPlan) -> str:
    """Say why dice are asked for now that the fight has been waiting for anyway."""
    was = {(each.by, each.purpose, each.die, each.nth) for each in plan.was.awaited}
    if any((each.by, each.purpose, each.die, each.nth) in was for each in plan.missing):
        return " (Awaited already; other dice of the same play have fallen, so it cannot wait.)"
    return ""


def encode_plan(plan: CorrectionPlan, ranges: Sequence[StateRange] = ()) -> dict[str, Any]:
    """Return a plan as JSON data: what is asked for, what it changes, what it needs. Where dice are
    missing, `changes` and `events` go up to there, and `ranges` is what depends on them."""
    asked = plan.correction
    return {
        "change": asked.change,
        "input": plan.target.seq,
        "why": asked.why,
        "apart": asked.apart,
        "changes": [each._asdict() for each in compare_states(plan.was, plan.state)],
        "impossible": [
            {**each._asdict(), "row": each.row.seq, "input": each.row.event}
            for each in plan.impossible
        ],
        "missing": plan.missing,
        "draws": plan.draws,
        "ranges": [each._asdict() for each in ranges],
        "fresh": plan.fresh,
        "spared": plan.spared,
        "revived": [row.seq for row in plan.revived],
        "left": [row.seq for row in plan.left],
        "events": [entry.event for entry in plan.entries],
    }


def encode_recorded(history: History, rows: Sequence[Recorded]) -> dict[str, Any]:
    """Return a recorded correction as the same JSON data, as far as the log holds it."""
    corrected, spared = rows[0].event, rows[-1].event
    assert isinstance(corrected, Corrected), "a correction begins with Corrected"
    was, now = (
        history.state(seq) for seq in (history.find_position_before(rows[0].seq), rows[-1].seq)
    )
    return {
        "change": corrected.change,
        "input": corrected.input,
        "why": corrected.why,
        "apart": corrected.apart,
        "changes": [each._asdict() for each in compare_states(was, now)],
        "missing": [],
        "fresh": [row.event for row in rows if isinstance(row.event, Rolled) and not row.repeats],
        "spared": spared.dice if isinstance(spared, Spared) else (),
        "events": [row.event for row in rows],
        "recorded": [rows[0].seq, rows[-1].seq],
    }
