"""What players are told does not depend on a stranger's hidden numbers: not the words, and not the
length either."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence

import pytest

from tests.combatlog.server.tables import FIGHT, TestTable
from tests.support.asgi import Browser
from tests.support.given import Person, npc, pc

pytestmark = pytest.mark.slow

ADA = pc("Ada", "6/0/10/10/10", player="Anna", sword="d8", bow="d6")
PATHS = (
    *("frame?after=0", "turn", "options/ada", "numbers", "recap", "why?who=wolf&field=HP"),
    *("odds?line=a%20ada%20wolf%20sword", "odds?line=a%20wolf%20ada", "odds?line="),
    *("completions?line=a%20ada%20", "completions?line=a%20wolf%20ada%20"),
)
LINES = (
    *("next ambush", "a ada wolf sword", "go", "5", "set wolf HP {now}", "harm wolf 1"),
    *("note the wolf has {now}", "set wolf STR {now}", "undo", "save wolf STR: fear", "2"),
)
BEFORE_IT_BITES = ("next ambushed", "a wolf ada")
BUSY = 429


async def read(browser: Browser, path: str) -> tuple[int, str, list[str]]:
    """Return an answer: its status, its body without what differs anyway, and its headers."""
    reply = await browser.get(f"{FIGHT}/{path}")
    while reply.status == BUSY:
        await asyncio.sleep(0.2)
        reply = await browser.get(f"{FIGHT}/{path}")
    body = re.sub(r'"(mark|run)": "[^"]*"', "", json.dumps(reply.json))
    return reply.status, body, sorted(reply.headers)


async def play(
    wolf: Person, lines: Sequence[str], now: int = 0
) -> list[tuple[str, str, tuple[int, str, list[str]]]]:
    """Return all that Anna can ask for after each line of a fight with this wolf."""
    table = await TestTable(ADA, wolf).begin()
    anna = await table.admit("Anna")
    told = []
    for line in lines:
        said = await table.say(table.referee, line.format(now=now))
        assert said.status == 200, said.json
        told += [(line, path, await read(anna, path)) for path in PATHS]
    return told


def test_answers_are_the_same_whatever_a_stranger_has_left() -> None:
    """Two wolves that look alike, with other hit points and scores."""
    one = asyncio.run(play(npc("Wolf", "17/0/13/13/13", bite="d6"), LINES, 12))
    other = asyncio.run(play(npc("Wolf", "19/0/8/14/9", bite="d6"), LINES, 7))
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs


def test_answers_before_a_stranger_strikes_are_the_same_whatever_is_added_to_their_die() -> None:
    one = asyncio.run(play(npc("Wolf", "9/0/9/9/9", bite="d6"), BEFORE_IT_BITES))
    other = asyncio.run(play(npc("Wolf", "9/0/9/9/9", bite="d6+3"), BEFORE_IT_BITES))
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs
