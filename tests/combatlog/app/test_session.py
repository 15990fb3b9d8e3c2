"""A fight spoken to: what is read out, what is recorded, what is refused."""

from __future__ import annotations

from typing import Any

import click
import pytest

from combatlog.app.session import Session
from combatlog.terminal.views.layout import dim
from combatlog.terminal.views.results import render_result
from events.errors import Conflict, Refused
from events.types.declarations import Aim, Attack
from events.types.outcomes import Overruled
from tests.support.talk import STOA, say, start_session


def said(at: Session, *lines: str) -> list[str]:
    """The answer to the last of these lines."""
    answer: list[str] = []
    for line in lines:
        answer = say(at, line)
    return answer


def refused(at: Session, line: str) -> str:
    """The refusal of a line, which changed nothing."""
    before, length = at.fight.state.copied(), len(at.fight.history)
    with pytest.raises(Refused) as caught:
        at.say(line)
    assert (before, length) == (at.fight.state, len(at.fight.history))
    return str(caught.value)


def test_the_exchange_on_the_bridge_reads_as_promised() -> None:
    """Two attacks, one resolution, an undo that leaves them declared, and why a number is."""
    at = start_session()
    at.say("next ambush")
    assert ["Ada attacks Rhinoceros with rifle (2d10).  [#11]"] == said(at, "a ada rhino rifle")
    assert said(at, "a ben rhino knife imp: behind the crates") == [
        "Ben attacks Rhinoceros with knife, impaired: behind the crates (d4).  [#12]"
    ]
    assert said(at, "go", "9 3 2") == [
        "Ada 2d10 → 9, 3 keeps 9 · Ben d4 → 2 (impaired: behind the crates)",
        "Rhinoceros: 9 − 3 armor = 6, HP 20 → 14.  [#16–23]",
    ]
    assert said(at, "why rhino hp") == [
        "  20  joined with 20                         [#5]",
        "  14  20 → 14, Ada's rifle: 9 − 3 armor = 6  [#22]",
        "      " + dim("Ada attacks Rhinoceros with rifle · by tester  [#11]"),
        "      " + dim("Ada d10 → 9 (damage), typed  [#16]"),
        "      " + dim("Ada d10 → 3 (damage), typed  [#17]"),
    ]
    assert said(at, "undo") == [
        "Taken back: resolve, with its 3 dice (#13–23). What Ada and Ben declared still stands.",
        "Rhinoceros HP 14 → 20.",
    ]
    assert said(at, "why rhino hp") == ["  20  joined with 20  [#5]"]


