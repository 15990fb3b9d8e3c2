"""The beats of a passage while it is being told."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from projections.text.prose import Prose, Span, between, capitalize_prose, prose, text_of


class Beat(NamedTuple):
    """What happened in one go: a sentence or a few of story, without a number, and beside it what
    the dice and numbers were."""

    story: Prose
    dice: Prose = ()


class BeatDraft:
    """A beat in the making: its sentences, its small print, and whom it is about; of a blow that
    is whom it strikes, with who strikes it and with what, and whether it has hurt."""

    def __init__(
        self,
        about: str = "",
        by: str = "",
        weapon: str = "",
        articles: Collection[str] = (),
    ) -> None:
        self._articles = articles
        self.about = about
        self.by = by
        self.weapon = weapon
        self.why = ""
        self.story: list[Prose] = []
        self.dice: list[Prose] = []
        self.hurt = False
        self._meanwhile = 0

    def settle(self) -> bool:
        """Something tells better how it went than the last sentence did: that one goes. Is there
        such a one?"""
        stands = 1 < len(self.story) == self._meanwhile
        if stands:
            self.story.pop()
        return stands

    def tell(self, sentence: Prose, meanwhile: bool = False) -> None:
        """One more sentence; it begins with a capital letter, unless it begins with a name.
        `meanwhile`: until something tells better how it went."""
        if sentence:
            self._meanwhile = len(self.story) + 1 if meanwhile else 0
            ended = _without_double_stop(sentence)
            self.story.append(ended if self._is_name(ended[0]) else capitalize_prose(ended))

    def _is_name(self, first: Span) -> bool:
        """Is it a name that stays as it is? An article in front of one does not."""
        return bool(first.to) and first.text.partition(" ")[0] not in self._articles

    def show(self, *dice: Prose) -> None:
        """More small print."""
        self.dice += [each for each in dice if each]

    def shows(self, score: str) -> bool:
        """Does the small print have what became of a score?"""
        return any(
            text_of(each).startswith(f"{score} ") and "→" in text_of(each) for each in self.dice
        )


class PassageDraft:
    """The drafts of a passage."""

    def __init__(self, articles: Collection[str] = ()) -> None:
        self._articles = articles
        self._drafts: list[BeatDraft] = []
        self._mark = 0

    def mark(self) -> None:
        """Something else is said at the table: what comes of it stands by itself."""
        self._mark = len(self._drafts)

    def begin(self, about: str = "", by: str = "", weapon: str = "") -> BeatDraft:
        """A new beat."""
        draft = BeatDraft(about, by, weapon, self._articles)
        self._drafts.append(draft)
        return draft

    def of(self, who: str) -> BeatDraft:
        """The last beat since the mark that is about somebody; a new one where there is none."""
        return self.last(lambda draft: draft.about == who) or self.begin(who)

    def end_of(self, who: str) -> BeatDraft:
        """The same for somebody's end; a new one behind what they have done since."""
        for draft in reversed(self._drafts[self._mark :]):
            if draft.about == who:
                return draft
            if draft.by == who:
                break
        return self.begin(who)

    def last(self, fits: Callable[[BeatDraft], bool]) -> BeatDraft | None:
        """The last beat since the mark that fits, if any."""
        return next((draft for draft in reversed(self._drafts[self._mark :]) if fits(draft)), None)

    def taken(self, comma: str) -> tuple[Beat, ...]:
        """The beats so far, with `comma` between pieces of small print; the page is empty then.
        Small print without a story goes with the beat before it."""
        beats: list[Beat] = []
        for draft in self._drafts:
            beat = Beat(between(draft.story, " "), between(draft.dice, comma))
            if beat.story or (beat.dice and not beats):
                beats.append(beat)
            elif beat.dice:
                before = beats.pop()
                beats.append(Beat(before.story, between((before.dice, beat.dice), comma)))
        self._drafts, self._mark = [], 0
        return tuple(beats)


def emphasize(text: str) -> Prose:
    """What stands out: a wound, a condition, a death."""
    return prose(text, "strong")


def quote(text: str) -> Prose:
    """Somebody's own words, without the full stop that ours brings."""
    text = text.strip()
    return prose(text.rstrip(". ") or text)


def _without_double_stop(sentence: Prose) -> Prose:
    """Without a full stop behind somebody's “!” or “?”."""
    *begin, last = sentence
    if begin and last == Span(".") and begin[-1].text.endswith(("!", "?", "…")):
        return tuple(begin)
    return sentence
