"""Texts that wait to be written are not held in memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

from combatlog.export.spooled_texts import SpooledTexts


def test_texts_come_back_as_they_were() -> None:
    """In their order, however often they are asked for."""
    texts = {"b.md": "Ἀριάδνη\n", "a/c.md": "", "a.md": "\r\nend"}
    spooled = SpooledTexts(texts.items())
    for _ in range(2):
        assert [*texts.items()] == [*spooled.items()]
    assert 3 == len(spooled)
    assert "a.md" in spooled and "d.md" not in spooled


def test_only_their_names_are_held() -> None:
    """Four megabytes of pages take less than one."""

    def texts() -> Iterator[tuple[str, str]]:
        for number in range(400):
            yield f"{number}.md", f"{number}" * 5_000

    tracemalloc.start()
    try:
        spooled = SpooledTexts(texts())
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sum(map(len, spooled.values())) > 4_000_000
    assert held < 1_000_000
