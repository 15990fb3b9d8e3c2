"""Ways to better dice that the prompt offers: what the table is told at once, and what the audit
lists. The audit judges none of them: nothing here is forbidden."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from events.errors import Refused
from tests.cheating.table import ATTACK, Table


class Cheat(NamedTuple):
    """Lines after an attack whose dice have fallen; what the table is told of the last line, and
    which of it the audit lists (each by its first words)."""

    lines: tuple[str, ...]
    told: tuple[str, ...]
    listed: tuple[str, ...]


ADAH = "pc HP 5 STR 10 DEX 10 WIL 10 weapons rifle"

CHEATS = {
    "look at a die in a what-if, then use it for a smaller one": Cheat(
        ("what-if 11 harm rhino d20; why: look", "y", "switch main", "harm rhino d4"),
        ("Known beforehand: Rhinoceros' d4",),
        ("Known beforehand",),
    ),
    "look at the dice, undo, and shoot at somebody else": Cheat(
        ("undo 2", "a ada wolf rifle", "go"),
        ("Known beforehand: Ada's d10", "Known beforehand: Ada's d10"),
        ("Known beforehand",),
    ),
    "look at the dice, undo, and do something without them": Cheat(
        ("undo 2", "harm ada d4"),
        ("Seen and left: Ada's d10", "Seen and left: Ada's d10"),
        ("Seen and left",),
    ),
    "undo, and take another weapon": Cheat(
        ("undo 2", "a ada rhino knife", "go"),
        ("Known beforehand: Ada's d6",),
        ("Known beforehand", "Seen and left"),
    ),
    "undo, and make the same weapon better": Cheat(
        ("undo 2", "arm ada rifle 3d12", "a ada rhino rifle", "go"),
        ("Known beforehand: Ada's d12", "Known beforehand: Ada's d12"),
        ("Known beforehand",),
    ),
    "strike the attack, and insert another": Cheat(
        ("strike 11: no", "y", "insert 12 a ada rhino knife; why: so", "y"),
        ("Seen and left: Ada's d10", "Known beforehand: Ada's d6"),
        ("Known beforehand", "Seen and left"),
    ),
    "insert an attack before the old one, which then falls away": Cheat(
        ("insert 11 a ada wolf knife; why: first", "y"),
        ("Seen and left: Ada's d10", "Known beforehand: Ada's d6"),
        ("Known beforehand", "Seen and left"),
    ),
    "type over drawn dice": Cheat(
        ("undo", "dice typed", "go", "10 10"),
        ("Thrown again: Ada's d10 shows 10", "Thrown again: Ada's d10 shows 10"),
        ("Thrown again",),
    ),
    "undo the declaration, and type the dice of the same one": Cheat(
        ("undo 2", "dice typed", "a ada rhino rifle", "go", "10 10"),
        ("Thrown again: Ada's d10 shows 10", "Thrown again: Ada's d10 shows 10"),
        ("Thrown again",),
    ),
    "undo, and declare the same a round later, to type its dice": Cheat(
        ("undo 2", "dice typed", "go", "go foes", "next", "a ada rhino rifle"),
        ("Seen and left: Ada's d10", "Seen and left: Ada's d10"),
        ("Seen and left",),
    ),
    "undo, and let a newcomer shoot in her place": Cheat(
        ("undo 2", f"join Adah {ADAH}", "a adah rhino rifle", "go"),
        ("Seen and left: Ada's d10", "Seen and left: Ada's d10"),
        ("Seen and left",),
    ),
    "undo, and let a newcomer shoot a round later": Cheat(
        ("undo 2", "go", "go foes", f"join Adah {ADAH}", "next", "a adah rhino rifle", "go"),
        ("Seen and left: Ada's d10", "Seen and left: Ada's d10"),
        ("Seen and left",),
    ),
    "undo, and let somebody else attack": Cheat(
        ("undo 2", "a ben rhino knife", "go"),
        ("Seen and left: Ada's d10", "Seen and left: Ada's d10"),
        ("Seen and left",),
    ),
    "amend the attack to another target": Cheat(
        ("amend 11 a ada wolf rifle; why: so !",),
        ("#11 was amended after its dice had fallen: Ada's",),
        ("its dice had fallen: Ada's",),
    ),
    "amend the attack to another weapon": Cheat(
        ("amend 11 a ada rhino knife; why: so !",),
        ("#11 was amended after its dice had fallen: Ada's", "Seen and left: Ada's d10"),
        ("its dice had fallen: Ada's", "Seen and left"),
    ),
    "amend the attack to somebody else's": Cheat(
        ("amend 11 a ben rhino knife; why: so !",),
        ("#11 was amended after", "Seen and left: Ada's d10", "Seen and left: Ada's d10"),
        ("its dice had fallen: Ada's", "Seen and left"),
    ),
    "undo the dice, and amend the attack that waits": Cheat(
        ("undo", "amend 11 a ada wolf rifle; why: so !", "go"),
        ("Known beforehand: Ada's d10", "Known beforehand: Ada's d10"),
        ("Known beforehand", "its dice had fallen: Ada's"),
    ),
    "close the dice, and throw again": Cheat(
        ("close", "undo", "go"),
        ("Drawn after the dice were closed", "Thrown again: Ada's", "Thrown again: Ada's"),
        ("Thrown again",),
    ),
    "end the fight, close the dice, and throw again": Cheat(
        ("end", "close", "undo", "undo", "go"),
        ("Drawn after the dice were closed", "Thrown again: Ada's", "Thrown again: Ada's"),
        ("Thrown again",),
    ),
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight in which Ada has shot at the rhinoceros."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say(*ATTACK)
    return table


@pytest.mark.parametrize("name", CHEATS)
def test_the_table_is_told_at_once(table: Table, name: str) -> None:
    """The line that uses what was seen says so, die by die."""
    cheat = CHEATS[name]
    told = table.say(*cheat.lines)
    assert len(cheat.told) == len(told), told
    for start, sentence in zip(cheat.told, told, strict=True):
        assert sentence.startswith(start)


@pytest.mark.parametrize("name", CHEATS)
def test_the_audit_lists_it_and_judges_nothing(table: Table, name: str) -> None:
    """The audit lists the same throws and finds nothing wrong."""
    cheat = CHEATS[name]
    table.say(*cheat.lines)
    audited = table.audit("--full")
    assert 0 == audited.exit_code
    for start in cheat.listed:
        assert start.partition(":")[0].lower() in audited.output


AGAIN = {
    "undo": ("undo", "go"),
    "undo the declaration, too": ("undo 2", "a ada rhino rifle", "go"),
    "end the fight, undo both": ("end", "undo", "undo", "go"),
    "strike, and take that back": ("strike 11: no", "y", "undo"),
    "strike, and insert the same": (
        *("strike 11: no", "y", "insert 12 a ada rhino rifle; why: after all", "y"),
    ),
    "go back, and come again": ("rewind 11", "go"),
    "a branch, and back": ("undo 2", "a ada wolf rifle", "go", "switch main"),
}


@pytest.mark.parametrize("name", AGAIN)
def test_the_same_deed_meets_the_same_dice(table: Table, name: str) -> None:
    """No way back throws again, and the same deed said again is told by nothing."""
    before = table.list_faces()
    told = table.say(*AGAIN[name])
    assert before == table.list_faces()
    assert [] == [line for line in told if "known" not in line]


HONEST = {
    "rename the roller": ("undo 2", "rename ada Adela"),
    "declare what was forgotten before it": ("undo 2", "a ben rhino knife", "a ada rhino rifle"),
    "hurt the roller before her dice": ("undo", "harm ada 1"),
    "undo, and go on without anybody": ("undo 2", "go", "go foes", "next"),
    "redo": ("undo 2", "redo 2"),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_uses_no_dice_is_not_told(table: Table, name: str) -> None:
    """Nothing is told where the fight does not go on without what was seen."""
    table.say(HONEST[name][0])
    assert [] == [told for line in HONEST[name][1:] for told in table.say(line)]


def test_both_declared_before_a_look_at_one(tmp_path: Path) -> None:
    """Two attacks are declared on two branches and one is thrown: the other, brought back by a
    switch, meets a throw that is known."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say("next ambush", "a ada wolf rifle", "undo", "a ada rhino rifle", "go")
    (back,) = table.say("switch main")
    assert back.endswith("(damage) stay as they fell; they are known.")
    told = table.say("go")
    assert 2 == len(told)
    assert all(line.startswith("Known beforehand: Ada's d10") for line in told)
    assert all("before #11 was brought back in #" in line for line in told)
    assert 2 == table.audit("--full").output.count("ada  known beforehand")


