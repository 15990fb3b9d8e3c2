"""What a wound is called in a sentence, and which sentence tells it."""

from __future__ import annotations

import re

from events.types.sheets import Wound

_NUMBER = re.compile(r" \d+$")


def kind(wound: Wound, craft: bool) -> str:
    """The key that tells a wound."""
    if craft and wound.due:
        return "wound.craft"
    if wound.row:
        return "wound.scar"
    if wound.grade:
        return "wound.graded"
    return "wound.fell" if wound.due else "wound.other"


def unnumbered(label: str) -> str:
    """A wound's label without what tells it from another one: “critical damage”, of the second."""
    return _NUMBER.sub("", label)


def added(wound: Wound) -> str:
    """What its text adds to its name."""
    if wound.text in ("", wound.name, f"a {wound.name}", f"an {wound.name}"):
        return ""
    return wound.text


def adding(wound: Wound, name: str) -> str:
    """The same behind the name: “bleeding from the torso”."""
    text = added(wound)
    if not text:
        return name
    return text if {*text.split(" ")}.intersection(name.split(" ")) else f"{name}, {text}"
