"""What is read of a fight that was corrected: log, chronicle, steps, branches, timeline."""

from __future__ import annotations

import click
import pytest

from combatlog.app.fight import Fight
from combatlog.terminal.cli import replay
from combatlog.terminal.views import branches, branches as moves, layout as text, log
from combatlog.terminal.views.log import render_chronicle, tell_line
from combatlog.terminal.views.steps import list_steps
from events.types.declarations import Act, Attack, BeginRound, EndFight, Join, Move, Resolve
from events.types.log_events import Corrected, Noted, Skipped
from events.types.statements import Kill
from projections.narrative.chronicle import Passage
from projections.text.prose import plain_text
from replay.corrections.plan import Rulings
from tests.support.corrected_fights import (
    MUD,
    PLAIN,
    find_seq,
    record_correction,
    session_after,
    start_ambush,
    take_armor,
)
from tests.support.given import attack
from tests.support.talk import CAVE, start_session

PLAIN_SAID = "Ada attacks Wolf with sword"


def read(fight: Fight, line_only: bool = False) -> dict[str, str]:
    """The log by its numbers, as it is printed."""
    shown = log.render_log(log.describe_log(fight.history, line_only))
    lines = [click.unstyle(line).split(maxsplit=1) for line in shown]
    return {seq.removeprefix("#"): said for seq, said in lines}


def story(fight: Fight) -> list[str]:
    """The chronicle, line by line."""
    return [click.unstyle(line).strip() for line in render_chronicle(fight.history)]


def test_the_log_shows_both_stories() -> None:
    """The old events, once with who corrected them and why; then the new ones, with what they
    repeat."""
    on = start_ambush()
    was = find_seq(on.fight, Attack)
    seq = record_correction(on.fight, "amend", was, "the mud", MUD, dice=[3])
    lines = read(on.fight)
    struck = f"× Ada attacks Wolf with sword  corrected by #{seq} by Cho: the mud"
    assert struck == lines[str(was)]
    assert 1 == sum("corrected by" in line for line in lines.values())
    assert f"Correction by Cho, #{was} said otherwise: the mud" == lines[str(seq)]
    assert f"Ada attacks Wolf with sword, impaired: mud  instead of #{was}" == lines[str(seq + 1)]
    assert f"resolve  first #{was + 2}" == lines[str(seq + 2)]
    assert "— note: A raven watches.  by Mia" == lines[str(was + 1)]


def test_the_present_line_includes_its_correction() -> None:
    """It runs from the first event to the last, without the events that were replaced."""
    on = start_ambush()
    seq = record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    lines = read(on.fight, line_only=True)
    assert not any(line.startswith("×") for line in lines.values())
    assert str(seq) in lines
    assert len(on.fight.history) == max(map(int, lines))


def test_an_undone_correction_is_marked_as_undone() -> None:
    """The events it replaced count again; the move names the correction."""
    on = start_ambush()
    was = find_seq(on.fight, Attack)
    seq = record_correction(on.fight, "amend", was, "the mud", MUD, dice=[3])
    position, last = on.fight.history.position(), len(on.fight.history)
    on.fight.undo(why="it was dry")
    lines = read(on.fight)
    assert "Ada attacks Wolf with sword" == lines[str(was)]
    assert lines[str(seq)].endswith(f"undone by #{last + 1} by Mia: it was dry")
    back = on.fight.history.position()
    told = moves.describe_command_span(on.fight.history, on.fight.state, back, position)
    assert f"the correction of #{was}: the mud (#{seq}–{last})" == told


def test_inserted_struck_and_skipped_inputs_are_marked() -> None:
    """Each once, with its reason."""
    on = start_ambush()
    out = record_correction(on.fight, "strike", find_seq(on.fight, Join, 2), "he was not there")
    lines = read(on.fight)
    assert "struck out (he was not there): Brakk joins the foes  first #4" == lines[str(out + 1)]
    skipped = [line for line in lines.values() if line.startswith("skipped (")]
    assert [True] == [": Brakk attacks Ada with club  first #" in line for line in skipped]
    assert "no longer needed: Brakk d6 2 (damage)" in lines.values()
    put = record_correction(
        on.fight, "insert", find_seq(on.fight, Resolve), "forgot", Move("ada", to="gate")
    )
    assert "Ada moves to gate  put in" == read(on.fight)[str(put + 1)]


