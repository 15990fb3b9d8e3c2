"""Scores under new names: what a game has written with the old ones follows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from events.types.names import folded

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


def said_of_old(
    entry: Mapping[str, Any], below: Mapping[str, Any], old: Mapping[str, Names], new: Any
) -> Names:
    """The fields of a creature that are scores by names that are given up, each with what that is
    called now. `below` is what the entry lies over; `old` and `new` are the scores by scale."""
    now = {scale: {**parts, **_names(new.get(scale, {}))} for scale, parts in old.items()}
    every = {
        scale: {**now[scale], **{f"old {part}": name for part, name in parts.items()}}
        for scale, parts in old.items()
    }
    scale = _scale({**below, **entry}, every)
    kept = set(map(folded, now.get(scale, {}).values()))
    gone = {
        folded(name): now[scale][part]
        for part, name in old.get(scale, {}).items()
        if folded(name) not in kept
    }
    return {key: gone[folded(key)] for key in entry if folded(key) in gone}


def _names(parts: Mapping[str, Any]) -> Names:
    return {part: name for part, name in parts.items() if isinstance(name, str)}


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
