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
