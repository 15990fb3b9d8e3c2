"""Renders docs/protocol.md: the log as a public format, from the code that reads and writes it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from docs.generators import examples
from events.serialization.codec import encode
from events.store.envelope import ERASED_BODY, FORMAT, Row
from events.types import base as games
from events.types import rolls, sheets
from events.types.base import Value
from events.types.commitments import AskedDraw, AskedLink
from events.types.declarations import Aim, Risk
from events.types.log_events import UnusedDie
from events.types.outcomes import Ground
from events.types.unions import AnyEvent, Declaration

KINDS: dict[str, tuple[str, tuple[AnyEvent, ...]]] = {
    "Declarations": ("What a person declares: inputs of a fight.", examples.DECLARATIONS),
    "Statements": (
        "Declarations, too: facts that the referee states. The rules do not change them.",
        examples.STATEMENTS,
    ),
    "Rolls": ("What the dice showed: inputs, too.", examples.ROLLS),
    "Outcomes": (
        "What the rules make of declarations and dice. All games share these types.",
        examples.OUTCOMES,
    ),
    "History": ("Moves in the tree of events, corrections, notes and names.", examples.HISTORY),
}

PARTS: tuple[type[Value], ...] = (
    Aim,
    AskedDraw,
    AskedLink,
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

This page describes the events of a fight as they are stored in a campaign file and in an export.
A fight is a list of events and nothing else.

Tags and field names are the storage format. A new field has a default; no field is ever renamed or
removed. An event with a new shape gets a new tag (`attack.2`), and the old tag is still read. A
field with its default value is left out. An unknown tag or field is refused.

## The envelope

A campaign is a SQLite file (format {format}). Its table `events` has one row for each event, with
the column `fight` (the fight's id) and these columns:

{envelope}

Triggers refuse to change or remove a row. Each append is one command in one transaction; its rows
share `cmd`. An append names the event it expects to be the last one, and is refused if the fight
has gone on since. Two more tables are not part of the log: `commands` is an index of the keys
in `said`, `secrets` has the roots and secrets of the dice.

`blind` and `said` are there since format 2. A fight of format 1 keeps its format, also in a file of
format 2; its `blind` is empty. `combatlog upgrade` copies a campaign into format 2;
a secret of format 1 that is in service stays so until `close` opens it, and a new root follows.

## Erased rows

A `noted` of format 2 may be erased (`combatlog erase` writes a copy of the campaign). Its body and
blind go, and what was said for it; its digest stays, because these are in it through their hashes.
In the file such a row has

- `body`: `{erased}`, whatever it was; no digest covers that
- `blind`: the 32 bytes of `content`, in place of 16 random ones: the length tells erased rows apart
- `said`: null where nothing was said, else H(`said`, `said`) in 64 hexadecimal digits

and in an export `content` and `saidhash` (below). It counts as a note without words. Its text
cannot be judged, and neither can signatures over it; the rest is judged as ever. No other event can
be erased, since the fight is played from it. So these are wrong: an erased row that is not alone in
its command, does not follow the row before it, has a `cause` or `repeats`, or stands before an
`upgraded`; and a log that does not hang together where the row is taken for a note.
Where nothing needs the row, nobody can see what it was.

## The line and the head

Every event names its `parent`, the event it follows, so events form a tree. The **line** of an
event is the event, its parent, the parent's parent, and so on back to the first event, whose
parent is 0. The state at an event is computed from its line.

The **head** is always the last row. An undo appends a `head-moved` whose parent is the event to go
back to. It needs no other field, and its parent is never another `head-moved` or a note. The next
event follows it. Undone events stay in the log, off the line.

`noted` and `branch-named` apply to the whole log, on any line. `campaign-titled` names
the campaign, and counts in its first fight alone: the last one there holds. It travels with the
export of that fight, and an import into a campaign that has fights changes no title there.

## The digest

N(x) is a netstring: the length of x in **bytes**, in decimal, `:`, the bytes, `,`. Text is UTF-8,
whole numbers are decimal text, null is empty, digests are 32 raw bytes. H(tag, a, b …) is the
SHA-256 of N(`combatlog/2/` + tag) N(a) N(b) …; M(key, tag, a …) is HMAC-SHA-256 of the same bytes.

`content` = H(`content`, `blind`, `body`). It is no column; it is sent in place of `blind` and
`body` to readers who may not read the row. The blind is random, so nobody can guess the body from
it.
`digest` = H(`row`, the digest of the row before or 32 zero bytes, `fight`, `seq`, `parent`,
`cmd`, `cause`, `repeats`, `at`, `by`, `content`, and H(`said`, `said`), empty where that is null).

The stored bytes are hashed as they are: nothing is decoded and encoded again. JSON with a key
twice is refused.

In format 1, `digest` is the SHA-256 of these bytes, in this order:

1. the digest of the row before (32 zero bytes for the first row)
2. nine numbers in decimal with `,` between them: `seq`, `parent`, `cmd`, `cause`, `repeats` (null
   is empty), and the lengths in characters of `fight`, `at`, `by`, `body`
3. `:`
4. the texts `fight`, `at`, `by`, `body` one after the other, in UTF-8

If a later digest can be trusted, the digests prove that no row before it was changed, moved or
removed. They **cannot** show that the end of the log was cut off, nor that the whole chain was
written again: a shorter chain is as valid as a longer one. To show that, keep the number of events
and the last digest of a fight somewhere else.

## Statements

`said` stands on the first row of a command that has a key or a signature: a JSON array of objects
with `text` and `sig`. `sig` is an Ed25519 signature in base64 over the bytes of `text`, left out
where nobody signs. The text has these lines in this order, each ended by LF, then an empty line,
then the payload:

```text
combatlog/2
fight k7m2p9qx
head 41 (64 digits)
nonce (32 digits)
key retry-17
signer
at 2026-11-22T19:30:00.000Z
form line

a ada wolf rifle
```

`head` is the last row that the author saw, `nonce` is random, `key` is the idempotency key,
`signer` is the id of the key that signs: the first 32 digits of H(`key`, public key). The payload
of the form `line` is the line as typed. That of `json` is a declaration, or an array of a command's
name and what was given for it. Signed, `json` is what the person put into the command: an event, or
an array of them, without fields that the rules fill in. A `parent` beside the fields says where the
head moved. The payload of `bind`, `revoke`, `salt` and `witness` is the event.

A key signs its own `key-bound`; so does the key before it, where that is not revoked. With the
start of a fight, keys that are known in the campaign are bound without; where all keys of a person
were revoked, the start binds and revokes one of them. Whoever starts the fight signs all events of
that command. From the next command on, each command `by` that person needs a statement of
theirs. Others may have a part in it, and sign it, too. An `anchored` in a signed command has to
stand in the payload.

## Exports

The first line of an export has `combatlog` (the format), `fight`, `events`, since format 2 `view`
(`whole`, `public`, or a person's name), and `roots` where the roots of the dice go along. Each
other line has the columns; `event` is the body, `digest` and `blind` are hexadecimal.

In a view a hidden row has `content` in place of `event` and `blind`. `saidhash`, which is
H(`said`, `said`), replaces `said` where a row of the command is hidden. The public view hides what
players may not read. A person's view also has what this person entered: declarations, typed dice,
notes, names of branches, and the reasons for undos and corrections. What followed from these is as
hidden as for all players. So is what a correction repeats of others.

A view is checked for its chain. Its dice and outcomes cannot be judged while rows are hidden, and
it is not imported. In a `whole` export a row with `content` was erased.

## Seals

A seal is `combatlog:2:`, the fight, `:`, the seq of a row, `:` and the 64 digits of its digest. The
spoken seal is eight words of a list of 2,048: the first 88 bits of H(`seal`, fight, seq, digest),
eleven bits a word.

## Dice

Five fields identify a die:

- `root`: the event it was thrown for
- `by`: who threw it
- `purpose`: why
- `die`: its number of sides
- `nth`: its number among dice that are equal in the other four fields, from 1

The root of an attacker's dice is their attack. The root of all other dice (saves, scars, morale) is
the declaration that was being played when they were thrown, usually a `resolve`.

When a correction replays the fight, two dice are **the same die** if all five fields are equal. The
same die keeps its face. If a correction has repeated the root, the first recording of the root
counts (the declaration's `repeats`), so a die stays the same through any number of corrections. An
input that was inserted, or declared again after an undo, is another root. Target, round, modifiers
and earlier events do not matter. An attack on another target keeps its damage die. An attack with a
weapon that has another die does not. If an attack throws one die less, its last die is no longer
needed. No die ever goes to another roller or another purpose.

A correction ends with a `spared` that keeps the dice it no longer needs. A later correction uses
them where it asks for the same die. The same die may have fallen more than once, for example if a
round was struck out and played again. Then typed dice of the same input come first, and drawn dice
follow in the order they fell. A line uses only one of two drawn dice with the same `draw`. Undone
dice and dice of other branches are never used. A die that never fell is drawn, or thrown at the
table.

A digital die is drawn from a secret. The secret's SHA-256 is the field `sealed` of the fight's
first event, or of a later `sealed` event. The secret itself is in `secret-revealed`. The face is
computed like this:

1. Compute HMAC-SHA-256(secret, JSON of `[by, purpose, die, draw, again]`), with `again` 0.
2. Read it as eight 32-bit big-endian numbers.
3. Take the first number below the largest multiple of the die's number of sides. The face is this
   number modulo the number of sides, plus 1.
4. If there is no such number, add 1 to `again` and begin again.

`draw` is the lowest number that the same roller, purpose and die have not used on the line. While a
correction is replayed, numbers of such dice that it will still meet count as used.
"""


def protocol() -> str:
    """Return the text of docs/protocol.md."""
    envelope = _fields(Row, "Column")
    parts = [
        INTRODUCTION.format(
            format=FORMAT, envelope=f"{_text(Row)}\n\n{envelope}", erased=ERASED_BODY
        )
    ]
    for kind, (what, shown) in KINDS.items():
        parts.append(f"## {kind}\n\n{what}\n")
        parts += [_event(example) for example in _first_of_each(shown)]
    parts.append("## Parts\n\nStructures inside events.\n")
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
    """Return an event as JSON: on one line if it is short, else indented."""
    body = encode(example)
    return body if len(body) <= 100 else msgspec.json.format(body, indent=2)


def _text(of: type) -> str:
    """Return a docstring with each paragraph on one line."""
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
    """Describe a type hint in words."""
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
