"""Interventions in a fight: who undid, corrected, overruled or stated what, and how much each
person recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from events.store.envelope import Recorded
from events.types.commitments import Closed, SecretOpened
from events.types.keys import KeyBound, KeyRevoked
from events.types.log_events import BranchNamed, Corrected, HeadMoved, Noted, Salted
from events.types.outcomes import Overruled
from events.types.rolls import Rolled
from events.types.unions import STATED, is_stated
from projections.state.fight_state import FightState
from projections.text.correction_phrases import summarize_correction
from projections.text.phrases import describe_event
from projections.text.words import Words, format_reason
from replay.log.event_log import META_KINDS, History, walk
from replay.log.lineage import Revision, find_revisions
from replay.log.undo import classify_move, describe_move
from replay.text.correction_notes import RevisionWords, classify_revision
from replay.text.throw_words import find_amended_dice, list_faces

_INTERVENING = STATED | {HeadMoved, Corrected, Overruled}
"""The events that may be an intervention."""


class CorrectionWords:
    """Describes what each correction of a log changed; computed on first use."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._words = RevisionWords(history)

    @cached_property
    def _every(self) -> dict[int, list[Revision]]:
        """The changes of each correction, by its seq."""
        found: dict[int, list[Revision]] = {}
        for seq, through in find_revisions(self._history).items():
            last = through[-1]
            if self._history[seq].cmd == last.correction.seq:
                found.setdefault(last.correction.seq, []).append(last)
        return found

    def describe(self, row: Recorded) -> str:
        """Return what the correction in this row did, with what it changed."""
        assert isinstance(row.event, Corrected), "the row is a correction"
        every = self._every.get(row.seq, [])
        meant = [each for each in every if self._is_meant(row.event, each)]
        skipped = sum(classify_revision(each) == "skipped" for each in every if each not in meant)
        change = self._describe_change(row.event, meant)
        if dice := find_amended_dice(self._history, row):
            state = self._history.state(row.seq - 1)
            change = f"{change}; its dice had fallen: {list_faces(dice, Words(state))}"
        return f"{change}; {skipped} skipped" if skipped else change

    def _is_meant(self, corrected: Corrected, revised: Revision) -> bool:
        if corrected.change == "insert":
            return revised.was is None
        origin = self._history.origin
        return origin(revised.now.seq) == origin(corrected.input)

    def _describe_change(self, corrected: Corrected, meant: list[Revision]) -> str:
        if not meant:
            return summarize_correction(corrected)
        first = meant[0]
        if corrected.change == "insert":
            after = ", ".join(map(self._words.describe_after, meant))
            return f"{summarize_correction(corrected)}: {after}"
        if corrected.change == "strike" or classify_revision(first) != "corrected":
            verb = "put back" if classify_revision(first) == "put back" else "struck out"
            if classify_revision(first) == "kept":
                verb = "kept"
            now = self._words.describe_after(first)
            return f"{_what_if(corrected)}#{corrected.input} {verb}: {now}"
        was, now = self._words.describe_before(first), self._describe_now(first)
        return f"{_what_if(corrected)}#{corrected.input} {was} said otherwise: {now}"

    def _describe_now(self, revised: Revision) -> str:
        """Return how the input stands now; for a die without its owner, who was named already."""
        match revised.now.event:
            case Rolled(die=die, face=face):
                return f"{die} → {face}"
        return self._words.describe_after(revised)


def _what_if(corrected: Corrected) -> str:
    return "what if " if corrected.apart else ""


InterventionKind = Literal["undone", "redone", "switched", "corrected", "overruled", "stated"]

LaterChange = Literal["", "undone", "corrected"]
"""What happened to an intervention later: nothing, it was undone, or a correction left it out."""


class Intervention(NamedTuple):
    """An intervention: something done besides declaring and rolling. It has the event, the
    person, what was done, why, and what happened to it `since`."""

    kind: InterventionKind
    seq: int
    by: str
    said: str
    why: str
    since: LaterChange


class PersonActivity(NamedTuple):
    """How much a person recorded: commands of the fight, corrections among them; the dice they
    typed, in corrections, too; and how often they undid, corrected, overruled, stated a fact, wrote
    a note, salted the dice, brought something back (`redone`, also by a switch), named a branch,
    closed the dice, bound or revoked a key. `others` are all other events about the log, such as
    another root of the dice. Every event that is no outcome and no repetition counts."""

    by: str
    commands: int
    typed: int
    undone: int
    corrected: int
    overruled: int
    stated: int
    notes: int = 0
    salted: int = 0
    redone: int = 0
    branches: int = 0
    closed: int = 0
    keys: int = 0
    others: int = 0


def list_interventions(history: History) -> list[Intervention]:
    """Return everything that was undone, corrected, overruled or stated, in the order recorded.
    What a correction only repeats is listed once."""
    line = {
        _get_identity(history, row)
        for row in history.on_line(history.position())
        if type(row.event) in _INTERVENING
    }
    trail = {
        seq for first, last in history.trail(history.position()) for seq in range(first, last + 1)
    }
    listed: set[Hashable] = set()
    corrections = CorrectionWords(history)
    found: list[Intervention] = []
    for state, row in _walk_to_describe(history):
        if type(row.event) not in _INTERVENING:
            continue
        identity = _get_identity(history, row)
        if identity not in listed:
            listed.add(identity)
            for kind, text, why in _find_intervention(history, corrections, state, row):
                since = _find_later_change(row, identity in line, row.seq in trail)
                found.append(Intervention(kind, row.seq, row.by, text, why, since))
    return found


