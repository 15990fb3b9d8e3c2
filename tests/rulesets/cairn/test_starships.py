"""Starships: their scale, their guns, and what they are among others."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types import declarations as d
from events.types.declarations import (
    Attack,
    BeginRound,
    EndFight,
    Harm,
    Manoeuvre,
    Move,
    PassTime,
    Recover,
    Resolve,
    Retreat,
)
from events.types.outcomes import (
    AttackRolled,
    ClockAdvanced,
    DamageDealt,
    EffectTold,
    Lapsed,
    SaveRolled,
    WoundTaken,
)
from events.types.rolls import Rolled
from events.types.sheets import Kind, Weapon
from events.types.statements import AddCondition, EndCondition, SetScore, SetTrait
from events.types.unions import Declaration
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.rulesets.cairn.ships import ROUND, aniet, courier, fighter, hit_to_nothing, ship
from tests.support.given import attack, given, npc, pc
from tests.support.random_fights import say_something, seeded_fight


@pytest.mark.clause("CF-17", "CF-18", "CF-23", "CF-27")
def test_pl_09_fire_at_exactly_nothing_burns_a_player_character() -> None:
    """No INT is lost; the round's end scars Aniet, and hours later she is the better for it."""
    fight = hit_to_nothing(3, crew={"Aniet": ""})
    fight.then("courier", Hull=0, INT=8, has="on fire").then_never(SaveRolled)
    assert ["fire on board"] == [told.text for told in fight.told(EffectTold)]
    fight.when(EndFight()).rolls("aniet d6=3")
    fight.then("aniet", HP=0, has="deprived", max={"HP": 5})
    assert [3] == [wound.row for wound in fight.one("aniet").wounds]
    assert 600 == fight.state.clock
    fight.when(PassTime(4 * 3600), Recover("aniet", "walloped")).rolls("aniet d6=4")
    fight.then("aniet", HP=0, max={"HP": 9})


@pytest.mark.clause("CF-13", "CF-27")
def test_pl_09_b_a_hull_that_was_at_nothing_brings_no_effect() -> None:
    """The one point left after armor comes off INT; a passed save is all there is to it."""
    fight = hit_to_nothing(3, crew={"Aniet": ""})
    fight.when(EndCondition("courier", "on fire"), BeginRound(), attack("fighter", "courier"))
    fight.when(Resolve(), Resolve()).rolls(4, 2, "courier d20=7")
    fight.then("courier", Hull=0, INT=7, lacks="out of action")
    fight.then_never(EffectTold).then_never(Rolled, purpose="ship-effect")


@pytest.mark.clause("CF-27")
def test_a_fight_with_a_starship_has_rounds_of_ten_minutes() -> None:
    """A fight without one, or one whose ships are gone, has rounds of ten seconds."""
    fight = given("plerion", aniet(), courier(), npc("Krillik", spear="d8"))
    fight.when(ROUND, BeginRound())
    assert 600 == fight.then_told(ClockAdvanced).now
    fight.when(d.Resolve(), d.Resolve(), SetScore("courier", "INT", 0), BeginRound())
    assert 610 == fight.then_told(ClockAdvanced).now
    fight = given("plerion", aniet()).when(ROUND, BeginRound())
    assert 10 == fight.then_told(ClockAdvanced).now


@pytest.mark.clause("CF-09", "CF-11", "CF-27")
def test_all_weapons_fired_at_one_target_are_one_pool() -> None:
    """Guns of one ship and of another: armor counts once, the highest die lands."""
    fight = given("plerion", courier(), fighter(), ship("Wing", lance="d12"))
    fight.when(
        attack("fighter", "courier", weapons="port gun"),
        attack("fighter", "courier", weapons="starboard gun"),
        attack("wing", "courier"),
        Resolve("foes"),
    )
    fight.rolls("fighter d10=4", "fighter d10=2", "wing d12=3")
    fight.then("courier", Hull=1)
    assert (2, 3) == fight.then_told(DamageDealt).dropped


