"""The entry of one event type in the table of words, with a variant for each surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from projections.text.report_lines import ReportLines
from projections.text.words import Words, format_reason

Phrase: TypeAlias = Callable[[Any, Words], str]
"""Returns the words of an event: in lower case, without a full stop."""

Report: TypeAlias = Callable[[Any, ReportLines], None]
"""Adds an event to the report of its command."""

StandIn: TypeAlias = "Callable[[Any, Words], tuple[str, dict[str, str]]]"
"""Returns the sentence that stands in for an event: its key under `replay`, and its fields."""


class Wording(NamedTuple):
    """The words of one event type. The variants of the surfaces stand side by side:

    phrase      for the log and every other list of events: the whole event with its numbers
    report      for the report of a command, which is read out at the table; None: the phrase, on a
                line of its own
    redacted    the phrase for players who may not read the event's numbers; None: lists for
                players leave the event out
    stand_in    the replay page's sentence for the same players; None: the redacted phrase, or a
                sentence that fits every event
    numbers_of  the fields with the combatants whose numbers the event tells. Players may read it
                if they know the numbers of them all; a field after the first may be empty
    playback    whether the replay page stops at the event when it plays by itself: "skip" never,
                "stop" always, empty only for readers of the whole event
    """

    phrase: Phrase
    report: Report | None = None
    redacted: Phrase | None = None
    stand_in: StandIn | None = None
    numbers_of: tuple[str, ...] = ()
    playback: Literal["", "skip", "stop"] = ""


_NAMED = ("who", "by", "target", "dead", "to", "was", "now", "member")
"""The fields that may hold a combatant's id."""


def from_template(text: str) -> Phrase:
    """Return a phrase that fills a template with the event's fields. Ids become names. The event's
    `why` stands behind, unless the template has it."""

    def fill(event: Any, w: Words) -> str:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        for name in _NAMED:
            if isinstance(fields.get(name), str):
                fields[name] = w.name(fields[name])
        reason = format_reason(fields.get("why", "")) if "{why}" not in text else ""
        return text.format(**fields) + reason

    return fill
