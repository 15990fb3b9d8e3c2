"""The dice of a fight are closed: at the prompt, and when the next fight is started."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from combatlog.terminal.cli.main import cli
from events.errors import Refused
from events.store.campaign_file import create_campaign
from events.types.commitments import Closed, SecretOpened
from tests.cheating.table import ATTACK, Table
from tests.support.talk import say, start_session

OFFER = "close opens the secret of its dice."


@pytest.fixture
def at() -> Session:
    """A fight with digital dice in which some have fallen."""
    session = start_session(dice="digital")
    for line in ATTACK:
        session.say(line)
    return session


def test_end_opens_nothing_and_offers_to_close(at: Session) -> None:
    """The end of a fight says that close opens the secret; the log holds none."""
    assert OFFER == say(at, "end")[-1]
    assert not any(isinstance(row.event, SecretOpened) for row in at.fight.history.rows)


def test_close_opens_the_secret_of_the_epoch(at: Session) -> None:
    """The reason stands in the log, with or without a colon."""
    rows = at.say("close: the evening is over").rows
    assert [Closed("the evening is over"), SecretOpened] == [rows[0].event, type(rows[1].event)]
    at.say("save ada str")
    assert Closed("midnight") == at.say("close midnight").rows[0].event


def test_close_is_refused_without_open_dice(at: Session) -> None:
    """Nothing was drawn since the last close."""
    at.say("close")
    with pytest.raises(Refused, match="nothing to open"):
        at.say("close")


def test_end_offers_nothing_without_open_dice() -> None:
    """Typed dice have no secret to open."""
    assert OFFER not in say(start_session(), "end")


def test_the_next_start_closes_fights_that_have_ended(tmp_path: Path) -> None:
    """A fight that goes on, or that is closed already, stays as it is."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say(*ATTACK)
    start = ["start", "Next", "--game", "golden-idol", "-c", str(table.path)]
    closed = "Bridge has ended: its dice are closed, and their secret is open."
    assert closed not in CliRunner().invoke(cli, start).output
    CliRunner().invoke(cli, ["declare", "end", "-f", "1", "-c", str(table.path)])
    assert closed in CliRunner().invoke(cli, start).output
    assert closed not in CliRunner().invoke(cli, start).output


def test_a_start_that_is_refused_closes_nothing(tmp_path: Path) -> None:
    """A refused command changes nothing, also in other fights."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say(*ATTACK, "end")
    CliRunner().invoke(cli, ["start", "Next", "--game", "nothing", "-c", str(table.path)])
    with table.sit() as at:
        assert at.fight.has_open_dice


def test_start_salt_and_state_print_the_seal(tmp_path: Path) -> None:
    """The seal is that of the last event, and the state of a past event has none."""
    file = ["-c", str(tmp_path / "a.combatlog")]
    CliRunner().invoke(cli, ["new", file[1]])
    started = CliRunner().invoke(cli, ["start", "Next", "--game", "golden-idol", *file]).output
    salted = CliRunner().invoke(cli, ["salt", "geese", *file]).output
    state = CliRunner().invoke(cli, ["state", *file]).output
    sealed = started.splitlines()[-3:]
    assert "Seal, for the group to keep, or to be read out:" == sealed[0]
    assert re.fullmatch(r"  combatlog:2:[a-z0-9]{8}:1:[0-9a-f]{64}", sealed[1])
    assert 8 == len(sealed[2].split())
    assert salted.splitlines()[-3:] == state.splitlines()[-3:] != sealed
    assert sealed[1:] != state.splitlines()[-2:]
    assert "Seal" not in CliRunner().invoke(cli, ["state", "--at", "1", *file]).output
    for seal in (*sealed[1:], *state.splitlines()[-2:]):
        audited = CliRunner().invoke(cli, ["audit", "--seal", seal.strip(), *file])
        assert "Of Next (fight 1) every event is what was sealed." in audited.output


def test_a_campaign_of_format_1_keeps_its_seal(tmp_path: Path) -> None:
    """Its seal has digits and no words, and is that of `combatlog seal`."""
    path = tmp_path / "old.combatlog"
    with Campaign(create_campaign(path, format=1)) as campaign:
        seal = campaign.start("Old", "golden-idol").seal
    assert () == seal.words
    state = CliRunner().invoke(cli, ["state", "-c", str(path)]).output
    assert f"Seal, for the group to keep: {seal}" == state.splitlines()[-1]
    assert f"{seal}\n" == CliRunner().invoke(cli, ["seal", "-c", str(path)]).output


def test_the_table_is_told_names_also_of_those_who_joined_again() -> None:
    """Ada was taken out and put in again: it is her die that was seen."""
    at = start_session(dice="digital")
    told: list[str] = []
    for line in ("join Zoe pc HP 4 armor 0 STR 10 DEX 10 WIL 10 weapons knife", "save zoe STR"):
        at.say(line)
    for line in ("undo 2", "join Zoe pc HP 4 armor 0 STR 10 DEX 10 WIL 10 weapons rifle"):
        told += at.say(line).told
    assert any("Zoe's" in each for each in told)
    assert not any("zoe's" in each for each in told)


def test_close_waits_for_the_dice_that_are_awaited() -> None:
    """Nothing is opened in the middle of an exchange."""
    at = start_session(dice="mixed")
    for line in ("next ambush", "a wolf ada", "a ada wolf knife", "go !"):
        at.say(line)
    length = len(at.fight.history)
    with pytest.raises(Refused, match=r"Dice are awaited: Ada d6"):
        at.say("close")
    assert length == len(at.fight.history)
