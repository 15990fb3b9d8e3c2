"""The words of the chronicle: verbs that fit, grounds in the sentence, results, variety, nothing
invented."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import product

import pytest
from msgspec.structs import replace as changed

from events.types import outcomes as o, statements as s
from events.types.declarations import EndFight, Join, Treat
from events.types.outcomes import Ground
from events.types.sheets import Wound
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, write_chronicle
from projections.narrative.context import Voice
from projections.narrative.narrator import Narrator
from projections.narrative.phrasebook import load_phrasebook
from projections.narrative.template_fields import list_fields
from projections.queries.visibility import Audience
from projections.text.prose import plain_text
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.examples.given import whole
from tests.projections.narrative.given import (
    EXAMPLES,
    every_line,
    fight,
    passages,
    sheet,
    spans,
    stories,
    told,
)


def attack(
    weapon: str, *grounds: Ground, by: str = "ada", face: int = 7, seq: int = 9
) -> o.AttackRolled:
    """Return an attack on the wolf."""
    return o.AttackRolled(by, "wolf", weapon, "d20", (face,), face, grounds=grounds, attack=seq)


def onslaught(*events: o.AttackRolled) -> str:
    """Return the chronicle of attacks without results."""
    none = o.DamageDealt("wolf", 0, 0, 0, events[0].by, events[0].weapon, attack=events[0].attack)
    return told(*events, none).partition(". ")[0]


@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        ("sniper rifle", ("fired", "shot")),
        ("bow gun", ("fired", "shot")),
        ("great bow", ("let fly", "shot")),
        ("javelin", ("threw", "hurled", "fly")),
        ("frag grenade", ("threw", "hurled", "let Wolf have")),
        ("rocket launcher", ("fired", "let go")),
        ("claymore", ("swung", "laid into", "cut", "slashed")),
        ("knife", ("stabbed", "thrust", "lunged", "jabbed")),
        ("war hammer", ("swung", "struck", "hammered", "lashed")),
        ("mandibles", ("snapped", "went for", "lunged")),
        ("horn", ("thrust", "drove", "gored")),
        ("unarmed", ("unarmed",)),
        ("d8", ("something improvised", "whatever would serve")),
        ("gizmo", ("attacked", "went at", "struck at")),
        ("kopis and curved knife", ("attacked", "went at", "struck at")),
        ("port gun and starboard gun", ("fired", "shot")),
    ],
)
def test_the_verb_fits_the_weapon(weapon: str, words: tuple[str, ...]) -> None:
    """It depends on the words of its name; for several weapons, on what they have in common."""
    said = onslaught(attack(weapon))
    assert any(word in said for word in words), said
    assert said.startswith("Ada ")


def test_a_weapon_with_a_name_of_its_own_has_no_article() -> None:
    """Excalibur has none; initials are no name."""
    assert "the Excalibur" not in onslaught(attack("Excalibur"))
    assert "the SMG" in onslaught(attack("SMG"))


@pytest.mark.parametrize(
    ("modifier", "why", "ending"),
    [
        ("enhanced", "it stands broadside", ": it stood broadside"),
        ("enhanced", "caught in the floodlight", " – caught in the floodlight"),
        ("enhanced", "clear shot", " (clear shot)"),
        ("enhanced", "a steady rest", ", thanks to a steady rest"),
        ("enhanced", "off guard!", " (off guard!)"),
        ("impaired", "Sam is in the way", ", but Sam was in the way"),
        ("impaired", "behind the crates", " behind the crates"),
        ("impaired", "mud", " despite mud"),
        ("impaired", "a wound (2)", " (a wound, 2)"),
        ("impaired", "m" * 61, f" ({'m' * 61})"),
    ],
)
def test_a_ground_stands_in_the_sentence_in_its_own_words(
    modifier: str, why: str, ending: str
) -> None:
    """As a clause, whose verb is told in the past, a phrase, a noun, or in brackets."""
    ground = Ground(modifier, why)  # type: ignore[arg-type]
    assert onslaught(attack("rifle", ground)).endswith(ending)


def test_a_blow_beyond_the_guard_leaves_more_than_nothing_to_spare() -> None:
    """Exactly all of it is told otherwise; who may not see the numbers hears no difference."""
    words = re.compile(r"more than Wolf could|could not shrug off all|a scratch|Not all of it")
    cases: list[tuple[int, Audience, bool]] = [
        (18, "referee", True),
        (17, "referee", False),
        (18, "players", False),
    ]
    for dealt, audience, is_beyond in cases:
        blow = o.DamageDealt("wolf", dealt, 0, dealt, "ada", "rifle", attack=9)
        events = (attack("rifle"), blow, o.ScoreChanged("wolf", "HP", 17, 0))
        assert is_beyond == bool(words.search(told(*events, audience=audience)))


def test_a_blow_past_the_armor_is_told_by_what_it_took() -> None:
    """Half of what was left is more than a part of it; who passed a save and lost nothing was hit,
    but nothing “got past”."""
    blow = o.DamageDealt("wolf", 9, 1, 8, "ada", "rifle", attack=9)
    cases: list[tuple[str, list[o.ScoreChanged], Audience]] = [
        ("told-armor-deep", [o.ScoreChanged("wolf", "HP", 12, 4)], "referee"),
        ("told-armor-least", [o.ScoreChanged("wolf", "HP", 30, 22)], "referee"),
        ("told-armor", [o.ScoreChanged("wolf", "HP", 12, 4)], "players"),
        ("told-saved", [], "referee"),
    ]
    for key, losses, audience in cases:
        said = told(attack("rifle"), blow, *losses, audience=audience)
        assert any(way in said for way in list_results(key)), (key, said)


@pytest.mark.parametrize("audience", ["referee", "players"])
def test_a_save_after_a_blow_that_cost_nothing_is_told_with_it(audience: Audience) -> None:
    """In one sentence, not in two that say the same. Players do not know that it cost a stranger
    nothing, and read as much as of any other blow."""
    blow = o.DamageDealt("wolf", 2, 1, 1, "ada", "rifle", attack=9)
    save = o.CheckRolled("wolf", "STR", "d6", (5,), 5, 1, True, "critical")
    said = told(attack("rifle"), blow, save, audience=audience)
    ways = load_phrasebook().several("chronicle.trial.critical.saved")
    is_saved = any(way.format(who="Wolf") in said for way in ways)
    assert is_saved == (audience == "referee"), said
    assert not any(way in said for way in list_results("told-saved"))
    is_told = any(way in said for way in list_results("told-armor"))
    assert is_told == (audience == "players"), said


@pytest.mark.parametrize("name", ["bridge-ambush", "sam-pete-and-the-troll"])
def test_who_can_only_crawl_is_told_without_brackets(name: str) -> None:
    """As the rules of Cairn and Brighter Worlds name it."""
    history = whole(name).history
    story = " ".join(stories(list(history.interleave_notes(len(history)))))
    assert "able only to crawl, in need of" in story
    assert "can only crawl" not in story


def list_results(key: str) -> list[str]:
    """Return the sentences on a shot at the wolf."""
    ways = load_phrasebook().several(f"chronicle.result.{key}")
    told = [way.format(targets="Wolf's", target="Wolf", strike="the shot") for way in ways]
    return [each[:1].upper() + each[1:] for each in told]


@pytest.mark.parametrize(
    ("armor", "key"), [(6, "most"), (5, ""), (4, ""), (3, "least"), (1, "least")]
)
def test_a_blow_past_the_armor_is_told_by_what_that_kept_off(armor: int, key: str) -> None:
    """Of nine points: two thirds or more are most of it. Players do not know a stranger's armor."""
    blow = o.DamageDealt("wolf", 9, armor, 9 - armor, "ada", "rifle", attack=9)
    loss = o.ScoreChanged("wolf", "HP", 30, 30 - blow.dealt)
    for audience in ("referee", "players"):
        said = told(attack("rifle"), blow, loss, audience=audience)
        name = f"told-armor-{key}" if key and audience == "referee" else "told-armor"
        assert any(way in said for way in list_results(name)), said


