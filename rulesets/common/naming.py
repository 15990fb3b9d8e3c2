"""Names that people write: finding the choice that matches, and hints if none does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from events.errors import Refused
from events.types.names import fold_case


def pick(text: str, choices: Iterable[str], what: str) -> str:
    """Return the choice that matches, ignoring case and accents; raise `Refused` if none does."""
    every = list(choices)
    if text in every:
        return text
    for choice in every:
        if fold_case(choice) == fold_case(text):
            return choice
    raise Refused(f"There is no {what} “{text}”{suggest(text, every)}.")


def index_names(names: Iterable[str]) -> dict[str, str]:
    """Return names by their folded form, for tables that are searched often; the first of equals
    wins."""
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(fold_case(name), name)
    return known


def pick_from(text: str, index: Mapping[str, str], what: str) -> str:
    """Return the name that matches in an `index_names`; raise `Refused` as `pick` does."""
    found = index.get(fold_case(text))
    if found is None:
        raise Refused(f"There is no {what} “{text}”{suggest(text, index.values())}.")
    return found


def suggest(text: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """Return “ (did you mean …?)” with the most similar names, all names if they are few, or
    nothing."""
    by_folded = {fold_case(name): name for name in names}
    said = fold_case(text)
    begun = [name for name in by_folded if len(name) > 1 and said.startswith(name)]
    close = list(dict.fromkeys([*begun, *get_close_matches(said, by_folded, n=3, cutoff=cutoff)]))[
        :3
    ]
    if close:
        return f" (did you mean {join_words([by_folded[each] for each in close], 'or')}?)"
    if 0 < len(by_folded) <= 8:
        return f" (there is {join_words(list(by_folded.values()))})"
    return ""


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return “a, b and c”."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
