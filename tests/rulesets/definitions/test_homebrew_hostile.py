"""Hostile definitions, in files and in logs: the result is a game or a sentence, never a
traceback."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given as any_of, settings, strategies as st

from combatlog.files.jsonl import export_lines, import_fight
from events.errors import Refused, Unreadable
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types import declarations as d
from rulesets.definitions.homebrew_read import parse_homebrew
from rulesets.definitions.homebrew_write import format_toml
from rulesets.definitions.playability import check_definition, check_game
from rulesets.definitions.shipped import FAMILIES, GAMES, is_shipped, load_game
from tests.rulesets.definitions.test_homebrew import HACK, HEAD
from tests.support.cpu_time import assert_grows_at_most

KEYS = st.sampled_from(
    [
        *("from", "id", "name", "credit", "words", "scores", "options", "movement", "scars"),
        *("weapons", "creatures", "craft", "defaults", "bands", "default_band", "round_seconds"),
        *("unarmed", "unarmed_dice", "enhanced_die", "armor_cap", "critical_seconds", "row"),
        *("individual", "starship", "vehicle", "effects", "manoeuvres", "posts", "crew", "minutes"),
        *("dice", "place", "score", "rule", "save", "now", "later", "text", "awaits", "hours"),
        *("conditions", "bars", "doom", "protection", "body", "agility", "will", "limit", "unit"),
        *("HP", "STR", "DEX", "WIL", "armor", "attacks", "critical", "hit", "does", "special"),
        *("locations", "skills", "wounds", "multipliers", "instead", "stat", "Melee", "grade"),
        *("Wolf", "rifle", "fists", "npc_critical", "morale", "\u200b", "x.y"),
    ]
)
PLAIN = (
    st.sampled_from(
        [
            *("", "d6", "d7", "2d6", "d4 blast", "{place}", "{", "golden-idol", "thalassa", "Wolf"),
            *("out", "dead", "higher", "placed", "body", "will", "HP", "STR", "lose", "\u202e"),
        ]
    )
    | st.text(max_size=6)
    | st.integers(-3, 12)
    | st.integers()
    | st.booleans()
    | st.floats()
    | st.just(date(2001, 1, 1))
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)
WAYS = st.lists(KEYS | st.integers(0, 3), min_size=1, max_size=5)


STARTS = [HACK, *(HEAD.replace("golden-idol", base) for base in (*GAMES, *FAMILIES))]


@pytest.mark.slow
@any_of(st.lists(st.tuples(WAYS, VALUES), max_size=4), st.sampled_from(STARTS))
@settings(deadline=None, max_examples=150)
def test_whatever_is_written_is_a_game_or_a_sentence(
    changes: list[tuple[list[str | int], Any]], start: str
) -> None:
    """Random values at random keys give a game that can be played, or a refusal."""
    said: dict[str, Any] = tomllib.loads(start)
    for way, value in changes:
        _put(said, way, value)
    try:
        game = parse_homebrew(_written(said), "h.toml")
    except (Refused, Unreadable) as error:
        assert "\n" not in str(error)
        assert "its rules cannot read it" not in str(error)
        return
    check_game(game)
    again = msgspec.json.decode(msgspec.json.encode(game), type=type(game))
    assert msgspec.to_builtins(again) == msgspec.to_builtins(game)


def _put(said: Any, way: list[str | int], value: Any) -> None:
    """Set a value, and make the tables on the way to it."""
    for key in way[:-1]:
        if isinstance(said, list) and said:
            said = said[key % len(said) if isinstance(key, int) else 0]
        elif isinstance(said, dict):
            said = said.setdefault(str(key), {})
    if isinstance(said, dict):
        said[str(way[-1])] = value
    elif isinstance(said, list) and said:
        said[0] = value


def _written(value: dict[str, Any]) -> str:
    """Return a value as TOML, including dates and fractions."""
    return "".join(f"{toml_key(key)} = {_value(item)}\n" for key, item in value.items())


def _value(value: Any) -> str:
    match value:
        case dict():
            inner = ", ".join(f"{toml_key(key)} = {_value(item)}" for key, item in value.items())
            return f"{{ {inner} }}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case float() | date():
            return str(value)
        case _:
            return format_toml(value).replace("\x7f", "\\u007f")


def toml_key(key: str) -> str:
    return format_toml(key)


def _hostile(change: Callable[[dict[str, Any]], None]) -> Any:
    """Return a game that no file would be read as."""
    game = load_game("golden-idol")
    definition = msgspec.json.decode(msgspec.json.encode(game.definition))
    change(definition)
    return msgspec.structs.replace(game, id="hostile", name="Hostile", definition=definition)


def _scar_text(text: str) -> Callable[[dict[str, Any]], None]:
    return lambda definition: definition["scars"][0].update(text=text)


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "a text that would never end": (_scar_text("{place:>99999999999}"), "scars 1.text"),
    "a text that looks inside": (_scar_text("{place.__class__}"), "scars 1.text"),
    "a weapon of no dice": (lambda d: d["weapons"].update(rifle="d7"), "weapons.rifle"),
    "a creature of nothing": (lambda d: d["creatures"].update(Wolf={}), "creatures.Wolf"),
    "a row that is not there": (lambda d: d["scars"][3].update(row=9), "scars 4.row"),
    "scores nobody has": (lambda d: d["scores"]["individual"].update(will="Wit"), "scores"),
    "a round without end": (lambda d: d["round_seconds"].update(individual=2**62), "round_seconds"),
    "a book of weapons": (
        lambda d: d["weapons"].update({f"w{n}": "d6" for n in range(99_999)}),
        "the game is larger than one can be",
    ),
    "a key nobody knows": (lambda d: d.update(extra=1), "extra"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_log_with_a_game_that_cannot_be_played_is_not_imported(what: str) -> None:
    """It is refused with the key, before any turn could fail on it."""
    change, words = HOSTILE[what]
    store = MemoryStore()
    store.append("fight", 0, [Entry(d.FightStarted("Night", _hostile(change), "typed"))])
    lines = [line.encode() for line in export_lines(store, "fight")]
    with pytest.raises(Unreadable, match=r"#1 has a game that its rules cannot read \(") as caught:
        import_fight(MemoryStore(), lines)
    assert words in str(caught.value)


@pytest.mark.parametrize("base", GAMES)
def test_the_games_that_come_along_are_sound(base: str) -> None:
    """They are checked here, so that their fights need no check; a game changed by one word is
    checked."""
    game = load_game(base)
    assert is_shipped(game)
    check_definition(game)
    changed = msgspec.structs.replace(game, definition={**game.definition, "extra": 1})
    assert not is_shipped(changed)
    with pytest.raises(Refused, match="extra: there is no such key"):
        check_game(changed)


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("base", ["golden-idol", "brighter-worlds", "paraverse"])
def test_the_time_to_read_a_catalogue_grows_as_its_length(base: str) -> None:
    """Four times the weapons and creatures, named in another case than written, take no more than
    about four times the time; a game as large as a file can be is read."""
    numbers = {
        "golden-idol": "HP = 1, STR = 9, DEX = 9, WIL = 9,",
        "brighter-worlds": "STR = 6, DEX = 6, WIL = 6,",
        "paraverse": "",
    }[base]
    dice = "7" if base == "paraverse" else "d6"

    def make_work(creatures: int) -> Callable[[], object]:
        text = HEAD.replace("golden-idol", base) + "[weapons]\n"
        text += "".join(f'w{n} = "{dice}"\n' for n in range(2 * creatures)) + "[creatures]\n"
        text += f'A = {{ {numbers} weapons = ["W1"] }}\n'
        text += "".join(f'C{n} = {{ from = "a", weapons = ["W{n}"] }}\n' for n in range(creatures))
        assert creatures < len(parse_homebrew(text, "h.toml").definition["creatures"])
        return partial(parse_homebrew, text, "h.toml")

    assert_grows_at_most(7, make_work(500), make_work(2000))
