"""What a decoder says of a text, in plain words: they reach whoever was sent a file."""

from __future__ import annotations

import re

_TYPE = re.compile(r"Expected `([^`]*)`")
_BOUND = re.compile(r"Expected `int` [<>]")
_PLACE = re.compile(r" - at `(?:key in )?\$\.?([^`]*)`")
_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.*?)`", re.DOTALL)

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "bytes": "a text",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}


def plain_fault(error: Exception) -> str:
    """What is wrong, as the rest of a sentence; what the decoder itself says where that is plain,
    or about words of a vocabulary."""
    text = str(error)
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeError) or "codec" in text or "utf-8" in text:
        return "it has bytes that are no text"
    if "out of range" in text or "integer string conversion" in text:
        return f"{_what(text)} a number that is too large"
    if field := _FIELD.match(text):
        unknown = field[1] == "contains unknown"
        return (
            f"it has an unknown field “{field[2]}”" if unknown else f"its “{field[2]}” is missing"
        )
    if _BOUND.match(text):
        return f"{_what(text)} a number that nothing here can have"
    if kind := _TYPE.match(text):
        return f"{_what(text)} not {_kinds(kind[1])}"
    if "malformed" in text or "truncated" in text:
        return "it is no JSON, or not all of it is there"
    text = text.rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def _what(text: str) -> str:
    place = _PLACE.search(text)
    return f"its “{place[1]}” is" if place and place[1] else "it is"


def _kinds(said: str) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in said.split(" | "))