@pytest.mark.clause("CF-11", "CF-27")
def test_a_ship_fires_each_of_its_weapons_once() -> None:
    """At several targets, too; a gun that has fired is not fired again, and an attack that names
    no gun is made with all that are left."""
    fight = given("plerion", courier(), ship("Skiff", side="party"), fighter())
    fight.when(ROUND, Resolve(), attack("fighter", "courier", weapons="port gun"))
    fight.then_refused(
        "Fighter has attacked with port gun already",
        attack("fighter", "skiff", weapons="port gun"),
        clause="CF-11",
    )
    fight.when(attack("fighter", "skiff"), Resolve()).rolls(2, 3)
    assert ["port gun", "starboard gun"] == [told.weapon for told in fight.told(AttackRolled)]
    assert ["courier", "skiff"] == [told.to for told in fight.told(DamageDealt)]


@pytest.mark.clause("CF-02", "CF-27")
def test_the_rest_of_a_crew_has_one_move_and_one_action() -> None:
    """Beside the gunners there is the helm: it moves, and does one thing more. No course is
    measured in metres."""
    fight = given("plerion", courier(), fighter())
    fight.when(ROUND, attack("courier", "fighter"), Move("courier", 5000), d.Act("courier", "hail"))
    fight.then_refused("has declared an action already", d.Act("courier", "scan"), clause="CF-02")
    fight.then_refused("no move left", Move("courier"), clause="CF-02")


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize(
    ("face", "condition", "told"),
    [
        (1, "module out", "a module is out"),
        (2, "weapon out", "a weapon is out: gun"),
        (4, "adrift", "the ship no longer answers the helm"),
        (5, "breached", "the outer wall is breached"),
        (6, "", "the controls explode"),
    ],
)
def test_a_hull_at_exactly_nothing_rolls_one_effect(face: int, condition: str, told: str) -> None:
    """Told, and a condition of the ship where it lasts; no scar, no INT lost."""
    fight = hit_to_nothing(face)
    fight.then("courier", Hull=0, INT=8, has=condition).then_never(WoundTaken)
    assert told == fight.then_told(EffectTold, who="courier").text
    assert "ship-effect" == fight.told(Rolled)[-1].purpose


@pytest.mark.clause("CF-27")
def test_a_weapon_that_is_out_cannot_be_fired() -> None:
    """The first listed that still works is out; the next one is when it happens again."""
    fight = hit_to_nothing(2, lance="d8")
    fight.when(BeginRound())
    fight.then_refused(
        "Courier's gun is out", attack("courier", "fighter", weapons="gun"), clause="CF-27"
    )
    fight.when(attack("courier", "fighter"), Resolve()).rolls("courier d8=1")
    assert "lance" == fight.then_told(AttackRolled).weapon
    fight.when(SetScore("courier", "Hull", 2), attack("fighter", "courier"), Resolve())
    fight.rolls(5, 3, "courier d6=2").then("courier", Hull=0)
    assert ["gun", "lance"] == [each.about for each in fight.one("courier").conditions]
    fight.when(Recover("courier", "weapon out"), BeginRound())
    assert ["lance"] == [each.about for each in fight.one("courier").conditions]
    fight.when(attack("courier", "fighter"))


@pytest.mark.clause("CF-27", "ALL-01")
def test_a_weapon_is_put_out_and_brought_back_by_word() -> None:
    """The one it is about; without a word on which, the first that works."""
    fight = given("plerion", courier(lance="d8"), fighter())
    fight.when(AddCondition("courier", "Weapon Out", about="Lance"))
    shot = attack("courier", "fighter", weapons="lance")
    fight.then_refused("Courier's lance is out", shot, clause="CF-27")
    fight.when(AddCondition("courier", "weapon out"))
    assert ["lance", "gun"] == [each.about for each in fight.one("courier").conditions]
    fight.when(EndCondition("courier", "weapon out", about="lance"), shot)
    assert ["gun"] == [each.about for each in fight.one("courier").conditions]
    fight.then_refused("is not about lance", EndCondition("courier", "weapon out", about="lance"))
    fight.then_refused(
        "Nobody here is called “keel”", AddCondition("courier", "weapon out", about="keel")
    )
    fight.when(AddCondition("courier", "hailed", about="fighter"))
    hailed = fight.one("courier").condition("hailed")
    assert hailed is not None and "fighter" == hailed.about


