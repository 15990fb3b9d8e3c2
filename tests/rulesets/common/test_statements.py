"""Statements: facts the referee lays down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.types.declarations import Act, Aid, BeginRound, Harm, PassTime, Recover, Resolve, Rest
from events.types.outcomes import EffectTold, SaveRolled, WoundTaken
from events.types.sheets import Effect, Weapon
from events.types.statements import (
    AddCondition,
    Arm,
    Crew,
    Disarm,
    EndCondition,
    Engage,
    HandOver,
    Kill,
    Remove,
    Rename,
    Return,
    Revive,
    SetScore,
    SetSkill,
    SetTrait,
    Trait,
)
from events.types.unions import Declaration
from tests.support.given import Given, attack, follower, given, npc, pc

ROUND = BeginRound("ambush")


def party() -> Given:
    return given(
        "golden-idol", pc("Ada", "4/1/9/9/9", sword="d8"), follower("Dov"), npc("Wolf", bite="d6")
    )


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    ("said", "now", "most"),
    [({"now": 2}, 2, 4), ({"maximum": 7}, 4, 7), ({"now": 9, "maximum": 9}, 9, 9)],
)
def test_a_number_is_set(said: dict[str, int], now: int, most: int) -> None:
    """The score, its maximum, or both; with its reason in the log."""
    fight = party().when(SetScore("ada", "HP", why="the idol glows", **said))
    fight.then("ada", HP=now, max={"HP": most})
    assert "the idol glows" == fight.then_told(SetScore).why


@pytest.mark.clause("ALL-01")
def test_a_statement_asks_no_rule() -> None:
    """Hit protection set to 0 is no damage: no scar, no save."""
    fight = party().when(SetScore("ada", "HP", now=0)).then("ada", HP=0).then_never(SaveRolled)
    assert [] == fight.one("ada").wounds


@pytest.mark.clause("ALL-01")
def test_a_condition_is_added_and_ended() -> None:
    """With what it keeps from doing."""
    fight = party().when(AddCondition("ada", "netted", "everything", "a trap"))
    fight.then_refused("Ada is netted", Act("ada", "shout"), clause="ALL-03")
    fight.when(EndCondition("ada", "netted")).then("ada", lacks="netted").when(Act("ada", "shout"))


@pytest.mark.clause("ALL-01")
def test_a_condition_without_bars_is_only_told() -> None:
    """Dazzled, she can still do everything."""
    party().when(AddCondition("ada", "dazzled"), Act("ada", "shout")).then("ada", has="dazzled")


@pytest.mark.clause("ALL-01")
def test_somebody_is_killed_and_revived() -> None:
    """Dead, and then alive after all."""
    fight = party().when(Kill("ada", "the floor gives way")).then("ada", standing="dead")
    assert "the floor gives way" == fight.one("ada").how
    fight.then_refused("Ada is dead", Act("ada", "shout"), clause="ALL-03")
    fight.when(Revive("ada"), Act("ada", "gasp")).then("ada", standing="in")


@pytest.mark.clause("ALL-01")
def test_somebody_is_removed_and_returns() -> None:
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
def test_what_is_so_already_is_refused(said: Kill | Remove | Return | Revive, words: str) -> None:
    """A slip, then."""
    party().when(Kill("wolf")).then_refused(words, said)


@pytest.mark.clause("ALL-01", "ALL-04")
def test_somebody_is_renamed() -> None:
    """The identifier stays; both are understood."""
    fight = party().when(Rename("wolf", "Old Grim"))
    assert "Old Grim" == fight.one("wolf").name
    fight.when(attack("ada", "Old Grim"), attack("wolf", "ada"))


@pytest.mark.clause("ALL-01")
def test_control_is_handed_over() -> None:
    """To a player, or back to the referee; a side can change with it."""
    fight = party().when(HandOver("dov", "Kim"))
    assert "Kim" == fight.one("dov").player
    fight.when(HandOver("dov", side="foes", why="bribed"))
    assert ("", "foes") == (fight.one("dov").player, fight.one("dov").side)


@pytest.mark.clause("ALL-01", "CF-05")
def test_who_changes_sides_acts_with_the_new_one() -> None:
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
def test_anything_on_the_sheet_is_changed(
    trait: Trait, value: str, read: Callable[..., Any]
) -> None:
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
        (SetTrait("ada", "armor", "0" * 5000), "Armor is a number, 0 to 99"),
        (SetTrait("ada", "armor", "³"), "Armor is a number, 0 to 99"),
        (SetTrait("ada", "leader", "perhaps"), "no value of leader"),
        (SetTrait("ada", "shield", "3"), "Golden Idol has no shield; there is armor, side"),
        (SetTrait("ada", "nerve", "enhanced"), "Golden Idol has no nerve"),
        (Crew("ada", "dov"), "Ada is no craft and has no crew"),
        (Engage("ada", ("wolf",)), "Golden Idol knows no engagements"),
        (SetSkill("ada", "song", 3), "Golden Idol knows no skills"),
        (EndCondition("ada", "dizzy"), "no condition of Ada"),
        (AddCondition("ada", "  "), "Say which condition"),
        (Disarm("ada", "bow"), "no weapon of Ada"),
        (Rename("ada", " "), "at least one visible character"),
    ],
)
def test_a_statement_has_to_make_sense(said: Declaration, words: str) -> None:
    """The combatant, the score and the value exist, or it is refused."""
    party().then_refused(words, said)


@pytest.mark.clause("ALL-01")
def test_a_number_is_recorded_as_it_counts() -> None:
    """Without the zeros before it."""
    fight = party().when(SetTrait("ada", "armor", " 007 "))
    assert 7 == fight.one("ada").armor
    assert "7" == fight.then_told(SetTrait).value


@pytest.mark.clause("ALL-01")
def test_somebody_is_armed_and_disarmed() -> None:
    """A weapon of the same name is replaced."""
    fight = party().when(Arm("ada", Weapon("sword", "d10")), attack("ada", "wolf"), Resolve())
    fight.then_asked("ada d10").rolls(1).when(Disarm("ada", "sword"))
    fight.when(attack("ada", "wolf"), Resolve()).then_asked("ada d4")


@pytest.mark.clause("ALL-01", "CF-29")
def test_a_weapon_given_in_the_fight_has_to_be_readable() -> None:
    """Like one that is brought along."""
    fight = party()
    fight.then_refused("no d7", Arm("ada", Weapon("odd", "d7")))
    fight.then_refused(
        "is not dice", Arm("ada", Weapon("odd", "d6", effects=(Effect("hit", "damage"),)))
    )


@pytest.mark.clause("ALL-01", "CF-14", "CF-18")
def test_statements_stand_beside_what_the_rules_did() -> None:
    """A death by the clock can be taken back by a word."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9"), pc("Ben")).when(Harm(("ada",), "1"))
    fight.rolls(20).when(Kill("ada"), Revive("ada"), Aid("ben", "ada"), Resolve())
    fight.then("ada", has="critical damage").then_never(EffectTold)


