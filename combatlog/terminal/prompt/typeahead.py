"""An answer that is written out though its first letter has given it already: the other letters
mean nothing more."""

from __future__ import annotations


class Remainder:
    """What may still be typed of an answer. Letters that go on with it are `held` back from the
    line until it is whole, and then forgotten; as soon as anything else is typed they were meant
    for the line."""

    def __init__(self) -> None:
        self._left = ""
        self._held = ""
        self.waits = False

    def begin(self, word: str) -> None:
        """An answer was given by its first letter."""
        self._left, self._held, self.waits = word[1:], "", True

    def stop(self) -> str:
        """Wait for nothing more; what was held back belongs to the line."""
        held = self._held if self._left else ""
        self._left, self._held, self.waits = "", "", False
        return held

    def take(self, letter: str) -> str:
        """What a letter brings into the line: nothing while it goes on with the answer."""
        if self._left and self._left[0] == letter:
            self._left, self._held = self._left[1:], self._held + letter
            return ""
        return self.stop() + letter

    @property
    def is_whole(self) -> bool:
        """Has the answer been written out?"""
        return self.waits and not self._left
