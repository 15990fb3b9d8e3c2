"""`why`: the reasons for a number, back to inputs and dice, across corrections."""

from __future__ import annotations

import click
import pytest

from combatlog.app.fight import Fight
from combatlog.app.why import trace_reasons
from combatlog.terminal.views import why
from events.errors import Refused
from events.types.declarations import Attack, BeginRound, Resolve
from events.types.rolls import Rolled
from events.types.statements import SetScore, SetTrait
from tests.support.corrected_fights import (
    MUD,
    PLAIN,
    find_seq,
    record_correction,
    session_after,
    start_ambush,
)
from tests.support.given import attack, given, npc, pc
from tests.support.talk import BRIDGE, FORD, SHADOW, say, start_session


def reasons(fight: Fight, *words: str) -> list[str]:
    """Return what `why` shows, without its columns."""
    lines = why.render_reasons(fight.history, words)
    return [" ".join(click.unstyle(line).split()) for line in lines]


def test_why_names_inputs_and_dice_across_corrections() -> None:
    """It shows who declared it first, how the die fell, and who changed either, and why."""
    on = start_ambush()
    struck = find_seq(on.fight, Attack)
    mud = record_correction(on.fight, "amend", struck, "the mud", MUD, dice=[3])
    die = find_seq(on.fight, Rolled)
    misread = record_correction(on.fight, "amend", die, "misread", face=4, by="Dov")
    said = reasons(on.fight, "wolf", "hp")
    assert said[1].startswith("6 9 → 6, Ada's sword: 4 − 1 armor = 3")
    attack_now, die_now = find_seq(on.fight, Attack), find_seq(on.fight, Rolled)
    assert [
        f"Ada attacks Wolf with sword, impaired: mud · by Mia [#{attack_now}, first #{struck}]",
        f"corrected by #{mud} by Cho: the mud; was: Ada attacks Wolf with sword",
        f"Ada d4 → 4 (damage), typed [#{die_now}, first #{die}]",
        f"corrected by #{misread} by Dov: misread; was: Ada d4 → 3",
    ] == said[2:]
    on.fight.undo(2)
    assert not any("corrected" in line for line in reasons(on.fight, "wolf", "hp"))


def test_why_names_the_ruling_on_the_armor_and_what_was_overruled() -> None:
    """Both have their reason beside them."""
    on = given("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6", bite="d6"))
    on.fight.by = "Mia"
    on.when(BeginRound("ambush"), SetTrait("wolf", "armor", "2", "a hide"))
    on.when(PLAIN, attack("ada", "wolf", overrule="in haste"), Resolve())
    on.rolls("ada d8=5", "ada d8=7")
    said = reasons(on.fight, "wolf", "hp")
    assert any(line.startswith("Wolf's armor is 2: a hide · by Mia") for line in said)
    assert any(line.startswith("overruled (") and "(for: in haste)" in line for line in said)


def test_why_takes_a_past_event() -> None:
    """At the prompt, too; an event that does not exist is refused."""
    on = start_ambush()
    struck = find_seq(on.fight, Attack)
    end = len(on.fight.history)
    record_correction(on.fight, "strike", struck, "she slept")
    assert reasons(on.fight, "wolf", "hp")[1].startswith("9 struck out: she slept")
    assert reasons(on.fight, "wolf", "hp", "at", str(end))[1].startswith("5 9 → 5")
    assert 1 == len(reasons(on.fight, "wolf", "hp", "at", f"#{struck}"))
    with pytest.raises(Refused, match=r"^There is no #999;"):
        why.render_reasons(on.fight.history, ("wolf", "hp", "at", "999"))
    at = start_session()
    at.say("harm ben 3: hail")
    assert 1 == len(say(at, "why ben hp at 7"))


def test_why_names_who_inserted_a_ruling() -> None:
    """It names the wrong number of the roster, too."""
    on = start_ambush()
    on.fight.declare(SetScore("ada", "HP", 3, why="a bruise"))
    last = find_seq(on.fight, SetScore)
    seq = record_correction(
        on.fight, "insert", last, "forgot", SetScore("ada", "HP", 5, why="a drink")
    )
    said = reasons(on.fight, "ada", "hp")
    at = said.index(f"5 set: a drink [#{seq + 1}]")
    assert ["said by Cho", f"put in by #{seq} by Cho: forgot"] == said[at + 1 : at + 3]
    assert f"said by Mia in #{last}" == said[-1]


def test_why_explains_contests_ships_and_deaths() -> None:
    """It shows both dice of a contest, the craft of a gun, and the ruling behind a death."""
    at = start_session("paraverse", FORD)
    for line in ("set ogre melee 6", "next", "a kit ogre dagger", "go", "19", "3", "4"):
        at.say(line)
    said = reasons(at.fight, "ogre", "stamina")
    assert ["Kit d20 → 19 (melee), typed", "Ogre d20 → 3 (melee), typed"] == [
        line.partition(" [")[0] for line in said if "(melee)" in line
    ]
    ships = start_session("plerion", SHADOW)
    for line in ("next ambush", "a courier raider", "go", "5", "kill raider: a mine"):
        ships.say(line)
    assert "Courier d10 → 5 (damage), typed" in " ".join(reasons(ships.fight, "raider", "hull"))
    assert reasons(ships.fight, "raider", "dead")[0].startswith("yes Raider is dead: a mine")
    assert ["Bo is not gone, and never was."] == reasons(ships.fight, "bo", "gone")


def test_why_says_which_dice_were_digital() -> None:
    """Drawn dice are marked."""
    at = session_after("golden-idol", BRIDGE, "harm dov d4: hail")
    assert "(harm), digital" in reasons(at.fight, "dov", "hp")[-1]


def test_why_as_json_has_its_sources() -> None:
    """Everything that is shown, and when it was first declared."""
    on = start_ambush()
    struck = find_seq(on.fight, Attack)
    seq = record_correction(on.fight, "amend", struck, "the mud", MUD, dice=[3])
    told = trace_reasons(on.fight.history, ("wolf", "HP"))
    declared, rolled = told[1].sources
    assert ("declared", struck, "Mia") == (declared.kind, declared.first, declared.by)
    assert on.fight.history[struck].at == declared.at
    (changed,) = declared.changed
    assert (seq, "Cho", "corrected", "the mud") == changed[:4]
    assert ("rolled", ()) == (rolled.kind, rolled.changed)
