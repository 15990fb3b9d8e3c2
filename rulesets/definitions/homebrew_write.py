"""A new homebrew file: the base's words, options and tables, with comments that explain them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from events.errors import Refused
from events.types.base import Game
from events.types.names import check_name, clean_text, join_words, make_slug
from rulesets.core.registry import load_definition_type, load_notes, load_ruleset
from rulesets.definitions.homebrew_overlay import CATALOGUES, INDIVIDUAL
from rulesets.definitions.shipped import FAMILIES, GAME_FILE, GAMES

INHERITED = ("defaults", "weapons", "creatures")
"""The tables in which a file lists only what is new or different."""

_EVERY_GAMES: dict[str, tuple[str, ...]] = {
    "options": ("Readings of the rules that a table can choose.",),
    "unarmed": ("What an attack without a weapon is called.",),
}


def list_notes(rules: str) -> dict[str, tuple[str, ...]]:
    """Return, by key, the comment lines for a game with these rules."""
    return {**_EVERY_GAMES, **load_notes(rules)}


_WIDTH = 100

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def name_game(name: str) -> tuple[str, str]:
    """Return the id and the title of a new game: `my-hack` has the title My Hack.

    Raise `Refused` if the id is that of a shipped game, or is empty after cleaning.
    """
    name = check_name(name.removesuffix(GAME_FILE))
    id = make_slug(name)
    if not any(c.isalnum() for c in name):
        raise Refused(f"“{name}” is no name for a game; it needs a letter.")
    if id in (*GAMES, *FAMILIES):
        raise Refused(f"“{id}” comes with combatlog; choose a name of your own.")
    return id, name.replace("-", " ").title() if name == id else name


def render_template(name: str, base: Game, file: str) -> Iterator[str]:
    """Yield the lines of a file that plays like its base.

    `file` is the name it will have. Raise `Refused` if the base is not a shipped game.
    """
    if base.id not in GAMES:
        raise Refused(f"A game of your own is from one of these: {join_words(GAMES)}.")
    id, title = name_game(name)
    yield from _write_head(id, title, base, file)
    tables: list[tuple[str, Any]] = []
    for key, value in base.definition.items():
        if isinstance(value, dict) or _is_rows(value):
            tables.append((key, value))
        else:
            yield from _write_notes(base, key)
            yield f"{key} = {format_toml(value)}"
    yield from ("", *_write_notes(base, "words"), "[words]")
    yield from (f"{_format_key(key)} = {format_toml(word)}" for key, word in base.words.items())
    for key, value in tables:
        yield ""
        if key in INHERITED:
            yield from _write_inherited(key, value, base)
        elif key == "options":
            yield from _write_options(base, value)
        elif key == "scores":
            yield from _write_scores(base, value)
        else:
            yield from _write_notes(base, key)
            yield from _write_table(key, value)


def _write_head(id: str, title: str, base: Game, file: str) -> Iterator[str]:
    file = clean_text(file)
    yield f"# {title}: a game of your own, made from {base.name}."
    yield "#"
    yield f"#   combatlog games show {file}"
    yield f'#   combatlog start "First night" --game {file}'
    yield "#"
    yield f"# It plays as {base.name} does until you change something; what you take out of this"
    yield "# file is as it is there. All of it is checked whenever it is read. A fight keeps the"
    yield "# game it began with: a change here holds for fights that are started after it."
    yield ""
    yield f"from = {format_toml(base.id)}"
    yield f"id = {format_toml(id)} # what rosters name: game = {format_toml(id)}"
    yield f"name = {format_toml(title)}"
    yield f"credit = {format_toml(base.credit)} # whose rules these are"
    yield ""


def _write_scores(base: Game, scores: dict[str, dict[str, str]]) -> Iterator[str]:
    yield from _write_notes(base, "scores")
    yield "[scores]"
    yield from (f"{part} = {format_toml(name)}" for part, name in scores[INDIVIDUAL].items())
    for scale, parts in scores.items():
        if scale != INDIVIDUAL:
            yield from ("", f"[scores.{scale}]")
            yield from (f"{part} = {format_toml(name)}" for part, name in parts.items())


def _write_options(base: Game, options: dict[str, Any]) -> Iterator[str]:
    """Yield each option with the meaning of each answer."""
    yield from _write_notes(base, "options")
    yield "[options]"
    for key, value in options.items():
        yield from _write_notes(base, key)
        for answer in _list_answers(base, key):
            if meaning := _describe_answer(base, key, answer):
                yield f"# {format_toml(answer)}: {meaning}"
        yield f"{key} = {format_toml(value)}"


def _list_answers(base: Game, option: str) -> tuple[Any, ...]:
    shape = inspect.type_info(load_definition_type(base.rules))
    assert isinstance(shape, inspect.StructType)
    options = next(field.type for field in shape.fields if field.name == "options")
    assert isinstance(options, inspect.StructType)
    kind = next(field.type for field in options.fields if field.name == option)
    if isinstance(kind, inspect.BoolType):
        return (True, False)
    return (
        tuple(kind.values)
        if isinstance(kind, inspect.LiteralType)
        else (base.definition["options"][option],)
    )


def _describe_answer(base: Game, option: str, answer: Any) -> str:
    """Return the rules' words for a game in which the option has this answer."""
    options = {**base.definition["options"], option: answer}
    game = msgspec.structs.replace(base, definition={**base.definition, "options": options})
    rows = dict(load_ruleset(base.rules).describe(game)).get("Options", [])
    return dict(rows).get(option, "")


