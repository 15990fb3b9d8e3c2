"""Wording: what is read out at the table, what the state shows, what the chronicle tells."""

from __future__ import annotations

import re

import click
import pytest

from combatlog.app.session import Session
from combatlog.terminal.views.log import render_chronicle
from combatlog.terminal.views.state import render_state
from events.errors import Refused
from events.types import declarations as d, outcomes as o, statements as s
from events.types.unions import AnyEvent
from projections.narrative.narrator import Narrator
from projections.narrative.phrasebook import load_phrasebook
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.phrases import describe_event, describe_with_dice, report_events
from projections.text.prose import plain_text
from tests.support.talk import CAVE, FORD, SHADOW, say, start_session

HUMVEE = '[[npc]]\nfrom = "Humvee"\n'


def heard(at: Session, *lines: str) -> list[str]:
    """What is read out of the last of these lines, without the numbers of its events."""
    answers = [say(at, line) for line in lines]
    return [line.partition("  [#")[0] for line in answers[-1]]


def shown(at: Session) -> str:
    """Return the state as the screen shows it."""
    return click.unstyle("\n".join(render_state(at.fight.state)))


def told(at: Session) -> str:
    """Return the chronicle."""
    return click.unstyle("\n".join(render_chronicle(at.fight.history)))


def narrated(state: FightState, *events: AnyEvent) -> str:
    """Return the chronicle of these events in a fight with this state."""
    narrator = Narrator(state, "referee", load_phrasebook())
    for event in events:
        narrator.take(event)
    beats = narrator.end_passage()
    return " ".join(f"{plain_text(beat.story)} ({plain_text(beat.dice)})" for beat in beats)


def ford(*lines: str) -> Session:
    """Return a session of Paraverse after these lines."""
    at = start_session("paraverse", FORD)
    for line in lines:
        at.say(line)
    return at


def test_a_tie_names_the_natural_rolls() -> None:
    """The higher natural roll wins a tie."""
    at = ford("next", "a kit ogre dagger", "go")
    said = heard(at, "14", "10")
    assert "Kit wins the tie (natural 14 against 10) and strikes Ogre." in said
    at.say("1")
    at.say("3")
    assert "By a hair, Kit got the better of Ogre." in told(at)
    assert "(Kit Melee 14 + 2 = 16 · Ogre Melee 10 + 6 = 16 · " in told(at)


def test_a_critical_hit_is_not_called_a_tie() -> None:
    """A critical hit beats a higher total."""
    at = ford()
    hit = o.ContestDecided("kit", "ogre", 0, "a critical hit")
    assert "Kit wins and strikes Ogre: a critical hit" == describe_event(hit, at.fight.state)
    clear = o.ContestDecided("kit", "ogre", 4, "a critical hit")
    assert "Kit wins by 4 and strikes Ogre: a critical hit" == describe_event(clear, at.fight.state)
    assert "Kit wins the tie: gets away" == describe_event(
        o.ContestDecided("kit", "", 0, "gets away"), at.fight.state
    )
    over = at.fight.state.copied()
    over.ended = True
    assert "" == narrated(over, o.EngagementEnded("kit", "the fight ended"))


def test_the_fallen_are_not_reported_as_free() -> None:
    """Only a combatant who got away is free of the fight."""
    at = ford("engage kit with ogre")
    free = o.EngagementEnded("kit", "disengaged")
    assert ["Kit is free of the fight: disengaged."] == report_events([free], at.fight.state)
    assert "Nobody had hold of Kit any more. ()" == narrated(at.fight.state, free)
    assert ["Kit is unconscious, and cannot act."] == heard(at, "condition kit unconscious")
    assert "Kit is engaged no longer: unconscious" in [
        describe_event(row.event, at.fight.state) for row in at.fight.history.rows
    ]
    assert "free of" not in told(at)


def test_a_death_check_is_one_line_and_the_state_counts_them() -> None:
    """The conditions that the rules count them by are not shown."""
    at = ford("condition kit bleeding", "condition kit unconscious")
    assert "Awaited: Kit d20 (death check)." in heard(at, "watch")
    said = heard(at, "9")
    assert any(line.startswith("Kit's death check: 9 + 5 = 14 ≤ 15, failed") for line in said)
    assert not any("Kit: death" in line for line in said)
    heard(at, "watch", "9")
    assert "death checks 2 failed" in shown(at)
    heard(at, "watch", "20")
    assert "dying" not in shown(at)


