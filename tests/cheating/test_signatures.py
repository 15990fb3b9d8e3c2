"""Ways to put a deed on somebody, or to deny one, where persons sign: what the program says at
once, and what the audit says of a file that somebody edited."""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.app.signing import find_user_key, load_key, make_key
from combatlog.files.audit import audit, audit_export
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.grammar.registry import parse_declarations
from combatlog.terminal.views.audit import build_report
from combatlog.terminal.views.audit_fight import summarize_fight
from events.errors import KeyReused, Refused, Unreadable
from events.serialization.codec import encode
from events.signatures import SigningKey, create_key
from events.store.envelope import Entry, Head, decode_row
from events.store.memory import MemoryStore
from events.store.statements import NO_REQUEST, Request, decode_said, encode_said
from events.types.commitments import Anchored
from events.types.declarations import FightStarted
from events.types.keys import KeyBound, KeyRevoked, Witnessed
from events.types.log_events import Noted
from replay.audit.signatures import audit_statements
from replay.log.keys import Speech
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.combatlog.terminal.test_cli import Folder, folder
from tests.support.talk import BRIDGE

__all__ = ["folder"]

ANNA, SAM, THIEF = create_key(), create_key(), create_key()


def _make_clock() -> Callable[[], str]:
    """Return a clock that goes on with each look: the audit compares times among fights."""
    seconds = count()
    noon = datetime(2099, 11, 22, 12)
    return lambda: f"{(noon + timedelta(seconds=next(seconds))).isoformat()}.000Z"


class Signed:
    """A fight in which Anna and Sam have keys, or nobody. `session` is of whoever sits there."""

    def __init__(self, keys: bool = True) -> None:
        self.store = MemoryStore(_make_clock())
        sheets = parse_roster(BRIDGE, "roster.toml", load_game("golden-idol"))
        campaign = self._open("Sam", SAM if keys else None)
        self.id = campaign.start("Bridge", "golden-idol", sheets=sheets).id
        if keys:
            self.sit("Anna", ANNA).say("bind")

    def _open(self, by: str, key: SigningKey | None) -> Campaign:
        return Campaign(self.store, by, lambda: key)

    def sit(self, by: str, key: SigningKey | None) -> Session:
        """Return a session of somebody with a key."""
        campaign = self._open(by, key)
        return Session(campaign, Fight(self.store, self.id, by, campaign.find_key))

    def forge(
        self,
        by: str,
        *events: object,
        said: str | None = None,
        key: str = "",
        request: Request = NO_REQUEST,
    ) -> int:
        """Append events as the keeper of the file can, past every check; return the first seq."""
        last = self.store.head(self.id).seq
        entries = [Entry(event) for event in events]  # type: ignore[arg-type]
        self.store.append(self.id, last, entries, by=by, said=said, key=key, request=request)
        return last + 1

    def forge_line(self, by: str, line: str, said: str) -> int:
        """Record a line as the keeper of the file can: valid, with any statement; return its first
        seq."""
        at = self.sit(by, None)
        at.fight.history.keys = None
        append = self.store.append
        with pytest.MonkeyPatch.context() as patched:
            forged = lambda *place, **more: append(*place, **{**more, "said": said})  # noqa: E731
            patched.setattr(self.store, "append", forged)
            return at.say(line).rows[0].seq

    def say(self, signer: SigningKey, form: str, payload: str, head: Head | None = None) -> str:
        """Return a signed statement in this fight, after its head or another one."""
        speech = Speech(self.id, head or self.store.head(self.id), "2026-11-22T19:30:00.000Z")
        return encode_said([speech.say(Request(form, payload), signer)])

    def find_faults(self) -> list[str]:
        """Return what the audit finds wrong with what was said, and check its verdict by it."""
        found = audit(self.store)
        faults = [f"#{each.seq} {each.said}" for each in found.fights[0].statements.faults]
        assert ("wrong" if faults else "right") == found.verdict
        lines = [line.encode() for line in export_lines(self.store, self.id)]
        exported = audit_export(lines).fights[0].statements.faults
        assert faults == [f"#{each.seq} {each.said}" for each in exported]
        if faults:
            with pytest.raises(Unreadable, match="Nothing was imported"):
                import_fight(MemoryStore(), lines)
        else:
            import_fight(MemoryStore(), lines)
        return faults