def _write_inherited(key: str, entries: dict[str, Any], base: Game) -> Iterator[str]:
    """Yield the base's entries as comments. The game has them anyway, and can change or remove
    them."""
    yield from _write_notes(base, key)
    yield f"[{key}]"
    yield f"# What {base.name} has is there already; take the # from a line to change it."
    for name, entry in entries.items():
        yield f"# {_format_key(name)} = {format_toml(entry)}"
    first = next(iter(entries), "")
    if key in CATALOGUES and first:
        yield f"# {_format_key(first)} = false   # takes it out"
    if key == "creatures" and first:
        source = format_toml(first)
        yield f'# "Old {first}" = {{ from = {source}, armor = 2 }}   # like it, but for this'


def _write_table(key: str, value: Any) -> Iterator[str]:
    """Yield a table or a list of rows. Tables inside it come after its other keys."""
    rows = value if isinstance(value, list) else [value]
    brackets = ("[[", "]]") if isinstance(value, list) else ("[", "]")
    for number, row in enumerate(rows):
        if number:
            yield ""
        yield brackets[0] + key + brackets[1]
        below = {name: item for name, item in row.items() if _needs_own_table(item)}
        for name, item in row.items():
            if name not in below:
                yield from _write_key(name, item)
        for name, item in below.items():
            yield ""
            yield from _write_table(f"{key}.{_format_key(name)}", item)


def _write_key(name: str, item: Any) -> Iterator[str]:
    """Yield a key with its value. A long list of tables takes several lines."""
    line = f"{_format_key(name)} = {format_toml(item)}"
    if len(line) <= _WIDTH or not _is_rows(item):
        yield line
        return
    yield f"{_format_key(name)} = ["
    yield from (f"    {format_toml(each)}," for each in item)
    yield "]"


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _needs_own_table(item: Any) -> bool:
    """Return whether a value reads better as a table of its own than on one line."""
    return (isinstance(item, dict) or _is_rows(item)) and len(format_toml(item)) > 2 * _WIDTH


def _write_notes(base: Game, key: str) -> Iterator[str]:
    return (f"# {line}" for line in list_notes(base.rules).get(key, ()))


def format_toml(value: Any) -> str:
    """Return a value as TOML on one line."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case dict():
            inner = ", ".join(
                f"{_format_key(key)} = {format_toml(item)}" for key, item in value.items()
            )
            return f"{{ {inner} }}" if inner else "{}"
        case _:
            return f"[{', '.join(map(format_toml, value))}]"


def _format_key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
