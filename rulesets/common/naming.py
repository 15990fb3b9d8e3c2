"""Who and what is meant: exact names here; the table's shorthand is the grammar's business."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from events.errors import Refused
from events.types.names import folded, slug
from projections.state.fight_state import Combatant, FightState


def find(state: FightState, text: str) -> Combatant:
    """The combatant with this id or name; raises `Refused` with the nearest ones."""
    found = state.combatants.get(text) or state.combatants.get(slug(text))
    if found is not None and (found.id == text or folded(found.name) == folded(text)):
        return found
    for one in state.combatants.values():
        if folded(one.name) == folded(text):
            return one
    if found is not None:
        return found
    names = [one.name for one in state.combatants.values()]
    raise Refused(f"Nobody here is called “{text}”{nearest(text, names)}.")


def taken(state: FightState, but: str = "") -> set[str]:
    """The identifiers that are taken (ALL-04): everybody's own and that of their present name,
    those left out among them, who may be put back; `but` is the id of somebody who may keep
    theirs."""
    names = {one.id: one.name for one in state.combatants.values()}
    others = [each for each in (*state.absent.items(), *names.items()) if each[0] != but]
    return {id for id, _ in others} | {slug(name) for _, name in others}


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
