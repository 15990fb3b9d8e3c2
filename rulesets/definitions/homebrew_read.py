"""Homebrew games: reading a TOML file that says what differs from an existing game.

    from = "golden-idol"
    id = "my-hack"
    name = "My Hack"

    [options]
    npc_critical = "dead"

Everything is checked on reading, so that no fight fails on it later. A fault is one sentence: file,
line, key, reason.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from events.errors import Refused, Unreadable
from events.serialization.toml_file import parse_toml
from events.types.base import Game
from events.types.names import check_name, clean_text, fold_case, join_words, make_slug, suggest
from rulesets.common.definition import Fault, Keys, format_path
from rulesets.core.registry import load_definition_type
from rulesets.definitions.homebrew_overlay import HEAD, INDIVIDUAL, overlay_game
from rulesets.definitions.playability import check_game
from rulesets.definitions.schema import LARGEST, check_shape
from rulesets.definitions.shipped import FAMILIES, GAMES, build_game, read_game_file

_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_HEADER = re.compile(rf"^\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"^\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")


def find_line(text: str, path: Keys) -> int | None:
    """Return the line of a key, counted from 1.

    If the key is missing, it is the line of the nearest table or list around it; None if there is
    neither.
    """
    lines = text.split("\n")
    best, found = 0, None
    for at, keys in _list_keys(lines):
        if best < len(keys) <= len(path) and keys == path[: len(keys)]:
            best, found = len(keys), at
    if found is None:
        return next(
            (at for at, keys in _list_keys(lines) if path and keys[: len(path)] == path), None
        )
    words = [key for key in path[best:] if isinstance(key, str)]
    return _find_word(lines, found, words[-1]) if words else found


def _list_keys(lines: list[str]) -> list[tuple[int, Keys]]:
    """Return every header and key that begins a line, as line number and path."""
    table: Keys = ()
    rows: Counter[Keys] = Counter()
    every: list[tuple[int, Keys]] = []
    for at, line in enumerate(lines, start=1):
        if header := _HEADER.match(line):
            table = _split_key(header[2])
            if header[1] == "[[":
                rows[table] += 1
                table = (*table, rows[table] - 1)
            every.append((at, table))
        elif key := _KEY.match(line):
            every.append((at, (*table, *_split_key(key[1]))))
    return every


def _split_key(written: str) -> Keys:
    """Return the keys of a dotted key like `a."b c".d`."""
    try:
        inner: Any = tomllib.loads(f"{written} = 0")
    except tomllib.TOMLDecodeError:
        return (written,)
    keys: list[str] = []
    while isinstance(inner, dict):
        ((key, inner),) = inner.items()
        keys.append(key)
    return tuple(keys)


def _find_word(lines: list[str], first: int, word: str) -> int:
    """Return the line that contains a word, within a value that begins on the first line."""
    about = re.compile(rf"(^|\W){re.escape(word)}\W")
    for at in range(first, len(lines) + 1):
        line = lines[at - 1]
        if at > first and (_HEADER.match(line) or _KEY.match(line)):
            break
        if about.search(line):
            return at
    return first


LONGEST_FILE = 256 * 1024
"""The largest file in bytes: the game is stored in the first event of each of its fights."""

WORDS = (
    *("referee", "follower", "special", "distance", "save", "enhanced", "impaired", "rest"),
    *("extended rest", "passing", "untold", "dice", "clock", "clocks", "ability", "defence"),
    *("resolve", "aid", "aids", "aided"),
)
"""The concepts that a game can have its own word for."""

_BESIDE = ("rules", "version", "family", "definition")
"""Keys that only files of shipped games have."""

VERBS = (
    *("attack", "move", "do", "aid", "treat", "retreat", "disengage", "manoeuvre", "go"),
    *("next", "roll", "undo", "redo", "rewind", "branches", "switch", "call", "save", "morale"),
    *("odds", "recap"),
    *("harm", "time", "rest", "camp", "recover", "pack", "takeover", "join", "set", "skill"),
    *("condition", "area", "place", "engage", "crew", "clear", "kill", "revive", "remove"),
    *("return", "rename", "hand", "arm", "disarm", "dice", "note", "end", "state", "log"),
    *("timeline", "chronicle", "why", "help", "quit", "amend", "strike", "insert", "what-if"),
    *("diff", "salt", "close", "bind", "revoke", "stats"),
)
"""The verbs of all games but the special action's. They are the grammar's; a test compares."""

ALIASES = (
    *("a", "m", "d", "act", "maneuver", "man", "g", "resolve", "n", "round", "r", "u", "heal"),
    *("attacks", "hit", "hits", "shoot", "shoots", "dmg", "damage", "stabilise", "stabilize"),
    *("j", "s", "l", "w", "h", "?", "q", "exit", "whatif"),
)
"""Other names of the verbs."""

DEEPEST = 8
"""The deepest nesting of tables and lists."""


def read_homebrew(path: Path) -> Game:
    """Return the game in a file; raise `Unreadable` naming file, line, key and reason."""
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise Unreadable(_describe_unreadable(path, error)) from None
    except ValueError:
        raise Unreadable(
            "The name of the game's file has a character no file's name has."
        ) from None
    if len(raw) > LONGEST_FILE:
        raise Unreadable(f"{path} is larger than a game can be ({LONGEST_FILE // 1024} KiB).")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text in UTF-8; save it as such.") from None
    return parse_homebrew(text, str(path))


def parse_homebrew(text: str, source: str) -> Game:
    """Return the game in a file's text; `source` is the name of the file for messages."""
    text = text.replace("\r\n", "\n")
    try:
        said = parse_toml(text)
    except Refused as refused:
        raise Unreadable(f"{source}: {refused}") from None
    try:
        return _build_game(clean_value(said))
    except Fault as fault:
        raise Unreadable(_describe_fault(fault, text, source)) from None
    except Exception as error:  # safety net: no file may cause a traceback
        raise Unreadable(f"{source}: its rules cannot read it ({error}).") from None