def test_no_words_say_that_armor_kept_off_nothing_where_it_took_a_part() -> None:
    """These words are for blows of which armor took at least a point. Who wears none reads none."""
    book = load_phrasebook()
    false = re.compile(r"no armor|not stop (it\b|\{)|gap in|no match|right through", re.IGNORECASE)
    keys = [*(f"told-armor{each}" for each in ("", "-most", "-least", "-deep"))]
    for key in (*keys, "best-armor", "place-armor"):
        ways = book.several(f"chronicle.result.{key}")
        assert [] == [way for way in ways if false.search(way)]
    for key in ("nothing", "told", "told-saved", "place", "best", "best-bare"):
        assert [] == [way for way in book.several(f"chronicle.result.{key}") if "armor" in way]


def test_no_words_on_armor_return_within_six_beats() -> None:
    """In the examples, whoever reads them."""
    book = load_phrasebook()
    keys = ("held", *(f"told-armor{each}" for each in ("", "-most", "-least", "-deep")))
    keys = (*keys, "best-armor", "place-armor")
    ways = [
        re.compile(re.sub(r"\\\{\w+\\\}", "[^.:;]+", re.escape(way)), re.IGNORECASE)
        for key in keys
        for way in book.several(f"chronicle.result.{key}")
    ]
    audiences: tuple[Audience, ...] = ("referee", "players")
    for name, audience in product(EXAMPLES, audiences):
        passages = write_chronicle(
            whole(name).history.line_events(), telling=ChronicleOptions(audience)
        )
        beats = [plain_text(beat.story) for passage in passages for beat in passage.beats]
        told: list[set[int]] = []
        for beat in beats:
            sentences = [each.strip() for each in re.findall(r"[^.]*\.", beat)]
            said = {at for at, way in enumerate(ways) if any(map(way.fullmatch, sentences))}
            assert not said & set().union(*told[-6:]), beat
            told.append(said)
        assert any(told)


