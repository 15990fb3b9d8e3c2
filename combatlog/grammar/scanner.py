"""The words of a typed line, taken one after the other, and names found by as few letters as leave
no doubt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from events.errors import Refused
from events.types.names import (
    Match as Match,
    clean_text,
    fold_case,
    join_words,
    match_name as match_name,
    suggest,
)
from events.types.rolls import is_dice
from projections.state.fight_state import Combatant, FightState
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Lexicon, Ruleset

T = TypeVar("T")


def choose(
    words: Sequence[str],
    things: Iterable[T],
    name: Callable[[T], str],
    what: str,
    likely: Callable[[T], bool] | None = None,
    rank: Callable[[T], int] | None = None,
) -> tuple[T, int]:
    """Return the one thing that the first words name, and how many words name it.

    A number that only one name has names it; else things of the lowest `rank` win; then a whole
    name; then things that are `likely`; then the name that takes the most words, and one that ends
    with them. Raises `Refused` where nothing fits (with the nearest names) or where several things
    are left. `what` is the kind of thing, for these sentences.
    """
    every = list(things)
    matches = [(thing, match) for thing in every if (match := match_name(words, name(thing)))]
    if not matches:
        best_rank = min(map(rank, every), default=0) if rank is not None else 0
        meant = [each for each in every if rank is None or rank(each) == best_rank]
        meant = [each for each in meant if likely is None or likely(each)] or meant
        raise _make_refusal(words, [name(thing) for thing in (every if words else meant)], what)
    if rank is not None:
        numbered = [each for each in matches if words[each[1].used - 1][-1:].isdigit()]
        matches = numbered or matches
        lowest = min(rank(thing) for thing, _ in matches)
        matches = [each for each in matches if rank(each[0]) == lowest]
    if likely is not None and not any(match.whole for _, match in matches):
        matches = [each for each in matches if likely(each[0])] or matches
    most = max(match for _, match in matches)
    best = [thing for thing, match in matches if match == most]
    if len(best) > 1:
        names = join_words([name(thing) for thing in best], "or")
        raise Refused(f"“{' '.join(words[: most.used])}” could be {names}; type a little more.")
    return best[0], most.used


def _make_refusal(words: Sequence[str], names: list[str], what: str) -> Refused:
    if not words:
        return Refused(f"Say which {what}{suggest('', names)}.")
    return Refused(f"There is no {what} “{words[0]}” here{suggest(words[0], names)}.")


SPENT = {"Fatigue": "Stamina"}
"""Numbers that count what is gone of another score's maximum, by name, with that score. They are
typed and asked for like a score and stored as the other one."""


class Vocabulary:
    """The rules of a fight's game, the words it accepts, and its own names for things."""

    def __init__(self, state: FightState) -> None:
        self.state = state

    @cached_property
    def rules(self) -> Ruleset:
        """The rules of the fight's game."""
        return load_ruleset(self.state.game.rules)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The verbs, fields, weapons and places of the fight's game."""
        return self.rules.lexicon(self.state.game)

    def find_felling(self, one: Combatant) -> str:
        """Return the condition by which a combatant is down and fights no more; empty if none."""
        return one.find_felling(self.lexicon.felled)

    def term(self, key: str) -> str:
        """Return the game's word for `key`; `key` itself where the game has no other."""
        return self.state.game.words.get(key, key)


LONGEST_LINE = 2000
"""The most characters of a line: more is a pasted file."""

REASONS = ("impaired", "enhanced", "overrule", "because", "ward", "bane")
"""The words that may stand before the colon of a reason. Behind any other word, a colon begins
the reason of the whole line."""

AS_RULED = "as ruled"
"""The reason of a modifier that is typed without one."""

_WORD = re.compile(r'"([^"]*)"|([(),])|([^\s(),"]+)')
_REASON = re.compile(r"(?:^|\s)([^\s:(),\"]*):(\s+|$)?")


