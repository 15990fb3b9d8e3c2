"""The words of one event type, on every surface that puts events into words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from projections.text.report_lines import ReportLines
from projections.text.words import Words, because

Phrase: TypeAlias = Callable[[Any, Words], str]
"""Words an event: in lower case, without a full stop."""

Report: TypeAlias = Callable[[Any, ReportLines], None]
"""Adds an event to the report of its command."""

StandIn: TypeAlias = "Callable[[Any, Words], tuple[str, dict[str, str]]]"
"""Returns the sentence that stands in for an event: its key under `replay`, its fields."""


class Wording(NamedTuple):
    """How one event type is put into words. The variants of the surfaces stand side by side:

    phrase      the log, and every other list of events: the whole event with its numbers
    report      what is read out at the table after a command; without one, the phrase on a line
                of its own
    redacted    the phrase for players who may not read the event's numbers; without one, lists
                for players leave the event out
    stand_in    the sentence of the replay page for the same players; without one, the redacted
                phrase, or a sentence that fits every event
    numbers_of  the fields with the combatants whose numbers the event tells. Players read it only
                if they know the numbers of all of these; a field after the first may be empty
    playback    whether the replay page stops here when it plays by itself: `skip` never, `stop`
                always, empty where the reader may read the event
    """

    phrase: Phrase
    report: Report | None = None
    redacted: Phrase | None = None
    stand_in: StandIn | None = None
    numbers_of: tuple[str, ...] = ()
    playback: Literal["", "skip", "stop"] = ""


def leave_unreported(event: Any, lines: ReportLines) -> None:
    """Leave an event out of the report: it goes without saying, or another event tells it."""


_NAMED = ("who", "by", "target", "dead", "to", "was", "now", "member")
"""The fields that may hold a combatant's id."""


def from_template(text: str) -> Phrase:
    """Return a phrase from a template with the event's fields, ids turned into names. The event's
    `why` stands behind it, unless the template has it."""

    def fill(event: Any, w: Words) -> str:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        for name in _NAMED:
            if isinstance(fields.get(name), str):
                fields[name] = w.name(fields[name])
        reason = because(fields.get("why", "")) if "{why}" not in text else ""
        return text.format(**fields) + reason

    return fill