def test_results_are_not_told_twice_in_the_same_words() -> None:
    """Of one turn, as long as there are other words."""
    events: list[AnyEvent] = []
    for seq in range(9, 13):
        events += [
            attack("rifle", seq=seq),
            o.DamageDealt("wolf", 4, 3, 1, "ada", "rifle", attack=seq),
            o.ScoreChanged("wolf", "HP", 26 - seq, 25 - seq),
        ]
    said = told(*events)
    counts = [said.count(way) for way in list_results("told-armor-most")]
    assert ([], 4) == ([each for each in counts if each > 1], sum(counts))


def test_attackers_on_one_target_are_drawn_together() -> None:
    """One sentence names them and the attack that got through; the die that counts stands out."""
    events = (
        o.AttackRolled("ada", "wolf", "rifle", "2d10", (9, 3), 9, attack=5),
        attack("knife", Ground("impaired", "behind the crates"), by="ben", face=2, seq=6),
        o.DamageDealt("wolf", 9, 3, 6, "ada", "rifle", (2,), attack=5),
        o.ScoreChanged("wolf", "HP", 17, 11),
    )
    text = told(*events)
    assert 1 == text.count("Ada 2d10")
    assert re.search("; Ben .* – (no easy thing|hard work) behind the crates", text)
    dice = "(Ada 2d10: 9, 3 · Ben d20 (impaired): 2 · Wolf: armor 3 · HP 17 → 11)"
    assert text.endswith(dice)
    strong = [
        span.text for _, small in spans(fight(*events)) for span in small if span.mark == "strong"
    ]
    assert ["9"] == strong


