"""Our part of a page, and up to where a page tells."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combatlog.publish.edit_summary import (
    harmless_title,
    is_ours,
    reach_in,
    reach_of,
    reach_text,
    summary,
    tag,
    tag_in,
    title_in,
)
from combatlog.publish.marked_section import as_kept, keys_in, part_of, with_part
from combatlog.publish.wiki_errors import PageRefused

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


@given(before=TEXT, after=TEXT, one=TEXT, two=TEXT, key=TEXT, reach=st.sampled_from(["", "#1"]))
def test_around_the_part_everything_stays(
    before: str, after: str, one: str, two: str, key: str, reach: str
) -> None:
    """Whatever is written around it, in it, and whatever it is called."""
    assume("combatlog:" not in before + after + one + two)
    key = f"fight:{key}"
    page = before + with_part("", key, one, reach) + after
    again = with_part(page, key, two, "#7")
    part = part_of(again, key)
    assert part is not None
    assert (before, after) == (again[: part.start], again[part.end :])
    assert (as_kept(two), "#7", True) == (part.text, part.reach, part.is_intact)
    assert [key] == list(keys_in(again))


def test_what_is_written_into_it_is_noticed() -> None:
    page = with_part("", "fight:a", "One.\nTwo.", "#4")
    part = part_of(page.replace("Two", "Three"), "fight:a")
    assert part is not None and not part.is_intact


def test_spaces_at_the_ends_of_lines_are_nobodys_writing() -> None:
    page = with_part("", "fight:a", "One. \nTwo.", "#4")
    part = part_of(page.replace("One. \n", "One.\n"), "fight:a")
    assert part is not None and part.is_intact


def test_the_part_of_another_is_not_ours() -> None:
    page = with_part("", "fight:ab", "One.", "#4")
    assert part_of(page, "fight:a") is None
    assert part_of(page, "fight:abc") is None
    assert part_of(with_part("", "person:ab/mira", "One.", "#4"), "person:ab/mir") is None


@pytest.mark.parametrize("change", ["begin", "end"])
def test_a_marker_alone_is_refused(change: str) -> None:
    page = with_part("", "fight:a", "One.", "#4").replace(f"combatlog:{change}", "gone")
    with pytest.raises(PageRefused, match=f"combatlog:{change}"):
        part_of(page, "fight:a")


def test_markers_the_wrong_way_round_are_refused() -> None:
    begin, text, end = with_part("", "fight:a", "One.", "#4").split("\n")
    with pytest.raises(PageRefused, match="wrong place"):
        part_of("\n".join([end, text, begin]), "fight:a")


REACH = st.dictionaries(st.integers(0, 500), st.integers(1, 10**7), min_size=1, max_size=20)


@given(TEXT, st.text(max_size=300), REACH, st.lists(st.text(max_size=60)))
def test_a_summary_says_whose_it_is_and_how_far_it_goes(
    key: str, title: str, reach: dict[int, int], corrected: list[str]
) -> None:
    """Whatever the fight is called and whatever was corrected; of many fights the last ones."""
    said = summary(title, f"person:{key}", reach, corrected)
    latest = reach_of(reach_in(said))
    assert latest == {number: reach[number] for number in sorted(reach)[-len(latest) :]}
    assert reach_text(reach) == reach_in(said)
    assert (harmless_title(title), tag(f"person:{key}")) == (title_in(said), tag_in(said))
    assert is_ours(said)
    assert said.isprintable()
    assert not set("[]{}") & set(said)


def test_a_summary_is_not_too_long_for_a_wiki() -> None:
    """DokuWiki keeps 255 characters."""
    every = dict.fromkeys(range(1, 90), 12_345)
    said = summary("x" * 4000, "person:" + "太" * 80, every, ["#1 (a long story)" * 9] * 90)
    assert len(said) <= 255
    assert said.endswith("more")


def test_long_keys_are_told_apart() -> None:
    one, two = (tag(f"person:u3dgx5ns/{'mira-' * 20}{number}") for number in (1, 2))
    assert one != two
    assert max(len(one), len(two)) <= 40


@pytest.mark.parametrize("said", ["Typo in #12", "to #12", "combatlog: is great", ""])
def test_a_foreign_summary_says_nothing(said: str) -> None:
    assert ("", "", "", False) == (reach_in(said), title_in(said), tag_in(said), is_ours(said))
