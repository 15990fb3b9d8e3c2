"""The beats of a passage while they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from projections.text.prose import Prose, Span, capitalize_prose, join_prose, plain_text, prose


class BeatPart(NamedTuple):
    """What a beat tells once the fight has come to event `seq`. `apart` is the story where another
    beat was told in between, so that it cannot begin with “It”; `until` is a last sentence where
    another beat is told before the part that has the result; `alone` is the story where its beat
    stands alone, if that has to be another one."""

    seq: int
    story: Prose = ()
    dice: Prose = ()
    apart: Prose = ()
    until: Prose = ()
    alone: Prose = ()


class Beat(NamedTuple):
    """A step of the story: its sentences, which hold no number, and its small print. `about` is the
    id of the combatant it is about, `by` that of their attacker. `parts` are the same words by the
    event after which they can be told."""

    story: Prose
    dice: Prose = ()
    about: str = ""
    by: str = ""
    parts: tuple[BeatPart, ...] = ()


class BeatDraft:
    """A beat being written. `about` is its combatant; a blow also has its attacker (`by`), its
    `weapon`, its `why`, its `outcome` (`find_outcome`), the `effect` it had, and whether no more
    than its landing is told (`bare`)."""

    def __init__(self, page: PassageDraft, about: str = "", by: str = "", weapon: str = "") -> None:
        self._page = page
        self.about = about
        self.by = by
        self.weapon = weapon
        self.why = ""
        self.story: list[Prose] = []
        self._apart: list[Prose] = []  # the same sentences, each to stand apart
        self._alone: Prose = ()  # the first sentence where the beat stands alone
        self.dice: list[Prose] = []
        self._seqs: list[int] = []  # of the sentences
        self._dice_seqs: list[int] = []
        self.outcome = ""
        self.bare = False
        self.effect = ""
        self._meanwhile = 0
        self._until: dict[int, Prose] = {}
        self._states: list[int] = []

    def settle(self, until: Prose = ()) -> bool:
        """Remove the last sentence if it only stood until something tells the result better. Return
        whether there was one. It, or `until`, still stands where other beats are told before the
        better one."""
        stands = 1 < len(self.story) == self._meanwhile
        if stands:
            told, _, seq = self.story.pop(), self._apart.pop(), self._seqs.pop()
            self._until[seq] = self._capitalize(until) if until else told
        return stands

    def stand_alone(self, sentence: Prose) -> None:
        """Keep what the first sentence is where its beat stands alone, without the one before."""
        self._alone = self._capitalize(sentence)

    def tell(self, sentence: Prose, meanwhile: bool = False, apart: Prose = ()) -> None:
        """Add a sentence, with a capital letter unless it begins with a name. `meanwhile`: it
        stands until something tells the result better. `apart` are its words where it does not
        follow the sentence before it; the same, if empty."""
        if sentence:
            self._meanwhile = len(self.story) + 1 if meanwhile else 0
            follows = bool(self.story) or not apart
            self.story.append(self._capitalize(sentence if follows else apart))
            self._apart.append(self._capitalize(apart or sentence))
            self._seqs.append(self._page.seq)

    def _capitalize(self, sentence: Prose) -> Prose:
        ended = _drop_double_stop(sentence)
        quoted = 1 if ended[0].text == "“" and len(ended) > 1 else 0
        first = ended[quoted:]
        told = first if self._is_name(first[0]) else capitalize_prose(first)
        return (*ended[:quoted], *told)

    def _is_name(self, first: Span) -> bool:
        """Return whether a span is a name that keeps its first letter. An article does not belong
        to one."""
        return bool(first.to) and first.text.partition(" ")[0] not in self._page.articles

    def show(self, *dice: Prose) -> None:
        """Add small print."""
        some = [each for each in dice if each]
        self.dice += some
        self._dice_seqs += [self._page.seq] * len(some)

    def list_parts(self, comma: str) -> tuple[BeatPart, ...]:
        """Return sentences and small print by the event after which they were told."""
        return tuple(
            BeatPart(
                seq,
                join_prose(_choose(self.story, self._seqs, seq), " "),
                join_prose(_choose(self.dice, self._dice_seqs, seq), comma),
                join_prose(self._list_apart(seq), " "),
                self._until.get(seq, ()),
                self._list_alone(seq),
            )
            for seq in sorted({*self._seqs, *self._dice_seqs})
        )

    def _list_alone(self, seq: int) -> Prose:
        """Return the sentences of the first event as they stand alone; nothing if that is the
        same."""
        if not self._alone or seq != self._seqs[0]:
            return ()
        return join_prose([self._alone, *_choose(self.story, self._seqs, seq)[1:]], " ")

    def _list_apart(self, seq: int) -> list[Prose]:
        """Return the sentences of an event, the first one as it stands apart."""
        return [
            *_choose(self._apart, self._seqs, seq)[:1],
            *_choose(self.story, self._seqs, seq)[1:],
        ]

    def drop_states(self) -> None:
        """Remove the states that the combatant came into, since it has died."""
        for at in reversed(self._states):
            del self.story[at], self._apart[at], self._seqs[at]
        self._states = []

    def tell_state(self, sentence: Prose) -> None:
        """Add a sentence on a state of the combatant, which stands unless it dies."""
        if sentence:
            self._states += [len(self.story)] if self.story else []
            self.tell(sentence)

    def shows(self, score: str) -> bool:
        """Return whether the small print has the change of a score."""
        change = re.compile(rf"(^|: ){re.escape(score)} .*→")
        return any(change.search(plain_text(each)) for each in self.dice)


class PassageDraft:
    """The beats of a passage being written. `seq` is the event up to which it is told; names that
    begin with one of the `articles` get a capital letter in front."""

    def __init__(self, articles: Collection[str] = ()) -> None:
        self.articles = articles
        self.seq = 0
        self._drafts: list[BeatDraft] = []
        self._mark = 0

    def mark(self) -> None:
        """Set a mark: events from here on do not join the beats before it."""
        self._mark = len(self._drafts)

    def begin(self, about: str = "", by: str = "", weapon: str = "") -> BeatDraft:
        """Add a beat."""
        draft = BeatDraft(self, about, by, weapon)
        self._drafts.append(draft)
        return draft

    def of(self, who: str) -> BeatDraft:
        """Return the last beat since the mark about a combatant, or a new one."""
        return self.last(lambda draft: draft.about == who) or self.begin(who)

    def end_of(self, who: str) -> BeatDraft:
        """Return the same for a death, but not a beat from before the combatant's last blow."""
        for draft in reversed(self._drafts[self._mark :]):
            if draft.about == who:
                return draft
            if draft.by == who:
                break
        return self.begin(who)

    def last(self, fits: Callable[[BeatDraft], bool]) -> BeatDraft | None:
        """Return the last beat since the mark that fits, if there is one."""
        return next((draft for draft in reversed(self._drafts[self._mark :]) if fits(draft)), None)

    def take_beats(self, comma: str) -> tuple[Beat, ...]:
        """Return the beats, and start empty. `comma` stands between pieces of small print. Small
        print without a story joins the beat before it."""
        beats: list[Beat] = []
        for draft in self._drafts:
            story, dice = join_prose(draft.story, " "), join_prose(draft.dice, comma)
            beat = Beat(story, dice, draft.about, draft.by, draft.list_parts(comma))
            if beat.story or (beat.dice and not beats):
                beats.append(beat)
            elif beat.dice:
                before = beats.pop()
                dice = join_prose((before.dice, beat.dice), comma)
                beats.append(before._replace(dice=dice, parts=(*before.parts, *beat.parts)))
        self._drafts, self._mark = [], 0
        return tuple(beats)


def _choose(told: Sequence[Prose], seqs: Sequence[int], seq: int) -> list[Prose]:
    return [each for each, at in zip(told, seqs, strict=True) if at == seq]


def emphasize(text: str) -> Prose:
    """Return text that stands out: a wound, a condition, a death."""
    return prose(text, "strong")


def quote(text: str) -> Prose:
    """Return a player's own words without their full stop, as the sentence brings one."""
    text = text.strip()
    return prose(text.rstrip(". ") or text)


def _drop_double_stop(sentence: Prose) -> Prose:
    """Return a sentence without a full stop behind “!” or “?”."""
    *begin, last = sentence
    if begin and last.text in (".", ".”") and begin[-1].text.endswith(("!", "?", "…")):
        return (*begin, *prose(last.text[1:]))
    return sentence
