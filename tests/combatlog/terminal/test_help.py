"""`help`: the verbs by what they are for."""

from __future__ import annotations

import click
import pytest

from combatlog.grammar.registry import GROUPS, VERBS
from events.errors import Refused
from tests.support.talk import say, start_session


def shown(line: str) -> list[str]:
    """What a line shows, without colours."""
    return [click.unstyle(each) for each in say(start_session(), line)]


def test_every_verb_is_in_exactly_one_group() -> None:
    """So help lists each verb once."""
    grouped = [verb for group in GROUPS.values() for verb in group]
    assert sorted(verb.name for verb in VERBS) == sorted(grouped)


def test_help_lists_verbs_by_group() -> None:
    """With what each does."""
    lines = shown("help")
    correcting, looking = lines.index("Correcting:"), lines.index("Looking:")
    verbs = [line.split()[0] for line in lines[correcting + 1 : looking]]
    assert ["amend", "strike", "insert", "what-if"] == verbs


@pytest.mark.parametrize("word", ["correct", "correction", "correcting", "corrections"])
def test_help_finds_a_group_by_its_name(word: str) -> None:
    """With the syntax of all its verbs."""
    lines = shown(f"help {word}")
    assert "Correcting:" == lines[0]
    assert any(line.split()[:2] == ["strike", "SEQ:"] for line in lines)


def test_an_unknown_word_is_refused() -> None:
    """Verbs come before groups."""
    with pytest.raises(Refused, match="There is no verb “xylophone”"):
        shown("help xylophone")
    assert shown("help look") == shown("help looking")
    assert shown("help undo")[0].split()[0] == "undo"
