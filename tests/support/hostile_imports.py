"""Exported fights with random faults, as an import may be given them."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from tests.support.forged_logs import Rows, forge, write_export

Lines = list[bytes]


def mutate(lines: Lines, rng: Random) -> Lines:
    """Return an export with a random fault in it."""
    change = rng.choice(_CHANGES)
    return change(list(lines), rng)


def _bytes(lines: Lines, rng: Random) -> Lines:
    """Change, insert, delete or repeat bytes anywhere."""
    raw = bytearray(b"\n".join(lines))
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(raw) + 1)
        end = min(len(raw), at + rng.choice([1, 1, 3, 20]))
        match rng.randrange(5):
            case 0:
                raw[at:end] = rng.randbytes(end - at)
            case 1:
                raw[at:at] = rng.choice(_INSERTED)
            case 2:
                del raw[at:end]
            case 3:
                raw[at:at] = raw[at:end]
            case _ if at < len(raw):
                raw[at] ^= 1 << rng.randrange(8)
    return bytes(raw).split(b"\n")


_INSERTED = (
    *(b"\0", b"\r", b"\n", b"\t", b"\x1b[2J", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf"),
    *(b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\u0000", b"\\ud800", b"\\u202e"),
    *(b"0", b"-", b"1e999", b"NaN", b"null", b"true", b"9" * 30),
)


def _lines(lines: Lines, rng: Random) -> Lines:
    """Swap, delete, repeat, cut or insert lines."""
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(8):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            del lines[at]
        case 2:
            lines.insert(other, lines[at])
        case 3:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        case 4:
            lines[at] += lines[other]
        case 5:
            lines.insert(at, rng.choice([b"", b" ", b"\r", b"{}", b"[]", b"null", b"\0"]))
        case 6:
            lines = [rng.choice([b"\xef\xbb\xbf", b"\xff\xfe", b" "]) + lines[0], *lines[1:]]
        case _:
            lines = lines[:at] + lines[at:] * rng.randint(2, 3)
    return lines


def _values(lines: Lines, rng: Random) -> Lines:
    """Change a value of a line; its digest does not match."""
    at = rng.randrange(len(lines))
    lines[at] = _written(_spoilt(msgspec.json.decode(lines[at]), rng))
    return lines


def _forged(lines: Lines, rng: Random) -> Lines:
    """Forge events, with digests that match."""
    header, rows = _opened(lines)
    for _ in range(rng.randint(1, 3)):
        forge(rows, rng)
    return write_export(header, rows)


def _spoilt_whole(lines: Lines, rng: Random) -> Lines:
    """Put anything into an event or beside it, with matching digests where it can be hashed."""
    header, rows = _opened(lines)
    at = rng.randrange(len(rows))
    if rng.random() < 0.8:
        rows[at]["event"] = _spoilt(rows[at]["event"], rng)
    else:
        rows[at] = _spoilt(rows[at], rng)
    try:
        return write_export(header, rows)
    except (TypeError, KeyError, AttributeError, ValueError):  # nothing can be hashed
        return [lines[0], *map(_written, rows)]


_CHANGES: list[Callable[[Lines, Random], Lines]] = [
    *(_bytes, _bytes, _lines, _values),
    *(_forged, _spoilt_whole),
]


def _opened(lines: Lines) -> tuple[dict[str, Any], Rows]:
    header, *rows = map(msgspec.json.decode, lines)
    return header, rows


def _written(value: Any) -> bytes:
    """Return a value as JSON, with NaN and Infinity where it has them."""
    return json.dumps(value, separators=(",", ":")).encode()


def _spoilt(value: Any, rng: Random) -> Any:
    """Return the value with one place in it, at any depth, replaced, deleted or renamed."""
    inner = list(value.items()) if isinstance(value, dict) else None
    if isinstance(value, list):
        inner = list(enumerate(value))
    if not inner or rng.random() < 0.1:
        return rng.choice(_ANYTHING)(rng)
    key, item = rng.choice(inner)
    if isinstance(value, dict) and rng.random() < 0.1:
        del value[key]
        if rng.random() < 0.5:
            value[rng.choice(["x", "type", key + "s", "\x1b[31m", ""])] = item
    else:
        value[key] = _spoilt(item, rng)
    return value


def _deep(rng: Random) -> Any:
    value: Any = []
    for _ in range(rng.choice([3, 50, 400])):
        value = [value] if rng.random() < 0.5 else {"x": value}
    return value


_ANYTHING: list[Callable[[Random], Any]] = [
    lambda rng: rng.choice([0, -1, 1, 2, 7, 99, 2**31, 2**63 - 1, 2**63, 2**64, -(2**63), 10**400]),
    lambda rng: rng.choice([0.5, 1e308, float("inf"), float("nan"), True, False, None]),
    lambda rng: rng.choice(
        ["", "x", "ada", "d7", "d6", "type", "\0", "\u202e", "\ud800", "x" * 9999]
    ),
    lambda rng: rng.choice([[], {}, [[]], [None], {"type": "attack"}, {"type": "wish"}, [1, "a"]]),
    lambda rng: rng.choice(["died", "resolve", "head-moved", "corrected", "rolled", "awaited"]),
    _deep,
]
