"""The parser in each game: what one game has and another lacks."""

from __future__ import annotations

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from combatlog.grammar.commands import Declare
from combatlog.grammar.help import find_verb_help
from combatlog.grammar.registry import complete_line, parse
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types import declarations as d, statements as s
from events.types.declarations import Aim, Risk
from events.types.unions import Declaration
from rulesets.core.registry import load_ruleset
from tests.support.talk import CAVE, FORD, SHADOW, STOA, say, start_session

BRIDGE = start_session()


STAIRS = start_session("thalassa", STOA)


TROLLS = start_session("brighter-worlds", CAVE)


RIVER = start_session("paraverse", FORD)


SHIPS = start_session("plerion", SHADOW)
for line in ("area gate next to yard", "area yard sees tower", "area tower next to yard"):
    RIVER.say(line)


TROLL = (Aim("troll"),)


OGRE = (Aim("ogre"),)


def meant(line: str, at: Session) -> Declaration:
    """Return the one declaration that a line means."""
    command = parse(line, at.fight.state)
    assert isinstance(command, Declare)
    (declaration,) = command.declarations
    return declaration


def attacks(targets: tuple[Aim, ...], *weapons: str, **said: object) -> d.Attack:
    """Return an attack of Sam's."""
    return d.Attack("sam", targets, weapons, **said)  # type: ignore[arg-type]


BRIGHTER: dict[str, Declaration] = {
    "a sam troll dagger save dex": attacks(TROLL, "dagger", risk=Risk("DEX")),
    "a sam troll dagger save dex (imp: mud) or lost": attacks(
        TROLL, "dagger", risk=Risk("DEX", impaired="mud", failed="lost")
    ),
    "a sam troll save dex versus ogre (enh: a rope) or exposed": attacks(
        TROLL, risk=Risk("DEX", "ogre", enhanced="a rope", passed="enhanced", failed="exposed")
    ),
    "a sam troll save str vs ogre dagger imp: mud": attacks(
        TROLL, "dagger", impaired="mud", risk=Risk("STR", "ogre")
    ),
    "a sam troll dagger; ward: braced; bane: overwhelmed": attacks(
        TROLL, "dagger", ward="braced", bane="overwhelmed"
    ),
    "a sam troll (ward: braced), ogre (bane: fire) spear": attacks(
        (Aim("troll", ward="braced"), Aim("ogre", bane="fire")), "spear"
    ),
    "a sam troll dagger save dex for enhanced": attacks(
        TROLL, "dagger", risk=Risk("DEX", passed="enhanced")
    ),
    "a sam troll save dex for enh or lost dagger": attacks(
        TROLL, "dagger", risk=Risk("DEX", passed="enhanced", failed="lost")
    ),
    "a sam troll save dex versus ogre str dagger": attacks(
        TROLL, "dagger", risk=Risk("DEX", "ogre", opposing="STR")
    ),
    "do sam save dex versus troll str jumps": d.Act(
        "sam", "jumps", "DEX", versus="troll", opposing="STR"
    ),
    "do sam save dex versus troll strikes a pose": d.Act(
        "sam", "strikes a pose", "DEX", versus="troll"
    ),
    "spell sam save wil vs troll dex a web": d.Special(
        "sam", "a web", "WIL", versus="troll", opposing="DEX"
    ),
    "save sam dex versus troll st: the net": d.CallSave(
        ("sam",), "DEX", "the net", versus="troll", opposing="STR"
    ),
    "condition sam exposed (troll)": s.AddCondition("sam", "exposed", about="troll"),
    "condition sam afraid helpless about ogre: its eyes": s.AddCondition(
        "sam", "afraid", "everything", "its eyes", "ogre"
    ),
    "condition sam worried about the weather": s.AddCondition("sam", "worried about the weather"),
    "move sam to the inn during the night": d.Move("sam", 0, "the inn during the night"),
    "do sam save dex jumps": d.Act("sam", "jumps", "DEX"),
    "do sam save dex versus troll jumps; imp: ice": d.Act(
        "sam", "jumps", "DEX", versus="troll", impaired="ice"
    ),
    "do sam save dex 10 men leap": d.Act("sam", "10 men leap", "DEX"),
    "spell sam save wil versus troll a web": d.Special("sam", "a web", "WIL", versus="troll"),
    "spell sam light": d.Special("sam", "light"),
    "retreat sam to the old gate versus troll": d.Retreat("sam", "the old gate", versus="troll"),
    "save sam, pete str versus ogre: it charges": d.CallSave(
        ("sam", "pete"), "STR", "it charges", versus="ogre"
    ),
    "save sam str enh: warned": d.CallSave(("sam",), "STR", enhanced="warned"),
    "morale troll, ogre imp: hopeless": d.CallMorale(("troll", "ogre"), impaired="hopeless"),
    "morale troll: the tide turns": d.CallMorale(("troll",), "the tide turns"),
    "next versus ogre": d.BeginRound(versus="ogre"),
    "next ambushed: they slept": d.BeginRound("ambushed", "they slept"),
    "harm sam": d.Harm(("sam",), ""),
    "harm sam dex: a fall": d.Harm(("sam",), "", "a fall", "DEX"),
    "harm sam, pete direct wil": d.Harm(("sam", "pete"), "", direct="WIL"),
    "recover sam str": d.Recover("sam", "STR"),
    "set sam STR d8": s.SetScore("sam", "STR", 8),
    "set sam str d6/d10: blessed": s.SetScore("sam", "STR", 6, 10, "blessed"),
    "set troll nerve impaired: fire": s.SetTrait("troll", "nerve", "impaired", "fire"),
}