def test_of_unequal_bonuses_the_die_that_was_kept_stands_out() -> None:
    """Not the highest, and no die that never fell."""
    events = (
        o.AttackRolled("ada", "wolf", "saber and dirk", "2d6+3", (3, 4), 6, attack=5, kept=3),
        o.DamageDealt("wolf", 6, 3, 3, "ada", "saber and dirk", attack=5),
    )
    assert "Ada 2d6+3: 3, 4 + 3 = 6" in told(*events)
    small = [span for _, small in spans(fight(*events)) for span in small]
    assert ["3"] == [span.text for span in small if span.mark == "strong"]


def test_equal_attackers_share_their_weapon() -> None:
    """Two with the same weapon share a clause."""
    assert onslaught(attack("claws"), attack("claws", by="ben")).startswith("Ada and Ben ")


def test_names_link_to_their_combatants() -> None:
    """They keep their first letter, also at the beginning of a sentence."""
    ids = {span.to for story, _ in spans(fight(attack("rifle"))) for span in story if span.to}
    assert {"ada", "ben", "wolf"} == ids
    hidden = fight(s.Rename("ada", "ada the small"), o.Acted("ada", "sings"))
    assert "ada the small sang." in " ".join(stories(hidden))


def test_a_wound_stands_out_and_says_what_it_awaits() -> None:
    """The row and the time are small print."""
    wound = Wound("broken limb", "broken limb", 4, "a broken leg", "mending")
    fell = Wound("critical damage", "critical damage", 0, "can only crawl", "aid", 3600)
    text = told(o.WoundTaken("ada", wound), o.WoundTaken("ben", fell))
    assert "broken limb (a broken leg), in need of mending. (scar 4)" in text
    assert "critical damage, able only to crawl, in need of aid. (dead in 1 h without aid)" in text
    marked = [
        span.text
        for story, _ in spans(fight(o.WoundTaken("ada", wound)))
        for span in story
        if span.mark == "strong"
    ]
    assert ["broken limb"] == marked


def lose(score: str, was: int, now: int) -> tuple[o.AttackRolled | o.DamageDealt, ...]:
    """Return a blow after which the wolf has less of a score."""
    blow = o.DamageDealt("wolf", was - now, 0, was - now, "ada", "rifle", attack=9)
    return attack("rifle"), blow, o.ScoreChanged("wolf", score, was, now)  # type: ignore[return-value]


def test_a_scratch_does_not_bite_deep() -> None:
    """Only a blow that took half of what there was; players, who do not see it, read neither."""
    deep = re.compile("deep|badly|earnest")
    assert not deep.search(told(*lose("STR", 13, 12)))
    assert deep.search(told(*lose("STR", 13, 5)))
    assert not deep.search(told(*lose("STR", 13, 5), audience="players"))


def test_a_deed_of_the_fallen_is_told_as_simultaneous() -> None:
    """Ben, whom Ada's blast has felled in this turn, does not shoot afterwards."""
    fell = o.ConditionBegan("ben", "critical damage", "everything", "critical damage")
    at_ben = o.AttackRolled("ada", "ben", "grenade", "d8", (8,), 8, attack=7)
    at_wolf = o.AttackRolled("ben", "wolf", "rifle", "d8", (5,), 5, attack=8)
    text = told(
        at_ben,
        at_wolf,
        o.DamageDealt("ben", 8, 0, 8, "ada", "grenade", attack=7),
        o.WoundTaken("ben", Wound("critical damage", "critical damage", 0, "can only crawl")),
        fell,
        o.DamageDealt("wolf", 5, 0, 5, "ben", "rifle", attack=8),
    )
    assert re.search("(In the same moment|At the same time) Ben ", text)
    blow = o.DamageDealt("wolf", 5, 0, 5, "ben", "rifle", attack=8)
    assert "same" not in told(at_wolf, blow)
    assert "same" not in told(fell, o.TurnEnded("party"), at_wolf, blow), "he was down before"


