"""Statements: facts the referee lays down."""

from __future__ import annotations

import pytest

from events.declarations import Act, Aid, BeginRound, Harm, Resolve
from events.outcomes import EffectTold, SaveRolled
from events.sheets import Effect, Weapon
from events.statements import (
    AddCondition,
    Arm,
    Disarm,
    EndCondition,
    HandOver,
    Kill,
    Remove,
    Rename,
    Return,
    Revive,
    SetScore,
    SetTrait,
)
from tests.given import attack, follower, given, npc, pc

ROUND = BeginRound("ambush")


def party():
    return given(
        "golden-idol", pc("Ada", "4/1/9/9/9", sword="d8"), follower("Dov"), npc("Wolf", bite="d6")
    )


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    ("said", "now", "most"),
    [({"now": 2}, 2, 4), ({"maximum": 7}, 4, 7), ({"now": 9, "maximum": 9}, 9, 9)],
)
def test_a_number_is_set(said, now, most):
    """The score, its maximum, or both; with its reason in the log."""
    fight = party().when(SetScore("ada", "HP", why="the idol glows", **said))
    fight.then("ada", HP=now, max={"HP": most})
    assert "the idol glows" == fight.then_told(SetScore).why


@pytest.mark.clause("ALL-01")
def test_a_statement_asks_no_rule():
    """Hit protection set to 0 is no damage: no scar, no save."""
    fight = party().when(SetScore("ada", "HP", now=0)).then("ada", HP=0).then_never(SaveRolled)
    assert [] == fight.one("ada").wounds


@pytest.mark.clause("ALL-01")
def test_a_condition_is_added_and_ended():
    """With what it keeps from doing."""
    fight = party().when(AddCondition("ada", "netted", "everything", "a trap"))
    fight.then_refused("Ada is netted", Act("ada", "shout"), clause="ALL-03")
    fight.when(EndCondition("ada", "netted")).then("ada", lacks="netted").when(Act("ada", "shout"))


@pytest.mark.clause("ALL-01")
def test_a_condition_without_bars_is_only_told():
    """Dazzled, she can still do everything."""
    party().when(AddCondition("ada", "dazzled"), Act("ada", "shout")).then("ada", has="dazzled")


@pytest.mark.clause("ALL-01")
def test_somebody_is_killed_and_revived():
    """Dead, and then alive after all."""
    fight = party().when(Kill("ada", "the floor gives way")).then("ada", standing="dead")
    assert "the floor gives way" == fight.one("ada").how
    fight.then_refused("Ada is dead", Act("ada", "shout"), clause="ALL-03")
    fight.when(Revive("ada"), Act("ada", "gasp")).then("ada", standing="in")


@pytest.mark.clause("ALL-01")
def test_somebody_is_removed_and_returns():
    """Out of the fight, alive, and back in it."""
    fight = party().when(Remove("wolf", "lured away")).then("wolf", standing="gone")
    fight.then_refused("out of the fight (lured away)", Act("wolf", "howl"), clause="ALL-03")
    fight.when(Return("wolf"), Act("wolf", "howl")).then("wolf", standing="in")


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Kill("wolf"), "dead already"),
        (Revive("ada"), "not dead"),
        (Remove("wolf"), "not in the fight"),
        (Return("ada"), "has not left"),
    ],
)
def test_what_is_so_already_is_refused(said, words):
    """A slip, then."""
    party().when(Kill("wolf")).then_refused(words, said)


@pytest.mark.clause("ALL-01", "ALL-04")
def test_somebody_is_renamed():
    """The identifier stays; both are understood."""
    fight = party().when(Rename("wolf", "Old Grim"))
    assert "Old Grim" == fight.one("wolf").name
    fight.when(attack("ada", "Old Grim"), attack("wolf", "ada"))


@pytest.mark.clause("ALL-01")
def test_control_is_handed_over():
    """To a player, or back to the referee; a side can change with it."""
    fight = party().when(HandOver("dov", "Kim"))
    assert "Kim" == fight.one("dov").player
    fight.when(HandOver("dov", side="foes", why="bribed"))
    assert ("", "foes") == (fight.one("dov").player, fight.one("dov").side)


@pytest.mark.clause("ALL-01", "CF-05")
def test_who_changes_sides_acts_with_the_new_one():
    """From its next turn."""
    fight = party().when(ROUND, SetTrait("dov", "side", "foes"), Resolve(), Act("dov", "jeer"))
    fight.when(Resolve())
    assert [] == fight.state.pending


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    ("trait", "value", "read"),
    [
        ("armor", "2", lambda one: one.armor == 2),
        ("side", "party", lambda one: one.side == "party"),
        ("kind", "follower", lambda one: one.kind == "follower"),
        ("scale", "detachment", lambda one: one.scale == "detachment"),
        ("leader", "yes", lambda one: one.leader),
        ("each", "yes", lambda one: one.each),
        ("critical", "dead", lambda one: one.choices.get("critical") == "dead"),
        ("broken", "weakened", lambda one: one.choices.get("broken") == "weakened"),
        ("morale", "surrenders", lambda one: one.choices.get("morale") == "surrenders"),
    ],
)
def test_anything_on_the_sheet_is_changed(trait, value, read):
    """One value, by its name."""
    fight = party()
    assert not read(fight.one("wolf"))
    fight.when(SetTrait("wolf", trait, value))
    assert read(fight.one("wolf"))


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (SetScore("ada", "HP"), "Say what Ada's HP is now"),
        (SetScore("ada", "LUCK", now=3), "no score of Ada"),
        (SetScore("ada", "HP", now=-1), "can be 0 to"),
        (SetScore("eve", "HP", now=1), "Nobody here is called"),
        (SetTrait("ada", "armor", "thick"), "Armor is a number"),
        (SetTrait("ada", "leader", "perhaps"), "no value of leader"),
        (EndCondition("ada", "dizzy"), "no condition of Ada"),
        (AddCondition("ada", "  "), "Say which condition"),
        (Disarm("ada", "bow"), "no weapon of Ada"),
        (Rename("ada", " "), "at least one visible character"),
    ],
)
def test_a_statement_has_to_make_sense(said, words):
    """The combatant, the score and the value exist, or it is refused."""
    party().then_refused(words, said)


@pytest.mark.clause("ALL-01")
def test_somebody_is_armed_and_disarmed():
    """A weapon of the same name is replaced."""
    fight = party().when(Arm("ada", Weapon("sword", "d10")), attack("ada", "wolf"), Resolve())
    fight.then_asked("ada d10").rolls(1).when(Disarm("ada", "sword"))
    fight.when(attack("ada", "wolf"), Resolve()).then_asked("ada d4")


@pytest.mark.clause("ALL-01", "CF-29")
def test_a_weapon_given_in_the_fight_has_to_be_readable():
    """Like one that is brought along."""
    fight = party()
    fight.then_refused("no d7", Arm("ada", Weapon("odd", "d7")))
    fight.then_refused(
        "is not dice", Arm("ada", Weapon("odd", "d6", effects=(Effect("hit", "damage"),)))
    )


@pytest.mark.clause("ALL-01", "CF-14", "CF-18")
def test_statements_stand_beside_what_the_rules_did():
    """A death by the clock can be taken back by a word."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9"), pc("Ben")).when(Harm(("ada",), "1"))
    fight.rolls(20).when(Kill("ada"), Revive("ada"), Aid("ben", "ada"), Resolve())
    fight.then("ada", has="critical damage").then_never(EffectTold)
