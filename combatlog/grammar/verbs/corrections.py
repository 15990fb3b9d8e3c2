"""Correcting the past: `amend 12 a ada wolf imp: mud; why: forgotten`, `strike 12: misheard`."""

from __future__ import annotations

import re
from collections.abc import Callable

from combatlog.grammar.commands import Correct
from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types.corrections import Change
from events.types.names import clean
from projections.text.correction_phrases import WHAT_IF

_SAID = re.compile(r"\S+\s+(?:(amend|strike|insert)\s+)?#?([0-9]{1,9})(?![^\s:;])\s*(.*)")
_WHY = re.compile(r"(?:^|[;\s])\s*why:")
_BARE = re.compile(r"([0-9]{1,9})?\s*:\s+(\S.*)")
"""A reason right behind the number, or behind the face of a die."""


def correction(change: Change, apart: bool = False) -> Callable[[Scanner, str], Correct]:
    """The parser of `amend`, `strike`, `insert`, and, `apart`, of `what-if`."""

    def parsed(line: Scanner, text: str) -> Correct:
        verb = text.split()[0]
        said = _SAID.fullmatch(text.strip())
        if said is None or (said.group(1) and not apart):
            raise Refused(f"Say which event, like: {verb} 12{_EXAMPLES[change]}")
        seq, rest = said.group(2, 3)
        kind = _CHANGES.get(said.group(1) or "", change)
        at_once = rest == "!" or rest.endswith(" !")
        rest, why = _reason(rest.removesuffix("!").strip() if at_once else rest)
        why = why or (WHAT_IF if apart else "")
        return Correct(kind, int(seq), rest, why, apart, at_once)

    return parsed


_CHANGES: dict[str, Change] = {"amend": "amend", "strike": "strike", "insert": "insert"}

_EXAMPLES = {
    "amend": " a ada wolf; why: misheard",
    "strike": ": she was not there",
    "insert": " a ada wolf; why: forgotten",
}


def _reason(rest: str) -> tuple[str, str]:
    """What is said, and why: behind the last `why:`, or without a word where nothing else can be
    meant."""
    if named := [*_WHY.finditer(rest)]:
        if rest.count("; why:") > 1:
            raise Refused("One reason is enough: say why: once.")
        return rest[: named[-1].start()].rstrip("; "), clean(rest[named[-1].end() :])
    if (bare := _BARE.fullmatch(rest)) is not None:
        return bare.group(1) or "", clean(bare.group(2))
    return rest, ""
