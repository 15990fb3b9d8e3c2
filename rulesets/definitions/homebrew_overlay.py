"""A homebrew file laid over the game it is based on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from events.errors import Refused
from events.types.names import fold_case, index_names, pick_from, suggest
from rulesets.common.definition import Fault
from rulesets.common.sheets import drop_nouns
from rulesets.definitions.shipped import merge_tables

INDIVIDUAL = "individual"

Names = dict[str, str]


HEAD = ("from", "id", "name", "credit", "words")
"""The keys at the top of a file that are not part of the definition."""

CATALOGUES = ("weapons", "creatures")
"""The tables whose entries are found by name in any case; an entry that is `false` is removed."""


def overlay_game(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return a game's content: the keys of the file over those of its base, both as read from
    TOML."""
    changes = {key: value for key, value in own.items() if key not in HEAD}
    if isinstance(changes.get("scores"), dict):
        changes["scores"] = _group_by_scale(changes["scores"])
        new = {k: v for k, v in changes["scores"].items() if isinstance(v, dict)}
        old, base = base["definition"].get("scores", {}), rename_scores(base, new)
        creatures = base["definition"].get("creatures", {})
        _refuse_old_names(changes.get("creatures"), creatures, old, new)
    definition = dict(base["definition"])
    for name in CATALOGUES:
        if isinstance(changes.get(name), dict):
            definition[name] = _overlay_catalogue(name, definition.get(name, {}), changes.pop(name))
    definition = merge_tables(definition, changes)
    _refuse_taken(changes.get("scores"), definition.get("scores"))
    words = own.get("words", {})
    if not isinstance(words, dict):
        raise Fault(("words",), 'is a table, like [words] with referee = "Keeper"')
    return {
        **base,
        "id": own["id"],
        "name": own["name"],
        "credit": own.get("credit", base.get("credit", "")),
        "words": {**base["words"], **words},
        "scores": _order_scores(base.get("scores", {}), definition.get("scores", {})),
        "definition": definition,
    }


def _group_by_scale(scores: dict[str, Any]) -> dict[str, Any]:
    """Return score names by scale; names at the top level are those of individuals."""
    scales = {key: value for key, value in scores.items() if isinstance(value, dict)}
    names = {key: value for key, value in scores.items() if not isinstance(value, dict)}
    if not names:
        return scales
    return {**scales, INDIVIDUAL: {**scales.get(INDIVIDUAL, {}), **names}}


def _refuse_taken(own: Any, scores: Any) -> None:
    """Raise `Fault` if two scores have the same name. The fault is in one that the file sets."""
    for scale, parts in own.items() if isinstance(own, dict) else ():
        for part, name in parts.items():
            others = [other for role, other in scores[scale].items() if role != part]
            if isinstance(name, str) and name.casefold() in map(str.casefold, map(str, others)):
                reason = f"“{name}” is taken; give each score a name of its own"
                raise Fault(("scores", scale, part), reason)


def _refuse_old_names(own: Any, creatures: dict[str, Any], old: Any, new: Any) -> None:
    """Raise `Fault` if a creature uses a score's old name; the message gives the new one."""
    names = index_names(creatures)
    for name, entry in own.items() if isinstance(own, dict) else ():
        if not isinstance(entry, dict):
            continue
        below = creatures.get(names.get(fold_case(str(entry.get("from", name))), ""), {})
        for key, now in find_old_names(entry, below, old, new).items():
            raise Fault(("creatures", name, key), f"{key} is called {now} here")


def _order_scores(base: dict[str, list[str]], scores: Any) -> dict[str, list[str]]:
    """Return the scores of each scale in the order in which they are shown."""
    shown = {scale: list(names) for scale, names in base.items() if names}
    if isinstance(scores, dict):
        for scale, parts in scores.items():
            if isinstance(parts, dict) and scale not in shown:
                shown[scale] = [str(name) for name in parts.values()]
    return shown


