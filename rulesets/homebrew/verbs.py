"""What is typed at every table, so that no game can call its special action so."""

from __future__ import annotations

from events.types.names import folded

VERBS = (
    *("attack", "move", "do", "aid", "treat", "retreat", "disengage", "manoeuvre", "go"),
    *("next", "roll", "undo", "redo", "rewind", "branches", "switch", "call", "save", "morale"),
    *("harm", "time", "rest", "camp", "recover", "pack", "takeover", "join", "set", "skill"),
    *("condition", "area", "place", "engage", "crew", "clear", "kill", "revive", "remove"),
    *("return", "rename", "hand", "arm", "disarm", "dice", "note", "end", "state", "log"),
    *("timeline", "chronicle", "why", "help", "quit", "amend", "strike", "insert", "what-if"),
    *("diff", "salt", "stats"),
)
"""The verbs of all games, but for the special action."""

ALIASES = (
    *("a", "m", "d", "act", "maneuver", "man", "g", "resolve", "n", "round", "r", "u", "heal"),
    *("j", "s", "l", "w", "h", "?", "q", "exit", "whatif"),
)
"""Their other names."""


def verb_of(word: str) -> str:
    """The verb that this word is, or begins; empty where it is free."""
    said = folded(word)
    return next((each for each in (*VERBS, *ALIASES) if each.startswith(said)), "")