def _build_game(own: dict[str, Any]) -> Game:
    base = _read_base(own)
    _check_head(own)
    if "scores" in own and "scores" not in load_definition_type(base["rules"]).__struct_fields__:
        raise Fault(("scores",), f"are fixed in games from {own['from']}; leave them out")
    said = overlay_game(base, own)
    check_shape(load_definition_type(said["rules"]), said["definition"], HEAD)
    for key, word in said["words"].items():
        _check_word(key, word, base["words"])
    _check_dice(said["words"].get("dice"), base["words"], said["scores"])
    game = build_game(said)
    check_game(game)
    return game


def _read_base(own: dict[str, Any]) -> dict[str, Any]:
    every = (*GAMES, *FAMILIES)
    source = own.get("from")
    if source is None:
        raise Fault(("from",), f'is missing; say which game this is from, like from = "{GAMES[0]}"')
    if not isinstance(source, str) or fold_case(source).replace(" ", "-") not in every:
        raise Fault(("from",), f"there is no game “{source}”{suggest(str(source), every)}")
    return read_game_file(fold_case(source).replace(" ", "-"))


def _check_head(own: dict[str, Any]) -> None:
    for key in _BESIDE:
        if key in own:
            raise Fault((key,), "does not stand in a game of one's own; write [weapons], [options]")
    for key in ("id", "name"):
        if key not in own:
            raise Fault((key,), f'is missing; say it at the top, like {key} = "my-hack"')
    for key in ("id", "name", "credit"):
        if not isinstance(own.get(key, ""), str):
            raise Fault((key,), f"is text in quotes, not {own[key]!r}")
    id = own["id"]
    if id != make_slug(id) or make_slug(id) != make_slug(f"{id}-"):
        raise Fault(("id",), f"“{id}” is small letters, digits and hyphens, like “{make_slug(id)}”")
    if id in (*GAMES, *FAMILIES):
        raise Fault(("id",), f"“{id}” comes with combatlog; choose an id of your own")
    own["name"] = _check_name(own["name"], ("name",))


