"""Points of a campaign by name: an event, the end of a branch, the head of a fight.

A number alone is an event of the open fight: `41`. Another fight's number is followed by `#`: `2#`
is the head of fight 2, `2#41` its event 41.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from combatlog.app.fight_list import find_fight
from events.errors import Refused
from events.store.envelope import check_seq
from events.store.protocol import Store
from events.types.names import fold_case
from replay.log.branches import find_branch
from replay.log.event_log import History

FORMS = "an event (41), a branch, or a fight (2#, 2#41, its title)"
"""What names a point."""


class Point(NamedTuple):
    """An event of a fight, with the fight's event log."""

    fight: str
    history: History
    seq: int


class PointFinder:
    """Finds points by name, starting from one fight of an event store."""

    def __init__(self, store: Store, fight: str, history: History) -> None:
        self._store = store
        self._histories = {fight: history}
        self._here = fight

    def find_pair(self, words: Sequence[str]) -> tuple[Point, Point]:
        """Return the two points that these words name, or one and the head of the fight.

        A name may have several words; the longest that fits is taken. Raises `Refused`.
        """
        if not words:
            raise Refused(f"Say what to compare: one point (41), or two (41 57); each is {FORMS}.")
        for first, second in _split_words(words):
            try:
                return self.find(first), self.find(second)
            except Refused:
                continue
        first, second = (words[0], " ".join(words[1:])) if len(words) > 1 else (words[0], "")
        return self.find(first), self.find(second)

    def find(self, name: str) -> Point:
        """Return the point of this name; an empty name is the fight's head. Raises `Refused`."""
        fight, number, place = name.strip().rpartition("#")
        if fight:
            return self._find_within(self._find_fight(fight), place)
        if number or (place.isascii() and place.isdigit()):
            return self._find_event(self._here, place)
        return self._find_named(place)

    def _find_within(self, fight: str, place: str) -> Point:
        """Return a point of a fight: an event, the end of a branch, or (empty) the head."""
        if place.isascii() and place.isdigit():
            return self._find_event(fight, place)
        history = self._load_history(fight)
        seq = find_branch(history, place).tip if place else history.position()
        return Point(fight, history, seq)

    def _find_event(self, fight: str, number: str) -> Point:
        history = self._load_history(fight)
        return Point(fight, history, check_seq(number, len(history)))

    def _find_named(self, name: str) -> Point:
        """Return the end of a branch of the open fight, or the head of another fight."""
        if not name or fold_case(name) == "now":
            return self._find_within(self._here, "")
        word, _, rest = name.partition(" ")
        if fold_case(word) == "fight" and rest:
            return self._find_within(self._find_fight(rest), "")
        try:
            return self._find_within(self._here, name)
        except Refused:
            pass
        try:
            return self._find_within(self._find_fight(name), "")
        except Refused:
            raise Refused(f"“{name}” is not there to compare; say {FORMS}.") from None

    def _find_fight(self, name: str) -> str:
        return find_fight(self._store, name.strip())

    def _load_history(self, fight: str) -> History:
        if fight not in self._histories:
            self._histories[fight] = History(self._store.read(fight))
        return self._histories[fight]


def _split_words(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words split in two, the first part as long as possible."""
    for at in range(len(words), 0, -1):
        yield " ".join(words[:at]), " ".join(words[at:])
