"""A turn is never lost in silence: what the prompt and scripts say of lines that would leave
somebody out."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from combatlog.app.session import Session
from combatlog.grammar.registry import format_declaration
from events.errors import Refused
from events.types.declarations import Resolve
from events.types.rolls import Rolled
from replay.audit.rules import find_differences
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
        "It is the party's turn: say that without the “!”, and it is resolved in the foes' own.",
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
        ("next ambush", "a mira wolf knife", "end"),
        f"The fight ends without what Mira declared; {AGAIN}",
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
        "It is the party's turn: say that without the “!”, and it is resolved in the foes' own.",
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


ALONE = [
    Exchange(
        "brighter-worlds",
        ("next ambush", "a sam troll spear", "a pete troll", "go sam"),
        "Awaited: Sam d8 (damage).",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "m sam 10", "a pete troll", "go sam", "go"),
        "Awaited: Pete d10 (damage).",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "m sam 10", "go sam", "go"),
        f"The party's turn ends without Pete; {AGAIN}",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "m sam 10", "go sam", "m pete 10", "go pete", "go"),
        "The party: the turn is over.",
    ),
    Exchange("brighter-worlds", ("next ambush", "go sam"), "Sam has declared nothing."),
    Exchange(
        "brighter-worlds",
        ("next ambush", "m sam 10", "go sam", "m sam 10"),
        "Sam has moved in this round already (to insist, add overrule: and a reason).",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "a troll sam", "go troll"),
        "It is the party's turn, not Troll's.",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "retreat sam to the cave", "go sam"),
        "Sam leaves as the turn ends: go, without a name.",
    ),
    Exchange("brighter-worlds", ("next ambush", "go foes"), "It is the turn of the party"),
    Exchange(
        "golden-idol",
        ("next ambush", "a mira wolf knife", "go mira"),
        "Golden Idol knows no turns of one combatant; a side acts together: go, without a name.",
    ),
    Exchange(
        "paraverse",
        ("next", "a kit ogre dagger", "go kit"),
        "Paraverse knows no turns of one combatant; a side acts together: go, without a name.",
    ),
]


@pytest.mark.parametrize("exchange", ALONE, ids=lambda each: f"{each.game}: {each.lines}")
def test_one_combatant_is_resolved_where_sides_do_not_act_together(exchange: Exchange) -> None:
    """The turn goes on for the others; what was resolved is spent."""
    at = start(exchange.game)
    for line in exchange.lines[:-1]:
        hear(at, line)
    assert exchange.answer in hear(at, exchange.lines[-1])
    assert at.fight.compute_state(len(at.fight.history)) == at.fight.state


def test_what_one_combatant_does_first_is_corrected_and_checked_like_a_turn() -> None:
    """A changed die ripples on; the lines are written as they were typed."""
    at = start("brighter-worlds")
    lines = ["next ambush", "m sam 10", "a sam troll spear", "a pete troll great bow", "go sam"]
    for line in [*lines, "5", "go", "3", "4", "5", "6"]:
        hear(at, line)
    assert [] == list(find_differences(at.fight.history))
    rows = at.fight.history.rows
    go, seq = next((row.event, row.seq) for row in rows if isinstance(row.event, Resolve))
    assert "go sam" == format_declaration(go, at.fight.compute_state(seq - 1))
    die = next(row for row in at.fight.history.rows if isinstance(row.event, Rolled))
    before = at.fight.state.combatants["troll"].scores
    hear(at, f"amend {die.seq} 8: misread !")
    assert before != at.fight.state.combatants["troll"].scores
    assert [] == list(find_differences(at.fight.history))


DOWN = ("condition wolf out of action", "next ambush")
DOWN_SECOND = ("condition wolf 2 out of action", "next ambush")


MEANT = [
    Exchange("golden-idol", (*DOWN, "a mira wolf knife"), "Mira attacks Wolf 2 with knife (d6)."),
    Exchange(
        "golden-idol",
        (*DOWN, "a mira wolf 1 knife"),
        "Wolf is down already: out of action;"
        " to insist, say that again, or add overrule: and a reason.",
    ),
    Exchange(
        "golden-idol",
        (*DOWN, "a mira wolf 1 knife", "a mira wolf 1 knife"),
        "Mira attacks Wolf with knife (d6).",
    ),
    Exchange(
        "golden-idol",
        (*DOWN_SECOND, "a mira wolf 2 knife"),
        "Wolf 2 is down already: out of action;"
        " to insist, say that again, or add overrule: and a reason.",
    ),
    Exchange(
        "golden-idol", (*DOWN_SECOND, "a mira wol2 knife"), "Wolf 2 is down already: out of action"
    ),
    Exchange("golden-idol", (*DOWN_SECOND, "a wolf 2 mira"), "Wolf 2 is out of action (to insist"),
    Exchange(
        "golden-idol", (*DOWN_SECOND, "a mira 2 knife"), "Wolf 2 is down already: out of action"
    ),
    Exchange(
        "golden-idol",
        (*DOWN, "kill wolf 2", "a mira wolf knife !"),
        "Wolf is down already: out of action;"
        " to insist, say that again, or add overrule: and a reason.",
    ),
    Exchange(
        "golden-idol",
        (*DOWN, "kill wolf 2", "a mira wolf knife overrule: to make sure"),
        "Mira attacks Wolf with knife (overruling: to make sure) (d6).",
    ),
    Exchange(
        "golden-idol", (*DOWN, "go !", "2", "a wolf mira"), "Wolf 2 attacks Mira with bite (d6)."
    ),
    Exchange(
        "golden-idol", (*DOWN, "a wolf 1 mira"), "Wolf is out of action (to insist, add overrule:"
    ),
    Exchange("golden-idol", (*DOWN, "a mira"), "Say which target (there is Wolf 2)."),
    Exchange("golden-idol", ("a mira",), "Say which target (there is Wolf and Wolf 2)."),
    Exchange("golden-idol", ("a",), "Say which attacker (there is Mira, Ben, Wolf and Wolf 2)."),
    Exchange("golden-idol", ("a mira wolf",), "Say what Mira attacks with: knife or rifle."),
    Exchange(
        "golden-idol",
        ("a mira wolf 2 rifle !", "3 4", "m mira 10", "a mira wolf"),
        "Mira attacks Wolf with rifle (2d10).",
    ),
    Exchange(
        "golden-idol",
        ("a mira wolf 2 rifle", "disarm mira rifle", "a mira wolf instead"),
        "Mira attacks Wolf with knife instead (d6).",
    ),
    Exchange(
        "golden-idol",
        ("end", "a mira wolf"),
        "The fight is over; undo its end to go on.",
    ),
    Exchange(
        "golden-idol",
        ("harm wolf 2",),
        "“wolf 2” is Wolf 2: say how much, like: harm wolf 2 3; or, for 2 damage to another wolf,"
        " the number first: harm 2 wolf",
    ),
    Exchange("golden-idol", ("harm 2 wolf",), "Wolf: 2 − 1 armor = 1, HP 4 → 3."),
    Exchange("golden-idol", ("harm wolf 2 2",), "Wolf 2: 2 − 1 armor = 1, HP 4 → 3."),
    Exchange(
        "plerion",
        ("next ambush", "man aniet lock on raider with gun"),
        "Courier: lock on, Raider (gun).",
    ),
    Exchange(
        "plerion",
        ("crew courier aniet off", "next ambush", "man aniet dodge"),
        "Aniet is aboard no craft; say which one, like: crew courier aniet",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "a sam troll spear", "go !", "3", "go !", "n !", "a sam troll"),
        "Sam attacks Troll with spear (d8).",
    ),
    Exchange(
        "paraverse",
        ("next", "condition ogre unconscious", "a kit ogre dagger"),
        "Ogre is unconscious and has no defence; say what becomes of them, like:"
        " harm ogre 12 at head, or: kill ogre.",
    ),
]


@pytest.mark.parametrize("exchange", MEANT, ids=lambda each: f"{each.game}: {each.lines}")
def test_what_is_left_unsaid_is_what_can_be_meant_sensibly(exchange: Exchange) -> None:
    """A short name means who still fights; without a weapon, the one used last is meant."""
    at = start(exchange.game)
    for line in exchange.lines[:-1]:
        hear(at, line)
    assert exchange.answer in hear(at, exchange.lines[-1])


@pytest.mark.parametrize("wil", ["WIL", "wil"])
@pytest.mark.parametrize("line", ["weapons hex d6 {}, axe side foes", "weapons axe, hex d6 {}"])
def test_a_weapon_with_an_attribute_needs_no_quotes(line: str, wil: str) -> None:
    """An attribute without a number is the weapon's; with one it is the combatant's own."""
    at = start("brighter-worlds")
    hear(at, f"join Ulf pc Grit 3 STR d6 DEX d8 WIL d6 {line.format(wil)}")
    against = {weapon.name: weapon.against for weapon in at.fight.state.combatants["ulf"].weapons}
    assert {"axe": "", "hex": "WIL"} == against
    hear(at, "join Una pc Grit 3 STR d6 DEX d8 weapons axe WIL d4")
    assert 4 == at.fight.state.combatants["una"].scores["WIL"]


def test_an_attack_on_somebody_down_is_written_as_it_is_understood() -> None:
    """Beside others of the name, the first is numbered, too."""
    at = start()
    for line in (*DOWN, "a mira wolf 1 knife", "a mira wolf 1 knife"):
        hear(at, line)
    before = at.fight.compute_state(len(at.fight.history) - 1)
    attack = at.fight.state.pending[0].action
    assert "a mira wolf 1 knife" == format_declaration(attack, before)


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


@pytest.mark.parametrize("line", ["end !", "end!"])
def test_an_end_that_insists_ends_the_fight(line: str) -> None:
    """What was declared lapses, and that is said."""
    at = start()
    for each in ("next ambush", "a mira wolf knife"):
        at.say(each)
    result = at.say(line)
    assert at.fight.state.ended
    assert "The fight ends without what Mira declared." == result.left_out