def test_a_deed_that_almost_worked_was_not_in_vain() -> None:
    """Paraverse knows a failure by little."""
    check = o.CheckRolled("ada", "DEX", "d20", (9,), 9, 10, False, "action", partial=True)
    text = told(check, o.Lapsed("ada", "climbs", "the DEX check failed"))
    assert re.search("almost|nearly", text) and "in vain" not in text and "nothing" not in text


def test_a_place_is_told_as_it_was_typed() -> None:
    """“up the stairs” needs no “to”."""
    assert re.search("(moved|went) up the stairs", told(o.Moved("ada", 0, "up the stairs")))
    assert " to the ropes" in told(o.Moved("ada", 0, "the ropes")).replace("for", "to")
    assert " through the window." in told(o.Left("ada", "retreated", "through the window"))


def test_rulings_for_one_reason_are_told_once() -> None:
    """Each still says in the small print what it was against."""
    text = told(*(o.Overruled("CF-01", f"objection {at}", "so be it") for at in "abc"))
    assert 1 == text.count("so be it")
    assert "(against: objection a · against: objection b · against: objection c)" in text


def test_who_lies_there_does_not_rest() -> None:
    """Unless the rest brings them to; then it is told with the wound."""
    down = o.ConditionBegan("ben", "critical damage", "everything", "critical damage")
    rest = (o.Rested("ada", False), o.Rested("ben", False))
    assert (
        "Ben " not in told(down, *rest, o.ScoreChanged("ada", "HP", 1, 4, "rest")).split("Ada")[-1]
    )
    ended = o.ConditionEnded("ben", "critical damage", "critical damage")
    text = told(down, *rest, ended, o.WoundClosed("ben", "critical damage", True))
    assert "Ada and Ben" in text and re.search("Ben was (back up|up again)", text)
    assert 1 == text.count("critical damage")


def test_the_dead_do_not_rest() -> None:
    """Nor are a short rest and a long one told as one."""
    died = told(o.Rested("ada", True), o.Rested("ben", True), o.Died("ben", "bleeding"))
    assert "Ada and Ben" not in died and "Ada " in died
    two = told(o.Rested("ada"), o.Rested("ben", True))
    assert "Ada and Ben" not in two and re.search("Ben (took a long rest|rested for long)", two)


def test_another_side_and_another_name_are_told_as_such() -> None:
    """The one who goes over to the party is no opponent from then on."""
    assert "to the party" in told(s.SetTrait("wolf", "side", "party")).replace("with", "to")
    handed = told(s.HandOver("wolf", "Eve", "party", "bought"))
    assert "Eve spoke for Wolf (bought)." in handed and "the party" in handed
    assert "Ada was called Eve from then on." == told(s.Rename("ada", "Eve"))
    assert "Ada no longer had the rifle." == told(s.Disarm("ada", "rifle"))


def test_help_says_for_whom_it_was() -> None:
    """Also where it fails."""
    for passed in (True, False):
        check = o.CheckRolled("ada", "Medicine", "d20", (9,), 9, 15, passed, "treatment")
        assert "Ben" in told(Treat("ada", "ben"), check)


def test_a_death_names_its_cause() -> None:
    """The blow just told, or the cause the rules give."""
    blow = (attack("rifle"), o.DamageDealt("wolf", 9, 0, 9, "ada", "rifle", attack=9))
    assert "wolf" not in told(*blow, o.Died("wolf", "Ada's rifle")).partition("(")[0].split()
    bled = told(o.Died("wolf", "bleeding"))
    assert bled in ("Wolf died: bleeding.", "Wolf died (bleeding).")