@pytest.fixture
def table() -> Signed:
    """A fight with two persons who sign."""
    return Signed()


CHARGE = '{"type":"attack","by":"rhinoceros","targets":[{"target":"ada"}]}'
"""An attack with its only weapon left out."""

NOTE = Noted("Anna gives up her share")


def test_what_persons_sign_is_right(table: Signed) -> None:
    """Every kind of command is signed, and the audit says how many signatures it has checked."""
    at = table.sit("Anna", ANNA)
    lines: tuple[str, ...] = (
        "next ambush",
        "a ada rhino rifle",
        "go",
        "undo 2",
        "redo",
        "note so it was",
    )
    lines += (
        "dice typed",
        "harm wolf d6",
        "4",
        "set ada HP 3: a scratch",
        "call here",
        "rewind 11",
    )
    lines = (*lines, "a ada rhino knife !", "amend 11 a ada wolf rifle; why: so !", "end", "close")
    for line in lines:
        at.say(line, f"key of {line}")
    table.sit("Sam", SAM).say("note I am Sam")
    table.sit("Tom", None).say("note I have no key")
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    assert len(lines) + 5 == found.statements.signatures  # the start has two
    assert [("Sam", "first"), ("Anna", "first")] == [
        (each.person, each.how) for each in found.statements.keys
    ]
    assert () == found.statements.late + found.statements.reworded


def test_nobody_else_records_under_a_name_with_a_key(table: Signed) -> None:
    """At the prompt it is refused at once, and nothing is recorded."""
    before = table.store.head(table.id)
    for key in (None, THIEF, SAM):
        with pytest.raises(Refused, match="Anna signs in this fight"):
            table.sit("Anna", key).say("note I give up my share")
    assert before == table.store.head(table.id)


def test_a_deed_put_on_somebody_is_wrong(table: Signed) -> None:
    """A command of hers without her signature, or with another's."""
    seq = table.forge("Anna", NOTE)
    assert [f"#{seq} is a command of Anna, and Anna has not signed it"] == table.find_faults()


@pytest.mark.parametrize(
    ("signer", "wrong"),
    [(SAM, "Anna has not signed it"), (THIEF, "signed by a key that is nobody's here")],
)
def test_a_deed_signed_by_another_key_is_wrong(
    table: Signed, signer: SigningKey, wrong: str
) -> None:
    """Neither the referee's key nor a stranger's speaks for her."""
    table.forge("Anna", NOTE, said=table.say(signer, "json", encode(NOTE)))
    [fault] = table.find_faults()
    assert wrong in fault


def test_a_signature_copied_to_another_statement_is_wrong(table: Signed) -> None:
    """The text was changed after it was signed."""
    [voice] = decode_said(table.say(ANNA, "json", encode(Noted("Anna keeps her share"))))
    text = voice.text.replace("keeps", "gives up")
    said = json.dumps([{"text": text, "sig": voice.sig}])
    table.forge("Anna", Noted("Anna gives up her share"), said=said)
    assert "signature is not that of Anna" in table.find_faults()[0]


