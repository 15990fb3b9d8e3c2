"""Renders docs/protocol.md: the log as a public format, from the code that reads and writes it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from docs import examples
from events.serialization.codec import encode
from events.store.envelope import Row
from events.store.migrations import FORMAT
from events.types import game as games
from events.types import rolls, sheets
from events.types.base import Value
from events.types.corrections import UnusedDie
from events.types.declarations import Aim, Risk
from events.types.outcomes import Ground
from events.types.unions import AnyEvent, Declaration

KINDS: dict[str, tuple[str, tuple[AnyEvent, ...]]] = {
    "Declarations": ("What a person says: the inputs of a fight.", examples.DECLARATIONS),
    "Statements": (
        "Declarations too: facts the referee lays down, taken as they are said.",
        examples.STATEMENTS,
    ),
    "Rolls": ("What the dice said: inputs as well.", examples.ROLLS),
    "Outcomes": (
        "What the rules made of declarations and dice, in one vocabulary for all games.",
        examples.OUTCOMES,
    ),
    "History": ("Moves along the tree of events, and what is written beside it.", examples.HISTORY),
}

PARTS: tuple[type[Value], ...] = (
    Aim,
    rolls.Asked,
    sheets.Condition,
    sheets.Effect,
    games.Game,
    Ground,
    Risk,
    sheets.Sheet,
    UnusedDie,
    sheets.Weapon,
    sheets.Wound,
)

INTRODUCTION = """\
# The log

Generated from the code by `python docs/generate.py`; do not edit.

A fight is a list of events and nothing else. This is what an event looks like, in a campaign
file and in an export. Tags and field names are the storage format: a field is added with a
default, never renamed or removed, and a new shape gets a new tag (`attack.2`), while the old one
is still read. A field that has its default is left out. An unknown tag or field is refused.

## The envelope

A campaign is a SQLite file (format {format}); its table `events` has one row for each event, with
these columns, and `fight`, the fight's id.

{envelope}

A row is never changed or removed: triggers refuse it. One append is one command, written in one
transaction; its rows share `cmd`. An append says after which event it comes, and is refused where
the fight has gone on since. `commands` keeps the keys of commands that must not be recorded
twice, `secrets` the secrets of the dice; neither is part of the log.

## The line and the head

Every event names the event it follows, its `parent`, so events form a tree. The **line** of an
event is the event, its parent, the parent's parent, and so on back to the first, whose parent
is 0. What is so at an event is what its line makes of it.

The **head** is always the last row. To undo, a `head-moved` is appended whose parent is the event
to go to; it needs no other field, and never follows another `head-moved` or a note. What comes
next follows it, and what was undone stays where it is, off the line.

`noted` and `branch-named` hold for the whole log, whichever line they are on.

## The digest

`digest` is the SHA-256 of these bytes: the digest of the row before (32 zero bytes for the first),
then, as text: `seq`, `parent`, `cmd`, `cause`, `repeats` (null is nothing), and the lengths in
characters of `fight`, `at`, `by`, `body`, all nine in decimal with `,` between, then `:`, then the
four texts one after the other, in UTF-8.

It proves that no row was altered, moved or taken out from between others, given a later digest
that can be trusted. It **cannot** show that the end of the log was cut off, nor that the whole
chain was written anew: a shorter chain is as good as a longer one. Keep the number of events and
the last digest of a fight somewhere else to be able to show that.

## Dice

A die is known by five things: `root`, what it was thrown for; `by`, who threw it; `purpose`, why;
`die`, how many sides it has; `nth`, which of several dice it is that are alike in all this, counted
from 1. The root of an attacker's dice is their attack; that of all other dice (saves, scars,
morale) is the declaration that was being played when they were thrown, a `resolve` as a rule.

When a correction plays the fight again, a die is **the same die**, and keeps its face, where all
five are the same. Where the root is an input that has been said again since, its first recording
counts (`repeats`, of the declaration), so a die stays the same through any number of corrections;
an input that was put in, or said once more after it was undone, is another root. Nothing else is a
condition: not the target, the round, the modifiers, nor what had happened before. An attack that is
turned on somebody else keeps its damage die; one with a weapon of another die does not; of an
attack that throws one die less, the last of them falls away. Nothing less is enough either: no die
ever goes to another roller, or to another purpose, because it happens to be free.

