"""The statistics of a fight, game by game, with sums done by hand."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from events.types.declarations import BeginRound, EndFight, Harm, PassTime, Resolve, Rest
from events.types.sheets import Effect
from events.types.statements import HandOver, Kill
from projections.queries.statistics import Statistics, Tally, compute_statistics
from rulesets.definitions.shipped import GAMES
from tests.rulesets.brighter import people as brighter
from tests.rulesets.cairn.ships import hit_to_nothing
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import Given, attack, given, npc, pc
from tests.support.random_fights import seeded_fight

ROUND = BeginRound("ambush")


def of(fight: Given) -> Statistics:
    """Return the statistics of a fight's present line."""
    history = fight.fight.history
    return compute_statistics((row.seq, row.event) for row in history.on_line(len(history)))


def tally(fight: Given, who: str) -> Tally:
    """Return the tally of a combatant."""
    return of(fight).combatants[who]


def swung(one: Tally) -> tuple[int, int, int]:
    """Return attacks, hits, and damage dealt."""
    return one.attacks, one.hits, one.dealt


def felled(*effects: Effect) -> Given:
    """Return a fight in which a bear with these effects fells Ben, and Ada stands by."""
    fight = given(
        "golden-idol",
        pc("Ada", axe="d12"),
        pc("Ben", "1/0/9/9/9"),
        npc("Bear", "9/0/9/9/9", claws="d8", effects=effects),
    )
    return fight.when(attack("bear", "ben"), Resolve()).rolls("bear d8=3", "ben d20=8")


def test_a_blast_is_one_attack_and_deals_to_all() -> None:
    """7, 6 and 5 less armor 2, 0 and 1 are 5 + 6 + 4."""
    fight = given(
        "golden-idol",
        pc("Ada", "9/0/9/9/9", bomb="d8 blast"),
        pc("Ben", "9/0/9/9/9"),
        npc("Bear", "9/1/9/9/9"),
        npc("Wolf", "9/2/9/9/9"),
    )
    fight.when(attack("ada", "wolf", "ben", "bear"), Resolve()).rolls(7, 6, 5)
    ada = tally(fight, "ada")
    assert (1, 1, 15) == swung(ada)
    assert (3, 2.5 + 1.5 + 0.5) == (ada.luck.dice, ada.luck.excess)
    found = of(fight).combatants
    assert {"ben": (6, 0), "bear": (4, 1), "wolf": (5, 2)} == {
        id: (found[id].taken, found[id].absorbed) for id in ("ben", "bear", "wolf")
    }


def test_damage_absorbed_completely_is_no_hit() -> None:
    """Damage that armor absorbs completely is no hit."""
    fight = given("thalassa", pc("Althea", kopis="d8"), npc("Hoplite", "4/3/10/10/10"))
    fight.when(attack("althea", "hoplite"), Resolve()).rolls(2)
    assert (1, 0, 0) == swung(tally(fight, "althea"))
    assert (0, 2) == ((hoplite := tally(fight, "hoplite")).taken, hoplite.absorbed)


def test_damage_of_an_effect_is_dealt_without_a_second_hit() -> None:
    """3 by the claws and 2 by their effect; a save's 8 is 2.5 better than average, a 1 is 9.5."""
    fight = felled(Effect("critical", "damage", "shaken", dice="d6"))
    fight.rolls("bear d6=2", "ben d20=1")
    bear, ben = tally(fight, "bear"), tally(fight, "ben")
    assert (1, 1, 5) == swung(bear)
    assert -1.5 - 1.5 == bear.luck.excess
    assert (5, 1, 1, 12.0) == (ben.taken, ben.passed, ben.failed, ben.luck.excess)


def test_a_wound_that_kills_later_is_its_givers_kill() -> None:
    """Striking the dying in between is no kill."""
    fight = felled().when(attack("ada", "ben"), Resolve("party")).rolls("ada d12=1", "ben d20=1")
    fight.when(PassTime(3600)).then("ben", standing="dead")
    assert (1, 0) == (tally(fight, "bear").kills, tally(fight, "ada").kills)


