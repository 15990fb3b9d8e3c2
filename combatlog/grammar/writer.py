"""Names and texts written so that the parser reads them back as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from combatlog.grammar.name_match import Vocabulary, choose
from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types.names import fold_case
from projections.state.fight_state import Combatant, FightState

CARE = ("short", "texts quoted", "whole", "all quoted")
"""How names and texts are written: as short as possible, texts in quotation marks, names in full,
or everything in quotation marks."""


class FormattedLine(NamedTuple):
    """A line as it is typed: what is said, and the reasons behind it."""

    said: str
    reasons: str = ""

    def __str__(self) -> str:
        return f"{self.said}{self.reasons}"


class Unwritable(Exception):
    """A declaration that words cannot express; it is written as JSON."""


class Writer(Vocabulary):
    """Writes the parts of a line for a fight's state; `care` is an index of `CARE`."""

    def __init__(self, state: FightState, care: int = 0) -> None:
        super().__init__(state)
        self.care = care

    def verb(self, name: str) -> str:
        """Return what the game calls a verb; raises `Unwritable` where the game lacks it."""
        if name in self.lexicon.lacks:
            raise Unwritable
        return self.lexicon.called.get(name, name)

    def combatant(self, id: str) -> Combatant:
        """Return a combatant; raises `Unwritable` where nobody has this id."""
        if id not in self.state.combatants:
            raise Unwritable
        return self.state.combatants[id]

    def name(self, id: str) -> str:
        """Write a combatant's name in as few words as leave no doubt."""
        name = self.combatant(id).name
        if CARE[self.care] in ("whole", "all quoted"):
            return self.full_name(name)
        names = [one.name for one in self.state.combatants.values()]
        for said in _abbreviations(_words(name)):
            if _is_understood(said, name, names):
                return " ".join(said)
        return self.full_name(name)

    def names(self, ids: Iterable[str]) -> str:
        """Write several combatants' names, with commas between."""
        return ", ".join(map(self.name, ids))

    def full_name(self, name: str) -> str:
        """Write the whole name of a weapon, a wound, an area."""
        if CARE[self.care] == "all quoted":
            return _quote(name) if name else ""
        return " ".join(_words(name)) if name else ""

    def number(self, score: str, number: int | None) -> str:
        """Write a score's number, as a die (`d8`) in games whose scores are dice; empty for
        None."""
        if number is None:
            return ""
        dice = score in self.state.game.words.get("dice", "").split(", ")
        return f"d{number}" if dice and number else str(number)

    def text(self, text: str) -> str:
        """Write a free text, in quotation marks where the parser would change it."""
        if not CARE[self.care].endswith("quoted") and Scanner(text, self.state).text() == text:
            return text
        return _quote(text) if text else ""

    def save(self) -> str:
        """Return the game's word for a save, folded."""
        return fold_case(self.term("save"))

    def modifier(self, kind: str) -> str:
        """Return the word before the reason of a modifier: `imp` or `impaired`."""
        return fold_case(self.term(kind))[:3] if CARE[self.care] == "short" else self.term(kind)

    def bracket(self, **reasons: str) -> str:
        """Write reasons that hold only for what stands before them, in brackets."""
        return " ".join(
            f"({self._key(kind)}: {self.text(why)})" for kind, why in reasons.items() if why
        )

    def line(
        self, *parts: str, why: str = "", instead: bool = False, **reasons: str
    ) -> FormattedLine:
        """Join the parts that are not empty to a line, with the reasons that are not empty."""
        said = " ".join(filter(None, [*parts, "instead" if instead else ""]))
        clauses = [f"{self._key(kind)}: {reason}" for kind, reason in reasons.items() if reason]
        if why and CARE[self.care] == "short" and said[-1:] not in ('"', ")"):
            return FormattedLine(said, "; ".join([f": {why}", *clauses]))
        if why:
            clauses.insert(0, f"because: {why}")
        return FormattedLine(said, f" {'; '.join(clauses)}" if clauses else "")

    def _key(self, kind: str) -> str:
        return self.modifier(kind) if kind in ("impaired", "enhanced") else kind


def _quote(text: str) -> str:
    """Put a text in quotation marks; raises `Unwritable` where it has some itself."""
    if '"' in text:
        raise Unwritable
    return f'"{text}"'


def _words(name: str) -> list[str]:
    """Return the words of a name as they are typed."""
    plain = "".join(c if c.isalnum() or c in "'’-" else " " for c in fold_case(name))
    return plain.split() or [fold_case(name)]


def _abbreviations(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Yield selections of the words in their order, short ones first. None but the whole begins
    with a number, a sign or a single letter."""
    for count in range(1, len(words) + 1):
        for said in combinations(words, count):
            if count == len(words) or (len(said[0]) > 1 and not said[0][0].isdigit()):
                yield said


def _is_understood(said: Sequence[str], name: str, names: Sequence[str]) -> bool:
    """Return whether these words name this one of the names."""
    try:
        found, used = choose(said, names, str, "")
    except Refused:
        return False
    return found == name and used == len(said)
