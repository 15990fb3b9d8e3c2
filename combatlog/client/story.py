"""The story of a fight as plain text. Beats are told otherwise when more dice have fallen, or when
something was undone or corrected."""

from __future__ import annotations

from typing import Any, NamedTuple

from combatlog.server.feed import Frame


class Told(NamedTuple):
    """A change of the story: the beat at index `at` is `text` now. An empty text: the story ends
    before it."""

    at: int
    text: str


class Story:
    """The beats of a fight, as text. Feed it every frame, from the first event on."""

    def __init__(self) -> None:
        self.beats: list[str] = []

    def take(self, frame: Frame) -> list[Told]:
        """Take in what is new; return what is told otherwise, in order."""
        before, at = self.beats, frame.story.at
        self.beats = [*before[:at], *(write_beat(beat) for beat in frame.story.beats)]
        changed = [
            Told(index, text)
            for index, text in enumerate(self.beats)
            if index >= len(before) or before[index] != text
        ]
        return [*changed, *(Told(index, "") for index in range(len(self.beats), len(before)))]


def write_beat(beat: dict[str, Any]) -> str:
    """Return a beat as text: the heading of the round that begins, and its sentences."""
    lines = (beat.get("h", ""), _write_spans(beat.get("t", [])))
    return "\n".join(line for line in lines if line)


def _write_spans(spans: list[Any]) -> str:
    return "".join(span if isinstance(span, str) else str(span[0]) for span in spans)
