"""Several declarations on one line, in every game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.combatlog.app.test_turns import AGAIN, DOWN, WOLVES, Exchange, hear, start
from tests.support.talk import start_session

TOGETHER = [
    Exchange(
        "golden-idol",
        ("a wolves mira",),
        "Wolf attacks Mira with bite (d6). | Wolf 2 attacks Mira with bite (d6).",
    ),
    Exchange(
        "golden-idol",
        ("a wolf 2, wolf mira imp: fog",),
        "Wolf 2 attacks Mira with bite, impaired: fog (d4)."
        " | Wolf attacks Mira with bite, impaired: fog (d4).",
    ),
    Exchange(
        "golden-idol",
        ("next ambush", "go !", "a wolves ben !"),
        "Wolf attacks Ben with bite. | Wolf 2 attacks Ben with bite."
        " | Awaited: Wolf d6 (damage), Wolf 2 d6 (damage).",
    ),
    Exchange("golden-idol", (*DOWN, "a wolves mira"), "Wolf 2 attacks Mira with bite (d6)."),
    Exchange("golden-idol", ("a wolf mira", "a wolves ben"), "Wolf 2 attacks Ben with bite (d6)."),
    Exchange(
        "golden-idol",
        ("a wolf mira", "a wolves ben instead"),
        "Wolf attacks Ben with bite instead (d6). | Wolf 2 attacks Ben with bite instead (d6).",
    ),
    Exchange(
        "golden-idol",
        ("a wolves mira", "a wolves ben"),
        "None of the wolves can be meant just now.",
    ),
    Exchange(
        "golden-idol",
        ("join Wolves HP 6 STR 8 DEX 8 WIL 8 weapons bite d6", "a wolves mira"),
        "Wolves attacks Mira with bite (d6).",
    ),
    Exchange(
        "golden-idol",
        ("a harpies mira",),
        "There is no attacker “harpies” here (there is Mira, Ben, Wolf and Wolf 2).",
    ),
    Exchange(
        "golden-idol",
        ("a mira wolf rifle imp: mud; enh: from above; a ben wolf 2",),
        "Mira attacks Wolf with rifle, enhanced: from above, impaired: mud (2d10)."
        " | Ben attacks Wolf 2 with knife (d6).",
    ),
    Exchange(
        "golden-idol",
        ("next ambush; a mira wolf rifle; a ben wolf; go",),
        "Round 1: the party, the foes. | Mira attacks Wolf with rifle."
        " | Ben attacks Wolf with knife. | Awaited: Mira 2d10 (damage), Ben d6 (damage).",
    ),
    Exchange(
        "golden-idol",
        ("next ambush; a mira wolf rifle; go",),
        f"The party's turn ends without Ben; {AGAIN}",
    ),
    Exchange("golden-idol", ("next ambush", "next: hurry!"), "Round 1 ends without"),
    Exchange(
        "golden-idol",
        ("next ambush; a mira wolf rifle; go !; a wolf mira",),
        "Dice are awaited: Mira 2d10 (damage). Roll them (or “roll” alone to draw), or undo.",
    ),
    Exchange(
        "golden-idol", ("m ben 10 to the hut; near it",), "Ben moves 10 ft to the hut near it."
    ),
    Exchange(
        "golden-idol",
        ('do mira "sings (and how; go); a ben wolf"',),
        "Mira: sings (and how go) a ben wolf.",
    ),
    Exchange(
        "golden-idol",
        ("a mira wolf knife; a ben wolf 3",),
        "There is no weapon of Ben “3” here (there is knife and fists).",
    ),
    Exchange(
        "golden-idol",
        ("a mira wolf knife; join table.toml",),
        "Say “join table.toml” on a line of its own: only declarations can share one.",
    ),
    Exchange(
        "brighter-worlds",
        ("next ambush", "a sam, pete troll dagger"),
        "There is no weapon of Pete “dagger” here",
    ),
    Exchange(
        "paraverse",
        ("next", "a kit ogre dagger; a mira ogre"),
        "Kit attacks Ogre with dagger (d20+2). | Mira attacks Ogre with club (d20).",
    ),
]


@pytest.mark.parametrize("exchange", TOGETHER, ids=lambda each: f"{each.game}: {each.lines}")
def test_several_are_declared_on_one_line(exchange: Exchange) -> None:
    """Several attackers, or several declarations with `;`: all of them are recorded, or none. One
    undo takes back what was said together."""
    at = start(exchange.game)
    for line in exchange.lines[:-1]:
        hear(at, line)
    before = at.fight.state.copied()
    assert exchange.answer in hear(at, exchange.lines[-1])
    if at.fight.state.seq != before.seq:
        at.say("undo")
    assert before == replace(at.fight.state, seq=before.seq)


def test_drawn_dice_end_a_line_of_declarations() -> None:
    """A refusal behind them would tell faces that are not recorded."""
    at = start_session(roster=WOLVES, dice="digital", doubts="asked")
    at.say("next ambush")
    refusal = hear(at, "a mira wolf rifle; a ben wolf; go; a wolf mira")
    assert "Dice are awaited" in refusal or "Dice are drawn here before the last" in refusal
    assert "Awaited" not in hear(at, "a mira wolf rifle; a ben wolf; go")
