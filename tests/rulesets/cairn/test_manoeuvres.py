"""Manoeuvres of starships: locks, dodging, ramming, boosting, jury rigs, and what is only told."""

from __future__ import annotations

from typing import Any

import pytest

from events.types.declarations import Act, BeginRound, Manoeuvre, PassTime, Resolve, Retreat
from events.types.outcomes import (
    Acted,
    AttackRolled,
    DamageDealt,
    EffectTold,
    Lapsed,
    SaveRolled,
)
from events.types.rolls import Rolled
from events.types.statements import AddCondition, Disarm, EndCondition, Remove, SetScore
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.rulesets.cairn.ships import ROUND, ship
from tests.support.given import Given, attack, given, npc, pc

GAMES = ("golden-idol", "thalassa", "plerion")


def two_ships(hull: str = "9/1/10/10/10", **crew: str) -> Given:
    """A courier of the party with two guns, and a raider; Aniet and Bo are in the courier."""
    fight = given("plerion", pc("Aniet", "3/0/10/10/13"), pc("Bo", "3/0/10/10/7"))
    fight.joins(ship("Courier", "4/2/8/15/12", "party", gun="d8", lance="d10", crew=crew))
    return fight.joins(ship("Raider", hull, cannon="d10"))


def manoeuvre(what: str, target: str = "raider", **more: Any) -> Manoeuvre:
    """One of the courier's."""
    return Manoeuvre("courier", what, target, **more)


def locked(choice: str = "") -> Given:
    """The courier's lance is locked on the raider since the round before."""
    fight = two_ships().when(ROUND, manoeuvre("lock on", weapon="lance", choice=choice), Resolve())
    return fight.rolls("courier d20=12").when(Resolve(), BeginRound())


def conditions(fight: Given, who: str) -> list[tuple[str, str]]:
    """What somebody is in, and what it is about."""
    return [(each.name, each.about) for each in fight.one(who).conditions]


@pytest.mark.clause("CF-04", "CF-27")
def test_a_dodge_is_the_opposing_pilot_s_failed_will_save() -> None:
    """Failed: that ship's attacks are impaired for the round, and only for it."""
    fight = two_ships(Aniet="pilot", Bo="gunner")
    fight.when(BeginRound("ambushed"), BeginRound(), Resolve())
    fight.when(Manoeuvre("raider", "dodge", "courier"), Resolve()).rolls("aniet d20=14")
    assert "WIL" == fight.then_told(SaveRolled).score
    fight.then("courier", has="thrown off").when(BeginRound()).then("courier", lacks="thrown off")
    fight = two_ships().when(ROUND, manoeuvre("dodge"), Resolve()).rolls("raider d20=11")
    assert "SYS" == fight.then_told(SaveRolled).score
    fight.when(attack("raider", "courier"), Resolve()).rolls("raider d4=3").then("courier", Hull=3)


@pytest.mark.clause("CF-27")
def test_a_pilot_who_passes_is_not_dodged() -> None:
    """Their ship fires as ever."""
    fight = two_ships().when(ROUND, manoeuvre("dodge"), Resolve()).rolls("raider d20=10")
    assert "Raider's SYS save passed" == fight.then_told(Lapsed).why
    fight.when(attack("raider", "courier"), Resolve()).rolls("raider d10=2").then("courier", Hull=4)


@pytest.mark.clause("CF-23", "CF-27")
def test_a_ram_costs_both_half_of_the_rammer_s_whole_hull() -> None:
    """Of its maximum, down, through the armor of each."""
    fight = given("plerion", ship("Freighter", "3/1/15/11/11", "party", max={"Hull": 7}))
    fight.joins(ship("Raider", "9/2/10/10/10"))
    fight.when(Manoeuvre("freighter", "ram", "raider"), Resolve()).rolls("freighter d20=11")
    assert [("raider", 3, 1), ("freighter", 3, 2)] == [
        (told.to, told.rolled, told.dealt) for told in fight.told(DamageDealt)
    ]
    fight.then("raider", Hull=8).then("freighter", Hull=1)
    assert ["ENG"] == [save.score for save in fight.told(SaveRolled)]


