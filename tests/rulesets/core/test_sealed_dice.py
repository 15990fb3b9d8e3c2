"""Dice of format 1: drawn from a secret that was fixed before the fight."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.campaign import Campaign, create, open as open_file
from combatlog.app.fight import Fight
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import Attack, BeginRound, EndFight, FightStarted, Join, Resolve
from events.types.log_events import Sealed, SecretRevealed
from events.types.rolls import FACES, Asked, Rolled
from rulesets.core.sealed_dice import SecretDice, create_secret, draw_face, hash_secret
from rulesets.definitions.shipped import load_game
from tests.support.given import attack, npc, pc

SECRET = bytes(range(32))
FROZEN = [15, 10, 8, 17, 14, 12, 18, 11, 19, 17, 3, 2]


def started(campaign: Campaign) -> Fight:
    """Return a fight of format 1 between Ada and a wolf that outlasts every attack."""
    secret = create_secret()
    sealed = hash_secret(secret)
    begun = FightStarted("Bridge", load_game("golden-idol"), "digital", sealed)
    campaign.store.append("bridge", 0, [Entry(begun)], secrets={sealed: secret})
    fight = campaign.fight()
    people = (pc("Ada", sword="d12"), npc("Wolf", "999/0/9/9/9", bite="d6"))
    fight.declare(*(Join(person.sheet(fight.state.game)) for person in people))
    return fight


@pytest.fixture
def fight() -> Fight:
    return started(Campaign(MemoryStore()))


def strike(fight: Fight) -> int:
    """Let Ada strike; return the face of her die."""
    fight.declare(attack("ada", "wolf"), Resolve("party"))
    return faces(fight)[-1]


def faces(fight: Fight) -> list[int]:
    rolls = (row.event for row in fight.history.rows)
    return [roll.face for roll in rolls if isinstance(roll, Rolled)]


def events(fight: Fight, kind: type) -> list[Any]:
    return [row.event for row in fight.history.rows if isinstance(row.event, kind)]


def test_the_same_action_after_an_undo_meets_the_same_die(fight: Fight) -> None:
    """An undo never gives a new roll, however often it is tried."""
    first = [strike(fight) for _ in range(3)]
    fight.undo(3)
    assert first == [strike(fight) for _ in range(3)]
    for _ in range(5):
        fight.undo()
        assert first[-1] == strike(fight)


def test_not_even_a_round_later(fight: Fight) -> None:
    """Waiting a round after the undo gives no other die."""
    fight.declare(BeginRound("ambush"))
    face = strike(fight)
    fight.undo()
    fight.declare(Resolve())
    fight.declare(BeginRound())
    assert face == strike(fight)


def test_the_fight_decides_the_dice_not_the_process(tmp_path: Path) -> None:
    """The secret is stored with the fight: after reopening, the draws continue."""
    path = tmp_path / "a.combatlog"
    campaign = create(path)
    fight = started(campaign)
    expected = [strike(fight) for _ in range(4)]
    fight.undo(4)
    campaign.close()
    with open_file(path) as again:
        fight = again.fight()
        assert expected == [strike(fight) for _ in range(4)]


def test_draws_count_from_zero_for_each_series(fight: Fight) -> None:
    """Each combination of roller, purpose and die has its own draws, numbered without gaps."""
    for _ in range(3):
        strike(fight)
    fight.declare(attack("wolf", "ada"), Resolve("foes"))
    draws: dict[tuple[str, str, str], list[int | None]] = {}
    for roll in events(fight, Rolled):
        draws.setdefault((roll.by, roll.purpose, roll.die), []).append(roll.draw)
    assert [0, 1, 2] == draws["ada", "damage", "d12"]
    assert all(list(range(len(each))) == each for each in draws.values())


def test_the_commitment_comes_first_and_holds(fight: Fight) -> None:
    """The first event has the hash of the secret; the end reveals the secret, and every face can be
    computed from it."""
    for _ in range(5):
        strike(fight)
    fight.declare(EndFight())
    first = fight.history[1].event
    revealed = fight.history.rows[-1].event
    assert isinstance(first, FightStarted)
    assert isinstance(revealed, SecretRevealed)
    secret = bytes.fromhex(revealed.secret)
    assert first.sealed == revealed.sealed == hashlib.sha256(secret).hexdigest()
    for roll in events(fight, Rolled):
        assert roll.face == draw_face(secret, roll.asked, roll.draw)


def test_the_secret_is_in_no_event_before_the_end(fight: Fight) -> None:
    """Until it is revealed, the secret is nowhere in the log."""
    strike(fight)
    secret = fight._store.secret(fight.id, fight.state.sealed)
    assert secret is not None
    assert not any(secret.hex() in row.body for row in fight._store.rows(fight.id))


def test_after_a_reveal_a_new_secret_serves(fight: Fight) -> None:
    """A fight that continues after its end was undone uses a new secret. An event seals it before
    the first die, and the new end reveals it."""
    strike(fight)
    fight.declare(EndFight())
    fight.undo()
    strike(fight)
    strike(fight)
    (sealed,) = events(fight, Sealed)
    assert sealed.sealed == fight.state.sealed != events(fight, FightStarted)[0].sealed
    fight.declare(EndFight())
    assert sealed.sealed == events(fight, SecretRevealed)[-1].sealed


def test_the_new_secret_is_no_way_to_roll_again(fight: Fight) -> None:
    """After undoing past the new seal, a new draw gives the same die."""
    fight.declare(EndFight())
    fight.undo()
    face = strike(fight)
    for _ in range(8):
        fight.undo()
        assert face == strike(fight)
    assert 1 == len({event.sealed for event in events(fight, Sealed)})


def test_an_end_can_be_undone_and_said_again(fight: Fight) -> None:
    """The second end reveals nothing, because the first one did."""
    fight.declare(EndFight())
    fight.undo()
    fight.declare(EndFight())
    assert fight.state.ended
    assert 1 == len(events(fight, SecretRevealed))


def test_a_secret_that_served_an_undone_line_is_revealed_too(fight: Fight) -> None:
    """The end reveals the secret of dice on any line."""
    fight.declare(EndFight())
    fight.undo()
    strike(fight)
    fight.undo()
    fight.declare(EndFight())
    (sealed,) = events(fight, Sealed)
    assert sealed.sealed == events(fight, SecretRevealed)[-1].sealed
    assert sealed.sealed == hash_secret(bytes.fromhex(events(fight, SecretRevealed)[-1].secret))


@pytest.mark.parametrize("die", FACES)
def test_no_face_is_likelier_than_another(die: str) -> None:
    """Over many draws from a fixed secret the faces are even (chi-square, 1 in 1000)."""
    faces, count = FACES[die], 600 * FACES[die]
    asked = Asked(1, "ada", "damage", die)
    seen = Counter(draw_face(SECRET, asked, draw) for draw in range(count))
    assert set(range(1, faces + 1)) == set(seen)
    chi = sum((seen[face] - 600) ** 2 / 600 for face in seen)
    limit = {4: 16.27, 6: 20.52, 8: 24.32, 10: 27.88, 12: 31.26, 20: 43.82}[faces]
    assert chi < limit


def test_numbers_that_would_favour_low_faces_are_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The last numbers below 2³² do not fill a whole run of faces, so they are drawn again."""
    blocks = iter([b"\xff\xff\xff\xff" * 8, b"\xff\xff\xff\xfa" + bytes([0, 0, 0, 5]) * 7])
    monkeypatch.setattr("rulesets.core.sealed_dice.hmac.digest", lambda *_: next(blocks))
    assert 6 == draw_face(SECRET, Asked(1, "ada", "damage", "d10"), 0)