def test_a_death_check_names_its_number() -> None:
    """The rules say which of several checks it was."""
    check = o.CheckRolled("kit", "Stamina", "d20", (9,), 9, 15, False, "death", why="1 of 3")
    state = ford().fight.state
    assert "Kit's death check: 9 ≤ 15, failed (1 of 3)" == describe_event(check, state)


def test_a_camp_restores_each_score_in_one_number() -> None:
    """Those who woke stand behind the numbers, in the report as in the chronicle."""
    at = ford("set kit stamina =-2", "set mira stamina 3", "condition kit unconscious")
    said = heard(at, "camp")
    assert "Kit: Stamina −2 → 5." in said
    assert "Mira: Stamina 3 → 5." in said
    assert said.index("Kit: Stamina −2 → 5.") < said.index("Kit is no longer: unconscious.")
    assert (
        "Kit, Mira and Wren rested for long. Kit was awake again."
        " (Kit Stamina −2 → 5 · Mira Stamina 3 → 5)" in told(at)
    )


def test_the_report_says_who_is_on_their_feet_again() -> None:
    """Also if the condition that ends came from a wound."""
    at = start_session("brighter-worlds", CAVE)
    for line in ("set sam str d4", "harm sam", "aid pete sam"):
        at.say(line)
    said = heard(at, "go")
    assert "Sam is on their feet again." in said
    assert re.search(r"Sam was (back up|up again)\.", told(at))


def test_an_attack_with_a_save_names_both_results() -> None:
    """The dice stand behind the weapon."""
    at = start_session("brighter-worlds", CAVE)
    assert [
        "Sam attacks Troll with dagger (d6), after a DEX save against Troll: passed, enhanced;"
        " failed, Troll's next attack on Sam is."
    ] == heard(at, "a sam troll dagger save dex")
    assert [
        "Pete attacks Troll with great bow (d10), after a DEX save against Troll's STR, impaired:"
        " mud: failed, lost."
    ] == heard(at, "a pete troll save dex versus troll str (imp: mud) or lost")
    bare = d.Attack("sam", (d.Aim("troll"),), risk=d.Risk("DEX", failed="exposed"))
    assert (
        "Sam attacks Troll (d6), after a DEX save: failed, the opponent's next attack on Sam is"
        " enhanced" == describe_with_dice(bare, at.fight.state, "d6")
    )


def test_a_save_against_another_ability_names_it() -> None:
    """A declaration names the ability that the opponent rolls on."""
    state = start_session("brighter-worlds", CAVE).fight.state
    call = d.CallSave(("sam",), "DEX", "a net", versus="troll", opposing="STR")
    assert "DEX save for Sam against Troll's STR: a net" == describe_event(call, state)


def test_shaken_morale_is_reported_once() -> None:
    """A call for morale by the referee has a line of its own."""
    at = start_session("brighter-worlds", CAVE)
    assert ["Morale of Troll: fire, impaired: dry wood.", "Awaited: Troll d4 (morale)."] == heard(
        at, "morale troll: fire; imp: dry wood"
    )
    assert ["Troll's WIL save (morale): 4 ≥ 4, passed, impaired: dry wood."] == heard(at, "4")
    shaken = o.MoraleShaken("foes", "first critical damage", "troll")
    assert "Troll is shaken: first critical damage" == describe_event(shaken, at.fight.state)
    tested = o.MoraleTested("foes", ("first critical damage",), "troll")
    assert ["Troll is shaken: first critical damage."] == report_events(
        [shaken, tested], at.fight.state
    )


def test_only_latecomers_are_told_as_joining() -> None:
    """Combatants who were there from the start do not join."""
    at = start_session("brighter-worlds", CAVE)
    for line in ("next ambush", "go", "join incubus butterfly"):
        at.say(line)
    text = told(at)
    assert "Sam and Pete of the party faced Troll and Ogre of the foes." in text
    assert "The incubus butterfly joined the foes." in text
    assert 1 == text.count("Round 1")


