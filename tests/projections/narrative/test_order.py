"""What belongs together stands together: rolls with what they decide, names as they were, causes
told once."""

from __future__ import annotations

import re

from events.types import outcomes as o, statements as s
from events.types.outcomes import Ground
from events.types.rolls import Rolled
from events.types.sheets import Wound
from tests.projections.narrative.given import fight, passages, stories, told


def save(who: str, purpose: str, passed: bool, why: str = "", score: str = "STR") -> o.SaveRolled:
    """Return a save with this result."""
    face = 3 if passed else 19
    return o.SaveRolled(who, score, 9, face, passed, purpose, why)  # type: ignore[arg-type]


def strike(target: str, weapon: str = "rifle", by: str = "ben") -> tuple[o.AttackRolled, ...]:
    """Return an attack whose blow is to come."""
    return (o.AttackRolled(by, target, weapon, "d8", (5,), 5, attack=7),)


def test_an_action_and_a_critical_save_keep_their_own_dice() -> None:
    """Even if the actor is struck before the action is done."""
    text = told(
        save("ada", "action", True, score="WIL"),
        *strike("ada"),
        o.DamageDealt("ada", 5, 1, 4, "ben", "rifle", attack=7),
        o.ScoreChanged("ada", "STR", 13, 9),
        save("ada", "critical", False),
        o.WoundTaken("ada", Wound("critical damage", "critical damage", 0, "out of action")),
        o.Acted("ada", "speaks a word"),
    )
    blow, _, deed = text.partition("STR save 19 against 9, failed)")
    assert "out of action" in blow and "WIL" not in blow
    assert "Ada spoke a word" in deed and "(Ada WIL save 3 against 9, passed)" in deed


def test_two_actions_of_one_person_keep_their_order() -> None:
    """Each has its own roll."""
    text = told(
        save("ada", "action", False, score="STR"),
        save("ada", "action", False, score="WIL"),
        o.Lapsed("ada", "climbs", "the STR save failed"),
        o.Lapsed("ada", "sings", "the WIL save failed"),
    )
    first, second = text.index("Ada STR save"), text.index("Ada WIL save")
    assert text.index("climb") < first < text.index("sing") < second


def test_a_scars_save_is_told_with_its_result() -> None:
    """The sentence does not say that the save prevented the scar; a failed save has no sentence."""
    scar = o.WoundTaken("ada", Wound("deafened", "deafened", 7, "deafened"))
    gain = o.MaximumChanged("ada", "WIL", 9, 12, "deafened")
    gained = told(scar, save("ada", "scar-save", True, "deafened", "WIL"), gain)
    assert "escaped" not in gained and 1 == gained.count("a higher maximum of WIL")
    failed = told(scar, save("ada", "scar-save", False, "deafened", "WIL"))
    assert "escap" not in failed and "WIL save 19 against 9, failed" in failed


def test_a_raised_maximum_is_told_once() -> None:
    """The score and its maximum share a sentence, in either order, with their effect."""
    score, most = (
        o.ScoreChanged("wolf", "STR", 6, 8, "it grows"),
        o.MaximumChanged("wolf", "STR", 6, 8, "it grows"),
    )
    for events in ((score, most), (most, score)):
        assert 1 == told(*events).count("maximum of STR")
    assert told(o.EffectTold("wolf", "it grows"), most, score).startswith(
        "Wolf: it grows. Wolf could now have more STR than before. ("
    )


def test_an_effect_names_the_attacker() -> None:
    """“takes a limb” is the wolf's deed, not the victim's."""
    text = told(o.EffectTold("ada", "takes a limb", "wolf"))
    assert "Wolf took a limb." in text and "Ada" not in text
    dragged = told(o.EffectTold("ada", "dragged under", "wolf"))
    assert "Wolf's blow" in dragged and "Ada" not in dragged


def test_a_stun_is_told_once() -> None:
    """So is a save against it that is passed."""
    stunned = told(
        save("ada", "effect-save", False, "stunned"),
        o.EffectTold("ada", "stunned", "wolf"),
        o.ConditionBegan("ada", "stunned", "everything"),
    )
    assert 1 == stunned.count("stunned")
    spared = told(save("ada", "effect-save", True, "stunned"))
    assert spared.startswith(("Ada was not stunned.", "Ada came through without being stunned."))


def test_a_renamed_combatant_keeps_the_old_name_before() -> None:
    """What happened before a renaming has the old name."""
    text = told(o.DamageDealt("wolf", 5, 0, 5, why="a fall"), s.Rename("wolf", "Fang"))
    assert text.startswith("Wolf was ")


def test_a_cause_of_death_is_told_once() -> None:
    """The fall that struck the wolf killed it; a death by a condition names that condition."""
    text = told(o.DamageDealt("wolf", 5, 0, 5, why="a fall"), o.Died("wolf", "a fall"))
    assert 1 == text.count("a fall")
    doomed = Wound("doomed", "doomed", 1, "doomed")
    doom = told(
        o.WoundTaken("ada", doomed), o.Died("ada", "doomed"), o.WoundClosed("ada", "doomed", True)
    )
    assert doom.count("doomed") == 2 and "Ada, doomed, died." in doom


