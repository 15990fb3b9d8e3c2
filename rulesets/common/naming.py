"""Names that people write: the choice that one means, and hints where none is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from events.errors import Refused
from events.types.names import folded


def pick(text: str, choices: Iterable[str], what: str) -> str:
    """The choice written like this but for case and accents; raises `Refused`."""
    every = list(choices)
    if text in every:
        return text
    for choice in every:
        if folded(choice) == folded(text):
            return choice
    raise Refused(f"There is no {what} “{text}”{nearest(text, every)}.")


def index(names: Iterable[str]) -> dict[str, str]:
    """Names as they are compared, each with how it is written, the first of several alike: for
    tables that are asked often."""
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(folded(name), name)
    return known


def pick_from(text: str, index: Mapping[str, str], what: str) -> str:
    """As `pick`, from an `index`."""
    found = index.get(folded(text))
    if found is None:
        raise Refused(f"There is no {what} “{text}”{nearest(text, index.values())}.")
    return found


def nearest(text: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """“ (did you mean …?)” with the names most alike, by so much at least, or all of a few, or
    nothing."""
    by_folded = {folded(name): name for name in names}
    said = folded(text)
    begun = [name for name in by_folded if len(name) > 1 and said.startswith(name)]
    close = list(dict.fromkeys([*begun, *get_close_matches(said, by_folded, n=3, cutoff=cutoff)]))[
        :3
    ]
    if close:
        return f" (did you mean {listed([by_folded[each] for each in close], 'or')}?)"
    if 0 < len(by_folded) <= 8:
        return f" (there is {listed(list(by_folded.values()))})"
    return ""


def listed(words: Sequence[str], last: str = "and") -> str:
    """“a, b and c”."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
