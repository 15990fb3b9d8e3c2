"""The game as data: its creatures, its words, what it has and lacks."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from events.errors import Refused
from events.types.declarations import Disengage, Join, Manoeuvre, Move, Treat
from events.types.statements import Crew, Engage, Place, SetSkill
from rulesets.brighter.definition import check_scores, definition
from rulesets.common.definition import Fault
from rulesets.common.preparation import SIDES
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import load_game
from tests.rulesets.brighter.people import GAME, fight, sam, troll
from tests.support.given import attack

RULES = load_ruleset("brighter")


def described() -> dict[str, Any]:
    """The sections of the game's description, by title."""
    return {title: dict(rows) for title, rows in RULES.describe(load_game(GAME))}


def test_the_game_is_described_in_words() -> None:
    """Sections of two texts a row, with no brackets, keys or placeholders left in them."""
    sections = described()
    assert ["Words", "Options", "Turns and dice", "Weapons", "Creatures"] == [*sections]
    texts = [text for rows in sections.values() for row in rows.items() for text in row]
    assert [] == [text for text in texts if not text or set(text) & set("{}[]_=")]


@pytest.mark.clause("BW-01", "BW-08")
@pytest.mark.parametrize(
    ("creature", "said"),
    [
        ("Alligator", "Grit 3, STR d8, DEX d6, WIL d6; bite d8"),
        (
            "Fire God's Shame",
            "Grit 3, STR d4, DEX d8, WIL d6; peck d6; when killed: blast of fire (d8 damage)",
        ),
        (
            "Fourteen-Eyed Watcher",
            "Grit 6, armor 1, STR d8, DEX d10, WIL d8; claws 2d8 or bite d10",
        ),
        (
            "Incubus Butterfly",
            "Grit 2, STR d4, DEX d8, WIL d10; dust d6, blast, Direct Damage to WIL",
        ),
        (
            "Notiavore",
            "Grit 6, armor 2, STR d10, DEX d6, WIL d8; bite d10;"
            " on critical damage: it drinks its fill (regains d6 Grit)",
        ),
        (
            "Styrge Sphynx",
            "Grit 4, STR d6, DEX d6, WIL d8; claws d8;"
            " on critical damage: it grows stronger (its own STR a step up)",
        ),
        ("Troll", "Grit 2, armor 1, STR d10, DEX d6, WIL d6"),
    ],
)
def test_the_creatures_of_the_game(creature: str, said: str) -> None:
    """With their dice and what they do."""
    assert said == described()["Creatures"][creature]


@pytest.mark.parametrize("creature", definition(load_game(GAME)).creatures)
def test_every_creature_joins(creature: str) -> None:
    """As a foe, by its name."""
    on = fight().when(Join(RULES.sheet(load_game(GAME), {"from": creature}, "npc")))
    assert [creature] == [one.name for one in on.state.combatants.values()]


@pytest.mark.clause("BW-05", "BW-07")
@pytest.mark.parametrize(
    ("text", "dice", "tags", "against"),
    [
        ("great bow", "d10", (), ""),
        ("War Hammer", "d10", ("bulky",), ""),
        ("pike d8 bulky", "d8", ("bulky",), ""),
        ("dust d6 blast wil", "d6", ("blast",), "WIL"),
        ("unarmed", "d4", (), ""),
    ],
)
def test_weapons_are_read_as_people_write_them(
    text: str, dice: str, tags: tuple[str, ...], against: str
) -> None:
    """From the list, or with their dice, tags, and the attribute they strike."""
    weapon = RULES.weapon(load_game(GAME), text)
    assert (dice, tags, against) == (weapon.dice, weapon.tags, weapon.against)


@pytest.mark.clause("BW-07", "BW-08")
def test_a_weapon_is_a_table_where_it_does_more() -> None:
    """Its effects, and the attribute it strikes."""
    fang = {
        "name": "fang",
        "damage": "d6",
        "against": "dex",
        "critical": {"does": "lose", "score": "wil"},
    }
    entry = {"name": "Witch", "STR": 6, "DEX": 6, "WIL": 6, "weapons": [fang]}
    (weapon,) = RULES.sheet(load_game(GAME), entry, "npc").weapons
    assert ("DEX", "WIL") == (weapon.against, weapon.effects[0].score)


