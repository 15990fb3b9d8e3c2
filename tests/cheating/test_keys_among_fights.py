"""Ways to go on with a key, or to get one, in another fight of the campaign; and who may revoke."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from combatlog.app import known_keys
from combatlog.app.campaign import Campaign, create as create_campaign, open as open_campaign
from combatlog.app.fight import Fight
from combatlog.app.known_keys import find_known_keys
from combatlog.app.session import Session
from combatlog.files.audit import audit
from combatlog.terminal.views.audit import build_report
from events.errors import Refused
from events.serialization.codec import encode
from events.signatures import SigningKey, create_key
from events.store.protocol import Store
from events.types.declarations import FightStarted
from events.types.keys import KeyBound, KeyRevoked
from replay.log.keys import BoundKeys
from rulesets.definitions.shipped import load_game
from tests.cheating.signed import ANNA, NOTE, SAM, THIEF, Signed, table
from tests.support.tampered_files import open_unguarded

__all__ = ["table"]


def _list_told(table: Signed) -> list[str]:
    """Return what is told of the keys of several fights, and check that it is no fault."""
    found = audit(table.store)
    assert "right" == found.verdict
    return [each for each in found.order.told if each.startswith("The key ")]


def _start(table: Signed, title: str, by: str = "Sam", key: SigningKey | None = SAM) -> str:
    """Start another fight, and return its id."""
    return table._open(by, key).start(title, "golden-idol").id


def test_a_key_revoked_in_a_newer_fight_signs_in_no_older_one(table: Signed) -> None:
    """The older fight is open, and its log binds the key. Its owner revokes it there, too, and
    binds another."""
    at = table.sit("Anna", ANNA)
    at.say("note I am here")
    first, table.id = table.id, _start(table, "Yard")
    table.sit("Sam", SAM).say("revoke Anna: stolen")
    for session in (at, Signed.sit(_at(table, first), "Anna", ANNA)):
        with pytest.raises(Refused, match="revoked in another fight of this campaign"):
            session.say("note I give up my share")
    assert [] == _list_told(table)
    at.say(f"revoke {ANNA.id[:8]}: stolen")
    new = create_key()
    _at(table, first).sit("Anna", new).say("bind")
    _at(table, first).sit("Anna", new).say("note it is me")
    assert [] == _list_told(table)


def _at(table: Signed, fight: str) -> Signed:
    """Return the table at another fight of the campaign."""
    table.id = fight
    return table


def test_a_key_that_signs_elsewhere_after_it_was_revoked_is_told(table: Signed) -> None:
    """A program that does not look at other fights, or whoever holds the file."""
    first, table.id = table.id, _start(table, "Yard")
    table.sit("Sam", SAM).say("revoke Anna: stolen")
    table.id = first
    seq = table.forge("Anna", NOTE, said=table.say(ANNA, "json", encode(NOTE)))
    [told] = _list_told(table)
    where = f"The key {ANNA.id[:8]}… was revoked in Yard"
    assert f"{where}, and has signed since in Bridge, last #{seq}" == told


def test_another_key_of_a_name_in_another_fight_is_told(
    table: Signed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds the file starts a fight in which a thief's key speaks for Anna."""
    monkeypatch.setattr(Campaign, "_has_keys", lambda campaign: False)
    table.id = _start(table, "Yard", "Eve", None)
    bound = KeyBound("ánna", THIEF.public)
    table.forge("Eve", bound, said=table.say(THIEF, "bind", encode(bound)))
    [told] = _list_told(table)
    assert (
        f"The key {THIEF.id[:8]}… speaks for ánna in Yard, and in Bridge another, {ANNA.id[:8]}…"
    ) == told


