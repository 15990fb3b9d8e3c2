"""Sentences out of the phrasebook: several ways to say the same, used in turn."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from projections.narrative.phrasebook import Phrasebook
from projections.text.prose import Prose, filled, text_of

_TABLE = "chronicle."


class Voice:
    """Says things in the words of a phrasebook. Where there are several ways to say one, they
    come in turn; a fight of another title begins with another one."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self._turns: dict[str, int] = {}
        self.title = ""

    def say(self, key: str, values: Mapping[str, Prose | str] = {}) -> Prose:
        """The next way to say it, with its fields filled in."""
        ways = self._book.several(_TABLE + key)
        if len(ways) == 1:
            return filled(ways[0], values)
        turn = self._turns.get(key)
        if turn is None:
            turn = crc32(f"{self.title} {key}".encode())
        self._turns[key] = turn + 1
        return filled(ways[turn % len(ways)], values)

    def plain(self, key: str, values: Mapping[str, Prose | str] = {}) -> str:
        """The same as plain text."""
        return text_of(self.say(key, values))

    def has(self, key: str) -> bool:
        """Is there a way to say it?"""
        return self._book.has(_TABLE + key)

    def words(self, key: str) -> frozenset[str]:
        """A list of words to know things by."""
        return frozenset(self._book.several(_TABLE + key))
