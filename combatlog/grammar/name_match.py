"""Finding what is meant from as few letters as it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from events.errors import Refused
from events.types.names import folded
from rulesets.common.naming import listed, nearest

T = TypeVar("T")


class Match(NamedTuple):
    """How well words fit a name: how many of them it takes, whether they are the whole name, and
    whether they go to its end (“drone” is the Arachnid Drone rather than Arachnid Drone 2)."""

    used: int
    whole: bool
    to_end: bool


def fit(words: Sequence[str], name: str) -> Match | None:
    """The words, each cut short or not, against the words of a name, in their order; words of the
    name may be passed over. `wolf2` fits “Wolf 2”, `hiver 2` “Hiver Warrior 2”, `god's` goes with
    “Fire God's Shame”. None where the first word fits nowhere."""
    parts = _parts(name)
    said = [_parts(word) for word in words]
    best: Match | None = None
    for start in range(len(parts)):
        used, at = 0, start
        for pieces in said:
            found = _after(parts, at, pieces, anywhere=used > 0)
            if found is None:
                break
            used, at = used + 1, found
        if used:
            exact = parts == [piece for pieces in said[:used] for piece in pieces]
            match = Match(used, exact, at == len(parts))
            best = max(best, match) if best else match
    if words and best is None and "".join(parts) == folded(words[0]):
        return Match(1, True, True)
    return best


def _parts(name: str) -> list[str]:
    """The words of a name, without what is neither letter nor digit; the name itself where
    that leaves nothing."""
    plain = "".join(c if c.isalnum() else " " for c in folded(name)).split()
    return plain or [folded(name)]


def _after(parts: list[str], at: int, pieces: list[str], anywhere: bool) -> int | None:
    """Behind the part that the last piece of a word fits; the pieces follow each other."""
    for number, piece in enumerate(pieces):
        found = _next(parts, at, piece, anywhere and not number)
        if found is None:
            return None
        at = found + 1
    return at


def _next(parts: list[str], start: int, word: str, anywhere: bool) -> int | None:
    """Where, from `start` on, a part begins like the word."""
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
    """The one thing these words begin with, and how many of them name it.

    What is `possible` wins over what is not; then a whole name; then what is `likely`; then the
    most words, and a name that ends with them. Raises `Refused` where nothing fits (with the
    nearest) or several do.
    """
    every = list(things)
    matches = [(thing, match) for thing in every if (match := fit(words, name(thing)))]
    if not matches:
        raise _nothing(words, [name(thing) for thing in every], what)
    if possible is not None:
        matches = [each for each in matches if possible(each[0])] or matches
    if likely is not None and not any(match.whole for _, match in matches):
        matches = [each for each in matches if likely(each[0])] or matches
    most = max(match for _, match in matches)
    best = [thing for thing, match in matches if match == most]
    if len(best) > 1:
        names = listed([name(thing) for thing in best], "or")
        raise Refused(f"“{' '.join(words[: most.used])}” could be {names}; type a little more.")
    return best[0], most.used


def _nothing(words: Sequence[str], names: list[str], what: str) -> Refused:
    if not words:
        return Refused(f"Say which {what}{nearest('', names)}.")
    return Refused(f"There is no {what} “{words[0]}” here{nearest(words[0], names)}.")
