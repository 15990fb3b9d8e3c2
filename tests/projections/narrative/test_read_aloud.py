"""What readers stumbled over when chronicles were read aloud."""

from __future__ import annotations

import re

import pytest

from events.types import outcomes as o
from events.types.declarations import Area, FightStarted, Join, Manoeuvre
from events.types.outcomes import Ground
from events.types.sheets import Sheet, Weapon, Wound
from events.types.unions import AnyEvent
from projections.narrative.consequences import join_name_and_text
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from rulesets.definitions.shipped import load_game
from tests.examples.given import whole
from tests.projections.narrative.given import Line, passages, stories, told

AUDIENCES: tuple[Audience, ...] = ("referee", "players")


def melee(winner: str, *others: str, roll: int = 15) -> tuple[AnyEvent, ...]:
    """Return a skirmish of Ada and Ben against the wolf, in which somebody has the better roll."""
    best = {winner: roll}
    return (
        o.ContestFormed((("ada", "ben"), ("wolf",))),
        *(
            o.ContestRolled(who, "Melee", "d20", (best.get(who, 5),), best.get(who, 5))
            for who in ("ada", "ben", "wolf")
        ),
        o.ContestDecided(winner, others[0] if others else "", 10 if others else 0),
    )


@pytest.mark.parametrize("title", "abcdef")
def test_a_skirmish_names_its_fighters_once(title: str) -> None:
    """Players, who may not see by how much it was won, read no second sentence on who met whom."""
    for audience in AUDIENCES:
        text = told(*melee("ada", "wolf"), audience=audience, title=title)
        assert 1 >= text.partition("(")[0].count("Ben"), text


def test_a_single_winner_meets_several() -> None:
    """Not “the ogre and Ada and Ben met”."""
    for way in load_phrasebook().several("chronicle.contest.won"):
        assert "{winner} and {others}" not in way and "{others} and {winner}" not in way


def test_nothing_befalls_the_dead() -> None:
    """Who has died of a blow is not told to be stunned by it."""
    stun = o.ConditionBegan("ada", "stunned", "everything")
    assert "stunned" in told(stun)
    assert "stunned" not in told(o.Died("ada", "a fall"), stun)
    assert "stunned" not in told(stun, o.Died("ada", "a fall"))


def test_a_state_that_a_death_ends_at_once_is_not_told() -> None:
    """The blow that stuns and kills has killed; one that stuns has stunned."""
    blow = o.DamageDealt("wolf", 9, 0, 9, "ada", "club", attack=9)
    stun = o.EffectTold("wolf", "stunned", "ada")
    swing = o.AttackRolled("ada", "wolf", "club", "d20", (9,), 9, attack=9)
    assert "stunned" in told(swing, blow, stun)
    text = told(swing, blow, stun, o.Died("wolf", "Ada's club"))
    assert "stunned" not in text and ("killed Wolf" in text or "Wolf died" in text)


def test_a_weapon_is_no_reason_for_its_own_blow() -> None:
    """Not “fired the rifle, thanks to rifle”; the small print has the ground."""
    enhanced = Ground("enhanced", "rifle")
    swing = o.AttackRolled("ada", "wolf", "rifle", "d12", (9,), 9, "enhanced", (enhanced,))
    text = told(swing, o.DamageDealt("wolf", 9, 0, 9, "ada", "rifle"))
    assert 1 == text.partition(" (")[0].count("rifle") and "enhanced: rifle" in text


def test_a_wound_is_named_once() -> None:
    """“a fractured skull, bleeding” says that it is a skull fracture."""
    wound = Wound("skull fracture", "skull fracture", 0, "a fractured skull, bleeding")
    assert "a fractured skull, bleeding" == join_name_and_text(wound, wound.name)


def test_players_read_no_effect_without_words() -> None:
    """The armor of a foe that counts less is no “The rhinoceros: …”."""
    line = [*whole("bridge-ambush").history.interleave_notes(12)]
    assert not any("…" in each for each in stories(line, "players"))
    assert "…" not in told(o.EffectTold("wolf", "armor 4 counts as 3"), audience="players")


def ships(*events: AnyEvent) -> str:
    """Return the chronicle of events about two starships."""
    scores = {"Hull": 5, "INT": 9, "ENG": 10, "SYS": 12}
    gun = (Weapon("gun", "d8"),)
    craft = (
        Sheet(
            "Courier",
            scores,
            "courier",
            side="party",
            scale="starship",
            noun="courier",
            weapons=gun,
        ),
        Sheet(
            "Hammer", scores, "hammer", side="raiders", scale="starship", noun="hammer", weapons=gun
        ),
    )
    every = (FightStarted("ships", load_game("plerion")), *map(Join, craft), *events)
    line: Line = list(enumerate(every, 1))
    return " ".join(each.text for each in passages(line))


