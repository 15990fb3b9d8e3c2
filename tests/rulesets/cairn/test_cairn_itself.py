"""Cairn, first edition: the examples of its own text, and what its creatures do."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, BeginRound, Join, Resolve
from events.types.outcomes import DamageDealt, EffectTold, SaveRolled, ScoreChanged
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.support.given import Given, attack, given, npc, pc

CAIRN = load_game("cairn")


def test_the_words_are_those_of_the_text() -> None:
    words = {key: CAIRN.words[key] for key in ("referee", "follower", "special")}
    assert {"referee": "Warden", "follower": "hireling", "special": "spell"} == words


def test_it_lacks_what_only_its_descendants_have() -> None:
    """No craft and no distances by name."""
    lexicon = load_ruleset("cairn").lexicon(CAIRN)
    assert {"crew", "manoeuvre"} <= lexicon.lacks
    assert () == lexicon.bands


@pytest.mark.clause("CF-04", "CF-05")
@pytest.mark.parametrize(("face", "passed"), [(10, True), (13, True), (14, False), (20, False)])
def test_bea_makes_a_save_to_move_before_the_troll(face: int, passed: bool) -> None:
    """The text's Bea has 13 DEX and rolls a 10."""
    fight = begin().rolls(f"bea d20={face}")
    assert [passed] == [save.passed for save in fight.told(SaveRolled)]
    assert (("party", "foes") if passed else ("foes",)) == fight.state.order


@pytest.mark.clause("CF-07")
def test_the_trolls_club_leaves_bea_two_hit_protection() -> None:
    """The text: 5 HP, leather (1 Armor), and a 4 on the club's d10."""
    fight = begin().rolls("bea d20=20")
    fight.when(attack("troll", "bea", weapons="club"), Resolve()).rolls("troll d10=4")
    assert [(4, 1, 3)] == [
        (each.rolled, each.armor, each.dealt) for each in fight.told(DamageDealt, since=0)
    ]
    fight.then("bea", HP=2)


@pytest.mark.clause("CF-15", "CF-16")
def test_critical_damage_by_a_hooded_man_leeches_the_soul() -> None:
    """1d4 WIL, when the victim fails the save against critical damage."""
    fight = given("cairn", pc("Bea", "2/0/9/13/11"))
    sheet = load_ruleset("cairn").sheet(CAIRN, {"from": "Hooded Man"}, "npc")
    fight.when(Join(sheet))
    fight.when(BeginRound("ambush"), Act("bea", "hides"), Resolve())
    fight.when(attack("hooded-man", "bea"), Resolve())
    fight.rolls("hooded-man d8=6", "bea d20=15", "hooded-man d4=3")
    changes = [(each.score, each.was, each.now) for each in fight.told(ScoreChanged, since=0)]
    assert [("HP", 2, 0), ("STR", 9, 5), ("WIL", 11, 8)] == changes
    assert ["a part of the soul is leeched"] == [
        each.text for each in fight.told(EffectTold, since=0)
    ]


def begin() -> Given:
    """Return a fight of Bea and a troll with a club, at the start of round 1."""
    fight = given("cairn", pc("Bea", "5/1/9/13/11"), npc("Troll", "12/0/15/12/7", club="d10"))
    return fight.when(BeginRound())
