"""The preview of a correction, and applying it as it was shown.

A preview is played with everybody's numbers, so it could be asked for them: would the wolf have
fallen? Players get a whole one only where they know the numbers of all; else they read what the
correction says, and what follows is left to the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.app.campaign import Campaign
from combatlog.app.correction_dialogue import CorrectionDialogue
from combatlog.app.correction_parser import read_correction
from combatlog.app.correction_words import (
    describe_dice,
    describe_effects,
    describe_heading,
    describe_input,
    describe_missing,
)
from combatlog.app.fight import Fight
from combatlog.grammar.commands import Correct
from combatlog.grammar.registry import parse
from combatlog.server import messages as m
from combatlog.server.answers import Change, Impossible, Needed, Preview, Range, Recording
from combatlog.server.commands import make_recording, require_key
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat
from events.errors import Conflict, KeyReused, Refused
from events.types.unions import TurnAction
from projections.queries.state_diff import compare_states
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import FightState
from projections.text.phrases import describe_event
from projections.text.words import Words, capitalize, end_sentence, format_reason, join_words
from replay.corrections.plan import CorrectionPlan
from replay.log.event_log import History
from replay.log.line_inputs import find_input
from replay.text.redaction import find_hidden_events

UNSEEN = "What follows from it depends on numbers that the referee alone knows."
"""What players read in place of the rest of a preview."""

_VERBS = {"amend": "Amending", "strike": "Striking", "insert": "Inserting before"}


def knows_everybody(opened: OpenFight, seat: Seat) -> bool:
    """Return whether somebody knows the numbers of all who are in a fight."""
    state = opened.state
    return all(sees_numbers(state, id, seat.audience) for id in state.combatants)


def make_preview(
    campaign: Campaign, fight: Fight, head: int, line: str, answers: Sequence[str]
) -> Preview:
    """Return what a correction would change, with all numbers. Raises `Refused`, and `Conflict`
    where the fight has gone on since event `head`."""
    dialogue = _begin(campaign, fight, head, line, answers)
    result = dialogue.preview()
    plan, history = dialogue.proposal.plan, fight.history
    words = Words(plan.state)
    return Preview(
        len(history),
        plan.target.seq,
        [*_list_sentences(history, plan)],
        [
            Needed(each.by, words.name(each.by), each.die, each.purpose.replace("-", " "))
            for each in plan.missing
        ],
        plan.draws,
        [] if plan.missing else [*_list_changes(plan.was, plan.state)],
        [Range(each.who, each.what, each.now, each.low, each.high) for each in result.ranges],
        [
            Impossible(
                each.row.seq,
                describe_input(history, each.row),
                each.why,
                each.ruling,
                each.overrulable,
            )
            for each in plan.impossible
            if not each.before
        ],
    )


def make_veiled_preview(opened: OpenFight, audience: Audience, head: int, line: str) -> Preview:
    """Return what a correction says, as an audience may read it that does not know all numbers.
    Raises as `make_preview` does; never because of what follows."""
    fight = opened.fight
    history = fight.history
    _refuse_moved(fight, head)
    command = read_correcting_line(line, fight.state)
    target = find_input(history, command.seq)
    hidden = opened.keep(("hidden", audience), lambda: find_hidden_events(history, audience))
    if {command.seq, target.seq} & {*hidden}:
        raise Refused(f"#{command.seq} is the referee's; tell them what is wrong with it.")
    correction = read_correction(history, command)
    if not all(isinstance(each, TurnAction) for each in correction.declarations):
        raise Refused("Propose what somebody did or rolled; the rest tell the referee.")
    said = opened.feed(audience).find_words(target.seq)
    heading = f"{_VERBS[command.change]} #{target.seq}, {said}{format_reason(correction.why)}"
    face = [] if correction.face is None else [f"it shows {correction.face}"]
    new = [describe_event(each, fight.state) for each in correction.declarations]
    lines = [end_sentence(capitalize(each)) for each in (heading, *face, *new)]
    return Preview(len(history), target.seq, [*lines, UNSEEN], hidden=True)


def apply_correction(opened: OpenFight, seat: Seat, said: m.SayCorrection) -> Recording:
    """Record a correction as it was shown at an event. Said again under its key, return what it
    recorded. Raises as `make_preview` does, and then nothing is recorded."""
    fight = opened.fight
    fight.refresh()
    fight.by = seat.name
    require_key(said.key)
    if recorded := fight.find_recorded(said.key, said.line):
        if fight.find_answers(said.key, said.line) not in (None, [*map(_fold, said.answers)]):
            raise KeyReused(said.key)
        return Recording("repeated", opened.last, [row.seq for row in recorded], [])
    dialogue = _begin(opened.campaign, fight, said.head, said.line, said.answers, said.key)
    result = dialogue.apply()
    if result.refused is not None:
        raise result.refused
    recording = make_recording(opened, seat, result)
    affected = [
        f"Look at {title}, too: {join_words(names)} came there from this fight as they were."
        for title, names in result.affected_fights
    ]
    return Recording(recording.kind, recording.last, recording.seqs, [*recording.told, *affected])


def read_correcting_line(line: str, state: FightState) -> Correct:
    """Return the correction that a line asks for. Raises `Refused` for any other line."""
    command = parse(line, state)
    if not isinstance(command, Correct):
        raise Refused("Say a correction, like: amend 12 a ada wolf; why: misheard")
    return command._replace(at_once=False)


def _begin(
    campaign: Campaign,
    fight: Fight,
    head: int,
    line: str,
    answers: Sequence[str],
    key: str = "",
) -> CorrectionDialogue:
    """Return the dialogue about a correction, with these answers."""
    fight.refresh()
    _refuse_moved(fight, head)
    command = read_correcting_line(line, fight.state)
    dialogue = CorrectionDialogue(campaign, fight, command, key, line)
    dialogue.take(answers)
    return dialogue


def _refuse_moved(fight: Fight, head: int) -> None:
    last = len(fight.history)
    if head != last:
        since = fight.describe_commands(fight.history.rows[head:]) if 0 < head < last else ""
        raise Conflict(fight.id, head, last, since)


def _fold(answer: str) -> str:
    return " ".join(answer.casefold().split())


def _list_sentences(history: History, plan: CorrectionPlan) -> Iterator[str]:
    """Yield all of a plan but for the changes in numbers."""
    yield from (line.strip() for line in describe_heading(history, plan))
    if not plan.missing and not compare_states(plan.was, plan.state):
        yield from describe_effects(plan)
        yield "Nothing else changes."
    for row in plan.revived:
        yield end_sentence(f"Possible again: #{row.seq} {describe_input(history, row)}")
    if plan.left:
        yield f"The fight stops there; {len(plan.left)} of its inputs are left out."
    yield from describe_dice(history, plan, history.position())
    if plan.missing:
        drawn = ": drawn when it is applied" if plan.draws else ""
        yield f"Needs {describe_missing(plan)}{drawn}."


def _list_changes(was: FightState, now: FightState) -> Iterator[Change]:
    ids = {one.name: id for id, one in {**was.combatants, **now.combatants}.items()}
    for each in compare_states(was, now):
        yield Change(ids.get(each.who, ""), each.who, each.what, each.then, each.now)
