"""What somebody does, in the player's own words."""

from __future__ import annotations

from projections.narrative.context import Desk
from projections.narrative.passage import said
from projections.text.prose import Prose


def deed(desk: Desk, who: str, what: str, kind: str = "") -> Prose:
    """What somebody does in the player's own words: “Bix seals the hatch”, “Bix: a song”. `kind`
    is how it came out (`passed`, `failed`), or `named` where it is not done but happens."""
    key = {"": "done", "named": "named"}.get(kind, kind)
    if key != "named" and not is_done(desk, what):
        key = "named" if key == "done" else f"named-{key}"
    return desk.say(f"deed.{key}", who=desk.name(who), what=said(what))


def is_done(desk: Desk, what: str) -> bool:
    """Does it begin with what somebody does? “climbs”, not “a song”."""
    first = what.split(" ")[0].rstrip("!?.,;:")
    voice = desk.voice
    if first in voice.words("deed.verbs"):
        return True
    ends, others = tuple(voice.words("deed.ends")), tuple(voice.words("deed.not-ends"))
    return (
        len(first) > 3 and first.islower() and first.endswith(ends) and not first.endswith(others)
    )
