"""A correction as lines of a terminal: its preview, and what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from combatlog.terminal.views.diff import (
    render_course,
    render_event_diff,
    render_state_diff,
)
from combatlog.terminal.views.layout import dim, end_sentence
from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Corrected, Skipped, Spared, UnusedDie
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from projections.queries.combatant_diff import compare_sheets
from projections.queries.state_diff import StateRange, compare_states, describe_ranges
from projections.text.correction_phrases import WHAT_IF, describe_correction, describe_freed_dice
from projections.text.phrases import describe_event
from projections.text.words import (
    Words,
    capitalize,
    describe_asked_dice,
    describe_seqs,
    format_reason,
    join_words,
)
from replay.corrections.plan import Correction, CorrectionPlan, ImpossibleInput
from replay.corrections.recorded_dice import find_freed_dice
from replay.log.event_log import History
from replay.log.lineage import add_known_combatants, find_all_combatants, is_put_back

_DONE = {"skip": "skipped", "keep": "kept", "stop": "the fight stops here"}


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
        *_render_heading(history, plan),
        *changes,
        *_render_impossible(history, plan, manner),
        *_render_dice(history, plan, history.position()),
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


def describe_missing(plan: CorrectionPlan) -> str:
    """Describe the missing dice: “Rhinoceros d4 (damage)”."""
    return ", ".join(describe_asked_dice(plan.missing, Words(plan.state)))


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
        *_render_dice(history, plan, history.find_position_before(rows[0].seq)),
        *_render_changes(history, plan, full=False),
        *_render_impossible(history, plan, None),
    ]


def _render_heading(history: History, plan: CorrectionPlan) -> Iterator[str]:
    target, correction = plan.target, plan.correction
    what = "What if: " if correction.apart else ""
    why = "" if correction.apart and correction.why == WHAT_IF else format_reason(correction.why)
    meant = _explain_seq(history, plan)
    yield end_sentence(
        f"{what}{_choose_verb(plan)} #{target.seq}{meant}, {_describe_input(history, target)}{why}"
    )
    for event in _list_replacements(history, plan):
        yield f"  {end_sentence(capitalize(_describe_new_input(plan, event)))}"


def _explain_seq(history: History, plan: CorrectionPlan) -> str:
    """Say how the number that was typed leads to the input, where it is another."""
    typed, target = plan.correction.seq, plan.target.seq
    if typed == target:
        return ""
    if history.origin(typed) == history.origin(target):
        return f" (#{typed} before a correction)"
    return f" (#{typed} follows from it)"


def _choose_verb(plan: CorrectionPlan) -> str:
    correction = plan.correction
    if is_putting_back(plan.target, correction):
        return "Putting back"
    verbs = {"amend": "Amending", "strike": "Striking", "insert": "Inserting before"}
    return verbs[correction.change]


def is_putting_back(target: Recorded, correction: Correction) -> bool:
    """Return whether an input that was struck out or skipped is put back."""
    return correction.change == "amend" and isinstance(target.event, Skipped)


def _describe_input(history: History, row: Recorded) -> str:
    """Describe an input in the words of its time."""
    state = add_known_combatants(history, row, history.state(row.seq))
    event = row.event.input if isinstance(row.event, Skipped) else row.event
    return describe_event(event, state)


def _describe_new_input(plan: CorrectionPlan, event: Declaration | Rolled) -> str:
    """Describe an input as it stands now; of an amended sheet, what differs."""
    said, was = describe_event(event, plan.state), plan.target.event
    amends = plan.correction.change == "amend"
    if not (amends and isinstance(was, Join) and isinstance(event, Join)):
        return said
    differs = compare_sheets(was.sheet, event.sheet, plan.state)
    having = f" with {differs.now}" if differs.now else ""
    return f"{said}{having} (was: {differs.was})" if differs.was else said + having


def _list_replacements(history: History, plan: CorrectionPlan) -> Iterator[Declaration | Rolled]:
    """Yield the inputs that replace the target. An input put back unchanged is left out."""
    change, origin = plan.correction.change, history.origin(plan.target.seq)
    if change == "insert":
        put_in = len(plan.correction.declarations)
        new = [e.event for e in plan.entries if e.repeats is None and e.cause is None]
        yield from [event for event in new if isinstance(event, Declaration)][:put_in]
    elif change == "amend":
        was = plan.target.event
        for entry in plan.entries:
            event = entry.event
            as_it_was = isinstance(was, Skipped) and was.input == event
            if entry.repeats == origin and isinstance(event, Declaration | Rolled):
                yield from () if as_it_was else (event,)


def _render_changes(history: History, plan: CorrectionPlan, full: bool) -> list[str]:
    """Return the fight then and now."""
    table = render_state_diff(plan.was, plan.state)
    if not table:
        table = [*_render_effects(plan), "  Nothing else changes."]
    return [*table, *render_event_diff(history, plan)] if full else table


def _render_effects(plan: CorrectionPlan) -> list[str]:
    """Return what follows from the inputs that a correction inserts, so that one without effect
    says why: the armor took it all."""
    new = {
        plan.head + number
        for number, entry in enumerate(plan.entries, 1)
        if entry.repeats is None and entry.cause is None
    }
    effects = [entry.event for entry in plan.entries if entry.cause in new]
    return [
        f"  {end_sentence(capitalize(describe_event(event, plan.state)))}"
        for event in effects
        if isinstance(event, Outcome)
    ]


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
        yield from (f"  {_describe_ruling(history, each)}" for each in new)
        keeps = any(each.overrulable for each in new)
        if manner is not None:
            yield dim(f"  {manner.keeps if keeps else ''}{manner.rules}")
    if plan.revived:
        yield "Possible again:"
        yield from (f"  #{row.seq} {_describe_input(history, row)}" for row in plan.revived)
    if plan.left:
        count = len(plan.left)
        left = "inputs of it are" if count > 1 else "input of it is"
        yield f"The fight stops there; {count} {left} left out."


def _describe_ruling(history: History, each: ImpossibleInput) -> str:
    """Describe an impossible input: “#31 Wolf attacks Ada: Wolf is dead — skipped”."""
    return (
        f"#{each.row.seq} {_describe_input(history, each.row)}: {each.why} — {_DONE[each.ruling]}"
    )


def _render_dice(history: History, plan: CorrectionPlan, before: int) -> Iterator[str]:
    """Yield the new dice and those no longer needed; event `before` is the end of the line that the
    correction replaces."""
    if plan.fresh:
        dice = [describe_event(each, plan.state) for each in plan.fresh]
        yield f"New dice: {join_words(dice)}."
    if plan.spared:
        new, kept = find_freed_dice(history, plan.spared, before)
        yield f"{capitalize(describe_freed_dice(new, kept, _find_words(history, plan, new)))}."
    if plan.unasked and not plan.missing:
        dice = [f"{Words(plan.was).name(d.by)} {d.die} {d.face}" for d in plan.unasked]
        yield f"Not asked for now: {join_words([die.strip() for die in dice])}."


def _find_words(history: History, plan: CorrectionPlan, spares: Sequence[UnusedDie]) -> Words:
    """Return words that know the name of everybody who threw one of these dice."""
    present = plan.was.combatants | plan.state.combatants
    if all(spare.by in present for spare in spares):
        known = present
    else:
        known = find_all_combatants(history) | present
    state = plan.state.copied()
    state.combatants = known
    return Words(state)


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