@pytest.mark.clause("CF-27")
def test_a_ram_is_at_least_1_and_can_miss() -> None:
    """Half of a hull of 1 is 1; a failed ENG save is a miss."""
    fight = given("plerion", ship("Pod", "1/0/9/9/9", "party"), ship("Raider"))
    fight.when(Manoeuvre("pod", "ram", "raider"), Resolve()).rolls("pod d20=9", "pod d6=5")
    fight.then("raider", Hull=4).then("pod", Hull=0, has="breached")
    fight = given("plerion", ship("Pod", "1/0/9/9/9", "party"), ship("Raider"))
    fight.when(Manoeuvre("pod", "ram", "raider"), Resolve()).rolls("pod d20=10")
    fight.then("raider", Hull=5).then("pod", Hull=1).then_never(DamageDealt)


@pytest.mark.clause("CF-09", "CF-28")
def test_a_ram_is_no_part_of_the_guns_pool() -> None:
    """It comes after them, and armor counts against each."""
    fight = two_ships().when(manoeuvre("ram"), attack("courier", "raider"), Resolve())
    fight.rolls("courier d20=1", "courier d8=3", "courier d10=2")
    assert [("raider", 2), ("raider", 1), ("courier", 0)] == [
        (told.to, told.dealt) for told in fight.told(DamageDealt)
    ]


@pytest.mark.clause("CF-27")
def test_a_boosted_weapon_has_one_more_die_of_its_type() -> None:
    """The gunner's WIL save; for as many of the following rounds as the d6 says, with a module
    down."""
    fight = two_ships(Aniet="gunner").when(ROUND, manoeuvre("boost weapons", "", weapon="lance"))
    fight.when(Resolve()).rolls("aniet d20=13", "courier d6=1")
    assert "duration" == fight.told(Rolled)[-1].purpose
    fight.then("courier", has="boosted, module down").when(Resolve(), BeginRound())
    fight.when(attack("courier", "raider", weapons="lance"), Resolve())
    fight.rolls("courier d10=2", "courier d10=6").then("raider", Hull=4)
    assert "2d10" == fight.then_told(AttackRolled).dice
    fight.when(Resolve(), BeginRound()).then("courier", lacks="boosted, module down")
    fight.when(attack("courier", "raider", weapons="lance"), Resolve()).rolls("courier d10=2")


@pytest.mark.clause("CF-27")
def test_boosting_is_saved_on_by_the_gunner_then_the_pilot_then_the_ship() -> None:
    """Whoever of them there is."""
    for crew, saver in (
        ({"Aniet": "pilot", "Bo": "gunner"}, "bo WIL"),
        ({"Aniet": "pilot", "Bo": ""}, "aniet WIL"),
        ({"Bo": ""}, "courier SYS"),
    ):
        fight = two_ships(**crew).when(manoeuvre("boost weapons", "", weapon="gun"), Resolve())
        fight.rolls(15)
        save = fight.then_told(SaveRolled)
        assert saver == f"{save.who} {save.score}"
        fight.then("courier", SYS=12, lacks="boosted")


@pytest.mark.clause("CF-04", "CF-27")
def test_a_natural_20_in_boosting_costs_the_ship_a_point_of_sys() -> None:
    """Whoever rolled it."""
    fight = two_ships(Aniet="gunner").when(manoeuvre("boost weapons", "", weapon="gun"), Resolve())
    fight.rolls("aniet d20=20").then("courier", SYS=11, lacks="boosted").then("aniet", WIL=13)


@pytest.mark.clause("CF-27")
def test_a_boosted_weapon_is_not_boosted_again() -> None:
    """One more die is all there is."""
    fight = two_ships().when(manoeuvre("boost weapons", "", weapon="gun"), Resolve()).rolls(1, 6)
    fight.then_refused("gun is boosted already", manoeuvre("boost weapons", "", weapon="gun"))
    fight.when(manoeuvre("boost weapons", "", weapon="lance"), Resolve()).rolls(1, 2)
    assert ["gun", "lance"] == [a for name, a in conditions(fight, "courier") if name == "boosted"]


