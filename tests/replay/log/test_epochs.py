"""Epochs of a fight's dice: salted, drawn from, closed and opened, on whatever line."""

from __future__ import annotations

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.files.jsonl import export_lines, import_fight
from events.errors import Refused
from events.hashing import derive_anchor
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.declarations import EndFight, FightStarted, Join, Resolve
from events.types.rolls import Rolled
from replay.log.commitments import DiceSupply, close_epoch
from replay.log.event_log import Epochs
from rulesets.core.sealed_dice import EpochDice
from rulesets.definitions.shipped import load_game
from tests.support.given import attack, npc, pc

ROOT = bytes(range(32))


def start(epochs: int = 256) -> Fight:
    """Start a fight with this many epochs between Ada and a wolf that outlasts every attack."""
    dice, store, game = EpochDice("fight", ROOT, epochs), MemoryStore(), load_game("golden-idol")
    begun = FightStarted("Bridge", game, "digital", anchor=dice.commitment, epochs=epochs)
    store.append("fight", 0, [Entry(begun)], secrets={dice.commitment: ROOT})
    fight = Fight(store, "fight", by="mia")
    people = (pc("Ada", sword="d12", knife="d6"), npc("Wolf", "999/0/9/9/9", bite="d6"))
    fight.declare(*(Join(person.sheet(game)) for person in people))
    return fight


@pytest.fixture
def fight() -> Fight:
    return start()


def strike(fight: Fight, weapon: str = "sword") -> Rolled:
    """Let Ada strike; return her die."""
    fight.declare(attack("ada", "wolf", weapons=weapon), Resolve("party"))
    return [row.event for row in fight.history.rows if isinstance(row.event, Rolled)][-1]


def epochs_of(fight: Fight) -> Epochs:
    """Return the root in service."""
    assert fight.history.epochs is not None
    return fight.history.epochs


def find_no_secret(commitment: str) -> None:
    """Return no secret."""


def test_a_close_opens_the_secret_of_its_epoch_alone(fight: Fight) -> None:
    """From it the anchor follows, and the next die comes from the next epoch."""
    assert 0 == strike(fight).epoch
    closed, opened = (row.event for row in fight.close("for tonight"))
    assert Closed("for tonight") == closed
    assert isinstance(opened, SecretOpened) and 0 == opened.epoch
    assert opened.anchor == derive_anchor("fight", bytes.fromhex(opened.secret), 0).hex()
    assert (1, 0) == (epochs_of(fight).epoch, epochs_of(fight).first_drawn)
    assert 1 == strike(fight).epoch


def test_nothing_is_opened_where_no_die_was_drawn(fight: Fight) -> None:
    """Closing twice would use up epochs for nothing."""
    with pytest.raises(Refused, match="No die was drawn since the last close"):
        fight.close()
    strike(fight)
    fight.close()
    with pytest.raises(Refused, match="No die was drawn since the last close"):
        fight.close()


def test_an_end_opens_nothing_and_is_no_new_throw(fight: Fight) -> None:
    """End, undo and again: the same die, and no secret in the log."""
    first = strike(fight)
    for _ in range(3):
        fight.declare(EndFight())
        fight.undo(2)
        assert (first.face, first.draw) == ((again := strike(fight)).face, again.draw)
    assert not [row for row in fight.history.rows if isinstance(row.event, SecretOpened)]


def test_an_undo_passes_over_close_and_salt(fight: Fight) -> None:
    """They stand beside the line: a closed epoch never serves again."""
    fight.salt("geese")
    strike(fight)
    fight.close()
    fight.undo()
    assert (1, ("geese",)) == (epochs_of(fight).epoch, epochs_of(fight).salts)
    assert 1 == strike(fight).epoch


def test_salts_of_all_epochs_count(fight: Fight) -> None:
    """A later epoch is salted anew, and keeps what was given before."""
    fight.salt("geese")
    strike(fight)
    with pytest.raises(Refused, match="Sealed dice have fallen already"):
        fight.salt("late")
    fight.close()
    fight.salt("swans")
    assert ("geese", "swans") == epochs_of(fight).salts
    expected = EpochDice("fight", ROOT, epoch=1, salts=("geese", "swans"))
    fell = strike(fight)
    assert expected.draw(fell.asked, 0).face == fell.face