def test_a_fatal_fall_is_nobodys_kill() -> None:
    """Neither a fall nor a ruling is a kill of the last striker."""
    fight = given("golden-idol", pc("Ada", axe="d12"), npc("Wolf", "9/0/6/8/6"), npc("Boar"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(2)
    fight.when(Harm(("wolf",), "9", "the gorge", direct="STR"), Kill("boar", "the gorge"))
    fight.then("wolf", standing="dead").then("boar", standing="dead")
    assert 0 == tally(fight, "ada").kills
    assert (2, 2) == (tally(fight, "wolf").taken, tally(fight, "ada").dealt)


def test_harm_without_an_attacker_is_bad_luck_of_its_roller() -> None:
    """A 6 on a d6 of harm is 2.5 worse than average."""
    fight = given("golden-idol", pc("Ada", "9/1/9/9/9"), npc("Wolf"))
    fight.when(Harm(("ada",), "d6", "a fall")).rolls("ada d6=6")
    ada = tally(fight, "ada")
    assert (5, 1, 1, -2.5) == (ada.taken, ada.absorbed, ada.luck.dice, ada.luck.excess)
    assert 0 == sum(each.dealt for each in of(fight).combatants.values())


def test_a_disabled_foe_is_no_kill() -> None:
    """A foe that failed its save is not killed."""
    fight = given("golden-idol", pc("Ada", axe="d12"), npc("Wolf", "1/0/10/8/6"))
    fight.when(ROUND, attack("ada", "wolf"), Resolve()).rolls("ada d12=3", "wolf d20=15")
    fight.then("wolf", has="out of action")
    assert 0 == tally(fight, "ada").kills


def test_a_player_has_the_deeds_of_their_time() -> None:
    """Ada changes hands after her first blow."""
    fight = given("golden-idol", pc("Ada", player="Anna", axe="d12"), npc("Wolf", "20/0/9/9/9"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls(3)
    fight.when(HandOver("ada", "Bo"), attack("ada", "wolf"), Resolve()).rolls(5)
    found = of(fight)
    assert {"Anna": 3, "Bo": 5} == {name: one.dealt for name, one in found.players.items()}
    assert 8 == found.combatants["ada"].dealt


def test_a_die_that_picks_a_row_is_neither_good_nor_bad() -> None:
    """The courier rolls for what a hit does to it; its armor kept 3 of 5 points."""
    fight = hit_to_nothing(4)
    fighter, courier = tally(fight, "fighter"), tally(fight, "courier")
    assert (1, 1, 2) == swung(fighter)
    assert -0.5 - 2.5 == fighter.luck.excess
    assert (2, 3) == (courier.taken, courier.absorbed)
    assert (1, 0.0, 0.0) == (courier.luck.dice, courier.luck.excess, courier.luck.spread)


def test_fire_aboard_is_nobodys_damage() -> None:
    """The crew takes the damage; the lower their die, the luckier."""
    fight = hit_to_nothing(3, crew={"Aniet": "pilot"})
    fight.when(BeginRound()).rolls("aniet d6=1")
    aniet = tally(fight, "aniet")
    assert (1, 1, 2.5) == (aniet.taken, aniet.luck.dice, aniet.luck.excess)
    assert 2 == tally(fight, "fighter").dealt


def test_in_brighter_worlds_a_high_save_is_lucky() -> None:
    """5 less armor 1: 2 of Grit and 2 more, against which a d10 shows 7."""
    fight = brighter.fight(brighter.sam(), brighter.troll())
    brighter.strikes(fight, attack("sam", "troll"), "sam d6=5", "troll d10=7")
    troll = tally(fight, "troll")
    assert (1, 1, 4) == swung(tally(fight, "sam"))
    assert 1.5 == tally(fight, "sam").luck.excess
    assert (4, 1, 1, 1.5) == (troll.taken, troll.absorbed, troll.passed, troll.luck.excess)


def test_in_brighter_worlds_a_blast_has_one_roll() -> None:
    """8 to Sam and to Pete, both with Grit enough; a single die."""
    fire = npc("Giant", "9/0/12/6/6", weapons=(brighter.FIRE,))
    fight = brighter.fight(brighter.sam("9/0/8/8/6"), brighter.pete("9/1/8/8/6"), fire)
    brighter.strikes(fight, attack("giant", "sam", "pete"), "giant d8=8")
    giant = tally(fight, "giant")
    assert (1, 1, 15) == swung(giant)
    assert (1, 3.5) == (giant.luck.dice, giant.luck.excess)


def test_in_brighter_worlds_a_death_after_an_hour_belongs_to_the_blow() -> None:
    """A d4 of STR is filled: down, and dead an hour later."""
    giant = npc("Giant", "9/0/12/6/6", club="d12")
    fight = brighter.fight(brighter.sam("0/0/4/8/6"), brighter.pete(), giant)
    brighter.strikes(fight, attack("giant", "sam"), "giant d12=4")
    assert 0 == tally(fight, "giant").kills
    fight.when(PassTime(3600)).then("sam", standing="dead")
    assert 1 == tally(fight, "giant").kills


def test_in_paraverse_a_shot_is_met_by_a_defence() -> None:
    """12 against 8 + 1 + 2: 10 less armor 3 and shield 2; the die for the location counts as
    thrown."""
    orc = paraverse.npc("Orc", shield=2, armor=3, Evasion=1)
    fight = paraverse.fight(paraverse.pc("Kit", "longbow"), orc)
    fight.when(paraverse.ROUND, attack("kit", "orc"), paraverse.GO)
    fight.rolls("kit d20=12", "orc d20=8", "kit d4=3")
    kit, struck = tally(fight, "kit"), tally(fight, "orc")
    assert (1, 1, 5) == swung(kit)
    assert (2, 1.5) == (kit.luck.dice, kit.luck.excess)
    assert (5, 5, 0, 1, -2.5) == (
        struck.taken,
        struck.absorbed,
        struck.passed,
        struck.failed,
        struck.luck.excess,
    )


@pytest.mark.parametrize(
    ("kit", "orc", "winner", "attacks"),
    [
        (15, 5, "kit", {"kit": (1, 1), "orc": (0, 0)}),
        (5, 15, "orc", {"kit": (1, 0), "orc": (1, 1)}),
    ],
)
def test_in_paraverse_striking_back_counts_as_an_attack(
    kit: int, orc: int, winner: str, attacks: dict[str, tuple[int, int]]
) -> None:
    """If it hits. The declared attack counts in any case."""
    dagger = [paraverse.pc("Kit", "dagger", CON=20), paraverse.npc("Orc", "dagger", CON=20)]
    fight = paraverse.fight(*dagger).when(paraverse.ROUND, attack("kit", "orc"), paraverse.GO)
    fight.rolls(f"kit d20={kit}", f"orc d20={orc}", f"{winner} d4=3")
    found = of(fight).combatants
    assert attacks == {id: (found[id].attacks, found[id].hits) for id in ("kit", "orc")}
    assert kit - 10.5 == found["kit"].luck.excess


def test_in_paraverse_a_failed_death_check_is_the_wounders_kill() -> None:
    """An arrow in the torso, and three watches without a passed check."""
    orc = paraverse.npc("Orc", CON=10, Stamina=1)
    fight = paraverse.fight(paraverse.pc("Kit", "longbow"), orc)
    fight.when(paraverse.ROUND, attack("kit", "orc"), paraverse.GO)
    fight.rolls("kit d20=12", "orc d20=8", "kit d4=2").then("orc", has="dying")
    fight.when(EndFight())
    for _ in range(3):
        fight.when(Rest(("kit",))).rolls("orc d20=2")
    fight.then("orc", standing="dead")
    assert (1, 3) == (tally(fight, "kit").kills, tally(fight, "orc").failed - 1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_attack_hits_twice_in_any_game(game: str, seed: int) -> None:
    """In random fights every hit is an attack, and a player's tally is that of their combatants."""
    fight = seeded_fight(MemoryStore(), game, seed)
    play_fight(fight, Random(seed), 80)
    rows = fight.history.on_line(len(fight.history))
    found = compute_statistics((row.seq, row.event) for row in rows)
    assert all(one.hits <= one.attacks for one in found.combatants.values())
    played = sum(one.luck.dice for one in found.players.values())
    assert played <= sum(one.luck.dice for one in found.combatants.values())
    assert sum(one.dealt for one in found.combatants.values()) <= sum(
        one.taken for one in found.combatants.values()
    )