@pytest.mark.clause("CF-27")
def test_a_jury_rig_gives_a_point_of_hull_for_a_while() -> None:
    """A WIL save; when the d6 rounds are over the point is gone again, without any effect."""
    fight = two_ships(Aniet="pilot").when(SetScore("courier", "Hull", 1), ROUND)
    fight.when(manoeuvre("jury rig", ""), Resolve()).rolls("aniet d20=13", "courier d6=1")
    fight.then("courier", Hull=2, has="jury-rigged").when(Resolve(), BeginRound())
    fight.then("courier", Hull=2).when(SetScore("courier", "Hull", 1), BeginRound())
    fight.then("courier", Hull=0, lacks="jury-rigged").then_never(Rolled).then_never(EffectTold)


@pytest.mark.clause("CF-01", "CF-27")
def test_a_jury_rig_made_outside_rounds_lasts_as_long() -> None:
    """By the clock, ten minutes a round; a hull that is at nothing by then stays there."""
    fight = two_ships().when(SetScore("courier", "Hull", 1), manoeuvre("jury rig", ""), Resolve())
    fight.rolls(12, 2).when(PassTime(1199)).then("courier", Hull=2, has="jury-rigged")
    fight.when(SetScore("courier", "Hull", 0), PassTime(1)).then("courier", Hull=0)


@pytest.mark.clause("CF-27", "ALL-01")
def test_a_patch_that_is_taken_off_takes_its_point_along() -> None:
    """By the referee's word, at once, and not a second time when its rounds are over."""
    fight = two_ships().when(SetScore("courier", "Hull", 1), manoeuvre("jury rig", ""), Resolve())
    fight.rolls(12, 2).then("courier", Hull=2).when(EndCondition("courier", "jury-rigged"))
    fight.then("courier", Hull=1).when(PassTime(1200)).then("courier", Hull=1)
    fight.when(AddCondition("courier", "hailed"), EndCondition("courier", "hailed"))
    fight.then("courier", Hull=1)


@pytest.mark.clause("CF-27")
def test_a_whole_hull_is_not_rigged_nor_a_rigged_one() -> None:
    """There is nothing to patch; one patch holds at a time."""
    fight = two_ships()
    fight.then_refused("Courier has lost no Hull", manoeuvre("jury rig", ""), clause="CF-27")
    fight.when(SetScore("courier", "Hull", 1), manoeuvre("jury rig", ""), Resolve()).rolls(1, 3)
    fight.then_refused("jury-rigged already", manoeuvre("jury rig", ""), clause="CF-27")


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize(
    ("what", "score"),
    [("torpedoes", "SYS"), ("boost engines", "ENG"), ("jam", "SYS"), ("repair", "INT")],
)
def test_what_is_told_is_a_save_and_the_referee_s_word(what: str, score: str) -> None:
    """Passed it is done, failed it comes to nothing; no number changes."""
    fight = two_ships().when(manoeuvre(what, ""), Resolve()).rolls("courier d20=2")
    assert (score, what) == (fight.then_told(SaveRolled).score, fight.then_told(Acted).what)
    fight.then_nobody_changed().when(manoeuvre(what, ""), Resolve()).rolls("courier d20=20")
    fight.then_told(Lapsed)
    fight.then_never(Acted).then_nobody_changed()


@pytest.mark.clause("CF-27")
def test_point_defence_is_the_target_s_sys_save() -> None:
    """Of whoever is aimed at; of the ship itself where nobody else is named."""
    fight = two_ships().when(manoeuvre("point defence"), Resolve()).rolls("raider d20=10")
    assert ("raider", "SYS") == (fight.then_told(SaveRolled).who, fight.told(SaveRolled)[0].score)
    assert "raider" == fight.then_told(Acted).who
    fight.when(manoeuvre("point defence", ""), Resolve()).rolls("courier d20=12")
    assert "courier" == fight.then_told(Acted).who


@pytest.mark.clause("CF-28")
def test_saves_of_manoeuvres_are_rolled_with_the_others_in_declared_order() -> None:
    """Before any damage die."""
    fight = two_ships().joins(ship("Scout", side="party", gun="d6"))
    fight.when(attack("scout", "raider"), manoeuvre("jam"), Act("aniet", "calm", "WIL"))
    fight.when(Retreat("bo", "the hold"), Manoeuvre("scout", "dodge", "raider"), Resolve("party"))
    fight.then_asked("courier d20", "aniet d20", "bo d20", "raider d20")


