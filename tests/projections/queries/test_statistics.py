"""The statistics of a fight."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from events.types.declarations import BeginRound, Resolve
from events.types.outcomes import DamageDealt
from events.types.rolls import Rolled
from projections.queries.statistics import Luck, Statistics, Tally, compute_statistics
from replay.corrections.plan import Correction
from rulesets.definitions.shipped import GAMES
from tests.support.given import Given, attack, given as a_fight, npc, pc
from tests.support.random_fights import seeded_fight


def of(fight: Given) -> Statistics:
    """Return the statistics of a fight's present line."""
    history = fight.fight.history
    return compute_statistics((row.seq, row.event) for row in history.on_line(len(history)))


def struck() -> Given:
    """Return a fight: Ada strikes the wolf for 5 (armor 1), and it bites her for 3 (armor 1)."""
    fight = a_fight(
        "golden-idol",
        pc("Ada", "6/1/10/10/10", sword="d8", player="Anna"),
        npc("Wolf", "9/1/6/8/6", bite="d6"),
    )
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls(5)
    return fight.when(attack("wolf", "ada"), Resolve()).rolls(3)


def test_damage_dealt_and_taken_is_after_armor() -> None:
    """Armor absorbs for the one who wears it."""
    found = of(struck())
    ada, wolf = found.combatants["ada"], found.combatants["wolf"]
    assert (1, 1, 4, 2, 1) == (ada.attacks, ada.hits, ada.dealt, ada.taken, ada.absorbed)
    assert (1, 1, 2, 4, 1) == (wolf.attacks, wolf.hits, wolf.dealt, wolf.taken, wolf.absorbed)


def test_players_have_the_tallies_of_their_combatants() -> None:
    """Anna has the tally of Ada; combatants without a player are in no player's tally."""
    found = of(struck())
    assert {"Anna": found.combatants["ada"]} == found.players


def test_luck_is_the_excess_over_the_average() -> None:
    """A d8 that shows 5 is half a point better; its spread is that of a d8."""
    luck = of(struck()).combatants["ada"].luck
    assert (1, 0.5) == (luck.dice, luck.excess)
    assert pytest.approx(2.2913, abs=1e-4) == luck.spread


def test_a_low_save_is_lucky() -> None:
    """Saves are rolled at or under a score: a 3 on a d20 is 7.5 better than average."""
    fight = a_fight("golden-idol", pc("Ada"), npc("Wolf", "4/0/6/8/6", bite="d6"))
    fight.when(BeginRound()).rolls(3)
    tally = of(fight).combatants["ada"]
    assert (1, 0, 7.5) == (tally.passed, tally.failed, tally.luck.excess)


def test_a_kill_belongs_to_the_last_blow() -> None:
    """The last one who struck the dead has the kill."""
    fight = a_fight("golden-idol", pc("Ada", cannon="d12"), npc("Wolf", "2/0/6/8/6"))
    fight.when(BeginRound("ambush"), attack("ada", "wolf"), Resolve()).rolls(12)
    assert 1 == of(fight).combatants["ada"].kills


def test_statistics_follow_the_corrected_line() -> None:
    """The statistics are those of the corrected line."""
    fight = struck()
    die = next(row.seq for row in fight.fight.history.rows if isinstance(row.event, Rolled))
    fight.fight.correct(fight.fight.plan_correction(Correction("amend", die, "misread", face=8)))
    assert (7, 3.5) == (of(fight).combatants["ada"].dealt, of(fight).combatants["ada"].luck.excess)


@pytest.mark.parametrize("game", GAMES)
def test_the_sums_agree_with_the_log(game: str) -> None:
    """In random fights all damage and every die belongs to a combatant."""
    fight = seeded_fight(MemoryStore(), game, 3)
    play_fight(fight, Random(3), 60)
    rows = list(fight.history.on_line(len(fight.history)))
    found = compute_statistics((row.seq, row.event) for row in rows)
    damage = [row.event for row in rows if isinstance(row.event, DamageDealt)]
    dice = [row.event for row in rows if isinstance(row.event, Rolled)]
    assert sum(each.dealt for each in damage) == sum(t.taken for t in found.combatants.values())
    assert len(dice) == sum(tally.luck.dice for tally in found.combatants.values())


def test_tallies_add_up() -> None:
    """Several characters of one player count together."""
    one = Tally(1, 1, 4, luck=Luck(1, 0.5, 5.25))
    one.add(Tally(2, 0, 0, 3, luck=Luck(2, -1.0, 10.5)))
    assert Tally(3, 1, 4, 3, luck=Luck(3, -0.5, 15.75)) == one
