"""The worked fights of Brighter Worlds, die for die."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, BeginRound, PassTime, Resolve, Risk
from events.types.outcomes import (
    AttackRolled,
    CheckRolled,
    DamageDealt,
    Died,
    Ground,
    Left,
    MoraleTested,
    ScoreChanged,
)
from events.types.rolls import Rolled
from tests.rulesets.brighter.people import DUST, HEX, fight, pete, sam, strikes, troll
from tests.support.given import attack, npc, pc


@pytest.mark.clause("BW-02", "BW-03", "BW-05", "BW-06", "BW-07", "BW-08", "BW-09", "BW-14", "BW-16")
def test_bw_v01_the_troll_of_the_text() -> None:
    """Sam rolls between its legs and stabs, Pete shoots: two steps down, and it stays."""
    on = fight(sam(), pete(), troll())
    on.when(
        attack("sam", "troll", weapons="dagger", risk=Risk("DEX", "troll")),
        attack("pete", "troll"),
        Resolve(),
    )
    on.then_asked("sam d8", "troll d6")
    on.rolls("sam d8=5", "troll d6=4").then_asked("sam d6", "sam d12")
    on.rolls("sam d6=3", "sam d12=10").then_asked("troll d10")
    on.rolls("troll d10=6").then_asked("pete d10")
    on.rolls("pete d10=9").then_asked("troll d6")
    on.rolls("troll d6=4").then("troll", Grit=0, STR=6, max={"STR": 10})

    dodge, first, morale = on.told(CheckRolled)
    assert ("sam", "DEX", 5, 4, True, "troll", "action") == (
        *(dodge.who, dodge.what, dodge.value, dodge.against),
        *(dodge.passed, dodge.versus, dodge.purpose),
    )
    assert ("STR", 6, 7, False, "critical") == (
        *(first.what, first.value, first.against),
        *(first.passed, first.purpose),
    )
    assert ("WIL", 4, 4, True, True, "morale") == (
        *(morale.what, morale.value, morale.against),
        *(morale.least, morale.passed, morale.purpose),
    )
    stab, shot = on.told(AttackRolled)
    assert ("d6+d12", (3, 10), 10, "enhanced") == (
        *(stab.dice, stab.faces),
        *(stab.value, stab.modifier),
    )
    assert (Ground("enhanced", "DEX save"),) == stab.grounds
    assert ("d10", (9,), 9, "") == (shot.dice, shot.faces, shot.value, shot.modifier)
    assert [9, 8] == [damage.dealt for damage in on.told(DamageDealt)]
    assert [(10, 8), (8, 6)] == [
        (change.was, change.now) for change in on.told(ScoreChanged, score="STR")
    ]
    assert ("first critical damage",) == on.then_told(MoraleTested).grounds
    on.then_never(Left)


@pytest.mark.clause("BW-09", "BW-10")
def test_bw_v03_overflow_to_zero() -> None:
    """Twelve on a d6: a d4, then zero, and the last two are ignored."""
    on = fight(sam("0/0/6/8/6"), npc("Giant", club="d12"))
    strikes(on, attack("giant", "sam"), "giant d12=12")
    on.then("sam", STR=0, has="incapacitated").then_never(CheckRolled)
    on.when(PassTime(3599)).then("sam")
    on.when(PassTime(1)).then("sam", standing="dead")


@pytest.mark.clause("BW-02", "BW-07", "BW-09")
@pytest.mark.parametrize(
    ("damage", "saved", "now"),
    [
        pytest.param(10, (), 8, id="a fills the die, enhanced or not"),
        pytest.param(9, ("troll d10=3", "troll d12=10"), 10, id="b higher"),
        pytest.param(9, ("troll d10=9", "troll d12=2"), 8, id="c not higher"),
    ],
)
def test_bw_v05_an_enhanced_save_and_the_threshold(
    damage: int, saved: tuple[str, ...], now: int
) -> None:
    """The d12 helps the save; it does not move the threshold of the d10."""
    on = fight(pete(), troll("0/0/10/6/6"))
    rolls = (f"pete d10={damage}", *saved, *(["troll d6=4"] if now == 8 else []))
    strikes(on, attack("pete", "troll", ward="focused on defence"), *rolls)
    on.then("troll", STR=now)
    assert bool(saved) == bool(on.told(CheckRolled, purpose="critical", modifier="enhanced"))


@pytest.mark.clause("BW-07", "BW-09", "BW-12")
def test_bw_v07_a_blast_on_wil() -> None:
    """One die strikes three, each by their own armor, Grit and WIL."""
    on = fight(
        pc("Sam", "2/0/8/8/6"),
        pc("Pete", "0/1/8/8/4"),
        pc("Rue", "4/3/8/8/6"),
        npc("Incubus", "2/0/4/8/10", weapons=(DUST,)),
    )
    strikes(on, attack("incubus", "sam", "pete", "rue"), "incubus d6=5", "sam d6=4")
    on.then("sam", Grit=0, WIL=6, STR=8)
    on.then("pete", Grit=0, WIL=0, STR=8, has="catatonic")
    on.then("rue", Grit=2, WIL=6)
    assert ["sam", "pete", "rue"] == [damage.to for damage in on.told(DamageDealt)]
    assert 1 == len(on.told(Rolled, by="incubus"))
    check = on.then_told(CheckRolled)
    assert ("sam", "WIL", 4, 3, True) == (
        *(check.who, check.what, check.value),
        *(check.against, check.passed),
    )


@pytest.mark.clause("BW-09", "BW-10", "ALL-03")
def test_bw_v09_zero_dex() -> None:
    """DEX at zero paralyses and does not kill, whatever more is done to it."""
    on = fight(sam("0/0/6/4/6"), npc("Witch", weapons=(HEX,), axe="d8"))
    strikes(on, attack("witch", "sam", weapons="hex"), "witch d6=6")
    on.then("sam", STR=6, DEX=0, has="paralysed").then_never(CheckRolled)

    strikes(on, attack("witch", "sam", weapons="hex"), "witch d6=2")
    failed = on.then_told(CheckRolled)
    assert ((), False, 2) == (failed.faces, failed.passed, failed.against)
    on.then("sam", STR=6, DEX=0).then_never(ScoreChanged)
    on.then_refused("Sam is paralysed (DEX at zero)", Act("sam", "crawls"), clause="ALL-03")

    strikes(on, attack("witch", "sam", weapons="axe"), "witch d8=1", "sam d6=2")
    on.then("sam", STR=6)
    strikes(on, attack("witch", "sam", weapons="axe"), "witch d8=1", "sam d6=1")
    on.then("sam", STR=4).then_never(Died)


@pytest.mark.clause("BW-02", "BW-04", "ALL-03")
def test_bw_v11_initiative() -> None:
    """A tie is lost, each has a fresh roll to beat, and zero DEX fails without dice."""
    on = fight(
        pc("Sam", "3/0/8/8/6"),
        pc("Rue", "3/0/8/4/6"),
        pc("Pete", "3/0/8/0/6"),
        npc("Ogre", "3/0/10/6/6"),
    )
    on.when(BeginRound(versus="ogre")).then_asked("sam d8", "ogre d6", "rue d4", "ogre d6")
    on.rolls("sam d8=5", "ogre d6=5", "rue d4=4", "ogre d6=3")
    assert [("sam", 5, 5, False), ("rue", 4, 3, True), ("pete", 0, 0, False)] == [
        (check.who, check.value, check.against, check.passed) for check in on.told(CheckRolled)
    ]
    assert ("party", "foes") == on.state.order
    on.then("sam", has="lost the round").then("rue", lacks="lost the round")
    on.then_refused("Sam lost round 1", Act("sam", "shouts"), clause="ALL-03")
    on.when(Act("rue", "shouts"), Resolve(), Resolve(), BeginRound(), Act("sam", "shouts"))
