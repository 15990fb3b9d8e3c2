"""Homebrew games: a file over an existing game, checked on reading, played die for die, and not
needed any more once a fight has begun."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import combatlog
from combatlog.app.campaign import Campaign, start_fight
from combatlog.app.session import Session
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.simulation.run import start_seeded_fight
from events.errors import Refused, Unreadable
from events.store.memory import MemoryStore
from events.types import declarations as d
from events.types.outcomes import WoundTaken
from replay.log.event_log import History
from rulesets.definitions.homebrew_read import parse_homebrew
from rulesets.definitions.homebrew_write import format_toml
from rulesets.definitions.roster import parse_roster, read_roster
from rulesets.definitions.shipped import FAMILIES, load_game
from tests.support.given import Given, attack, given, npc, pc
from tests.support.random_fights import play_randomly
from tests.support.talk import say

HEAD = 'from = "golden-idol"\nid = "grim"\nname = "Grim"\n'

HACK = (
    HEAD
    + """
enhanced_die = "d10"
unarmed_dice = "d6"

[words]
referee = "Keeper"
special = "hex"

[scores]
protection = "Guts"

[options]
npc_critical = "dead"

[weapons]
"boarding axe" = "d8 bulky"
rifle = "d10"
SMG = false

[creatures]
wolf = { armor = 0 }
"Dire Wolf" = { from = "wolf", Guts = 9 }
Ghoul = { Guts = 3, STR = 8, DEX = 9, WIL = 5, attacks = { nails = "d6" }, critical = "howls" }

[[scars]]
row = 1
name = "blooded"
text = "blood on the {place}; the {referee} says whose"
now = [
    { dice = "d4", place = ["lip", "brow", "ear", "jaw"] },
    { dice = "d8", score = "protection", rule = "add" },
]

[[scars]]
row = 2
name = "cursed"
text = "a curse"
conditions = [{ name = "cursed", bars = "moving" }]
awaits = "a priest"
later = [{ dice = "2d4", score = "will", rule = "higher" }]
"""
)

PARTY = """
game = "grim.toml"
dice = "typed"

[[pc]]
name = "Ada"
Guts = 4
STR = 10
DEX = 12
WIL = 9
weapons = ["boarding axe"]

[[npc]]
from = "Dire Wolf"
"""


@pytest.fixture
def grim(tmp_path: Path) -> str:
    """Return the path of the homebrew file."""
    path = tmp_path / "grim.toml"
    path.write_text(HACK, "utf-8")
    return str(path)


@pytest.fixture
def fight(grim: str) -> Given:
    """Return a fight between Ada, with bare hands, and an opponent."""
    return given(grim, pc("Ada", "5/0/10/10/7"), npc("Foe", "4/0/10/10/10", club="d6"))


@pytest.mark.clause("CF-10")
def test_its_enhanced_die_is_rolled(fight: Given) -> None:
    """The base would roll a d12."""
    fight.when(attack("foe", "ada", enhanced="from behind"), d.Resolve("foes")).then_asked(
        "foe d10"
    )


@pytest.mark.clause("CF-08")
def test_its_bare_hands_are_rolled(fight: Given) -> None:
    """The base would roll a d4."""
    fight.when(attack("ada", "foe"), d.Resolve()).then_asked("ada d6")
    fight.rolls(3).then("foe", Guts=1)


@pytest.mark.clause("CF-15")
def test_its_foes_die_of_critical_damage(fight: Given) -> None:
    """Its option says so; in the base they are out of action."""
    fight.when(attack("ada", "foe"), d.Resolve()).rolls(6, 20)
    fight.then("foe", Guts=0, STR=8, standing="dead")


@pytest.mark.clause("CF-17", "CF-18")
def test_its_own_scar_is_taken(fight: Given) -> None:
    """Row 1 has a d4 for the place, a d8 added to the maximum, and its own words."""
    fight.when(d.Harm(("ada",), "4"), attack("foe", "ada"), d.Resolve("foes"))
    fight.rolls("foe d6=1", "ada d4=2", "ada d8=5")
    fight.then("ada", Guts=0, max={"Guts": 10})
    wound = fight.then_told(WoundTaken, who="ada").wound
    assert ("blooded", 1, "blood on the brow; the Keeper says whose") == (
        wound.name,
        wound.row,
        wound.text,
    )


@pytest.mark.clause("CF-17", "CF-18")
def test_its_last_scar_serves_for_more_and_ripens_later(fight: Given) -> None:
    """Damage of 5 takes the last row, 2, which bars moving; after the priest has come, 2d4 are
    rolled."""
    fight.when(attack("foe", "ada"), d.Resolve("foes")).rolls(5)
    fight.then("ada", has="cursed", Guts=0, max={"WIL": 7})
    assert 2 == fight.then_told(WoundTaken, who="ada").wound.row
    fight.then_refused("Ada", d.Move("ada", 10))
    fight.when(d.Recover("ada", "cursed")).rolls("ada d4=4", "ada d4=4")
    fight.then("ada", lacks="cursed", WIL=7, max={"WIL": 8})


def test_scores_weapons_and_creatures_are_its_own(grim: str) -> None:
    """A renamed score is renamed in everything of the base; entries are merged field by field;
    `false` removes one; everything else is the base's."""
    game, base = load_game(grim), load_game("golden-idol")
    own, old = game.definition, base.definition
    assert ("Guts", "STR", "DEX", "WIL") == game.scores["individual"]
    assert {"Guts": 4, "armor": 0, "STR": 6, "DEX": 8, "WIL": 6} == _numbers(own, "wolf")
    assert {"Guts": 9, "armor": 0, "STR": 6, "DEX": 8, "WIL": 6} == _numbers(own, "Dire Wolf")
    assert "Wolf" not in own["creatures"]
    assert ("d10", "d8 bulky") == (own["weapons"]["rifle"], own["weapons"]["boarding axe"])
    assert {"SMG"} == set(old["weapons"]) - set(own["weapons"])
    assert old["movement"] == own["movement"]
    assert ("Keeper", "assistant") == (game.words["referee"], game.words["follower"])
    assert base.credit == game.credit


