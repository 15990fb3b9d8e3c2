"""The words of a typed line, taken one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from combatlog.grammar.name_match import Vocabulary, choose, match_name
from events.errors import Refused
from events.types.names import clean_text, fold_case
from projections.state.fight_state import Combatant, FightState

LONGEST_LINE = 2000
"""The most characters of a line: more is a pasted file."""

REASONS = ("impaired", "enhanced", "overrule", "because", "ward", "bane")
"""The words that may stand before the colon of a reason. Behind any other word, a colon begins
the reason of the whole line."""

AS_RULED = "as ruled"
"""The reason of a modifier that is typed without one."""

_WORD = re.compile(r'"([^"]*)"|([(),])|([^\s(),"]+)')
_REASON = re.compile(r"(?:^|\s)([^\s:(),\"]*):(?:\s+|$)")


class Scanner(Vocabulary):
    """The words of one line, read against the state of the fight.

    `typed` is the whole line. Its reasons (`imp: behind the crates`) are split off first:
    `reasons` holds them by what they are for, with an empty key for the reason of the whole line.
    A last word `instead` sets the flag `instead`. The other words are taken one by one.
    """

    def __init__(self, line: str, state: FightState) -> None:
        if len(line) > LONGEST_LINE:
            raise Refused(f"That line has {len(line)} characters; {LONGEST_LINE} are the most.")
        super().__init__(state)
        self.typed = line
        own = {fold_case(state.game.words[key]): key for key in REASONS if key in state.game.words}
        self.reason_keys = {**{key: key for key in REASONS}, **own}
        self.reasons: dict[str, str] = {}
        words: list[str] = []
        for clause in line.split(";"):
            head, key, reason = self._split_reason(clause)
            words += ["".join(filter(None, match.groups())) for match in _WORD.finditer(head)]
            if key is not None:
                self.reasons[key] = clean_text(reason)
        self.instead = len(words) > 1 and fold_case(words[-1]) == "instead"
        self.words = words[:-1] if self.instead else words
        self.at = 0

    @property
    def save(self) -> str:
        """The game's word for a save, folded."""
        return fold_case(self.term("save"))

    @property
    def why(self) -> str:
        """The reason of the whole line."""
        return self.reasons.get("", "") or self.reasons.get("because", "")

    @property
    def overrule(self) -> str:
        """The reason for insisting against the rules."""
        return self.reasons.get("overrule", "")

    @property
    def rest(self) -> list[str]:
        """The words not taken yet."""
        return self.words[self.at :]

    def peek(self) -> str:
        """Return the next word, folded; empty at the end."""
        return fold_case(self.words[self.at]) if self.at < len(self.words) else ""

    def take(self) -> str:
        """Take the next word as it was typed; empty at the end."""
        word = self.words[self.at] if self.at < len(self.words) else ""
        self.at += 1
        return word

    def accept(self, *words: str, least: int = 99) -> bool:
        """Take the next word if it is one of these, or begins one with `least` letters or more;
        return whether it was taken."""
        said = self.peek()
        for word in words:
            if said == word or (len(said) >= least and word.startswith(said)):
                self.at += 1
                return True
        return False

    def cut(self, at: int) -> list[str]:
        """Take the words from number `at` of the rest to the end off the line; return them."""
        words = self.rest[at:]
        self.words = self.words[: self.at + at]
        return words

    def text(self) -> str:
        """Take all words that are left as one text."""
        text = " ".join(self.rest).replace(" ,", ",").replace("( ", "(").replace(" )", ")")
        self.at = len(self.words)
        return clean_text(text)

    def rollable(self, one: Combatant) -> str:
        """Take what a combatant can roll on. Raises `Refused`."""
        return self.word_of(self.rules.rollable(self.state, one), self.term("ability"))

    def versus(self) -> str:
        """Take `versus` and an opponent; return the opponent's id, empty without `versus`."""
        return self.combatant("opponent").id if self.accept("versus", "vs") else ""

    def opposed(self) -> tuple[str, str]:
        """Take `versus`, an opponent, and what the opponent rolls on if it differs.

        That last word has to be written out, because anything else may follow. Returns the
        opponent's id and the word; empty where they are not typed."""
        versus = self.versus()
        if not versus:
            return "", ""
        for name in self.rules.rollable(self.state, self.state.combatants[versus]):
            match = match_name(self.rest, name)
            if match is not None and match.whole:
                self.at += match.used
                return versus, name
        return versus, ""

    def target(self) -> int | None:
        """Take the number to beat; None where the game has no such numbers or none is typed."""
        return self.number("the target") if self.beats_numbers and self.peek().isdigit() else None

    @property
    def beats_numbers(self) -> bool:
        """Whether this game rolls against numbers."""
        return "target" in self.lexicon.has

    def modifier(self, kind: str) -> str:
        """Return a modifier's reason; “as ruled” where only its word was typed, empty without."""
        return self.reasons[kind] or AS_RULED if kind in self.reasons else ""

    def number(self, what: str, default: int | None = None) -> int:
        """Take a whole number. Raises `Refused` with `what` it is for, unless the line is at its
        end and there is a `default`."""
        word = self.peek().removeprefix("#")
        if word.isascii() and word.isdigit() and len(word) <= 9:
            self.at += 1
            return int(word)
        if default is not None and not word:
            return default
        raise Refused(f"Say {what} as a number{f', not “{word}”' if word else ''}.")

    def combatant(
        self,
        what: str = "combatant",
        likely: Callable[[Combatant], bool] | None = None,
        possible: Callable[[Combatant], bool] | None = None,
    ) -> Combatant:
        """Take the name of a combatant (`name_match.choose` says how it is found)."""
        everybody = self.state.combatants.values()
        found, used = choose(self.rest, everybody, lambda one: one.name, what, likely, possible)
        self.at += used
        return found

    def combatants(self, what: str = "combatant") -> list[Combatant]:
        """Take one name, or several with commas between."""
        found = [self.combatant(what)]
        while self.accept(","):
            found.append(self.combatant(what))
        return found

    def word_of(self, choices: Iterable[str], what: str) -> str:
        """Take one of some names. Raises `Refused` where none fits, or several do."""
        found, used = choose(self.rest, choices, str, what)
        self.at += used
        return found

    def end(self) -> None:
        """Raise `Refused` if words are left."""
        if self.rest:
            raise not_understood(self.rest)

    def reason_key(self, word: str) -> str:
        """Return what a reason behind this word is for: `imp`, or the game's own word, is for
        `impaired`. Empty where the word is none of `REASONS`."""
        said = fold_case(word)
        for name, key in self.reason_keys.items():
            if len(said) >= 3 and name.startswith(said):
                return key
        return ""

    def _split_reason(self, clause: str) -> tuple[str, str | None, str]:
        """Split a clause into the words before its reason, what the reason is for (None where
        there is no reason), and the reason. A colon in brackets belongs to the words."""
        for match in _REASON.finditer(clause):
            opened = clause.count("(", 0, match.start()) - clause.count(")", 0, match.start())
            if opened > 0:
                continue
            key = self.reason_key(match.group(1))
            head = clause[: match.start()] if key else clause[: match.end(1)]
            return head, key, clause[match.end() :]
        return clause, None, ""


def not_understood(words: list[str]) -> Refused:
    """Return the refusal of words that are left over."""
    return Refused(f"“{' '.join(words)}” is more than I understand here.")