def those(*names: str, **fields: str) -> list[AnyEvent]:
    """Return the joinings of some foes in round 1, with these words for them."""
    return [
        o.RoundBegan(1, ("party", "foes")),
        *(
            Join(changed(sheet(name, "foes", "npc"), id=name.casefold(), **fields))
            for name in names
        ),
    ]


def test_who_has_no_name_has_an_article() -> None:
    """The second of a kind is told from the first, and a new name ends it."""
    ogres = those("Ogre", "Ogre 2", noun="ogre")
    acts = [o.Acted(id, "sleeps") for id in ("ogre", "ogre 2")]
    text = told(*ogres, *acts, s.Rename("ogre", "Grub"), o.Died("ogre", "a fall"))
    assert "The ogre slept. The second ogre slept." in text
    assert "The ogre was called Grub from then on. Grub died" in text


def test_several_of_a_kind_are_told_together() -> None:
    """By number and word; the word for several may be the game's own."""
    harpies = those("Harpyia", "Harpyia 2", "Harpyia 3", noun="harpyia", plural="harpyiai")
    ran = [o.Left(id, "fled") for id in ("harpyia", "harpyia 2", "harpyia 3")]
    assert re.search("Three harpyiai (fled|ran|took to flight)", told(*harpies, *ran))
    wolves = those("Gray wolf", "Gray wolf 2", noun="gray wolf")
    assert "wo gray wolves joined the foes." in told(*wolves).replace(
        "came in on the side of", "joined"
    )


def test_who_is_several_has_the_verb_of_several() -> None:
    """Also in the words of the rules."""
    robbers = those("Grave robbers", plural="grave robbers")
    dazed = o.ConditionBegan("grave robbers", "dazed")
    lapsed = o.Lapsed("grave robbers", "attack", "Grave robbers is dazed")
    text = told(*robbers, dazed, lapsed)
    assert "The grave robbers were now dazed." in text
    assert "The grave robbers' attack came to nothing: the grave robbers are dazed." in text


@pytest.mark.parametrize(
    ("game", "entry", "noun"),
    [
        ("golden-idol", {"from": "wolf"}, "wolf"),
        ("golden-idol", {"from": "wolf", "name": "Fang"}, ""),
        (
            "golden-idol",
            {"from": "cultist", "name": "Mask priest", "noun": "mask priest"},
            "mask priest",
        ),
        ("thalassa", {"from": "Cerberus"}, ""),
        ("thalassa", {"from": "Lernaean Hydra"}, "Lernaean hydra"),
        ("paraverse", {"from": "Sylvan archer"}, "Sylvan archer"),
        ("paraverse", {"from": "Gray elf healer"}, "gray elf healer"),
        ("brighter-worlds", {"from": "Fire God's Shame"}, "Fire God's Shame"),
    ],
)
def test_a_creature_says_whether_its_word_is_a_name(
    game: str, entry: dict[str, str], noun: str
) -> None:
    """An entry with a name of its own has a name, unless it says otherwise."""
    rules = load_game(game)
    assert noun == load_ruleset(rules.rules).sheet(rules, entry, "npc").noun


def test_a_deed_is_told_in_the_players_words() -> None:
    """As what was done, where its verb is known; else as a quoted sentence, if they can be one,
    since their tense is another."""
    assert "Ada sealed the hatch." == told(o.Acted("ada", "seals the hatch"))
    assert "“Ada zaps the hatch.”" == told(o.Acted("ada", "zaps the hatch"))
    assert "Ada: a song." == told(o.Acted("ada", "a song"))
    assert "“Ada sings!”" == told(o.Acted("ada", "sings!"))
    climbed = o.SaveRolled("ada", "DEX", 11, 3, True, "action")
    assert re.match("Ada climbed, and ", told(climbed, o.Acted("ada", "climbs")))
    assert re.match("“Ada zaps it”[:,]", told(climbed, o.Acted("ada", "zaps it")))