def test_every_part_can_have_another_name(tmp_path: Path) -> None:
    """Texts change with it, and two names can be swapped."""
    text = HACK.replace('"Guts"', '"Guts"\nbody = "DEX"\nagility = "STR"\nwill = "Nerve"')
    game = parse_homebrew(text.replace("WIL", "Nerve"), "grim.toml")
    assert ("Guts", "DEX", "STR", "Nerve") == game.scores["individual"]
    assert {"Guts": 4, "armor": 0, "DEX": 6, "STR": 8, "Nerve": 6} == _numbers(
        game.definition, "wolf"
    )


def _numbers(definition: dict[str, Any], creature: str) -> dict[str, Any]:
    entry = definition["creatures"][creature]
    return {key: value for key, value in entry.items() if key != "attacks"}


def test_a_game_can_be_from_a_family_alone() -> None:
    """It then has to give what each game of the family has of its own."""
    with pytest.raises(Unreadable, match=r"^x: scores: is missing\.$"):
        parse_homebrew(HEAD.replace("golden-idol", FAMILIES[0]), "x")
    game = parse_homebrew(
        HEAD.replace("golden-idol", FAMILIES[0])
        + 'unarmed = "fists"\nmovement = { limit = 30, unit = "ft" }\n'
        '[scores]\nprotection = "Guts"\nbody = "Brawn"\nagility = "Grace"\nwill = "Wits"\n',
        "x",
    )
    assert ("Guts", "Brawn", "Grace", "Wits") == game.scores["individual"]
    assert 12 == len(game.definition["scars"])


# The log carries it


def _started(grim: str, path: Path) -> tuple[Campaign, Session]:
    """Return a fight from a roster that names its game by a file beside it."""
    party = Path(grim).with_name("party.toml")
    party.write_text(PARTY, "utf-8")
    campaign = combatlog.create(path, by="Mia")
    return campaign, Session(campaign, start_fight(campaign, [party], "First night", "", None))


def test_a_fight_goes_on_without_the_file(grim: str, tmp_path: Path) -> None:
    """Reading, playing, undoing, exporting, importing and the chronicle need only the first
    event."""
    campaign, session = _started(grim, tmp_path / "c.combatlog")
    session.say("a ada dire")
    campaign.close()
    Path(grim).unlink()
    with combatlog.open(tmp_path / "c.combatlog", by="Mia") as opened:
        fight = opened.fight()
        session = Session(opened, fight)
        assert "Guts 9 → 4" in "\n".join(say(session, "go") + say(session, "5"))
        assert "Keeper" == fight.state.game.words["referee"]
        fight.undo()
        fight.redo()
        session.say(f"join {Path(grim).with_name('party.toml')}")
        session.say("join ghoul")
        assert "the dire wolf" in "\n".join(say(session, "chronicle"))
        lines = [line.encode() for line in export_lines(opened.store, fight.id)]
        other = MemoryStore()
        assert fight.id == import_fight(other, lines)
        copied = Session(Campaign(other), Campaign(other).fight())
        assert fight.state == copied.fight.state
        copied.say("hex ada the old words")


