"""A fight that waits for dice: across restarts, undos and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from combatlog.app.campaign import Campaign, create, open as open_file
from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.declarations import Aim, BeginRound, Join, Resolve
from events.types.outcomes import DamageDealt, Overruled
from events.types.rolls import Rolled
from replay.command_handler import CommandHandler
from tests.support.given import attack, npc, pc

Reopen = Callable[[], Fight]


@pytest.fixture
def reopen(tmp_path: Path) -> Iterator[Reopen]:
    """Return a typed fight in a file, closed and opened again on each call."""
    path = tmp_path / "a.combatlog"
    campaign = create(path)
    fight = campaign.start("Bridge", "golden-idol", dice="typed")
    people = (pc("Ada", sword="d8"), pc("Ben", gun="2d6"), npc("Wolf", "18/1/9/9/9", bite="d6"))
    fight.declare(*(Join(person.sheet(fight.state.game)) for person in people))
    open_now: list[Campaign] = [campaign]

    def again() -> Fight:
        open_now.pop().close()
        open_now.append(open_file(path))
        return open_now[-1].fight()

    yield again
    open_now.pop().close()


def awaited(fight: Fight) -> list[str]:
    return [f"{asked.by} {asked.die}" for asked in fight.state.awaited]


def dealt(fight: Fight) -> list[int]:
    return [row.event.dealt for row in fight.history.rows if isinstance(row.event, DamageDealt)]


def test_a_fight_waits_across_restarts(reopen: Reopen) -> None:
    """The file can be closed between two dice; no die is asked for twice."""
    fight = reopen()
    fight.declare(attack("ada", "wolf"))
    fight.declare(attack("ben", "wolf"))
    fight.declare(Resolve("party"))
    assert ["ada d8", "ben d6", "ben d6"] == awaited(fight)
    for face in (3, 5, 2):
        fight = reopen()
        fight.roll(face)
    assert [] == awaited(fight)
    assert [4] == dealt(fight)
    assert fight.state == reopen().state


def test_dice_are_typed_in_any_order(reopen: Reopen) -> None:
    """The dice awaited together can be typed in any order, with the same outcome."""
    fight = reopen()
    fight.declare(attack("ada", "wolf"), attack("ben", "wolf"), Resolve("party"))
    for by, face in (("ben", 2), ("ada", 3), ("ben", 5)):
        fight = reopen()
        fight.roll(face, by=by)
    assert [4] == dealt(fight)


def test_each_typed_die_can_be_undone_alone(reopen: Reopen) -> None:
    """A die typed wrong is undone alone, and the right one typed."""
    fight = reopen()
    fight.declare(attack("ada", "wolf"), attack("ben", "wolf"), Resolve("party"))
    fight.roll(8)
    fight = reopen()
    fight.undo(dice=True)
    assert ["ada d8", "ben d6", "ben d6"] == awaited(fight)
    fight = reopen()
    fight.roll(3)
    fight.note("that was close")
    fight.roll(5)
    fight = reopen()
    fight.roll(2)
    assert [4] == dealt(fight)


def test_undoing_the_resolve_ends_the_wait(reopen: Reopen) -> None:
    """Undoing the resolve takes back its dice, too; its declarations stay."""
    fight = reopen()
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve("party"))
    fight.undo()
    fight = reopen()
    assert [] == awaited(fight)
    assert ["ada"] == [each.action.by for each in fight.state.pending]


def test_nothing_else_is_declared_meanwhile(reopen: Reopen) -> None:
    """While dice are awaited, a declaration is refused and the dice are named."""
    fight = reopen()
    fight.declare(attack("ada", "wolf"), Resolve("party"))
    with pytest.raises(Refused, match=r"Dice are awaited: Ada d8 \(damage\)"):
        fight.declare(attack("ben", "wolf"))


@pytest.mark.clause("ALL-02")
def test_a_roll_nobody_asked_for(reopen: Reopen) -> None:
    """A die that is not awaited is refused, whether any is or not."""
    fight = reopen()
    with pytest.raises(Refused, match="No dice are awaited"):
        fight.roll(3)
    fight.declare(attack("ada", "wolf"), Resolve("party"))
    with pytest.raises(Refused, match="No Ben is awaited"):
        fight.roll(3, by="ben")
    with pytest.raises(Refused, match="No d20 is awaited"):
        fight.roll(3, die="d20")


@pytest.mark.clause("ALL-02")
@pytest.mark.parametrize("face", [0, 9, -1])
def test_a_typed_face_outside_the_die(reopen: Reopen, face: int) -> None:
    """A 9 on a d8 is refused, and the die is still awaited."""
    fight = reopen()
    fight.declare(attack("ada", "wolf"), Resolve("party"))
    with pytest.raises(Refused, match=f"A d8 shows 1 to 8, not {face}"):
        fight.roll(face)
    assert ["ada d8"] == awaited(reopen())


@pytest.mark.clause("ALL-02")
def test_one_die_of_a_typed_fight_is_drawn(reopen: Reopen) -> None:
    """A roll without a face draws that die; the others are still typed."""
    fight = reopen()
    fight.declare(attack("ben", "wolf"), Resolve("party"))
    fight.roll()
    assert ["ben d6"] == awaited(fight)
    fight = reopen()
    fight.roll(2)
    rolls = [row.event for row in fight.history.rows if isinstance(row.event, Rolled)]
    assert [0, None] == [roll.draw for roll in rolls]


def test_what_was_overruled_can_wait_for_dice(reopen: Reopen) -> None:
    """An overruled declaration is played like any other, die by die."""
    fight = reopen()
    fight.declare(BeginRound("ambush"))
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    fight.roll(3)
    fight.declare(attack("ada", "wolf", overrule="she is quick"))
    assert any(isinstance(row.event, Overruled) for row in fight.history.rows)
    fight = reopen()
    fight.roll(4)
    assert [2, 3] == dealt(fight)


def test_the_same_die_said_twice_is_one(reopen: Reopen) -> None:
    """A die sent again with its key returns what was recorded, and is not typed again."""
    fight = reopen()
    fight.declare(attack("ben", Aim("wolf")), Resolve("party"))
    first = fight.roll(3, key="k")
    assert first == reopen().roll(3, key="k")
    assert ["ben d6"] == awaited(reopen())


def test_no_fight_waits_while_the_dice_of_another_are_looked_up() -> None:
    """As where a database is slow to answer."""
    looking, go_on = Event(), Event()
    campaign = Campaign(MemoryStore())
    slow, quick = (campaign.start(name, "golden-idol") for name in ("slow", "quick"))
    find = slow._find_secret

    def find_slowly(commitment: str) -> bytes | None:
        looking.set()
        assert go_on.wait(30)
        return find(commitment)

    slow._find_secret = find_slowly  # type: ignore[method-assign]
    slower = CommandHandler(slow.state.copied(), 1, slow._supply)
    quicker = CommandHandler(quick.state.copied(), 1, quick._supply)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: slower.supply)
        assert looking.wait(30)
        second = pool.submit(lambda: quicker.supply)
        try:
            second.result(10)
            assert not first.done()
        finally:
            go_on.set()
