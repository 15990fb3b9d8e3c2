"""Two fights, or two lines of one, side by side, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.app.side_by_side import COUNTED, FATES, LineSummary, SideSummary
from combatlog.terminal.views.layout import align_table, bold, dim
from projections.queries.statistics import Tally
from projections.text.words import capitalize

_NONE = "–"


def render_side_by_side(one: LineSummary, other: LineSummary) -> Iterator[str]:
    """Yield a table of the sides, one of the combatants, and the turning points of both."""
    both = (one, other)
    heads = [_describe(each) for each in both]
    if one.title == other.title:
        heads = [each.place for each in both]
    rows = [["rounds", *(str(each.rounds) for each in both)]]
    for name in _merge(one.sides, other.sides):
        rows.append([capitalize(name), "", ""])
        rows += _compare_sides(*(each.sides.get(name) for each in both))
    yield bold("Sides")
    yield from _render_table(heads, rows)
    rows = []
    for name in _merge(one.combatants, other.combatants):
        rows.append([name, *(_describe_combatant(each.combatants.get(name)) for each in both)])
    yield bold("Combatants")
    yield from _render_table(heads, rows)
    yield dim("Luck is what the dice were above their average.")
    for head, each in zip(heads, both, strict=True):
        if each.turns:
            yield bold(f"Turning points of {head}")
            yield from (f"  {said}" for said in each.turns)


def _describe(summary: LineSummary) -> str:
    return f"{summary.title} {summary.place}"


def _merge(one: Iterable[str], other: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*one, *other]))


def _render_table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    head, *lines = align_table([["", *heads], *rows])
    yield dim(head)
    yield from lines


def _compare_sides(*sides: SideSummary | None) -> Iterator[list[str]]:
    """Yield a row for each fate that anybody met, and for each number."""
    for fate in FATES:
        counts = [side.fates[fate] if side else None for side in sides]
        if any(counts):
            yield [f"  {fate}", *(_NONE if each is None else str(each) for each in counts)]
    for name in (*COUNTED, "luck"):
        yield [f"  {name}", *(_count(side.tally, name) if side else _NONE for side in sides)]


def _count(tally: Tally, name: str) -> str:
    return f"{tally.luck.excess:+.1f}" if name == "luck" else str(getattr(tally, name))


def _describe_combatant(found: tuple[str, Tally] | None) -> str:
    if found is None:
        return _NONE
    fate, tally = found
    return f"{fate}, {tally.dealt} dealt, {tally.taken} taken"