@pytest.mark.clause("ALL-01", "CF-14")
def test_critical_damage_by_the_referee_s_word_has_its_hour() -> None:
    """The wound comes with the condition: aid stops it, rest ends both."""
    fight = party().when(
        PassTime(100), AddCondition("ada", "Critical Damage", why="the idol bites")
    )
    wound = fight.then_told(WoundTaken).wound
    assert ("critical damage", "aid", 3700) == (wound.label, wound.awaits, wound.due)
    assert [("critical damage", "all but crawling", "critical damage")] == [
        (each.name, each.bars, each.source) for each in fight.one("ada").conditions
    ]
    fight.when(Aid("dov", "ada"), Resolve(), PassTime(3600)).then("ada", has="critical damage")
    fight.when(Rest()).then("ada", lacks="critical damage")
    fight = party().when(AddCondition("ada", "critical damage"), PassTime(3600))
    fight.then("ada", standing="dead")


@pytest.mark.clause("ALL-01", "CF-14")
def test_critical_damage_stated_twice_is_one_hour() -> None:
    """The one that runs goes on."""
    fight = party().when(AddCondition("ada", "critical damage"), PassTime(600))
    fight.when(AddCondition("ada", "critical damage")).then_never(WoundTaken)
    assert [3600] == [wound.due for wound in fight.one("ada").wounds]
    assert 1 == len(fight.one("ada").conditions)


@pytest.mark.clause("ALL-01", "CF-18")
def test_a_mortal_wound_by_the_referee_s_word_has_its_hour() -> None:
    """With all that it brings, and its dice when it is healed."""
    fight = party().when(AddCondition("ada", "mortally wounded")).then("ada", has="deprived")
    wound = fight.then_told(WoundTaken).wound
    assert ("mortal wound", 11, 3600) == (wound.label, wound.row, wound.due)
    fight.when(Aid("dov", "ada"), Resolve(), Recover("ada", "mortal wound"))
    fight.rolls("ada d6=2", "ada d6=3")
    fight.then("ada", max={"HP": 5}, lacks="deprived, mortally wounded")


@pytest.mark.clause("ALL-01", "CF-15")
def test_who_is_not_played_has_no_hour() -> None:
    """A foe or follower stated to be so is so, and no clock runs."""
    for who in ("dov", "wolf"):
        fight = party().when(AddCondition(who, "critical damage"), PassTime(7200))
        fight.then(who, has="critical damage").then_never(WoundTaken)


@pytest.mark.clause("ALL-01", "CF-15")
def test_who_is_killed_by_word_or_by_the_clock_does_what_they_do_when_killed() -> None:
    """It is told, as after any other death."""
    boom = (Effect("killed", text="bursts"),)
    fight = given("golden-idol", npc("Puffball", effects=boom)).when(Kill("puffball", "a stake"))
    assert "bursts" == fight.then_told(EffectTold).text
    fight = given("golden-idol", pc("Ada", effects=boom), pc("Ben"))
    fight.when(AddCondition("ada", "critical damage"), PassTime(3599)).then_never(EffectTold)
    fight.when(PassTime(1)).then("ada", standing="dead")
    assert "bursts" == fight.then_told(EffectTold).text