@pytest.mark.parametrize("line", ["note Anna gives up everything", "set ada HP 1: a fall", "undo"])
def test_another_deed_under_her_signature_is_wrong(table: Signed, line: str) -> None:
    """She signed a note; recorded is something else."""
    table.forge_line("Anna", line, table.say(ANNA, "json", encode(NOTE)))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_an_undo_to_another_place_is_wrong(table: Signed) -> None:
    """She signed where the head goes, and the log has it elsewhere."""
    table.sit("Sam", SAM).say("next ambush")
    payload = '{"type":"head-moved","parent":1}'
    table.forge_line("Anna", "undo", table.say(ANNA, "json", payload))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_a_second_deed_beside_the_signed_one_is_wrong(table: Signed) -> None:
    """What is added to her command was not signed."""
    table.sit("Sam", SAM).say("next ambush")
    attack = table.sit("Tom", None).say("a ada rhino rifle").rows[0].event
    table.sit("Tom", None).say("undo")
    table.forge_line("Anna", "a ada rhino rifle !", table.say(ANNA, "json", encode(attack)))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_what_the_rules_fill_in_need_not_be_said(table: Signed) -> None:
    """A statement has the fields that its author gave; others have to follow from the rules."""
    table.sit("Sam", SAM).say("next ambush")
    attack = '{"type":"attack","by":"ada","targets":[{"target":"rhinoceros"}],"weapons":["rifle"]}'
    table.forge_line("Anna", "a ada rhino rifle", table.say(ANNA, "json", attack))
    assert [] == table.find_faults()
    table.sit("Tom", None).say("undo")
    table.forge_line("Anna", "a rhino ada", table.say(ANNA, "json", CHARGE))
    assert [] == table.find_faults()
    table.sit("Tom", None).say("undo")
    table.forge_line("Anna", "a ada rhino knife", table.say(ANNA, "json", attack))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_what_the_rules_do_not_fill_in_is_wrong(table: Signed) -> None:
    """She did not say with what, and has two weapons: the keeper chose the rifle for her."""
    table.sit("Sam", SAM).say("next ambush")
    attack = '{"type":"attack","by":"ada","targets":[{"target":"rhinoceros"}]}'
    table.forge_line("Anna", "a ada rhino rifle", table.say(ANNA, "json", attack))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_a_deed_cannot_be_denied(table: Signed) -> None:
    """Who takes the signature out of the file changes the digests; who leaves it is bound."""
    table.sit("Anna", ANNA).say("note the rope is mine")
    row = list(table.store.rows(table.id))[-1]
    [voice] = decode_said(row.said or "")
    assert voice.sig and "the rope is mine" in voice.text
    bare = [each for each in table.store.rows(table.id) if each.seq < row.seq]
    other = MemoryStore()
    other.adopt(table.id, bare)
    other.append(table.id, len(bare), [Entry(Noted("the rope is mine"))], by="Anna")
    assert "wrong" == audit(other).verdict


def test_a_statement_holds_in_no_other_fight(table: Signed) -> None:
    """Said in one fight, recorded in another one of the same persons."""
    said = table.say(ANNA, "json", encode(NOTE), Head())
    first = table.id
    table.id = table._open("Sam", SAM).start("Again", "golden-idol").id
    seq = table.forge("Anna", NOTE, said=said)
    [_, found] = audit(table.store).fights
    assert [(seq, f"has a statement of another fight, {first}")] == [*found.statements.faults]


def test_a_statement_holds_in_no_rewritten_log(table: Signed) -> None:
    """She signed after another event than the one that is there now."""
    head = table.store.head(table.id)
    said = table.say(ANNA, "json", encode(NOTE), Head(head.seq, bytes(32)))
    table.forge("Anna", NOTE, said=said)
    assert f"of another log: #{head.seq} was another event there" in table.find_faults()[0]


def test_a_statement_counts_once(table: Signed) -> None:
    """The same words recorded twice, the second time by the keeper."""
    table.sit("Anna", ANNA).say("note one coin for Sam")
    row = list(table.store.rows(table.id))[-1]
    table.forge("Anna", Noted("one coin for Sam"), said=row.said)
    assert "a statement that was recorded before" in table.find_faults()[0]


def test_a_statement_that_was_held_back_is_told(table: Signed) -> None:
    """Others recorded in between: the audit lists it and judges nothing."""
    head = table.store.head(table.id)
    said = table.say(ANNA, "json", encode(NOTE))
    table.sit("Sam", SAM).say("note the door falls shut")
    seq = table.forge("Anna", NOTE, said=said)
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    assert ((seq, head.seq, "Anna"),) == found.statements.late


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


def test_a_statement_that_cannot_be_read_says_where(table: Signed) -> None:
    """A retry of the line names the event of the fight."""
    seq = table.forge("Tom", NOTE, said='[{"text":"nothing"}]', key="k")
    with pytest.raises(Unreadable, match=f"#{seq} of this fight is no statement"):
        table.sit("Tom", None).say("note Anna gives up her share", "k")


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


