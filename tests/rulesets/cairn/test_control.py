"""Death of a player character, and the character that the player takes over."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, BeginRound, CallSave, Harm, Resolve, TakeOver
from events.types.outcomes import ControlPassed, SaveRolled
from events.types.statements import HandOver, Kill, SetTrait
from tests.support.given import Given, attack, follower, given, npc, pc

ROUND = BeginRound("ambush")


def bereft() -> Given:
    """Return a fight in which Ada, whom Kim plays, dies in the opponents' turn of the first
    round."""
    fight = given(
        "golden-idol",
        pc("Ada", "1/0/1/9/9", player="Kim"),
        follower("Dov", "3/0/9/9/9"),
        npc("Bear", claws="d8"),
    )
    fight.when(ROUND, Resolve(), attack("bear", "ada"), Resolve()).rolls(8)
    return fight.then("ada", standing="dead")


@pytest.mark.clause("CF-19")
def test_the_player_takes_over_a_follower() -> None:
    """The change of control is an event, and the follower counts as a player character."""
    fight = bereft().when(TakeOver("ada", "dov"))
    assert ControlPassed("Kim", "ada", "dov") == fight.then_told(ControlPassed)
    assert ("pc", "Kim") == (fight.one("dov").kind, fight.one("dov").player)


@pytest.mark.clause("CF-14", "CF-19")
def test_a_follower_taken_over_crawls_at_critical_damage() -> None:
    """Other followers are out of action instead."""
    fight = bereft().when(TakeOver("ada", "dov"), BeginRound(), Resolve(), attack("bear", "dov"))
    fight.when(Resolve()).rolls(5, 20).then("dov", has="critical damage", lacks="out of action")


@pytest.mark.clause("CF-19")
def test_or_a_new_character_who_joins_at_once() -> None:
    """It joins in the same round, acts from the side's next turn, and makes no opening save."""
    fight = bereft().joins(pc("Eve", sword="d8")).when(TakeOver("ada", "eve"))
    fight.then_asked().then_never(SaveRolled)
    assert "Kim" == fight.one("eve").player
    fight.then_refused("begin the next round", Act("eve", "shout"), clause="CF-03")
    fight.when(BeginRound(), attack("eve", "bear"), Resolve()).then_asked("eve d8")


@pytest.mark.clause("CF-03", "CF-19")
def test_an_heir_acts_in_the_sides_next_turn_though_dice_have_fallen() -> None:
    """The first die of the round binds only those who could declare before it."""
    fight = given("golden-idol", pc("Ada", player="Kim"), pc("Ben"), npc("Wolf")).when(ROUND)
    fight.when(CallSave(("ben",), "DEX", "the ice")).rolls(3).when(Kill("ada", "the ice"))
    fight.joins(pc("Eve", sword="d8")).when(TakeOver("ada", "eve"))
    fight.then_refused("dice of round 1 have been rolled", Act("ben", "shout"), clause="CF-03")
    fight.when(attack("eve", "wolf"), Resolve()).then_asked("eve d8")


@pytest.mark.clause("CF-05", "CF-19")
def test_a_newcomer_in_the_first_round_has_not_lost_it() -> None:
    """They made no opening save, so they failed none: they only wait for the side's next turn."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf")).when(BeginRound()).rolls(1, 20)
    fight.joins(pc("Eve")).then("eve", lacks="lost the round").then("ben", has="lost the round")
    fight.when(Act("eve", "shout"), Resolve())


@pytest.mark.clause("CF-19")
def test_only_a_dead_player_character_is_left_behind() -> None:
    """A living character or a follower is not."""
    fight = bereft()
    fight.then_refused("not a dead player character", TakeOver("dov", "dov"), clause="CF-19")
    fight.when(Kill("bear"))
    fight.then_refused("not a dead player character", TakeOver("bear", "dov"), clause="CF-19")


@pytest.mark.clause("CF-19")
@pytest.mark.parametrize(
    ("heir", "words"), [("bear", "no assistant"), ("fay", "played by Lee"), ("gil", "Gil is dead")]
)
def test_not_everybody_can_be_taken_over(heir: str, words: str) -> None:
    """A foe, another player's character and the dead cannot; the referee may overrule."""
    fight = bereft().joins(pc("Fay", player="Lee")).joins(follower("Gil")).when(Kill("gil"))
    fight.then_refused(words, TakeOver("ada", heir), clause="CF-19")
    fight.when(TakeOver("ada", heir, overrule="as the table wishes"))
    assert "Kim" == fight.one(heir).player


