"""A correction as lines of a terminal: its preview, and what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from combatlog.terminal.views.diff import render_event_diff, render_state_diff
from combatlog.terminal.views.layout import describe_seqs, dim, end_sentence
from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped, Spared, UnusedDie
from events.types.declarations import Join
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.queries.combatant_diff import compare_sheets
from projections.queries.state_diff import compare_states
from projections.text.correction_phrases import WHAT_IF, describe_correction, describe_freed_dice
from projections.text.phrases import describe_event
from projections.text.words import Words, capitalize, describe_asked_dice, format_reason, join_words
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
    "Type what they show, or roll draws them; no drops the correction.",
)

BY_OPTIONS = AnswerManner(
    "Nothing is recorded; --yes applies it.",
    "--keep SEQ (overruling), ",
    "--skip SEQ or --stop SEQ rules otherwise; --conflicts rules on every one.",
    "Nothing is recorded; --die says what one shows, --draw draws them.",
)


def render_preview(
    history: History, course: CorrectionPlan, full: bool = False, manner: AnswerManner = AT_TABLE
) -> list[str]:
    """Return what a correction changes: the input, the fight then and now (`full`: event by event),
    what becomes impossible, the dice."""
    return [
        *_heading(history, course),
        *([] if course.missing else _changes(history, course, full)),
        *_impossible(history, course, manner),
        *_dice(history, course),
    ]


def render_question(
    course: CorrectionPlan, full: bool = False, manner: AnswerManner = AT_TABLE
) -> list[str]:
    """Return the missing dice, or the possible answers."""
    if not course.missing:
        return [manner.choice]
    why = ["It is shown event by event when all dice are there."] if full else []
    return [*why, f"Missing: {describe_missing(course)}.{_already(course)} {manner.supplies}"]


def describe_missing(course: CorrectionPlan) -> str:
    """Describe the missing dice: “Rhinoceros d4 (damage)”."""
    return ", ".join(describe_asked_dice(course.missing, Words(course.state)))


def render_recorded(history: History, rows: Sequence[Recorded]) -> list[str]:
    """Return a line about a recorded correction."""
    corrected = rows[0].event
    assert isinstance(corrected, Corrected), "the first event of a correction"
    said = capitalize(describe_correction(corrected, "", is_put_back(history, rows[0])))
    where = " On a branch of its own; undo leads back." if corrected.apart else ""
    return [f"{end_sentence(said)}{where}  [{describe_seqs(rows[0].seq, rows[-1].seq)}]"]


def _heading(history: History, course: CorrectionPlan) -> Iterator[str]:
    target, correction = course.target, course.correction
    what = "What if: " if correction.apart else ""
    why = "" if correction.apart and correction.why == WHAT_IF else format_reason(correction.why)
    yield end_sentence(f"{what}{_verb(course)} #{target.seq}, {_said(history, target)}{why}")
    for event in _instead(history, course):
        yield f"  {end_sentence(capitalize(_now(course, event)))}"


def _verb(course: CorrectionPlan) -> str:
    correction = course.correction
    if is_putting_back(course.target, correction):
        return "Putting back"
    verbs = {"amend": "Amending", "strike": "Striking", "insert": "Putting in before"}
    return verbs[correction.change]


def is_putting_back(target: Recorded, correction: Correction) -> bool:
    """Return whether an input that was struck out or skipped is put back."""
    return correction.change == "amend" and isinstance(target.event, Skipped)


def _said(history: History, row: Recorded) -> str:
    """Describe an input in the words of its time."""
    state = add_known_combatants(history, row, history.state(row.seq))
    event = row.event.input if isinstance(row.event, Skipped) else row.event
    return describe_event(event, state)


def _now(course: CorrectionPlan, event: Declaration | Rolled) -> str:
    """Describe an input as it stands now; of an amended sheet, what differs."""
    said, was = describe_event(event, course.state), course.target.event
    amends = course.correction.change == "amend"
    if not (amends and isinstance(was, Join) and isinstance(event, Join)):
        return said
    differs = compare_sheets(was.sheet, event.sheet, course.state)
    having = f" with {differs.now}" if differs.now else ""
    return f"{said}{having} (was: {differs.was})" if differs.was else said + having


def _instead(history: History, course: CorrectionPlan) -> Iterator[Declaration | Rolled]:
    """Yield the inputs that replace the target. An input put back unchanged is left out."""
    change, origin = course.correction.change, history.origin(course.target.seq)
    if change == "insert":
        put_in = len(course.correction.said)
        new = [e.event for e in course.entries if e.repeats is None and e.cause is None]
        yield from [event for event in new if isinstance(event, Declaration)][:put_in]
    elif change == "amend":
        was = course.target.event
        for entry in course.entries:
            event = entry.event
            as_it_was = isinstance(was, Skipped) and was.input == event
            if entry.repeats == origin and isinstance(event, Declaration | Rolled):
                yield from () if as_it_was else (event,)


def _changes(history: History, course: CorrectionPlan, full: bool) -> list[str]:
    """Return the fight then and now."""
    table = render_state_diff(course.was, course.state) or ["  Nothing else changes."]
    return [*table, *render_event_diff(history, course)] if full else table


def _impossible(history: History, course: CorrectionPlan, manner: AnswerManner) -> Iterator[str]:
    new = [each for each in course.impossible if not each.before]
    if new:
        yield "No longer possible:"
        yield from (f"  {_ruled(history, each)}" for each in new)
        keeps = manner.keeps if any(each.overrulable for each in new) else ""
        yield dim(f"  {keeps}{manner.rules}")
    if course.revived:
        yield "Possible again:"
        yield from (f"  #{row.seq} {_said(history, row)}" for row in course.revived)
    if course.left:
        count = len(course.left)
        left = "inputs of it are" if count > 1 else "input of it is"
        yield f"The fight stops there; {count} {left} left out."


def _ruled(history: History, each: ImpossibleInput) -> str:
    """Describe an impossible input: “#31 Wolf attacks Ada: Wolf is dead — skipped”."""
    return f"#{each.row.seq} {_said(history, each.row)}: {each.why} — {_DONE[each.ruling]}"


