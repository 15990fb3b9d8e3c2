"""Corrections, in phrases: “correction of #12: misheard”."""

from __future__ import annotations

from events.corrections import Corrected, Skipped, Spare, Spared
from projections.words import Words, because

_DONE = {
    "amend": "#{input} said otherwise",
    "strike": "#{input} struck out",
    "insert": "something put in before #{input}",
}


def corrected(e: Corrected, w: Words) -> str:
    """“correction, #12 struck out: Brakk was not there”."""
    return told_by(e, "")


def told_by(e: Corrected, by: str) -> str:
    """“correction by Cho, #12 struck out: Brakk was not there”."""
    whose = f" by {by}" if by else ""
    return f"{_kind(e)}{whose}, {_DONE[e.change].format(input=e.input)}{because(e.why)}"


def named(e: Corrected) -> str:
    """A correction among other commands: “the correction of #12: Brakk was not there”."""
    of = {"amend": "of", "strike": "striking", "insert": "before"}[e.change]
    return f"the {_kind(e)} {of} #{e.input}{because(e.why)}"


def _kind(e: Corrected) -> str:
    return "what-if" if e.apart else "correction"


def skipped(e: Skipped, said: str) -> str:
    """“struck out (Brakk was not there): Brakk attacks Wolf”."""
    return f"{'struck out' if e.struck else 'skipped'} ({e.why}): {said}"


def spared(e: Spared, w: Words) -> str:
    """“dice spared: Ada d6 4 (damage)”."""
    return f"dice spared: {', '.join(spare_words(each, w) for each in e.dice)}"


def spare_words(spare: Spare, w: Words) -> str:
    """“Ada d6 4 (damage)”."""
    return f"{w.name(spare.by)} {spare.die} {spare.face} ({w.purpose(spare.purpose)})"
