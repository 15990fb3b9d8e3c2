"""A stated fact stands until something of its own changes it (ALL-01)."""

from __future__ import annotations

import pytest

from events.types.declarations import Aid, Burden, Harm
from events.types.outcomes import ConditionBegan, EngagementEnded, ScoreChanged
from events.types.statements import AddCondition, EndCondition, Engage, HandOver, SetScore
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import Given, given, npc, pc


def loaded(game: str, score: str, version: int = 0) -> Given:
    """Return a fight with Ada under a full pack, whom the referee has given 2 of a score."""
    fight = given(game, pc("Ada", "4/1/8/8/8"), npc("Wolf"), version=version)
    return fight.when(Burden("ada", True), SetScore("ada", score, 2, why="the idol glows"))


@pytest.mark.clause("ALL-01", "CF-24")
def test_stated_hit_protection_outlasts_other_conditions() -> None:
    """Dazed has nothing to do with the pack; a full pack that is stated has."""
    fight = loaded("golden-idol", "HP").when(AddCondition("ada", "dazed")).then("ada", HP=2)
    fight.then_never(ScoreChanged)
    fight.when(EndCondition("ada", "full pack"), AddCondition("ada", "full pack"))
    fight.then("ada", HP=0)


@pytest.mark.clause("ALL-01", "CF-24")
def test_under_version_1_any_condition_brought_the_pack_back() -> None:
    """Fights that were played so are replayed so."""
    fight = loaded("golden-idol", "HP", version=1).when(AddCondition("ada", "dazed"))
    fight.then("ada", HP=0)


@pytest.mark.clause("ALL-01", "BW-15")
def test_deprived_stays_ended_under_a_full_pack() -> None:
    """The referee has ended it; an unrelated condition, or the end of one, does not bring it
    back."""
    fight = loaded("brighter-worlds", "Grit").when(EndCondition("ada", "deprived"))
    fight.when(AddCondition("ada", "dazed"), EndCondition("ada", "dazed"))
    fight.then("ada", lacks="deprived", Grit=2).then_never(ConditionBegan)


@pytest.mark.clause("ALL-01", "PV-12", "PV-17")
def test_a_blow_of_nothing_makes_nobody_unconscious() -> None:
    """Somebody with no Stamina left, who was declared awake, is struck and not hurt."""
    fight = paraverse.fight(paraverse.pc("Ada"), paraverse.npc("Ogre"))
    fight.when(SetScore("ada", "Stamina", 0)).then("ada", has="unconscious")
    fight.when(EndCondition("ada", "unconscious")).then("ada", lacks="unconscious")
    fight.when(Harm(("ada",), "0", "a feather", place="torso")).then("ada", lacks="unconscious")
    fight.when(Harm(("ada",), "9", "a rock", place="torso")).then("ada", has="unconscious")


@pytest.mark.clause("PV-16")
def test_another_player_ends_no_engagement() -> None:
    """Only another side does: the referee has let Ada fight one of her own."""
    fight = paraverse.fight(paraverse.pc("Ada"), paraverse.pc("Ben"))
    fight.when(Engage("ada", ("ben",), "they quarrel"), HandOver("ada", "Mia"))
    assert ("ben",) == fight.one("ada").engaged
    fight.then_never(EngagementEnded)


@pytest.mark.clause("ALL-01", "PV-18", "PV-19")
@pytest.mark.parametrize("name", ["beyond medicine", "death check failed", "death check passed"])
def test_a_fact_that_would_end_at_once_is_refused(name: str) -> None:
    """These are about somebody who bleeds or is dying; of such a one they can be stated."""
    fight = paraverse.fight(paraverse.pc("Ada"), paraverse.npc("Ogre"))
    fight.then_refused("Ada is not ", AddCondition("ada", name), clause="PV-19")
    fight.when(AddCondition("ada", "bleeding"), AddCondition("ada", "unconscious"))
    fight.when(AddCondition("ada", name), AddCondition("ada", "dazed")).then("ada", has=name)


@pytest.mark.clause("PV-19")
def test_medicine_can_help_again_once_nothing_bleeds() -> None:
    """A later bleeding is another one."""
    fight = paraverse.fight(paraverse.pc("Ada"), paraverse.pc("Ben"))
    fight.when(*(AddCondition("ada", name) for name in ("bleeding", "unconscious")))
    fight.when(AddCondition("ada", "beyond medicine")).then_refused(
        "no longer be stabilized", Aid("ben", "ada"), clause="PV-19"
    )
    fight.when(EndCondition("ada", "bleeding")).then("ada", lacks="beyond medicine")
    fight.when(AddCondition("ada", "bleeding"), Aid("ben", "ada"))
