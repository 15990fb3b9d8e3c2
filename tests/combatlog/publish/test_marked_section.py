"""Our part of a page, and up to where a page tells."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, strategies as st

from combatlog.publish.edit_summary import (
    clean_title,
    find_last_events,
    find_tag,
    find_title,
    format_last_events,
    is_own_summary,
    make_tag,
    parse_last_events,
    write_summary,
)
from combatlog.publish.marked_section import (
    find_section,
    list_keys,
    normalize_text,
    replace_section,
)
from combatlog.publish.wiki import PageRefused

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


@given(
    before=TEXT, after=TEXT, one=TEXT, two=TEXT, key=TEXT, last_events=st.sampled_from(["", "#1"])
)
def test_around_the_part_everything_stays(
    before: str, after: str, one: str, two: str, key: str, last_events: str
) -> None:
    """Whatever is written around it, in it, and whatever it is called."""
    assume("combatlog:" not in before + after + one + two)
    key = f"fight:{key}"
    page = before + replace_section("", key, one, last_events) + after
    again = replace_section(page, key, two, "#7")
    part = find_section(again, key)
    assert part is not None
    assert (before, after) == (again[: part.start], again[part.end :])
    assert (normalize_text(two), "#7", True) == (part.text, part.last_events, part.is_intact)
    assert [key] == list(list_keys(again))


def test_what_is_written_into_it_is_noticed() -> None:
    page = replace_section("", "fight:a", "One.\nTwo.", "#4")
    part = find_section(page.replace("Two", "Three"), "fight:a")
    assert part is not None and not part.is_intact


def test_spaces_at_the_ends_of_lines_are_nobodys_writing() -> None:
    page = replace_section("", "fight:a", "One. \nTwo.", "#4")
    part = find_section(page.replace("One. \n", "One.\n"), "fight:a")
    assert part is not None and part.is_intact


def test_the_part_of_another_is_not_ours() -> None:
    page = replace_section("", "fight:ab", "One.", "#4")
    assert find_section(page, "fight:a") is None
    assert find_section(page, "fight:abc") is None
    assert (
        find_section(replace_section("", "person:ab/mira", "One.", "#4"), "person:ab/mir") is None
    )


@pytest.mark.parametrize("change", ["begin", "end"])
def test_a_marker_alone_is_refused(change: str) -> None:
    page = replace_section("", "fight:a", "One.", "#4").replace(f"combatlog:{change}", "gone")
    with pytest.raises(PageRefused, match=f"combatlog:{change}"):
        find_section(page, "fight:a")


def test_markers_the_wrong_way_round_are_refused() -> None:
    begin, text, end = replace_section("", "fight:a", "One.", "#4").split("\n")
    with pytest.raises(PageRefused, match="wrong place"):
        find_section("\n".join([end, text, begin]), "fight:a")


REACH = st.dictionaries(st.integers(0, 500), st.integers(1, 10**7), min_size=1, max_size=20)


@pytest.mark.slow
@given(TEXT, st.text(max_size=300), REACH, st.lists(st.text(max_size=60)))
def test_a_summary_says_whose_it_is_and_how_far_it_goes(
    key: str, title: str, last_events: dict[int, int], corrected: list[str]
) -> None:
    """Whatever the fight is called and whatever was corrected; of many fights the last ones."""
    said = write_summary(title, f"person:{key}", last_events, corrected)
    latest = parse_last_events(find_last_events(said))
    assert latest == {number: last_events[number] for number in sorted(last_events)[-len(latest) :]}
    assert format_last_events(last_events) == find_last_events(said)
    assert (clean_title(title), make_tag(f"person:{key}")) == (find_title(said), find_tag(said))
    assert is_own_summary(said)
    assert said.isprintable()
    assert not set("[]{}") & set(said)


def test_a_summary_is_not_too_long_for_a_wiki() -> None:
    """DokuWiki keeps 255 characters."""
    every = dict.fromkeys(range(1, 90), 12_345)
    said = write_summary("x" * 4000, "person:" + "太" * 80, every, ["#1 (a long story)" * 9] * 90)
    assert len(said) <= 255
    assert said.endswith("more")


def test_long_keys_are_told_apart() -> None:
    one, two = (make_tag(f"person:u3dgx5ns/{'mira-' * 20}{number}") for number in (1, 2))
    assert one != two
    assert max(len(one), len(two)) <= 40


@pytest.mark.parametrize("said", ["Typo in #12", "to #12", "combatlog: is great", ""])
def test_a_foreign_summary_says_nothing(said: str) -> None:
    assert ("", "", "", False) == (
        find_last_events(said),
        find_title(said),
        find_tag(said),
        is_own_summary(said),
    )
