"""Rosters: the games' own field names, and errors with file, line and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given as any_of, strategies as st

from events.errors import CombatlogError, Unreadable
from events.types.declarations import Join
from events.types.sheets import Effect, Weapon
from rulesets.definitions.roster import parse_roster, read_roster
from rulesets.definitions.shipped import GAMES, load_game
from tests.support.given import given

IDOL = load_game("golden-idol")
ADA = '[[pc]]\nname = "Ada"\nHP = 4\nSTR = 10\nDEX = 12\nWIL = 9\n'

FAULTS = {
    "an unknown field": (
        ADA + "Strength = 4",
        "r.toml, line 7, Ada: Unknown field “Strength” (did you mean STR?).",
    ),
    "a missing number": (
        '[[pc]]\nname = "Ada"\nHP = 4\nSTR = 10\nWIL = 9',
        "r.toml, line 1, Ada: A number for DEX is missing.",
    ),
    "a die that does not exist": (
        ADA + 'weapons = ["pike d7"]',
        "r.toml, line 7, Ada: There is no d7; the dice are d4, d6, d8, d10, d12, d20.",
    ),
    "a weapon nobody knows": (
        ADA + 'weapons = ["rifel"]',
        "r.toml, line 7, Ada: There is no weapon “rifel” in the equipment list (did you mean rifle"
        " or knife?); or give its dice: “rifel d6”.",
    ),
    "text for a number": (
        ADA.replace("HP = 4", 'HP = "four"'),
        "r.toml, line 3, Ada: HP is a number like 4 (or 3/5, 3 of at most 5), not “four”.",
    ),
    "no name": ("[[pc]]\nHP = 4", "r.toml, line 1, nobody: A name is missing."),
    "a kind that does not exist": (
        "[[hero]]\nx = 1",
        "r.toml: “hero” is no part of a roster (there is pc, follower and npc); write [[pc]],"
        " [[follower]] or [[npc]].",
    ),
    "another game": (
        'game = "plerion"\n' + ADA,
        "r.toml is a roster for plerion, and this fight is Golden Idol.",
    ),
    "nobody": ("", "r.toml has nobody in it; begin an entry with [[pc]] or [[npc]]."),
    "a crowd by the hundred": (
        '[[npc]]\nfrom = "Wolf"\ncount = 500',
        "r.toml, line 1, Wolf: count is 1 to 50, not 500.",
    ),
    "a creature that does not exist": (
        '[[npc]]\nfrom = "Wolff"',
        "r.toml, line 2, Wolff: There is no creature “Wolff” (did you mean Wolf?).",
    ),
    "an invisible name": (
        ADA.replace("Ada", "\\u200b\\u202e"),
        "r.toml, line 1, \u200b\u202e: A name needs at least one visible character.",
    ),
    "a name of a thousand letters": (
        ADA.replace("Ada", "A" * 1000),
        None,
    ),
    "an effect that does not exist": (
        ADA + 'critical = { does = "explode" }',
        None,
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_names_line_and_remedy(what: str) -> None:
    """The sentence has the file, the line, the combatant, what is wrong and what would be right."""
    text, message = FAULTS[what]
    with pytest.raises(Unreadable) as caught:
        parse_roster(text, "r.toml", IDOL)
    assert message in (None, str(caught.value))
    assert str(caught.value).startswith("r.toml")


NUMBERS = {
    "golden-idol": "HP = 4\nSTR = 10\nDEX = 12\nWIL = 9\n",
    "brighter-worlds": 'STR = "d8"\nDEX = "d6"\nWIL = "d6"\n',
    "paraverse": "PHY = 11\n",
}
LONG = "9" * 5000

NONSENSE = {
    "a condition that is a number": ("conditions = [5]", "line {last}, Ada: conditions is a list"),
    "a condition that is a table": ("conditions = [{a = 1}]", "Ada: conditions is a list like"),
    "a condition nobody can see": ('conditions = ["\\u200b"]', "Ada: conditions is a list like"),
    "a condition of a thousand letters": (f'conditions = ["{"x" * 1000}"]', "80 are the most"),
    "tags that are a number": ('weapons = [{name = "x", tags = 5}]', "Ada: tags is a list like"),
    "tags that are tables": ('weapons = [{name = "x", tags = [{a = 1}]}]', "Ada: tags is a list"),
    "a weapon that is a number": ("weapons = [5]", "Ada: A weapon is text or a table, not 5."),
    "a weapon of nothing": ('weapons = [{name = "x", damage = "", base = ""}]', "Ada: "),
    "a weapon of a table": ('weapons = [{name = "x", damage = {a = 1}, base = {a = 1}}]', "Ada: "),
    "a weapon of digits": (f'weapons = ["x {LONG}"]', "Ada: "),
    "a weapon with a bonus of digits": (f'weapons = ["x d6 +{LONG}"]', "Ada: "),
    "a bonus that is no digit": ('weapons = ["x d6 +²"]', "Ada: "),
    "an armor of digits": (f'armor = "{LONG}"', "Ada: armor is a number like 4"),
    "an armor in a number of digits": (f"armor = 0x{LONG}", "Ada: armor is a number like 4"),
    "a number that is none": (
        f"armor = {LONG}",
        "is not TOML: it has a number that cannot be read",
    ),
    "an effect that is a table": ("critical = {text = {a = 1}}", "Ada: "),
    "an effect of digits": (f'critical = {{does = "damage", dice = "{LONG}"}}', ""),
    "a creature that is a number": ("from = 5", "Ada: from is text in quotes, not 5."),
    "a skill of digits": (f'skills = {{Melee = "{LONG}"}}', "Ada: "),
    "a die of digits": (f'DEX = "d{LONG}"', "r.toml"),
}


@pytest.mark.parametrize("what", NONSENSE)
@pytest.mark.parametrize("game", NUMBERS)
def test_nonsense_is_a_sentence_in_every_game(game: str, what: str) -> None:
    """The message comes on reading or on joining."""
    line, words = NONSENSE[what]
    text = f'[[pc]]\nname = "Ada"\n{NUMBERS[game]}{line}\n'
    fight = given(game)
    with pytest.raises(CombatlogError) as caught:
        for sheet in parse_roster(text, "r.toml", fight.game):
            fight.fight.declare(Join(sheet))
    assert words.format(last=len(text.splitlines())) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", NUMBERS)
def test_names_in_a_list_are_fit_to_show(game: str) -> None:
    """A single name needs no brackets; invisible characters are removed."""
    text = f'[[pc]]\nname = "Ada"\n{NUMBERS[game]}conditions = '
    for written in ('[" blinded\\u202e "]', '"blinded"'):
        (sheet,) = parse_roster(text + written, "r.toml", load_game(game))
        assert ["blinded"] == [condition.name for condition in sheet.conditions]


def test_toml_that_is_none_names_the_line() -> None:
    """The parser's message contains the line."""
    with pytest.raises(Unreadable, match=r"r\.toml: this is not TOML: .*line 2"):
        parse_roster("[[pc]]\nname =\nHP = 4", "r.toml", IDOL)


