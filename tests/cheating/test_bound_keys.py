"""Ways to get a key bound to a name, or to go on with one that was revoked."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.signing import load_key, make_key
from combatlog.files.audit import audit
from combatlog.terminal.views.audit_fight import summarize_fight
from events.errors import Refused
from events.serialization.codec import encode
from events.signatures import create_key
from events.types.keys import KeyBound, KeyRevoked, Witnessed
from tests.cheating.signed import ANNA, NOTE, SAM, THIEF, Signed, table
from tests.combatlog.terminal.test_cli import Folder, folder

__all__ = ["folder", "table"]


def test_a_revoked_key_speaks_for_nobody(table: Signed) -> None:
    """It is refused at the prompt and wrong in the file, also after an undo."""
    sam = table.sit("Sam", SAM)
    sam.say("next ambush")
    told = sam.say("revoke Anna: her phone was stolen")
    assert isinstance(told.rows[0].event, KeyRevoked)
    sam.fight.refresh()
    sam.say("undo")
    with pytest.raises(Refused, match="key of Anna is revoked"):
        table.sit("Anna", ANNA).say("note I give up my share")
    with pytest.raises(Refused, match="was revoked in this fight"):
        table.sit("Anna", ANNA).say("bind")
    assert [] == table.find_faults()
    table.forge("Anna", NOTE, said=table.say(ANNA, "json", encode(NOTE)))
    assert "signed by a key of Anna that is revoked" in table.find_faults()[0]


def test_nobody_records_under_a_name_whose_key_is_revoked(table: Signed) -> None:
    """The keeper cannot revoke a key and then speak for its owner."""
    table.sit("Sam", SAM).say("revoke Anna: lost")
    table.forge("Anna", NOTE)
    assert "is a command of Anna, whose key is revoked" in table.find_faults()[0]


def test_another_key_after_a_loss_is_told(table: Signed) -> None:
    """Revoked by the referee, bound again by its owner: right, and listed with who did it."""
    table.sit("Sam", SAM).say("revoke Anna: lost")
    new = create_key()
    table.sit("Anna", new).say("bind")
    table.sit("Anna", new).say("note I am back")
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    changes = [(each.by, each.person, each.how) for each in found.statements.keys[2:]]
    assert [("Sam", "Anna", "revoked"), ("Anna", "Anna", "again")] == changes


def test_a_key_slipped_in_without_the_old_ones_word_is_wrong(table: Signed) -> None:
    """A thief binds a key of his own beside hers: refused at the prompt, wrong in the file."""
    thief = table.sit("Anna", THIEF)
    with pytest.raises(Refused, match="Anna signs in this fight"):
        thief.say("bind")
    bound = KeyBound("Anna", THIEF.public, "also")
    table.forge("Sam", bound, said=table.say(THIEF, "bind", encode(bound)))
    [fault, *_] = table.find_faults()
    assert "Sam has not signed it" in fault


def test_a_key_slipped_in_by_a_person_without_a_key_is_wrong(table: Signed) -> None:
    """Whoever records it, her old key has to agree."""
    bound = KeyBound("Anna", THIEF.public, "also")
    table.forge("Tom", bound, said=table.say(THIEF, "bind", encode(bound)))
    assert "without the word of the old one" in table.find_faults()[0]


def test_a_key_that_did_not_sign_its_binding_is_wrong(table: Signed) -> None:
    """Nobody can be given a key that they do not have."""
    seq = table.forge("Tom", KeyBound("Mira", THIEF.public))
    assert [f"#{seq} binds a key to Mira that has not signed it"] == table.find_faults()


def test_the_first_key_that_did_not_sign_its_binding_is_wrong() -> None:
    """Where nobody has a key yet, a binding without a statement is wrong, and it is listed."""
    table = Signed(keys=False)
    seq = table.forge("Tom", KeyBound("Anna", THIEF.public))
    assert [f"#{seq} binds a key to Anna that has not signed it"] == table.find_faults()
    [found] = audit(table.store).fights
    assert ["Anna"] == [each.person for each in found.statements.keys]


def test_a_witness_who_said_nothing_is_wrong() -> None:
    """Where nobody has a key yet, too."""
    table = Signed(keys=False)
    seq = table.forge("Tom", Witnessed())
    assert [f"#{seq} is witnessed by nobody"] == table.find_faults()


def test_one_more_key_with_the_old_ones_word_is_right(table: Signed, tmp_path: Path) -> None:
    """Both keys sign, and both speak from then on."""
    make_key(tmp_path / "new.pem")
    new = load_key(tmp_path / "new.pem")
    table.sit("Anna", ANNA).say(f"bind {tmp_path / 'new.pem'}")
    for key in (ANNA, new):
        table.sit("Anna", key).say("note still me")
    assert [] == table.find_faults()


def test_known_persons_are_bound_anew_in_the_next_fight(table: Signed) -> None:
    """Nobody can speak for Anna there, before she has said a word; the audit says that she has not
    signed yet."""
    table.id = table._open("Sam", SAM).start("Again", "golden-idol").id
    with pytest.raises(Refused, match="Anna signs in this fight"):
        table.sit("Anna", None).say("note I give up my share")
    table.sit("Anna", ANNA).say("note here I am")
    [_, found] = audit(table.store).fights
    unproven = {each.person: each.unproven for each in found.statements.keys}
    assert ({"Sam": False, "Anna": True}, ()) == (unproven, found.statements.faults)


def test_a_revoked_key_stays_revoked_in_the_next_fight(table: Signed) -> None:
    """The start carries that over, with the reason: nobody speaks for Anna there until she binds
    another key."""
    table.sit("Sam", SAM).say("revoke Anna: stolen")
    table.id = table._open("Sam", SAM).start("Again", "golden-idol").id
    for key in (None, ANNA, THIEF):
        with pytest.raises(Refused, match="key of Anna is revoked"):
            table.sit("Anna", key).say("note I give up my share")
    new = create_key()
    table.sit("Anna", new).say("bind")
    table.sit("Anna", new).say("note here I am")
    found = audit(table.store)
    changes = [(each.person, each.how, each.why) for each in found.fights[1].statements.keys]
    lost = [("Anna", "first", ""), ("Anna", "revoked", "stolen")]
    assert [*lost, ("Sam", "first", ""), ("Anna", "again", "")] == changes
    assert ("right", ()) == (found.verdict, found.order.told)
    table.forge("Anna", NOTE)
    assert "Anna has not signed it" in audit(table.store).fights[1].statements.faults[0].said
    third = table._open("Anna", new).start("Third", "golden-idol")
    assert ["Anna", "Sam"] == [
        row.event.person for row in third.history.rows if isinstance(row.event, KeyBound)
    ]


def test_a_start_by_a_person_whose_key_is_revoked_needs_another_key(table: Signed) -> None:
    """It is bound in place of the old one, and listed; without one the start is refused."""
    table.sit("Sam", SAM).say("revoke Anna: stolen")
    for key in (None, ANNA, SAM):
        with pytest.raises(Refused, match="key of Anna was revoked in this campaign"):
            table._open("Anna", key).start("Again", "golden-idol")
    new = create_key()
    table._open("Anna", new).start("Again", "golden-idol")
    found = audit(table.store)
    changes = [(each.person, each.how) for each in found.fights[1].statements.keys]
    assert [("Anna", "first"), ("Anna", "revoked"), ("Anna", "again"), ("Sam", "first")] == changes
    assert "right" == found.verdict


def _read_bound(table: Signed) -> list[str]:
    """Return the persons whose keys the next fight of the campaign binds, started by Sam."""
    id = table._open("Sam", SAM).start("Next", "golden-idol").id
    events = [row.event for row in table.store.read(id)]
    return [event.person for event in events if isinstance(event, KeyBound)]


def _import(table: Signed, *events: object) -> None:
    """Import a fight of a stranger in which the keeper recorded events."""
    other = Signed(keys=False)
    other.forge("Eve", *events)
    rows = list(other.store.rows(other.id))
    table.store.adopt(other.id, rows, {})


def test_a_strangers_fight_makes_no_key_known(table: Signed) -> None:
    """An imported fight neither gives Anna's key to Eve, nor revokes it, nor binds a thief's."""
    bound = KeyBound("Eve", ANNA.public), KeyBound("Eve", THIEF.public)
    _import(table, *bound, KeyRevoked(ANNA.id, "so there"))
    assert ["Sam", "Anna"] == _read_bound(table)


def test_a_key_that_signed_nothing_is_not_known() -> None:
    """The keeper's own binding of her key to another name does not count, also before hers."""
    table = Signed(keys=False)
    table.forge("Tom", KeyBound("Eve", ANNA.public))
    table.id = table._open("Sam", SAM).start("Second", "golden-idol").id
    table.sit("Anna", ANNA).say("bind")
    table.id = table._open("Eve", None).start("Third", "golden-idol").id
    table.forge("Tom", KeyBound("Eve", ANNA.public))
    assert ["Sam", "Anna"] == _read_bound(table)