@pytest.mark.clause("CF-06", "CF-27")
def test_a_manoeuvre_that_has_become_impossible_lapses() -> None:
    """The target is gone, or the weapon, or the helm."""
    for said, then in (
        (manoeuvre("ram"), Remove("raider")),
        (manoeuvre("lock on", weapon="gun"), Disarm("courier", "gun")),
        (manoeuvre("dodge"), AddCondition("courier", "Adrift")),
        (manoeuvre("jam"), AddCondition("courier", "frozen", "everything")),
    ):
        fight = two_ships().when(said, then, Resolve()).then_never(SaveRolled)
        assert "manoeuvre" == fight.then_told(Lapsed).what
        fight.then_nobody_changed("raider", "courier")


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (manoeuvre("dive"), "There is no manoeuvre “dive”"),
        (manoeuvre("ram", ""), "Say on whom, like: manoeuvre courier ram on NAME"),
        (manoeuvre("lock on", ""), "Say on whom, like: manoeuvre courier lock on with gun on NAME"),
        (manoeuvre("lock on", "", weapon="lance"), "lock on with lance on NAME"),
        (manoeuvre("ram", "courier"), "Courier is not its own target"),
        (manoeuvre("ram", "aniet"), "Aniet is no starship"),
        (manoeuvre("ram", choice="fire"), "Ram has no effect to choose"),
        (manoeuvre("ram", weapon="gun"), "Ram takes no weapon"),
        (manoeuvre("jury rig"), "Jury rig takes no target"),
        (manoeuvre("lock on"), "Say which weapon: gun or lance"),
        (manoeuvre("lock on", weapon="axe"), "There is no weapon of Courier “axe”"),
        (manoeuvre("lock on", weapon="gun", choice="7"), "There is no effect “7”"),
        (manoeuvre("lock on", weapon="gun", choice="rust"), "There is no effect “rust”"),
        (Manoeuvre("aniet", "ram", "raider"), "Aniet is no craft that has manoeuvres"),
        (Manoeuvre("zed", "ram", "raider"), "Nobody here is called “zed”"),
    ],
)
def test_a_manoeuvre_that_cannot_be_is_refused(said: Manoeuvre, words: str) -> None:
    """In words, with nothing recorded."""
    two_ships().then_refused(words, said)


@pytest.mark.clause("CF-27")
def test_a_manoeuvre_against_the_dead_and_with_a_weapon_that_is_out_is_refused() -> None:
    """Insisted on, the first is made all the same."""
    fight = two_ships().when(SetScore("raider", "INT", 0))
    fight.then_refused("Raider is dead", manoeuvre("ram"), clause="ALL-03")
    fight = locked("weapon").when(attack("courier", "raider", weapons="lance"), Resolve()).rolls(1)
    said = Manoeuvre("raider", "lock on", "courier")
    fight.then_refused("Raider's cannon is out", said, clause="CF-27")


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize("game", ["golden-idol", "thalassa"])
def test_games_without_manoeuvres_refuse_them(game: str) -> None:
    """As they refuse all that they do not know."""
    fight = given(game, pc("Ada"), npc("Wolf"))
    fight.then_refused("knows no manoeuvres of craft", Manoeuvre("ada", "dodge", "wolf"))


@pytest.mark.clause("CF-27")
def test_what_can_be_said_of_craft_is_what_the_game_has() -> None:
    """Manoeuvres and crews only where there are such craft; those of the book can be named."""
    words = {game: load_ruleset("cairn").lexicon(load_game(game)) for game in GAMES}
    assert {"manoeuvre", "crew"} <= words["thalassa"].lacks
    assert "crew" not in words["golden-idol"].lacks and "manoeuvre" in words["golden-idol"].lacks
    assert not {"manoeuvre", "crew"} & words["plerion"].lacks
    assert ["manoeuvre" in each.has for each in words.values()] == [False, False, True]
    assert {"lock on", "ram", "jury rig"} <= set(words["plerion"].manoeuvres)
    assert "Humvee" in words["golden-idol"].creatures and "Cruiser" in words["plerion"].creatures