@pytest.mark.parametrize(
    "other",
    [
        Asked(1, "ben", "damage", "d20"),
        Asked(1, "ada", "critical", "d20"),
        Asked(1, "ada", "damage", "d12"),
    ],
)
def test_roller_purpose_and_die_make_a_series(other: Asked) -> None:
    """Another roller, purpose or die uses another series; another root or nth does not."""
    same = Asked(9, "ada", "damage", "d20", 4)
    asked = Asked(1, "ada", "damage", "d20")
    series = [draw_face(SECRET, asked, draw) for draw in range(40)]
    assert series == [draw_face(SECRET, same, draw) for draw in range(40)]
    assert series != [draw_face(SECRET, other, draw) for draw in range(40)]


def test_the_draws_are_part_of_the_format() -> None:
    """The faces of a known secret never change, because recorded fights are checked against
    them."""
    asked = Asked(1, "ada", "damage", "d20")
    assert FROZEN == [draw_face(SECRET, asked, draw) for draw in range(12)]


def test_secrets_differ() -> None:
    """Each fight has its own secret of 32 bytes."""
    assert 32 == len(create_secret()) == len(create_secret())
    assert create_secret() != create_secret()
    assert hash_secret(SECRET) == hash_secret(create_secret(lambda _: SECRET))


def test_an_action_that_is_not_drawn_leaves_the_series(fight: Fight) -> None:
    """A declaration, a note and a refused command use no draw."""
    before = dict(fight.state.draws)
    fight.declare(Attack("ada", attack("ada", "wolf").targets))
    fight.note("hm")
    assert before == fight.state.draws
    assert isinstance(SecretDice(SECRET).roll(fight.state, Asked(1, "ada", "damage", "d6")), Rolled)
