"""Ways to better dice, and to hide a deed, for whoever holds the campaign file."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign, open
from combatlog.app.session import Session
from combatlog.files.audit import audit, seal_campaign
from combatlog.files.jsonl import export_lines, import_fight
from events.store.memory import MemoryStore
from events.types.declarations import BeginRound, FightStarted
from projections.state.fight_state import dump_state
from projections.state.fold import fold_line
from replay.audit.seals import read_seal
from tests.cheating.table import ATTACK, Table

ANOTHER_SECRET = "The dice come from another secret"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight in which nothing has happened yet."""
    return Table(tmp_path / "bridge.combatlog")


def test_a_fight_that_was_ground_does_not_fit_its_seal(table: Table) -> None:
    """Who starts anew until the dice please has another fight than the group noted."""
    seal = table.seal
    table.path.unlink()
    other = Table(table.path)
    other.say(*ATTACK)
    audited = other.audit("--seal", seal)
    assert 1 == audited.exit_code
    assert "which was sealed, is not here" in audited.output


def test_salt_that_was_exchanged_does_not_fit_its_seal(table: Table) -> None:
    """The seal that a salt prints binds the salt, too."""
    table.say("salt seven geese")
    with table.sit() as at:
        seal = str(at.fight.seal)
    body = "UPDATE events SET body = replace(body, 'geese', 'ducks') WHERE seq > 1"
    table.edit(body)
    assert 1 == table.audit("--seal", seal).exit_code


@pytest.mark.parametrize(("by", "told"), [("ada", True), ("ADA", True), ("ben", False)])
def test_the_last_salt_of_whoever_holds_the_secret_is_told(
    table: Table, by: str, told: bool
) -> None:
    """They can try words until the dice please; a player's words behind theirs prevent it."""
    with open(table.path, by="ben" if told else "ada") as campaign:
        campaign.fight().salt("seven geese")
    with open(table.path, by=by) as campaign:
        campaign.fight().salt("a word that pleases")
    audited = table.audit("--full")
    assert 0 == audited.exit_code
    assert told is (f"The last salt, #10, is from {by}, who put the secret" in audited.output)
    assert told is ("looked ahead" in audited.output)


def test_the_last_salt_of_whoever_put_another_root_there_is_told(table: Table) -> None:
    """A fight that is imported goes on with a root of its own, and its keeper is another person."""
    with table.sit() as at:
        lines = [line.encode() for line in export_lines(at.campaign.store, at.fight.id)]
    campaign = Campaign(MemoryStore(), by="tom")
    import_fight(campaign.store, lines)
    fight = campaign.fight()
    fight.declare(BeginRound("ambush"))
    fight.salt("a word that pleases")
    [found] = audit(campaign.store).fights
    assert found.dice is not None
    owners = [salt.by for root in found.dice.secrets for salt in root.salts if salt.own]
    assert ["tom"] == owners


def test_dice_thrown_again_in_a_copy_are_told(table: Table) -> None:
    """A fight that is imported elsewhere as it was before its dice goes on with another root: the
    table is told, and a seal from after the dice does not fit."""
    table.say("next ambush", "a ada rhino rifle")
    with table.sit() as at:
        lines = [line.encode() for line in export_lines(at.campaign.store, at.fight.id)]
    table.say("go")
    with table.sit() as at:
        seal = str(at.fight.seal)
    campaign = Campaign(MemoryStore(), by="ada")
    import_fight(campaign.store, lines)
    told = Session(campaign, campaign.fight()).say("go").told
    assert any(each.startswith(ANOTHER_SECRET) for each in told)
    found = audit(campaign.store, against=read_seal(seal))
    assert "wrong" == found.verdict
    dice = found.fights[0].dice
    assert dice is not None
    assert [len(lines)] == [root.seq for root in dice.roots]


def test_a_fight_started_again_names_the_first(table: Table) -> None:
    """A second start in the same campaign commits to the head of the first."""
    with table.sit() as at:
        first = at.fight
    table.start()
    with table.sit() as at:
        started = at.fight.history[1].event
    assert isinstance(started, FightStarted)
    assert started.after.startswith(f"{first.id}:{len(first.history)}:")


def test_an_exchanged_root_is_told(table: Table) -> None:
    """A root that does not meet the anchor serves no die; the next command says that another does,
    and the audit says wrong."""
    table.edit("UPDATE secrets SET secret = zeroblob(32)")
    table.say(*ATTACK)
    assert any(line.startswith(ANOTHER_SECRET) for line in table.told)
    assert 1 == table.audit().exit_code


