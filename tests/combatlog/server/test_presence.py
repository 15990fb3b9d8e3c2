"""Who is here at several servers, and proposals that they share."""

from __future__ import annotations

from combatlog.server.presence import BEAT, GONE, Presence


class MemoryText:
    """A text of several servers; with `races`, another one is faster so many times."""

    def __init__(self) -> None:
        self.kept = (0, "")
        self.writes = self.races = 0

    def read(self, known: int) -> tuple[int, str] | None:
        return self.kept if self.kept[0] != known else None

    def write(self, expected: int, body: str) -> bool:
        if self.races:
            self.races -= 1
            self.kept = (self.kept[0] + 1, self.kept[1] or "{}")
        if expected != self.kept[0]:
            return False
        self.writes += 1
        self.kept = (expected + 1, body)
        return True


ANNA, BEN = frozenset({"anna"}), frozenset({"ben"})
NOBODY: frozenset[str] = frozenset()


def test_each_server_hears_who_is_at_the_others() -> None:
    """Who goes is gone there, too; and nothing is written where nothing is new."""
    text = MemoryText()
    one, other = Presence(text, "one"), Presence(text, "other")
    assert (NOBODY, True) == one.exchange(ANNA, 0.0)
    assert (ANNA, True) == other.exchange(BEN, 0.1)
    assert (BEN, False) == one.exchange(ANNA, 0.2)
    assert 2 == text.writes
    assert (BEN, True) == one.exchange(NOBODY, 0.3)
    assert (NOBODY, False) == other.exchange(BEN, 0.4)


def test_a_server_that_is_heard_of_no_more_has_nobody() -> None:
    """It has died. One that lives is heard of again and again."""
    text = MemoryText()
    one, other = Presence(text, "one"), Presence(text, "other")
    one.exchange(ANNA, 0.0)
    now = 0.0
    while now < 2 * GONE:
        assert ANNA == other.exchange(BEN, now)[0]
        one.exchange(ANNA, now)
        now += BEAT
    assert ANNA == other.exchange(BEN, now)[0]
    for late in range(1, 7):
        found, _ = other.exchange(BEN, now + late * BEAT)
    assert NOBODY == found
    assert "one" not in text.kept[1].replace("someone", "")


def test_a_race_loses_nobody() -> None:
    """Whoever comes second writes again."""
    text = MemoryText()
    one, other = Presence(text, "one"), Presence(text, "other")
    text.races = 2
    one.exchange(ANNA, 0.0)
    assert ANNA == other.exchange(NOBODY, 0.1)[0]