def test_a_damaged_vehicle_breaks_down() -> None:
    """The report says how much time is left for the repair."""
    at = start_session("golden-idol", HUMVEE)
    for line in ("harm humvee 14", "20"):
        at.say(line)
    assert "Humvee is breaking down: totaled in 5 min unless repaired." in heard(at, "5")
    assert "The Humvee was breaking down. (" in told(at)
    assert " · totaled in 5 min unless repaired)" in told(at)
    assert "scar" not in told(at)


def test_fire_damage_to_a_crew_names_the_craft() -> None:
    """The damage shows the dice, so they have no line of their own."""
    at = start_session("plerion", SHADOW)
    for line in ("next ambush", "condition courier on fire", "go", "go"):
        at.say(line)
    assert ["Awaited: Aniet d6 (harm)."] == heard(at, "next")
    said = heard(at, "2")
    assert "Aniet: 2 damage, HP 3 → 1." in said
    assert not any("d6 → 2" in line for line in said)
    aboard = "Aboard the courier, Aniet was caught in it: fire on board. (damage 2 · HP 3 → 1)"
    assert aboard in told(at)


def test_pain_names_the_blow() -> None:
    """It says whose blow it was, with the whole sum."""
    at = ford("set ogre melee 6", "next", "a kit ogre dagger", "go")
    for line in ("19", "3", "4"):
        at.say(line)
    joined, pain, attack, *_ = heard(at, "why ogre stamina")
    assert "joined with 7" in joined
    assert "Kit attacks Ogre with dagger · by tester" in attack
    assert "pain: Kit's dagger: 3 × 4 = 12" in pain or "pain: Kit's dagger: 2 × 4 = 8" in pain


def test_equal_dice_are_awaited_together() -> None:
    """Dice of one combatant, die and purpose share an entry."""
    at = start_session(dice="typed")
    at.say("a ada wolf rifle")
    assert ["Awaited: Ada 2d10 (damage)."] == heard(at, "go")
    assert "Ada 2d10 (damage)" in click.unstyle(" ".join(render_state(at.fight.state)))


@pytest.mark.parametrize(
    ("by", "weapon", "why", "told"),
    [
        ("ada", "rifle", "", "Ada's rifle hit Ben."),
        ("ada", "", "ram", "Ben was struck by ram."),
        ("ada", "", "", "Ben was struck by Ada."),
        ("", "", "hail", "Ben was struck by hail."),
        ("", "", "", "Ben was struck."),
    ],
)
def test_damage_names_the_most_exact_source(by: str, weapon: str, why: str, told: str) -> None:
    """The attacker and weapon, else the reason, else the attacker, else nothing."""
    state = start_session().fight.state.copied()
    blow = o.DamageDealt("ben", 3, 1, 2, by, weapon, why=why)
    fold(state, state.seq + 1, (blow,))
    text = narrated(state, blow)
    assert text.startswith(f"{told} ")
    assert text.endswith(" It struck home, and did no harm. (damage 3 · armor 1)")


def test_a_retreat_names_the_opponent() -> None:
    """The declaration names the opponent."""
    at = start_session("brighter-worlds", CAVE)
    at.say("next ambush")
    assert ["Sam retreats to the hill, against Troll."] == heard(
        at, "retreat sam to the hill versus troll"
    )


def test_statements_of_places_and_conditions_stand_in_the_log() -> None:
    """Each has its subject by name."""
    state = start_session("brighter-worlds", CAVE).fight.state
    assert "Sam is exposed (Troll)" == describe_event(
        s.AddCondition("sam", "exposed", about="troll"), state
    )
    began = o.ConditionBegan("sam", "exposed", about="troll")
    assert "Sam is now: exposed (Troll)" == describe_event(began, state)
    ended = o.ConditionEnded("sam", "exposed", about="troll")
    assert "Sam is no longer: exposed (Troll)" == describe_event(ended, state)


def test_moves_and_deeds_are_told_when_they_happen() -> None:
    """Also those from which nothing else follows."""
    at = start_session("brighter-worlds", CAVE)
    said = ("next ambush", "m sam 10 to the wall", "do pete sings", "go")
    assert ["Sam moves 10 ft to the wall.", "Pete: sings."] == heard(at, *said)


