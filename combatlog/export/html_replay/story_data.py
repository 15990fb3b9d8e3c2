"""The story of the page: the beats of the present line, and of every branch beside it.

A beat is an object; what is empty is left out:

  e  the seq of its last event
  h  the heading of the round that begins
  t  its sentences, d its small print: texts, [text] for one that stands out, [text, number] for the
     name of a combatant
  o  the number of the combatant it is about, b the numbers of those who attack them
  r  the seqs of the events whose dice it shows
  x  those of them that another attacker's roll outdid: of several blows at one target one counts
  g  1 if it is an aid, and no attack
  z  why nothing came of a blow at who it is about: the armor that turned all of it, 0 for armor
     that the audience may not know, −1 if it missed, −2 if a save passed and it cost nothing
  k  what hurt who it is about, where nobody did: “steam from the cut line”
  w  of a correction, the event the fight stood at before it, i the last event of its command, and c
     its own; its sentences (`t`) say what it changed. It stands behind the first beat that it
     changed, and has the `e` of that
  s  1 of the last beat where the record stops in the middle of the fight (`page_data`)
  j  1 of a beat of a what-if that stands beside its events (`what_if_data`)

The lines that corrections of the present line took the place of are `mended`, as branches without a
name.

A branch has its name, its tip, the last event that it shares with another branch (`from`) and with
the present line (`apart`, if that is another one), and its beats behind the former.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from events.types import outcomes as o
from events.types.log_events import Corrected
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, is_declaration
from projections.narrative.beats import (
    StageBeat,
    arrange_stage_beats,
    list_stage_beats,
    tell_apart,
)
from projections.narrative.chronicle import ChronicleOptions, ChronicleWriter, Passage
from projections.queries.number_words import may_hold_number
from projections.queries.visibility import Audience, sees_all, sees_numbers
from projections.text.prose import Prose, Span
from replay.log.branches import Branch, list_branches
from replay.log.event_log import History
from replay.text.correction_notes import write_correction_notes
from replay.text.redaction import filter_revisions

MISSED = -1
"""Why nothing came of a blow that no armor turned."""

SAVED = -2
"""Why nothing came of a blow that was dealt: its target passed the save."""

_BEGINS = (o.TurnBegan, o.PhaseBegan, o.RoundBegan)

MOST_BRANCHES = 200
"""The most branches whose beats are told, the newest first; the others can be seen event by
event."""


def collect_story(
    history: History, telling: ChronicleOptions, people: Mapping[str, int]
) -> dict[str, Any]:
    """Return the beats of the present line and the branches. `people` numbers the combatants."""
    story = GrowingStory(history, telling)
    return story.collect(history, people)


class _Round(NamedTuple):
    """The event that a round begins with, and how many passages tell of what was before."""

    seq: int
    passages: int


class GrowingStory:
    """The story of a fight that goes on."""

    def __init__(self, history: History, telling: ChronicleOptions) -> None:
        self._telling = telling
        self._writer = ChronicleWriter(telling)
        self._rounds: list[_Round] = []
        self._over = 0
        """How many rounds are written for good."""
        self._told: list[dict[str, Any]] = []
        """Their beats."""
        self._branches: list[dict[str, Any]] | None = None
        self._written: list[tuple[StageBeat, dict[str, Any]]] = []
        """The beats behind those, as they were told last, and what was written of each."""
        self._corrections: list[int] = []
        self._notes: dict[int, tuple[str, ...]] = {}
        """What each of the corrections changed, in words."""
        self.take(history.interleave_notes(len(history)))

    def take(self, events: Iterable[tuple[int, AnyEvent]]) -> None:
        """Let the present line go on. What stands beside it stays as it is."""
        for seq, event in events:
            self._writer.take(seq, event)
            if isinstance(event, o.RoundBegan):
                self._rounds.append(_Round(seq, self._writer.count_passages()))

    def collect(self, history: History, people: Mapping[str, int]) -> dict[str, Any]:
        """Return the beats of the present line and the branches."""
        passages = self._writer.list_passages()
        self._write_ended_rounds(history, passages, people)
        self._written = self._write(history, self._arrange(passages, len(self._rounds)), people)
        if self._branches is None:
            self._branches = _collect_branches(history, self._telling, people)
        beats = [*self._told, *_sort(written for _, written in self._written)]
        if history.is_forked:
            ends = [beat["e"] for beat in beats if "h" not in beat]
            beats = _sort(beats + self._list_corrections(history, ends))
        return {"beats": beats, "branches": self._branches}

    def _write_ended_rounds(
        self, history: History, passages: Sequence[Passage], people: Mapping[str, int]
    ) -> None:
        """Write the beats of all rounds before the present one, which stay as they are, unless
        their events and those of the present one lie among each other."""
        over = len(self._rounds) - 1
        if over <= self._over:
            return
        seq, at = self._rounds[over]
        if not tell_apart(passages[:at], passages[at:], seq):
            return
        told = self._arrange(passages[:at], over)
        written = self._write(history, told, people)
        self._told += _sort(each for _, each in written)
        self._over, self._written = over, self._written[len(written) :]

    def _arrange(self, passages: Sequence[Passage], rounds: int) -> list[StageBeat]:
        """Return the beats of passages to the end of so many rounds, without those that are written
        for good."""
        at = self._rounds[self._over].passages if self._over else 0
        starts = [each.seq for each in self._rounds[self._over : rounds]]
        return arrange_stage_beats(passages[at:], starts, self._telling, self._over + 1)

    def _write(
        self, history: History, told: Sequence[StageBeat], people: Mapping[str, int]
    ) -> list[tuple[StageBeat, dict[str, Any]]]:
        """Return beats with what is written of them. Those that are as they were are not written
        again."""
        return [
            self._written[at]
            if at < len(self._written) and self._written[at][0] == beat
            else (beat, write_beat(history, beat, people, self._telling.audience))
            for at, beat in enumerate(told)
        ]

    def _list_corrections(self, history: History, ends: list[int]) -> list[dict[str, Any]]:
        """Return a beat for each correction of the present line. `ends` are the last events of the
        other beats."""
        made = [
            row.seq
            for row in history.on_line(history.position())
            if isinstance(row.event, Corrected)
        ]
        if self._corrections != made:
            self._corrections = made
            readable = filter_revisions(history, self._telling.audience)
            self._notes = write_correction_notes(history, readable)
        return [
            {
                "e": next((end for end in ends if end > seq), seq),
                "w": history.position(seq - 1),
                "i": history.command(seq)[1],
                "c": seq,
            }
            | ({"t": [" ".join(self._notes[seq])]} if self._notes.get(seq) else {})
            | ({"f": die} if (die := _find_amended_die(history, seq)) else {})
            for seq in made
        ]


def _sort(beats: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(beats, key=lambda beat: int(beat["e"]))


def _collect_branches(
    history: History, telling: ChronicleOptions, people: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return the branches beside the present one, the newest first."""
    beside = [branch for branch in list_branches(history) if not branch.current]
    return [
        {
            "name": _name_branch(branch, telling.audience),
            **_tell_line(history, branch.tip, branch.forked, telling, people, at < MOST_BRANCHES),
        }
        for at, branch in enumerate(sorted(beside, key=lambda each: -each.tip))
    ]