@pytest.mark.clause("CF-06", "CF-27")
def test_a_shot_with_a_weapon_that_is_out_by_then_lapses() -> None:
    """What was declared before the gun was hit does not happen, unless that was insisted on."""
    fight = given("plerion", ship("Lancer", side="party", lance="d10"), pc("Bo"))
    fight.joins(ship("Courier", "2/3/8/15/12", gun="d10")).joins(npc("Krillik"))
    fight.when(ROUND, attack("courier", "lancer"), attack("lancer", "courier"), Resolve())
    fight.rolls("lancer d10=5", "courier d6=2").when(Resolve())
    assert "Courier's gun is out" == fight.then_told(Lapsed).why
    fight.then("lancer", Hull=5)
    fight.when(BeginRound(), attack("courier", "lancer", weapons="gun", overrule="by hand"))
    fight.when(Resolve(), Resolve()).rolls("courier d10=4").then("lancer", Hull=1)


@pytest.mark.clause("CF-07", "CF-27")
def test_ships_have_no_bare_hands() -> None:
    """With no gun left there is nothing to attack with but what the referee calls dice."""
    fight = given("plerion", ship("Hulk", side="party"), fighter())
    fight.then_refused("Hulk has no weapon", attack("hulk", "fighter"))
    fight.then_refused(
        "There is no weapon of Hulk “unarmed”", attack("hulk", "fighter", weapons="unarmed")
    )
    fight.when(attack("hulk", "fighter", weapons="d8"), Resolve()).rolls("hulk d8=4")
    fight.then("fighter", Hull=2)


@pytest.mark.clause("CF-05", "CF-22", "CF-27")
def test_a_ship_rolls_on_the_abilities_of_its_scale() -> None:
    """ENG to act first and to retreat, and what is called for by that name."""
    fight = given("plerion", pc("Vagrant", "5/1/12/12/14", scale="starship"), fighter())
    assert ("INT", "ENG", "SYS") == load_ruleset("cairn").rollable(
        fight.state, fight.one("vagrant")
    )
    fight.when(BeginRound()).rolls("vagrant d20=12")
    assert "ENG" == fight.then_told(SaveRolled).score
    fight.when(Retreat("vagrant", "the belt"), Resolve()).rolls("vagrant d20=3")
    fight.then("vagrant", standing="gone")


@pytest.mark.clause("CF-04", "CF-27")
def test_a_save_called_for_ships_and_people_is_of_the_same_part() -> None:
    """DEX of the one is ENG of the other."""
    fight = given("plerion", aniet(), courier())
    fight.when(d.CallSave(("aniet", "courier"), "DEX")).rolls("aniet d20=13", "courier d20=15")
    assert ["DEX", "ENG"] == [save.score for save in fight.told(SaveRolled)]
    fight.when(Harm(("aniet", "courier"), "2", direct="DEX")).then("aniet", DEX=11)
    fight.then("courier", ENG=13, Hull=2)


@pytest.mark.clause("ALL-01", "CF-27")
def test_nobody_becomes_a_ship_by_word_alone() -> None:
    """The numbers of a ship are others."""
    fight = given("plerion", aniet(), courier())
    fight.then_refused(
        "Aniet has no Hull, INT, ENG and SYS", SetTrait("aniet", "scale", "starship")
    )
    fight.then_refused("Courier has no HP, STR, DEX", SetTrait("courier", "scale", "individual"))
    fight.when(SetTrait("aniet", "scale", "detachment"))


