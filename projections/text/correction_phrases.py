"""Phrases of corrections: “correction of #12: misheard”."""

from __future__ import annotations

from collections.abc import Sequence

from events.types.log_events import Corrected, Skipped, Spared, UnusedDie
from projections.text.words import Words, format_reason

WHAT_IF = "what if"
"""The reason that stands in a what-if if the player gave none."""

_DONE = {
    "amend": "#{input} said otherwise",
    "strike": "#{input} struck out",
    "insert": "something put in before #{input}",
}


def describe_corrected(e: Corrected, w: Words) -> str:
    """Return “correction, #12 struck out: Brakk was not there”."""
    return describe_correction(e, "")


def describe_correction(e: Corrected, by: str, back: bool = False) -> str:
    """Return “correction by Cho, #12 struck out: Brakk was not there”. `back`: the correction puts
    back an input that was struck out or skipped."""
    whose = f" by {by}" if by else ""
    what = f"#{e.input} put back" if back else _DONE[e.change].format(input=e.input)
    return f"{_name_kind(e)}{whose}, {what}{format_reason(find_reason(e))}"


def find_reason(e: Corrected) -> str:
    """Return the reason of a correction; nothing for a what-if without one."""
    return "" if e.apart and e.why == WHAT_IF else e.why


def summarize_correction(e: Corrected) -> str:
    """Return “#12 struck out”."""
    return f"{'what if ' if e.apart else ''}{_DONE[e.change].format(input=e.input)}"


def name_correction(e: Corrected) -> str:
    """Return a correction's name in a list of commands: “the correction of #12: Brakk was not
    there”."""
    of = {"amend": "of", "strike": "striking", "insert": "before"}[e.change]
    return f"the {_name_kind(e)} {of} #{e.input}{format_reason(find_reason(e))}"


def _name_kind(e: Corrected) -> str:
    return "what-if" if e.apart else "correction"


def describe_skipped(e: Skipped, said: str) -> str:
    """Return “struck out (Brakk was not there): Brakk attacks Wolf”."""
    return f"{'struck out' if e.struck else 'skipped'} ({e.why}): {said}"


def describe_spared(e: Spared, w: Words) -> str:
    """Return “no longer needed: Ada d6 4 (damage)”."""
    return describe_freed_dice(e.dice, 0, w)


def describe_freed_dice(dice: Sequence[UnusedDie], kept: int, w: Words) -> str:
    """Return the dice that a correction no longer needs: “no longer needed: Ada d6 4 (damage); also
    kept: 12 dice”. `kept` counts the dice that earlier corrections set aside."""
    count = f"{kept} {'die' if kept == 1 else 'dice'}" if kept else ""
    if not dice:
        return f"still kept: {count}"
    text = f"no longer needed: {', '.join(describe_spare_die(each, w) for each in dice)}"
    return f"{text}; also kept: {count}" if kept else text


def describe_spare_die(spare: UnusedDie, w: Words) -> str:
    """Return “Ada d6 4 (damage)”."""
    return f"{w.name(spare.by)} {spare.die} {spare.face} ({w.purpose(spare.purpose)})"