def _dice(history: History, course: CorrectionPlan) -> Iterator[str]:
    if course.fresh:
        dice = [describe_event(each, course.state) for each in course.fresh]
        yield f"New dice: {join_words(dice)}."
    if course.spared:
        new, kept = find_freed_dice(history, course.spared, history.position())
        yield f"{capitalize(describe_freed_dice(new, kept, _named(history, course, new)))}."
    if course.unasked and not course.missing:
        dice = [f"{Words(course.was).name(d.by)} {d.die} {d.face}" for d in course.unasked]
        yield f"Not asked for now: {join_words([die.strip() for die in dice])}."


def _named(history: History, course: CorrectionPlan, spares: Sequence[UnusedDie]) -> Words:
    """Return words that know the name of everybody who threw one of these dice."""
    present = course.was.combatants | course.state.combatants
    if all(spare.by in present for spare in spares):
        known = present
    else:
        known = find_all_combatants(history) | present
    state = course.state.copied()
    state.combatants = known
    return Words(state)


def _already(course: CorrectionPlan) -> str:
    """Say why dice are asked for now that the fight has been waiting for anyway."""
    was = {(each.by, each.purpose, each.die, each.nth) for each in course.was.awaited}
    if any((each.by, each.purpose, each.die, each.nth) in was for each in course.missing):
        return " (Awaited already; other dice of the same play have fallen, so it cannot wait.)"
    return ""


def encode_plan(course: CorrectionPlan) -> dict[str, Any]:
    """Return a plan as JSON data: what is asked for, what it changes, what it needs."""
    asked = course.correction
    return {
        "change": asked.change,
        "input": course.target.seq,
        "why": asked.why,
        "apart": asked.apart,
        "changes": [each._asdict() for each in compare_states(course.was, course.state)],
        "impossible": [
            {**each._asdict(), "row": each.row.seq, "input": each.row.event}
            for each in course.impossible
        ],
        "missing": course.missing,
        "fresh": course.fresh,
        "spared": course.spared,
        "revived": [row.seq for row in course.revived],
        "left": [row.seq for row in course.left],
        "events": [entry.event for entry in course.entries],
    }


def encode_recorded(history: History, rows: Sequence[Recorded]) -> dict[str, Any]:
    """Return a recorded correction as the same JSON data, as far as the log holds it."""
    corrected, spared = rows[0].event, rows[-1].event
    assert isinstance(corrected, Corrected), "the first event of a correction"
    was, now = (history.state(seq) for seq in (history.before(rows[0].seq), rows[-1].seq))
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
