"""Short names for what the page's script and style declare, to spare bytes in every page.

Only names are shortened that nobody could mean otherwise: declared by a module, with a capital
letter within, and nowhere a property, a key or a word of a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import count

_DECLARED = re.compile(
    r"^(?:export )?(?:(?:async )?function|const|let) (\w*[a-z][A-Z]\w*|[A-Z_]{4,})\b", re.MULTILINE
)
"""A name that a module declares, at the start of a line: `makeToken`, `SMALLEST`."""

_TEXT = r'"(?:[^"\\]|\\.)*"|`[^`]*`'

_WORD = re.compile(rf"({_TEXT})|(?<![\w$])([A-Za-z_][\w$]*)")

_VARIABLE = re.compile(r"--[a-z][\w-]*")

_DIGITS = "abcdefghijklmnopqrstuvwxyz"


def shorten_script(script: str, modules: Iterable[str]) -> str:
    """Return a script without comments in which the names that its modules declare are short."""
    texts = " ".join(re.findall(_TEXT, script))
    code = re.sub(_TEXT, '""', script)
    words = {name for module in modules for name in _DECLARED.findall(module)}
    keys = set(re.findall(r"(?<!\.\.)\.(\w+)|(?<![\w$])(\w+)\s*:", code))
    barred = {name for pair in keys for name in pair} | {*re.findall(r"\w+", texts)}
    short = _number(re.findall(r"(?<![\w$])\w+", code), words - barred, "$")
    return _WORD.sub(lambda found: found[1] or short.get(found[2], found[2]), script)


def shorten_style(style: str, script: str) -> str:
    """Return a style in which the variables that the script does not name are short."""
    names = _VARIABLE.findall(style)
    short = _number(names, {*names} - {*_VARIABLE.findall(script)}, "--")
    return _VARIABLE.sub(lambda found: short.get(found[0], found[0]), style)


def _number(found: Iterable[str], names: set[str], prefix: str) -> dict[str, str]:
    """Return a short name for each of these, the shortest for those found most."""
    ranked = sorted(
        Counter(each for each in found if each in names).items(),
        key=lambda each: (-each[1], each[0]),
    )
    return dict(zip((name for name, _ in ranked), map(prefix.__add__, _list_short()), strict=False))


def _list_short() -> Iterable[str]:
    """Yield “a” to “z”, then “aa”, “ab” and so on."""
    for number in count():
        name = ""
        while number >= 0:
            number, digit = divmod(number, len(_DIGITS))
            name = _DIGITS[digit] + name
            number -= 1
        yield name
