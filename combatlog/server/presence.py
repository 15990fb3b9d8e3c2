"""Who is here at the other servers of a campaign. Each server writes who is at it into a text that
all of them read. One that has not been heard of for a while has died, and nobody is at it."""

from __future__ import annotations

from typing import Protocol

import msgspec

from events.serialization.built_types import build_type

BEAT = 5.0
"""A server at which somebody is writes itself again after so many seconds."""

GONE = 15.0
"""After so many seconds without that, a server has died."""

TRIES = 5
"""How often a server writes itself where another one writes at the same moment, before it leaves it
for the next time."""


class Text(Protocol):
    """A text that several servers change; each change makes the next version."""

    def read(self, known: int) -> tuple[int, str] | None:
        """Return the last version and its text; None if it is known, or there is none."""
        ...

    def write(self, expected: int, body: str) -> bool:
        """Write the version behind `expected`; return whether it is written."""
        ...


class Told(msgspec.Struct, frozen=True, array_like=True):
    """What a server has told: how often it has, and the ids of the seats that are at it."""

    beat: int
    seats: tuple[str, ...]


build_type(Told)


class Presence:
    """Tells the other servers who is at this one (`run`), and hears who is at them."""

    def __init__(self, text: Text, run: str) -> None:
        self._text, self._run = text, run
        self._version = 0
        self._told: dict[str, Told] = {}
        self._heard: dict[str, tuple[int, float]] = {}
        """The last beat of each other server, and when it was new."""
        self._own: frozenset[str] = frozenset()
        self._own_at = 0.0

    def exchange(self, own: frozenset[str], now: float) -> tuple[frozenset[str], bool]:
        """Tell who is here, at `now` in seconds; return who is at the other servers, and whether
        they have something new to hear. Raises `CampaignError`."""
        is_due = own != self._own or bool(own and now - self._own_at >= BEAT)
        is_new = own != self._own
        for _ in range(TRIES):
            self._read(now)
            if not is_due or self._write(own, now):
                is_due = False
                break
        others = [told.seats for run, told in self._told.items() if self._is_other(run, now)]
        return frozenset(id for seats in others for id in seats), is_new and not is_due

    def _read(self, now: float) -> None:
        if (found := self._text.read(self._version)) is None:
            return
        self._version, body = found
        try:
            self._told = msgspec.json.decode(body, type=dict[str, Told])
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._told = {}  # a newer combatlog may have written it; nobody is at its servers
        for run, told in self._told.items():
            if self._heard.get(run, (0, 0.0))[0] != told.beat:
                self._heard[run] = told.beat, now

    def _write(self, own: frozenset[str], now: float) -> bool:
        kept = {run: told for run, told in self._told.items() if self._is_other(run, now)}
        beat = self._told[self._run].beat + 1 if self._run in self._told else 1
        if own:
            kept[self._run] = Told(beat, tuple(sorted(own)))
        if not self._text.write(self._version, msgspec.json.encode(kept).decode()):
            return False
        self._version, self._told, self._own, self._own_at = self._version + 1, kept, own, now
        return True

    def _is_other(self, run: str, now: float) -> bool:
        """Return whether this is another server that lives."""
        return run != self._run and now - self._heard.get(run, (0, now))[1] < GONE
