"""Correcting at the table: said, looked at, applied."""

from __future__ import annotations

import pytest

from combatlog.session import Session
from events.corrections import Corrected, Skipped
from events.declarations import Attack
from events.errors import Conflict, Refused
from events.rolls import Rolled
from events.rows import Recorded
from events.vocabulary import AnyEvent
from tests.combatlog.talk import session

ROUND = """\
next ambush
a ada rhino rifle
a ben rhino knife
go
9 3 4
a rhino ben
go
6
"""


def played(game: str = "golden-idol") -> Session:
    """Ada and Ben have struck the rhinoceros, and it Ben."""
    at = session(game)
    for line in ROUND.splitlines():
        at.say(line)
    return at


def seq_of(at: Session, kind: type[AnyEvent], by: str = "") -> int:
    """The last event of a kind on the line, by somebody."""
    history = at.fight.history
    rows: list[Recorded] = [
        row
        for row in history.on_line(len(history))
        if isinstance(row.event, kind) and by in ("", getattr(row.event, "by", ""))
    ]
    return rows[-1].seq


def said(at: Session, *lines: str) -> list[str]:
    """Everything that these lines come to."""
    return [told for line in lines for told in at.say(line).lines]


def protection(at: Session, who: str) -> int:
    """How much is left."""
    return at.fight.state.combatants[who].scores["HP"]


def test_a_correction_is_shown_before_it_is_made() -> None:
    """Nothing is recorded until it is applied, and all of it then, as one command."""
    at = played()
    length, die = len(at.fight.history), seq_of(at, Rolled, "rhinoceros")
    shown = said(at, f"amend {die} 5: misread")
    assert length == len(at.fight.history)
    assert f"Amending #{die}, Rhinoceros d8 → 6 (damage), typed: misread." == shown[0]
    assert any(line.split() == ["Ben", "HP", "1", "2"] for line in shown)
    said(at, "yes")
    assert 2 == protection(at, "ben")
    assert length + 1 == at.fight.history[len(at.fight.history)].cmd


def test_a_dropped_correction_changes_nothing() -> None:
    """After a no the fight goes on as if it had not been said."""
    at = played()
    length = len(at.fight.history)
    said(at, f"strike {seq_of(at, Attack)}: it slept", "no", "note still here")
    assert length + 1 == len(at.fight.history)


def test_while_a_correction_waits_one_can_look_and_nothing_else() -> None:
    """The state can be shown, and a declaration is refused."""
    at = played()
    said(at, f"strike {seq_of(at, Attack)}: it slept")
    assert "Golden Idol" in said(at, "state")[0]
    with pytest.raises(Refused, match="waits: yes applies it, no drops it"):
        at.say("next")


def test_a_reason_is_asked_for() -> None:
    """A correction without a why is refused, and nothing waits."""
    at = played()
    with pytest.raises(Refused, match="Say why"):
        at.say(f"strike {seq_of(at, Attack)}")
    assert at.correcting is None


def test_a_modifier_alone_is_added_to_what_was_declared() -> None:
    """“imp: mud” keeps attacker, target and weapon; the smaller die is asked for."""
    at = played()
    shown = said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    assert shown[-1].startswith("Missing: Rhinoceros d4 (damage).")
    said(at, "3", "yes")
    assert 4 == protection(at, "ben")


def test_nothing_is_applied_while_dice_are_missing() -> None:
    """A yes that comes too early is refused, and the correction still waits for its die."""
    at = played()
    said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten")
    with pytest.raises(Refused, match="Dice are missing"):
        at.say("yes")
    with pytest.raises(Refused, match="d4"):
        at.say("5")
    said(at, "rhino d4 3", "yes")
    assert 4 == protection(at, "ben")


def test_missing_dice_can_be_drawn() -> None:
    """“roll” draws them from sealed dice, in a typed fight as well."""
    at = played()
    shown = said(at, f"amend {seq_of(at, Attack, 'rhinoceros')} imp: mud; why: forgotten", "roll")
    assert any(line.startswith("New dice: Rhinoceros d4") for line in shown)
    said(at, "yes")
    assert at.fight.history[seq_of(at, Rolled)].event.draw is not None  # type: ignore[union-attr]