def test_a_revoked_key_is_bound_in_no_later_fight(table: Signed) -> None:
    """Neither by its owner's next start, nor with `bind`; the start says so."""
    anna = table._open("Anna", ANNA)
    assert not anna.has_revoked_key()
    table.sit("Sam", SAM).say("revoke Anna: stolen")
    assert anna.has_revoked_key()
    with pytest.raises(Refused, match="was revoked in this campaign"):
        anna.start("Again", "golden-idol")
    table.id = table._open("Tom", ANNA).start("Again", "golden-idol").id
    for by in ("Anna", "Tom"):
        with pytest.raises(Refused, match="was revoked in this fight"):
            table.sit(by, ANNA).say("bind")


def test_the_audit_tells_of_a_revoked_key_that_is_bound_again(
    table: Signed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that does not know better binds it in the next fight: no fault, and listed."""
    table.sit("Sam", SAM).say("revoke Anna: stolen")
    monkeypatch.setattr(Campaign, "_has_keys", lambda campaign: False)
    table.id = table._open("Sam", None).start("Again", "golden-idol").id
    bound = KeyBound("Anna", ANNA.public)
    seq = table.forge("Anna", bound, said=table.say(ANNA, "bind", encode(bound)))
    found = audit(table.store)
    again = f"and bound again to Anna in #{seq} of Again"
    told = f"The key {ANNA.id[:8]}… was revoked in Bridge, {again}"
    keys = [each for each in found.order.told if each.startswith("The key ")]
    assert ("right", [told]) == (found.verdict, keys)


@pytest.mark.slow
def test_a_start_tells_of_a_revoked_key(folder: Folder) -> None:
    """The command says that no key was bound for its owner."""
    mine = {"COMBATLOG_KEY": str(folder.path / "key.pem")}
    folder.done("key", "key.pem")
    folder.done("new", "table")
    start = ("start", "Yard", "--game", "golden-idol", "--by", "Anna")
    assert "revoked" not in folder.done(*start, **mine)
    folder.done("revoke", "Anna", "--why", "lost", "--by", "Sam")
    assert "Your key was revoked in this campaign" in folder.done(*start[:-1], "Tom", **mine)
    assert "key of Anna was revoked in this campaign" in folder.refused(*start, **mine)


def test_a_fight_that_the_key_cannot_sign_stays_open(table: Signed) -> None:
    """The next start closes the others, and goes on."""
    at = table.sit("Anna", ANNA)
    for line in ("next ambush", "a ada rhino rifle", "go", "end"):
        at.say(line)
    table.sit("Sam", SAM).say("revoke Anna: lost")
    assert [] == table._open("Anna", ANNA).close_ended_fights()
    assert ["Bridge"] == table._open("Sam", SAM).close_ended_fights()


@pytest.mark.parametrize("name", ["anna", "ANNA", "Ànna"])
def test_case_and_accents_make_no_other_person(table: Signed, name: str) -> None:
    """Refused at the prompt and wrong in the file, as under her name; her key signs either."""
    with pytest.raises(Refused, match="signs in this fight"):
        table.sit(name, None).say("note I give up my share")
    with pytest.raises(Refused, match="signs in this campaign"):
        table._open(name, None).start("Again", "golden-idol")
    table.sit(name, ANNA).say("note it is me")
    assert [] == table.find_faults()
    table.forge(name, NOTE)
    assert "has not signed it" in table.find_faults()[0]


def test_one_of_several_keys_is_revoked_by_its_id(table: Signed, tmp_path: Path) -> None:
    """Her name fits both; the message says what to type, and names nobody else's key."""
    make_key(tmp_path / "two")
    two = load_key(tmp_path / "two")
    table.sit("Anna", ANNA).say(f"bind {tmp_path / 'two'}")
    with pytest.raises(Refused, match=r"none of the keys .* is here"):
        table.sit("Anna", THIEF).say("note hello")
    sam = table.sit("Sam", SAM)
    with pytest.raises(Refused) as refused:
        sam.say("revoke anna: lost")
    ways = f"revoke {ANNA.id[:8]}: lost or revoke {two.id[:8]}: lost"
    assert f"“anna” names several keys; say which, like: {ways}" == str(refused.value)
    sam.say(f"revoke {two.id[:8]}: lost")
    sam.say("revoke anna: lost, too")
    assert [] == table.find_faults()


def test_the_line_of_a_fight_counts_the_changes_of_keys() -> None:
    """The audit of several fights shows no more of one that is right."""
    at_table = Signed()
    at_table.sit("Sam", SAM).say("revoke Anna: lost")
    (fight,) = audit(at_table.store).fights
    assert "3 keys bound or revoked" in summarize_fight(fight)
