"""Short names for what the script declares, in place of the long ones: the page has fewer bytes,
and works the same."""

from __future__ import annotations

import re

_LONG = re.compile(r"[a-z]+[A-Z]\w*")
"""A name of several words: it stands in no text of the script by chance."""

_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`')

_DECLARED = re.compile(r"\b(?:function|const|let) (\w+)")

_EXCHANGE = re.compile(r"const\s*{[^{}]*}(?=\s*=\s*\(\(\))|return\s*{[^{}]*}(?=;?\s*}\)\(\))")
"""The names that a module exports, where they are handed on."""


def shorten_names(script: str) -> str:
    """Return a script in which the long names that it declares are `$0`, `$1` and so on. A name
    stays as it is where it is also that of a property, or stands in a text or in its blanks."""
    texts = " ".join(_TEXT.findall(script))
    code = _EXCHANGE.sub("", script)
    short = {
        name: f"${number}"
        for number, name in enumerate(dict.fromkeys(_DECLARED.findall(script)))
        if _LONG.fullmatch(name) and not _is_ambiguous(name, code, texts)
    }
    return re.sub(r"\b[a-z]\w+\b", lambda found: short.get(found[0], found[0]), script)


def _is_ambiguous(name: str, code: str, texts: str) -> bool:
    as_property = rf"\.{name}\b|\b{name}\s*:|[{{,]\s*{name}\s*[,}}=]"
    return bool(re.search(as_property, code) or re.search(rf"\b{name}\b", texts))