@pytest.mark.clause("CF-19", "ALL-01")
def test_the_referee_hands_control_over_by_a_statement() -> None:
    """Control can go to another player, and to another side."""
    fight = bereft().when(HandOver("bear", "Kim", side="party", why="charmed"))
    assert ("Kim", "party") == (fight.one("bear").player, fight.one("bear").side)


@pytest.mark.clause("CF-14", "CF-17")
@pytest.mark.parametrize("how", ["sheet", "word"])
def test_a_follower_whom_a_player_has_is_wounded_like_a_player_character(how: str) -> None:
    """It has scars and an hour to crawl in, and is not out of action."""
    player = "Kim" if how == "sheet" else ""
    fight = given("golden-idol", pc("Ada"), follower("Dov", "3/0/9/9/9", player=player))
    if how == "word":
        fight.when(HandOver("dov", "Kim"))
    fight.when(Harm(("dov",), "3")).then("dov", has="deprived")
    fight.when(Harm(("dov",), "1")).rolls(20).then("dov", has="critical damage")


@pytest.mark.clause("CF-15")
def test_a_foe_a_player_speaks_for_is_a_foe() -> None:
    """It has no scar, and is out of action."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf", "3/0/9/9/9")).when(HandOver("wolf", "Kim"))
    fight.when(Harm(("wolf",), "3"), Harm(("wolf",), "1")).rolls(20).then(
        "wolf", has="out of action", lacks="deprived"
    )


@pytest.mark.clause("CF-19", "CF-25")
def test_an_heir_among_the_foes_does_not_make_them_the_players_side() -> None:
    """The players' side stays the same, and the foes still save on will."""
    fight = bereft().joins(npc("Wolf", "4/0/9/9/9"))
    fight.when(HandOver("dov", "", side="foes"), TakeOver("ada", "dov"))
    fight.when(Kill("bear"), BeginRound(), Resolve()).then_asked("wolf d20").rolls(1)
    assert ("foes", ("party",)) == (fight.one("dov").side, fight.state.players)


@pytest.mark.clause("CF-25", "ALL-01")
def test_a_player_character_by_the_referees_word_does_not_turn_the_foes() -> None:
    """A spy among the foes is played by a player, and the others are still foes."""
    fight = bereft().joins(npc("Wolf")).when(SetTrait("wolf", "kind", "pc", "the spy"))
    assert ("party",) == fight.state.players


@pytest.mark.clause("CF-05", "ALL-01")
def test_where_there_are_no_players_the_first_player_character_makes_its_side_theirs() -> None:
    """This corrects a combatant who joined as the wrong kind."""
    fight = given("golden-idol", npc("Ada", side="party"), npc("Wolf"))
    fight.when(SetTrait("ada", "kind", "pc"), BeginRound()).then_asked("ada d20").rolls(1)
    assert ("party",) == fight.state.players


@pytest.mark.clause("CF-19")
def test_a_newcomer_whom_the_same_player_brought_can_be_taken_over() -> None:
    """Nobody else plays it."""
    fight = bereft().joins(pc("Eve", player="Kim")).when(TakeOver("ada", "eve"))
    assert ControlPassed("Kim", "ada", "eve", played=True) == fight.then_told(ControlPassed)


@pytest.mark.clause("CF-03", "CF-19")
def test_a_player_character_all_along_declares_no_later_than_the_others() -> None:
    """A player who goes on as a character that was one before begins nothing anew: what the round's
    first die locked stays locked."""
    people = pc("Ada", player="Kim"), pc("Ben", sword="d8"), npc("Wolf")
    fight = given("golden-idol", *people).when(ROUND, attack("ben", "wolf"))
    fight.when(CallSave(("ada",), "DEX", "the ice")).rolls(20).when(Kill("ada", "the ice"))
    fight.when(TakeOver("ada", "ben"))
    again = Act("ben", "shout", instead=True)
    fight.then_refused("dice of round 1 have been rolled", again, clause="CF-03")
    assert not fight.one("ben").fresh and fight.one("ben").heir