class Scanner(Vocabulary):
    """The words of one line, read against the state of the fight.

    `typed` is the whole line. Its reasons (`imp: behind the crates`) are split off first:
    `reasons` holds them by what they are for, with an empty key for the reason of the whole line.
    A last word `instead` sets the flag `instead` (`accept_instead` takes one that stands
    elsewhere). The other words are taken one by one.
    """

    def __init__(self, line: str, state: FightState) -> None:
        if len(line) > LONGEST_LINE:
            raise Refused(
                f"That line has {len(line)} characters; at most {LONGEST_LINE} are allowed."
            )
        super().__init__(state)
        self._typed = line
        own = {fold_case(state.game.words[key]): key for key in REASONS if key in state.game.words}
        self.reason_keys = {**{key: key for key in REASONS}, **own}
        self._reasons: dict[str, str] = {}
        self._repeated = ""
        words: list[str] = []
        for clause in line.split(";"):
            head = self._split_reasons(clause)
            words += ["".join(filter(None, match.groups())) for match in _WORD.finditer(head)]
        self._unread = dict.fromkeys(self._reasons)
        self.instead = len(words) > 1 and fold_case(words[-1]) == "instead"
        self.words = words[:-1] if self.instead else words
        self.at = 0

    @property
    def typed(self) -> str:
        """The whole line. Whoever reads it has read its reasons, too."""
        self._unread.clear()
        return self._typed

    @property
    def reasons(self) -> dict[str, str]:
        """The reasons by what they are for. Raises `Refused` where one of them is given twice."""
        if self._repeated:
            raise Refused(self._repeated)
        return self._reasons

    def find_reason(self, key: str) -> str | None:
        """Take the reason for something, for the whole line with an empty key; return None where
        none is given."""
        self._unread.pop(key, None)
        return self.reasons.get(key)

    def check_reasons(self) -> None:
        """Raise `Refused` where a reason is given that nothing on the line asks for."""
        for key in self._unread:
            said = f"{self.term(key)}: {self._reasons[key]}" if key else self._reasons[key]
            raise Refused(f"There is no place for a reason here: “{said}”; leave it out.")

    @property
    def save(self) -> str:
        """The game's word for a save, folded."""
        return fold_case(self.term("save"))

    @property
    def why(self) -> str:
        """The reason of the whole line."""
        behind, because = self.find_reason(""), self.find_reason("because")
        return behind or because or ""

    @property
    def overrule(self) -> str:
        """The reason for insisting against the rules."""
        return self.find_reason("overrule") or ""

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
        typed = self.peek()
        for word in words:
            if typed == word or (len(typed) >= least and word.startswith(typed)):
                self.at += 1
                return True
        return False

    def accept_instead(self) -> None:
        """Take the next word if it is `instead`, and set the flag."""
        if self.accept("instead"):
            self.instead = True

    def cut(self, at: int) -> list[str]:
        """Take the words from number `at` of the rest to the end off the line; return them."""
        words = self.rest[at:]
        self.words = self.words[: self.at + at]
        return words

    def take_text(self) -> str:
        """Take all words that are left as one text."""
        text = " ".join(self.rest).replace(" ,", ",").replace("( ", "(").replace(" )", ")")
        self.at = len(self.words)
        return clean_text(text)

    def take_rollable(self, one: Combatant) -> str:
        """Take what a combatant can roll on. Raises `Refused`."""
        return self.take_one_of(self.rules.rollable(self.state, one), self.term("ability"))

    def take_versus(self) -> str:
        """Take `versus` and an opponent; return the opponent's id, empty without `versus`."""
        return self.take_combatant("opponent").id if self.accept("versus", "vs") else ""

    def take_opposed(self) -> tuple[str, str]:
        """Take `versus`, an opponent, and what the opponent rolls on if it differs.

        That last word has to be written out, because anything else may follow. Returns the
        opponent's id and the word; empty where they are not typed."""
        versus = self.take_versus()
        if not versus:
            return "", ""
        for name in self.rules.rollable(self.state, self.state.combatants[versus]):
            match = match_name(self.rest, name)
            if match is not None and match.whole:
                self.at += match.used
                return versus, name
        return versus, ""

    def take_target(self) -> int | None:
        """Take the number to beat; None where the game has no such numbers or none is typed."""
        return (
            self.take_number("the target") if self.beats_numbers and self.peek().isdigit() else None
        )

    @property
    def beats_numbers(self) -> bool:
        """Whether this game rolls against numbers."""
        return "target" in self.lexicon.has

    def find_modifier(self, kind: str) -> str:
        """Return a modifier's reason; “as ruled” where only its word was typed, empty without."""
        reason = self.find_reason(kind)
        return "" if reason is None else reason or AS_RULED

    def take_number(self, what: str, default: int | None = None) -> int:
        """Take a whole number. Raises `Refused` with `what` it is for, unless the line is at its
        end and there is a `default`."""
        word = self.peek().removeprefix("#")
        if word.isascii() and word.isdigit() and len(word) <= 9:
            self.at += 1
            return int(word)
        if default is not None and not word:
            return default
        raise Refused(f"Say {what} as a number{f', not “{word}”' if word else ''}.")

    def take_combatant(
        self,
        what: str = "combatant",
        likely: Callable[[Combatant], bool] | None = None,
        rank: Callable[[Combatant], int] | None = None,
    ) -> Combatant:
        """Take the name of a combatant (`choose` says how it is found)."""
        everybody = self.state.combatants.values()
        found, used = choose(self.rest, everybody, lambda one: one.name, what, likely, rank)
        self.at += used
        return found

    def take_fighter(self, what: str, likely: Callable[[Combatant], bool]) -> Combatant:
        """Take the name of somebody who fights: of several it fits, one who is not down. Where a
        Wolf 2 is there, `wolf 1` is the first, even if that one is down."""
        return self.take_first() or self.take_combatant(what, likely, self.rank_fighter)

    def take_first(self) -> Combatant | None:
        """Take `wolf 1` where a Wolf 2 is there, and return the first Wolf; None, and nothing is
        taken, where the line goes on otherwise."""
        for one in self.state.combatants.values():
            named = match_name(self.rest, f"{one.name} 1")
            if named and named.whole and self.state.has_namesake(one):
                self.at += named.used
                return one
        return None

    def rank_fighter(self, one: Combatant) -> int:
        """Return 0 for somebody who fights, 1 who is down, 2 who is dead or gone."""
        return 2 if one.standing != "in" else int(bool(self.find_felling(one)))

    def take_combatants(self, what: str = "combatant") -> list[Combatant]:
        """Take one name, or several with commas between."""
        found = [self.take_combatant(what)]
        while self.accept(","):
            found.append(self.take_combatant(what))
        return found

    def take_one_of(self, choices: Iterable[str], what: str) -> str:
        """Take one of some names. Raises `Refused` where none fits, or several do."""
        found, used = choose(self.rest, choices, str, what)
        self.at += used
        return found

    def check_end(self) -> None:
        """Raise `Refused` if words are left."""
        if self.rest:
            raise refuse_leftover(self.rest)

    def find_reason_key(self, word: str) -> str:
        """Return what a reason behind this word is for: `imp`, or the game's own word, is for
        `impaired`. Empty where the word is none of `REASONS`."""
        typed = fold_case(word)
        for name, key in self.reason_keys.items():
            if len(typed) >= 3 and name.startswith(typed):
                return key
        return ""

    def _split_reasons(self, clause: str) -> str:
        """Return the words of a clause before its reasons, and keep the reasons. The first may
        stand behind any word and a colon with a blank; otherwise the word has to be one of
        `REASONS`. A colon in brackets belongs to the words."""
        head, key = clause, ""
        begun: int | None = None
        for match in _REASON.finditer(clause):
            opened = clause.count("(", 0, match.start()) - clause.count(")", 0, match.start())
            known = self.find_reason_key(match.group(1))
            if opened > 0 or (not known and (begun is not None or match.group(2) is None)):
                continue
            if begun is None:
                head = clause[: match.start()] if known else clause[: match.end(1)]
            else:
                self._keep_reason(key, clause[begun : match.start()])
            key, begun = known, match.end()
        if begun is not None:
            self._keep_reason(key, clause[begun:])
        return head

    def _keep_reason(self, key: str, text: str) -> None:
        """Keep a reason by what it is for; `because` is the reason of the whole line, too."""
        reason, whole = clean_text(text), ("", "because")
        for known in whole if key in whole else (key,):
            if known in self._reasons:
                self._repeated = self.describe_repeated(key, self._reasons[known], reason)
        self._reasons[key] = reason

    def describe_repeated(self, key: str, first: str, second: str) -> str:
        """Return the sentence that refuses two reasons for one thing."""
        what = "the line" if key in ("", "because") else f"“{self.term(key)}”"
        return f"The reason for {what} stands here twice, “{first}” and “{second}”; give it once."


