"""A hostile wiki, whichever request it answers: each fault is told in one sentence."""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Iterator

import pytest

from combatlog.publish.publishing import WikiKind
from combatlog.publish.wiki import WikiError
from tests.combatlog.publish.hostile_answers import list_odd_shapes, list_plain_answers
from tests.combatlog.publish.hostile_server import HONEST, Request, encode, publish_to, serve
from tests.support.amount import LONG, amount

LONGEST = 1500
"""Characters of a message."""


class _Wiki:
    """An honest wiki, but for the answer to one request (numbers begin with 0)."""

    def __init__(self, kind: WikiKind) -> None:
        self.kind = kind
        self.number, self.hostile = -1, b""
        self.asked: list[Request] = []

    def __call__(self, request: Request) -> bytes:
        self.asked.append(request)
        if len(self.asked) - 1 == self.number:
            return self.hostile
        return encode(self.kind, HONEST[self.kind](request))


def _list_cases(kind: WikiKind, asked: list[Request]) -> Iterator[tuple[int, bytes]]:
    """Yield every hostile answer, with the number of the request that it answers."""
    for number, request in enumerate(asked):
        for answer in list_plain_answers():
            yield number, answer
        honest = HONEST[kind](request)
        if not isinstance(honest, str) or not honest.startswith("<html>"):
            for answer in list_odd_shapes(kind, honest):
                yield number, answer


def find_fault(url: str, kind: WikiKind) -> str:
    """Publish; return what is wrong with how it ended, empty if nothing is."""
    try:
        told = publish_to(url, kind)
    except WikiError as error:
        told = [str(error)]
    except Exception as error:
        return "".join(traceback.format_exception(error)[-3:])
    return next((text for text in told if len(text) > LONGEST or not text.isprintable()), "")


def run_cases(kind: WikiKind, first: int, step: int) -> tuple[int, dict[str, int]]:
    """Run some of the cases; return how many there were, and the faults with their numbers."""
    wiki, faults, ran = _Wiki(kind), dict[str, int](), 0
    with serve(wiki) as url, warnings.catch_warnings():
        warnings.simplefilter("error")
        done = [each.partition(" ")[0] for each in publish_to(url, kind)]
        assert ["updated", "created", "created"] == done
        asked = list(wiki.asked)
        for number, (wiki.number, wiki.hostile) in enumerate(_list_cases(kind, asked)):
            if number % step != first:
                continue
            wiki.asked.clear()
            ran += 1
            if fault := find_fault(url, kind):
                where = f"{asked[wiki.number].path} {asked[wiki.number].body[:200]}"
                faults.setdefault(f"{fault}\n{wiki.hostile[:300]!r}\n{where}", number)
    return ran, faults


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_a_hostile_answer_is_told_in_one_sentence(kind: WikiKind) -> None:
    """Every 61st of all (in a long run every 13th): each answer meets some request, and each
    request some answers."""
    ran, faults = run_cases(kind, 7, 13 if LONG else 61)
    assert (True, {}) == (ran > amount(300), faults)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["mediawiki", "dokuwiki"])
def test_a_few_hostile_answers_are_told_in_one_sentence(kind: WikiKind) -> None:
    ran, faults = run_cases(kind, 7, 211)
    assert (True, {}) == (ran > 20, faults)