PARAVERSE: dict[str, Declaration] = {
    "a kit ogre dagger adv: high ground": d.Attack(
        "kit", OGRE, ("dagger",), enhanced="high ground"
    ),
    "a kit ogre dis": d.Attack("kit", OGRE, (), impaired="as ruled"),
    "a kit ogre (dis: mud) javelin at melee": d.Attack(
        "kit", (Aim("ogre", impaired="mud"),), ("javelin",), band="melee"
    ),
    "a kit ogre disadvantage: the dark": d.Attack("kit", OGRE, (), impaired="the dark"),
    "check kit Acrobatics 10 dis: rain": d.CallSave(
        ("kit",), "Acrobatics", target=10, impaired="rain"
    ),
    "check kit, mira dex versus ogre": d.CallSave(("kit", "mira"), "DEX", versus="ogre"),
    "save kit dex 5": d.CallSave(("kit",), "DEX", target=5),
    "do kit check acro 15 vaults the wall adv: a run": d.Act(
        "kit", "vaults the wall", "Acrobatics", target=15, enhanced="a run"
    ),
    "do kit check melee versus ogre arm-wrestles": d.Act(
        "kit", "arm-wrestles", "Melee", versus="ogre"
    ),
    "magic kit check wil 10 a prayer": d.Special("kit", "a prayer", "WIL", target=10),
    "move kit to yard": d.Move("kit", 0, "yard"),
    "move kit yard during magic": d.Move("kit", 0, "yard", phase="magic"),
    "move kit during the storm during mag": d.Move("kit", 0, "during the storm", phase="mag"),
    "move kit to the enduring oak": d.Move("kit", 0, "the enduring oak"),
    "move kit to yard during the night": d.Move("kit", 0, "yard during the night"),
    "disengage kit": d.Disengage("kit"),
    "stabilize mira wren": d.Aid("mira", "wren"),
    "stab mira wren": d.Aid("mira", "wren"),
    "treat mira wren": d.Treat("mira", "wren"),
    "watch": d.Rest(),
    "watch kit": d.Rest(("kit",)),
    "camp": d.Rest((), True),
    "camp kit, mira": d.Rest(("kit", "mira"), True),
    "area cellar": d.Area("cellar"),
    "area old mill next to gate, yard sees tower: a map": d.Area(
        "old mill", ("gate", "yard"), ("tower",), "a map"
    ),
    "area loft next to gate unseen from gate, yard": d.Area(
        "loft", ("gate",), unseen=("gate", "yard")
    ),
    "check kit dex versus ogre mel": d.CallSave(("kit",), "DEX", versus="ogre", opposing="Melee"),
    "do kit check dex vs ogre melee trips it": d.Act(
        "kit", "trips it", "DEX", versus="ogre", opposing="Melee"
    ),
    "set kit fatigue 1": s.SetScore("kit", "Stamina", 4),
    "set kit fatigue 7: the march": s.SetScore("kit", "Stamina", -2, why="the march"),
    "place kit in tower": s.Place("kit", "tower"),
    "place kit gate: at first": s.Place("kit", "gate", "at first"),
    "engage kit with ogre": s.Engage("kit", ("ogre",)),
    "engage kit nobody": s.Engage("kit", ()),
    "harm kit 12 at head: a stone": d.Harm(("kit",), "12", "a stone", place="head"),
    "harm kit 2d6": d.Harm(("kit",), "2d6"),
    "set kit stamina =-1": s.SetScore("kit", "Stamina", -1),
    "set kit stamina =−1": s.SetScore("kit", "Stamina", -1),
    "set kit acrobatics -2: a sprain": s.SetSkill("kit", "Acrobatics", -2, "a sprain"),
    "set kit shield 1": s.SetTrait("kit", "shield", "1"),
    "skill kit Sea lore +3: a book": s.SetSkill("kit", "Sea lore", 3, "a book"),
    "go": d.Resolve(),
    "next": d.BeginRound(),
}