def test_a_form_that_is_unknown_cannot_be_judged(table: Signed) -> None:
    """A newer program may have made it."""
    seq = table.forge("Anna", NOTE, said=table.say(ANNA, "haiku", "old pond"))
    found = audit(table.store)
    assert ("cannot be judged", (seq,)) == (found.verdict, found.fights[0].statements.unknown)


def test_a_line_that_reads_otherwise_today_is_told(table: Signed) -> None:
    """The words stand there; that the grammar has changed is no fault."""
    table.sit("Sam", SAM).say("next ambush")
    said = table.say(ANNA, "line", "a ada wolf knife")
    seq = table.forge_line("Anna", "a ada rhino rifle", said)
    found = audit(table.store)
    assert (seq,) == found.fights[0].statements.reworded


def test_another_deed_under_a_signed_line_is_not_right(table: Signed) -> None:
    """She signed a line that is no declaration: nothing tells whether it is this note."""
    seq = table.forge("Anna", NOTE, said=table.say(ANNA, "line", "note hello"))
    found = audit(table.store)
    assert ("cannot be judged", (seq,)) == (found.verdict, found.fights[0].statements.unknown)


@pytest.mark.parametrize("line", ["a ada wolf knife !", "a ada rhino rifle", "a ada rhino rifle !"])
def test_each_declaration_of_a_line_is_compared(table: Signed, line: str) -> None:
    """The second one, too."""
    table.sit("Sam", SAM).say("next ambush")
    seq = table.forge_line("Anna", "a ada rhino rifle !", table.say(ANNA, "line", line))
    [found] = audit(table.store).fights
    same = line == "a ada rhino rifle !"
    assert (() if same else (seq,), ()) == (found.statements.reworded, found.statements.faults)


def test_a_late_command_is_listed_once_with_who_signed(table: Signed) -> None:
    """A command with a key has two statements, one of them signed."""
    head = table.store.head(table.id)
    speech = Speech(table.id, head, "2026-11-22T19:30:00.000Z")
    said = Request("json", encode(NOTE))
    voices = [speech.say(said, key="k"), speech.say(said, ANNA)]
    table.sit("Sam", SAM).say("note the door falls shut")
    seq = table.forge("Anna", NOTE, said=encode_said(voices))
    [found] = audit(table.store).fights
    assert ((seq, head.seq, "Anna"),) == found.statements.late


def _record_declarations(table: Signed, times: int) -> None:
    whole = table.sit("Tom", None).say("a rhino ada").rows[0].event
    for _ in range(times):
        table.forge("Anna", whole, said=table.say(ANNA, "json", CHARGE))


def _record_lines(table: Signed, times: int) -> None:
    at = table.sit("Anna", ANNA)
    for number in range(times):
        at.say(f"set ada HP {number % 4}: a scratch", f"key {number}")


@pytest.mark.slow
@pytest.mark.parametrize("record", [_record_declarations, _record_lines])
def test_the_cost_of_what_was_stated_is_linear(record: Callable[[Signed, int], None]) -> None:
    """Eight times the signed declarations, or lines with keys, take no more than about eight times
    the time."""

    def measure(times: int) -> float:
        table = Signed()
        table.sit("Sam", SAM).say("next ambush")
        record(table, times)
        rows = list(table.store.rows(table.id))
        recorded = [*map(decode_row, rows)]
        best = 9.0
        for _ in range(3):
            began = time.process_time()
            assert () == audit_statements(table.id, rows, recorded, parse_declarations).faults
            best = min(best, time.process_time() - began)
        return best

    assert measure(1600) < 14 * measure(200) + 0.01


def test_signatures_are_kept_through_a_retry(table: Signed) -> None:
    """A key repeated returns what was recorded, and another command under it is refused."""
    at = table.sit("Anna", ANNA)
    first = at.say("note once", "k").rows
    assert first == at.say("note once", "k").rows
    with pytest.raises(KeyReused):
        at.say("note twice", "k")
    assert [] == table.find_faults()


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("key", ["a\nb", "k" * 300, "a\ud800b"])
def test_a_key_that_fits_no_statement_is_refused(keys: bool, key: str) -> None:
    """With a signature and without: nothing is recorded that the audit would call wrong."""
    table = Signed(keys)
    before = table.store.head(table.id)
    at = table.sit("Sam", SAM if keys else None)
    with pytest.raises(Refused):
        at.fight.note("hi", key=key)
    with pytest.raises(Refused):
        at.fight.note("a\ud800b", key="k")
    assert before == table.store.head(table.id)