def test_a_name_without_its_key_in_a_later_fight_is_told(
    table: Signed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start left Anna's key out, so anybody could record as Anna. An older fight may have
    none."""
    old = Signed(keys=False)
    old.sit("Anna", None).say("note early")
    old.id = _start(old, "Later")
    old.sit("Anna", ANNA).say("bind")
    assert [] == [each for each in audit(old.store).order.told if "signs in" in each]
    monkeypatch.setattr(Campaign, "_has_keys", lambda campaign: False)
    table.id = _start(table, "Yard", "Eve", None)
    table.sit("Anna", None).say("note I give up my share")
    found = audit(table.store)
    told = "Anna signs in Bridge, and no key speaks for that name in Yard, which was started later"
    assert ("right", told) == (found.verdict, found.order.told[-1])


def test_keys_that_vouched_for_each_other_are_one_persons(table: Signed) -> None:
    """Anna's second key has the word of her first, in whatever fight; nothing is told."""
    first, table.id = table.id, _start(table, "Yard")
    new = create_key()
    table.sit("Anna", ANNA).fight.bind_key(new)
    _start(table, "Cave")
    table.id = first
    table.sit("Anna", ANNA).fight.bind_key(new)
    assert [] == _list_told(table)


def test_a_key_slipped_in_with_the_start_is_told(table: Signed) -> None:
    """There a key needs no word of the one before it; but no earlier fight knows it. Anna's own key
    beside it is not told."""
    started = next(table.store.read(table.id))
    assert isinstance(started.event, FightStarted)
    table.id = "yard"
    events = (KeyBound("Anna", ANNA.public), KeyBound("Anna", THIEF.public, "also"))
    table.forge("Eve", replace(started.event, title="Yard"), *events)
    assert ["Bridge", "Yard"] == [fight.title for fight in audit(table.store).fights]
    [told] = _list_told(table)
    where = f"The key {THIEF.id[:8]}… speaks for Anna in Yard, and in Bridge another"
    assert f"{where}, {ANNA.id[:8]}…" == told


def test_nobody_binds_a_key_to_a_name_that_signs_in_the_campaign() -> None:
    """Nor where nobody has spoken for it yet, in an older fight: that would make the key known."""
    early = Signed(keys=False)
    early.sit("Tom", None).say("note early")
    late = _start(early, "Late")
    early.id, first = late, early.id
    early.sit("Anna", ANNA).say("bind")
    early.id = first
    with pytest.raises(
        Refused, match=f"another key \\({ANNA.id[:8]}…\\); bind that one here first"
    ):
        early.sit("Anna", THIEF).say("bind")
    bound = KeyBound("Anna", THIEF.public)
    early.forge("Anna", bound, said=early.say(THIEF, "bind", encode(bound)))
    third = Fight(early.store, _start(early, "Third"), "Sam")
    events = [row.event for row in third.history.rows]
    assert ["Anna"] == [
        e.person for e in events if isinstance(e, KeyBound) and e.key == ANNA.public
    ]
    assert not [e for e in events if isinstance(e, KeyBound) and e.key == THIEF.public]


def test_a_revocation_holds_for_what_a_thief_bound_and_carried_over(table: Signed) -> None:
    """With the stolen key he binds one of his own, and the next fight binds both. Revoked in any
    fight, they speak in none."""
    table.sit("Anna", ANNA).fight.bind_key(THIEF)
    first, table.id = table.id, _start(table, "Yard")
    table.sit("Anna", THIEF).say("note I give up my share")
    for id in (ANNA.id, THIEF.id):
        _at(table, first).sit("Sam", SAM).say(f"revoke {id[:8]}: stolen")
    table.id = next(id for id in table.store.fights() if id != first)
    for key in (ANNA, THIEF):
        with pytest.raises(Refused, match="revoked in another fight"):
            table.sit("Anna", key).say("note and my boots")
    with pytest.raises(Refused, match="revoked in another fight"):
        table.sit("Anna", THIEF).fight.bind_key(create_key())
    table.id = _start(table, "Cave")
    with pytest.raises(Refused, match="key of Anna is revoked"):
        table.sit("Anna", THIEF).say("note and my boots")
    assert [] == _list_told(table)


@pytest.mark.parametrize("by", ["Tom", ""])
def test_who_neither_owns_a_key_nor_started_the_fight_does_not_revoke_it(
    table: Signed, by: str
) -> None:
    """At the prompt it is refused with who may; in the file it is told, and stays in that fight."""
    with pytest.raises(Refused, match="revoked by Anna, or by Sam, who started the fight"):
        table.sit(by, None).say("revoke Anna: so there")
    seq = table.forge(by, KeyRevoked(ANNA.id, "so there"))
    assert [] == table.find_faults()
    text = "\n".join(line for part in build_report(audit(table.store)) for line in part.lines)
    who = by or "nobody named"
    assert f"#{seq} revokes a key of Anna, and {who} neither owns it nor started" in text
    _at(table, _start(table, "Yard")).sit("Anna", ANNA).say("note my key still speaks")


def test_a_lost_key_of_whoever_started_the_fight_anybody_revokes(table: Signed) -> None:
    """Nobody else could: Sam cannot sign any more."""
    table.sit("Tom", None).say("revoke Sam: his phone fell into the harbour")
    new = create_key()
    table.sit("Sam", new).say("bind")
    assert [] == table.find_faults()
    _start(table, "Yard", "Sam", new)
    assert [] == _list_told(table)


def test_the_owner_revokes_one_key_with_another(table: Signed) -> None:
    """Both are Anna's; the command is signed by the one that stays."""
    new = create_key()
    table.sit("Anna", ANNA).fight.bind_key(new)
    table.sit("Anna", new).say(f"revoke {ANNA.id[:8]}: an old laptop")
    table.sit("Anna", new).say("note still me")
    assert [] == table.find_faults()


@contextmanager
def _sit_in_file(path: Path, number: str) -> Iterator[Session]:
    """Open a session of Anna at a fight of a campaign file."""
    with open_campaign(path, "Anna", lambda: ANNA) as campaign:
        yield Session(campaign, campaign.fight(number))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign file with three fights, in which Sam and Anna sign."""
    path = tmp_path / "a.combatlog"
    with create_campaign(path, "Sam", lambda: SAM) as campaign:
        campaign.start("Bridge", "golden-idol")
    with _sit_in_file(path, "1") as at:
        at.say("bind")
    for title in ("Yard", "Cave"):
        with open_campaign(path, "Sam", lambda: SAM) as campaign:
            campaign.start(title, "golden-idol")
    return path


def test_what_another_program_revokes_meanwhile_holds_here(path: Path) -> None:
    """Also where the other fight, which this one has looked at before, has gone on since."""
    with _sit_in_file(path, "1") as at, open_campaign(path, "Sam", lambda: SAM) as campaign:
        other = Session(campaign, campaign.fight("2"))
        at.say("note I am here")
        other.say("note so am I")
        at.say("note still here")
        other.say("revoke Anna: stolen")
        with pytest.raises(Refused, match="revoked in another fight of this campaign"):
            at.say("note and here")


def test_keys_are_read_again_only_where_a_fight_has_new_ones(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That another fight goes on costs no look at the keys of the whole campaign. To revoke one
    takes a look, and the other fight another."""
    read: list[Store] = []

    def find_keys(store: Store) -> BoundKeys:
        read.append(store)
        return find_known_keys(store)

    monkeypatch.setattr(known_keys, "find_known_keys", find_keys)
    with _sit_in_file(path, "1") as at, open_campaign(path, "Sam", lambda: SAM) as campaign:
        other = Session(campaign, campaign.fight("2"))
        looked = []
        for line in ("note so am I", "revoke Anna: stolen", "note and still"):
            other.say(line)
            at.fight.find_revoked_elsewhere()
            looked.append(len(read))
        assert {ANNA.id} == {*at.fight.find_revoked_elsewhere()}
    assert [0, 2, 2] == looked


def test_that_revoked_keys_cannot_be_read_is_told_once(path: Path) -> None:
    """Another fight is damaged; this one can go on, with what was known before."""
    with open_campaign(path, "Sam", lambda: SAM) as campaign:
        other = Session(campaign, campaign.fight("2"))
        (revoked,) = other.say("revoke Anna: stolen").rows
    with closing(open_unguarded(path)) as connection:
        connection.execute(
            "UPDATE events SET parent = seq WHERE fight = ? AND seq = ?",
            (other.fight.id, revoked.seq),
        )
    with _sit_in_file(path, "1") as at:
        (told,) = at.say("note I am here").told
        assert () == at.say("note and here").told
    assert told.startswith("A key that was revoked in another fight may still sign here, because")
    assert f"#{revoked.seq} follows #{revoked.seq}; combatlog rescue" in told


def test_a_fight_of_ones_own_silences_nobody_elsewhere(table: Signed) -> None:
    """Tom starts a fight, revokes everybody's keys in it and binds his own as Anna's: that holds
    there alone. In her own fight Anna goes on, and the next one binds her key."""
    table.sit("Anna", ANNA).say("note I am here")
    tom, bridge = create_key(), table.id
    scrap = table._open("Tom", tom).start("Scrap", "golden-idol").id
    table.id = scrap
    (told,) = table.sit("Tom", tom).say("revoke Anna: stolen").told
    assert told.startswith("In the other fights this key still speaks for Anna.")
    assert "revoke it in fight 1" in told
    thief = create_key()
    table.sit("Anna", thief).say("bind")
    table.id = bridge
    table.sit("Anna", ANNA).say("note and still")
    third = table._open("Anna", ANNA).start("Third", "golden-idol")
    assert third.history.keys is not None
    assert thief.id not in third.history.keys.list_living()
    (told,) = [each for each in audit(table.store).order.told if thief.id[:8] in each]
    assert f"{thief.id[:8]}… speaks for Anna in Scrap, and in Bridge another" in told


def test_a_signed_revocation_counts_in_every_fight(table: Signed) -> None:
    """Sam, who started the fight in which Anna's key was bound first, revokes it in another one."""
    bridge = table.id
    table.id = table._open("Sam", SAM).start("Again", "golden-idol").id
    assert () == table.sit("Sam", SAM).say("revoke Anna: stolen").told
    table.id = bridge
    with pytest.raises(Refused, match="revoked in another fight"):
        table.sit("Anna", ANNA).say("note I give up my share")


def test_a_start_that_alleges_a_revocation_is_told(table: Signed) -> None:
    """Whoever keeps the file begins a fight with Anna's key as revoked in an earlier one."""
    table.id = "forged"
    started = FightStarted("Yard", load_game("golden-idol"))
    revoked = KeyRevoked(ANNA.id, "stolen")
    table.forge("Eve", started, KeyBound("Anna", ANNA.public, "first"), revoked)
    (told,) = audit(table.store).order.told
    assert "Yard begins with the key" in told
    assert "of Anna as revoked in an earlier fight, and no other fight revokes it" in told
