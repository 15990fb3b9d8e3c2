"""A seal of format 1, kept elsewhere, shows what the chain of digests cannot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from combatlog.files import audit as files
from combatlog.files.audit import audit, audit_export
from combatlog.files.jsonl import export_lines
from events.errors import Refused
from events.store.campaign_file import SQLiteStore, open_campaign
from events.store.envelope import Row
from events.store.memory import MemoryStore
from replay.audit.seals import CampaignSeal, SealCheck, read_seal
from tests.support.tampered_files import (
    campaign_of_two,
    open_unguarded,
    recompute_digests,
    record_brawl,
    rows_of,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sealed.combatlog"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    campaign_of_two(path, format=1)
    with closing(open_campaign(path)) as store:
        yield store


BOTH = ("The cave (fight 1)", "The gorge (fight 2)")


def sealed(store: SQLiteStore | MemoryStore, only: str = "") -> CampaignSeal:
    """Return the seal of a campaign of format 1."""
    seal = files.seal_campaign(store, only)
    assert isinstance(seal, CampaignSeal)
    return seal


def held(store: SQLiteStore | MemoryStore, seal: CampaignSeal, only: str = "") -> SealCheck:
    """Return the check of a campaign against a seal; it is right exactly if the seal holds."""
    found = audit(store, only, seal)
    assert found.seal is not None
    assert found.right == (not found.seal.wrong)
    return found.seal


def holding(fights: dict[str, list[Row]]) -> MemoryStore:
    """Return a campaign of these fights."""
    store = MemoryStore(format=1)
    for fight, rows in fights.items():
        store.adopt(fight, rows)
    return store


def every(store: SQLiteStore) -> dict[str, list[Row]]:
    """Return the rows of each fight."""
    return {fight: rows_of(store, fight) for fight in store.fights()}


def test_a_seal_is_one_short_line(store: SQLiteStore) -> None:
    """A seal is the lengths of the fights and one digest, short enough for a chat."""
    text = str(sealed(store))
    assert text.startswith("combatlog:1:22,5:")
    assert "\n" not in text
    assert len(text) < 80


def test_a_seal_is_found_in_the_text_around_it(store: SQLiteStore) -> None:
    """A seal is found in a longer text that was pasted."""
    seal = sealed(store)
    for text in (f"  {seal}\n", f"Mia: `{seal}`, good night!", f"<{seal}>", f"**{seal}**."):
        assert seal == read_seal(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "combatlog:1:5",
        "combatlog:1::" + "a" * 40,
        "combatlog:1:5:" + "a" * 39,
        "combatlog:1:5:" + "a" * 41,
        "combatlog:1:5:" + "g" * 40,
        f"combatlog:1:{'9' * 5000}:" + "a" * 40,
    ],
)
def test_what_is_no_seal_is_refused(text: str) -> None:
    """A text without a seal is refused in one sentence that shows what a seal looks like."""
    with pytest.raises(Refused, match="That is not a seal; a seal looks like"):
        read_seal(text)


def test_nothing_is_no_seal() -> None:
    """An empty campaign cannot be sealed."""
    with pytest.raises(Refused, match="no fight yet"):
        sealed(MemoryStore(format=1))


def test_what_was_sealed_is_there(store: SQLiteStore) -> None:
    """A seal holds if nothing was recorded since."""
    assert SealCheck("", (1, 2), 0, 0, BOTH) == held(store, sealed(store))


def test_growth_is_right_and_told(path: Path, store: SQLiteStore) -> None:
    """Events and fights recorded after the seal are counted, and are no fault."""
    seal = sealed(store)
    campaign = Campaign(store)
    Session(campaign, campaign.fight("gorge")).say("note It rains.")
    Session(campaign, campaign.fight("cave")).say("undo")
    record_brawl(campaign, "tower")
    assert SealCheck("", (1, 2), 2, 1, BOTH) == held(store, seal)


def test_a_cut_end_shows(path: Path, store: SQLiteStore) -> None:
    """A cut end, which the chain cannot show, breaks the seal."""
    seal = sealed(store)
    with closing(open_unguarded(path)) as connection:
        connection.execute("DELETE FROM events WHERE fight = 'cave' AND seq > 15")
    assert audit(store).right
    wrong = "The cave (fight 1) was sealed with 22 events and has 15: 7 of them are gone"
    assert SealCheck(f"{wrong}; or the seal is of other fights") == held(store, seal)


@pytest.mark.parametrize("seq", range(1, 23))
def test_a_chain_written_anew_shows(store: SQLiteStore, seq: int) -> None:
    """A chain computed again from any event on breaks the seal."""
    seal, fights = sealed(store), every(store)
    cmd = fights["cave"][seq - 1].cmd
    rows = [replace(row, by="nobody") if row.cmd == cmd else row for row in fights["cave"]]
    other = holding({**fights, "cave": recompute_digests("cave", rows)})
    assert audit(other).right
    assert "replaced" in held(other, seal).wrong


def test_an_end_written_anew_and_gone_on_with_shows(store: SQLiteStore) -> None:
    """A recomputed end breaks the seal even if the log is longer than it was."""
    fights = every(store)
    seal = sealed(store)
    other = holding({**fights, "gorge": fights["gorge"][:-1]})
    session = Session(Campaign(other), Campaign(other).fight("gorge"))
    session.say("note Otherwise.")
    session.say("note And on.")
    assert audit(other).right
    assert "replaced" in held(other, seal).wrong


def test_a_fight_that_is_gone_shows(store: SQLiteStore) -> None:
    """A missing fight breaks the seal."""
    fights = every(store)
    other = holding({"cave": fights["cave"]})
    assert SealCheck("2 fights were sealed, and this is one") == held(other, sealed(store))


def test_fights_in_another_order_show(store: SQLiteStore) -> None:
    """Fights in another order break the seal."""
    fights = every(store)
    other = holding({"gorge": fights["gorge"], "cave": fights["cave"]})
    assert held(other, sealed(store)).wrong


def test_another_campaign_is_not_what_was_sealed(store: SQLiteStore) -> None:
    """Another campaign, or the same fight with another id, breaks the seal."""
    other = MemoryStore(format=1)
    record_brawl(Campaign(other), "tower")
    record_brawl(Campaign(other), "well")
    assert held(other, sealed(store)).wrong
    with_other_id = holding({"hole": recompute_digests("hole", rows_of(store, "cave"))})
    assert held(with_other_id, sealed(store, "cave")).wrong


def test_one_fight_can_be_sealed_alone(store: SQLiteStore) -> None:
    """The seal of one fight holds wherever that fight is, and for no other."""
    seal = sealed(store, "gorge")
    assert (5,) == seal.lengths
    assert SealCheck("", (2,), 0, 0, BOTH[1:]) == held(store, seal, only="gorge")
    assert SealCheck("", (2,), 0, 1, BOTH[1:]) == held(store, seal)
    other = "it is the seal of The gorge (fight 2)"
    assert SealCheck("", open=other) == held(store, seal, only="cave")


def test_a_fight_that_was_sealed_alone_and_changed_shows(store: SQLiteStore) -> None:
    """A changed fight breaks its own seal, among other fights, too."""
    seal, fights = sealed(store, "gorge"), every(store)
    other = holding({**fights, "gorge": fights["gorge"][:-1]})
    told = "none of these 2 fights is the one that was sealed; or the seal is of another fight"
    assert told == held(other, seal).wrong
    alone = held(holding({"gorge": fights["gorge"][:-1]}), seal).wrong
    assert alone.startswith(
        "The gorge (fight 1) was sealed with 5 events and has 4: 1 of them is gone"
    )


def test_an_exported_fight_is_held_against_its_seal(store: SQLiteStore) -> None:
    """An exported fight can be checked against its seal."""
    seal = sealed(store, "cave")
    whole = "\n".join(export_lines(store, "cave")).encode()
    found = audit_export(BytesIO(whole), seal)
    assert found.right
    assert SealCheck("", (0,), 0, 0, ("The cave",)) == found.seal
    earlier = "\n".join(export_lines(store, "cave", upto=15)).encode()
    cut = audit_export(BytesIO(earlier), seal)
    assert not cut.right
    assert audit_export(BytesIO(earlier)).right


def test_an_export_cannot_be_held_against_the_seal_of_a_campaign(store: SQLiteStore) -> None:
    """That is neither right nor wrong, and the report says what can be checked."""
    whole = "\n".join(export_lines(store, "cave")).encode()
    found = audit_export(BytesIO(whole), sealed(store))
    assert (True, False) == (found.right, found.judged)
    assert found.seal is not None
    assert "the seal is over 2 fights; ask for: combatlog seal -f N" == found.seal.open


def test_one_fight_is_audited_against_the_seal_of_its_campaign(store: SQLiteStore) -> None:
    """The seal covers the whole campaign, so its other fights are checked for it, too."""
    seal = sealed(store)
    assert SealCheck("", (1, 2), 0, 0, BOTH) == held(store, seal, only="gorge")


@pytest.mark.parametrize(("seq", "holds"), [(3, False), (5, False), (6, True)])
def test_a_broken_fight_is_not_what_was_sealed(path: Path, seq: int, holds: bool) -> None:
    """A break after the sealed events leaves the seal whole."""
    campaign_of_two(path, format=1)
    with closing(open_campaign(path)) as store:
        seal = sealed(store, "gorge")
        Session(Campaign(store), Campaign(store).fight("gorge")).say("note It rains.")
    with closing(open_unguarded(path)) as connection:
        connection.execute(f"UPDATE events SET by = 'x' WHERE fight = 'gorge' AND seq = {seq}")
    with closing(open_campaign(path)) as store:
        found = audit(store, "gorge", seal)
        assert not found.right
        assert found.seal is not None
        assert ((2,) if holds else ()) == found.seal.holds
        assert holds == (not found.seal.wrong)


def test_a_broken_fight_is_not_sealed(path: Path, store: SQLiteStore) -> None:
    """A broken fight is refused a seal; the others can be sealed."""
    with closing(open_unguarded(path)) as connection:
        connection.execute("UPDATE events SET by = 'x' WHERE fight = 'cave' AND seq = 6")
    with pytest.raises(Refused, match=r"The cave \(fight 1\) is not as it was recorded from #6 on"):
        sealed(store)
    assert (5,) == sealed(store, "gorge").lengths


def test_digests_that_are_none_are_not_what_was_sealed(path: Path, store: SQLiteStore) -> None:
    """Anything in the place of a digest is reported without an error."""
    seal = sealed(store)
    with closing(open_unguarded(path)) as connection:
        connection.execute("UPDATE events SET digest = 'text' WHERE fight = 'cave' AND seq = 22")
    assert held(store, seal).wrong
