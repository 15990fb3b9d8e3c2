"""What the referee overrules: these bars and no others, in every game."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from combatlog.simulation.player import RandomPlayer
from events.errors import Refused
from events.types.declarations import Act, Aid, BeginRound, Manoeuvre, Move, Resolve, Retreat
from events.types.outcomes import Lapsed, Left, Moved, Overruled
from events.types.statements import AddCondition, EndCondition, Kill, Rename, Return
from events.types.unions import AnyEvent
from replay.log.event_log import History
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import GAMES, load_game
from tests.golden.write import record_fight
from tests.rulesets.cairn.ships import courier, fighter
from tests.support.given import Given, attack, given, npc, pc

ROUND = BeginRound("ambush")
LASHES = attack("krillik", "ada", overrule="it lashes out")


def winded(version: int = 0) -> Given:
    """Return a fight in which Krillik is winded and attacks all the same."""
    people = pc("Ada", "9/0/9/9/9"), npc("Krillik", sting="d6")
    fight = given("golden-idol", *people, version=version)
    return fight.when(AddCondition("krillik", "winded", "everything"), ROUND, LASHES)


def list_bars(events: list[AnyEvent]) -> list[str]:
    return [f"{each.clause} {each.bar}" for each in events if isinstance(each, Overruled)]


@pytest.mark.clause("ALL-03")
def test_an_overruling_names_what_it_overrules() -> None:
    """As data: the clause, a short name, and whom it is about; the words stand beside it."""
    fight = winded()
    assert Overruled("ALL-03", "Krillik is winded", "it lashes out", "winded:krillik") == (
        fight.then_told(Overruled)
    )
    fight.when(Resolve(), Resolve()).rolls("krillik d6=2").then("ada", HP=7)


@pytest.mark.clause("CF-06", "CF-29", "ALL-03")
def test_a_later_bar_stops_what_was_overruled() -> None:
    """The referee overruled that it is winded, and nothing of a stun that came later."""
    fight = winded().when(AddCondition("krillik", "stunned", "everything"), Resolve(), Resolve())
    assert Lapsed("krillik", "attack", "Krillik is stunned") == fight.then_told(Lapsed)
    fight.then_nobody_changed("krillik").then("krillik", has="winded", lacks="stunned")


@pytest.mark.clause("CF-06", "ALL-03")
def test_a_fight_of_the_first_version_goes_on_as_before() -> None:
    """There an overruling names a sentence, and what stood behind it was not looked at."""
    fight = winded(version=1)
    assert "" == fight.then_told(Overruled).bar
    fight.when(AddCondition("krillik", "stunned", "everything"), Resolve(), Resolve())
    fight.rolls("krillik d6=2").then("ada", HP=7)


@pytest.mark.clause("ALL-01", "ALL-03")
def test_a_rename_does_not_make_it_forgotten() -> None:
    """The same bar is in the way of the same combatant, whatever it is called."""
    fight = winded().when(Rename("krillik", "The Queen"), Resolve(), Resolve())
    fight.rolls("krillik d6=2").then("ada", HP=7).then_never(Lapsed)


@pytest.mark.clause("ALL-03")
def test_a_refusal_names_all_its_bars_and_one_word_overrules_them_all() -> None:
    """Nothing hides behind the first."""
    fight = given("golden-idol", pc("Ada", "9/0/9/9/9"), npc("Krillik", sting="d6"))
    for name in ("winded", "tied up"):
        fight.when(AddCondition("krillik", name, "everything"))
    fight.when(ROUND).then_refused(
        "Krillik is winded; Krillik is tied up.",
        attack("krillik", "ada"),
        clause="ALL-03",
    )
    fight.when(LASHES)
    assert ["ALL-03 winded:krillik", "ALL-03 tied up:krillik"] == list_bars(fight.events())
    fight.when(EndCondition("krillik", "winded"), Resolve(), Resolve()).then_asked("krillik d6")


@pytest.mark.clause("ALL-03")
def test_of_what_nobody_can_overrule_a_refusal_names_only_that() -> None:
    """A missing destination is named with and without a word of the referee's."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf")).when(AddCondition("ada", "tied", "moving"))
    words = "Ada needs a safe destination to retreat to, like: retreat ada to the gate."
    for why in ("", "she crawls"):
        fight.then_refused(words, Retreat("ada", "", overrule=why), clause="CF-22")