def refuse_leftover(words: list[str]) -> Refused:
    """Return the refusal of words that are left over."""
    return Refused(f"“{' '.join(words)}” is not understood here; help shows what each verb takes.")


def parse_actor(line: Scanner, what: str = "combatant") -> Combatant:
    """Take the name of who acts: among several it fits, one who still can act this turn."""
    line.accept_instead()
    by = line.take_fighter(what, lambda one: can_still_act(line, one))
    if line.rest[1:2] != ["of"]:
        line.accept_instead()
    return by


def can_still_act(line: Scanner, one: Combatant) -> bool:
    """Return whether somebody is free to act this turn: neither barred, nor with something declared
    or done, unless they have more attacks or the line replaces it."""
    if any(condition.bars == "everything" for condition in one.conditions):
        return False
    return one.each or not (one.acted or (line.state.pending_of(one.id) and not line.instead))


def parse_weapon(line: Scanner, by: Combatant) -> str:
    """Take a weapon of this combatant, one that everybody has, or dice for an improvised one."""
    if is_dice(line.peek()):
        return fold_case(line.take())
    names = [*(weapon.name for weapon in by.weapons), *line.lexicon.weapons]
    try:
        return line.take_one_of(names, f"weapon of {by.name}")
    except Refused as refused:
        if len(line.rest) > 1 and is_dice(line.rest[1]):
            give = " ".join(["arm", by.id, *line.rest[:2]])
            raise Refused(f"{refused.args[0].removesuffix('.')}; give it with: {give}") from None
        raise
