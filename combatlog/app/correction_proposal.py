"""A correction that is looked at before it is made: dice that are missing are supplied, what has
become impossible is ruled on, and then it is applied or dropped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from combatlog.app.fight import Fight
from combatlog.grammar.name_match import choose, fit
from combatlog.grammar.verbs import looks
from events.errors import Refused
from events.types.dice_notation import FACES, check_face
from events.types.names import clean
from projections.text.words import Words, asked_words, joined
from replay.corrections.plan import Correction, Course, Fallen, Impossible, Ruling, Rulings
from rulesets.core.registry import ruleset

_SEQ = re.compile(r"#?([0-9]{1,9})")
_RULING = re.compile(r"(skip|keep|stop)\b([^:;]*)(?:[:;]\s*(?:why:)?(.*))?", re.IGNORECASE)
_RULINGS: dict[str, Ruling] = {"skip": "skip", "keep": "keep", "stop": "stop"}


class Wish(Enum):
    """What a line asks of a correction that is being looked at."""

    APPLY = "yes"
    DROP = "no"
    LOOK = "look"
    LOOK_CLOSER = "full"
    ELSE = "else"


_WISHES = {
    Wish.APPLY: ("yes", "y", "apply"),
    Wish.DROP: ("no", "n", "drop"),
    Wish.LOOK_CLOSER: ("full", "f"),
}


def answers(line: str) -> bool:
    """Is this said to a correction that waits, and to nothing else? A single letter may be a
    verb."""
    said = line.strip().casefold()
    words = [word for wish in _WISHES.values() for word in wish if len(word) > 1]
    return said in words or (_RULING.fullmatch(said) is not None)


class Proposal:
    """A correction of a fight, computed again with every die supplied and every ruling made."""

    def __init__(self, fight: Fight, correction: Correction, drawing: bool = False) -> None:
        self._fight = fight
        self.correction = correction
        self.rulings = Rulings()
        self.fallen: list[Fallen] = []
        self.drawing = drawing
        self.course: Course = self._computed()
        self.rulings = Rulings(why=f"kept in the correction of #{self.course.target.seq}")

    @property
    def touched(self) -> bool:
        """Would dice or rulings be lost with it?"""
        return bool(self.fallen or self.rulings.each or self.rulings.rule != "skip" or self.drawing)

    def hear(self, line: str) -> Wish:
        """Take a line in; `ELSE` where it is about something else. Raises `Refused`, and then
        nothing has changed."""
        words = line.casefold().replace(",", " ").split()
        for wish, said in _WISHES.items():
            if len(words) == 1 and words[0] in said:
                return wish
        if (ruling := _RULING.fullmatch(line.strip())) is not None:
            kind = _RULINGS[ruling.group(1).casefold()]
            self._rule(kind, ruling.group(2).casefold().replace(",", " ").split(), ruling.group(3))
            return Wish.LOOK
        match words:
            case ["roll" | "r"] | ["roll" | "r", "all"]:
                self._try(drawing=True)
                return Wish.LOOK
            case ["roll" | "r", *dice]:
                self._supply(dice)
                return Wish.LOOK
            case [first, *_] if self._is_die(words, first):
                self._supply(words)
                return Wish.LOOK
        return Wish.ELSE

    def again(self) -> None:
        """Compute it anew, after the fight has gone on. Raises `Refused` where it can be no
        longer, and then it stands as it stood."""
        self._try()

    def rule_by(self, rulings: Rulings) -> None:
        """What becomes of everything that is impossible, now or once dice are supplied."""
        self._try(rulings=rulings._replace(why=rulings.why or self.rulings.why))

    def check_rulings(self, seqs: Iterable[int]) -> None:
        """Refuse a ruling on what is not impossible; one on what cannot be kept."""
        seqs = [*seqs]
        if not self.course.missing:
            known = {each.row.seq for each in self.course.impossible}
            if wrong := [f"#{seq}" for seq in seqs if seq not in known]:
                raise Refused(self._not_among(joined(wrong)))
        kept = {seq for seq in seqs if self.rulings.each.get(seq) == "keep"}
        self._check_kept(kept)

    def _rule(self, ruling: Ruling, words: list[str], why: str | None) -> None:
        """Rule on some of what is impossible, or, where none is named, on all of it."""
        seqs = [self._impossible(word).row.seq for word in words if word != "all"]
        if not self.course.impossible:
            raise Refused(self._not_among(""))
        before = self.rulings
        said = clean(why or "")
        if seqs:
            each = {**before.each, **dict.fromkeys(seqs, ruling)}
            whys = {**before.whys, **dict.fromkeys(seqs, said)} if said else before.whys
            self._try(rulings=before._replace(each=each, whys=whys))
        else:
            seqs = [each.row.seq for each in self.course.impossible]
            self._try(rulings=Rulings(ruling, why=said or before.why))
            seqs = [] if any(each.ruling == "keep" for each in self.course.impossible) else seqs
        if ruling == "keep":
            try:
                self._check_kept(set(seqs))
            except Refused:
                self._try(rulings=before)
                raise

    def _impossible(self, word: str) -> Impossible:
        """What is impossible now, by its seq."""
        number = _SEQ.fullmatch(word)
        for each in self.course.impossible:
            if number is not None and each.row.seq == int(number.group(1)):
                return each
        raise Refused(self._not_among(f"“{word}”"))

    def _not_among(self, said: str) -> str:
        which = sorted(each.row.seq for each in self.course.impossible)
        if not which:
            return "Nothing is impossible now that could be ruled on."
        listed = joined([f"#{seq}" for seq in which])
        return f"Impossible now {'are' if len(which) > 1 else 'is'} {listed}, and not {said}."

    def _check_kept(self, seqs: set[int]) -> None:
        for each in self.course.impossible:
            if each.row.seq in seqs and each.ruling != "keep":
                raise Refused(f"#{each.row.seq} cannot be kept: {each.why}.")

    def _is_die(self, words: list[str], first: str) -> bool:
        """Does a line say what a die shows, and not what to look at?"""
        if first.isdecimal() or first in FACES:
            return True
        game = self.course.state.game
        if looks(first, ruleset(game.rules).lexicon(game)):
            return False
        present = self.course.state.combatants
        return any(fit(words, present[asked.by].name) for asked in self.course.missing)

    def _supply(self, words: list[str]) -> None:
        """`5 3`, `ada d6 5`: faces for what is missing, of one roller and die where said; each is
        taken for the first that is missing, and may bring about others."""
        before = self.fallen
        by, die, faces = self._said(words)
        try:
            for face in faces:
                self._try(fallen=[*self.fallen, self._answer(by, die, face)])
        except Refused:
            self._try(fallen=before)
            raise

    def _said(self, words: list[str]) -> tuple[str, str, list[int]]:
        """Whose dice, which, and what they show."""
        by = die = ""
        if not self.course.missing:
            raise Refused("No die is missing for this correction.")
        if words and not words[0].isdecimal() and words[0] not in FACES:
            present = self.course.state.combatants.values()
            asked = {each.by for each in self.course.missing}
            one, used = choose(
                words, present, lambda one: one.name, "roller", lambda one: one.id in asked
            )
            by, words = one.id, words[used:]
        if words and words[0] in FACES:
            die, words = words[0], words[1:]
        if not words or not all(word.isdecimal() for word in words):
            raise Refused("Say what the missing dice show, like: 5, or: ada d6 5")
        return by, die, [int(word) for word in words]

    def _answer(self, by: str, die: str, face: int) -> Fallen:
        """A face for the first missing die that is meant, and for no other whatever is ruled
        since. Raises `Refused` where none is meant, or where it has no such face."""
        for asked, identified in zip(self.course.missing, self.course.sought, strict=True):
            if by in ("", asked.by) and die in ("", asked.die):
                check_face(asked.die, face)
                return Fallen(face, asked.by, asked.die, identified)
        words = Words(self.course.state)
        if not self.course.missing:
            raise Refused("No more dice are missing than those that were said first.")
        said = " ".join(filter(None, [words.name(by) if by else "", die]))
        missing = ", ".join(asked_words(self.course.missing, words))
        raise Refused(f"No {said} is missing; missing is {missing}.")

    def _try(
        self,
        rulings: Rulings | None = None,
        fallen: list[Fallen] | None = None,
        drawing: bool | None = None,
    ) -> None:
        """Compute it with these; what is refused leaves everything as it was."""
        before = self.rulings, self.fallen, self.drawing
        self.rulings = self.rulings if rulings is None else rulings
        self.fallen = self.fallen if fallen is None else fallen
        self.drawing = self.drawing if drawing is None else drawing
        try:
            self.course = self._computed()
        except Refused:
            self.rulings, self.fallen, self.drawing = before
            raise

    def _computed(self) -> Course:
        return self._fight.course(self.correction, self.rulings, self.fallen, self.drawing)
