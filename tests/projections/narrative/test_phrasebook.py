"""The sentences of the chronicle: the code gives every field they use, and uses every sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest

from events.errors import Refused, Unreadable
from events.types.outcomes import Acted, RoundBegan
from projections.narrative.chronicle import ChronicleOptions, write_chronicle
from projections.narrative.context import Turn, Voice
from projections.narrative.phrasebook import load_phrasebook
from projections.narrative.template_fields import FIELDS, list_fields
from projections.narrative.weapon_manners import MANNERS
from projections.text.prose import Prose
from tests.projections.narrative.given import every_line, fight, passages


def sentences() -> dict[str, tuple[str, ...]]:
    """Return all sentences of the chronicle, by key without `chronicle`."""
    book = load_phrasebook()
    keys = [key for key in book._sentences if key.startswith("chronicle.")]
    return {key.removeprefix("chronicle."): book.several(key) for key in keys}


def test_every_field_of_a_sentence_is_given_by_the_code() -> None:
    """No sentence uses a field that is not listed."""
    odd = {}
    for key, ways in sentences().items():
        used = {field for way in ways for _, field, _, _ in Formatter().parse(way) if field}
        if unknown := used - list_fields(key):
            odd[key] = unknown
    assert {} == odd


@pytest.mark.slow
def test_the_list_has_the_fields_that_the_code_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every fight that the tests tell."""
    seen: dict[str, frozenset[str]] = {}
    say = Voice.say

    def heard(
        voice: Voice,
        key: str,
        values: Mapping[str, Prose | str] = {},
        is_apart: bool = False,
        used: set[int] | None = None,
        turn: Turn | None = None,
    ) -> Prose:
        seen[key] = seen.get(key, frozenset(values)) & frozenset(values)
        return say(voice, key, values, is_apart, used, turn)

    monkeypatch.setattr(Voice, "say", heard)
    for line in every_line():
        passages(line)
    assert {} == {key: list_fields(key) - got for key, got in seen.items() if not _enough(key, got)}
    assert len(seen) > 150


def _enough(key: str, got: frozenset[str]) -> bool:
    """Return whether the code gives each field that some variant uses."""
    ways = sentences()[key]
    used = {field for way in ways for _, field, _, _ in Formatter().parse(way) if field}
    return used <= got


def test_every_entry_of_the_list_has_a_sentence() -> None:
    """The list has no entry without one."""
    keys = sentences()
    assert [] == [
        key
        for key in FIELDS
        if key not in keys and not any(each.startswith(f"{key}.") for each in keys)
    ]
    assert list_fields("heading.afterwards") == frozenset()


def test_sentences_are_whole() -> None:
    """A sentence ends with a full stop, a part of one does not."""
    parts = ("attack.", "also.", "again.", "strike.", "ground.", "weapon.", "known.", "place.")
    for key, ways in sentences().items():
        if key.startswith(parts):
            assert [] == [way for way in ways if way.endswith(".")], key
    whole = ("result.", "trial.critical", "trial.morale", "left.fled", "death.of-it", "rest.")
    for key, ways in sentences().items():
        if key.startswith(whole):
            assert [] == [way for way in ways if not way.endswith(".")], key


def test_no_sentence_has_two_equal_variants() -> None:
    """Otherwise the same words would come twice in a row."""
    assert [] == [key for key, ways in sentences().items() if len({*ways}) < len(ways)]


@pytest.mark.parametrize("manner", MANNERS)
def test_every_manner_has_its_words_and_sentences(manner: str) -> None:
    """Each has words to recognise weapons by, and sentences for their use."""
    book = sentences()
    assert all(word == word.casefold() for word in book[f"manner.{manner}"])
    assert len(book[f"attack.{manner}"]) > 1
    assert f"also.{manner}" in book


def test_another_language_tells_the_story(tmp_path: Path) -> None:
    """Sentences it lacks are English; an unknown field is refused."""
    own = tmp_path / "de.toml"
    own.write_text('[chronicle.heading]\nround = "Runde {number}"\n', "utf-8")
    line = fight(RoundBegan(1, ("party", "foes")), Acted("ada", "sings"))
    (*_, last) = write_chronicle(line, telling=ChronicleOptions(book=load_phrasebook(str(own))))
    assert ("Runde 1", "Ada sang.") == (last.heading, last.text)
    own.write_text('[chronicle.heading]\nround = "Runde {nummer}"\n', "utf-8")
    load_phrasebook.cache_clear()
    with pytest.raises(Unreadable, match="has no field"):
        load_phrasebook(str(own))
    with pytest.raises(Refused, match="There is no language xx"):
        load_phrasebook("xx")