PLERION: dict[str, Declaration] = {
    "man courier lock on on raider with gun": d.Manoeuvre(
        "courier", "lock on", "raider", "", "gun"
    ),
    "man courier lock with gun on raider as fire": d.Manoeuvre(
        "courier", "lock on", "raider", "fire", "gun"
    ),
    "man courier lock on raider with gun": d.Manoeuvre("courier", "lock on", "raider", "", "gun"),
    "man courier lock raid": d.Manoeuvre("courier", "lock on", "raider"),
    "man courier ram raider": d.Manoeuvre("courier", "ram", "raider"),
    "condition courier weapon out (gun)": s.AddCondition("courier", "weapon out", about="gun"),
    "retreat courier to the moon vs the odds": d.Retreat("courier", "the moon vs the odds"),
    "manoeuvre courier jury rig": d.Manoeuvre("courier", "jury rig"),
    "man courier repair the hull": d.Manoeuvre("courier", "repair", choice="the hull"),
    "crew courier bo gunner": s.Crew("courier", "bo", "gunner"),
    "crew courier bo as chief engineer: hired": s.Crew(
        "courier", "bo", "chief engineer", why="hired"
    ),
    "crew courier aniet off": s.Crew("courier", "aniet", ashore=True),
    "a bo raider dagger at close": d.Attack("bo", (Aim("raider"),), ("dagger",), band="close"),
    "psionics aniet save wil lifts it": d.Special("aniet", "lifts it", "WIL"),
}


EVERY = [
    *((TROLLS, line, BRIGHTER[line]) for line in BRIGHTER),
    *((RIVER, line, PARAVERSE[line]) for line in PARAVERSE),
    *((SHIPS, line, PLERION[line]) for line in PLERION),
]


@pytest.mark.parametrize(("at", "line", "declared"), EVERY, ids=[line for _, line, _ in EVERY])
def test_a_line_is_understood_in_its_game(at: Session, line: str, declared: Declaration) -> None:
    """In the game's own words, cut short or not."""
    assert declared == meant(line, at)


def test_where_no_number_is_needed_anybody_can_join_who_is_described() -> None:
    """A kind or a field shows that a name is a newcomer, not a mistyped creature."""
    for line in ("join Gil pc weapons sling", "join Gil pc", "join Gil weapons sling"):
        command = parse(line, RIVER.fight.state)
        assert isinstance(command, Declare)
        assert "Gil" == command.declarations[0].sheet.name  # type: ignore[union-attr]
    with pytest.raises(Refused, match="There is no creature “gil”"):
        parse("join gil", RIVER.fight.state)


def test_of_several_conditions_of_a_name_one_is_cleared_by_what_it_is_about() -> None:
    """Two guns are out of order: a name picks one; without a name both are meant."""
    at = start_session("plerion", SHADOW)
    for gun in ("port gun", "starboard gun"):
        at.say(f"condition raider weapon out ({gun})")
    for line in ("clear raider weapon out starboard", "clear raider weapon out (starboard gun)"):
        assert s.EndCondition("raider", "weapon out", about="starboard gun") == meant(line, at)
    assert s.EndCondition("raider", "weapon out") == meant("clear raider weapon", at)
    with pytest.raises(Refused, match="There is no weapon out of Raider “bow” here"):
        meant("clear raider weapon out bow", at)
    at.say("clear raider weapon out port gun: patched")
    left = at.fight.state.combatants["raider"].conditions
    assert ["starboard gun"] == [each.about for each in left]


def test_damage_of_a_craft_is_recovered_by_its_name() -> None:
    """A craft's damage is typed and completed like a wound."""
    at = start_session("plerion", SHADOW)
    at.say("condition courier on fire")
    assert d.Recover("courier", "on fire") == meant("recover courier on fire", at)
    assert "on fire" in complete_line("recover courier ", at.fight.state)[0]