def test_how_somebody_joined_is_amended_by_what_was_wrong() -> None:
    """Numbers and traits that are not named stay as they were."""
    at = played()
    said(at, "amend 3 armor 3, HP 5/8: the wrong sheet", "yes")
    ben = at.fight.state.combatants["ben"]
    assert (2, 8, 3, 12) == (ben.scores["HP"], ben.maxima["HP"], ben.armor, ben.scores["STR"])


def test_what_is_impossible_now_can_be_ruled_on() -> None:
    """An attack of somebody who was not there is skipped, or the fight stops there."""
    at = played()
    shown = said(at, "strike 6: there was none")
    assert "No longer possible:" in shown
    stopped = said(at, f"stop {seq_of(at, Attack, 'ada')}")
    assert any(line.startswith("The fight stops there;") for line in stopped)
    said(at, "skip all", "yes")
    skips = [row for row in at.fight.history.rows if isinstance(row.event, Skipped)]
    assert 4 == len(skips)


def test_what_was_struck_out_is_put_back() -> None:
    """Amending it without saying anything brings it back, with the dice that fell."""
    at = played()
    at.say(f"strike {seq_of(at, Attack, 'ada')}: she slept !")
    assert 20 - 1 == protection(at, "rhinoceros")
    at.say(f"amend {seq_of(at, Skipped)}: she did not !")
    assert 20 - 6 == protection(at, "rhinoceros")


def test_what_was_forgotten_is_put_in() -> None:
    """It stands before the event that is named."""
    at = played()
    said(at, f"insert {seq_of(at, Attack, 'rhinoceros')} set ben armor 3: a shield", "yes")
    assert 3 == protection(at, "ben")


def test_a_what_if_stands_beside_the_fight() -> None:
    """The branch it left is as it was."""
    at = played()
    said(at, f"what-if strike {seq_of(at, Attack, 'rhinoceros')}", "yes")
    assert 6 == protection(at, "ben")
    said(at, "switch main")
    assert 1 == protection(at, "ben")


def test_a_bare_exclamation_mark_applies_at_once() -> None:
    """For scripts, and for those in a hurry."""
    at = played()
    rows = at.say(f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept !").rows
    assert isinstance(rows[0].event, Corrected)


def test_a_number_for_what_is_no_die_is_refused_with_the_dice() -> None:
    """The sentence says which dice belong to it."""
    at = played()
    attack = seq_of(at, Attack, "rhinoceros")
    with pytest.raises(Refused, match=rf"#{attack} is no die; its dice are #\d+ \(d8 6\)"):
        at.say(f"amend {attack} 6: misread")


def test_a_correction_said_again_with_its_key_is_made_once() -> None:
    """A script that is run again finds its correction made, and goes on."""
    at = played()
    lines = (f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept", "yes")
    for number, line in enumerate(lines):
        at.say(line, f"script, line {number}")
    length = len(at.fight.history)
    for number, line in enumerate(lines):
        at.say(line, f"script, line {number}")
    assert (length, None) == (len(at.fight.history), at.correcting)


def test_a_correction_that_was_overtaken_is_dropped() -> None:
    """Somebody else has recorded since it was shown."""
    at = played()
    other = Session(at.campaign, at.campaign.fight())
    said(at, f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept")
    other.say("note meanwhile")
    with pytest.raises(Conflict, match="meanwhile"):
        at.say("yes")
    assert at.correcting is None


def test_later_fights_are_told_and_left() -> None:
    """Ben came out of the corrected fight into another; that one stays as it is."""
    at = played()
    later = Session(at.campaign, at.campaign.start("The morning after", "golden-idol"))
    later.say("join ben from 1")
    told = said(at, f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept", "yes")
    assert "Ben went on from here into The morning after, which is not changed by this." in told
    assert 1 == protection(later, "ben")
