"""Who cannot act is told why; names are free and identifiers are derived."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from events.types import declarations as d, statements as s
from events.types.declarations import (
    Act,
    Attack,
    BeginRound,
    CallSave,
    EndFight,
    Harm,
    Join,
    Move,
    Recover,
    Resolve,
    Retreat,
)
from events.types.outcomes import Acted, Moved, Overruled
from events.types.statements import (
    AddCondition,
    Crew,
    Engage,
    Kill,
    Remove,
    Revive,
    SetScore,
    SetSkill,
    SetTrait,
)
from events.types.unions import Declaration
from rulesets.definitions.shipped import load_game
from tests.support.given import Given, Person, attack, follower, given, npc, pc

ROUND = BeginRound("ambush")


@pytest.mark.clause("ALL-03")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Kill("ada"), "Ada is dead"),
        (SetScore("ada", "DEX", now=0), "Ada is paralysed (DEX 0)"),
        (SetScore("ada", "WIL", now=0), "Ada is delirious (WIL 0)"),
        (AddCondition("ada", "unconscious", "everything"), "Ada is unconscious"),
        (Remove("ada", "fled"), "Ada is out of the fight (fled)"),
    ],
)
@pytest.mark.parametrize(
    "action", [Act("ada", "shout"), Move("ada"), attack("ada", "wolf"), Retreat("ada", "the gate")]
)
def test_who_is_out_is_refused_with_the_reason(
    said: AddCondition | Kill | Remove | SetScore, words: str, action: Act | Attack | Move | Retreat
) -> None:
    """Whatever they declare."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf")).when(said)
    fight.then_refused(words, action, clause="ALL-03")


@pytest.mark.clause("ALL-03", "CF-05")
def test_who_is_skipped_in_the_first_round_is_told_so() -> None:
    """With the round's number."""
    fight = given("golden-idol", pc("Ada"), pc("Ben"), npc("Wolf")).when(BeginRound()).rolls(1, 20)
    fight.then_refused("Ben lost round 1 (too slow", Act("ben", "shout"), clause="ALL-03")


@pytest.mark.clause("ALL-03", "CF-14")
def test_who_can_only_crawl_is_refused_anything_more() -> None:
    """And allowed to crawl."""
    fight = given("golden-idol", pc("Ada", "0/0/9/9/9"), npc("Wolf")).when(Harm(("ada",), "1"))
    fight.rolls(20).then_refused("can only crawl", Act("ada", "shout"), clause="CF-14")
    fight.when(Move("ada", to="the wall"), Resolve()).then_told(Moved)


@pytest.mark.clause("ALL-03")
def test_the_referee_can_let_them_act_all_the_same() -> None:
    """An event says so."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf")).when(SetScore("ada", "WIL", now=0))
    fight.when(Act("ada", "rave", overrule="it suits the scene"), Resolve())
    fight.then_told(Overruled, clause="ALL-03", why="it suits the scene")
    fight.then_told(Acted, what="rave")


@pytest.mark.clause("ALL-03")
@pytest.mark.parametrize(
    "said", [attack("ada", "wolf"), CallSave(("wolf",), "DEX"), Harm(("wolf",), "3")]
)
def test_what_is_done_to_the_dead_is_refused(said: Attack | CallSave | Harm) -> None:
    """Unless the referee insists."""
    given("golden-idol", pc("Ada"), npc("Wolf")).when(Kill("wolf")).then_refused(
        "Wolf is dead", said, clause="ALL-03"
    )


@pytest.mark.clause("ALL-03")
def test_an_overruled_attack_on_the_dead_is_made() -> None:
    """Hacking at the body, in spite of everything."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf")).when(Kill("wolf"))
    fight.when(attack("ada", "wolf", overrule="to be sure"), Resolve()).then_asked("ada d4")
    fight.rolls(3).then("wolf", HP=1, standing="dead")