def test_a_deed_that_came_to_nothing_was_tried() -> None:
    """One that is an attempt in the player's words, too, is told so once."""
    fell = o.SaveRolled("ada", "DEX", 11, 18, False, "action")
    text = told(fell, o.Lapsed("ada", "climbs the wall", "the DEX save failed"))
    assert text.startswith("Ada tried to climb the wall, ")
    text = told(fell, o.Lapsed("ada", "tries to climb", "the DEX save failed"))
    assert text.startswith("Ada tried to climb, ")


@pytest.mark.parametrize("what", ["sees 3 wolves", "opens it and hides"])
def test_a_deed_of_more_verbs_or_with_a_number_is_quoted(what: str) -> None:
    """Where more than its first word would have to change, and where it holds a number."""
    assert f"“Ada {what}.”" == told(o.Acted("ada", what))


@pytest.mark.slow
def test_no_story_holds_a_number_outside_names() -> None:
    """Scores, dice and armor stand in the small print. Numbers in names and in quoted words
    stay."""
    for line in every_line():
        names = {event.sheet.name for _, event in line if isinstance(event, Join)}
        names |= {event.name for _, event in line if isinstance(event, s.Rename)}
        own = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "$^")
        for story in stories(line):
            if not any(
                word in story
                for word in ("(Note: ", " ruled: ", " ruled for ", " came to nothing: ")
            ):
                assert not re.search(r"\d", own.sub("", story)), story


@pytest.mark.slow
def test_all_variants_of_a_sentence_are_told() -> None:
    """What a sentence says decides which; the same is always told in the same words."""
    book = load_phrasebook()
    for key in (key for key in book._sentences if key.startswith("chronicle.")):
        ways, name = book.several(key), key.removeprefix("chronicle.")
        voice, values = Voice(book), dict.fromkeys(list_fields(name), "x")
        said = {voice.plain(name, {**values, "throw": str(number)}) for number in range(999)}
        assert len(said) == len({*ways}), key
        assert voice.plain(name, values) == voice.plain(name, values)


def test_the_title_takes_part_in_the_choice_of_a_variant() -> None:
    """Fights with other titles have other variants."""
    events = (attack("rifle"),)
    assert len({told(*events, title=f"fight {number}") for number in range(12)}) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_told_the_same_under_any_hash_seed(name: str) -> None:
    """No word depends on the order of a set."""
    script = (
        "import sys, hashlib\n"
        "from tests.examples.given import whole\n"
        "import projections.narrative.chronicle\n"
        "h = whole(sys.argv[1]).history\n"
        "line = h.interleave_notes(len(h))\n"
        "t = '|'.join(p.text for p in projections.narrative.chronicle.write_chronicle(line))\n"
        "print(hashlib.sha256(t.encode()).hexdigest())"
    )
    told = set()
    for seed in ("0", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", script, name], capture_output=True, text=True, env=environment
        )
        assert "" == done.stderr
        told.add(done.stdout)
    assert 1 == len(told)


def test_an_unfinished_turn_is_told_so_far() -> None:
    """An attack whose damage is still to come is told."""
    text = told(attack("rifle"))
    assert "how it came out has not been told yet." in text


def test_every_event_of_a_passage_is_told_once() -> None:
    """A second passage does not repeat the first."""
    line = fight(attack("rifle"), o.TurnEnded("party"), o.Acted("ada", "sings"))
    assert ["Ada sang."] == [each.text for each in passages(line)[1:]]


def test_a_narrator_can_be_asked_when_nothing_has_happened() -> None:
    """It has no beats then."""
    from projections.state.fight_state import FightState

    assert () == Narrator(FightState(), "referee", load_phrasebook()).end_passage()


MANY = Ground("enhanced", "a detachment against an individual")


