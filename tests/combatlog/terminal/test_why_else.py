"""`why` for traits, conditions, deaths and absence, and for what does not hold any more."""

from __future__ import annotations

import pytest

from combatlog.app.session import Session
from events.errors import Refused
from events.types.declarations import Attack
from events.types.rolls import Rolled
from events.types.statements import Kill
from replay.corrections.plan import Rulings
from tests.combatlog.terminal.test_why import reasons
from tests.support.corrected_fights import find_seq, record_correction, start_ambush, take_armor
from tests.support.talk import start_session

FALL = ("next ambush", "harm ben 9: a rock", "16", "time 2 h")
"""Ben is struck down by a rock, fails his save, and nobody comes."""


def told(*lines: str) -> Session:
    """Return a fight of Golden Idol with typed dice, after these lines."""
    at = start_session()
    for line in lines:
        at.say(line)
    return at


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ada armor", ["1 joined with armor 1", "2 Ada's armor is 2: a hide"]),
        ("ada max hp", ["4 joined with max HP 4", "7 Ada's HP is at most 7: blessed"]),
        ("ada hp max", ["4 joined with max HP 4", "7 Ada's HP is at most 7: blessed"]),
        ("ada side", ["the party joined", "the foes Ada is with the foes: charmed"]),
        ("dov arms", ["none joined", "axe d8 Dov has axe (d8): found"]),
        ("wolf shield", ["0 joined with shield 0"]),
        ("ada player", ["none joined"]),
    ],
)
def test_why_explains_a_trait(asked: str, said: list[str]) -> None:
    """A trait has reasons from joining on."""
    at = told(
        "set ada armor 2: a hide",
        "set ada HP /7: blessed",
        "set ada side foes: charmed",
        "arm dov axe d8: found",
    )
    shown = reasons(at.fight, *asked.split())
    assert said == [line.rpartition(" [")[0] for line in shown if not line.startswith("said")]


def test_a_trait_goes_back_to_the_sheet_across_corrections() -> None:
    """The reason names the old value, and who corrected it, and why."""
    on = start_ambush()
    was, seq = take_armor(on)
    assert [
        f"0 joined with armor 0 [#{seq + 1}]",
        f"said in #{was}",
        f"corrected by #{seq} by Cho: no hide; was: armor 1",
    ] == reasons(on.fight, "wolf", "armor")


@pytest.mark.parametrize("word", ["gone", "fled", "routed", "out", "retreated", "it ran"])
def test_a_departure_is_found_by_any_word_for_it(word: str) -> None:
    """The words of the state table work, too."""
    at = told("remove wolf: it ran")
    first = reasons(at.fight, "wolf", *word.split())[0]
    assert first.startswith("yes Wolf leaves the fight: it ran")


def test_words_for_other_exits_are_answered_with_no() -> None:
    """A dead combatant has not fled; an unknown field is refused with a list."""
    at = told("kill wolf: an arrow")
    assert ["Ben is not routed, and never was."] == reasons(at.fight, "ben", "routed")
    dead, *_, last = reasons(at.fight, "wolf", "fled")
    assert dead.startswith("no Wolf is dead: an arrow")
    assert "Wolf is not fled, and never was." == last
    with pytest.raises(Refused, match=r"^Ben has no “beard”; there is HP, .*, armor, .* and "):
        reasons(at.fight, "ben", "beard")


def test_a_death_by_the_clock_names_its_wound() -> None:
    """The wound comes before the death, with its die and its corrections."""
    at = told(*FALL)
    die = find_seq(at.fight, Rolled)
    seq = record_correction(at.fight, "amend", die, "misread", face=17)
    lines = reasons(at.fight, "ben", "dead")
    assert lines[0].startswith("no Ben: critical damage, can only crawl, dead in 1 h without aid")
    assert f"Ben d20 → 17 (critical), typed [#{find_seq(at.fight, Rolled)}, first #{die}]" in lines
    assert f"corrected by #{seq} by Cho: misread; was: Ben d20 → 16" in lines
    (death,) = [line for line in lines if line.startswith("yes")]
    assert death.startswith("yes Ben is dead: critical damage, untreated")
    assert lines.index(death) > lines.index("corrected by #" + lines[3].partition("#")[2])


def test_a_wound_that_is_not_due_is_no_cause_of_death() -> None:
    """Only the cause of a death stands before it."""
    at = told(*FALL[:-1], "kill ben: a wolf")
    assert ["yes Ben is dead: a wolf"] == [
        line.rpartition(" [")[0]
        for line in reasons(at.fight, "ben", "dead")
        if line.startswith(("yes", "no"))
    ]


def test_a_corrected_condition_names_the_correction() -> None:
    """It does not hold now, but did until the correction."""
    at = told(*FALL)
    seq = record_correction(at.fight, "amend", find_seq(at.fight, Rolled), "misread", face=5)
    until = f"until the correction #{seq} by Cho: misread."
    assert [f"Ben is not dead as the fight stands, but was {until}"] == reasons(
        at.fight, "ben", "dead"
    )
    assert [f"Ben does not have critical damage as the fight stands, but did {until}"] == reasons(
        at.fight, "ben", "critical", "damage"
    )


def test_an_undone_condition_names_the_move() -> None:
    """An undo or a what-if, with its reason."""
    at = told("kill ben: a wolf")
    at.fight.undo(why="it missed")
    by = at.fight.by
    assert [
        "Ben is not dead as the fight stands, but was until that was undone by"
        f" #{len(at.fight.history)} by {by}: it missed."
    ] == reasons(at.fight, "ben", "dead")
    at.say("kill wolf: an arrow")
    seq = record_correction(at.fight, "strike", find_seq(at.fight, Kill), "what if", apart=True)
    assert [
        f"Wolf is not dead as the fight stands, but was on the line that the what-if #{seq} has"
        " left."
    ] == reasons(at.fight, "wolf", "dead")


def test_the_reason_of_a_ruling_is_shown_once() -> None:
    """An input that was kept names who kept it."""
    on = start_ambush()
    begun = find_seq(on.fight, Attack)
    kill = Kill("wolf", "an arrow")
    seq = record_correction(
        on.fight, "insert", begun, "he shot", kill, dice=[10], rulings=Rulings("keep")
    )
    assert f"kept by #{seq} by Cho" in reasons(on.fight, "ada", "hp")