@pytest.mark.clause("ALL-03", "CF-07")
def test_a_target_that_has_left_is_another_bar_than_one_that_is_dead() -> None:
    """Shot at as it flees, it may not be shot at as a corpse."""
    fight = given("golden-idol", pc("Ada", bow="d6"), npc("Wolf"), npc("Bear")).when(ROUND)
    fight.when(Resolve(), Retreat("wolf", "the wood"), Resolve()).rolls(1).when(BeginRound())
    fight.when(attack("ada", "wolf", overrule="it is in sight still"))
    assert ["ALL-03 gone:wolf"] == list_bars(fight.events(fight.start))
    fight.when(Return("wolf"), Kill("wolf", "a trap"), Resolve())
    assert "Wolf is dead" == fight.then_told(Lapsed).why


@pytest.mark.clause("BW-03", "ALL-03")
def test_a_bar_that_comes_up_between_the_save_and_the_leaving_stops_a_retreat() -> None:
    """What was overruled does not: Sam is dragged off, and then a blast brings Pete down."""
    people = pc("Sam", "3/0/8/8/6"), pc("Pete", "2/0/6/6/6", fire="d8 blast"), npc("Troll")
    on = given("brighter-worlds", *people).when(AddCondition("sam", "webbed", "everything"))
    on.when(ROUND, Retreat("sam", "the ford", overrule="dragged"), Act("pete", "waits"))
    on.when(Rename("sam", "Samuel"), Resolve()).then("sam", standing="gone").then_told(Left)


@pytest.mark.clause("BW-03", "ALL-03")
def test_somebody_killed_after_an_overruled_escape_stays_dead() -> None:
    """Overruling revives nobody in Brighter Worlds, either; the retreat lapses."""
    people = pc("Sam", "3/0/8/8/6"), pc("Pete", "2/0/6/6/6"), npc("Troll")
    on = given("brighter-worlds", *people).when(Kill("sam", "a fall"), ROUND)
    on.when(Retreat("sam", "the ford", overrule="his ghost"), Resolve()).then(
        "sam", standing="dead"
    )
    assert "Sam is dead" == on.then_told(Lapsed).why
    on.then_never(Left)


@pytest.mark.clause("BW-10", "ALL-03")
def test_aid_overruled_for_one_reason_lapses_for_another() -> None:
    """That there is no wound was overruled, not that Sam would be gone."""
    on = given("brighter-worlds", pc("Sam", "3/0/8/8/6"), pc("Pete", "2/0/6/6/6"), npc("Troll"))
    on.when(ROUND, Aid("pete", "sam", overrule="a bandage helps"), Kill("sam"), Resolve())
    assert "Sam is dead" == on.then_told(Lapsed).why


@pytest.mark.clause("CF-27", "ALL-03")
def test_a_manoeuvre_is_overruled_for_all_that_is_in_the_way() -> None:
    """The target is out, and no starship: back in, it is still none, and that was overruled."""
    fight = given("plerion", courier(), fighter(), npc("Bear", side="foes")).when(ROUND, Resolve())
    fight.when(Kill("bear"), BeginRound())
    lock = Manoeuvre("courier", "lock on", "bear", overrule="it glows")
    fight.when(lock)
    assert ["ALL-03 dead:bear", "CF-27 scale:bear"] == list_bars(fight.events(fight.start))


@pytest.mark.clause("CF-14", "ALL-03")
def test_who_crawls_twice_by_the_referees_word_is_stopped_by_a_net() -> None:
    """The second move was overruled; the net came later."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"))
    fight.when(AddCondition("ada", "critical damage", "all but crawling"), ROUND)
    fight.when(Move("ada", 5), Move("ada", 5, overrule="it is downhill"))
    bars = list_bars(fight.events(fight.start))
    assert ["CF-14 crawled:ada"] == bars
    fight.when(AddCondition("ada", "netted", "moving"), Resolve()).then_never(Moved)
    assert {"Ada is netted and can barely move"} == {each.why for each in fight.told(Lapsed)}


@pytest.mark.parametrize("game", GAMES)
def test_every_problem_that_can_be_overruled_has_a_bar_of_its_own(game: str) -> None:
    """In random fights: no two problems of one declaration are the same, and none has no name."""
    store, id = record_fight(game, 3)
    history, found = History(store.read(id)), 0
    rules, player = load_ruleset(load_game(game).rules), RandomPlayer(load_game(game), Random(3))
    for seq in range(len(history) // 3, len(history), 5):
        state = history.state(seq)
        for _ in range(20):
            with suppress(Refused):
                prepared = rules.prepare(state, player.next(state))
                problems = [each for each in rules.check(state, prepared) if each.overrulable]
                assert all(each.bar for each in problems), problems
                assert len(problems) == len({(each.clause, each.bar) for each in problems})
                found += len(problems)
    assert found >= 10