def test_a_changed_file_is_another_game_only_for_later_fights(grim: str, tmp_path: Path) -> None:
    """A fight keeps the definition it began with."""
    campaign, session = _started(grim, tmp_path / "c.combatlog")
    Path(grim).write_text(HACK.replace('"d10"\nunarmed', '"d8"\nunarmed'), "utf-8")
    later = campaign.start("Second night", game=grim)
    assert "d10" == session.fight.state.game.definition["enhanced_die"]
    assert "d8" == later.state.game.definition["enhanced_die"]
    campaign.close()


@pytest.mark.parametrize("named", ['"grim.toml"', '"grim"', '"Grim"', '"{}"'])
def test_a_roster_names_it_by_file_or_id(grim: str, named: str) -> None:
    """The file is looked for beside the roster; the id is that of the fight's game."""
    party = Path(grim).with_name("party.toml")
    party.write_text(PARTY.replace('"grim.toml"', named.format(grim)), "utf-8")
    assert ["Ada", "Dire Wolf"] == [sheet.name for sheet in read_roster(party, load_game(grim))]


@pytest.mark.parametrize("named", ['"golden-idol"', '"other.toml"', "7"])
def test_a_roster_for_another_game_is_refused(grim: str, named: str) -> None:
    """This holds for an id and for a homebrew file."""
    Path(grim).with_name("other.toml").write_text(HEAD.replace("grim", "other"), "utf-8")
    party = Path(grim).with_name("party.toml")
    party.write_text(PARTY.replace('"grim.toml"', named), "utf-8")
    with pytest.raises(Unreadable, match=r"is a roster for .*, and this fight is Grim"):
        read_roster(party, load_game(grim))
    with pytest.raises(Unreadable, match=r"none\.toml cannot be read"):
        parse_roster(PARTY.replace("grim.toml", "none.toml"), str(party), load_game(grim))


def test_a_program_starts_one_by_its_file(grim: str) -> None:
    """It can give a path or a loaded game; a game built by the program is checked like a file."""
    campaign = Campaign(MemoryStore())
    game = load_game(grim)
    for said in (grim, Path(grim), game):
        assert game == campaign.start("Night", game=said).state.game
    broken = {**game.definition, "unarmed_dice": "d7"}
    with pytest.raises(Refused, match=r"unarmed_dice: There is no d7"):
        campaign.start("Night", game=msgspec.structs.replace(game, definition=broken))
    assert 3 == len(campaign.store.fights())


def test_its_history_is_read_without_its_rules_being_asked(grim: str) -> None:
    """Folding a line needs neither the file nor the registry of rules."""
    campaign = Campaign(MemoryStore())
    fight = campaign.start("Night", game=grim)
    assert "Grim" == History(campaign.store.read(fight.id)).state(1).game.name


def test_a_file_named_without_its_ending_is_pointed_at(grim: str) -> None:
    """Files are never searched for an id; the message says how to name a file."""
    with pytest.raises(Refused, match=r"the file here is called grim\.toml, ending and all"):
        load_game("grim", Path(grim).parent)


@pytest.mark.parametrize("seed", range(4))
def test_it_is_played_at_random_and_its_log_is_taken_in(grim: str, seed: int) -> None:
    """No turn fails, and export and import keep every event."""
    store = MemoryStore()
    fight = start_seeded_fight(store, load_game(grim), seed)
    play_randomly(fight, Random(seed), 60)
    copy = MemoryStore()
    import_fight(copy, (line.encode() for line in export_lines(store, fight.id)))
    assert list(export_lines(store, fight.id)) == list(export_lines(copy, fight.id))


@pytest.mark.parametrize("base", ["golden-idol", "brighter-worlds", "paraverse"])
@pytest.mark.parametrize("left", [0, 1])
def test_one_with_hardly_a_weapon_is_played_at_random(base: str, left: int) -> None:
    """All combatants use the few there are."""
    names = [*load_game(base).definition["weapons"]][left:]
    gone = "".join(f"{format_toml(name)} = false\n" for name in names)
    creatures = [*load_game(base).definition["creatures"]]
    gone += "[creatures]\n" + "".join(f"{format_toml(name)} = false\n" for name in creatures)
    game = parse_homebrew(HEAD.replace("golden-idol", base) + "[weapons]\n" + gone, "h.toml")
    fight = start_seeded_fight(MemoryStore(), game, 1)
    assert {left} == {len(one.weapons) for one in fight.state.combatants.values()}
