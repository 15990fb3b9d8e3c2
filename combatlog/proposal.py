"""A correction that is looked at before it is made: dice that are missing are supplied, what has
become impossible is ruled on, and then it is applied or dropped."""

from __future__ import annotations

import re
from enum import Enum

from combatlog.fight import Fight
from combatlog.grammar.match import choose
from events.dice import FACES, check_face
from events.errors import Refused
from replay.course import Correction, Course, Ruling, Rulings
from replay.repetition import Fallen

_SEQ = re.compile(r"#?([0-9]{1,9})")
_RULINGS: dict[str, Ruling] = {"skip": "skip", "keep": "keep", "stop": "stop"}


class Wish(Enum):
    """What a line asks of a correction that is being looked at."""

    APPLY = "yes"
    DROP = "no"
    LOOK = "look"
    LOOK_CLOSER = "full"
    ELSE = "else"


class Proposal:
    """A correction of a fight, computed again with every die supplied and every ruling made."""

    def __init__(self, fight: Fight, correction: Correction, drawing: bool = False) -> None:
        self._fight = fight
        self.correction = correction
        self.rulings = Rulings()
        self.fallen: list[Fallen] = []
        self.drawing = drawing
        self.course: Course = self._computed()

    def hear(self, line: str) -> Wish:
        """Take a line in; `ELSE` where it is about something else. Raises `Refused`, and then
        nothing has changed."""
        words = line.casefold().replace(",", " ").split()
        match words:
            case ["yes" | "y" | "apply"]:
                return Wish.APPLY
            case ["no" | "n" | "drop"]:
                return Wish.DROP
            case ["full" | "f"]:
                return Wish.LOOK_CLOSER
            case [("skip" | "keep" | "stop") as ruling, *which]:
                self._rule(_RULINGS[ruling], which)
                return Wish.LOOK
            case ["roll" | "r"] | ["roll" | "r", "all"]:
                self._supply([], drawing=True)
                return Wish.LOOK
            case ["roll" | "r", *dice]:
                self._supply(self._dice(dice))
                return Wish.LOOK
            case [*_, last] as dice if last.isdecimal():
                self._supply(self._dice(dice))
                return Wish.LOOK
        return Wish.ELSE

    def rule_by(self, rulings: Rulings) -> None:
        """What becomes of everything that is impossible, now or once dice are supplied."""
        self._try(rulings=rulings)

    def _rule(self, ruling: Ruling, words: list[str]) -> None:
        """Rule on some of what is impossible, or, where none is named, on all of it."""
        known = {each.row.seq for each in self.course.impossible}
        seqs: list[int] = []
        for word in words:
            number = _SEQ.fullmatch(word)
            if number is not None and int(number.group(1)) in known:
                seqs.append(int(number.group(1)))
            elif word != "all":
                which = ", ".join(f"#{seq}" for seq in known) or "nothing"
                raise Refused(f"Impossible now is {which}, and not “{word}”.")
        if seqs:
            each = {**self.rulings.each, **dict.fromkeys(seqs, ruling)}
            self.rule_by(Rulings(self.rulings.rule, each))
        else:
            self.rule_by(Rulings(ruling))

    def _dice(self, words: list[str]) -> list[Fallen]:
        """`5 3`, `ada d6 5`: faces for what is missing, of one roller and die where said."""
        missing = self.course.missing
        if not missing:
            raise Refused("No die is missing for this correction.")
        by = die = ""
        if not words[0].isdecimal() and words[0] not in FACES:
            present = self.course.state.combatants
            ones = [present[id] for id in dict.fromkeys(each.by for each in missing)]
            one, used = choose(words, ones, lambda one: one.name, "roller")
            by, words = one.id, words[used:]
        if words and words[0] in FACES:
            die, words = words[0], words[1:]
        faces = [Fallen(int(word), by, die) for word in words if word.isdecimal()]
        if not faces or len(faces) < len(words):
            raise Refused("Say what the missing dice show, like: 5, or: ada d6 5")
        asked = [each for each in missing if by in ("", each.by) and die in ("", each.die)]
        for face, each in zip(faces, asked, strict=False):
            check_face(each.die, face.face)
        return faces

    def _supply(self, fallen: list[Fallen], drawing: bool = False) -> None:
        self._try(fallen=[*self.fallen, *fallen], drawing=drawing or self.drawing)

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
