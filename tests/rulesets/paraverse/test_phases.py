"""Rounds: planning, and the phases in order (PV-03, PV-04, PV-09)."""

from __future__ import annotations

import msgspec
import pytest

from events.types.declarations import (
    Act,
    Attack,
    BeginRound,
    EndFight,
    Move,
    Resolve,
    Retreat,
    Special,
)
from events.types.outcomes import (
    Acted,
    AttackRolled,
    CheckRolled,
    ClockAdvanced,
    ContestFormed,
    ContestRolled,
    DamageDealt,
    EngagementEnded,
    Lapsed,
    Left,
    Moved,
    PhaseBegan,
    PhaseEnded,
    RoundBegan,
    RoundEnded,
)
from events.types.sheets import Bars
from events.types.statements import AddCondition, Disarm, Kill, Remove
from projections.text.words import describe_turn
from tests.rulesets.paraverse.people import GO, ROUND, fight, npc, pc
from tests.support.given import attack

ORDER = ["planning", "ranged", "melee", "magic", "miscellaneous", "end"]


@pytest.mark.clause("PV-03")
def test_a_round_is_planned_and_its_phases_follow_in_order() -> None:
    """One resolve plays all phases; rounds have no length in time."""
    given = fight(pc("Kit"), npc("Orc"))
    given.when(ROUND)
    assert ("planning", 1, ()) == (given.state.phase, given.state.round, given.state.order)
    given.fight.declare(GO)
    assert ORDER == [each.phase for each in given.told(PhaseBegan)]
    assert ORDER == [each.phase for each in given.told(PhaseEnded)]
    given.then_told(RoundEnded, number=1)
    given.then_never(ClockAdvanced)
    assert ("", 0) == (given.state.phase, given.state.clock)
    given.when(ROUND).then_told(RoundBegan, number=2)


@pytest.mark.clause("PV-03")
def test_a_finished_round_is_told_as_over_with_what_comes_next() -> None:
    """Not while it goes on, and not between two of its phases."""
    given = fight(pc("Kit"), npc("Orc")).when(ROUND)
    assert "round 1 · planning" == describe_turn(given.state)
    given.fight.declare(GO)
    history = given.fight.history
    ends = [row.seq for row in history.rows if isinstance(row.event, PhaseEnded)]
    assert {"round 1"} == {describe_turn(history.state(seq)) for seq in ends}
    assert "round 1 · all phases done; next is planning" == describe_turn(given.state)
    given.when(ROUND)
    assert "round 2 · planning" == describe_turn(given.state)


@pytest.mark.clause("PV-03", "ALL-03")
@pytest.mark.parametrize("said", [attack("kit", "orc"), Move("kit", to="yard"), Resolve()])
def test_outside_planning_nothing_of_a_round_is_declared(said: Attack | Move | Resolve) -> None:
    """A round has to be begun first."""
    given = fight(pc("Kit"), npc("Orc"))
    given.when().then_refused("begin one first", said, clause="PV-03")
    given.when(ROUND, GO).then_refused("begin one first", said)


@pytest.mark.clause("PV-03")
def test_an_open_round_is_resolved_before_the_next() -> None:
    """If that is overruled, the declarations of the open round lapse."""
    given = fight(pc("Kit"), npc("Orc")).when(ROUND, attack("kit", "orc"))
    given.then_refused("Round 1 is open", ROUND)
    given.when(BeginRound(overrule="we forgot Gil")).then_told(Lapsed, who="kit")
    assert (2, []) == (given.state.round, given.state.pending)


@pytest.mark.clause("PV-03")
@pytest.mark.parametrize("said", [BeginRound("ambush"), BeginRound(versus="orc")])
def test_there_is_no_opening(said: BeginRound) -> None:
    """All sides act at once."""
    fight(pc("Kit"), npc("Orc")).when().then_refused("no opening", said)


@pytest.mark.clause("PV-03")
def test_two_archers_drop_each_other() -> None:
    """Effects apply only at the end of the phase."""
    given = fight(
        pc("Kit", "longbow", Stamina=1, Marksman=5), npc("Orc", "longbow", Stamina=1, Marksman=5)
    )
    given.when(ROUND, attack("kit", "orc"), attack("orc", "kit"), GO)
    given.rolls("kit d20=12", "orc d20=12", "kit d4=4", "orc d20=12", "kit d20=12", "orc d4=4")
    given.then("kit", has="unconscious").then("orc", has="unconscious")


@pytest.mark.clause("PV-03")
def test_effects_are_told_at_the_end_of_the_phase_in_declared_order() -> None:
    """Both attacks are rolled before both blows land."""
    given = fight(pc("Kit"), npc("Orc", "longbow", Marksman=5), npc("Elf", "longbow", Marksman=9))
    given.when(ROUND, attack("orc", "kit"), attack("elf", "kit"), GO)
    given.rolls(12, 12, 4, 12, 12, 4)
    kinds = [type(each) for each in given.events(given.start)]
    last = len(kinds) - 1 - kinds[::-1].index(AttackRolled)
    assert last < kinds.index(DamageDealt)
    assert ["orc", "elf"] == [each.by for each in given.told(DamageDealt)]


