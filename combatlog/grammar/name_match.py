"""Names found by as few letters as leave no doubt, and the words of a fight's game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from events.errors import Refused
from events.types.names import fold_case
from projections.state.fight_state import FightState
from rulesets.common.naming import join_words, suggest
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Lexicon, Ruleset

T = TypeVar("T")


class Match(NamedTuple):
    """How well words fit a name; a greater match is a better one.

    `used` is the number of words that belong to the name, `whole` says whether they are the whole
    name, and `to_end` whether the last one fits the name's last word (“drone” is the Arachnid
    Drone rather than Arachnid Drone 2).
    """

    used: int
    whole: bool
    to_end: bool


def match_name(words: Sequence[str], name: str) -> Match | None:
    """Match the first of the words against a name; return None where the first word fits nowhere.

    Each word may be cut short. The words stand in the name's order, and words of the name may be
    missing between them: `wolf2` fits “Wolf 2”, `hiver 2` fits “Hiver Warrior 2”, `god's` fits
    “Fire God's Shame”.
    """
    parts = _split(name)
    typed = [_split(word) for word in words]
    best: Match | None = None
    for start in range(len(parts)):
        used, at = 0, start
        for pieces in typed:
            found = _end_of(parts, at, pieces, anywhere=used > 0)
            if found is None:
                break
            used, at = used + 1, found
        if used:
            exact = parts == [piece for pieces in typed[:used] for piece in pieces]
            match = Match(used, exact, at == len(parts))
            best = max(best, match) if best else match
    if words and best is None and "".join(parts) == fold_case(words[0]):
        return Match(1, True, True)
    return best


def _split(name: str) -> list[str]:
    """Split a name into words of letters and digits, folded; a name without any is one word."""
    plain = "".join(c if c.isalnum() else " " for c in fold_case(name)).split()
    return plain or [fold_case(name)]


def _end_of(parts: list[str], at: int, pieces: list[str], anywhere: bool) -> int | None:
    """Return the index behind the last part that these pieces of one word fit, from `at` on; the
    pieces fit consecutive parts, the first one `anywhere` behind `at` or only there."""
    for number, piece in enumerate(pieces):
        found = _next(parts, at, piece, anywhere and not number)
        if found is None:
            return None
        at = found + 1
    return at


def _next(parts: list[str], start: int, word: str, anywhere: bool) -> int | None:
    """Return the index of the first part from `start` on that begins with the word."""
    for at in range(start, len(parts) if anywhere else min(start + 1, len(parts))):
        if parts[at].startswith(word):
            return at
    return None


def choose(
    words: Sequence[str],
    things: Iterable[T],
    name: Callable[[T], str],
    what: str,
    likely: Callable[[T], bool] | None = None,
    possible: Callable[[T], bool] | None = None,
) -> tuple[T, int]:
    """Return the one thing that the first words name, and how many words name it.

    Things that are `possible` win over those that are not; then a whole name; then things that are
    `likely`; then the name that takes the most words, and one that ends with them. Raises
    `Refused` where nothing fits (with the nearest names) or where several things are left. `what`
    is the kind of thing, for these sentences.
    """
    every = list(things)
    matches = [(thing, match) for thing in every if (match := match_name(words, name(thing)))]
    if not matches:
        raise _nothing_fits(words, [name(thing) for thing in every], what)
    if possible is not None:
        matches = [each for each in matches if possible(each[0])] or matches
    if likely is not None and not any(match.whole for _, match in matches):
        matches = [each for each in matches if likely(each[0])] or matches
    most = max(match for _, match in matches)
    best = [thing for thing, match in matches if match == most]
    if len(best) > 1:
        names = join_words([name(thing) for thing in best], "or")
        raise Refused(f"“{' '.join(words[: most.used])}” could be {names}; type a little more.")
    return best[0], most.used


def _nothing_fits(words: Sequence[str], names: list[str], what: str) -> Refused:
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

    def term(self, key: str) -> str:
        """Return the game's word for `key`; `key` itself where the game has no other."""
        return self.state.game.words.get(key, key)
