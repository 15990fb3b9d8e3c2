"""The line of a key in the text of a homebrew file, for messages about faults."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Any

from rulesets.common.definition import Keys

_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_HEADER = re.compile(rf"^\s*(\[\[?)\s*({_PART}(?:\s*\.\s*{_PART})*)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"^\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")


def find_line(text: str, path: Keys) -> int | None:
    """Return the line, counted from 1, of a key, or of the nearest table or list around it; None if
    there is neither."""
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