def test_a_deleted_root_is_told(table: Table) -> None:
    """Without its root the fight goes on with another, and the table is told of every die that is
    thrown again by it."""
    table.say(*ATTACK, "undo")
    table.edit("DELETE FROM secrets")
    told = table.say("go")
    assert told[0].startswith(ANOTHER_SECRET)
    assert all(line.startswith("Thrown again: Ada's d10") for line in told[1:])


def test_a_deleted_root_cannot_be_judged(table: Table) -> None:
    """The audit of dice whose root is lost ends with 3."""
    table.say(*ATTACK)
    table.edit("DELETE FROM secrets")
    assert 3 == table.audit().exit_code


def test_an_honest_fight_is_right(table: Table) -> None:
    """A fight with an undo, a correction and a close is right."""
    table.say("salt seven geese", *ATTACK, "undo", "go", "strike 12: no", "y", "undo", "close")
    assert 0 == table.audit().exit_code


def test_an_edited_key_is_wrong(table: Table) -> None:
    """The key of a command that was changed is found: a retry would be done twice."""
    with table.sit() as at:
        at.say("next ambush", key="retry-17")
    assert 0 == table.audit().exit_code
    table.edit("UPDATE commands SET key = 'retry-18'")
    audited = table.audit()
    assert 1 == audited.exit_code
    assert "keys of the commands" in audited.output


def test_a_deed_that_was_cut_off_does_not_fit_its_seal(table: Table) -> None:
    """Who takes out the last command leaves a fight that is shorter than its seal."""
    table.say(*ATTACK)
    with table.sit() as at:
        seal = str(at.fight.seal)
    table.edit("DELETE FROM events WHERE seq > 11")
    audited = table.audit("--seal", seal)
    assert 1 == audited.exit_code
    assert "of them are gone" in audited.output


def test_a_lost_secret_of_dice_that_have_not_fallen_is_told(table: Table) -> None:
    """Before a die was drawn a lost root leaves nothing that cannot be judged; the audit says that
    the next die comes from another secret."""
    assert "secret of the next dice" not in table.audit().output
    table.edit("DELETE FROM secrets")
    audited = table.audit()
    assert 0 == audited.exit_code
    assert "the secret of the next dice is not in this file" in audited.output


def test_another_order_of_the_fights_is_told(table: Table) -> None:
    """Whoever exchanges two fights in the list changes which is fight 1; a seal of both tells, and
    the second fight names the first, so the audit says wrong."""
    table.start()
    with table.sit() as at:
        seal = str(seal_campaign(at.campaign.store))
    other = "in another order than the seal"
    assert other not in table.audit("--seal", seal).output
    table.edit("UPDATE fights SET number = -number")
    table.edit("UPDATE fights SET number = 3 + number")
    audited = table.audit("--seal", seal)
    assert 1 == audited.exit_code
    assert "and stands before it" in audited.output
    assert other in audited.output


@pytest.mark.parametrize("columns", ["fight, seq DESC, body", "fight DESC, seq DESC, body"])
def test_an_index_of_another_tool_does_not_turn_the_fight_round(table: Table, columns: str) -> None:
    """Events are read in their order, though SQLite finds another index shorter."""
    table.say(*ATTACK)
    with table.sit() as at:
        store, id = at.campaign.store, at.fight.id
        state = dump_state(fold_line(store, id, store.head(id).seq))
    table.edit(f"CREATE INDEX mine ON events ({columns})")
    with table.sit() as at:
        store = at.campaign.store
        assert state == dump_state(fold_line(store, id, store.head(id).seq))


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO commands VALUES ('retry-18', 'nowhere', 1, 1, x'00')",
        "UPDATE commands SET key = CAST(x'ff' AS TEXT)",
        "UPDATE commands SET fight = CAST(x'ff' AS TEXT)",
        "UPDATE commands SET key = CAST(key AS BLOB)",
        "UPDATE commands SET first = CAST(x'ff' AS TEXT)",
        "UPDATE commands SET request = CAST(request AS TEXT)",
    ],
)
def test_a_key_that_is_none_is_wrong(table: Table, change: str) -> None:
    """A key of no fight would refuse a command, and one that is no text every key."""
    with table.sit() as at:
        at.say("next ambush", key="retry-17")
    table.edit(change)
    audited = table.audit()
    assert 1 == audited.exit_code
    assert "commands" in audited.output


def test_a_fight_of_an_odd_number_is_wrong(table: Table) -> None:
    """After a fight numbered -1 none could be started: SQLite asks the triggers with it."""
    table.edit("UPDATE fights SET number = -1")
    audited = table.audit()
    assert 1 == audited.exit_code
    assert "not numbered" in audited.output
