"""How wounds, conditions, weapons and scores are shown."""

from __future__ import annotations

from tests.projections.text.test_phrases import ford, heard, shown, told
from tests.support.talk import CAVE, SHADOW, start_session


def test_a_battlefield_is_laid_out_in_few_words() -> None:
    """The log has a line for each area and placement; the chronicle has one sentence for all."""
    at = ford()
    assert ["Area: bank, next to ford."] == heard(at, "area bank next to ford")
    assert ["Area: hill, out of sight of bank."] == heard(at, "area hill unseen bank")
    assert ["Kit: bank."] == heard(at, "place kit bank")
    for line in ("place ogre hill", "place mira bank", "place ogre bank", "place wren hill"):
        at.say(line)
    assert "Where they stood: Kit, Mira and Ogre at the bank; Wren at the hill." in told(at)
    heard(at, "next", "go", "place kit hill: a leap")
    assert "Kit was at the hill (a leap)." in told(at)


def test_a_treated_wound_hides_its_old_text() -> None:
    """The state shows a tended or healed wound without it."""
    at = start_session()
    for line in ("harm ben 9: a rock", "15"):
        at.say(line)
    assert "critical damage: can only crawl; awaits aid, 1 h left" in shown(at)
    for line in ("aid ada ben", "go"):
        at.say(line)
    assert "critical damage: tended; awaits rest" in shown(at)


def test_a_healed_scar_keeps_its_name() -> None:
    """It no longer says what it awaited."""
    at = start_session()
    for line in ("harm ada 5: a rock", "3"):
        at.say(line)
    assert "awaits mending" in shown(at)
    for line in ("recover ada", "3 3"):
        at.say(line)
    assert "broken limb: healed" in shown(at)
    assert "mending" not in shown(at)


def test_a_stanched_wound_no_longer_shows_bleeding() -> None:
    """The state no longer shows where it bled from."""
    at = ford("harm kit 12 at torso")
    assert "bleeding from the torso" in shown(at)
    for line in ("stabilize mira kit", "watch", "19"):
        at.say(line)
    assert "bleeding: tended; awaits trauma treatment" in shown(at)
    assert "from the torso" not in shown(at)


def test_weapons_are_shown_with_tags_and_conditions() -> None:
    """A ship's guns are marked as out one by one."""
    at = start_session("brighter-worlds", CAVE)
    assert ["Troll has club (d8 blast)."] == heard(at, "arm troll club d8 blast")
    assert "club d8 blast" in shown(at)
    ships = start_session("plerion", SHADOW)
    ships.say("condition raider weapon out (port gun)")
    assert ["Raider: weapon out (starboard gun)."] == heard(
        ships, "condition raider weapon out (starboard gun)"
    )
    assert "weapon out (port gun), weapon out (starboard gun)" in shown(ships)
    assert "port gun d10 (out), starboard gun d10 (out)" in shown(ships)
    said = heard(ships, "clear raider weapon out port gun")
    assert ["Raider is no longer: weapon out (port gun)."] == said
    assert "port gun d10, starboard gun d10 (out)" in shown(ships)
    assert "Raider: weapon out (port gun)." in told(ships)


def test_a_lock_names_weapon_choice_and_target() -> None:
    """The declaration and the outcome name them, too; the chronicle tells them once."""
    at = start_session("plerion", SHADOW)
    assert ["Courier: lock on, Raider (gun; for: fire)."] == heard(
        at, "man courier lock on raider with gun as fire"
    )
    at.say("go")
    at.say("7")
    assert "gun locked on for fire (Raider)" in shown(at)
    assert "The courier locked the gun on Raider for a precise shot (fire)." in told(at)
    assert "(Courier SYS save 7 against 12, passed)" in told(at)
    assert 1 == told(at).count("locked the gun on")
    assert "Courier: lock on." not in told(at)


def test_a_score_at_its_maximum_is_one_number() -> None:
    """A condition that is a thing is had."""
    at = ford()
    assert ["Kit's CON is 14."] == heard(at, "set kit con 14/14")[:1]
    assert ["Kit's CON is 12, at most 14."] == heard(at, "set kit con 12/14")[:1]
    assert ["Kit has fractured arm."] == heard(at, "condition kit fractured arm")
    assert ["Kit no longer has fractured arm."] == heard(at, "clear kit fractured arm")
    assert ["Kit is bound, and cannot act."] == heard(at, "condition kit bound helpless")
    assert "Kit now had fractured arm. Kit no longer had fractured arm." in told(at)
