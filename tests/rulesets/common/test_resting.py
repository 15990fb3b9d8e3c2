"""Who rests where nobody is named: the same people in every game."""

from __future__ import annotations

import pytest

from events.types.declarations import Rest
from events.types.outcomes import Rested
from events.types.statements import HandOver
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import given, npc, pc

GAMES = ("golden-idol", "brighter-worlds", "paraverse")


def rest_unnamed(game: str, version: int = 0) -> set[str]:
    """Return who rests of Ada and Kay; Ben, who went over to the foes; the mule, which came over
    from them; and the wolf."""
    if game == "paraverse":
        pcs, npcs = map(paraverse.pc, ("Ada", "Kay", "Ben")), map(paraverse.npc, ("Mule", "Wolf"))
        fight = paraverse.fight(*pcs, *npcs, version=version)
    else:
        own, foes = map(pc, ("Ada", "Kay", "Ben")), map(npc, ("Mule", "Wolf"))
        fight = given(game, *own, *foes, version=version)
    fight.when(HandOver("ben", side="foes"), HandOver("mule", side="party"), Rest())
    return {each.who for each in fight.told(Rested)}


@pytest.mark.clause("CF-24", "BW-15", "PV-19")
@pytest.mark.parametrize("game", GAMES)
def test_every_character_rests_and_everybody_on_the_side_of_one(game: str) -> None:
    """Ben rests although he has changed sides, the mule because it is with the party now."""
    assert {"ada", "kay", "ben", "mule"} == rest_unnamed(game)


@pytest.mark.clause("CF-24", "BW-15", "PV-19")
@pytest.mark.parametrize(
    ("game", "left_out"),
    [("golden-idol", "ben"), ("brighter-worlds", "ben"), ("paraverse", "mule")],
)
def test_under_version_1_somebody_was_left_out(game: str, left_out: str) -> None:
    """Fights that were played so are replayed so."""
    assert {"ada", "kay", "ben", "mule"} - {left_out} == rest_unnamed(game, version=1)
