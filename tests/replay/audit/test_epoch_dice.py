"""Dice of format 2: each is what its epoch fixed, or it is reported."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from combatlog.app.fight import Fight
from combatlog.files.jsonl import export_lines, import_fight
from events.errors import Refused
from events.hashing import compute_anchor
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.commitments import Anchored, SecretOpened
from events.types.declarations import Attack, Resolve
from events.types.log_events import Salted
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from replay.audit.fairness import DiceAudit, audit_dice
from replay.audit.report import FightAudit
from replay.corrections.plan import Correction
from replay.log.event_log import History
from tests.support.anchored_fights import ROOT, start_anchored, strike
from tests.support.given import attack
from tests.support.tampered_files import audit_forged

ANCHOR = compute_anchor("fight", ROOT, 256).hex()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def fight(store: MemoryStore) -> Fight:
    return start_anchored(store)


def audit(
    store: MemoryStore, said: dict[int, AnyEvent] | None = None, root: bytes | None = ROOT
) -> FightAudit:
    """Audit the fight with some events replaced, and with this root kept."""
    return audit_forged(store, "fight", said, {} if root is None else {ANCHOR: root})


def dice(
    store: MemoryStore, said: dict[int, AnyEvent] | None = None, root: bytes | None = ROOT
) -> DiceAudit:
    """Return what the audit finds about the dice."""
    found = audit(store, said, root).dice
    assert found is not None
    return found


def find(fight: Fight, kind: type[AnyEvent]) -> tuple[int, AnyEvent]:
    """Return the last event of a kind, with its seq."""
    return [(row.seq, row.event) for row in fight.history.rows if isinstance(row.event, kind)][-1]


def faults(found: DiceAudit) -> list[str]:
    """Return what is wrong with the dice."""
    return [fault.said for fault in found.faults]


def test_each_die_is_what_the_kept_root_fixed(store: MemoryStore, fight: Fight) -> None:
    """With salts, undos, closes and corrections."""
    fight.salt("seven geese")
    strike(fight)
    fight.undo(2)
    strike(fight, "knife")
    fight.close("enough")
    fight.salt("six geese")
    strike(fight)
    first = next(
        row.seq
        for row in fight.history.on_line(len(fight.history))
        if isinstance(row.event, Attack)
    )
    correction = Correction("insert", first, "forgotten", (attack("ben", "wolf"),))
    fight.correct(fight.plan_correction(correction))
    found = audit(store)
    assert found.right and found.judged
    assert found.dice is not None
    assert found.dice.drawn == found.dice.checked > 2
    (close,) = found.dice.closes
    assert ("enough", 0) == (close.why, close.epoch)
    assert close.drawn > 0


def test_an_opened_secret_is_enough(store: MemoryStore, fight: Fight) -> None:
    """After a close anybody can check the dice before it; those after it are unchecked."""
    strike(fight)
    fight.close()
    assert (True, True) == (audit(store, root=None).right, audit(store, root=None).judged)
    strike(fight)
    found = audit(store, root=None)
    assert (True, False) == (found.right, found.judged)
    assert 1 == dice(store, root=None).unchecked


def test_another_root_is_wrong(store: MemoryStore, fight: Fight) -> None:
    """A root that does not meet the anchor of event 1."""
    assert (1,) == audit(store, root=bytes(32)).exchanged
    assert not audit(store, root=bytes(32)).right


def test_a_changed_face_is_found(store: MemoryStore, fight: Fight) -> None:
    """However it was changed."""
    strike(fight)
    seq, fell = find(fight, Rolled)
    assert isinstance(fell, Rolled)
    other = fell.face % 8 + 1
    assert [f"shows {other}, and was fixed as {fell.face}"] == faults(
        dice(store, {seq: replace(fell, face=other)})
    )


def test_a_draw_out_of_turn_is_found(store: MemoryStore, fight: Fight) -> None:
    """A free choice of draws would be a free choice of faces."""
    strike(fight)
    seq, fell = find(fight, Rolled)
    assert isinstance(fell, Rolled)
    assert "is draw 3, out of its turn" in faults(dice(store, {seq: replace(fell, draw=3)}))


def test_a_die_of_another_epoch_is_found(store: MemoryStore, fight: Fight) -> None:
    """A die is of the epoch in service when it was drawn."""
    strike(fight)
    seq, fell = find(fight, Rolled)
    assert isinstance(fell, Rolled)
    found = faults(dice(store, {seq: replace(fell, epoch=1)}))
    assert "is of epoch 1, and epoch 0 was in service" in found


def test_another_salt_is_found(store: MemoryStore, fight: Fight) -> None:
    """Salt is part of the key of the dice."""
    fight.salt("seven geese")
    for _ in range(8):
        strike(fight)
    assert len(faults(dice(store, {5: Salted("six geese", "")}))) > 3


def test_an_opened_secret_that_misses_the_anchor_is_found(store: MemoryStore, fight: Fight) -> None:
    """An opened secret leads to the anchor."""
    strike(fight)
    fight.close()
    seq, opened = find(fight, SecretOpened)
    assert isinstance(opened, SecretOpened)
    forged: dict[int, AnyEvent] = {seq: replace(opened, secret="0" * 64)}
    assert ["opens a secret that does not meet its anchor"] == faults(dice(store, forged))


def test_another_root_while_one_is_at_hand_is_wrong(store: MemoryStore, fight: Fight) -> None:
    """It would be a way to throw everything again."""
    other = bytes(range(1, 33))
    anchor = compute_anchor("fight", other, 4).hex()
    store.append("fight", len(fight.history), [Entry(Anchored(anchor, 4, "again"))], by="sam")
    assert ["puts another root into service, while one is at hand"] == faults(dice(store))
    found = dice(store, root=None)
    assert [] == faults(found)
    assert [("sam", "again")] == [(root.by, root.why) for root in found.roots]


def test_an_imported_fight_goes_on_with_another_root(store: MemoryStore, fight: Fight) -> None:
    """The root stays behind, and another one serves; that is told, and corrections keep to it."""
    strike(fight)
    fight.close()
    elsewhere = MemoryStore()
    import_fight(elsewhere, [line.encode() for line in export_lines(store, "fight")])
    other = Fight(elsewhere, "fight", by="tom")
    correction = Correction("insert", 5, "forgotten", (attack("ben", "wolf"),))
    other.correct(other.plan_correction(correction))
    other.undo()
    strike(other)
    kept = {
        row.event.anchor: elsewhere.secret("fight", row.event.anchor) or b""
        for row in other.history.rows
        if isinstance(row.event, Anchored)
    }
    found = audit_forged(elsewhere, "fight", None, kept)
    assert ("", None) == (found.forged, found.broken)
    assert found.dice is not None
    assert (True, True, 0) == (found.right, found.judged, found.dice.unchecked)
    assert ["tom"] == [root.by for root in found.dice.roots]


def test_after_the_last_epoch_nothing_is_drawn() -> None:
    """Dice are typed then; a drawn one is a fault."""
    store = MemoryStore()
    fight = start_anchored(store, epochs=1)
    strike(fight)
    fight.close()
    fight.declare(attack("ada", "wolf", weapons="sword"))
    fight.declare(Resolve())
    fight.roll(4)
    seq, fell = find(fight, Rolled)
    assert isinstance(fell, Rolled) and fell.draw is None
    found = audit_dice("fight", forge_rolled(fight, seq, replace(fell, draw=0, epoch=1)), {})
    assert "was drawn after the last epoch of its root" in faults(found)


def forge_rolled(fight: Fight, seq: int, fell: Rolled) -> History:
    """Return the log with another die."""
    return History(
        replace(row, event=fell) if row.seq == seq else row for row in fight.history.rows
    )


def test_each_epoch_has_a_verdict(store: MemoryStore, fight: Fight) -> None:
    """Open until it is closed, then right or wrong; lost where the root stayed elsewhere."""
    strike(fight)
    fight.close()
    strike(fight)
    assert ["closed and right", "open"] == [each.verdict for each in dice(store).epochs]
    seq, fell = next(
        (row.seq, row.event) for row in fight.history.rows if isinstance(row.event, Rolled)
    )
    forged: dict[int, AnyEvent] = {seq: replace(fell, face=fell.face % 6 + 1)}
    assert "closed and wrong" == dice(store, forged).epochs[0].verdict
    elsewhere = MemoryStore()
    import_fight(elsewhere, [line.encode() for line in export_lines(store, "fight")])
    other = Fight(elsewhere, "fight", by="tom")
    strike(other)
    found = audit_forged(elsewhere, "fight", None, {}).dice
    assert found is not None
    assert ["closed and right", "lost", "open"] == [each.verdict for each in found.epochs]
    assert ["no secret that still serves is kept here"] == [root.why for root in found.roots]


def test_a_salt_belongs_to_the_root_it_was_given_to(store: MemoryStore, fight: Fight) -> None:
    """It counts for the dice of later roots, too, and is listed once."""
    fight.salt("seven geese")
    strike(fight)
    elsewhere = MemoryStore()
    import_fight(elsewhere, [line.encode() for line in export_lines(store, "fight")])
    other = Fight(elsewhere, "fight", by="tom")
    strike(other)
    anchor = next(row.event for row in other.history.rows if isinstance(row.event, Anchored)).anchor
    kept = {anchor: elsewhere.secret("fight", anchor) or b"", ANCHOR: ROOT}
    found = audit_forged(elsewhere, "fight", None, {anchor: kept[anchor]}).dice
    assert found is not None
    assert [] == faults(found)
    assert [["seven geese"], []] == [[salt.salt for salt in each.salts] for each in found.secrets]


def test_after_the_last_epoch_nothing_is_closed_or_salted() -> None:
    """The sentence says that dice are typed now."""
    fight = start_anchored(MemoryStore(), epochs=1)
    strike(fight)
    fight.close()
    with pytest.raises(Refused, match="is closed already; dice are typed now"):
        fight.close()
    with pytest.raises(Refused, match="they are typed now, and need no salt"):
        fight.salt("seven geese")
