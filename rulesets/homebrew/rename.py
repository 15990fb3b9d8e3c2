"""Scores under new names: what a game has written with the old ones follows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

INDIVIDUAL = "individual"

Names = dict[str, str]


def renamed(said: dict[str, Any], new: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """All that a game says, with scores called differently: `new` has, by scale, what plays
    which part. Scores named in weapons are those of individuals; in a creature or a table of
    craft they are those of its scale."""
    definition = dict(said["definition"])
    old = definition.get("scores", {})
    called = {scale: _called(parts, new.get(scale, {})) for scale, parts in old.items()}
    people = called.get(INDIVIDUAL, {})
    for table in ("defaults", "weapons"):
        if table in definition:
            definition[table] = _followed(definition[table], people)
    if "creatures" in definition:
        definition["creatures"] = {
            name: _followed(entry, called.get(_scale(entry, old), {}))
            for name, entry in definition["creatures"].items()
        }
    if "craft" in definition:
        definition["craft"] = {
            scale: _followed(craft, called.get(scale, {}))
            for scale, craft in definition["craft"].items()
        }
    shown = {
        scale: [called.get(scale, {}).get(name, name) for name in names]
        for scale, names in said.get("scores", {}).items()
    }
    return {**said, "scores": shown, "definition": definition}


def _called(parts: Names, new: Mapping[str, Any]) -> Names:
    """What the scores of a scale are called now, by what they were called."""
    return {
        name: new[part]
        for part, name in parts.items()
        if isinstance(new.get(part), str) and new[part] != name
    }


def _scale(entry: Any, scores: Mapping[str, Names]) -> str:
    """The scale that most of an entry's fields are scores of; the first of several."""
    fields = set(entry) if isinstance(entry, dict) else set()
    return max(
        scores, key=lambda scale: len(fields.intersection(scores[scale].values())), default=""
    )


def _followed(value: Any, called: Names) -> Any:
    match value:
        case str() if called:
            words = "|".join(map(re.escape, called))
            return re.sub(rf"\b({words})\b", lambda found: called[found[1]], value)
        case list():
            return [_followed(item, called) for item in value]
        case dict():
            return {called.get(key, key): _followed(item, called) for key, item in value.items()}
        case _:
            return value