@pytest.mark.clause("CF-25", "CF-27")
def test_a_ship_has_no_morale_but_counts_as_a_casualty() -> None:
    """Alone at hull 0 it rolls nothing; lost, it shakes those on its side who have a will."""
    fight = given("plerion", courier(gun="d12"), fighter(), npc("Krillik"))
    fight.when(attack("courier", "fighter"), Resolve()).rolls(6, "fighter d6=1")
    fight.then("fighter", Hull=0).then_never(SaveRolled)
    fight.then_refused("its crew has morale", d.CallMorale(("fighter",)), clause="CF-25")
    fight.when(SetScore("fighter", "INT", 0), Resolve("foes")).rolls("krillik d20=11")
    fight.then("krillik", standing="gone")


@pytest.mark.clause("CF-21", "CF-27")
def test_a_starship_is_an_individual_to_a_detachment() -> None:
    """A swarm's attack on it is enhanced, its own on the swarm impaired."""
    fight = given("plerion", courier(), npc("Swarm", scale="detachment", bite="d6"))
    fight.when(attack("swarm", "courier"), attack("courier", "swarm"), Resolve("foes"))
    fight.rolls("swarm d12=1")
    fight.when(Resolve("party")).rolls("courier d4=1")


def test_creatures_of_a_craft_s_scale_are_in_every_game_s_list() -> None:
    """The ships of the book join with their own numbers, each gun by itself."""
    game = load_game("plerion")
    cruiser = load_ruleset("cairn").sheet(game, {"from": "Cruiser"}, "npc")
    assert ("starship", 4) == (cruiser.scale, len(cruiser.weapons))
    assert {"Hull": 10, "INT": 20, "ENG": 12, "SYS": 14} == cruiser.scores
    assert {Weapon("first gun", "d10")} <= set(cruiser.weapons)


SHIPS = ("courier", "fighter", "cruiser")


def _say(fight: Fight, rng: Random) -> None:
    """A manoeuvre, a volley, or anything else."""
    state = fight.state
    by, target = rng.sample(SHIPS, 2)
    overrule = rng.choice(["", "", "so be it"])
    ship = state.combatants[by]
    weapon = rng.choice([*(each.name for each in ship.weapons), ""])
    what = rng.choice(["lock on", "dodge", "ram", "boost weapons", "jury rig", "torpedoes", "jam"])
    declarations: list[Declaration] = [
        Manoeuvre(by, what, rng.choice([target, ""]), rng.choice(["", "fire", "2"]), weapon),
        Manoeuvre(by, what, target, overrule=overrule),
        Manoeuvre(by, "lock on", target, rng.choice(["", "weapon"]), weapon),
        Attack(by, (d.Aim(target),), (weapon,) if weapon else (), overrule=overrule),
        BeginRound(overrule=overrule),
        Resolve(),
        SetScore(by, "Hull", rng.randint(0, 3)),
        SetScore(by, "INT", rng.randint(4, 20)),
        AddCondition("ada", rng.choice(["critical damage", "mortally wounded"])),
        d.CallMorale((by,), overrule=overrule),
    ]
    said = rng.choice(declarations)
    if state.awaited:
        fight.roll()
        return
    try:
        fight.declare(said)
    except Refused as refused:
        assert str(refused).endswith(".")


@pytest.mark.clause("CF-27")
@pytest.mark.parametrize("seed", range(25))
def test_whatever_ships_do_is_played_or_refused_in_words(seed: int) -> None:
    """Random manoeuvres and shots among all else: the log folds to the state."""
    fight = seeded_fight(MemoryStore(), "plerion", seed, "typed" if seed % 2 else "digital")
    rules, rng = load_ruleset("cairn"), Random(seed)
    crafts: dict[str, Kind] = {"Courier": "follower", "Fighter": "npc", "Cruiser": "npc"}
    for craft, kind in crafts.items():
        entry = {
            "from": craft,
            "name": craft,
            "crew": {"Ada": "pilot"} if craft == "Courier" else [],
        }
        fight.declare(d.Join(rules.sheet(fight.state.game, entry, kind)))
    for _ in range(60):
        _say(fight, rng)
        if rng.random() < 0.3:
            say_something(fight, rng)
    assert fight.compute_state(len(fight.history)) == fight.state
