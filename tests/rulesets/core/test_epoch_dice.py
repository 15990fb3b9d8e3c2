"""Dice of format 2: drawn from the epochs of a root, each draw read on whatever die is thrown."""

from __future__ import annotations

from collections import Counter

import pytest

from combatlog.app.campaign import Campaign
from events.hashing import derive_anchor
from events.store.memory import MemoryStore
from events.types.commitments import EPOCHS, Anchored
from events.types.declarations import FightStarted, Join
from events.types.rolls import FACES, Asked
from projections.state.fight_state import FightState
from projections.state.fold import fold
from rulesets.core.sealed_dice import EpochDice, find_anchor
from rulesets.definitions.shipped import load_game
from tests.support.given import attack, npc, pc

ROOT = bytes(range(32))
ASKED = Asked(1, "ada", "damage", "d20")
FROZEN = [7, 17, 3, 20, 9, 13, 14, 11]


def list_faces(dice: EpochDice, asked: Asked = ASKED, count: int = 40) -> list[int]:
    """Return the faces of the first draws."""
    return [dice.draw(asked, draw).face for draw in range(count)]


def begin(anchor: str) -> FightState:
    """Return the state after a start with this anchor."""
    started = FightStarted("Bridge", load_game("golden-idol"), "digital", anchor=anchor)
    return fold(FightState(), 1, (started,))


@pytest.mark.parametrize("die", FACES)
def test_no_face_is_likelier_than_another(die: str) -> None:
    """Over many draws the faces are even (chi-square, 1 in 1000)."""
    faces, dice = FACES[die], EpochDice("fight", ROOT)
    seen = Counter(list_faces(dice, Asked(1, "ada", "damage", die), 600 * faces))
    assert set(range(1, faces + 1)) == set(seen)
    chi = sum((seen[face] - 600) ** 2 / 600 for face in seen)
    assert chi < {4: 16.27, 6: 20.52, 8: 24.32, 10: 27.88, 12: 31.26, 20: 43.82}[faces]


def test_a_draw_is_one_number_whatever_die_it_is_read_on() -> None:
    """Who changes the weapon is as lucky as before: a low d20 is a low d4."""
    dice = EpochDice("fight", ROOT)
    for draw in range(40):
        high = dice.draw(ASKED, draw).face
        low = dice.draw(Asked(1, "ada", "damage", "d4"), draw).face
        assert (high - 1) // 5 + 1 == low


@pytest.mark.parametrize("other", [Asked(9, "ada", "damage", "d20", 4), ASKED])
def test_neither_root_nor_number_is_part_of_the_draw(other: Asked) -> None:
    """Only epoch, roller, purpose and draw count."""
    dice = EpochDice("fight", ROOT)
    assert list_faces(dice) == list_faces(dice, other)


@pytest.mark.parametrize(
    "other",
    [
        EpochDice("other", ROOT),
        EpochDice("fight", bytes(32)),
        EpochDice("fight", ROOT, epoch=1),
        EpochDice("fight", ROOT, 255),
        EpochDice("fight", ROOT, salts=("geese",)),
    ],
)
def test_fight_root_epoch_and_salts_give_other_dice(other: EpochDice) -> None:
    """Each of them is part of the key."""
    assert list_faces(EpochDice("fight", ROOT)) != list_faces(other)


def test_roller_and_purpose_make_a_series() -> None:
    """Others have draws of their own."""
    dice = EpochDice("fight", ROOT)
    for other in (Asked(1, "ben", "damage", "d20"), Asked(1, "ada", "critical", "d20")):
        assert list_faces(dice) != list_faces(dice, other)
        assert dice.series(ASKED) != dice.series(other)
    assert dice.series(ASKED) == dice.series(Asked(1, "ada", "damage", "d4"))


def test_a_roll_names_its_epoch_and_takes_the_next_free_draw() -> None:
    """Draws that the line has used, and reserved ones, are passed over."""
    dice = EpochDice("fight", ROOT, epoch=3)
    state = begin(dice.commitment)
    first = dice.roll(state, ASKED)
    assert (0, 3) == (first.draw, first.epoch)
    assert 2 == dice.reserving({dice.series(ASKED): {0, 1}}).roll(state, ASKED).draw
    after = fold(state, 2, (first,))
    assert 1 == dice.roll(after, Asked(2, "ada", "damage", "d4")).draw


def test_the_anchor_commits_to_the_secret_of_every_epoch() -> None:
    """From each opened secret the anchor follows."""
    for epoch in (0, 1, EPOCHS - 1):
        dice = EpochDice("fight", ROOT, epoch=epoch)
        assert dice.commitment == derive_anchor("fight", dice.secret, epoch).hex()
    assert ROOT == EpochDice("fight", ROOT, epoch=EPOCHS - 1).secret


def test_a_line_with_another_root_is_anchored_first() -> None:
    """A line that has this anchor needs nothing."""
    dice = EpochDice("fight", ROOT)
    assert [] == dice.commit(begin(dice.commitment))
    other = begin(find_anchor("fight", bytes(32), EPOCHS))
    assert [Anchored(dice.commitment, EPOCHS)] == dice.commit(other)


def test_the_faces_of_a_known_root_are_part_of_the_format() -> None:
    """They never change, because recorded fights are checked against them."""
    assert FROZEN == list_faces(EpochDice("fight", ROOT), count=8)


def test_a_fight_commits_to_its_root_with_its_first_event() -> None:
    """The root is in no event, and the end reveals nothing."""
    campaign = Campaign(MemoryStore())
    fight = campaign.start("Bridge", "golden-idol")
    people = (pc("Ada", sword="d12"), npc("Wolf", "999/0/9/9/9", bite="d6"))
    fight.declare(*(Join(person.sheet(fight.state.game)) for person in people))
    fight.declare(attack("ada", "wolf"))
    first = fight.history[1].event
    assert isinstance(first, FightStarted) and first.anchor and not first.sealed
    root = campaign.store.secret(fight.id, first.anchor)
    assert root is not None
    assert first.anchor == find_anchor(fight.id, root, first.epochs)
    assert not any(root.hex() in row.body for row in campaign.store.rows(fight.id))