@pytest.mark.clause("ALL-04")
@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Ada", "ada"),
        ("Kyklôps", "kyklops"),
        ("Ἀλθαία", "αλθαια"),
        ("Ярослав Мудрый", "ярослав-мудрыи"),
        ("龍", "龍"),
        ("d'Artagnan & Co.", "d-artagnan-co"),
        ("†††", "combatant"),
    ],
)
def test_names_are_free_and_identifiers_derived(name: str, id: str) -> None:
    """In any script; the name is kept as it was written."""
    fight = given("golden-idol", pc(name))
    assert name == fight.one(id).name
    fight.when(Act(name, "bow"), Resolve()).then_told(Acted, who=id)


@pytest.mark.clause("ALL-04")
def test_two_of_one_kind_get_numbers() -> None:
    """Wolf, Wolf 2, Wolf 3, also when one has died meanwhile."""
    fight = given("golden-idol", npc("Wolf"), npc("wolf")).when(Kill("wolf"))
    fight.joins(npc("Wolf"))
    assert {"wolf": "Wolf", "wolf-2": "wolf 2", "wolf-3": "Wolf 3"} == {
        one.id: one.name for one in fight.state.combatants.values()
    }


@pytest.mark.clause("ALL-04")
def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    """A slip of the pen finds its way."""
    fight = given("golden-idol", pc("Ada"), npc("Wolf"))
    fight.then_refused("did you mean Wolf?", attack("ada", "wlof"))
    fight.then_refused("Nobody here is called “Zerberus”", attack("Zerberus", "ada"))


@pytest.mark.clause("ALL-04")
@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 81])
def test_a_name_has_to_be_seen(name: str) -> None:
    """Neither empty nor endless."""
    fight = given("golden-idol")
    with pytest.raises(ValueError, match="name"):
        fight.joins(pc(name))
    assert {} == fight.state.combatants


@pytest.mark.clause("ALL-04")
def test_a_sheet_needs_every_number_of_its_game() -> None:
    """And no number beside all reason."""
    fight = given("golden-idol")
    with pytest.raises(ValueError, match="can be 0 to 9999, not -1"):
        fight.joins(Person("Ada", "-1/0/9/9/9", "pc", {}, {}))
    with pytest.raises(ValueError, match="needs a number for HP"):
        fight.fight.declare(Join(pc("Kleon").sheet(load_game("thalassa"))))


@pytest.mark.clause("ALL-01", "ALL-03")
def test_back_from_the_dead_one_acts_again() -> None:
    """What kept them from it is gone."""
    fight = given("golden-idol", pc("Ada"), follower("Dov")).when(Kill("dov"), Revive("dov"))
    fight.when(ROUND, Act("dov", "blink"), Resolve()).then_told(Acted)


@pytest.mark.clause("CF-03", "CF-01")
@pytest.mark.parametrize(
    ("before", "said", "words"),
    [
        ([], Resolve(), "Nobody has declared anything"),
        ([EndFight()], Resolve(), "The fight is over"),
        ([], Move("ada", -5), "A move is 0 to"),
        ([], Resolve("them"), "no side “them”"),
    ],
)
def test_a_resolve_without_declarations_and_a_move_without_sense(
    before: list[EndFight], said: Move | Resolve, words: str
) -> None:
    """There is nothing to carry out."""
    given("golden-idol", pc("Ada"), npc("Wolf")).when(*before).then_refused(words, said)


@pytest.mark.clause("ALL-03", "CF-18")
def test_the_dead_recover_from_nothing() -> None:
    """Their wounds wait for nothing any more."""
    fight = given("golden-idol", pc("Ada", "5/0/9/9/9")).when(Harm(("ada",), "5"), Kill("ada"))
    fight.then_refused("Ada is dead", Recover("ada", "diseased"), clause="ALL-03")


def _sides() -> Given:
    return given("thalassa", pc("Ada", sword="d8"), npc("Wolf", bite="d6"))