@pytest.mark.clause("PV-03", "ALL-03")
def test_who_is_out_when_a_phase_begins_takes_no_part_in_it() -> None:
    """After being shot down, neither their attack nor an attack on them is rolled."""
    given = fight(
        pc("Kit", "longbow", Marksman=9), pc("Fay", "dagger"), npc("Orc", "dagger", Stamina=1)
    )
    given.when(ROUND, attack("kit", "orc"), attack("fay", "orc"), attack("orc", "fay"), GO)
    given.rolls("kit d20=15", "orc d20=2", "kit d4=4")
    lapsed = given.told(Lapsed)
    assert ["fay", "orc"] == [each.who for each in lapsed]
    assert all("Orc is unconscious" in each.why for each in lapsed)
    given.then_never(ContestFormed).then("orc", has="unconscious")


@pytest.mark.clause("PV-03", "PV-14")
def test_a_wound_hinders_from_the_next_phase_on() -> None:
    """The arm breaks in the ranged phase, so the melee roll has disadvantage."""
    given = fight(pc("Kit", "dagger"), npc("Orc", "dagger"), npc("Elf", "longbow", Marksman=5))
    given.when(ROUND, attack("elf", "kit"), attack("kit", "orc"), GO)
    given.rolls("elf d20=5", "kit d20=9", "elf d4=3")
    given.then_asked("kit d20", "kit d20", "orc d20")


@pytest.mark.clause("PV-03")
def test_a_weapon_lost_in_planning_strikes_nobody() -> None:
    """The declared shot lapses."""
    given = fight(pc("Kit", "longbow"), npc("Orc"))
    given.when(ROUND, attack("kit", "orc"), Disarm("kit", "longbow"), GO)
    assert "no longer has" in given.then_told(Lapsed, who="kit").why


@pytest.mark.clause("PV-04")
def test_one_action_a_round() -> None:
    """A second action is refused, and replaces the first if declared with `instead`."""
    given = fight(pc("Kit", "dagger"), npc("Orc")).when(ROUND, Move("kit", to="the gate"))
    given.then_refused("declared an action already", attack("kit", "orc"), clause="PV-04")
    given.when(attack("kit", "orc", instead=True))
    assert [attack("kit", "orc", weapons="dagger", instead=True)] == [
        each.action for each in given.state.pending
    ]
    given.when(Move("kit", to="the gate", instead=True))
    assert [Move] == [type(each.action) for each in given.state.pending]


@pytest.mark.clause("PV-04")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (attack("kit", "orc", "elf"), "one opponent at a time"),
        (attack("kit", "orc", weapons=("dagger", "sling")), "one weapon at a time"),
        (attack("kit", "orc"), "dagger or sling"),
        (attack("kit", "kit", weapons="dagger"), "themselves"),
        (attack("kit", "orc", weapons="spoon"), "spoon"),
        (attack("kit", "orc", weapons="dagger", keep=True), "no dice to keep"),
        (Move("kit", 30, "yard"), "from area to area"),
        (Retreat("kit"), "somewhere to retreat to"),
    ],
)
def test_an_attack_or_move_that_is_none_is_refused(
    said: Attack | Move | Retreat, words: str
) -> None:
    """The refusal uses the game's own words."""
    given = fight(pc("Kit", "dagger", "sling"), npc("Orc"), npc("Elf")).when(ROUND)
    given.then_refused(words, said)


@pytest.mark.clause("PV-03")
@pytest.mark.parametrize(
    ("phase", "before"), [("", "melee"), ("planning", "ranged"), ("magic", "miscellaneous")]
)
def test_a_move_takes_hold_between_ranged_and_melee_or_as_named(phase: str, before: str) -> None:
    """The referee may name another phase; the move then takes effect after it."""
    given = fight(pc("Kit"), npc("Orc")).when(ROUND, Move("kit", to="yard", phase=phase), GO)
    events = given.events(given.start)
    moved = next(at for at, each in enumerate(events) if isinstance(each, Moved))
    began = [each.phase for each in events[moved:] if isinstance(each, PhaseBegan)]
    assert before == began[0]


@pytest.mark.clause("PV-03")
def test_a_phase_nobody_knows_is_refused() -> None:
    """There are six phases."""
    given = fight(pc("Kit"), npc("Orc")).when(ROUND)
    given.then_refused("no phase “lunch”", Move("kit", to="yard", phase="lunch"))


