"""The verbs that correct the past: amend, strike, insert, what-if.

amend 12 a ada wolf imp: mud; why: forgotten
strike 12: misheard
"""

from __future__ import annotations

import re

from combatlog.grammar.commands import Correct
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Verb, complete_nothing
from events.errors import Refused
from events.types.log_events import Change
from events.types.names import clean_text
from projections.text.correction_phrases import WHAT_IF

_CORRECTION = re.compile(r"\S+\s+(?:(amend|strike|insert)\s+)?#?([0-9]{1,9})(?![^\s:;])\s*(.*)")
"""The verb, behind `what-if` the kind of change, the event, and the words of the correction."""

_WHY = re.compile(r"(?:^|[;\s])\s*why:")
_BARE_REASON = re.compile(r"([0-9]{1,9})?\s*:\s+(\S.*)")
"""A reason right behind the number, or behind the face of a die."""

_CHANGES: dict[str, Change] = {"amend": "amend", "strike": "strike", "insert": "insert"}

_EXAMPLE_ENDS = {
    "amend": " a ada wolf; why: misheard",
    "strike": ": she was not there",
    "insert": " a ada wolf; why: forgotten",
}


def parse_amend(line: Scanner) -> Correct:
    """Parse `SEQ WHAT; why: WHY`, or `SEQ FACE: WHY`."""
    return _parse_correction(line, "amend")


def parse_strike(line: Scanner) -> Correct:
    """Parse `SEQ: WHY`."""
    return _parse_correction(line, "strike")


def parse_insert(line: Scanner) -> Correct:
    """Parse `SEQ WHAT; why: WHY`."""
    return _parse_correction(line, "insert")


def parse_what_if(line: Scanner) -> Correct:
    """Parse `[strike | insert] SEQ [WHAT]`."""
    return _parse_correction(line, "amend", apart=True)


def _parse_correction(line: Scanner, change: Change, apart: bool = False) -> Correct:
    """Parse a correction of one kind, or, `apart`, of the kind that is named first.

    What the correction says is read later, against the state of that moment: it stays text."""
    verb = line.typed.split()[0]
    match = _CORRECTION.fullmatch(line.typed.strip())
    if match is None or (match.group(1) and not apart):
        raise Refused(f"Say which event, like: {verb} 12{_EXAMPLE_ENDS[change]}")
    seq, rest = match.group(2, 3)
    kind = _CHANGES.get(match.group(1) or "", change)
    at_once = rest == "!" or rest.endswith(" !")
    rest, why = _split_reason(rest.removesuffix("!").strip() if at_once else rest)
    why = why or (WHAT_IF if apart else "")
    return Correct(kind, int(seq), rest, why, apart, at_once)


def _split_reason(rest: str) -> tuple[str, str]:
    """Split a correction's words from its reason, which stands behind the last `why:`, or behind a
    bare colon where it is not ambiguous."""
    if named := [*_WHY.finditer(rest)]:
        if rest.count("; why:") > 1:
            raise Refused("Write why: only once.")
        return rest[: named[-1].start()].rstrip("; "), clean_text(rest[named[-1].end() :])
    if (bare := _BARE_REASON.fullmatch(rest)) is not None:
        return bare.group(1) or "", clean_text(bare.group(2))
    return rest, ""


AMEND = Verb(
    name="amend",
    group="correcting",
    takes="SEQ WHAT; why: WHY | SEQ FACE: WHY",
    does="correct an earlier event; the later ones are replayed with the same dice",
    examples=(
        ("amend 41 a ada wolf {imp}: mud; why: forgotten", "another declaration in its place"),
        (
            "amend 41 {imp}: mud; why: forgotten",
            "the same declaration with a modifier, or overruled",
        ),
        ("amend 44 6: misread", "what a die showed; an outcome also stands for its die"),
        ("amend 3 armor 2; why: the wrong sheet", "how a combatant joined: a number or a trait"),
        ("amend 50 6; why: misheard", "a stated number"),
        ("amend 41; why: he was there", "put back what was struck out or skipped"),
        ("amend 44 6: misread !", "apply it without a preview"),
    ),
    parse=parse_amend,
    complete=complete_nothing,
    completes="correction",
)

STRIKE = Verb(
    name="strike",
    group="correcting",
    takes="SEQ: WHY",
    does="take an earlier event out; the later ones are replayed",
    examples=(("strike 93: it was right", "reverse a correction; what was recorded since stays"),),
    parse=parse_strike,
    complete=complete_nothing,
    completes="correction",
)

INSERT = Verb(
    name="insert",
    group="correcting",
    takes="SEQ WHAT; why: WHY",
    does="add what was forgotten before an event; the later ones are replayed",
    parse=parse_insert,
    complete=complete_nothing,
    completes="correction",
)

WHAT_IF_VERB = Verb(
    name="what-if",
    group="correcting",
    aliases=("whatif",),
    takes="[strike | insert] SEQ [WHAT]",
    does="make a correction on a new branch, and leave this one as it is",
    parse=parse_what_if,
    complete=complete_nothing,
    completes="correction",
)

VERBS = (AMEND, STRIKE, INSERT, WHAT_IF_VERB)
