"""Every sealed die is what its secret fixed, or it is reported."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from combatlog.app.fight import Fight
from combatlog.files.audit import audit
from combatlog.simulation.run import play_fight
from events.errors import Refused
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import EndFight, FightStarted, Resolve
from events.types.log_events import Salted, Sealed, SecretRevealed
from events.types.rolls import Rolled
from replay.audit.fairness import DiceAudit, DieFault, ForeseenDie
from replay.audit.interventions import StatedFace
from replay.corrections.plan import Correction
from replay.log.commitments import Salt, Secret
from rulesets.core.sealed_dice import draw_face, hash_secret, mix_salts
from rulesets.definitions.shipped import GAMES
from tests.replay.audit.conftest import KEPT, SECRET
from tests.support.given import attack
from tests.support.random_fights import seeded_fight
from tests.support.tampered_files import audit_forged


def struck(fight: Fight, times: int = 1) -> Fight:
    """Ada strikes the wolf with her sword, a d8 each time."""
    for _ in range(times):
        fight.declare(attack("ada", "wolf"))
        fight.declare(Resolve())
    return fight


def rolled(fight: Fight, nth: int = 1) -> tuple[int, Rolled]:
    """Return the nth die of a log and its seq."""
    found = [(row.seq, row.event) for row in fight.history.rows if isinstance(row.event, Rolled)]
    return found[nth - 1]


def dice(store: MemoryStore, **options: object) -> DiceAudit:
    """Return what the audit says of the dice."""
    found = audit_forged(store, "fight", **{"kept": KEPT, **options})  # type: ignore[arg-type]
    assert found.dice is not None
    assert found.fair == (not found.dice.faults)
    return found.dice


def test_each_die_is_what_the_kept_secret_fixed(store: MemoryStore, fight: Fight) -> None:
    """The keeper of the secret can check the dice before it is revealed."""
    struck(fight, 3)
    found = dice(store)
    assert (0, 3, 3, ()) == (found.typed, found.drawn, found.checked, found.faults)
    assert (Secret(hash_secret(SECRET), "kept", ()),) == found.secrets


def test_each_die_is_what_the_revealed_secret_fixed(store: MemoryStore, fight: Fight) -> None:
    """Anyone can check the dice after the end of the fight."""
    struck(fight, 3).declare(EndFight())
    found = dice(store, kept={})
    assert (3, 3, ()) == (found.drawn, found.checked, found.faults)
    assert (Secret(hash_secret(SECRET), "revealed", ()),) == found.secrets


def test_before_the_secret_is_known_nothing_is_claimed(store: MemoryStore, fight: Fight) -> None:
    """Dice that cannot be checked are counted as unchecked, and are no fault."""
    struck(fight, 3)
    found = dice(store, kept={})
    assert (3, 0, ()) == (found.drawn, found.checked, found.faults)
    assert (Secret(hash_secret(SECRET), "", ()),) == found.secrets


@pytest.mark.parametrize("face", range(1, 9))
def test_a_changed_face_is_found(store: MemoryStore, fight: Fight, face: int) -> None:
    """A changed face is found even if the chain was computed again."""
    seq, was = rolled(struck(fight))
    faults = dice(store, said={seq: replace(was, face=face)}).faults
    told = DieFault(seq, f"shows {face}, and was fixed as {was.face}")
    assert (() if face == was.face else (told,)) == faults


def test_a_draw_that_was_skipped_is_found(store: MemoryStore, fight: Fight) -> None:
    """A skipped draw is a fault: a free choice of draws would be a free choice of faces."""
    seq, was = rolled(struck(fight))
    later = replace(was, draw=5, face=draw_face(SECRET, was.asked, 5))
    assert (DieFault(seq, "is draw 5, out of its turn"),) == dice(store, said={seq: later}).faults
    endless = replace(was, draw=2**62, face=draw_face(SECRET, was.asked, 2**62))
    assert 1 == len(dice(store, said={seq: endless}).faults)


def test_a_draw_that_is_used_again_is_found(store: MemoryStore, fight: Fight) -> None:
    """Using the good die of an earlier throw again is a fault."""
    struck(fight, 2)
    first, second = rolled(fight), rolled(fight, 2)
    again = replace(second[1], draw=first[1].draw, face=first[1].face)
    faults = dice(store, said={second[0]: again}).faults
    assert DieFault(second[0], "is draw 0, out of its turn") in faults


def test_a_die_of_no_secret_is_found(store: MemoryStore, fight: Fight) -> None:
    """A die drawn before any secret was committed to is a fault."""
    seq, _ = rolled(struck(fight))
    started = fight.history[1].event
    assert isinstance(started, FightStarted)
    faults = dice(store, said={1: replace(started, sealed="")}).faults
    assert (DieFault(seq, "was drawn before a secret was committed to"),) == faults


def test_a_die_of_a_secret_that_is_known_is_found(store: MemoryStore, fight: Fight) -> None:
    """A die drawn after its secret was revealed is a fault, because everyone could foresee it."""
    struck(fight).declare(EndFight())
    fight.undo()
    struck(fight)
    again = next(row.seq for row in fight.history.rows if isinstance(row.event, Sealed))
    seq, was = rolled(fight, 2)
    foreseen = replace(was, face=draw_face(SECRET, was.asked, was.draw or 0))
    said = {again: Sealed(hash_secret(SECRET)), seq: foreseen}
    revealed = next(row.seq for row in fight.history.rows if isinstance(row.event, SecretRevealed))
    told = f"was drawn after its secret had been revealed (#{revealed})"
    assert (DieFault(seq, told),) == dice(store, said=said).faults


def test_after_an_end_another_secret_serves(store: MemoryStore, fight: Fight) -> None:
    """Both secrets are listed, and every die is checked against its own."""
    struck(fight, 2).declare(EndFight())
    fight.undo()
    struck(fight, 2)
    found = audit(store).fights[0].dice
    assert found is not None
    assert (4, 4, ()) == (found.drawn, found.checked, found.faults)
    assert ["revealed", "kept"] == [secret.known for secret in found.secrets]


def test_another_secret_than_was_committed_to_is_found(store: MemoryStore, fight: Fight) -> None:
    """A secret exchanged beside the log is found."""
    struck(fight)
    found = dice(store, kept={hash_secret(SECRET): bytes(32)})
    assert ((1,), ()) == (found.exchanged, found.faults)
    told = audit_forged(store, "fight", kept={hash_secret(SECRET): bytes(32)})
    assert (False, True) == (told.right, told.fair)
    assert ("other", 0) == (found.secrets[0].known, found.checked)


def test_dice_typed_at_the_table_are_counted_as_such(store: MemoryStore) -> None:
    """Typed dice are counted, but nothing is claimed about them."""
    fight = seeded_fight(store, "golden-idol", 1, "typed")
    play_fight(fight, Random(2), 30)
    typed = [row for row in fight.history.rows if isinstance(row.event, Rolled)]
    drawn_too = sum(row.event.draw is not None for row in typed)  # type: ignore[union-attr]
    found = dice(store, kept={})
    assert len(typed) > 10
    assert (len(typed) - drawn_too, drawn_too) == (found.typed, found.drawn)


def test_a_draw_that_had_been_seen_is_listed(store: MemoryStore, fight: Fight) -> None:
    """A die thrown again after an undo is listed as foreseen; it is no fault and no new throw."""
    first, was = rolled(struck(fight))
    fight.undo(2)
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    again, _ = rolled(fight, 2)
    found = dice(store)
    assert (ForeseenDie(again, first, "ada", "d8", was.face),) == found.seen
    assert () == found.faults
    assert [1] == [thrown.run.thrown for thrown in found.runs]


def test_a_die_that_a_correction_repeats_counts_once(store: MemoryStore, fight: Fight) -> None:
    """A die that a correction repeats counts once."""
    struck(fight, 2)
    course = fight.plan_correction(
        Correction("amend", 5, "with the left", (attack("ada", "wolf"),))
    )
    fight.correct(course)
    assert 4 == sum(isinstance(row.event, Rolled) for row in fight.history.rows)
    found = dice(store)
    assert (2, 2, (), ()) == (found.drawn, found.checked, found.faults, found.seen)


def test_a_die_turned_in_a_correction_is_found(store: MemoryStore, fight: Fight) -> None:
    """Only the die that a correction names may show another face."""
    struck(fight, 2)
    fight.correct(fight.plan_correction(Correction("amend", 5, "louder", (attack("ada", "wolf"),))))
    seq, was = rolled(fight, 3)
    found = audit_forged(store, "fight", {seq: replace(was, face=was.face % 8 + 1)}, KEPT)
    assert not found.right
    assert f"#{seq} is not the die as it fell in #" in found.forged


def test_salt_changes_the_dice_and_they_are_checked_with_it(
    store: MemoryStore, fight: Fight
) -> None:
    """Salted dice are checked with their salt, and the audit shows it."""
    fight.salt("seven geese")
    fight.salt("on the wall")
    _, was = rolled(struck(fight))
    salts = ("seven geese", "on the wall")
    assert was.face == draw_face(mix_salts(SECRET, salts), was.asked, 0)
    found = dice(store)
    assert (1, ()) == (found.checked, found.faults)
    given = (Salt("seven geese", "sam", 5, False), Salt("on the wall", "sam", 6, True))
    assert (Secret(hash_secret(SECRET), "kept", given),) == found.secrets


def test_a_players_salt_comes_last(store: MemoryStore, fight: Fight) -> None:
    """If a player's salt is the last, the keeper of the secret has not chosen the dice."""
    fight.salt("seven geese")
    Fight(store, "fight", by="anna").salt("a goat")
    (secret,) = dice(store).secrets
    assert [("sam", False), ("anna", False)] == [(each.by, each.own) for each in secret.salts]