def test_a_die_on_any_line_is_the_first_of_its_epoch(fight: Fight) -> None:
    """A die that was undone has been seen, so that salt comes too late."""
    strike(fight)
    fight.undo()
    with pytest.raises(Refused, match="Sealed dice have fallen already"):
        fight.salt("late")


def test_after_the_last_epoch_dice_are_typed() -> None:
    """The fight waits for them, and nothing can be drawn."""
    fight = start(epochs=1)
    strike(fight)
    fight.close()
    fight.declare(attack("ada", "wolf", weapons="sword"), Resolve("party"))
    assert ["d12"] == [asked.die for asked in fight.state.awaited]
    with pytest.raises(Refused, match="Every epoch of the dice is closed"):
        fight.roll()
    fight.roll(7)
    assert not fight.state.awaited


def test_another_weapon_after_an_undo_reads_the_same_number() -> None:
    """Sword or knife: it is one draw."""
    fight = start()
    sword = strike(fight)
    fight.undo()
    knife = strike(fight, "knife")
    assert (sword.draw, sword.epoch) == (knife.draw, knife.epoch)
    assert (sword.face + 1) // 2 == knife.face


def test_another_root_is_anchored_on_the_line_before_its_first_die(fight: Fight) -> None:
    """An import has no root: it draws from one of its own, and says so first."""
    strike(fight)
    elsewhere = MemoryStore()
    import_fight(elsewhere, [line.encode() for line in export_lines(fight._store, "fight")])
    other = Fight(elsewhere, "fight", by="tom")
    length = len(other.history)
    fell = strike(other)
    new = [row.event for row in other.history.rows[length:]]
    assert isinstance(new[0], Anchored)
    assert (new[0].anchor, 0) == (epochs_of(other).anchor, fell.epoch)
    assert elsewhere.secret("fight", new[0].anchor) is not None
    strike(other)
    assert 1 == sum(isinstance(row.event, Anchored) for row in other.history.rows)


def test_a_supply_without_the_root_makes_one_when_it_serves(fight: Fight) -> None:
    """Nothing is made before, and a fork makes its own."""
    supply = DiceSupply("fight", fight.history, find_no_secret, bytes)
    assert supply.dice is None and not supply.new_secrets
    twin = supply.fork()
    assert {supply.serve().commitment: bytes(32)} == supply.new_secrets
    assert twin.dice is None and not twin.new_secrets


def test_a_supply_serves_the_epoch_of_the_history(fight: Fight) -> None:
    """With the salts given so far."""
    strike(fight)
    fight.close()
    fight.salt("swans")
    dice = DiceSupply("fight", fight.history, {epochs_of(fight).anchor: ROOT}.get).serve()
    assert isinstance(dice, EpochDice) and 1 == dice.epoch
    assert epochs_of(fight).anchor == dice.commitment


def test_an_epoch_is_closed_where_its_root_is_kept(fight: Fight) -> None:
    """Elsewhere nothing can be opened."""
    strike(fight)
    with pytest.raises(Refused, match="not kept here"):
        close_epoch(fight.history, "fight", find_no_secret, "")


def test_every_fight_of_a_campaign_has_a_root_of_its_own() -> None:
    """And names the head of the one before."""
    campaign = Campaign(MemoryStore())
    first, second = (campaign.start(title, "golden-idol") for title in ("One", "Two"))
    assert epochs_of(first).anchor != epochs_of(second).anchor
    begun = second.history[1].event
    assert isinstance(begun, FightStarted) and begun.after.startswith(f"{first.id}:1:")


def test_a_fight_with_closed_epochs_and_another_root_is_imported(fight: Fight) -> None:
    """Everything that is recorded can be read in again."""
    strike(fight)
    fight.close("done")
    store = fight._store
    for name in ("tom", "una"):
        other = MemoryStore()
        lines = [line.encode() for line in export_lines(store, "fight")]
        import_fight(other, lines)
        assert lines == [line.encode() for line in export_lines(other, "fight")]
        strike(Fight(other, "fight", by=name))
        store = other