def test_a_sheet_is_read_whole() -> None:
    """It has scores with maxima, weapons in every form, effects, flags and standing answers."""
    text = ADA.replace("HP = 4", 'HP = "3/5"') + (
        'armor = 1\nplayer = "Anna"\nside = "heroes"\n'
        'weapons = ["rifle", "pike d8 bulky", "rifle +1", { name = "dart", damage = "d4",'
        ' hit = { does = "lose", score = "STR", dice = "d4", save = "STR" } }]\n'
        'critical = "takes a limb"\nif_broken = "weakened"\ndetachment = true\nleader = true\n'
    )
    (sheet,) = parse_roster(text, "r.toml", IDOL)
    assert ({"HP": 3, "STR": 10, "DEX": 12, "WIL": 9}, {"HP": 5}) == (sheet.scores, sheet.maxima)
    assert ("heroes", "Anna", "detachment", True) == (
        sheet.side,
        sheet.player,
        sheet.scale,
        sheet.leader,
    )
    poison = Effect("hit", "lose", "", "d4", "STR", "STR")
    assert (
        Weapon("rifle", "2d10"),
        Weapon("pike", "d8", ("bulky",)),
        Weapon("rifle +1", "2d10+1"),
        Weapon("dart", "d4", (), "", (poison,)),
    ) == sheet.weapons
    assert (Effect("critical", "tell", "takes a limb"),) == sheet.effects
    assert {"broken": "weakened"} == sheet.choices


def test_entries_keep_the_order_of_the_file() -> None:
    """The first entry joins first, of whatever kind."""
    text = '[[npc]]\nfrom = "Wolf"\n' + ADA + '[[npc]]\nfrom = "Bear"\n'
    assert ["Wolf", "Ada", "Bear"] == [sheet.name for sheet in parse_roster(text, "r", IDOL)]


@pytest.mark.parametrize("game", GAMES)
def test_every_creature_of_a_game_can_join(game: str) -> None:
    """A game's stat blocks are roster entries like any other."""
    definition = load_game(game)
    text = "".join(f"[[npc]]\nfrom = {name!r}\n" for name in definition.definition["creatures"])
    sheets = parse_roster(text, "r.toml", definition)
    assert list(definition.definition["creatures"]) == [sheet.name for sheet in sheets]


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    """The same holds for a file that is not text."""
    with pytest.raises(Unreadable, match=r"none\.toml cannot be read: No such file"):
        read_roster(tmp_path / "none.toml", IDOL)
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Unreadable, match="UTF-8"):
        read_roster(tmp_path / "bad.toml", IDOL)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)
_FIELDS = ("name", "HP", "STR", "armor", "weapons", "attacks", "critical", "side", "count", "from")


@pytest.mark.slow
@any_of(st.dictionaries(st.sampled_from(_FIELDS), _VALUES, max_size=6))
def test_no_entry_breaks_the_reader(entry: dict[str, object]) -> None:
    """A hostile roster is read or refused."""
    text = ADA + "".join(
        f"{key} = {_toml(value)}\n" for key, value in entry.items() if key not in ADA
    )
    try:
        parse_roster(text, "r.toml", IDOL)
    except CombatlogError:
        return


def _toml(value: object) -> str:
    match value:
        case None:
            return '""'
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return (
                '"'
                + "".join(f"\\U{ord(c):08x}" for c in value if not 0xD800 <= ord(c) < 0xE000)
                + '"'
            )
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return "{" + ", ".join(f"{_toml(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    raise AssertionError(value)
