"""How differences are found: of one thing, of things with names, of things known by their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Row: TypeAlias = tuple[str, str, str]
"""What differs, how it is then, and now."""


def differs(what: str, then: str, now: str) -> Iterator[Row]:
    """One thing, where it is not the same."""
    if then != now:
        yield what, then, now


def by_name(what: str, then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Row]:
    """What differs of things that have names: each is called by `what`, or else by its name."""
    for name in dict.fromkeys([*then, *now]):
        yield from differs(what or name, then.get(name, ""), now.get(name, ""))


def by_words(what: str, then: Sequence[str], now: Sequence[str]) -> Iterator[Row]:
    """What is gone and what has come of things that are known by their words alone."""
    gone, come = [*then], []
    for each in now:
        if each in gone:
            gone.remove(each)
        else:
            come.append(each)
    yield from ((what, each, "") for each in gone)
    yield from ((what, "", each) for each in come)
