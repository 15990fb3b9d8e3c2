"""The parser: a typed line as a command."""

from __future__ import annotations

from combatlog.grammar.commands import Command, Declare
from combatlog.grammar.registry import find_verb
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verbs.rounds import parse_roll
from events.errors import Refused
from events.serialization.codec import decode_declaration
from events.types.base import Event
from events.types.declarations import Resolve
from projections.state.fight_state import FightState


def parse(line: str, state: FightState) -> Command | None:
    """Return what a line means in this state of the fight; None for an empty line or a comment
    (`#`).

    A line that begins with `{` is a declaration as JSON. A final ` !` resolves at once. Raises
    `Refused` or `Unreadable` with one sentence.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("{"):
        return Declare((decode_declaration(text),))
    if text.endswith(" !") and isinstance(declared := _parse(text[:-2], state), Declare):
        return Declare((*declared.declarations, Resolve()))
    return _parse(text, state)


def _parse(text: str, state: FightState) -> Command:
    line = Scanner(text, state)
    if not line.words:
        raise Refused("Begin with a verb; help lists them.")
    word = line.take()
    if word.lstrip("#").isdigit():
        line.at = 0
        return parse_roll(line)
    parsed = find_verb(word, line.lexicon).parse(line)
    return Declare((parsed,)) if isinstance(parsed, Event) else parsed
