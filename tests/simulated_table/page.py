"""What a page holds of a fight: it takes frames in as the live page does."""

from __future__ import annotations

from typing import Any


class Broken(Exception):
    """The simulation has found a mistake."""


def expect(holds: bool, said: str) -> None:
    """Raise `Broken` if something does not hold."""
    if not holds:
        raise Broken(said)


class Page:
    """The rows, marks and beats of a fight, folded frame by frame."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.marks: list[Any] = []
        self.off: list[int] = []
        self.people: list[str] = []
        self.beats: list[Any] = []
        self.branches: list[Any] = []
        self.head = 0

    @property
    def last(self) -> int:
        """The last event that the page has."""
        return len(self.rows)

    def take(self, frame: dict[str, Any]) -> None:
        """Take a frame in. Raises `Broken` for one that leaves a gap or says a seq twice."""
        after, rows = frame["after"], frame["rows"]
        expect(after <= self.last, f"a frame after {after} came to a page with {self.last}")
        expect(frame["last"] == after + len(rows), "a frame says a seq twice, or skips one")
        expect(after > 0 or not self.rows, "a frame begins anew, though nothing was restored")
        if frame["last"] < self.last:
            return  # an answer that came late; the page has newer ones
        self.rows += rows[self.last - after :]
        self.beats[frame["story"]["at"] :] = frame["story"]["beats"]
        if frame.get("branches") is not None:
            self.branches = frame["branches"]
        self.marks, self.off = frame["marks"], frame["off"]
        self.people, self.head = frame["people"], frame["head"]

    def see(self) -> dict[str, Any]:
        """Return what the page shows."""
        return {
            "rows": self.rows,
            "marks": self.marks,
            "off": self.off,
            "people": self.people,
            "head": self.head,
            "beats": self.beats,
            "branches": self.branches,
        }

    def fold_states(self) -> list[dict[str, dict[str, Any]]]:
        """Return what is shown after each event, the first before all: its row's changes on the
        state of its parent, as the page's `takeRow` does."""
        states: list[dict[str, dict[str, Any]]] = [{}]
        found: list[dict[str, Any]] = [{}]
        for seq, row in enumerate(self.rows, 1):
            changes = row[2] if len(row) > 2 and row[2] else {}
            if isinstance(changes, int):
                changes = found[changes]
            found.append(changes)
            more = row[3] if len(row) > 3 and row[3] else {}
            if isinstance(more, int):
                more = self.rows[more - 1][3]
            parent = more.get("p", seq - 1)
            state = dict(states[parent or 0])
            for key, changed in changes.items():
                merged = {**state.get(key, {}), **changed}
                state[key] = {name: value for name, value in merged.items() if value is not None}
            states.append(state)
        return states
