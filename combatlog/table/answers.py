"""What is said with one key to a correction that is shown."""

from __future__ import annotations

from combatlog.app.correction_dialogue import Correcting
from combatlog.app.session import Session
from events.types.names import folded

_READY = {"y": "yes", "f": "full"}
_MISSING = {"r": "roll"}
_DOES = {"yes": "applies", "full": "shows it event by event", "roll": "draws them"}
_DROPS = "Esc drops"


def answers(session: Session) -> dict[str, str]:
    """The keys, each with what it says; while dice are missing none that a roller's name begins
    with, as that may be typed with what they show. None drops it: the letter may begin a line."""
    correcting = session.correcting
    if not isinstance(correcting, Correcting):
        return {}
    course = correcting.proposal.course
    if not course.missing:
        return _READY
    names = " ".join(course.state.combatants[asked.by].name for asked in course.missing)
    taken = {word[0] for word in folded(names).split()}
    return {key: said for key, said in _MISSING.items() if key not in taken}


def told(session: Session) -> str:
    """What can be answered: with a key, or, where there is none just now, with a word."""
    keys = {said: key for key, said in answers(session).items()}
    if "yes" in keys:
        return " · ".join([*(f"{key} {_DOES[said]}" for said, key in keys.items()), _DROPS])
    words = [f"{keys.get(said, said)} {_DOES[said]}" for said in _MISSING.values()]
    return " · ".join(["type what the dice show", *words, _DROPS])


def is_touched(session: Session) -> bool:
    """Would dice or rulings be lost with the correction that waits?"""
    correcting = session.correcting
    return isinstance(correcting, Correcting) and correcting.proposal.touched
