"""Correcting at the table: said, looked at, applied."""

from __future__ import annotations

import pytest

from combatlog.app.session import Session
from combatlog.grammar.commands import Correct
from combatlog.grammar.registry import parse
from combatlog.terminal.views.results import render_result
from events.errors import Conflict, Refused
from events.store.envelope import Recorded
from events.types.declarations import Attack, Join
from events.types.log_events import Corrected, Skipped
from events.types.outcomes import DamageDealt
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from tests.support.talk import say, start_session

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
    at = start_session(game)
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
    return [told for line in lines for told in say(at, line)]


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
    with pytest.raises(Refused, match="waits: y applies it, n drops it"):
        at.say("next")


def test_a_reason_is_asked_for() -> None:
    """A correction without a why is refused, and nothing waits."""
    at = played()
    with pytest.raises(Refused, match="Say why"):
        at.say(f"strike {seq_of(at, Attack)}")
    assert at.correcting is None


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


def test_a_correction_that_was_overtaken_is_shown_anew() -> None:
    """Somebody else has recorded since it was shown: that is told, and it can still be applied."""
    at = played()
    other = Session(at.campaign, at.campaign.fight())
    said(at, f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept")
    other.say("set ben HP 1")
    answer = at.say("yes")
    assert isinstance(answer.refused, Conflict) and not answer.rows
    assert render_result(at, answer)[0].startswith("Striking #")
    assert 1 == protection(at, "ben")
    assert at.say("yes").refused is None
    assert at.correcting is None


def test_a_correction_that_was_overtaken_may_be_possible_no_more() -> None:
    """What it corrects has been taken back meanwhile: then nothing waits."""
    at = played()
    other = Session(at.campaign, at.campaign.fight())
    said(at, f"strike {seq_of(at, Attack, 'rhinoceros')}: it slept")
    other.say("undo 3")
    with pytest.raises(Conflict):
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


def refusal(at: Session, line: str) -> str:
    """Why a line is refused; nothing of it is recorded."""
    length = len(at.fight.history)
    with pytest.raises(Refused) as refused:
        at.say(line)
    assert length == len(at.fight.history)
    return str(refused.value)


def test_whatever_else_speaks_against_it_comes_before_the_reason() -> None:
    """Nobody gives a reason for what cannot be."""
    at = played()
    assert "There is no #999" in refusal(at, "amend 999")
    assert "A d8 shows 1 to 8" in refusal(at, f"amend {seq_of(at, Rolled)} 9")
    assert "Say why" in refusal(at, f"amend {seq_of(at, Rolled)} 5")


def test_the_last_why_is_the_reason() -> None:
    """What stands before it is said, whatever words it has."""
    at = played()
    command = parse("insert 9 note she asked why: nobody knew; why: forgotten", at.fight.state)
    assert Correct("insert", 9, "note she asked why: nobody knew", "forgotten") == command


def test_an_answer_that_nothing_waits_for_is_refused() -> None:
    """“no” is no note."""
    at = played()
    for line in ("yes", "no", "full", "keep 20", "stop 20", "skip all"):
        assert "No correction is waiting." == refusal(at, line)


def killed() -> Session:
    """Ben was dead before the rhinoceros struck him, and is to be struck all the same."""
    at = played()
    at.say(f"insert {seq_of(at, Attack, 'rhinoceros')} kill ben: a fall; why: forgotten")
    return at


def test_a_ruling_is_on_what_is_impossible() -> None:
    """The others are named, in their order; where there are none, that is said."""
    at = played()
    said(at, "strike 6: there was none")
    told = refusal(at, "skip 3")
    seqs = [int(word.strip(",#")) for word in told.split() if word[0] == "#"]
    assert "not “3”." in told and sorted(seqs) == seqs and len(seqs) > 1
    said(at, "no", f"amend {seq_of(at, Rolled)} 5: misread")
    assert (
        "Nothing is impossible after this correction, so there is nothing to rule on."
        == refusal(at, "keep all")
    )


def test_a_number_that_is_off_the_line_is_named_as_it_was_typed() -> None:
    """With what it means, where that is another."""
    at = played()
    dealt, die = seq_of(at, DamageDealt), seq_of(at, Rolled)
    at.say("undo 3")
    assert refusal(at, f"strike {dealt}: x").startswith(f"#{dealt} belongs to #")
    assert refusal(at, f"amend {die} 3: x").startswith(f"#{die} is not part of the fight")


def corrections(at: Session) -> list[int]:
    """The seqs of the corrections on record."""
    return [row.seq for row in at.fight.history.rows if isinstance(row.event, Corrected)]


@pytest.mark.parametrize("how", ["amend", "die", "strike", "insert", "back"])
def test_striking_a_correction_reverses_it(how: str) -> None:
    """Whatever it did, everything is as it was before it."""
    at = played()
    bite, die = seq_of(at, Attack, "rhinoceros"), seq_of(at, Rolled)
    if how == "back":
        at.say(f"strike {bite}: it slept !")
        bite = seq_of(at, Skipped)
    before = at.fight.state.combatants
    said(
        at,
        {
            "amend": f"amend {bite} a rhino dov; why: the other one",
            "die": f"amend {die} 2: misread !",
            "strike": f"strike {bite}: it slept !",
            "insert": f"insert {bite} set ben HP 5: a drink; why: forgotten",
            "back": f"amend {bite}: it did not !",
        }[how],
    )
    if at.correcting is not None:
        said(at, "roll", "yes")
    assert before != at.fight.state.combatants
    at.say(f"strike {corrections(at)[-1]}: it was right !")
    assert before == at.fight.state.combatants


def test_a_correction_that_was_corrected_again_is_not_reversed() -> None:
    """It is said by which, and what to name instead."""
    at = played()
    at.say(f"amend {seq_of(at, Rolled)} 2: misread !")
    at.say(f"amend {seq_of(at, Rolled)} 3: misread !")
    first, second = corrections(at)
    assert f"#{second} has changed its input again" in refusal(at, f"strike {first}: x")


def test_those_who_were_struck_keep_their_names() -> None:
    """In the preview, in its events, in what is skipped by now and in the dice."""
    at = played()
    at.say("strike 5: was not there !")
    shown = said(at, "amend 3 armor 3: the wrong sheet", "full", "no", "amend 5: it was", "full")
    assert [] == [line for line in shown if "rhinoceros" in line]
    assert any("Rhinoceros attacks Ben" in line for line in shown)


def test_putting_back_is_called_so() -> None:
    """In the preview and when it is made; what is possible again is a list."""
    at = played()
    at.say("strike 3: he was not there !")
    shown = said(at, "amend 3: he was", "yes")
    assert shown[0].startswith("Putting back #")
    assert any("put back: he was" in line for line in shown)
    again = shown.index("Possible again:")
    assert shown[again + 1].startswith("  #") and "Ben" in shown[again + 1]


def test_a_what_if_says_so_once() -> None:
    """Its default reason is none that is told; the branch is marked."""
    at = played()
    shown = said(at, f"what-if strike {seq_of(at, Attack, 'rhinoceros')}", "yes", "branches")
    assert not [line for line in shown if "what if." in line]
    assert 1 == len([line for line in shown if "what if, from #" in line])


def test_leaving_drops_what_waits() -> None:
    """And says so."""
    at = played()
    said(at, f"strike {seq_of(at, Attack)}: it slept")
    answer = at.say("quit")
    assert answer.leave and ["Dropped; nothing is changed."] == render_result(at, answer)


def test_two_reasons_are_one_too_many() -> None:
    """Which of them would be recorded?"""
    at = played()
    with pytest.raises(Refused, match="Write why: only once"):
        at.say(f"strike {seq_of(at, Attack)}; why: it slept; why: it was gone")


def test_a_question_is_its_own_end() -> None:
    """No full stop comes behind it."""
    at = played()
    shown = said(at, f"strike {seq_of(at, Attack)}: was it there at all?")
    assert shown[0].endswith("was it there at all?")


def test_who_is_put_in_is_not_compared_with_the_next() -> None:
    """An insertion before a join replaces nobody."""
    at = played()
    lines = said(at, f"insert {seq_of(at, Join)} join cultist; why: forgotten")
    assert "  Cultist joins the foes." in lines
    assert not any("(was:" in line for line in lines)


def test_the_preview_names_the_number_that_was_typed() -> None:
    """It says where another row stands for it since a correction."""
    at = played()
    die = seq_of(at, Rolled)
    at.say(f"amend {die} 2: misread !")
    now = seq_of(at, Rolled)
    head = said(at, f"amend {die} 4: misread")[0]
    assert head.startswith(f"Amending #{now} (#{die} before a correction), ")


def test_an_inserted_harm_without_effect_says_why() -> None:
    """The armor took it."""
    at = played()
    lines = said(at, f"insert {seq_of(at, Attack, 'rhinoceros')} harm ada 1: a stone")
    assert ["Ada takes 1 − 1 armor = 0: a stone.", "Nothing else changes."] == [
        line.strip() for line in lines[2:4]
    ]


@pytest.mark.parametrize("text", ["a ada wolf knife impaired: mud", "impaired: mud"])
def test_an_amendment_that_says_the_same_is_refused(text: str) -> None:
    """It would retell the whole fight for nothing. The number is the one that was typed, although
    a correction has repeated the attack under another."""
    at = start_session(dice="digital")
    for each in ("next ambush", "a ada wolf knife impaired: mud", "go !"):
        at.say(each)
    joined, attack = (
        next(row.seq for row in at.fight.history.rows if isinstance(row.event, kind))
        for kind in (Join, Attack)
    )
    at.say(f"strike {joined + 3}; why: she stayed at home")
    at.say("y")
    length = len(at.fight.history)
    with pytest.raises(Refused, match=f"#{attack} says that already|changes nothing of"):
        at.say(f"amend {attack} {text}; why: once more")
    assert length == len(at.fight.history)
