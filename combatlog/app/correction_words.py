"""The plan of a correction in sentences: what is corrected, what becomes of other inputs, and which
dice it needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Skipped, UnusedDie
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from projections.queries.combatant_diff import compare_sheets
from projections.text.correction_phrases import WHAT_IF, describe_freed_dice
from projections.text.phrases import describe_event
from projections.text.words import (
    Words,
    capitalize,
    describe_asked_dice,
    end_sentence,
    format_reason,
    join_words,
)
from replay.corrections.plan import Correction, CorrectionPlan, ImpossibleInput
from replay.corrections.recorded_dice import find_freed_dice
from replay.log.event_log import History
from replay.log.lineage import add_known_combatants, find_all_combatants

_DONE = {"skip": "skipped", "keep": "kept", "stop": "the fight stops here"}


def describe_missing(plan: CorrectionPlan) -> str:
    """Describe the missing dice: “Rhinoceros d4 (damage)”."""
    return ", ".join(describe_asked_dice(plan.missing, Words(plan.state)))


def describe_heading(history: History, plan: CorrectionPlan) -> Iterator[str]:
    target, correction = plan.target, plan.correction
    what = "What if: " if correction.apart else ""
    why = "" if correction.apart and correction.why == WHAT_IF else format_reason(correction.why)
    meant = _explain_seq(history, plan)
    yield end_sentence(
        f"{what}{_choose_verb(plan)} #{target.seq}{meant}, {describe_input(history, target)}{why}"
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


def describe_input(history: History, row: Recorded) -> str:
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


def describe_effects(plan: CorrectionPlan) -> list[str]:
    """Return what follows from the inputs that a correction inserts, so that one without effect
    says why: the armor took it all."""
    new = {
        plan.head + number
        for number, entry in enumerate(plan.entries, 1)
        if entry.repeats is None and entry.cause is None
    }
    effects = [entry.event for entry in plan.entries if entry.cause in new]
    return [
        end_sentence(capitalize(describe_event(event, plan.state)))
        for event in effects
        if isinstance(event, Outcome)
    ]


def describe_ruling(history: History, each: ImpossibleInput) -> str:
    """Describe an impossible input: “#31 Wolf attacks Ada: Wolf is dead — skipped”."""
    return f"#{each.row.seq} {describe_input(history, each.row)}: {each.why} — {_DONE[each.ruling]}"


def describe_dice(history: History, plan: CorrectionPlan, before: int) -> Iterator[str]:
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