@pytest.mark.parametrize(
    ("weapons", "words"),
    [
        ([{"name": "fang", "reach": 3}], "Unknown key “reach”"),
        ([{"damage": "d6"}], "name is missing"),
        ([{"name": "fang", "damage": "d6", "against": "luck"}], "no attribute “luck”"),
        (["d6"], "needs a name"),
    ],
)
def test_a_weapon_written_wrongly_is_refused(
    weapons: list[str | dict[str, int | str]], words: str
) -> None:
    """In so many words."""
    entry = {"name": "Witch", "STR": 6, "DEX": 6, "WIL": 6, "weapons": weapons}
    with pytest.raises(Refused, match=words):
        RULES.sheet(load_game(GAME), entry, "npc")


def test_what_can_be_said_in_it() -> None:
    """Four numbers, hirelings' fists, spells; nothing of camps and craft."""
    lexicon = RULES.lexicon(load_game(GAME))
    assert (("Grit", "STR", "DEX", "WIL"), 4) == (lexicon.fields, lexicon.needed)
    assert {"special": "spell"} == lexicon.called
    assert {"treat", "disengage", "manoeuvre", "camp", "crew", "engage", "skill"} == lexicon.lacks
    own = {"risk", "odds", "versus", "modified saves", "morale", "nerve", "packs", "minutes"}
    own |= {"opposing", "steps", "one by one"}
    assert own | SIDES == lexicon.has
    assert ("armor", "side", "kind", "morale", "nerve") == lexicon.traits
    assert ("unarmed",) == lexicon.weapons
    on = fight(sam())
    assert ("STR", "DEX", "WIL") == RULES.rollable(on.state, on.one("sam"))


def test_what_other_games_have_is_refused() -> None:
    """As soon as it is said."""
    on = fight(sam(), troll())
    on.then_refused("knows no treating", Treat("sam", "troll"))
    on.then_refused("knows no disengaging", Disengage("sam"))
    on.then_refused("knows no manoeuvres", Manoeuvre("sam", "ram"))
    on.then_refused("knows no phases", Move("sam", phase="magic"))
    on.then_refused("knows no dice to keep", attack("sam", "troll", weapons="d6", keep=True))
    on.then_refused("knows no engagements", Engage("sam", ("troll",)))
    on.then_refused("knows no skills", SetSkill("sam", "song", 3))
    on.then_refused("knows no craft", Crew("troll", "sam"))
    on.then_refused("Sam stands in no area", Place("sam", " "))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"enhanced_die": "d7"}, "enhanced_die"),
        ({"passes": 0}, "passes"),
        ({"enhansed_die": "d12"}, "enhansed_die"),
        ({"options": {"luck": True}}, "luck"),
    ],
)
def test_a_definition_that_makes_no_sense_is_refused_with_its_key(
    change: dict[str, Any], words: str
) -> None:
    """So that a fight never comes to a die that is none."""
    game = load_game(GAME)
    forged = msgspec.structs.replace(game, definition={**game.definition, **change})
    with pytest.raises(msgspec.ValidationError, match=words):
        definition(forged)


def test_the_scores_of_the_game_are_fixed() -> None:
    """The rules know them by name; the game that comes along has them so."""
    game = load_game(GAME)
    check_scores(game)
    for scores in ({"individual": ("Guts", "STR", "DEX", "WIL")}, {**game.scores, "ship": ("HP",)}):
        with pytest.raises(Fault, match="are Grit, STR, DEX and WIL"):
            check_scores(msgspec.structs.replace(game, scores=scores))


def test_a_random_cast_is_the_same_for_the_same_seed() -> None:
    """Three players, a follower, three foes."""
    game = load_game(GAME)
    once, again = RULES.cast(game, Random(7)), RULES.cast(game, Random(7))
    assert once == again
    assert ["pc", "pc", "pc", "follower", "npc", "npc", "npc"] == [one.kind for one in once]
