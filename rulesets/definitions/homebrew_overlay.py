"""What a file says, over the game it is from."""

from __future__ import annotations

from typing import Any

from events.errors import Refused
from events.types.names import folded
from rulesets.common.naming import index, nearest, pick_from
from rulesets.definitions.shipped import merged
from rulesets.faults import Fault
from rulesets.homebrew.rename import INDIVIDUAL, renamed, said_of_old

HEAD = ("from", "id", "name", "credit", "words")
"""The keys at the top of a file that are no part of the definition."""

CATALOGUES = ("weapons", "creatures")
"""The tables whose entries are found by name, whatever its case; `false` takes one out."""


def laid_over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """All that the game says that has the base's keys and, over them, those of the file; both as
    they are read."""
    changes = {key: value for key, value in own.items() if key not in HEAD}
    if isinstance(changes.get("scores"), dict):
        changes["scores"] = _by_scale(changes["scores"])
        new = {k: v for k, v in changes["scores"].items() if isinstance(v, dict)}
        old, base = base["definition"].get("scores", {}), renamed(base, new)
        creatures = base["definition"].get("creatures", {})
        _refuse_old_names(changes.get("creatures"), creatures, old, new)
    definition = dict(base["definition"])
    for name in CATALOGUES:
        if isinstance(changes.get(name), dict):
            definition[name] = _catalogue(name, definition.get(name, {}), changes.pop(name))
    definition = merged(definition, changes)
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
        "scores": _shown(base.get("scores", {}), definition.get("scores", {})),
        "definition": definition,
    }


def _by_scale(scores: dict[str, Any]) -> dict[str, Any]:
    """Names at the top are those of individuals; a table is what its scale calls them."""
    scales = {key: value for key, value in scores.items() if isinstance(value, dict)}
    names = {key: value for key, value in scores.items() if not isinstance(value, dict)}
    if not names:
        return scales
    return {**scales, INDIVIDUAL: {**scales.get(INDIVIDUAL, {}), **names}}


def _refuse_taken(own: Any, scores: Any) -> None:
    """Whoever gives two parts one name has written at least one of them: that one is told."""
    for scale, parts in own.items() if isinstance(own, dict) else ():
        for part, name in parts.items():
            others = [other for role, other in scores[scale].items() if role != part]
            if isinstance(name, str) and name.casefold() in map(str.casefold, map(str, others)):
                reason = f"“{name}” is taken; give each score a name of its own"
                raise Fault(("scores", scale, part), reason)


def _refuse_old_names(own: Any, creatures: dict[str, Any], old: Any, new: Any) -> None:
    """A creature whose score is written as it was called in the base is told what it is called
    now."""
    names = index(creatures)
    for name, entry in own.items() if isinstance(own, dict) else ():
        if not isinstance(entry, dict):
            continue
        below = creatures.get(names.get(folded(str(entry.get("from", name))), ""), {})
        for key, now in said_of_old(entry, below, old, new).items():
            raise Fault(("creatures", name, key), f"{key} is called {now} here")


def _shown(base: dict[str, list[str]], scores: Any) -> dict[str, list[str]]:
    """The scores of each scale in the order in which they are shown."""
    shown = {scale: list(names) for scale, names in base.items() if names}
    if isinstance(scores, dict):
        for scale, parts in scores.items():
            if isinstance(parts, dict) and scale not in shown:
                shown[scale] = [str(name) for name in parts.values()]
    return shown


def _catalogue(table: str, base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base's entries and the file's. A creature's fields are laid over those of the one of
    its name, or of the one it is `from`."""
    entries, names = dict(base), index(base)
    for name, entry in own.items():
        path = (table, name)
        known = names.get(folded(name))
        if entry is False:
            if known is None:
                raise Fault(path, f"cannot be taken out; there is none{nearest(name, entries)}")
            del entries[known], names[folded(name)]
            continue
        if known is not None and known in own and known != name:
            raise Fault(path, f"is written like “{known}” but for case and accents")
        if isinstance(entry, dict):
            entry = _laid_over(path, entries, names, entry)
        if known is not None and known != name:
            entries = {name if each == known else each: e for each, e in entries.items()}
        entries[name], names[folded(name)] = entry, name
    return entries


def _laid_over(
    path: tuple[str, str], entries: dict[str, Any], names: dict[str, str], entry: dict[str, Any]
) -> Any:
    table, name = path
    source = names.get(folded(name), "")
    if "from" in entry:
        try:
            source = pick_from(str(entry["from"]), names, table.removesuffix("s"))
        except Refused as refused:
            raise Fault((*path, "from"), str(refused)) from None
    below = entries.get(source)
    fields = {key: value for key, value in entry.items() if key != "from"}
    return {**below, **fields} if isinstance(below, dict) else fields