@pytest.mark.clause("CF-04")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (d.Treat("ada", "wolf"), "treating wounds for good"),
        (d.Disengage("ada"), "disengaging"),
        (d.Manoeuvre("ada", "dodge"), "manoeuvres of craft"),
        (attack("ada", "wolf", risk=d.Risk("TEK")), "saves within an attack"),
        (attack("ada", "wolf", ward="cover"), "modifiers of the save"),
        (attack("ada", "wolf", bane="fire"), "modifiers of the save"),
        (attack("ada", d.Aim("wolf", ward="cover")), "modifiers of the save"),
        (attack("ada", "wolf", band="near"), "distances"),
        (d.Retreat("ada", "the gate", versus="wolf"), "saves against an opponent"),
        (d.Act("ada", "climb", "TEK", versus="wolf"), "saves against an opponent"),
        (d.Special("ada", "a hymn", "THU", versus="wolf"), "saves against an opponent"),
        (d.CallSave(("ada",), "TEK", versus="wolf"), "saves against an opponent"),
        (d.BeginRound(versus="wolf"), "saves against an opponent"),
        (d.Act("ada", "climb", "TEK", target=12), "numbers to roll against"),
        (d.CallSave(("ada",), "TEK", target=12), "numbers to roll against"),
        (d.Act("ada", "climb", "TEK", enhanced="a rope"), "modified saves"),
        (d.Special("ada", "a hymn", "THU", impaired="rain"), "modified saves"),
        (d.CallSave(("ada",), "TEK", impaired="rain"), "modified saves"),
        (d.CallMorale(("wolf",), "fire", enhanced="brave"), "modified saves"),
        (d.CallMorale(("wolf",), "fire", impaired="afraid"), "modified saves"),
        (d.Harm(("ada",), "d6", place="head"), "hit locations"),
        (d.Move("ada", phase="magic"), "phases"),
    ],
)
def test_what_other_games_have_is_refused_by_name(said: Declaration, words: str) -> None:
    """As soon as it is said, with nothing recorded, whatever the referee insists on."""
    _sides().then_refused(f"Thálassa knows no {words}", said)


@pytest.mark.clause("ALL-01")
def test_where_somebody_stands_is_a_fact_in_every_game() -> None:
    """Areas are taken as they are said, and no rule of this game asks for them."""
    fight = _sides().when(d.Area("the hall"), s.Place("ada", "the hall", "she waits"))
    assert "the hall" == fight.one("ada").area
    assert "" == fight.when(s.Place("ada", "")).one("ada").area
    fight.then_refused("Ada stands in no area; say which", s.Place("ada", ""))


@pytest.mark.clause("ALL-01")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        (s.Engage("ada", ("wolf",)), "knows no engagements."),
        (s.SetSkill("ada", "song", 3), "knows no skills."),
        (s.Crew("wolf", "ada"), "knows no craft with a crew."),
        (s.SetTrait("ada", "shield", "1"), "has no shield; there is armor, side, kind, scale,"),
        (s.SetTrait("wolf", "nerve", "impaired"), "has no nerve; there is armor"),
    ],
)
def test_facts_that_mean_nothing_in_a_game_are_refused(
    said: Crew | Engage | SetSkill | SetTrait, words: str
) -> None:
    """A log never holds what no rule and no table of the game would ever show."""
    _sides().then_refused(f"Thálassa {words}", said)


@pytest.mark.clause("ALL-04")
@pytest.mark.parametrize(
    ("brought", "words"),
    [({"shield": 3}, "has no shield"), ({"skills": {"song": 3}}, "knows no skills")],
)
def test_nobody_joins_with_what_means_nothing_in_a_game(
    brought: dict[str, Any], words: str
) -> None:
    """Neither does a program's sheet."""
    fight = _sides()
    sheet = msgspec.structs.replace(pc("Eve").sheet(fight.game), **brought)
    fight.then_refused(f"Thálassa {words}", d.Join(sheet))