def test_an_input_put_back_is_marked_everywhere() -> None:
    """By the correction and by the event; the chronicle needs no note."""
    on = start_ambush()
    was = find_seq(on.fight, Attack)
    record_correction(on.fight, "strike", was, "she slept")
    out = find_seq(on.fight, Skipped)
    seq = record_correction(on.fight, "amend", was, "she did not", PLAIN)
    lines = read(on.fight)
    assert f"Correction by Cho, #{out} put back: she did not" == lines[str(seq)]
    assert f"{PLAIN_SAID}  put back, first #{was}" == lines[str(seq + 1)]
    said = [step.said for step in list_steps(on.fight.history) if step.first == seq]
    assert [f"Correction by Cho, #{out} put back: she did not"] == said
    assert not any("Cho" in line for line in story(on.fight))


def test_a_second_amendment_names_both_earlier_versions() -> None:
    """The version it replaces, and the first recording."""
    on = start_ambush()
    was = find_seq(on.fight, Attack)
    record_correction(on.fight, "amend", was, "the mud", MUD, dice=[3])
    before = find_seq(on.fight, Attack)
    record_correction(on.fight, "amend", was, "fog", attack("ada", "wolf", impaired="fog"))
    line = read(on.fight)[str(find_seq(on.fight, Attack))]
    assert line.endswith(f"impaired: fog  instead of #{before}, first #{was}")


def test_an_amended_sheet_shows_what_differs() -> None:
    """In the log and in the chronicle."""
    on = start_ambush()
    was, seq = take_armor(on)
    told = "Wolf joins the foes with armor 0 (was: armor 1)"
    assert f"{told}  instead of #{was}" == read(on.fight)[str(seq + 1)]
    assert f"Corrected by Cho: {told}: no hide." in story(on.fight)


def test_a_what_if_is_not_noted_as_a_correction() -> None:
    """It needs no reason, and the line it leaves stays valid."""
    on = start_ambush()
    was = find_seq(on.fight, Attack)
    seq = record_correction(on.fight, "strike", was, "what if", apart=True)
    lines = read(on.fight)
    assert f"× {PLAIN_SAID}  left by the what-if #{seq} by Cho" == lines[str(was)]
    assert f"What-if by Cho, #{was} struck out" == lines[str(seq)]
    assert [False, True] == [branch.what_if for branch in on.fight.list_branches()]


def test_a_ruling_that_keeps_an_input_is_noted_once() -> None:
    """In the log, the story and the chronicle alike."""
    on = start_ambush()
    killed = Kill("wolf", "an arrow")
    begun = find_seq(on.fight, Attack)
    record_correction(
        on.fight, "insert", begun, "he shot", killed, dice=[10], rulings=Rulings("keep")
    )
    assert 2 == sum(" ruled for " in line and line.count(": he shot") for line in story(on.fight))
    assert not any(line.startswith("Kept") for line in story(on.fight))


def test_a_skipped_input_is_noted_before_the_end() -> None:
    """Its note does not wait for the sentence that ends the fight."""
    on = start_ambush()
    on.fight.declare(EndFight("they parted"))
    record_correction(on.fight, "strike", find_seq(on.fight, Attack, by="brakk"), "he slept")
    record_correction(on.fight, "strike", find_seq(on.fight, Attack, by="wolf"), "it slept")
    told = story(on.fight)
    (end,) = (
        at for at, line in enumerate(told) if line.startswith("So the fight ended: they part")
    )
    assert all(told.index(line) < end for line in told if line.startswith("Struck out"))
    assert 2 == sum(line.startswith("Struck out") for line in told)


def test_a_long_note_wraps_under_its_own_start() -> None:
    """Colours take no width."""
    on = start_ambush()
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    (note,) = [line for line in render_chronicle(on.fight.history) if "Corrected" in line]
    assert [4, 6] == [
        len(plain) - len(plain.lstrip()) for plain in map(click.unstyle, text.wrap(note, 60))
    ]