REFUSALS = {
    "an unknown name": ([], "a zoe wolf", "no attacker “zoe”"),
    "somebody out of the fight": (["remove ada: fetched"], "a ada wolf rifle", "out of the fight"),
    "somebody dead": (["kill ben: drowned"], "a ben wolf knife", "Ben is dead"),
    "a second action": (["next ambush", "a ada wolf rifle"], "a ada rhino knife", "instead"),
    "a die outside its faces": (["a ada wolf knife", "go"], "7", "A d6 shows 1 to 6, not 7."),
    "a roll nobody asked for": ([], "4", "No dice are awaited"),
    "another's die": (["a ada wolf knife", "go"], "roll ben 3", "No Ben is awaited"),
    "a declaration while dice are awaited": (
        ["a ada wolf knife", "go"],
        "a ben wolf knife",
        "Dice are awaited: Ada d6 (damage)",
    ),
    "a retreat to nowhere": ([], "retreat ada", "safe destination"),
    "nothing to resolve": ([], "go", "Nobody has declared anything"),
    "nothing to redo": ([], "redo", "nothing has been undone"),
    "an event that is not there": ([], "rewind 999", "There is no #999"),
    "a branch that is not there": ([], "switch nowhere", "There is no branch “nowhere”"),
    "an empty note": ([], "note", "Say what to note"),
    "a weapon not carried": ([], "a ben wolf rifle", "no weapon of Ben “rifle”"),
    "weapons to choose from": ([], "a ada wolf", "Say what Ada attacks with: rifle or knife."),
    "more undos than there are": ([], "undo 9", "only 1 command to undo, not 9"),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_bad_input_is_refused_and_changes_nothing(what: str) -> None:
    """One sentence that says what was wrong."""
    before, line, words = REFUSALS[what]
    at = start_session()
    for each in before:
        at.say(each)
    assert words in refused(at, line)


def test_the_referee_insists() -> None:
    """With a reason a refusal becomes an event with that reason."""
    at = start_session()
    at.say("next ambushed")
    assert "lost round 1" in refused(at, "a ada wolf rifle")
    rows = at.say("a ada wolf rifle; overrule: she never sleeps").rows
    overruled = [row.event for row in rows if isinstance(row.event, Overruled)]
    assert {"she never sleeps"} == {each.why for each in overruled}
    assert "Ada lost round 1 (too slow to act before the opponents)" == overruled[0].problem


def test_somebody_comes_over_from_an_earlier_fight() -> None:
    """Scores, wounds and conditions come along, and where from is recorded."""
    at = start_session()
    for line in ("harm ben 6: a rock", "end", "recover ben diseased"):
        try:
            at.say(line)
        except Refused:
            break
    first = at.fight
    other = Session(at.campaign, at.campaign.start("Second", "golden-idol"))
    other.say("join ben from 1")
    came = other.fight.state.combatants["ben"]
    left = first.state.combatants["ben"]
    assert (left.scores, left.maxima) == (came.scores, came.maxima)
    assert f"{first.id}/ben" == came.origin


def test_creatures_and_people_join_from_the_line() -> None:
    """Creatures of the game by name and number, people by their numbers."""
    at = start_session(roster=STOA, game="thalassa")
    assert ["Harpyia and Harpyia 2 join.  [#5–6]"] == said(at, "join harp x2")
    at.say("join Phaia pc STA 4 armor 1 TEK 12 weapons spear, aspis d4")
    phaia = at.fight.state.combatants["phaia"]
    assert ({"STA": 4, "KRA": 10, "TEK": 12, "THU": 10}, "pc") == (phaia.scores, phaia.kind)
    assert [("spear", "d8"), ("aspis", "d4")] == [(w.name, w.dice) for w in phaia.weapons]


def test_a_fight_switches_between_typed_and_drawn_dice() -> None:
    """A typed fight can draw one die, and the dice can change hands for good."""
    at = start_session()
    at.say("a ada wolf knife")
    at.say("go")
    at.say("roll all")
    at.say("dice digital")
    at.say("a ada wolf knife")
    assert not at.fight.state.awaited
    at.say("go")
    assert not at.fight.state.awaited


def test_help_knows_every_verb() -> None:
    """`help` lists the verbs, and the special action under the game's own word."""
    at = start_session()
    assert any("artifact" in line for line in said(at, "help"))
    assert "declare an attack" in said(at, "help attack")[1]


def test_the_chronicle_is_told_in_the_games_words() -> None:
    """Who did what to whom with what, with the numbers behind."""
    at = start_session(roster=STOA, game="thalassa")
    for line in ("next", "14 9", "a kyk althea", "go", "go", "4"):
        at.say(line)
    told = click.unstyle(" ".join(said(at, "chronicle")))
    assert "The kyklôps struck at Althea with the club." in told
    assert "(Kyklôps d10: 4 · Althea: armor 1 · STA 5 → 2)" in told


def test_typed_dice_are_looked_at_before_the_first_is_recorded() -> None:
    """A wrong face anywhere in the group refuses the whole line."""
    at = start_session()
    for line in ("a ada rhino rifle", "a ben rhino knife imp: mud", "go"):
        at.say(line)
    assert "A d4 shows 1 to 4, not 11." in refused(at, "9 9 11")


def test_a_die_too_many_is_told_behind_what_the_others_did() -> None:
    """Nothing of the resolution goes unread."""
    at = start_session()
    for line in ("a ada rhino rifle", "go"):
        at.say(line)
    answer = at.say("9 3 5")
    assert "Rhinoceros: 9 − 3 armor = 6, HP 20 → 14." in render_result(at, answer)[1]
    assert "Not taken: 5. No dice are awaited just now." == str(answer.refused)


def test_some_dice_of_a_group_are_all_told() -> None:
    """Not the last one alone."""
    at = start_session()
    for line in ("a ada rhino rifle", "a ben rhino knife", "go"):
        at.say(line)
    assert say(at, "9 3")[0].startswith("Ada d10 → 9 (damage), typed; Ada d10 → 3")


def test_a_line_said_again_with_its_key_means_what_it_meant() -> None:
    """Though its words would mean somebody else by now."""
    at = start_session(dice="digital")
    first = at.say("kill wolf: an arrow", key="k")
    assert first.rows == at.say("kill wolf: an arrow", key="k").rows
    assert "in" == at.fight.state.combatants["wolf-2"].standing


def test_drawing_all_with_a_key_ends() -> None:
    """Each die has a key of its own."""
    at = start_session()
    for line in ("a ada rhino rifle", "go"):
        at.say(line)
    at.say("roll all", key="k")
    assert not at.fight.state.awaited


def test_a_turn_in_which_nobody_acts_says_so() -> None:
    """An empty go is no mystery."""
    at = start_session()
    at.say("next ambush")
    assert ["The party: the turn passes, nobody does anything.  [#11–13]"] == said(at, "go")


def test_a_branch_is_named_in_several_words() -> None:
    """The present one, or another whose name comes first."""
    at = start_session()
    for line in ("kill wolf", "u", "kill wolf 2", "call the better day", "call main the worse day"):
        at.say(line)
    assert ["the worse day", "the better day"] == [each.name for each in at.fight.list_branches()]


def test_reasons_are_cleaned_like_everything_else() -> None:
    """A reason typed with control characters reaches no log."""
    at = start_session()
    at.say("kill wolf")
    at.fight.undo(why="\x1b[31mred")
    at.fight.switch("main", why="a\u202eb")
    assert [" [31mred".strip(), "a b"] == [row.event.why for row in at.fight.history.rows[-2:]]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "line", ["do ada hides instead", "do ada hides; instead", "move ada instead"]
)
def test_instead_stands_at_the_end_of_any_action(line: str) -> None:
    """Or behind a semicolon; it replaces what was declared."""
    at = start_session()
    for each in ("next ambush", "do ada shouts", "move ada 10"):
        at.say(each)
    rows = at.say(line).rows
    assert rows[0].event.instead  # type: ignore[union-attr]
    assert "instead" not in getattr(rows[0].event, "what", "")


