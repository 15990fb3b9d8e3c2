"""The words of events for players who may not read them whole."""

from __future__ import annotations

from msgspec.structs import replace

from events.types.outcomes import Ground
from events.types.unions import AnyEvent
from projections.queries.visibility import has_number
from projections.state.fight_state import FightState
from projections.text.phrases import WORDINGS
from projections.text.words import Words, capitalize


def redact_event(event: AnyEvent, state: FightState) -> str:
    """Return the redacted phrase of an event: “Ogre rolls Melee”, “Fay wins and strikes Ogre”.
    Empty if nothing is left to tell. The faces of the dice are shown beside it."""
    redacted = WORDINGS[type(event)].redacted
    return redacted(_without_numbered_grounds(event, state), Words(state)) if redacted else ""


def _without_numbered_grounds(event: AnyEvent, state: FightState) -> AnyEvent:
    """Return a roll with only those grounds for modifiers that hold no number."""
    grounds = getattr(event, "grounds", ())
    if not any(isinstance(each, Ground) for each in grounds):
        return event
    kept = tuple(each for each in grounds if not has_number(each.why, state))
    return replace(event, grounds=kept)


def find_stand_in(event: AnyEvent, state: FightState) -> tuple[str, dict[str, str]]:
    """Return the sentence that the replay page shows players in place of an event: its key under
    `replay` and its fields. If the key is empty, the field `said` is the sentence."""
    wording, words = WORDINGS[type(event)], Words(state)
    if wording.stand_in is not None:
        return wording.stand_in(event, words)
    if wording.redacted is not None:
        return "", {"said": capitalize(redact_event(event, state))}
    who = getattr(event, "who", "")
    if isinstance(who, str) and who:
        return "veiled.changed", {"who": words.name(who)}
    return "veiled.kept", {}