def test_the_timeline_names_the_blow_that_hurt() -> None:
    """As `why` does, if the loss itself only says that it was pain."""
    at = ford("harm wren 8 at head: a falling rock")
    moments = [line for line in heard(at, "timeline") if "Stamina" in line]
    assert [True] == [line.endswith("Stamina 5 → 3: pain: a falling rock: 8") for line in moments]


def test_fatigue_is_asked_for_as_stamina_and_a_skill_by_its_name() -> None:
    """An unknown name is refused with a list of those there are."""
    at = ford("harm wren 3 at head: hail", "skill wren Marksman 6: practice")
    heading, _, pain, _ = heard(at, "why wren fatigue")
    assert "  Fatigue is what is gone of Stamina:" == heading
    assert "5 → 4, pain: hail: 3" in pain
    skill = heard(at, "why wren marksman")
    assert ["joined with +5", "set: practice", "said by tester"] == [
        click.unstyle(line).split("  ")[-1].strip() for line in skill
    ]
    with pytest.raises(Refused, match=r"^Wren has no “evasion”; there is Stamina, .*, armor, "):
        say(at, "why wren evasion")


def test_a_repeated_rest_names_each_combatant_once() -> None:
    """The chronicle names each of several rests in a row only once."""
    at = start_session("brighter-worlds", CAVE)
    heard(at, "set sam grit 1", "rest sam, pete", "rest sam, pete")
    assert "Sam, Pete, Sam" not in told(at)


def test_every_minus_is_the_same_sign() -> None:
    """In dice, bonuses and totals."""
    at = ford("area ford", "place mira, ogre ford", "set mira melee -5", "next")
    assert ["Mira attacks Ogre with club (d20−5)."] == heard(at, "a mira ogre")
    assert "Mira Melee 1 − 5 = −4 · Ogre Melee 5 + 6 = 11" in heard(at, "go", "1 5")


def test_a_place_stands_as_it_was_typed() -> None:
    """“up the stairs” needs no “to”."""
    state = start_session().fight.state
    ways = {"up the stairs": "up the stairs", "the ropes": "to the ropes"}
    for typed, way in ways.items():
        assert f"Ada moves 30 ft {way}" == describe_event(o.Moved("ada", 30, typed), state)


def test_a_lapsed_declaration_is_named() -> None:
    """A declaration by its kind, a deed by its own words."""
    state = start_session().fight.state
    lapse = narrated(state, o.Lapsed("ada", "attack", "round 4 ended"))
    assert "Ada's attack came to nothing: round 4 ended. ()" == lapse
    assert "Ada tried to sing, in vain. (hoarse)" == narrated(
        state, o.Lapsed("ada", "sings", "hoarse")
    )


def test_a_critical_save_is_told_in_the_words_of_the_game() -> None:
    """Brighter Worlds calls it Direct Damage."""
    save = o.CheckRolled("sam", "STR", "d8", (3,), 3, 4, False, "critical")
    state = start_session("brighter-worlds", CAVE).fight.state
    assert "Sam could not take it. (STR 3 against 4, failed)" == narrated(state, save)
    assert "Sam's STR save (Direct Damage): 3 ≤ 4, failed" == describe_event(save, state)


def test_the_fallen_are_not_reported_as_shaken() -> None:
    """Nobody tests the morale of the fallen."""
    at = start_session("brighter-worlds", CAVE)
    shaken = o.MoraleShaken(side="foes", ground="first blood", who="troll")
    assert ["Troll is shaken: first blood."] == report_events([shaken], at.fight.state)
    at.say("kill troll")
    assert [] == report_events([shaken], at.fight.state)


def test_a_late_turn_after_the_end_is_not_reported() -> None:
    """There is nobody left to act against."""
    state = start_session().fight.state
    late = o.TurnBegan("party", alone="ada")
    assert ["Ada acts late."] == report_events([late], state)
    fold(state := state.copied(), state.seq + 1, (d.EndFight(),))
    assert [] == report_events([late], state)
