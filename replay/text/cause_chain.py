"""The sources of a number: the declarations, dice and rulings behind a reason, who recorded each
first, and which corrections have changed it since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Skipped
from events.types.outcomes import (
    AttackRolled,
    ConditionBegan,
    DamageDealt,
    Died,
    MaximumChanged,
    Overruled,
    ScoreChanged,
    WoundTaken,
)
from events.types.rolls import Rolled
from events.types.statements import Arm, SetTrait
from events.types.unions import Statement
from projections.queries.causes import Reason
from projections.text.phrases import describe_event, describe_overruling
from replay.log.event_log import History
from replay.log.lineage import find_first_recording, find_revisions
from replay.text.correction_notes import RevisionKind, RevisionWords, classify_revision

_OPPOSING = ("melee", "defence", "opposed")
"""The purposes of dice that the target of an attack throws against it."""

_CHANGING = ScoreChanged | MaximumChanged | WoundTaken | ConditionBegan | Died


SourceKind: TypeAlias = Literal["declared", "ruled", "rolled", "overruled", "skipped"]


class SourceChange(NamedTuple):
    """A correction that changed a source: its seq, its author, what it did, why, and what stood
    there before (empty if nothing did)."""

    seq: int
    by: str
    how: RevisionKind
    why: str
    was: str


class Source(NamedTuple):
    """An input that a number comes from; `skipped`: that it would come from. `seq` is its event on
    the line; `first`, `by` and `at` are of its first recording; `changed` has the corrections
    since, the oldest first."""

    kind: SourceKind
    seq: int
    said: str
    first: int
    by: str
    at: str
    changed: tuple[SourceChange, ...] = ()


class SourceFinder:
    """Finds the sources of reasons on the present line."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._line = [*history.on_line(len(history))]
        self._state = history.state(len(history))
        self._revisions = find_revisions(history)
        self._words = RevisionWords(history)

    def find_sources(self, reason: Reason, who: str) -> list[Source]:
        """Return the sources of a reason for a number of a combatant, in the order recorded."""
        rows = {row.seq: row for row in self._find_rows(self._history[reason.seq], reason, who)}
        return [self._make_source(row) for _, row in sorted(rows.items())]

    def _find_rows(self, row: Recorded, reason: Reason, who: str) -> Iterator[Recorded]:
        if row.cause is None:
            yield row
            return
        play = [each for each in self._line if each.cause == row.cause and each.seq <= row.seq]
        blow = self._history[reason.blow] if reason.blow else None
        if blow is None or blow.cause != row.cause:
            blow = None
        attack = reason.attack if blow is not None else 0
        cause = self._history[row.cause]
        if not attack or cause.seq in self._revisions:
            yield cause
            yield from self._find_overrulings(cause)
        if blow is not None:
            yield from self._find_rulings(blow, who)
        if attack:
            yield self._history[attack]
            yield from self._find_overrulings(self._history[attack])
            yield from _find_attack_dice(play, attack, who)
        yield from _find_own_dice(play, row, who)

    def _find_overrulings(self, declaration: Recorded) -> Iterator[Recorded]:
        for row in self._line:
            if row.cause == declaration.seq and isinstance(row.event, Overruled):
                yield row

    def _find_rulings(self, blow: Recorded, who: str) -> Iterator[Recorded]:
        """Yield the rulings on the target's armor and on the weapon of a blow."""
        struck = blow.event
        assert isinstance(struck, DamageDealt), "a blow is damage"
        armor: Recorded | None = None
        weapon: Recorded | None = None
        for row in self._line:
            match row.event:
                case _ if row.seq > blow.seq:
                    break
                case Join(sheet) if sheet.id == who and row.seq in self._revisions:
                    armor = row
                case SetTrait(who=one, trait="armor" | "shield") if one == who:
                    armor = row
                case Arm(who=one, weapon=arm) if (one, arm.name) == (struck.by, struck.weapon):
                    weapon = row
        yield from (row for row in (armor, weapon) if row is not None)

    def _make_source(self, row: Recorded) -> Source:
        first = find_first_recording(self._history, row)
        changed = tuple(self._list_changes(row))
        kind, text = self._describe(row)
        return Source(kind, row.seq, text, first.seq, first.by, first.at, changed)

    def _describe(self, row: Recorded) -> tuple[SourceKind, str]:
        text = describe_event(row.event, self._state)
        match row.event:
            case Rolled() as fell:
                drawn = fell.draw is not None and not fell.stated
                return "rolled", f"{text}, digital" if drawn else text
            case Overruled(why=why):
                return "overruled", f"{text} (for: {why})"
            case Skipped():
                return "skipped", self._words.describe_input(row)
        # the reason for overruling stands beside it
        text = text.removesuffix(describe_overruling(row.event))
        return "ruled" if isinstance(row.event, Statement) else "declared", text

    def _list_changes(self, row: Recorded) -> Iterator[SourceChange]:
        for each in self._revisions.get(row.seq, ()):
            correction, why = each.correction, self._words.get_reason(each)
            yield SourceChange(
                correction.seq,
                correction.by,
                classify_revision(each),
                why,
                self._words.describe_before(each),
            )


def _find_attack_dice(play: list[Recorded], attack: int, who: str) -> Iterator[Recorded]:
    """Yield the dice of an attack that count against a combatant. In an attack on several targets
    the faces tell which dice belong to which."""
    dice = [row for row in play if isinstance(row.event, Rolled) and row.event.root == attack]
    left = [*dice]
    for row in play:
        if not isinstance(row.event, AttackRolled) or row.event.attack != attack:
            continue
        for face in row.event.faces:
            die = _find_die(left, face) or _find_die(dice, face)
            if die is None:
                continue
            if die in left:
                left.remove(die)
            if row.event.target == who:
                yield die
    yield from left


def _find_die(dice: list[Recorded], face: int) -> Recorded | None:
    return next((row for row in dice if getattr(row.event, "face", 0) == face), None)


def _find_own_dice(play: list[Recorded], row: Recorded, who: str) -> Iterator[Recorded]:
    """Yield the dice that a combatant threw in this play since the last change to them."""
    since = max(
        (
            each.seq
            for each in play
            if each.seq < row.seq and isinstance(each.event, _CHANGING) and each.event.who == who
        ),
        default=0,
    )
    for each in play:
        match each.event:
            case Rolled(by=by, root=root, purpose=purpose) if by == who and each.seq > since:
                if root == row.cause or purpose in _OPPOSING:
                    yield each