def _overlay_catalogue(table: str, base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return the base's entries with the file's over them.

    A creature's fields go over those of the creature of the same name, or of the one it is `from`.
    """
    entries, names = dict(base), index_names(base)
    for name, entry in own.items():
        path = (table, name)
        known = names.get(fold_case(name))
        if entry is False:
            if known is None:
                raise Fault(path, f"cannot be taken out; there is none{suggest(name, entries)}")
            del entries[known], names[fold_case(name)]
            continue
        if known is not None and known in own and known != name:
            raise Fault(path, f"is written like “{known}” but for case and accents")
        if isinstance(entry, dict):
            entry = _overlay_entry(path, entries, names, entry)
        if known is not None and known != name:
            entries = {name if each == known else each: e for each, e in entries.items()}
        entries[name], names[fold_case(name)] = entry, name
    return entries


def _overlay_entry(
    path: tuple[str, str], entries: dict[str, Any], names: dict[str, str], entry: dict[str, Any]
) -> Any:
    table, name = path
    source = names.get(fold_case(name), "")
    if "from" in entry:
        try:
            source = pick_from(str(entry["from"]), names, table.removesuffix("s"))
        except Refused as refused:
            raise Fault((*path, "from"), str(refused)) from None
    below = entries.get(source)
    if isinstance(below, dict) and fold_case(source) != fold_case(name):
        below = drop_nouns(below)
    fields = {key: value for key, value in entry.items() if key != "from"}
    return {**below, **fields} if isinstance(below, dict) else fields


def rename_scores(said: dict[str, Any], new: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a game's content with renamed scores.

    `new` has, by scale, the new name of each score. Scores in defaults and weapons are those of
    individuals; scores in a creature or a craft table are those of its scale.
    """
    definition = dict(said["definition"])
    old = definition.get("scores", {})
    called = {scale: _map_names(parts, new.get(scale, {})) for scale, parts in old.items()}
    people = called.get(INDIVIDUAL, {})
    for table in ("defaults", "weapons"):
        if table in definition:
            definition[table] = _rename_in(definition[table], people)
    if "creatures" in definition:
        definition["creatures"] = {
            name: _rename_in(entry, called.get(_guess_scale(entry, old), {}))
            for name, entry in definition["creatures"].items()
        }
    if "craft" in definition:
        definition["craft"] = {
            scale: _rename_in(craft, called.get(scale, {}))
            for scale, craft in definition["craft"].items()
        }
    shown = {
        scale: [called.get(scale, {}).get(name, name) for name in names]
        for scale, names in said.get("scores", {}).items()
    }
    return {**said, "scores": shown, "definition": definition}


def find_old_names(
    entry: Mapping[str, Any], below: Mapping[str, Any], old: Mapping[str, Names], new: Any
) -> Names:
    """Return the fields of a creature that are old score names, each with its new name.

    `below` is the entry that this one goes over. `old` and `new` are the scores by scale.
    """
    now = {scale: {**parts, **_names(new.get(scale, {}))} for scale, parts in old.items()}
    every = {
        scale: {**now[scale], **{f"old {part}": name for part, name in parts.items()}}
        for scale, parts in old.items()
    }
    scale = _guess_scale({**below, **entry}, every)
    kept = set(map(fold_case, now.get(scale, {}).values()))
    gone = {
        fold_case(name): now[scale][part]
        for part, name in old.get(scale, {}).items()
        if fold_case(name) not in kept
    }
    return {key: gone[fold_case(key)] for key in entry if fold_case(key) in gone}


def _names(parts: Mapping[str, Any]) -> Names:
    return {part: name for part, name in parts.items() if isinstance(name, str)}


def _map_names(parts: Names, new: Mapping[str, Any]) -> Names:
    """Return the new names of a scale's scores by their old names."""
    return {
        name: new[part]
        for part, name in parts.items()
        if isinstance(new.get(part), str) and new[part] != name
    }


def _guess_scale(entry: Any, scores: Mapping[str, Names]) -> str:
    """Return the scale that has the most scores among an entry's fields; if several do, the
    first."""
    fields = set(entry) if isinstance(entry, dict) else set()
    return max(
        scores, key=lambda scale: len(fields.intersection(scores[scale].values())), default=""
    )


def _rename_in(value: Any, called: Names) -> Any:
    """Return a value with the old names in its texts and keys replaced."""
    match value:
        case str() if called:
            words = "|".join(map(re.escape, called))
            return re.sub(rf"\b({words})\b", lambda found: called[found[1]], value)
        case list():
            return [_rename_in(item, called) for item in value]
        case dict():
            return {called.get(key, key): _rename_in(item, called) for key, item in value.items()}
        case _:
            return value