def test_flags_of_crowds_are_no_fields_elsewhere() -> None:
    """Somebody may be called Leader in Paraverse."""
    with pytest.raises(Refused, match=r"^“flock” is no field here; the fields are .*, side; "):
        parse("join Zed pc flock DEX 12", RIVER.fight.state)
    command = parse("join Old Leader pc DEX 12", RIVER.fight.state)
    assert isinstance(command, Declare)
    assert "Old Leader" == command.declarations[0].sheet.name  # type: ignore[union-attr]


def test_a_name_with_a_mark_in_it_is_typed_as_it_is_written() -> None:
    """Hyphens, apostrophes, or neither."""
    at = start_session("brighter-worlds", '[[npc]]\nfrom = "Fourteen-Eyed Watcher"\n')
    at.say("join fire god's shame")
    for name in ("Fourteen-Eyed Watcher", "fourteen-eyed", "eyed", "watcher"):
        assert d.CallMorale(("fourteen-eyed-watcher",)) == meant(f"morale {name}", at)
    assert d.CallMorale(("fire-god-s-shame",)) == meant("morale god's shame", at)


def test_several_are_placed_at_once() -> None:
    """Several names have commas between, as everywhere."""
    command = parse("place kit, mira in gate: a leap", RIVER.fight.state)
    placed = (s.Place("kit", "gate", "a leap"), s.Place("mira", "gate", "a leap"))
    assert Declare(placed) == command


@pytest.mark.parametrize("written", ["Trauma 2", "Trauma treatment 2", "Trauma DEX 2 XP"])
def test_a_skill_of_two_words_goes_by_the_first_or_both(written: str) -> None:
    """A skill of two words is typed as in a file, also with the experience put into it."""
    command = parse(f"join Bert pc {written} weapons dagger", RIVER.fight.state)
    assert isinstance(command, Declare)
    assert 2 == command.declarations[0].sheet.skills["Trauma treatment"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("at", "line", "message"),
    [
        (
            RIVER,
            "join Bert pc PHY 12 Stelth 1",
            "“Stelth” is no field here (did you mean Stealth?)",
        ),
        (TROLLS, "join Bo pc STR d8 Dx d8 WIL d8", "“Dx” is no field here (did you mean DEX?)."),
        (RIVER, "join Bert pc PHY 12 Swiming 1", "“Swiming” is no field here; the fields are PHY,"),
    ],
)
def test_a_field_that_is_none_is_named(at: Session, line: str, message: str) -> None:
    """This holds behind a number, too; only a similar field is suggested."""
    with pytest.raises(Refused) as refused:
        parse(line, at.fight.state)
    assert str(refused.value).startswith(message)
    other = "another skill once they are here: skill WHO" in str(refused.value)
    assert (at is RIVER) == other


def test_a_doubled_join_is_one() -> None:
    """A copied example may repeat the verb."""
    assert parse("join wolf", BRIDGE.fight.state) == parse("join join wolf", BRIDGE.fight.state)


def test_in_phases_at_says_how_one_fights() -> None:
    """Elsewhere how far away."""
    assert any("how they fight" in line for line in say(RIVER, "help attack"))
    assert any("how far away: close" in line for line in say(SHIPS, "help attack"))


@pytest.mark.parametrize(
    ("game", "word"),
    [
        ("cairn", "hireling"),
        ("brighter-worlds", "hireling"),
        ("golden-idol", "assistant"),
        ("plerion", "assistant"),
        ("thalassa", "companion"),
        ("paraverse", "follower"),
    ],
)
def test_a_follower_joins_by_the_games_own_word(game: str, word: str) -> None:
    """As by `follower`, behind a name and also with a capital; help and completion name it."""
    at = Session(campaign := Campaign(MemoryStore(), "mia"), campaign.start("Yard", game))
    lexicon = load_ruleset(at.fight.state.game.rules).lexicon(at.fight.state.game)
    others = {
        "brighter-worlds": "Grit 3 STR d8 DEX d8 WIL d8",
        "paraverse": "CON 12",
        "thalassa": "STA 3 KRA 8 TEK 8 THU 8",
    }
    numbers = others.get(game, "HP 3 STR 8 DEX 8 WIL 8")
    for said in (word, word.capitalize(), "follower"):
        (join,) = _read_join(f"join Jan {said} {numbers}", at)
        assert ("Jan", "follower") == (join.sheet.name, join.sheet.kind)
    assert word in complete_line("join Jan ", at.fight.state)[0]
    assert f"join jan {word} …" in dict(find_verb_help("join", at.fight.state.game, lexicon).more)


def _read_join(line: str, at: Session) -> list[d.Join]:
    command = parse(line, at.fight.state)
    assert isinstance(command, Declare)
    return [each for each in command.declarations if isinstance(each, d.Join)]