def test_a_correction_within_a_command_is_shown_there() -> None:
    """Three join at once; the second one is corrected."""
    at = start_session()
    first, second = find_seq(at.fight, Join), find_seq(at.fight, Join, 1)
    seq = record_correction(at.fight, "strike", second, "he is at home")
    lines = read(at.fight)
    assert "×" not in lines[str(first)]
    assert lines[str(second)].endswith(f"corrected by #{seq} by Cho: he is at home")


@pytest.mark.parametrize("game", ["golden-idol", "thalassa"])
def test_the_chronicle_tells_the_corrected_story_with_a_note(game: str) -> None:
    """The note stands below its paragraph; a note of the table stays where it was."""
    on = start_ambush(game)
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    record_correction(
        on.fight, "strike", find_seq(on.fight, Attack, by="brakk"), "he slept", by="Dov"
    )
    told = story(on.fight)[2:]
    assert "(Note: A raven watches.)" == told[0]
    assert told[1].startswith("Ada laid into Wolf with the sword despite mud.")
    assert "(Ada d4 (impaired): 3 · Wolf: armor 1 · " in told[1]
    assert (
        "Corrected by Cho: Ada attacks Wolf with sword, impaired: mud"
        " (was: Ada attacks Wolf with sword): the mud." == told[2]
    )
    assert "(Note: It bleeds.)" == told[3]
    assert "Wolf snapped at Ada." in told[4]
    assert "Struck out by Dov: Brakk attacks Ada with club: he slept." == told[5]
    assert ["(Note: She is pale.)"] == told[6:]


def test_an_amendment_without_a_change_leaves_the_chronicle() -> None:
    """No word and no note is different."""
    on = start_ambush()
    before = tell_line(on.fight.history)
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "as it was", PLAIN)
    after = tell_line(on.fight.history)
    assert [told_of(each) for each in before] == [told_of(each) for each in after]


def told_of(passage: Passage) -> tuple[object, ...]:
    """Return the heading, the words and the notes of a passage, whichever events it tells."""
    beats = [(beat.story, plain_text(beat.dice)) for beat in passage.beats]
    return passage.heading, beats, passage.notes


def test_a_note_of_an_undone_correction_keeps_its_place() -> None:
    """It stands after everything recorded before it."""
    on = start_ambush()
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    on.fight.note("Was there mud?")
    on.fight.undo()
    assert "(Note: She is pale.) (Note: Was there mud?)" == story(on.fight)[-1]


def test_a_correction_without_a_paragraph_is_still_noted() -> None:
    """Below the last paragraph."""
    at = start_session()
    at.say("kill wolf: an arrow")
    record_correction(at.fight, "strike", len(at.fight.history), "it missed")
    passages = tell_line(at.fight.history)
    assert ("Struck out by Cho: Wolf is dead: an arrow: it missed.",) == passages[-1].notes
    assert "Wolf was dead" not in passages[-1].text


def test_passages_name_events_that_are_on_the_line() -> None:
    """First and last of each, even if a correction lies between them."""
    on = start_ambush()
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    line = {row.seq for row in on.fight.history.on_line(len(on.fight.history))}
    notes = {row.seq for row in on.fight.history.rows if isinstance(row.event, Noted)}
    for passage in tell_line(on.fight.history):
        assert {passage.first, passage.last} <= line | notes
        assert passage.first <= passage.last


def test_a_correction_is_one_step_of_its_own() -> None:
    """The repeated commands keep one step each."""
    on = start_ambush()
    before = [step.said for step in list_steps(on.fight.history)]
    was = find_seq(on.fight, Attack)
    seq = record_correction(on.fight, "amend", was, "the mud", MUD, dice=[3])
    after = list_steps(on.fight.history)
    (itself,) = [step for step in after if step.first == seq]
    assert f"Correction by Cho, #{was} said otherwise: the mud" == itself.said
    assert itself.lines[0].startswith("Corrected by Cho: Ada attacks Wolf")
    assert "No longer needed: Ada d8 5 (damage)." == itself.lines[1]
    dice = [said for said in before if "→" in said]
    assert ["Ada d8 → 5 (damage), typed"] == dice[:1]
    again = [step.said for step in after if step is not itself]
    amended = "Ada attacks Wolf with sword, impaired: mud"
    assert [amended if said == PLAIN_SAID else said for said in before if said != dice[0]] == again
    assert on.fight.state.combatants == after[-1].state.combatants