def test_a_lock_names_its_target_in_the_sentence() -> None:
    """With what it is for behind it."""
    for effect, said in (("", ""), (" for no manoeuvre", " for a precise shot (no manoeuvre)")):
        lock = o.ConditionBegan("courier", f"gun locked on{effect}", "", "", about="hammer")
        assert f"had the gun locked on the hammer{said}." in ships(lock)


def test_a_dodge_is_told_once_with_the_save_that_decides_it() -> None:
    """Who dodges comes first, then how the other one fared; nothing of it is told again."""
    said = Manoeuvre("courier", "dodge", "hammer")
    save = o.SaveRolled("hammer", "SYS", 12, 15, False, "manoeuvre", "dodge")
    text = ships(said, save, o.Acted("courier", "dodge"))
    assert "The courier managed to dodge" in text and 1 == text.count("dodge")
    assert text.index("The courier managed") < text.index("SYS save 15 against 12, failed")
    met = o.SaveRolled("hammer", "SYS", 12, 3, True, "manoeuvre", "dodge")
    text = ships(said, met, o.Lapsed("courier", "dodge", "Hammer's SYS save passed"))
    assert "The courier tried to dodge" in text and 1 == text.count("dodge")


def test_a_lock_is_told_once() -> None:
    """As it comes off, with weapon, target and what it is for; not again with its condition."""
    said = Manoeuvre("courier", "lock on", "hammer", "no manoeuvre", "gun")
    save = o.SaveRolled("courier", "SYS", 12, 5, True, "manoeuvre", "lock on")
    lock = o.ConditionBegan("courier", "gun locked on for no manoeuvre", about="hammer")
    text = ships(said, save, o.Acted("courier", "lock on"), lock)
    assert "on the hammer for a precise shot (no manoeuvre)." in text
    assert 1 == text.count("the gun") == text.count("locked")


def test_what_happens_aboard_is_not_repeated() -> None:
    """It was told of the craft just before; later it is told again."""
    deal = o.DamageDealt("ada", 3, 0, 3, why="the controls explode (Hammer)")
    told = o.EffectTold("hammer", "the controls explode")
    assert 1 == ships(told, deal).count("the controls explode")
    assert "the controls explode" in ships(deal)


def test_a_lock_that_is_saved_for_again_is_told_as_kept_or_lost() -> None:
    """It is no manoeuvre of its own."""
    said = Manoeuvre("courier", "dodge", "hammer")
    for passed in (True, False):
        save = o.SaveRolled("hammer", "SYS", 12, 9, passed, "manoeuvre", "gun locked on")
        text = ships(said, save)
        assert ("kept the gun locked on" in text) is passed
        assert passed is ("could not keep" not in text and "in vain" not in text)


def test_whom_a_condition_is_about_is_called_as_in_the_story() -> None:
    """“exposed to the hammer”, not by the name with its capital letter."""
    exposed = o.ConditionBegan("courier", "exposed", "", "", about="hammer")
    assert "exposed to the hammer" in ships(exposed)


def test_a_place_in_the_words_of_the_rules_has_its_article() -> None:
    """“cannot leave the gate”, as elsewhere in the story; a place with a proper name has none."""
    areas = (Area("gate"), Area("Harbour"))
    why = "Ada is engaged and cannot leave gate for Harbour"
    text = told(*areas, o.Lapsed("ada", "attack", why))
    assert "cannot leave the gate for Harbour" in text


def test_the_same_skirmish_has_other_words_in_the_rounds_around_it() -> None:
    """Else a long one would be told in the same sentence round by round; also with like dice."""
    said = [
        told(o.RoundBegan(number, ("party", "foes")), *melee("ada", "wolf")).partition(" (")[0]
        for number in range(1, 8)
    ]
    assert all(len({*said[at : at + 3]}) == 3 for at in range(5)), said


def test_who_has_fought_for_rounds_does_not_come_up_against_anybody() -> None:
    """The sentence holds in any round."""
    away = (*melee("ada")[:-1], o.ContestDecided("ada", "", 0, "gets away"))
    text = told(*away)
    assert re.search("(fought|stood against) Wolf", text) and "came up" not in text


@pytest.mark.parametrize("hull", [3, 0])
def test_a_craft_that_holds_out_is_not_told_as_somebody(hull: int) -> None:
    """It shakes and holds together, also where the blow took more than what keeps it from harm."""
    hit = o.AttackRolled("hammer", "courier", "gun", "d8", (8,), 8, attack=4)
    blow = o.DamageDealt("courier", 8, 0, 8, "hammer", "gun", attack=4)
    losses = [o.ScoreChanged("courier", "Hull", 5, hull)]
    losses += [o.ScoreChanged("courier", "INT", 9, 6)] if hull else []
    save = o.SaveRolled("courier", "INT", 9, 3, True, "critical")
    text = ships(hit, blow, *losses, save)
    ways = load_phrasebook().several("chronicle.trial.critical.hurt-craft")
    said = [way.format(who="the courier").casefold() for way in ways]
    assert any(way in text.casefold() for way in said), text
    assert "shrug" not in text
