"""What the table is told of throws: thrown again, known beforehand, seen and left, taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.log_events import Corrected
from events.types.rolls import Rolled
from events.types.unions import Declaration
from projections.text.words import Words, join_words, possessive
from replay.corrections.line_diff import fork_lines
from replay.log.event_log import History
from replay.log.log_inputs import identify_deed
from replay.log.throws import KnownBeforehand, SeenAndLeft, ThrownAgain, ToldThrows, Way

WAYS: dict[Way, str] = {
    "undone": "after an undo",
    "corrected": "in a correction",
    "closed": "drawn after the dice were closed",
    "anchored": "drawn from another root",
    "typed": "typed",
}
"""How a die came to be thrown again."""


def describe_thrown_again(again: ThrownAgain, words: Words) -> str:
    """Return “Thrown again: Mira's d10 shows 9 in #20; it was 7 in #12 (after an undo, by Mia)”."""
    recorder = f", by {again.recorder}" if again.recorder else ""
    then, now = describe_replaced(again)
    return (
        f"Thrown again: {possessive(words.name(again.by))} {again.die} shows {now} in"
        f" #{again.seq}; it was {then} ({WAYS[again.way]}{recorder})"
    )


def describe_replaced(again: ThrownAgain) -> tuple[str, str]:
    """Return what a die showed before it was thrown again, and what it shows now: “7 in #12” and
    “9”. Another kind of die is named (“7 on a d12 in #12”); the same face reads “7 again”."""
    if again.was_die != again.die:
        return f"{again.was} on a {again.was_die} in #{again.first}", f"{again.now}"
    same = " again" if again.was == again.now else ""
    return f"{again.was} in #{again.first}", f"{again.now}{same}"


def describe_known(known: KnownBeforehand, words: Words) -> str:
    """Return “Known beforehand: Mira's d10 7 in #20 fell in #12, before #19 was declared”. Another
    kind of die is named: “fell in #12 as 4 on a d6”."""
    back = f"brought back in #{known.back}" if known.back else "declared"
    as_other = f" as {known.was} on a {known.was_die}" if known.was_die != known.die else ""
    return (
        f"Known beforehand: {possessive(words.name(known.by))} {known.die} {known.face} in"
        f" #{known.seq} fell in #{known.first}{as_other}, before #{known.declaration} was {back}"
    )


def describe_left(left: SeenAndLeft, words: Words) -> str:
    """Return “Seen and left: Mira's d10 7 in #12 had fallen and was seen; #20 was declared since,
    so it does not count”."""
    match left.how:
        case "declared":
            since = f"#{left.seq} was declared since"
        case "moved":
            since = f"#{left.seq} went to another line since"
        case "thrown":
            since = f"{words.name(left.instead)} threw since, in #{left.seq}"
    return (
        f"Seen and left: {possessive(words.name(left.by))} {left.die} {left.face} in #{left.first}"
        f" had fallen and was seen; {since}, so it does not count"
    )


def describe_told(told: ToldThrows, words: Words) -> list[str]:
    """Return every told throw as a line, in the order of the log."""
    lines = [
        *((each.seq, describe_thrown_again(each, words)) for each in told.again),
        *((each.seq, describe_known(each, words)) for each in told.known),
        *((each.seq, describe_left(each, words)) for each in told.left),
    ]
    return [line for _, line in sorted(lines, key=lambda pair: pair[0])]


def describe_taken_back(history: History, left: Sequence[int], words: Words) -> list[str]:
    """Return a sentence for the dice of each roller and purpose among these events, which an undo
    took off the line: “Mira's 7 and 3 (damage) stay as they fell; they are known”."""
    dice = [event for seq in left if isinstance(event := history[seq].event, Rolled)]
    return [
        f"{faces} {'stay as they fell; they are' if several else 'stays as it fell; it is'} known"
        for faces, several in _list_faces(dice, words)
    ]


def describe_brought_back(history: History, entered: Sequence[int], words: Words) -> list[str]:
    """Return a sentence for the dice of each roller and purpose among these events, which a switch
    brought onto the line: “Mira's 7 and 3 (damage) count again; they were known”."""
    dice = [event for seq in entered if isinstance(event := history[seq].event, Rolled)]
    return [
        f"{faces} {'count again; they were' if several else 'counts again; it was'} known"
        for faces, several in _list_faces(dice, words)
    ]


def describe_amended_dice(history: History, row: Recorded, words: Words) -> list[str]:
    """Return a sentence if a correction amended an input whose own dice had fallen: “#11 was
    amended after its dice had fallen: Mira's 7 and 3 (damage)”."""
    dice = find_amended_dice(history, row)
    if not dice:
        return []
    assert isinstance(row.event, Corrected), "only corrections amend"
    seq = history.origin(row.event.input)
    return [f"#{seq} was amended after its dice had fallen: {list_faces(dice, words)}"]


def list_faces(dice: Sequence[Rolled], words: Words) -> str:
    """Return dice in words: “Mira's 7 and 3 (damage), Ben's 4 (critical)”."""
    return ", ".join(faces for faces, _ in _list_faces(dice, words))


def _list_faces(dice: Sequence[Rolled], words: Words) -> Iterator[tuple[str, bool]]:
    """Yield the dice of each roller and purpose in words, and whether they are several."""
    for (by, purpose), group in groupby(dice, lambda die: (die.by, die.purpose)):
        faces = [str(die.face) for die in group]
        whose = possessive(words.name(by))
        yield f"{whose} {join_words(faces)} ({purpose.replace('-', ' ')})", len(faces) > 1


class MovedDice(NamedTuple):
    """The dice that a move of the head took off the line, and those it brought onto it. A die that
    stands on both lines, repeated by a correction, is neither."""

    left: list[Recorded]
    entered: list[Recorded]


def find_moved_dice(history: History, moved: Recorded) -> MovedDice:
    """Return the dice that a move of the head took off the line and brought onto it."""
    start, end = history.position(moved.seq - 1), history.position(moved.parent)
    fork = fork_lines(history, start, end)
    then, now = {each.origin for each in fork.then}, {each.origin for each in fork.now}
    return MovedDice(
        [
            history[each.seq]
            for each in fork.then
            if isinstance(each.event, Rolled)
            and each.origin not in now
            and not history.is_ancestor(each.origin, end)
        ],
        [
            history[each.seq]
            for each in fork.now
            if isinstance(each.event, Rolled)
            and each.origin not in then
            and not history.is_ancestor(each.origin, start)
        ],
    )


def find_amended_dice(history: History, row: Recorded) -> list[Rolled]:
    """Return the dice that had fallen for an input before the correction in this row amended it,
    on any line, each as it fell first. Empty where the correction changed only its reasons, put the
    input back, or did something else."""
    event = row.event
    if not isinstance(event, Corrected) or event.change != "amend":
        return []
    was, origin = history[event.input], history.origin(event.input)
    _, last = history.command(row.seq)
    now = next((each for each in history.rows[row.seq : last] if each.repeats == origin), None)
    if now is None or not isinstance(was.event, Declaration):
        return []
    if identify_deed(was.event) == identify_deed(now.event):
        return []
    return [
        each.event
        for each in history.rows[origin : row.seq - 1]
        if isinstance(each.event, Rolled)
        and each.repeats is None
        and history.origin(each.event.root) == origin
    ]