Dice that fell and are not the same as any that is asked for now are kept in `spared`, which ends a
correction, and serve again where a later correction asks for just that die. One die may have fallen
more than once, as when a round was struck out and done anew: what was typed for that very input
comes first, and drawn ones in the order they fell. Of two drawn dice with the same `draw` only one
is met on a line. Undone dice, and those of other branches, serve nobody. A die that is asked for
and never fell is drawn, or thrown at the table.

A digital die is drawn from a secret whose SHA-256 (`sealed`) is in the fight's first event, or in a
later `sealed`; the secret itself comes in `secret-revealed`. Its face is computed from
HMAC-SHA-256(secret, JSON of `[by, purpose, die, draw, again]`), read as eight 32-bit big-endian
numbers: the first one below the largest multiple of the die's faces, modulo the faces, plus 1;
where all eight are above, with `again` one higher, from 0. `draw` is the lowest number not used
before on the line by the same roller, purpose and die, nor by such dice further on that a
correction is about to meet again.
"""


def protocol() -> str:
    """The whole of docs/protocol.md."""
    envelope = _fields(Row, "Column")
    parts = [INTRODUCTION.format(format=FORMAT, envelope=f"{_text(Row)}\n\n{envelope}")]
    for kind, (what, shown) in KINDS.items():
        parts.append(f"## {kind}\n\n{what}\n")
        parts += [_event(example) for example in _first_of_each(shown)]
    parts.append("## Parts\n\nWhat events are made of.\n")
    parts += [_section(part.__name__, part) for part in PARTS]
    return "\n".join(parts)


def _first_of_each(shown: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
    seen: set[type] = set()
    for example in shown:
        if type(example) not in seen:
            seen.add(type(example))
            yield example


def _event(example: AnyEvent) -> str:
    tag = str(example.__struct_config__.tag)
    return f"{_section(f'`{tag}`', type(example))}\n```json\n{_pretty(example)}\n```\n"


def _section(title: str, of: type[msgspec.Struct]) -> str:
    return f"### {title}\n\n{_text(of)}\n\n{_fields(of, 'Field')}\n"


def _pretty(example: AnyEvent) -> str:
    """On one line if it is short, else indented."""
    body = encode(example)
    return body if len(body) <= 100 else msgspec.json.format(body, indent=2)


def _text(of: type) -> str:
    """The docstring, on one line a paragraph."""
    paragraphs = inspect.cleandoc(of.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _fields(of: type[msgspec.Struct], head: str) -> str:
    hints = get_type_hints(of)
    rows = [
        f"| `{field.encode_name}` | {_type(hints[field.name])} | {_default(field)} |"
        for field in msgspec.structs.fields(of)
    ]
    return "\n".join([f"| {head} | Type | Default |", "|---|---|---|", *rows])


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    default = field.default
    if default is msgspec.NODEFAULT:
        default = field.default_factory()
    return f"`{msgspec.json.encode(default).decode()}`"


def _type(hint: Any) -> str:
    """A type hint in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint == Declaration:
        return "a declaration or statement"
    if origin is Literal:
        return "one of " + ", ".join(f"`{msgspec.json.encode(a).decode()}`" for a in arguments)
    if origin in (Union, UnionType):
        return " or ".join(map(_type, arguments))
    if origin is tuple:
        return f"list of {_type(arguments[0])}"
    if origin is dict:
        return f"object of {_type(arguments[1])}"
    if isinstance(hint, type) and issubclass(hint, Value):
        return f"[{hint.__name__}](#{re.sub(r'[^a-z]', '', hint.__name__.lower())})"
    return _PLAIN[hint]


_PLAIN: dict[Any, str] = {
    str: "text",
    int: "integer",
    bool: "true or false",
    bytes: "32 bytes",
    NoneType: "null",
    Any: "anything",
}
