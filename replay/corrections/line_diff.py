"""Two lines compared event by event: two of one fight, a line and a correction's plan, or two
fights.

Within one fight, inputs match if they repeat the same first recording. Outcomes, and all events of
two different fights, match if they have the same content; seqs inside events do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from events.serialization.codec import encode
from events.types.declarations import FightStarted
from events.types.log_events import Corrected, Sealed, SecretRevealed, Skipped, Spared
from events.types.outcomes import AttackRolled, Awaited, DamageDealt, PhaseEnded
from events.types.rolls import Rolled
from events.types.unions import AnyEvent, is_declaration
from replay.corrections.plan import CorrectionPlan
from replay.log.event_log import META_EVENTS, History

_NOT_COMPARED = (*META_EVENTS, Corrected, Spared, Sealed, SecretRevealed, Awaited)
"""Events that tell how the log came about, not how the fight went."""

T = TypeVar("T")


class LineEvent(NamedTuple):
    """An event of a line, or of a plan; `origin` is the first recording of what it repeats, its own
    seq if it repeats nothing."""

    seq: int
    event: AnyEvent
    origin: int


class EventPair(NamedTuple):
    """An event of one line and its counterpart on the other, None if there is none. `alike`: both
    have the same content."""

    then: LineEvent | None
    now: LineEvent | None
    alike: bool = False


class LineFork(NamedTuple):
    """Two lines of a fight after event `base`, the last one they share."""

    base: int
    then: list[LineEvent]
    now: list[LineEvent]


def read_line_after(history: History, base: int, seq: int) -> list[LineEvent]:
    """Return what the line of an event has after event `base`; the whole line for 0."""
    return [
        LineEvent(row.seq, row.event, history.origin(row.seq))
        for first, last in history.line(seq)
        if last > base
        for row in history.rows[max(first, base + 1) - 1 : last]
    ]


def fork_lines(history: History, then: int, now: int) -> LineFork:
    """Return the lines of two events of a fight, from where they fork."""
    base = 0
    for (first, last), (also, until) in zip(history.line(then), history.line(now), strict=False):
        if first != also:
            break
        base = min(last, until)
    return LineFork(base, read_line_after(history, base, then), read_line_after(history, base, now))


def fork_plan(history: History, plan: CorrectionPlan) -> LineFork:
    """Return the current line of a fight and the line that a plan leads to, from where they
    fork."""
    base = plan.entries[0].parent or 0
    proposed = [
        LineEvent(seq, entry.event, entry.repeats or seq)
        for seq, entry in enumerate(plan.entries, plan.head + 1)
    ]
    return LineFork(base, read_line_after(history, base, history.position()), proposed)


def cut_line(then: Sequence[LineEvent], now: Sequence[LineEvent]) -> list[LineEvent]:
    """Return a line up to the last of its inputs that another line has, with the events of its
    play."""
    repeated = {each.origin for each in now if is_input(each)}
    places = [at for at, each in enumerate(then) if is_input(each)]
    kept = [at for at in places if then[at].origin in repeated]
    after = [at for at in places if kept and at > kept[-1]]
    return [*then[: after[0]]] if after else [*then] if kept else []


def diff_events(
    then: Iterable[LineEvent], now: Iterable[LineEvent], one_fight: bool = True
) -> list[EventPair]:
    """Return both lines merged in order. Events that tell nothing of the fight itself are left out:
    moves of the head, notes, corrections as such, commitments, waits for dice."""
    keys: list[_Key] = [_get_origin_key, _get_content_key] if one_fight else [_get_content_key]
    return [*_pair_inputs(_group_by_input(then), _group_by_input(now), keys)]


_PlayedInput: TypeAlias = list[LineEvent]
"""A declaration, played or skipped, and all events of its play."""

_Key: TypeAlias = Callable[[_PlayedInput], object]


def _group_by_input(events: Iterable[LineEvent]) -> list[_PlayedInput]:
    """Group the events by input. Outcomes of an earlier input may stand first."""
    inputs: list[_PlayedInput] = []
    for each in events:
        if not isinstance(each.event, _NOT_COMPARED):
            if not inputs or is_input(each):
                inputs.append([])
            inputs[-1].append(each)
    return inputs


def is_input(each: LineEvent) -> bool:
    """Return whether the event is an input, not a die or an outcome."""
    return is_declaration(each.event) or isinstance(each.event, Skipped)


def _get_origin_key(played: _PlayedInput) -> object:
    return played[0].origin if is_input(played[0]) else 0


def _get_content_key(played: _PlayedInput) -> object:
    return encode_content(played[0].event) if is_input(played[0]) else ""


def _pair_inputs(
    then: Sequence[_PlayedInput], now: Sequence[_PlayedInput], keys: Sequence[_Key]
) -> Iterator[EventPair]:
    """Pair the inputs that are equal by the first of these keys, then the rest by the next key."""
    if not then or not now or not keys:
        yield from (EventPair(each, None) for played in then for each in played)
        yield from (EventPair(None, each) for played in now for each in played)
        return
    for same, gone, come in _align(then, now, keys[0]):
        if same:
            for one, other in zip(gone, come, strict=True):
                yield from _pair_events(one, other)
        else:
            yield from _pair_inputs(gone, come, keys[1:])


def _pair_events(then: _PlayedInput, now: _PlayedInput) -> Iterator[EventPair]:
    """Pair the events of one input on both lines."""
    if is_input(then[0]) and is_input(now[0]):
        yield EventPair(
            then[0], now[0], encode_content(then[0].event) == encode_content(now[0].event)
        )
        then, now = then[1:], now[1:]
    for same, gone, come in _align(then, now, lambda each: encode_content(each.event)):
        if same:
            yield from (EventPair(*both, alike=True) for both in zip(gone, come, strict=True))
        else:
            yield from (EventPair(each, None) for each in gone)
            yield from (EventPair(None, each) for each in come)


def _align(
    then: Sequence[T], now: Sequence[T], key: Callable[[T], object]
) -> Iterator[tuple[bool, Sequence[T], Sequence[T]]]:
    """Yield runs of both sequences that are equal by a key, and the runs between them, in order."""
    keys = [key(each) for each in then], [key(each) for each in now]
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    for tag, first, last, also, until in matcher.get_opcodes():
        yield tag == "equal", then[first:last], now[also:until]


def encode_content(event: AnyEvent) -> str:
    """Return the content of an event as JSON, without seqs and draws that depend on when it was
    recorded."""
    match event:
        case AttackRolled() | DamageDealt():
            event = replace(event, attack=0)
        case PhaseEnded():
            event = replace(event, done=())
        case Rolled():
            event = replace(event, root=0, draw=None, epoch=0)
        case FightStarted():
            event = replace(event, sealed="", anchor="", after="")
    return encode(event)