def test_a_disk_that_is_full_leaves_no_half_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, and no file that the next try would take for a key."""

    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Unreadable, match=r"key\.pem cannot be written: No space left"):
        make_key(tmp_path / "key.pem")
    assert not (tmp_path / "key.pem").exists()


def test_a_variable_that_names_no_key_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sets it means to sign: nothing goes on unsigned in silence."""
    monkeypatch.setenv("COMBATLOG_KEY", str(tmp_path / "none.pem"))
    with pytest.raises(Unreadable, match=r"none\.pem is no file with a key"):
        find_user_key()
    monkeypatch.setenv("COMBATLOG_KEY", "~nobody-of-this-name/key.pem")
    with pytest.raises(Unreadable, match="home folder that is not known"):
        find_user_key()
    monkeypatch.setenv("COMBATLOG_KEY", "")
    assert find_user_key() is None


def test_a_folder_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not taken for having no key."""
    monkeypatch.delenv("COMBATLOG_KEY", raising=False)
    found = Path.stat

    def stat(path: Path, **more: bool) -> os.stat_result:
        if path.name == "key.pem":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return found(path, **more)

    monkeypatch.setattr(Path, "stat", stat)
    with pytest.raises(Unreadable, match=r"key\.pem cannot be read: Permission denied"):
        find_user_key()


def test_the_hint_for_a_path_with_a_space_can_be_pasted(tmp_path: Path) -> None:
    """The path is quoted for the shell."""
    path = tmp_path / "my keys" / "key.pem"
    make_key(path)
    if os.name == "posix":
        path.chmod(0o644)
        with pytest.raises(Refused, match=f"chmod 600 '{path}'"):
            load_key(path)


def test_a_key_file_is_private_and_never_overwritten(tmp_path: Path) -> None:
    """Only its owner may read it, and a second one under its name is refused."""
    path = tmp_path / "deep" / "key.pem"
    made = make_key(path)
    assert made.id == load_key(path).id
    with pytest.raises(Refused, match="is not overwritten"):
        make_key(path)
    if os.name == "posix":
        assert 0o600 == path.stat().st_mode & 0o777
        path.chmod(0o644)
        with pytest.raises(Refused, match="chmod 600"):
            load_key(path)


def test_a_key_under_a_passphrase_is_refused(tmp_path: Path) -> None:
    """As other tools write them; combatlog asks for no passphrase."""
    private = Ed25519PrivateKey.generate()
    form = (Encoding.PEM, PrivateFormat.PKCS8)
    path = tmp_path / "key.pem"
    path.touch(0o600)
    path.write_bytes(private.private_bytes(*form, BestAvailableEncryption(b"geese")))
    with pytest.raises(Unreadable, match=r"key\.pem is locked by a password, and combatlog asks"):
        load_key(path)
    path.write_bytes(private.private_bytes(*form, NoEncryption()))
    assert private.public_key().public_bytes_raw().hex() == load_key(path).public


@pytest.mark.parametrize("content", [b"", b"-----BEGIN PRIVATE KEY-----\nxx\n", b"\xff" * 40])
def test_a_file_that_is_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    """In one sentence that names it."""
    path = tmp_path / "key.pem"
    path.touch(0o600)
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=r"key\.pem holds no Ed25519 key"):
        load_key(path)


def test_the_line_of_a_fight_counts_the_changes_of_keys() -> None:
    """The audit of several fights shows no more of one that is right."""
    at_table = Signed()
    at_table.sit("Sam", SAM).say("revoke Anna: lost")
    (fight,) = audit(at_table.store).fights
    assert "3 keys bound or revoked" in summarize_fight(fight)


def _build_texts(table: Signed) -> str:
    """Return the whole report of the audit as one text."""
    return "\n".join(line for part in build_report(audit(table.store)) for line in part.lines)


@pytest.mark.parametrize("by", ["Tom", "Sam", ""])
def test_what_one_signed_and_another_recorded_is_told(table: Signed, by: str) -> None:
    """Several may have a part in a command, so it is no fault; who signed and who recorded is
    listed."""
    said = table.say(ANNA, "json", encode(NOTE))
    if by == "Sam":
        voices = [*decode_said(said), *decode_said(table.say(SAM, "json", encode(NOTE)))]
        said = encode_said(voices)
    seq = table.forge(by, NOTE, said=said)
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    assert ((seq, "Anna", by),) == found.statements.others
    assert f"#{seq} signed by Anna, recorded by {by or 'nobody named'}" in _build_texts(table)


def _start_again(table: Signed, title: str, anchor: str, said: str) -> None:
    """Begin a campaign anew with another start, as the keeper of the file can."""
    [started, bound, *_] = [row.event for row in table.store.read(table.id)]
    assert isinstance(started, FightStarted)
    started = replace(started, title=title, anchor=anchor)
    table.store = MemoryStore()
    table.store.append(table.id, 0, [Entry(started), Entry(bound)], by="Sam", said=said)


def test_another_start_under_the_starters_signature_is_wrong(table: Signed) -> None:
    """Another title, or another root of the dice, than Sam has signed; or his word for it left
    out."""
    said = next(table.store.rows(table.id)).said or ""
    started = next(table.store.read(table.id)).event
    assert isinstance(started, FightStarted)
    _start_again(table, "Bridge", started.anchor, said)
    assert [] == table.find_faults()
    _start_again(table, "Yard", started.anchor, said)
    assert ["#1 does another thing than what was signed"] == table.find_faults()
    _start_again(table, "Bridge", "ab" * 32, said)
    assert ["#1 does another thing than what was signed"] == table.find_faults()
    _start_again(table, "Bridge", "ab" * 32, encode_said(decode_said(said)[:1]))
    assert "Sam has not signed it" in table.find_faults()[0]


def test_another_root_in_a_signed_command_is_wrong(table: Signed) -> None:
    """The keeper puts it before Anna's attack, and could try roots until the dice please."""
    table.sit("Sam", SAM).say("next ambush")
    attack = table.sit("Tom", None).say("a ada rhino rifle").rows[0].event
    table.sit("Tom", None).say("undo")
    root = Anchored("ab" * 32, 64, "lost")
    for form, payload in (("json", encode(attack)), ("line", "a ada rhino rifle")):
        seq = table.forge("Anna", root, attack, said=table.say(ANNA, form, payload))
        faults = [f"#{each.seq}" for each in audit(table.store).fights[0].statements.faults]
        assert f"#{seq}" in faults
        root = Anchored("cd" * 32, 64, "lost")