def test_a_die_that_shows_what_somebody_said_is_listed(store: MemoryStore, fight: Fight) -> None:
    """A stated face of a drawn die is listed; it is no fault."""
    seq, was = rolled(struck(fight))
    face = was.face % 8 + 1
    course = fight.plan_correction(Correction("amend", seq, "misread", face=face))
    fight.correct(course)
    again, _ = rolled(fight, 2)
    told = StatedFace(again, seq, "Ada", "d8", was.face, face, "misread", True)
    assert ((told,), ()) == (dice(store).stated, dice(store).faults)
    fight.undo()
    assert (told._replace(stands=False),) == dice(store).stated


def test_other_salt_than_was_given_is_found(store: MemoryStore, fight: Fight) -> None:
    """Dice drawn with other salt than recorded are faults."""
    fight.salt("seven geese")
    struck(fight, 8)
    assert () == dice(store).faults
    other = {5: Salted("six geese", hash_secret(SECRET))}
    assert len(dice(store, said=other).faults) > 3


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), game=st.sampled_from(GAMES))
def test_nothing_is_wrong_with_honest_fights(seed: int, game: str) -> None:
    """Random fights with undos, redos, corrections, ends and salt have no fault."""
    random = Random(seed)
    store = MemoryStore()
    fight = seeded_fight(store, game, seed, random.choice(["typed", "digital"]))
    for _ in range(4):
        if random.random() < 0.3:
            with suppress(Refused):
                fight.salt(str(random.random()))
        if random.random() < 0.3:
            with suppress(Refused):
                fight.close()
        play_fight(
            fight, random, 10, doubts=random.choice([0, 0.3]), regrets=random.choice([0, 0.2])
        )
    (found,) = audit(store).fights
    assert ("", None) == (found.forged, found.broken)
    assert found.dice is not None
    assert ((), []) == (found.dice.faults, found.differences)
    assert found.dice.drawn == found.dice.checked


def test_another_secret_without_need_is_a_fault(store: MemoryStore, fight: Fight) -> None:
    """A second secret is a fault while the first is kept and not revealed."""
    other = bytes(32)
    seq = len(fight.history) + 1
    store.append(
        "fight", seq - 1, [Entry(Sealed(hash_secret(other)))], secrets={hash_secret(other): other}
    )
    struck(Fight(store, "fight"))
    both = {**KEPT, hash_secret(other): other}
    assert (
        DieFault(seq, "puts another secret into service, without need")
        in dice(store, kept=both).faults
    )


def test_another_secret_where_the_first_is_unknown_is_told(
    store: MemoryStore, fight: Fight
) -> None:
    """A second secret is only mentioned if the first is unknown here, as in an imported fight."""
    other = bytes(32)
    seq = len(fight.history) + 1
    store.append(
        "fight", seq - 1, [Entry(Sealed(hash_secret(other)))], secrets={hash_secret(other): other}
    )
    struck(Fight(store, "fight"))
    found = dice(store, kept={hash_secret(other): other})
    assert (0, seq) == tuple(each.early for each in found.secrets)
    assert () == found.faults