def _walk_to_describe(history: History) -> Iterator[tuple[FightState, Recorded]]:
    """Yield the rows with the state before each; with one that says nothing where no row needs it
    to be described: only stated facts do."""
    if any(type(row.event) in STATED for row in history.rows):
        yield from walk(history)
        return
    state = FightState()
    yield from ((state, row) for row in history.rows)


def _find_intervention(
    history: History, corrections: CorrectionWords, state: FightState, row: Recorded
) -> Iterator[tuple[InterventionKind, str, str]]:
    """Yield the interventions in an event: kind, description and reason."""
    event = row.event
    match event:
        case HeadMoved(why=why):
            yield classify_move(history, row), describe_move(history, row), why
        case Corrected(why=why):
            yield "corrected", corrections.describe(row), why
        case Overruled(clause=clause, problem=problem, why=why):
            yield "overruled", f"{problem} ({clause})", why
        case _ if is_stated(event):
            # the reason is shown in a column of its own
            yield (
                "stated",
                describe_event(event, state).removesuffix(format_reason(event.why)),
                event.why,
            )


def _get_identity(history: History, row: Recorded) -> Hashable:
    """Return a key that is the same for an intervention and its repetition in a correction."""
    if isinstance(row.event, Overruled) and row.cause is not None:
        return (history.origin(row.cause), row.event)
    if is_stated(row.event):
        return (history.origin(row.seq), row.event)
    return row.seq


def _find_later_change(row: Recorded, on_line: bool, on_trail: bool) -> LaterChange:
    """Return what happened to an intervention later. A move is never undone; a correction stands
    until it is undone; others must be on the line, as recorded or as repeated by corrections."""
    if on_line or isinstance(row.event, HeadMoved):
        return ""
    if not on_trail:
        return "undone"
    return "" if isinstance(row.event, Corrected) else "corrected"


def list_people(history: History, interventions: Sequence[Intervention]) -> list[PersonActivity]:
    """Return how much each person recorded, in the order of their first row."""
    commands: Counter[str] = Counter()
    last = 0
    for row in history.rows:
        if row.cmd != last and type(row.event) not in META_KINDS:
            commands[row.by] += 1
            last = row.cmd
    kinds = Counter((deed.by, deed.kind) for deed in interventions)
    own = Counter((row.by, kind) for row in history.rows if (kind := _classify_own(row)))
    return [
        PersonActivity(
            by,
            commands[by],
            own[by, "typed"],
            kinds[by, "undone"],
            kinds[by, "corrected"],
            kinds[by, "overruled"],
            kinds[by, "stated"],
            own[by, "note"],
            own[by, "salt"],
            kinds[by, "redone"] + kinds[by, "switched"],
            own[by, "branch"],
            own[by, "close"],
            own[by, "key"],
            own[by, "other"],
        )
        for by in dict.fromkeys(row.by for row in history.rows)
    ]


def _classify_own(row: Recorded) -> str:
    """Return what a row is that counts by itself, empty for all others. A close opens a secret, so
    those are one."""
    if type(row.event) not in META_KINDS and not isinstance(row.event, Rolled):
        return ""
    match row.event:
        case Rolled(draw=None) if row.repeats is None:
            return "typed"
        case Noted():
            return "note"
        case Salted():
            return "salt"
        case BranchNamed():
            return "branch"
        case Closed():
            return "close"
        case KeyBound() | KeyRevoked():
            return "key"
        case HeadMoved() | SecretOpened():
            return ""
    return "other" if type(row.event) in META_KINDS else ""


class StatedFace(NamedTuple):
    """A sealed die that was `drawn` with one face and shows another that a person has `said`: in
    event `seq`, first recorded in event `first`, with the reason. `stands`: it shows that face on
    the current line."""

    seq: int
    first: int
    by: str
    die: str
    drawn: int
    said: int
    why: str
    stands: bool


def find_stated_faces(history: History) -> tuple[StatedFace, ...]:
    """Return every face that a person stated for a sealed die, once, at its first recording."""
    found: dict[tuple[int, int], Recorded] = {}
    for row in history.rows:
        if (key := _stated_face_key(history, row)) is not None:
            found.setdefault(key, row)
    if not found:
        return ()
    line = {_stated_face_key(history, row) for row in history.on_line(history.position())}
    return tuple(_make_stated_face(history, row, key in line) for key, row in found.items())


def _stated_face_key(history: History, row: Recorded) -> tuple[int, int] | None:
    """Return a die's first recording and the face that a person stated for it, else None."""
    fell = row.event
    if not isinstance(fell, Rolled) or fell.draw is None or not fell.stated:
        return None
    return history.origin(row.seq), fell.face


def _make_stated_face(history: History, row: Recorded, stands: bool) -> StatedFace:
    fell, first = row.event, history[history.origin(row.seq)]
    corrected = history[row.cmd].event
    assert isinstance(fell, Rolled) and isinstance(first.event, Rolled), "dice repeat dice"
    why = corrected.why if isinstance(corrected, Corrected) else ""
    name = history.state(row.seq).combatants[fell.by].name
    return StatedFace(row.seq, first.seq, name, fell.die, first.event.face, fell.face, why, stands)
