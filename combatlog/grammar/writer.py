"""Writing names and texts so that the grammar takes them for what they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from combatlog.grammar.fight_words import Speech
from combatlog.grammar.name_match import choose
from combatlog.grammar.registry import VERBS, called
from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types.names import folded
from projections.state.fight_state import Combatant, FightState

AS_RULED = "as ruled"
"""The reason of a modifier of which only the word was said."""

CARE = ("short", "texts quoted", "whole", "all quoted")
"""How names and texts are written: as short as can be, texts in quotation marks, names whole,
everything in quotation marks."""


class Line(NamedTuple):
    """A line as it is typed: what is said, and the reasons behind it."""

    said: str
    reasons: str = ""

    def __str__(self) -> str:
        return f"{self.said}{self.reasons}"


class Unwritable(Exception):
    """Words have no way to say it."""


class Pen(Speech):
    """Writes for a fight as it stands, with so much `care` (an index of `CARE`)."""

    def __init__(self, state: FightState, care: int = 0) -> None:
        super().__init__(state)
        self.care = care

    def verb(self, name: str) -> str:
        """What the game calls a verb; raises `Unwritable` where it has no use for it."""
        if name in self.lexicon.lacks:
            raise Unwritable
        return called(next(verb for verb in VERBS if verb.name == name), self.lexicon)

    def one(self, id: str) -> Combatant:
        """Somebody by id; raises `Unwritable` where nobody is called so."""
        if id not in self.state.combatants:
            raise Unwritable
        return self.state.combatants[id]

    def who(self, id: str) -> str:
        """Somebody as they can be named here: by the first word that leaves no doubt, or more."""
        name = self.one(id).name
        if CARE[self.care] in ("whole", "all quoted"):
            return self.thing(name)
        names = [one.name for one in self.state.combatants.values()]
        for said in _cuts(_words(name)):
            if _means(said, name, names):
                return " ".join(said)
        return self.thing(name)

    def whom(self, ids: Iterable[str]) -> str:
        """Several, with commas between."""
        return ", ".join(map(self.who, ids))

    def thing(self, name: str) -> str:
        """A weapon, a wound, an area: by all of its name."""
        if CARE[self.care] == "all quoted":
            return quoted(name) if name else ""
        return " ".join(_words(name)) if name else ""

    def number(self, score: str, number: int | None) -> str:
        """What a score stands at, as it is typed."""
        if number is None:
            return ""
        dice = score in self.state.game.words.get("dice", "").split(", ")
        return f"d{number}" if dice and number else str(number)

    def text(self, text: str) -> str:
        """A free text, in quotation marks where the grammar would take it otherwise."""
        if not CARE[self.care].endswith("quoted") and Scanner(text, self.state).text() == text:
            return text
        return quoted(text) if text else ""

    def save(self) -> str:
        """What is said before what is rolled on."""
        return folded(self.term("save"))

    def modifier(self, kind: str) -> str:
        """What is said before the reason of a modifier."""
        return folded(self.term(kind))[:3] if CARE[self.care] == "short" else self.term(kind)

    def bracket(self, **reasons: str) -> str:
        """Reasons that hold for what stands before them alone."""
        return " ".join(
            f"({self._key(kind)}: {self.text(why)})" for kind, why in reasons.items() if why
        )

    def _key(self, kind: str) -> str:
        return self.modifier(kind) if kind in ("impaired", "enhanced") else kind

    def line(self, *parts: str, why: str = "", instead: bool = False, **reasons: str) -> Line:
        """A line of these parts, with the reasons there are."""
        said = " ".join(filter(None, [*parts, "instead" if instead else ""]))
        clauses = [f"{self._key(kind)}: {reason}" for kind, reason in reasons.items() if reason]
        if why and CARE[self.care] == "short" and said[-1:] not in ('"', ")"):
            return Line(said, "; ".join([f": {why}", *clauses]))
        if why:
            clauses.insert(0, f"because: {why}")
        return Line(said, f" {'; '.join(clauses)}" if clauses else "")


def quoted(text: str) -> str:
    """A text in quotation marks; raises `Unwritable` where it has some itself."""
    if '"' in text:
        raise Unwritable
    return f'"{text}"'


def _words(name: str) -> list[str]:
    """The words of a name as they are typed."""
    plain = "".join(c if c.isalnum() or c in "'’-" else " " for c in folded(name))
    return plain.split() or [folded(name)]


def _cuts(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Some of the words, in their order, few first; no number, sign or letter by itself."""
    for count in range(1, len(words) + 1):
        for said in combinations(words, count):
            if count == len(words) or (len(said[0]) > 1 and not said[0][0].isdigit()):
                yield said


def _means(said: Sequence[str], name: str, names: Sequence[str]) -> bool:
    try:
        found, used = choose(said, names, str, "")
    except Refused:
        return False
    return found == name and used == len(said)
