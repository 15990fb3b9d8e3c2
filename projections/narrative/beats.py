"""The beats of a replay: a line told blow by blow, each beat with the events it stands for.

A beat of the chronicle may come back to somebody: after a blow, and blows on others, it tells of
the condition that the first one led to. A replay has one beat for each of these moments, in the
order of the log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, Passage, write_chronicle
from projections.narrative.passage import Beat, BeatPart
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.text.prose import Prose, join_prose


class StageBeat(NamedTuple):
    """A moment of a replay. It ends with event `seq`, and begins behind the beat before it.

    `story` and `dice` are its sentences and small print. `about` is the id of the combatant it is
    about, `by` that of their attacker; empty if there is none. The beat that begins a round, or
    what came after the fight, has its `heading` and nothing else.
    """

    seq: int
    heading: str = ""
    story: Prose = ()
    dice: Prose = ()
    about: str = ""
    by: str = ""

    @property
    def rolls(self) -> tuple[int, ...]:
        """The seqs of the events whose faces the small print shows, in its order."""
        return tuple(dict.fromkeys(span.roll for span in self.dice if span.roll))


def list_stage_beats(
    events: Iterable[tuple[int, AnyEvent]], telling: ChronicleOptions = ChronicleOptions()
) -> list[StageBeat]:
    """Return the beats of a line in the order of its events: those of the chronicle, and one where
    a round begins, or what came after the fight."""
    line = list(events)
    starts = [seq for seq, event in line if isinstance(event, o.RoundBegan)]
    return arrange_stage_beats(write_chronicle(line, telling=telling), starts, telling)


def arrange_stage_beats(
    passages: Sequence[Passage],
    starts: Iterable[int],
    telling: ChronicleOptions,
    first: int = 1,
) -> list[StageBeat]:
    """Return the beats of a line from its chronicle; `starts` are the seqs at which its rounds
    begin. Of a part of a line that begins with a round, `first` is the number of that."""
    book = telling.book or load_phrasebook()
    comma = book.one("chronicle.dice.comma")
    told = [(part.seq, beat, part) for beat, part in _list_parts(passages)]
    found: list[StageBeat] = []
    last: Beat | None = None
    until: Prose = ()
    rounds = _list_rounds(starts, passages, book, first)
    for seq, beat, part in sorted(told, key=lambda each: each[0]):
        is_apart = beat is not last or bool(rounds and rounds[0].seq <= seq)
        if is_apart and until:
            found[-1] = found[-1]._replace(story=join_prose((found[-1].story, until), " "))
        while rounds and rounds[0].seq <= seq:
            found.append(rounds.pop(0))
        last, until = beat, part.until
        if is_apart and found and _befalls_same(found[-1], seq, beat, part):
            found[-1] = _join(found[-1], part._replace(story=_choose_story(beat, part)), comma)
            last = None  # what the beat tells later stands apart
        elif is_apart:
            found.append(
                StageBeat(seq, "", _choose_story(beat, part), part.dice, beat.about, beat.by)
            )
        else:
            found[-1] = _join(found[-1], part, comma)
    return [*found, *rounds]


def tell_apart(before: Iterable[Passage], behind: Iterable[Passage], start: int) -> bool:
    """Return whether all that some passages tell came before event `start`, and all that others
    tell came behind it. Notes may have been made long after what they stand beside."""
    return all(part.seq < start for _, part in _list_parts(before)) and all(
        part.seq >= start for _, part in _list_parts(behind)
    )


def _list_parts(passages: Iterable[Passage]) -> Iterator[tuple[Beat, BeatPart]]:
    for passage in passages:
        for beat in passage.beats:
            parts = beat.parts or (BeatPart(passage.last, beat.story, beat.dice),)
            yield from ((beat, part) for part in parts)


def _list_rounds(
    starts: Iterable[int], passages: Sequence[Passage], book: Phrasebook, first: int
) -> list[StageBeat]:
    """Return the beats that begin the rounds of a line, and the one for what came after the
    fight."""
    headings = {passage.last: passage.heading for passage in passages}
    lasts = [*headings]
    found = []
    for number, seq in enumerate(starts, first):
        at = bisect_left(lasts, seq)
        begun = book.one("chronicle.heading.round").format(number=number)
        found.append(StageBeat(seq, headings[lasts[at]] if at < len(lasts) else begun))
    known = {beat.heading for beat in found} | {""}
    for passage in passages:
        is_told = any(part.seq >= passage.first for _, part in _list_parts([passage]))
        if is_told and passage.heading not in known:
            return [*found, StageBeat(passage.first, passage.heading)]
    return found


def _befalls_same(last: StageBeat, seq: int, beat: Beat, part: BeatPart) -> bool:
    """Return whether a part belongs to the beat before it: it has no dice, and tells what the same
    event did to one of those two, as where an attacker falls together with the target."""
    is_same = last.seq == seq and bool(beat.about) and beat.about in (last.about, last.by)
    return is_same and not last.heading and not part.dice and not beat.by


def _choose_story(beat: Beat, part: BeatPart) -> Prose:
    """Return what a part tells when another beat was told before it, which is out of sight."""
    is_first = not beat.parts or part == beat.parts[0]
    return (part.alone if is_first else part.apart) or part.story


def _join(beat: StageBeat, part: BeatPart, comma: str) -> StageBeat:
    """Return a beat with what is told of it next."""
    return beat._replace(
        seq=part.seq,
        story=join_prose((beat.story, part.story), " "),
        dice=join_prose((beat.dice, part.dice), comma),
    )
