"""A die that might have fallen otherwise: the nearest face, and who would fare otherwise."""

from __future__ import annotations

from events.types.declarations import BeginRound, Resolve
from replay.odds.plays import list_plays
from replay.recap.reruns import play_turn
from replay.recap.turned_dice import TurnedDie, find_turned_dice, find_turned_saves
from tests.combatlog.export.html_replay.reading import example
from tests.support.given import Given, attack, given, npc, pc

EVERYBODY = frozenset({"ada", "ben", "wolf"})


def strike_ada(save: int, damage: int = 5) -> Given:
    """Return a fight in which a wolf's bite costs Ada STR, and she makes her save or not."""
    fight = given(
        "golden-idol",
        pc("Ada", "3/0/10/10/10", axe="d8"),
        pc("Ben", "6/0/9/9/9"),
        npc("Wolf", "4/0/10/10/10", fang="d12"),
    )
    fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve())
    return fight.rolls(f"wolf d12={damage}", f"ada d20={save}")


def list_turned(fight: Given, known: frozenset[str] = EVERYBODY) -> list[TurnedDie]:
    """Return the saves of a fight that might have gone the other way."""
    history = fight.fight.history
    return list(find_turned_saves(history, list(list_plays(history)), known))


def test_a_save_that_was_passed_might_have_failed() -> None:
    """With the nearest face that fails, Ada goes down."""
    (turned,) = list_turned(strike_ada(4))
    assert ("ada", "critical", 4, (9,)) == turned.die[1:2] + turned.die[3:6]
    assert "ada" == turned.who


def test_a_save_that_failed_might_have_been_passed() -> None:
    """The recap tells of these; here they are the same."""
    (turned,) = list_turned(strike_ada(17))
    assert (8,) == turned.die.faces


def test_saves_of_strangers_are_left_out() -> None:
    """Whether they pass tells of numbers that are hidden."""
    assert [] == list_turned(strike_ada(4), EVERYBODY - {"ada"})


def test_a_clash_might_have_gone_the_other_way() -> None:
    """Then somebody would have lost more or less, although nobody falls."""
    history = example("the-toll-at-the-ford")
    plays = list(list_plays(history))
    everybody = frozenset(history.state(len(history)).combatants)
    found = list(find_turned_saves(history, plays, everybody))
    clashes = [each for each in found if each.die.purpose == "melee"]
    assert len(clashes) > 5
    for each in clashes:
        turn = play_turn(history, plays, each.play, each.die)
        assert turn is not None
        after = turn.history.state(len(turn.history)).combatants[each.who]
        assert after.scores != each.play.after.combatants[each.who].scores


def test_without_a_save_there_is_none() -> None:
    """Nothing got through to her STR."""
    fight = given("golden-idol", pc("Ada", "3/0/10/10/10"), npc("Wolf", "4/0/9/9/9", fang="d12"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve()).rolls("wolf d12=1")
    assert [] == list_turned(fight)


def find_dice(fight: Given) -> list[TurnedDie]:
    """Return the dice of the last turn with their other faces."""
    history = fight.fight.history
    plays = list(list_plays(history))
    return list(find_turned_dice(history, plays, plays[-1], range(len(history) + 1)))


def test_of_each_die_the_lower_and_the_higher_face_that_change_most_are_found() -> None:
    """Of the bite, with 3 of which she had come away with a scar, and of her save, which no lower
    face changes. What changes most comes first."""
    found = find_dice(strike_ada(4))
    told = [(each.die.by, each.die.purpose, each.die.face, each.die.faces) for each in found]
    assert [
        ("wolf", "damage", 5, (12,)),
        ("wolf", "damage", 5, (3,)),
        ("ada", "critical", 4, (9,)),
    ] == told
    assert {"ada"} == {each.who for each in found}


def test_a_face_that_needs_a_die_that_never_fell_is_left_out() -> None:
    """Above 3 she would have thrown a save."""
    fight = given("golden-idol", pc("Ada", "3/0/10/10/10"), npc("Wolf", "4/0/9/9/9", fang="d12"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ada"), Resolve()).rolls("wolf d12=1")
    (found,) = find_dice(fight)
    assert (3,) == found.die.faces


def test_only_the_dice_that_are_asked_for_are_turned() -> None:
    """Of no dice there is no other face."""
    history = strike_ada(4).fight.history
    plays = list(list_plays(history))
    assert [] == [*find_turned_dice(history, plays, plays[-1], ())]


def test_who_is_not_late_acts_in_the_round() -> None:
    """A die that changes nobody by the end of its turn is judged by the end of the round."""
    history = example("althea-and-the-kyklops")
    plays = list(list_plays(history))
    play = next(each for each in plays if isinstance(each.start.declaration, BeginRound))
    (found,) = find_turned_dice(history, plays, play, range(len(history) + 1))
    assert ("althea", "opening") == (found.die.by, found.die.purpose)
