"""Every verb is specified whole: syntax, parser, formatter, completion, help."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from types import UnionType
from typing import get_args, get_type_hints

import pytest

from combatlog.grammar.commands import Quit
from combatlog.grammar.registry import VERBS, Verb, parse
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import complete_nothing
from events.errors import Refused
from events.types.declarations import Attack, FightStarted, Move
from events.types.unions import Declaration
from tests.support.talk import start_session

WITHOUT_A_VERB = {FightStarted}
"""Declarations that nobody types: the campaign itself starts a fight."""

DECLARATIONS = {*get_args(Declaration)} - WITHOUT_A_VERB


def lacking(verbs: Sequence[Verb], declarations: set[type]) -> Iterator[str]:
    """Say, in a sentence each, which part a verb or a declaration lacks."""
    written = {kind for verb in verbs for kind in verb.formats}
    for verb in verbs:
        for part in ("name", "group", "does", "parse", "complete"):
            if not getattr(verb, part):
                yield f"The verb “{verb.name}” has no `{part}`."
        for kind in sorted(declared_by(verb) - written, key=str):
            yield f"“{verb.name}” declares {kind.__name__}, and no verb has a formatter for it."
    for kind in sorted(declarations - written, key=str):
        yield (
            f"{kind.__name__} has no verb: write its specification in combatlog/grammar/verbs,"
            " with a formatter for it."
        )


def declared_by(verb: Verb) -> set[type]:
    """The declarations that a verb's parser says it returns."""
    returned = get_type_hints(verb.parse).get("return")
    kinds = get_args(returned) if isinstance(returned, UnionType) else (returned,)
    return {kind for kind in kinds if kind in get_args(Declaration)}


def test_every_verb_has_all_its_parts_and_every_declaration_a_verb() -> None:
    """Nothing can be declared that cannot be typed, written and helped with."""
    assert [] == [*lacking(VERBS, DECLARATIONS)]


def parse_fake(line: Scanner) -> Attack | Quit:
    """A parser of which nothing but the return type matters."""
    raise NotImplementedError


def test_what_is_lacking_is_said_in_a_sentence() -> None:
    """The verb and the part, or the declaration and what to write."""
    fake = Verb("fake", "fighting", "", "", parse_fake, complete_nothing)
    assert [
        "The verb “fake” has no `does`.",
        "“fake” declares Attack, and no verb has a formatter for it.",
        "Move has no verb: write its specification in combatlog/grammar/verbs, with a formatter"
        " for it.",
    ] == [*lacking([fake], {Move})]


@pytest.mark.parametrize("verb", [verb for verb in VERBS if not verb.takes], ids=lambda v: v.name)
def test_a_verb_that_takes_nothing_refuses_words(verb: Verb) -> None:
    """Its syntax is empty because nothing may follow."""
    with pytest.raises(Refused, match="not understood here"):
        parse(f"{verb.name} xyzzy", start_session().fight.state)


def test_a_verb_that_takes_nothing_completes_nothing() -> None:
    """No name is offered where the parser would refuse it."""
    offering = [verb for verb in VERBS if not verb.takes and verb.complete is not complete_nothing]
    assert [] == [verb.name for verb in offering]


def test_no_two_verbs_share_a_name() -> None:
    """Names and aliases each mean one verb."""
    names = [name for verb in VERBS for name in (verb.name, *verb.aliases)]
    assert sorted({*names}) == sorted(names)


def test_one_verb_writes_a_declaration() -> None:
    """Two formatters of one type would hide each other."""
    kinds = [kind for verb in VERBS for kind in verb.formats]
    assert len({*kinds}) == len(kinds)


@pytest.mark.slow
def test_the_grammar_needs_no_terminal_and_no_game() -> None:
    """It imports neither screens nor the rules of any family: those load with a fight."""
    script = (
        "import sys, combatlog.grammar.registry\n"
        "import combatlog.grammar.help\n"
        "far = ('combatlog.terminal', 'combatlog.app', 'prompt_toolkit', 'rulesets.cairn',"
        " 'rulesets.brighter', 'rulesets.paraverse')\n"
        "print(*(name for name in sys.modules if name.startswith(far)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ("", "") == (done.stdout.strip(), done.stderr)
