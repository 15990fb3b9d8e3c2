"""Corrections, in phrases: “#12 amended: misheard”."""

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
    done = _DONE[e.change].format(input=e.input)
    return f"{'what if' if e.apart else 'correction'}, {done}{because(e.why)}"


def skipped(e: Skipped, said: str) -> str:
    """“struck out (Brakk was not there): Brakk attacks Wolf”."""
    return f"{'struck out' if e.struck else 'skipped'} ({e.why}): {said}"


def spared(e: Spared, w: Words) -> str:
    """“dice spared: Ada d6 4 (damage)”."""
    return f"dice spared: {', '.join(spare_words(each, w) for each in e.dice)}"


def spare_words(spare: Spare, w: Words) -> str:
    """“Ada d6 4 (damage)”."""
    return f"{w.name(spare.by)} {spare.die} {spare.face} ({w.purpose(spare.purpose)})"