def test_a_play_and_its_dice_are_one_step() -> None:
    """Dice thrown for a correction belong to the play; an undone correction has nothing to show."""
    lines = ("next ambush", "a sam troll dagger", "go", "a troll sam", "go")
    sturdy = CAVE.replace("Grit = 2\narmor", "Grit = 20\narmor")  # no die makes the troll flee
    at = session_after("brighter-worlds", sturdy, *lines)
    before = len(list_steps(at.fight.history))
    struck = find_seq(at.fight, Attack)
    spear = attack("sam", "troll", weapons=("spear",))
    first = record_correction(at.fight, "amend", struck, "a spear", spear)
    record_correction(at.fight, "amend", struck, "it was Pete", attack("pete", "troll"))
    every = list_steps(at.fight.history)
    assert before + 2 == len(every)
    assert [[]] == [step.lines for step in every if step.first == first]
    rows = [row.seq for row in at.fight.history.on_line(len(at.fight.history))]
    assert rows == [seq for step in every for seq in rows if step.first <= seq <= step.last]


def test_a_replay_finds_the_repetition_of_an_event() -> None:
    """An event off the line is found where a correction repeats it."""
    on = start_ambush()
    bite = find_seq(on.fight, Attack, by="wolf")
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "the mud", MUD, dice=[3])
    again = find_seq(on.fight, Attack, by="wolf")
    assert again == replay._find_on_line(on.fight.history, bite)
    assert again == replay._find_on_line(on.fight.history, again)
    assert 1 == replay._find_on_line(on.fight.history, 1)


def test_a_what_if_is_a_branch_and_a_correction_is_not() -> None:
    """The list says how each branch ends."""
    on = start_ambush()
    was = find_seq(on.fight, Attack)
    record_correction(on.fight, "amend", was, "the mud", MUD, dice=[3])
    (line,) = branches.render_branches(on.fight.history)
    assert line.endswith("the fight is here")
    record_correction(on.fight, "amend", was, "if it were dry", PLAIN, apart=True)
    main, other = branches.render_branches(on.fight.history)
    assert main.endswith(f"ends with: the correction of #{was}: the mud")
    assert "of main" in other
    on.fight.switch("main")
    now = find_seq(on.fight, Attack)
    (ending,) = [line for line in branches.render_branches(on.fight.history) if "branch-2" in line]
    assert ending.endswith(f"ends with: the what-if of #{now}: if it were dry")


def test_the_timeline_follows_the_present_line() -> None:
    """It has no corrections, and nothing that was corrected away."""
    on = start_ambush()
    before = log.render_timeline(on.fight.history)
    record_correction(on.fight, "strike", find_seq(on.fight, Attack), "she slept")
    lines = log.render_timeline(on.fight.history)
    assert [line.split()[-3:] for line in before if "Wolf" not in line] == [
        line.split()[-3:] for line in lines
    ]
    assert len(lines) < len(before)


def test_a_stopped_fight_shows_where_it_stops() -> None:
    """The inputs after the stop are marked as corrected away."""
    on = start_ambush()
    rounds = find_seq(on.fight, BeginRound)
    rulings = Rulings("stop")
    seq = record_correction(on.fight, "strike", rounds, "no round", rulings=rulings)
    on.fight.declare(Act("ada", "waits"))
    lines = read(on.fight)
    assert lines[str(rounds)].endswith(f"corrected by #{seq} by Cho: no round")
    assert isinstance(on.fight.history[seq].event, Corrected)
    assert isinstance(on.fight.history[seq + 1].event, Skipped)