def test_a_ground_of_the_rules_stands_with_the_attackers() -> None:
    """It says how they came, and is said once of a blast with several targets."""
    one = attack("rifle", MANY)
    assert re.match("(As one|In numbers), Ada .* with the rifle|(As one|In numbers), ", told(one))
    other = o.AttackRolled("ada", "ben", "rifle", "d12", (4,), 4, grounds=(MANY,), attack=9)
    first, second = (o.DamageDealt(to, 3, 1, 2, "ada", "rifle", attack=9) for to in ("wolf", "ben"))
    text = told(one, other, first, second)
    assert 1 == len(re.findall("As one|In numbers", text)), text


def test_an_end_tells_who_stands_who_fell_by_whom_and_what_it_cost() -> None:
    """Of those who stand, their wounds and who was never struck."""
    text = told(
        attack("axe"),
        o.DamageDealt("wolf", 9, 0, 9, "ada", "axe", attack=9),
        o.Died("wolf", "Ada's axe"),
        o.WoundTaken("ben", Wound("broken limb", "broken limb", 4, "a broken leg", "mending")),
        EndFight("quiet again"),
    )
    end = text.partition("So the fight ended: quiet again. ")[2]
    assert re.match(".*party.*Ada and Ben still stood\\. Of the foes, Wolf ", end)
    assert re.search("Wolf (was dead, killed by|had died at the hands of) Ada\\. ", end)
    assert re.search("Ben (came out of it|was left) with a broken limb\\. ", end)
    assert end.rpartition(". ")[2].strip() in (
        "Ada came through without a scratch.",
        "Nothing had touched Ada.",
    )
    assert "stood" not in told(EndFight("nobody struck"))


@pytest.mark.parametrize("lost", [False, True])
def test_an_end_tells_first_who_got_away(lost: bool) -> None:
    """They are not told as lost; whoever stands was left the field."""
    text = told(
        attack("axe"),
        o.DamageDealt("wolf", 9, 0, 9, "ada", "axe", attack=9),
        o.Left("ada", "fled" if lost else "retreated", "the gate"),
        o.Left("ben", "retreated", "the gate"),
        EndFight("quiet again"),
    )
    end = text.partition("So the fight ended: quiet again. ")[2]
    names = "Ben" if lost else "Ada and Ben"
    away = f"Of the party, {names} had got (away|clear)\\. "
    everybody = f"(Nobody of the party was lost: {names} had got away|All .* clear: {names})\\. "
    assert re.match(away if lost else everybody, end), end
    assert re.search("left (the field )?to the foes.* still stood\\.", end), end
    assert lost == bool(re.search("Of the party, Ada had (fled|run)\\.", end)), end


@pytest.mark.parametrize("audience", ["referee", "players"])
def test_help_and_death_checks_are_told_in_numbers(audience: Audience) -> None:
    """By how much it fell short, and how many checks are left; in words, and not of a stranger."""
    line = whole("the-toll-at-the-ford").history.line_events()
    passages = write_chronicle(line, telling=ChronicleOptions(audience))
    text = " ".join(passage.text for passage in passages)
    assert re.search(r"Mira [^.]*Wren[^.]*, short by one\.", text)
    assert re.search(r"(At the same time|In the same moment) the raider [^.]* at Wren\.", text)
    assert "Wren lost some Stamina: the treatment had failed." in text
    assert re.search(
        r"Wren (slipped further away|grew weaker|sank lower) at the first of three death checks\.",
        text,
    )
    stranger = re.search(
        r"ogre (slipped further away|grew weaker|sank lower) at the second of three", text
    )
    assert (stranger is not None) == (audience == "referee")


def test_who_has_a_double_is_the_first_of_them() -> None:
    """As soon as the second root goblin is there, the one without a number is the first."""
    line = whole("hounds-on-the-causeway").history.line_events()
    said = " ".join(
        plain_text(beat.story) for passage in write_chronicle(line) for beat in passage.beats
    )
    assert "let fly at the first root goblin" in said
    assert "the root goblin" not in said.casefold()
    assert re.search(r"Wren (came out of it|was left) with a broken limb, and could not have", said)
