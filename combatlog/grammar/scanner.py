"""A line as words, taken one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from combatlog.grammar.fight_words import Speech
from combatlog.grammar.name_match import choose, fit
from events.errors import Refused
from events.types.names import clean, folded
from projections.state.fight_state import Combatant, FightState

LONGEST_LINE = 2000
"""Characters in a line: more is a pasted file."""

REASONS = ("impaired", "enhanced", "overrule", "because", "ward", "bane")
"""What a reason can be for; before any other word it is the reason of the whole line."""

_WORD = re.compile(r'"([^"]*)"|([(),])|([^\s(),"]+)')
_REASON = re.compile(r"(?:^|\s)([^\s:(),\"]*):(?:\s+|$)")


class Scanner(Speech):
    """The words of one line against the state of the fight.

    Reasons (`imp: behind the crates`) are split off first: `reasons` holds them by the word
    before the colon, empty for a bare one; a last `instead` becomes a flag. What is left is taken
    word by word.
    """

    def __init__(self, line: str, state: FightState) -> None:
        if len(line) > LONGEST_LINE:
            raise Refused(f"That line has {len(line)} characters; {LONGEST_LINE} are the most.")
        super().__init__(state)
        own = {folded(state.game.words[key]): key for key in REASONS if key in state.game.words}
        self.reason_keys = {**{key: key for key in REASONS}, **own}
        self.reasons: dict[str, str] = {}
        words: list[str] = []
        for clause in line.split(";"):
            head, key, reason = self._reason(clause)
            words += ["".join(filter(None, match.groups())) for match in _WORD.finditer(head)]
            if key is not None:
                self.reasons[key] = clean(reason)
        self.instead = len(words) > 1 and folded(words[-1]) == "instead"
        self.words = words[:-1] if self.instead else words
        self.at = 0

    @property
    def save(self) -> str:
        """What is said before what is rolled on."""
        return folded(self.term("save"))

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
        """The next word, folded; empty at the end."""
        return folded(self.words[self.at]) if self.at < len(self.words) else ""

    def take(self) -> str:
        """The next word as written; empty at the end."""
        word = self.words[self.at] if self.at < len(self.words) else ""
        self.at += 1
        return word

    def accept(self, *words: str, least: int = 99) -> bool:
        """Take the next word if it is one of these, or (`least` letters or more) begins one."""
        said = self.peek()
        for word in words:
            if said == word or (len(said) >= least and word.startswith(said)):
                self.at += 1
                return True
        return False

    def cut(self, at: int) -> list[str]:
        """The words from one of the rest on, which are taken off the end."""
        words = self.rest[at:]
        self.words = self.words[: self.at + at]
        return words

    def text(self) -> str:
        """All that is left, as one text."""
        text = " ".join(self.rest).replace(" ,", ",").replace("( ", "(").replace(" )", ")")
        self.at = len(self.words)
        return clean(text)

    def rollable(self, one: Combatant) -> str:
        """The next words as something that somebody can roll on."""
        return self.word_of(self.rules.rollable(self.state, one), self.term("ability"))

    def versus(self) -> str:
        """Who opposes it, where that is said; empty otherwise."""
        return self.combatant("opponent").id if self.accept("versus", "vs") else ""

    def opposed(self) -> tuple[str, str]:
        """Who opposes it, and what they roll on where that is not the same: written out, because
        anything else may follow."""
        versus = self.versus()
        if not versus:
            return "", ""
        for name in self.rules.rollable(self.state, self.state.combatants[versus]):
            match = fit(self.rest, name)
            if match is not None and match.whole:
                self.at += match.used
                return versus, name
        return versus, ""

    def target(self) -> int | None:
        """The number to beat, where the game has some and one is said."""
        return self.number("the target") if self.beats_numbers and self.peek().isdigit() else None

    @property
    def beats_numbers(self) -> bool:
        """Are there numbers to roll against in this game?"""
        return "target" in self.lexicon.has

    def stated(self, kind: str) -> str:
        """A modifier's reason; “as ruled” where only the word was said."""
        return self.reasons[kind] or "as ruled" if kind in self.reasons else ""

    def number(self, what: str, default: int | None = None) -> int:
        """The next word as a whole number; raises `Refused` naming what it is for."""
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
        """The next words as somebody here (see `match.choose`)."""
        everybody = self.state.combatants.values()
        found, used = choose(self.rest, everybody, lambda one: one.name, what, likely, possible)
        self.at += used
        return found

    def combatants(self, what: str = "combatant") -> list[Combatant]:
        """Somebody, or several with commas between."""
        found = [self.combatant(what)]
        while self.accept(","):
            found.append(self.combatant(what))
        return found

    def word_of(self, choices: Iterable[str], what: str) -> str:
        """The next words as one of some words."""
        found, used = choose(self.rest, choices, str, what)
        self.at += used
        return found

    def done(self) -> None:
        """Raise `Refused` if words are left over."""
        if self.rest:
            raise Refused(f"“{' '.join(self.rest)}” is more than I understand here.")

    def _reason(self, clause: str) -> tuple[str, str | None, str]:
        """A clause as what comes before its reason, what the reason is for, and the reason."""
        for match in _REASON.finditer(clause):
            opened = clause.count("(", 0, match.start()) - clause.count(")", 0, match.start())
            if opened > 0:
                continue
            key = self.reason_key(match.group(1))
            head = clause[: match.start()] if key else clause[: match.end(1)]
            return head, key, clause[match.end() :]
        return clause, None, ""

    def reason_key(self, word: str) -> str:
        """`imp` is for `impaired`, and so is the game's own word for it; a word that is for
        nothing is a name, and its reason is bare."""
        said = folded(word)
        for name, key in self.reason_keys.items():
            if len(said) >= 3 and name.startswith(said):
                return key
        return ""
