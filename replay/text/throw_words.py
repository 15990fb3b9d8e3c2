"""What the table is told of throws: thrown again, known beforehand, seen and left, taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from events.types.rolls import Rolled
from projections.text.words import Words, join_words, possessive
from replay.log.event_log import History
from replay.log.throws import KnownBeforehand, SeenAndLeft, ThrownAgain, ToldThrows, Way

_WAYS: dict[Way, str] = {
    "undone": "after an undo",
    "corrected": "in a correction",
    "closed": "drawn after the dice were closed",
    "anchored": "drawn from another root",
    "typed": "typed",
}


def describe_thrown_again(again: ThrownAgain, words: Words) -> str:
    """Return “Thrown again: Mira's d10 shows 9 in #20; it was 7 in #12 (after an undo, by Mia)”."""
    recorder = f", by {again.recorder}" if again.recorder else ""
    return (
        f"Thrown again: {possessive(words.name(again.by))} {again.die} shows {again.now} in"
        f" #{again.seq}; it was {again.was} in #{again.first} ({_WAYS[again.way]}{recorder})"
    )


def describe_known(known: KnownBeforehand, words: Words) -> str:
    """Return “Known beforehand: Mira's d10 7 in #20 fell in #12, before #19 was declared”."""
    return (
        f"Known beforehand: {possessive(words.name(known.by))} {known.die} {known.face} in"
        f" #{known.seq} fell in #{known.first}, before #{known.declaration} was declared"
    )


def describe_left(left: SeenAndLeft, words: Words) -> str:
    """Return “Seen and left: Mira's d10 7 in #12 counts no more; #20 stands instead”."""
    return (
        f"Seen and left: {possessive(words.name(left.by))} {left.die} {left.face} in #{left.first}"
        f" does not count; #{left.seq} was declared since"
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
    return [*_describe_groups(dice, words)]


def _describe_groups(dice: list[Rolled], words: Words) -> Iterator[str]:
    for (by, purpose), group in groupby(dice, lambda die: (die.by, die.purpose)):
        faces = [str(die.face) for die in group]
        several = len(faces) > 1
        stay = "stay as they fell; they are" if several else "stays as it fell; it is"
        whose = possessive(words.name(by))
        yield f"{whose} {join_words(faces)} ({purpose.replace('-', ' ')}) {stay} known"