def test_all_dice_drawn_with_a_key_are_answered_again_and_nothing_more() -> None:
    """Though another play awaits dice by then."""
    at = start_session()
    for line in ("a ada rhino rifle", "go"):
        at.say(line)
    first = at.say("roll all", key="k")
    for line in ("a ben wolf knife", "go"):
        at.say(line)
    length = len(at.fight.history)
    assert first.rows == at.say("roll all", key="k").rows
    assert length == len(at.fight.history)


def test_a_die_by_name_is_answered_again_though_the_name_has_changed() -> None:
    """The key stands for the line, not for whom it would mean by now."""
    at = start_session()
    for line in ("a ada rhino knife", "go"):
        at.say(line)
    first = at.say("roll ad 5", key="k")
    at.say("rename ada Zoe")
    assert first.rows == at.say("roll ad 5", key="k").rows


def test_a_whole_name_is_never_taken_for_another() -> None:
    """Wolf is Wolf, though only Wolf 2 has a die to throw."""
    at = start_session()
    for line in ("a wolf ada", "a wolf 2 ben", "go", "roll wolf 4"):
        at.say(line)
    with pytest.raises(Refused, match="No Wolf is awaited"):
        at.say("roll wolf 3")


def test_a_stale_session_is_told_what_others_recorded() -> None:
    """A refusal that rests on an old state is a conflict; a look is always fresh."""
    at = start_session()
    other = Session(at.campaign, at.campaign.fight())
    for line in ("a ada rhino rifle", "go"):
        other.say(line)
    with pytest.raises(Conflict, match="Ada attacks Rhinoceros"):
        at.say("9")
    assert "HP 20 → 14" in say(at, "9 3")[1]
    other.say("state")
    assert at.fight.state == other.fight.state


def test_the_same_weapon_is_not_used_twice_at_once() -> None:
    """Unless there are two of it."""
    at = start_session()
    assert "does not have as many: knife" in refused(at, "a ada wolf knife and knife")


def test_branches_say_where_on_its_branch_the_fight_is() -> None:
    """At its end, or at an event before it."""
    at = start_session()
    said(at, "next ambush")
    assert "the fight is here" in said(at, "branches")[0]
    said(at, "rewind 8")
    assert "the fight is at #8" in said(at, "branches")[0]


@pytest.mark.parametrize(("line", "key"), [("note \udc80", "one"), ("note a", "\udc80")])
def test_a_line_or_a_key_that_is_no_text_is_refused(line: str, key: str) -> None:
    """In one sentence; nothing is recorded."""
    at = start_session()
    before = len(at.fight.history)
    with pytest.raises(Refused, match="no text"):
        at.say(line, key)
    assert before == len(at.fight.history)


def test_a_die_typed_before_it_was_awaited_is_named() -> None:
    """A face too many serves the next roll, and the answer says which."""
    at = start_session()
    lines = said(at, "set ada HP 1", "a rhino ada", "go foes", "6 15")
    surplus = [line for line in lines if "asked for only now" in line]
    assert ["15 counts for a die asked for only now: Ada d20 (critical)."] == surplus


def test_each_group_of_typed_dice_ends_with_its_events() -> None:
    """Also the first of two, behind which the second is awaited."""
    at = start_session()
    lines = said(at, "set ada HP 1", "a rhino ada", "go foes", "6 15")
    assert 2 == sum("  [#" in line for line in lines)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Attack("ada", ("wolf",)), r"Attack: .*targets\[0\].*Aim\('wolf'\)"),  # type: ignore[arg-type]
        (Attack("ada", "wolf"), r"Attack: .*targets.*Aim\('wolf'\)"),  # type: ignore[arg-type]
        (Attack(Aim("ada"), (Aim("wolf"),)), r"Attack: .*\$\.by"),  # type: ignore[arg-type]
        ("a ada wolf", "no event; a typed line is for Session.say"),
        (Aim("wolf"), "no event"),
    ],
)
def test_a_declaration_of_another_type_is_a_type_error(said: Any, why: str) -> None:
    """Python does not check it where it is made; nothing is recorded."""
    at = start_session()
    length = len(at.fight.history)
    with pytest.raises(TypeError, match=why):
        at.fight.declare(said)
    assert length == len(at.fight.history)
