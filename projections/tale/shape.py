"""What a text of the table or the rules says, as far as its shape tells."""

from __future__ import annotations

from projections.narrative.context import Desk


def is_state(desk: Desk, what: str) -> bool:
    """Is it how somebody is, in one word? “stunned”, not “a limb”."""
    word = what.strip(" .")
    return word.isalpha() and word.endswith(tuple(desk.voice.words("shape.endings")))