@pytest.mark.clause("PV-04")
def test_a_retreat_leaves_the_fight_between_the_phases() -> None:
    """Nobody can hinder those who are not engaged; attacks on them lapse."""
    given = fight(pc("Kit"), npc("Orc", "dagger"))
    given.when(ROUND, Retreat("kit", "the woods"), attack("orc", "kit"), GO)
    assert "the woods" == given.then_told(Left, who="kit").to
    given.then_told(Lapsed, who="orc")
    given.then("kit", standing="gone")


@pytest.mark.clause("PV-09")
@pytest.mark.parametrize(
    ("said", "dice"),
    [
        (attack("kit", "orc", weapons="longbow"), 1),
        (Special("kit", "light"), 1),
        (Move("kit", to="yard"), 1),
        (Act("kit", "climbs"), 2),
    ],
)
def test_who_does_something_else_evades(said: Act | Attack | Move | Special, dice: int) -> None:
    """They roll Evasion, with disadvantage for a miscellaneous action; a win neither strikes nor
    frees."""
    given = fight(pc("Kit", "longbow", Evasion=2), npc("Orc", "dagger"))
    given.when(ROUND, said, attack("orc", "kit"), GO)
    if isinstance(said, type(attack("kit", "orc"))):
        given.rolls("kit d20=2", "orc d20=2")
    given.rolls("orc d20=5", *["kit d20=18"] * dice)
    assert "Evasion" == given.then_told(ContestRolled, who="kit").what
    given.then_never(DamageDealt).then_never(EngagementEnded)
    assert ("orc",) == given.one("kit").engaged


@pytest.mark.clause("PV-09")
def test_an_action_is_harder_for_who_was_shot_at() -> None:
    """This holds for a hit and a miss, and evading the arrow is harder, too."""
    given = fight(pc("Kit"), npc("Elf", "longbow"))
    given.when(ROUND, Act("kit", "climbs", "PHY", target=5), attack("elf", "kit"), GO)
    given.rolls("elf d20=2", "kit d20=15", "kit d20=12", "kit d20=9", "kit d20=7")
    assert given.then_told(CheckRolled, purpose="action", value=7).passed
    given.then_told(Acted)


@pytest.mark.clause("PV-09")
def test_an_action_is_no_harder_where_the_attack_lapsed() -> None:
    """Nobody was attacked."""
    given = fight(pc("Kit"), npc("Elf", "longbow"))
    given.when(ROUND, Act("kit", "climbs", "PHY", target=5), attack("elf", "kit"))
    given.when(AddCondition("elf", "unconscious"), GO).then_asked("kit d20")


@pytest.mark.clause("PV-03")
def test_the_end_of_the_fight_ends_an_open_round() -> None:
    """Declarations lapse, engagements end, and nothing more can be declared."""
    given = fight(pc("Kit", "dagger"), npc("Orc", "dagger"))
    given.when(ROUND, attack("kit", "orc"), GO).rolls(10, 10)
    given.when(ROUND, attack("kit", "orc"), EndFight())
    given.then_told(RoundEnded, number=2)
    given.then_told(Lapsed, who="kit")
    assert ((), ()) == (given.one("kit").engaged, given.one("orc").engaged)
    given.then_refused("The fight is over", ROUND)
    given.then_refused("The fight is over", Act("kit", "sings"))


@pytest.mark.clause("ALL-03")
@pytest.mark.parametrize(
    ("bars", "said", "words"),
    [
        ("everything", Act("kit", "shouts"), "Kit is bound"),
        ("all but crawling", Act("kit", "shouts"), "can only crawl"),
        ("moving", Move("kit", to="yard"), "can barely move"),
    ],
)
def test_what_the_referee_has_stated_keeps_somebody_from_acting(
    bars: Bars, said: Act | Move, words: str
) -> None:
    """If that is overruled, the action happens."""
    given = fight(pc("Kit")).when(ROUND, AddCondition("kit", "bound", bars))
    given.then_refused(words, said, clause="ALL-03")
    given.when(msgspec.structs.replace(said, overrule="with his teeth"), GO).then_never(Lapsed)


@pytest.mark.clause("ALL-03")
@pytest.mark.parametrize("out", [Kill("kit"), Remove("kit"), AddCondition("kit", "unconscious")])
def test_who_is_out_declares_nothing(out: AddCondition | Kill | Remove) -> None:
    """This cannot be overruled, because they would take no part in any phase."""
    given = fight(pc("Kit")).when(ROUND, out)
    for overrule in ("", "they must"):
        given.then_refused("Kit is", Act("kit", "shouts", overrule=overrule), clause="ALL-03")


@pytest.mark.clause("PV-09")
def test_who_is_kept_from_acting_can_only_evade() -> None:
    """A bound combatant without a declaration does not strike back."""
    given = fight(pc("Kit"), npc("Orc", "dagger")).when(AddCondition("orc", "bound", "everything"))
    given.when(ROUND, attack("kit", "orc"), GO).rolls("kit d20=5", "orc d20=15")
    given.then_never(DamageDealt).then_told(ContestRolled, who="orc", what="Evasion")
