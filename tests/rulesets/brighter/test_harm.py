"""BW-13: harm outside combat is a step down."""

from __future__ import annotations

import pytest

from events.types.declarations import BeginRound, Harm, Resolve
from events.types.outcomes import CheckRolled, DamageDealt, EffectTold, MoraleTested, ScoreChanged
from events.types.sheets import Effect
from events.types.statements import Kill, Remove
from tests.rulesets.brighter.people import fight, pete, sam, troll
from tests.support.given import npc


@pytest.mark.clause("BW-13")
@pytest.mark.parametrize(("direct", "score"), [("", "STR"), ("DEX", "DEX"), ("wil", "WIL")])
def test_harm_is_one_step_down(direct: str, score: str) -> None:
    """Past armor and Grit, without a save; of STR where nothing else is named."""
    on = fight(sam("3/3/8/8/8")).when(Harm(("sam",), "", "a trap", direct))
    on.then("sam", Grit=3, **{score: 6}).then_never(CheckRolled).then_never(DamageDealt)  # type: ignore[arg-type]
    assert (8, 6, "a trap") == (
        *(on.then_told(ScoreChanged).was, on.told(ScoreChanged)[0].now),
        on.told(ScoreChanged)[0].why,
    )


@pytest.mark.clause("BW-10", "BW-13")
def test_harm_at_a_d4_means_what_zero_means() -> None:
    """And at zero STR it kills."""
    on = fight(sam("3/0/4/4/4"))
    on.when(Harm(("sam",), "", direct="DEX")).then("sam", has="paralysed")
    on.when(Harm(("sam",), "", direct="DEX")).then("sam", DEX=0).then_never(ScoreChanged)
    on.when(Harm(("sam",), "")).then("sam", STR=0, has="incapacitated")
    on.when(Harm(("sam",), "", direct="WIL")).then("sam", WIL=0, has="catatonic")
    on.when(Harm(("sam",), "", "the flood")).then("sam", standing="dead", STR=0)
    assert "the flood" == on.one("sam").how


@pytest.mark.clause("BW-08", "BW-13")
def test_harm_brings_ones_own_effects() -> None:
    """It is Critical Damage."""
    on = fight(npc("Beast", effects=(Effect("own-critical", text="it howls"),)))
    on.when(Harm(("beast",), "")).rolls("beast d10=4").then_told(EffectTold, text="it howls")


@pytest.mark.clause("BW-13", "BW-14")
def test_harm_shakes_a_foe() -> None:
    """At once outside rounds; in a round when the turn under way is done."""
    on = fight(sam(), troll()).when(Harm(("troll",), "", "a pit")).rolls("troll d6=4")
    on.then("troll", STR=8).then_told(MoraleTested, who="troll")
    on = fight(sam(), troll()).when(BeginRound(), Harm(("troll",), "", "a pit"))
    on.then("troll", STR=8).then_never(MoraleTested)
    on.when(Resolve()).then_asked("troll d6")


@pytest.mark.clause("BW-13")
def test_several_are_harmed_each_by_a_step() -> None:
    """In the order named."""
    on = fight(sam(), pete()).when(Harm(("pete", "sam"), "", "falling rocks"))
    assert ["pete", "sam"] == [change.who for change in on.told(ScoreChanged)]


@pytest.mark.clause("BW-13")
def test_harm_has_no_amount_here() -> None:
    """Nor a place, nor does it strike the dead."""
    on = fight(sam(), pete(), troll()).when(Kill("pete"), Remove("troll"))
    on.then_refused("knows no amounts of harm", Harm(("sam",), "d6"))
    on.then_refused("no hit locations", Harm(("sam",), "", place="head"))
    on.then_refused("no attribute “Grit”", Harm(("sam",), "", direct="Grit"))
    on.then_refused("Pete is dead", Harm(("pete",), "", overrule="again"), clause="BW-13")
    on.then_refused("Troll is out of the fight", Harm(("troll",), ""))
    on.when(Harm(("troll",), "", overrule="as it ran"))
    assert 8 == on.one("troll").scores["STR"]