def test_a_switch_to_the_better_dice_is_told(table: Table) -> None:
    """A switch names the dice that it brings onto the line again, and those it leaves are seen and
    left."""
    first, second = table.list_faces()
    table.say("undo 2", "a ben rhino knife", "go")
    (left,) = table.list_faces()
    assert table.say("switch main") == [
        f"Ben's {left} (damage) stays as it fell; it is known.",
        f"Ada's {first} and {second} (damage) count again; they were known.",
    ]
    assert f"ben d6 {left} in #" in table.audit("--full").output


def test_a_switch_from_typed_dice_is_told(tmp_path: Path) -> None:
    """Typed dice that a switch leaves are seen and left at once."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say("dice typed", "next ambush", "a ada rhino rifle", "go", "9 9", "undo 2")
    told = table.say("a ben rhino knife", "go", "1", "switch main")
    assert any(line.startswith("Seen and left: Ben's d6 1") for line in told)


def test_an_undo_says_that_its_dice_are_known(table: Table) -> None:
    """An undo that takes back drawn dice names them; typed dice it does not."""
    first, second = table.list_faces()
    assert table.say("undo") == [
        f"Ada's {first} and {second} (damage) stay as they fell; they are known."
    ]


def test_an_undo_after_a_close_says_that_the_dice_change(table: Table) -> None:
    """After a close, dice that are taken back fall otherwise."""
    assert table.say("close", "undo") == [
        "The dice taken back are closed: thrown again, they will be others."
    ]


@pytest.mark.parametrize("lines", [("insert 11 harm wolf d20; why: peek",), ("strike 11: no",)])
def test_a_preview_shows_no_die_that_has_not_fallen(table: Table, lines: tuple[str, ...]) -> None:
    """A preview that is dropped has drawn nothing, so there is nothing to tell."""
    before = table.list_faces()
    assert table.say(*lines, "n") == []
    assert before == table.list_faces()


def test_a_preview_names_the_die_it_needs(table: Table) -> None:
    """The plan has no new die, and says which one is missing."""
    with table.sit() as at:
        plan = at.say("insert 11 harm wolf d20; why: peek").plan
        at.say("n")
    assert plan is not None
    assert ["d20"] == [asked.die for asked in plan.missing]
    assert not plan.fresh


@pytest.mark.parametrize("lines", [(), ("undo 2",), ("undo 2", "end")])
def test_salt_comes_too_late_after_the_first_die(table: Table, lines: tuple[str, ...]) -> None:
    """Salt is refused once a die has fallen, also where that die was taken back."""
    table.say(*lines)
    with pytest.raises(Refused, match="fallen already"):
        table.say("salt the ferry is late")


def test_nothing_is_told_where_nobody_looked(tmp_path: Path) -> None:
    """A fight that goes forward tells nothing, also after it is closed and has ended."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say("salt seven geese", *ATTACK, "go foes", "end", "close")
    assert [] == table.told