def _check_word(key: str, word: Any, base: dict[str, str]) -> None:
    path = ("words", key)
    known = tuple(dict.fromkeys((*base, *WORDS)))
    if key not in known:
        raise Fault(path, f"no game has a word for that{suggest(key, known) or _list_names(known)}")
    if not isinstance(word, str):
        raise Fault(path, f"is text in quotes, not {word!r}")
    if key not in ("passing", "untold", "dice"):
        _check_name(word, path)
    if key == "special" and len(word.split()) > 1:
        raise Fault(path, "is one word, because it is typed at the table")
    if key == "special" and word != base.get(key) and (verb := find_verb(word)):
        raise Fault(path, f"“{word}” is taken; it means {verb} at the table")


def _check_dice(said: str | None, base: dict[str, str], scores: dict[str, list[str]]) -> None:
    """Check that the words list only existing scores as dice, and only in a game that has such
    scores."""
    if said is None:
        return
    if "dice" not in base:
        raise Fault(("words", "dice"), "no score is a die in this game; leave it out")
    known = [name for names in scores.values() for name in names]
    for name in map(str.strip, said.split(",")):
        if name not in known:
            raise Fault(("words", "dice"), f"there is no score “{name}”{suggest(name, known)}")


def _list_names(names: tuple[str, ...]) -> str:
    return f"; there is {join_words(names)}"


def _check_name(name: str, path: Keys) -> str:
    try:
        return check_name(name)
    except Refused as refused:
        raise Fault(path, str(refused)) from None


def _describe_fault(fault: Fault, text: str, source: str) -> str:
    """Return a fault as one sentence: file, line, key and reason. The line is left out if the key
    is not in the file."""
    path = fault.path
    if path[:2] == ("scores", INDIVIDUAL) and find_line(text, path[:2]) in (
        None,
        find_line(text, ("scores",)),
    ):
        path = ("scores", *path[2:])
    line = find_line(text, path)
    where = f"{source}, line {line}" if line else source
    return f"{where}: {format_path(path)}: {fault.reason}." if path else f"{where}: {fault.reason}."


def _describe_unreadable(path: Path, error: OSError) -> str:
    if path.stem in GAMES and path.parent == Path():
        return f"There is no file {path}; the game that comes with combatlog is {path.stem}."
    return f"The game's file {path} cannot be read: {error.strerror}."


def find_verb(word: str) -> str:
    """Return the verb that a word is or begins; empty if the word is no verb."""
    said = fold_case(word)
    return next((each for each in (*VERBS, *ALIASES) if each.startswith(said)), "")


def clean_value(value: Any, path: Keys = ()) -> Any:
    """Return the value with every text cleaned; raise `Fault` for a type that no game contains."""
    if len(path) > DEEPEST:
        raise Fault(path[:2], "is nested too deep")
    match value:
        case str():
            return clean_text(value)
        case bool():
            return value
        case int() if -LARGEST <= value <= LARGEST:
            return value
        case int():
            raise Fault(path, f"is too large; {LARGEST} is the most")
        case list():
            return [clean_value(item, (*path, at)) for at, item in enumerate(value)]
        case dict():
            return _clean_table(value, path)
        case float():
            raise Fault(path, "is a whole number or text; there are no fractions")
        case _:
            raise Fault(path, "is a date or a time; put it in quotes")


def _clean_table(table: dict[str, Any], path: Keys) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, item in table.items():
        name = clean_text(key)
        if not name:
            raise Fault((*path, key), "a key needs at least one visible character")
        if name in read:
            raise Fault((*path, key), f"is written like “{name}” but for what cannot be seen")
        read[name] = clean_value(item, (*path, key))
    return read