def collect_mended(
    history: History, telling: ChronicleOptions, people: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return the lines that corrections of the present line took the place of, the newest first;
    none that is part of a branch."""
    line = [*history.on_line(history.position())]
    known = {row.seq for row in line}
    for branch in list_branches(history):
        known |= {row.seq for row in history.on_line(branch.tip)}
    tips = [history.position(row.seq - 1) for row in line if isinstance(row.event, Corrected)]
    new = [tip for tip in reversed(tips) if tip not in known][:MOST_BRANCHES]
    return [_tell_line(history, tip, 0, telling, people) for tip in new]


def _tell_line(
    history: History,
    tip: int,
    forked: int,
    telling: ChronicleOptions,
    people: Mapping[str, int],
    is_told: bool = True,
) -> dict[str, Any]:
    """Return a line to its tip: where it left another one (at `forked`) or the present one, and its
    beats behind that, unless they are not told."""
    line = [(row.seq, row.event) for row in history.on_line(tip)]
    present = {row.seq for row in history.on_line(history.position())}
    apart = max((seq for seq, _ in line if seq in present), default=0)
    start = max(apart, forked)
    told = list_stage_beats(line, telling) if is_told else []
    return {
        "tip": tip,
        "from": start,
        **({"apart": apart} if apart != start else {}),
        "beats": [
            write_beat(history, beat, people, telling.audience) for beat in told if beat.seq > start
        ],
    }


def _find_amended_die(history: History, seq: int) -> int:
    """Return the roll that a correction amended; 0 if it changed something else."""
    event = history[seq].event
    if not isinstance(event, Corrected) or event.change != "amend":
        return 0
    return event.input if isinstance(history[event.input].event, Rolled) else 0


def is_given_name(name: str) -> bool:
    """Return whether a branch was given this name."""
    return not name.startswith("branch-") and name != "main"


def _name_branch(branch: Branch, audience: Audience) -> str:
    """Return a branch's name; for players its tip, where somebody gave it a name that may tell a
    number."""
    if is_given_name(branch.name) and not sees_all(audience) and may_hold_number(branch.name):
        return f"#{branch.tip}"
    return branch.name


def write_beat(
    history: History, beat: StageBeat, people: Mapping[str, int], audience: Audience
) -> dict[str, Any]:
    """Return a beat of a line. `people` numbers the combatants."""
    attackers = {id: None for id in (beat.by, *_find_attackers(history, beat)) if id in people}
    fields = {
        "h": beat.heading,
        "t": _write_prose(beat.story, people),
        "d": _write_prose(beat.dice, people),
        "b": [people[id] for id in attackers if id != beat.about],
        "r": [*beat.rolls],
        "x": _find_outdone(history, beat),
        "g": int(_is_aid(history, beat)),
    }
    if _is_later_harm(history, beat):
        fields["b"] = []
    written: dict[str, Any] = {"e": beat.seq}
    written |= {key: value for key, value in fields.items() if value}
    if beat.about in people:
        written["o"] = people[beat.about]
        if not written.get("b"):
            cause = _find_cause(history, beat, audience)
            written |= {"k": cause} if cause else {}
        elif (failed := _find_failure(history, beat, audience)) is not None:
            written["z"] = failed
    return written


def _find_failure(history: History, beat: StageBeat, audience: Audience) -> int | None:
    """Return why nothing came of the blow of a beat; None if something did."""
    start = min(beat.rolls, default=beat.seq)
    events = [history[seq].event for seq in range(start, beat.seq + 1)]
    dealt = [each for each in events if isinstance(each, o.DamageDealt) and each.to == beat.about]
    if not dealt:
        evaded = any(
            isinstance(each, o.CheckRolled)
            and (each.who, each.purpose, each.passed) == (beat.about, "defence", True)
            for each in events
        )
        return MISSED if evaded else None
    if any(each.dealt for each in dealt):
        return SAVED if _is_saved(events, beat.about) else None
    return dealt[-1].armor if _knows(history, beat, audience) else 0


def _is_saved(events: Iterable[AnyEvent], about: str) -> bool:
    """Return whether a target passed a save against what was dealt, and lost nothing."""
    is_passed = False
    for each in events:
        match each:
            case o.ScoreChanged(who=who) | o.WoundTaken(who=who) if who == about:
                return False
            case o.CheckRolled(who=who, purpose="critical", passed=passed) if who == about:
                is_passed = passed
    return is_passed


def _is_later_harm(history: History, beat: StageBeat) -> bool:
    """Return whether a beat tells what a wound cost later, apart from the blow: nobody struck
    then."""
    has_lost = False
    for seq in range(beat.seq, 0, -1):
        event = history[seq].event
        if beat.rolls or isinstance(event, o.AttackRolled | o.DamageDealt):
            return False
        if isinstance(event, o.ScoreChanged) and event.who == beat.about and event.now < event.was:
            has_lost = True
        elif has_lost and (is_declaration(event) or isinstance(event, _BEGINS)):
            return True
    return False


def _find_cause(history: History, beat: StageBeat, audience: Audience) -> str:
    """Return why who a beat is about has lost of a score, if nobody struck them."""
    is_within = False  # what begins behind the beat may belong to its end
    for seq in range(beat.seq, 0, -1):
        event = history[seq].event
        if isinstance(event, o.ScoreChanged) and event.who == beat.about and event.now < event.was:
            return event.why if _knows(history, beat, audience) else ""
        begins = is_declaration(event) or isinstance(event, _BEGINS)
        if isinstance(event, o.AttackRolled) or (begins and is_within):
            return ""
        is_within = not begins
    return ""


def _knows(history: History, beat: StageBeat, audience: Audience) -> bool:
    """Return whether an audience knows the numbers of who a beat is about."""
    return sees_all(audience) or sees_numbers(history.state(beat.seq), beat.about, audience)


def _find_attackers(history: History, beat: StageBeat) -> list[str]:
    rolls = (history[seq].event for seq in beat.rolls)
    return [roll.by for roll in rolls if isinstance(roll, o.AttackRolled)]


def _is_aid(history: History, beat: StageBeat) -> bool:
    """Return whether a beat tells of aid that one gave another: on the way back from its end comes
    an aid to who it is about, before any attack."""
    for seq in range(beat.seq, 0, -1):
        match history[seq].event:
            case o.Aided(who=who, by=by):
                return (who, by) == (beat.about, beat.by)
            case o.AttackRolled() | o.DamageDealt() | o.TurnBegan() | o.RoundBegan():
                return False
    return False


def _find_outdone(history: History, beat: StageBeat) -> list[int]:
    """Return the attack rolls of a beat of which nothing came, because the damage to their target
    was another attacker's."""
    outdone = []
    for seq in beat.rolls:
        roll = history[seq].event
        if not isinstance(roll, o.AttackRolled):
            continue
        later = (history[each].event for each in range(seq, beat.seq + 1))
        by = {
            each.by for each in later if isinstance(each, o.DamageDealt) and each.to == roll.target
        }
        if by and roll.by not in by:
            outdone.append(seq)
    return outdone


def _write_prose(spans: Prose, people: Mapping[str, int]) -> list[Any]:
    written: list[Any] = []
    for span in spans:
        value = _write_span(span, people)
        if isinstance(value, str) and written and isinstance(written[-1], str):
            written[-1] += value
        else:
            written.append(value)
    return written


def _write_span(span: Span, people: Mapping[str, int]) -> Any:
    if span.to in people:
        return [span.text, people[span.to]]
    return [span.text] if span.mark == "strong" and not span.roll else span.text