def test_another_root_that_its_author_signed_is_told(table: Signed) -> None:
    """Anna goes on where the root is not: she signs the new one with her attack."""
    table.sit("Sam", SAM).say("next ambush")
    rows = list(table.store.rows(table.id))
    table.store = MemoryStore()
    table.store.adopt(table.id, rows, {})
    at = table.sit("Anna", ANNA)
    for line in ("a ada rhino rifle", "go", "undo 2", "a ada rhino rifle", "go"):
        at.say(line)
    assert [] == [*audit(table.store).fights[0].statements.faults]
    assert "another root of the dice serves from" in _build_texts(table)
    assert "put there by Anna" in _build_texts(table)


def test_a_die_drawn_from_another_root_is_signed_with_it(table: Signed) -> None:
    """A command that only draws a die: the root and the die are both hers."""
    at = table.sit("Sam", SAM)
    for line in ("dice typed", "harm wolf d6", "dice digital"):
        with suppress(Refused):
            at.say(line)
    rows = list(table.store.rows(table.id))
    table.store = MemoryStore()
    table.store.adopt(table.id, rows, {})
    result = table.sit("Anna", ANNA).say("roll")
    assert isinstance(result.rows[0].event, Anchored)
    assert [] == [*audit(table.store).fights[0].statements.faults]
    [*_, voice] = decode_said(next(table.store.rows(table.id, result.rows[0].seq - 1)).said or "")
    assert '"type":"anchored"' in voice.text and '"type":"rolled"' in voice.text
