"""Names and texts written so that the parser reads them back as they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from combatlog.grammar.scanner import Scanner, Vocabulary, choose
from events.errors import Refused
from events.types.names import fold_case
from events.types.rolls import is_dice
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState

CARE = ("short", "texts quoted", "whole", "all quoted")
"""How names and texts are written: as short as possible, texts in quotation marks, names in full,
or everything in quotation marks."""


class FormattedLine(NamedTuple):
    """A line as it is typed: its `text`, and the `reasons` behind it."""

    text: str
    reasons: str = ""

    def __str__(self) -> str:
        return f"{self.text}{self.reasons}"


class Inexpressible(Exception):
    """A declaration that words cannot express; it is written as JSON."""


class Writer(Vocabulary):
    """Writes the parts of a line for a fight's state; `care` is an index of `CARE`."""

    def __init__(self, state: FightState, care: int = 0) -> None:
        super().__init__(state)
        self.care = care

    def find_verb_name(self, name: str) -> str:
        """Return what the game calls a verb; raises `Unwritable` where the game lacks it."""
        if name in self.lexicon.lacks:
            raise Inexpressible
        return self.lexicon.called.get(name, name)

    def find_combatant(self, id: str) -> Combatant:
        """Return a combatant; raises `Unwritable` where nobody has this id."""
        if id not in self.state.combatants:
            raise Inexpressible
        return self.state.combatants[id]

    def write_name(self, id: str) -> str:
        """Write a combatant's name in as few words as leave no doubt."""
        name = self.find_combatant(id).name
        if CARE[self.care] in ("whole", "all quoted"):
            return self.write_full_name(name)
        names = [one.name for one in self.state.combatants.values()]
        for short in _abbreviations(_split_words(name)):
            if _is_understood(short, name, names):
                return " ".join(short)
        return self.write_full_name(name)

    def write_names(self, ids: Iterable[str]) -> str:
        """Write several combatants' names, with commas between."""
        return ", ".join(map(self.write_name, ids))

    def write_full_name(self, name: str) -> str:
        """Write the whole name of a weapon, a wound, an area."""
        if CARE[self.care] == "all quoted":
            return _quote(name) if name else ""
        return " ".join(_split_words(name)) if name else ""

    def write_number(self, score: str, number: int | None) -> str:
        """Write a score's number, as a die (`d8`) in games whose scores are dice; empty for
        None."""
        if number is None:
            return ""
        dice = score in self.state.game.words.get("dice", "").split(", ")
        return f"d{number}" if dice and number else str(number)

    def write_text(self, text: str) -> str:
        """Write a free text, in quotation marks where the parser would change it."""
        if not CARE[self.care].endswith("quoted") and Scanner(text, self.state).take_text() == text:
            return text
        return _quote(text) if text else ""

    def write_save(self) -> str:
        """Return the game's word for a save, folded."""
        return fold_case(self.term("save"))

    def write_modifier(self, kind: str) -> str:
        """Return the word before the reason of a modifier: `imp` or `impaired`."""
        return fold_case(self.term(kind))[:3] if CARE[self.care] == "short" else self.term(kind)

    def write_bracket(self, **reasons: str) -> str:
        """Write reasons that hold only for what stands before them, in brackets."""
        return " ".join(
            f"({self._write_key(kind)}: {self.write_text(why)})"
            for kind, why in reasons.items()
            if why
        )

    def write_line(
        self, *parts: str, why: str = "", instead: bool = False, **reasons: str
    ) -> FormattedLine:
        """Join the parts that are not empty to a line, with the reasons that are not empty."""
        text = " ".join(filter(None, [*parts, "instead" if instead else ""]))
        clauses = [
            f"{self._write_key(kind)}: {reason}" for kind, reason in reasons.items() if reason
        ]
        if why and CARE[self.care] == "short" and text[-1:] not in ('"', ")"):
            return FormattedLine(text, "; ".join([f": {why}", *clauses]))
        if why:
            clauses.insert(0, f"because: {why}")
        return FormattedLine(text, f" {'; '.join(clauses)}" if clauses else "")

    def write_declaration(self, declared: Declaration, *parts: str, why: str = "") -> FormattedLine:
        """Join the parts to a line, with the declaration's `instead` and its reasons for modifiers
        and for overruling, where it has any."""
        kinds = ("impaired", "enhanced", "overrule")
        reasons: dict[str, str] = {kind: getattr(declared, kind, "") for kind in kinds}
        instead: bool = getattr(declared, "instead", False)
        return self.write_line(*parts, why=why, instead=instead, **reasons)

    def _write_key(self, kind: str) -> str:
        return self.write_modifier(kind) if kind in ("impaired", "enhanced") else kind


def _quote(text: str) -> str:
    """Put a text in quotation marks; raises `Unwritable` where it has some itself."""
    if '"' in text:
        raise Inexpressible
    return f'"{text}"'


def _split_words(name: str) -> list[str]:
    """Return the words of a name as they are typed."""
    plain = "".join(c if c.isalnum() or c in "'’-" else " " for c in fold_case(name))
    return plain.split() or [fold_case(name)]


def _abbreviations(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Yield selections of the words in their order, short ones first. None but the whole begins
    with a number, a sign or a single letter."""
    for count in range(1, len(words) + 1):
        for chosen in combinations(words, count):
            if count == len(words) or (len(chosen[0]) > 1 and not chosen[0][0].isdigit()):
                yield chosen


def _is_understood(typed: Sequence[str], name: str, names: Sequence[str]) -> bool:
    """Return whether these words name this one of the names."""
    try:
        found, used = choose(typed, names, str, "")
    except Refused:
        return False
    return found == name and used == len(typed)


def format_weapon(writer: Writer, weapon: str) -> str:
    """Write a weapon's name, or the dice of an improvised one."""
    return weapon if is_dice(weapon) else writer.write_full_name(weapon)


def format_opponent(writer: Writer, versus: str, opposing: str = "") -> list[str]:
    """Write `versus`, the opponent, and what the opponent rolls on; nothing without one."""
    return ["versus", writer.write_name(versus), opposing] if versus else []


def format_roll(
    writer: Writer, save: str, target: int | None, versus: str, opposing: str
) -> list[str]:
    """Write the roll that is part of an action: `save`, what is rolled on, and against what."""
    if not save:
        return []
    number = "" if target is None else str(target)
    return [writer.write_save(), save, number, *format_opponent(writer, versus, opposing)]