def test_a_combatant_who_is_down_is_not_brought_down_again() -> None:
    """A further wound makes it worse."""
    hurt = Wound("critical damage", "critical damage", 0, "can only crawl", "aid", 3600)
    down = o.ConditionBegan("ada", "held", "everything")
    text = told(down, o.WoundTaken("ada", hurt))
    assert "went down" not in text and "brought Ada down" not in text and "worse" in text


def test_a_lost_opening_is_told_once() -> None:
    """The attack that fails by it is not told again."""
    lost = save("ada", "action", False, "the attack")
    assert 1 == told(lost, o.Lapsed("ada", "attack", "the STR save failed")).count("Ada went") + (
        told(lost, o.Lapsed("ada", "attack", "the STR save failed")).count("Ada tried")
    )
    assert "came to nothing" in told(o.Lapsed("ada", "attack", "Ada is dead"))


def test_a_rest_comes_before_its_results() -> None:
    """Closed wounds and wakened sleepers follow it."""
    text = told(
        o.Rested("ada"),
        o.WoundClosed("ada", "critical damage 2", True),
        o.ScoreChanged("ada", "HP", 3, 17, "rest"),
    )
    assert text.index("rest") < text.index("critical damage")
    assert "critical damage 2" not in text


def test_table_dice_stand_in_the_small_print() -> None:
    """No other roll shows them."""
    count = Rolled(1, "ben", "targets", "d6", 3)
    row = Rolled(1, "wolf", "scar-place", "d6", 4)
    text = told(
        count, *strike("wolf"), o.DamageDealt("wolf", 5, 0, 5, "ben", "rifle", attack=7), row
    )
    assert "(targets: 3 · Ben d8: 5 · place of the scar: 4)" in text


def test_equal_weapons_are_told_one_for_each() -> None:
    """Each attacker has one; an attack on oneself has other words."""
    pair = (*strike("wolf"), *strike("wolf", by="ada"))
    assert "one rifle each" in told(*pair)
    assert "their claws" in told(*strike("wolf", "claws"), *strike("wolf", "claws", "ada"))
    assert "more than once" in told(*strike("wolf"), *strike("wolf"))
    two = told(*strike("wolf"), *strike("wolf", "knife"))
    assert "added the knife" in two or "followed it up with the knife" in two
    own = told(*strike("ben"))
    assert "themselves" in own or "their own rifle" in own


def test_grounds_of_a_kind_are_joined() -> None:
    """“in the dark and behind a wall”; no brackets stand in brackets."""
    grounds = tuple(Ground("impaired", why) for why in ("in the dark", "behind a wall"))
    text = told(o.AttackRolled("ada", "wolf", "rifle", "d4", (2,), 2, grounds=grounds))
    assert "in the dark and behind a wall" in text
    mixed = (Ground("enhanced", "from above"), Ground("impaired", "in the dark"))
    text = told(o.AttackRolled("ada", "wolf", "rifle", "d4", (2,), 2, grounds=mixed))
    assert "from above, but harder in the dark" in text
    odd = Ground("impaired", "a precise shot (no manoeuvre)")
    text = told(o.AttackRolled("ada", "wolf", "rifle", "d4", (2,), 2, grounds=(odd,)))
    assert "(a precise shot, no manoeuvre)" in text


def test_a_sentence_begins_with_a_capital_where_a_name_has_an_article() -> None:
    """Other names stay as they are."""
    line = fight(s.Rename("ada", "the Duchess"), o.Acted("ada", "sings"))
    assert "The Duchess sang." in stories(line)


def test_a_round_without_events_keeps_its_heading() -> None:
    """A sentence says that nothing happened."""
    line = fight(o.RoundBegan(1, ("party", "foes")), o.RoundEnded(1), o.RoundBegan(2, ("party",)))
    (quiet,) = (each for each in passages(line) if each.heading == "Round 1")
    assert "tell" in quiet.text


def test_a_death_comes_after_the_last_deed() -> None:
    """A helper who dies in the same turn helps first."""
    text = told(
        *strike("ada"),
        o.DamageDealt("ada", 9, 0, 9, "ben", "rifle", attack=7),
        o.ScoreChanged("ada", "STR", 9, 0),
        o.Aided("wolf", "ada"),
        o.Died("ada", "Ben's rifle"),
    )
    assert text.index("aid to Wolf") < text.index("Ada died")


def test_those_whose_morale_holds_share_a_sentence() -> None:
    """Each has its own dice; what they were tested for stands behind them once."""
    text = told(
        *(save(who, "morale", True, "first casualty", "WIL") for who in ("ada", "ben", "wolf"))
    )
    assert text.startswith("Ada, Ben and Wolf ")
    assert 3 == text.count("WIL save 3 against 9, passed") and 1 == text.count("first casualty")


def test_a_blow_that_is_withstood_is_told_once() -> None:
    """Not that it landed, and then that it was not enough."""
    blow = o.DamageDealt("wolf", 5, 0, 5, "ben", "rifle", attack=7)
    text = told(*strike("wolf"), blow, save("wolf", "critical", True))
    story = text.partition(" (")[0]
    assert 2 == len(re.findall(r"[.!](?= |$)", story)), story


def test_the_sides_of_players_come_first() -> None:
    """Also where a foe joined before them."""
    begun, ada, ben, wolf = (event for _, event in fight())
    text = " ".join(stories(list(enumerate((begun, wolf, ada, ben), 1))))
    assert 0 <= text.find("Ada and Ben of the party") < text.index("olf of the foes")
