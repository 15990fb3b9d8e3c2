"""A turn is never lost in silence: what the prompt and scripts say of lines that would leave
somebody out."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from combatlog.app.session import Session
from events.errors import Refused
from events.types.declarations import Resolve
from tests.support.talk import CAVE, FORD, SHADOW, say, start_session

WOLVES = """
[[pc]]
name = "Mira"
HP = 9
armor = 1
STR = 10
DEX = 12
WIL = 9
weapons = ["knife", "rifle"]

[[pc]]
name = "Ben"
HP = 6
STR = 12
DEX = 9
WIL = 11
weapons = ["knife"]

[[npc]]
from = "Wolf"
count = 2
"""

ROSTERS = {
    "golden-idol": WOLVES,
    "brighter-worlds": CAVE,
    "paraverse": FORD,
    "plerion": SHADOW,
}


def start(game: str = "golden-idol") -> Session:
    """A fight at the prompt."""
    return start_session(game, ROSTERS[game], doubts="asked")


def hear(at: Session, line: str) -> str:
    """What the prompt answers to a line, without the numbers of events; a refusal is one answer and
    records nothing."""
    length = len(at.fight.history)
    try:
        answer = " | ".join(each.partition("  [#")[0] for each in say(at, line))
    except Refused as refused:
        assert length == len(at.fight.history)
        return str(refused)
    return answer


class Exchange(NamedTuple):
    """Lines that are said, in this game, and what the last one is answered."""

    game: str
    lines: tuple[str, ...]
    answer: str


AGAIN = "to insist, say that again, or add !."

EXCHANGES = [
    Exchange(
        "golden-idol", ("go",), "Nobody has declared anything; name a side to let its turn pass."
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "go"),
        f"The party's turn ends without Mira and Ben; {AGAIN}",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "go", "s", "go"),
        "The party: the turn passes, nobody does anything.",
    ),
    Exchange(
        "golden-idol", ("next ambush", "go !"), "The party: the turn passes, nobody does anything."
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "a mira wolf knife", "go"),
        f"The party's turn ends without Ben; {AGAIN}",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "go", "a mira wolf knife", "go"),
        f"The party's turn ends without Ben; {AGAIN}",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "a mira wolf knife", "go !"),
        "Awaited: Mira d6 (damage). | The party's turn ends without Ben.",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "m ben 10", "a mira wolf knife !"),
        "Mira attacks Wolf with knife. | Ben moves 10 ft. | Awaited: Mira d6 (damage).",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "a mira wolf knife !"),
        "Mira attacks Wolf with knife. | Awaited: Mira d6 (damage)."
        " | The party's turn ends without Ben.",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "a wolf mira !"),
        "It is the party's turn: say that without the “!”, and it is resolved in Wolf's own.",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "go !", "next"),
        f"Round 1 ends without Wolf and Wolf 2; {AGAIN}",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "n"),
        f"Round 1 ends without Mira, Ben, Wolf and Wolf 2; {AGAIN}",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "n", "n"),
        "Round 2: the party, the foes. | Round 1 ends without Mira, Ben, Wolf and Wolf 2.",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "condition ben stunned", "kill mira", "go"),
        "Ben is no longer: stunned.",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "set mira hp 3 !"),
        "Nothing is left to resolve here: say that without the “!”.",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "a sam troll dagger", "go"),
        f"The party's turn ends without Pete; {AGAIN}",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "a troll sam !"),
        "It is the party's turn: say that without the “!”, and it is resolved in Troll's own.",
    ),
    Exchange(
        "paraverse",
        ("next", "a kit ogre dagger", "go"),
        f"Round 1 ends without Mira, Wren and Ogre; {AGAIN}",
    ),
    Exchange(
        "plerion",
        ("next ambush", "go"),
        f"The party's turn ends without Bo and Courier; {AGAIN}",
    ),
    Exchange(
        "plerion",
        ("next ambush", "a courier raider !"),
        "Courier attacks Raider with gun. | Awaited: Courier d10 (damage)."
        " | The party's turn ends without Bo.",
    ),
]


@pytest.mark.parametrize("exchange", EXCHANGES, ids=lambda each: f"{each.game}: {each.lines}")
def test_who_would_be_left_out_is_said(exchange: Exchange) -> None:
    """A turn or round that would pass somebody by is asked for once more, or insisted on."""
    at = start(exchange.game)
    for line in exchange.lines[:-1]:
        hear(at, line)
    assert exchange.answer == hear(at, exchange.lines[-1])


def test_a_script_is_refused_however_often_it_says_it() -> None:
    """Only a final ! insists there."""
    at = start_session(roster=WOLVES, doubts="refused")
    at.say("next ambush")
    for _ in range(2):
        assert "The party's turn ends without Mira and Ben; to insist, add !." == hear(at, "go")
    assert "turn passes" in hear(at, "go !")


def test_a_program_is_told_and_not_asked() -> None:
    """A declaration, in Python or as JSON, does what it says; so does a line of a program."""
    at = start("golden-idol")
    at.say("next ambush")
    at.fight.declare(Resolve())
    assert "the turn passes" in hear(at, '{"type":"resolve"}')
    at.say("n")
    told = start_session(roster=WOLVES)
    for line in ("next ambush", "a mira wolf knife"):
        told.say(line)
    assert hear(told, "go").endswith("The party's turn ends without Ben.")


def test_what_the_rules_refuse_is_not_asked_for() -> None:
    """A turn that cannot end leaves nobody out."""
    at = start("golden-idol")
    for line in ("next ambush", "a mira wolf knife !"):
        at.say(line)
    assert hear(at, "go").startswith("Dice are awaited")
    assert hear(at, "n").startswith("Dice are awaited")
