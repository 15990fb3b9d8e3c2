"""A proposed correction: its plan, the dice typed for it, and the rulings on what it makes
impossible."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from combatlog.app.fight import Fight
from combatlog.grammar.registry import is_view_verb
from combatlog.grammar.scanner import choose, match_name
from events.errors import Refused
from events.types.names import clean_text
from events.types.rolls import FACES, check_face
from projections.queries.state_diff import StateRange, find_ranges
from projections.text.words import Words, describe_asked_dice, join_words
from replay.corrections.plan import (
    Correction,
    CorrectionDie,
    CorrectionPlan,
    ImpossibleInput,
    RulingKind,
    Rulings,
)
from rulesets.core.registry import load_ruleset

_SEQ = re.compile(r"#?([0-9]{1,9})")
_RULING = re.compile(r"(skip|keep|stop)\b([^:;]*)(?:[:;]\s*(?:why:)?(.*))?", re.IGNORECASE)
_RULINGS: dict[str, RulingKind] = {"skip": "skip", "keep": "keep", "stop": "stop"}


class CorrectionAnswer(Enum):
    """What a line asks of a correction that waits."""

    APPLY = "yes"
    DROP = "no"
    PREVIEW = "look"
    PREVIEW_IN_DETAIL = "full"
    OTHER = "else"


_WORDS = {
    CorrectionAnswer.APPLY: ("yes", "y", "apply"),
    CorrectionAnswer.DROP: ("no", "n", "drop"),
    CorrectionAnswer.PREVIEW_IN_DETAIL: ("full", "f"),
}


def is_answer(line: str) -> bool:
    """Return whether a line can only be an answer to a waiting correction. A single letter may
    also be a verb."""
    answer = line.strip().casefold()
    words = [word for known in _WORDS.values() for word in known if len(word) > 1]
    return answer in words or (_RULING.fullmatch(answer) is not None)


def is_about_dice(answer: str) -> bool:
    """Return whether an answer begins as one about dice does: `5 3`, `d6 5`, `roll`. One that
    begins with a name may also be a view."""
    first = answer.split(" ")[0]
    return first.isdecimal() or first in FACES or first in ("roll", "r")


class CorrectionProposal:
    """A proposed correction of a fight. Its `plan` is computed again after each die and ruling."""

    def __init__(self, fight: Fight, correction: Correction, drawing: bool = False) -> None:
        self._fight = fight
        self.correction = correction
        self.rulings = Rulings()
        self.typed_dice: list[CorrectionDie] = []
        self.drawing = drawing
        self.plan: CorrectionPlan = self._compute()
        self.rulings = Rulings(why=f"kept in the correction of #{self.plan.target.seq}")

    @property
    def has_input(self) -> bool:
        """Whether dice or rulings would be lost with it."""
        rulings = self.rulings.each or self.rulings.rule != "skip"
        return bool(self.typed_dice or rulings or self.drawing)

    def estimate(self) -> list[StateRange]:
        """Return what the missing dice could change, from all faces at their lowest to all at their
        highest; nothing where one of these makes the correction impossible."""
        if not self.plan.missing:
            return []
        try:
            low, high = self._fight.estimate_correction(self.plan)
        except Refused:
            return []
        return find_ranges(self.plan.was, low, high)

    def hear(self, line: str) -> CorrectionAnswer:
        """Carry out a line; return `OTHER` where it is about something else. Raises `Refused`,
        and then nothing has changed."""
        words = line.casefold().replace(",", " ").split()
        for answer, known in _WORDS.items():
            if len(words) == 1 and words[0] in known:
                return answer
        if (ruling := _RULING.fullmatch(line.strip())) is not None:
            kind = _RULINGS[ruling.group(1).casefold()]
            self._rule(kind, ruling.group(2).casefold().replace(",", " ").split(), ruling.group(3))
            return CorrectionAnswer.PREVIEW
        match words:
            case ["roll" | "r"] | ["roll" | "r", "all"]:
                self._try(drawing=True)
                return CorrectionAnswer.PREVIEW
            case ["roll" | "r", *dice]:
                self._take_dice(dice)
                return CorrectionAnswer.PREVIEW
            case [first, *_] if self._is_about_dice(words, first):
                self._take_dice(words)
                return CorrectionAnswer.PREVIEW
        return CorrectionAnswer.OTHER

    def compute_again(self) -> None:
        """Compute the plan again after the fight has gone on. Raises `Refused` where the correction
        is no longer possible, and then nothing has changed."""
        self._try()

    def rule_by(self, rulings: Rulings) -> None:
        """Rule on everything that is impossible now, or will be once dice are typed."""
        self._try(rulings=rulings._replace(why=rulings.why or self.rulings.why))

    def check_rulings(self, seqs: Iterable[int]) -> None:
        """Refuse rulings on inputs that are possible, and `keep` on one that cannot be kept."""
        seqs = [*seqs]
        if not self.plan.missing:
            known = {each.row.seq for each in self.plan.impossible}
            if wrong := [f"#{seq}" for seq in seqs if seq not in known]:
                raise Refused(self._describe_impossible(join_words(wrong)))
        kept = {seq for seq in seqs if self.rulings.each.get(seq) == "keep"}
        self._check_kept(kept)

    def _rule(self, ruling: RulingKind, words: list[str], why: str | None) -> None:
        """Rule on the named impossible inputs; on all of them where none is named."""
        seqs = [self._find_impossible(word).row.seq for word in words if word != "all"]
        if not self.plan.impossible:
            raise Refused(self._describe_impossible(""))
        before = self.rulings
        reason = clean_text(why or "")
        if seqs:
            each = {**before.each, **dict.fromkeys(seqs, ruling)}
            whys = {**before.whys, **dict.fromkeys(seqs, reason)} if reason else before.whys
            self._try(rulings=before._replace(each=each, whys=whys))
        else:
            seqs = [each.row.seq for each in self.plan.impossible]
            self._try(rulings=Rulings(ruling, why=reason or before.why))
            seqs = [] if any(each.ruling == "keep" for each in self.plan.impossible) else seqs
        if ruling == "keep":
            try:
                self._check_kept(set(seqs))
            except Refused:
                self._try(rulings=before)
                raise

    def _find_impossible(self, word: str) -> ImpossibleInput:
        """Return the impossible input of this seq, or of one that it had before a correction."""
        number, history = _SEQ.fullmatch(word), self._fight.history
        seq = int(number.group(1)) if number is not None else 0
        origin = history.origin(seq) if 0 < seq <= len(history) else 0
        for each in self.plan.impossible:
            if history.origin(each.row.seq) == origin:
                return each
        raise Refused(self._describe_impossible(f"“{word}”"))

    def _describe_impossible(self, wrong: str) -> str:
        which = sorted(each.row.seq for each in self.plan.impossible)
        if not which:
            return "Nothing is impossible after this correction, so there is nothing to rule on."
        listed = join_words([f"#{seq}" for seq in which])
        return f"Only {listed} {'are' if len(which) > 1 else 'is'} impossible now, not {wrong}."

    def _check_kept(self, seqs: set[int]) -> None:
        for each in self.plan.impossible:
            if each.row.seq in seqs and each.ruling != "keep":
                raise Refused(f"#{each.row.seq} cannot be kept: {each.why}.")

    def _is_about_dice(self, words: list[str], first: str) -> bool:
        """Return whether a line says what a die shows. A view such as `log 5` does not."""
        if first.isdecimal() or first in FACES:
            return True
        game = self.plan.state.game
        if is_view_verb(first, load_ruleset(game.rules).lexicon(game)):
            return False
        present = self.plan.state.combatants
        return any(match_name(words, present[asked.by].name) for asked in self.plan.missing)

    def _take_dice(self, words: list[str]) -> None:
        """Take typed faces (`5 3`, `ada d6 5`), each for the first missing die it fits.

        A face may lead to more missing dice.
        """
        before = self.typed_dice
        by, die, faces = self._read_dice(words)
        try:
            for face in faces:
                self._try(typed_dice=[*self.typed_dice, self._match_die(by, die, face)])
        except Refused:
            self._try(typed_dice=before)
            raise

    def _read_dice(self, words: list[str]) -> tuple[str, str, list[int]]:
        """Return the roller's id, the die and the faces; empty where the line does not say."""
        by = die = ""
        if not self.plan.missing:
            raise Refused("No die is missing for this correction.")
        if self.plan.is_digital:
            raise Refused(
                "The dice of this fight are drawn: yes applies the correction and draws them; typed"
                " faces do not count here."
            )
        if words and not words[0].isdecimal() and words[0] not in FACES:
            present = self.plan.state.combatants.values()
            asked = {each.by for each in self.plan.missing}
            one, used = choose(
                words, present, lambda one: one.name, "roller", lambda one: one.id in asked
            )
            by, words = one.id, words[used:]
        if words and words[0] in FACES:
            die, words = words[0], words[1:]
        if not words or not all(word.isdecimal() for word in words):
            raise Refused("Say what the missing dice show, like: 5, or: ada d6 5")
        return by, die, [int(word) for word in words]

    def _match_die(self, by: str, die: str, face: int) -> CorrectionDie:
        """Return the face as that of the first missing die it fits. It stays that die's, whatever
        is ruled later. Raises `Refused` where no die fits, or the die has no such face."""
        for asked, identified in zip(self.plan.missing, self.plan.sought, strict=True):
            if by in ("", asked.by) and die in ("", asked.die):
                check_face(asked.die, face)
                return CorrectionDie(face, asked.by, asked.die, identified)
        words = Words(self.plan.state)
        if not self.plan.missing:
            raise Refused("No more dice are missing: those typed first were all.")
        wanted = " ".join(filter(None, [words.name(by) if by else "", die]))
        missing = ", ".join(describe_asked_dice(self.plan.missing, words))
        raise Refused(f"No {wanted} is missing; missing is {missing}.")

    def _try(
        self,
        rulings: Rulings | None = None,
        typed_dice: list[CorrectionDie] | None = None,
        drawing: bool | None = None,
    ) -> None:
        """Compute the plan with these. Where that is refused, nothing has changed."""
        before = self.rulings, self.typed_dice, self.drawing
        self.rulings = self.rulings if rulings is None else rulings
        self.typed_dice = self.typed_dice if typed_dice is None else typed_dice
        self.drawing = self.drawing if drawing is None else drawing
        try:
            self.plan = self._compute()
        except Refused:
            self.rulings, self.typed_dice, self.drawing = before
            raise

    def _compute(self) -> CorrectionPlan:
        return self._fight.plan_correction(
            self.correction, self.rulings, self.typed_dice, self.drawing
        )
