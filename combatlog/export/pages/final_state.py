"""A table of how everybody stands at the end of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.export.document import Block, Heading, Inlines, Table
from combatlog.export.pages.page_context import Desk
from combatlog.export.pages.participants_section import outcome
from projections.state.fight_state import Combatant
from projections.text.prose import prose
from projections.text.words import amount


def standing(desk: Desk) -> Iterator[Block]:
    """Scores, armor and what ails them, of those whose numbers the reader may see."""
    ones = [one for one in desk.record.in_order if desk.may_see(one)]
    scores = list(dict.fromkeys(score for one in ones for score in one.scores))
    if not scores:
        return
    yield Heading(desk.say("final-state"))
    head = (desk.say("who.name"), *scores, desk.say("who.armor"), desk.say("who.outcome"))
    rows = tuple(tuple(_row(desk, one, scores)) for one in ones)
    yield Table(head, rows, frozenset(range(1, len(head) - 1)))


def _row(desk: Desk, one: Combatant, scores: Sequence[str]) -> Iterator[Inlines]:
    yield (desk.link(one),)
    for score in scores:
        yield prose(_of(desk, one, score))
    yield prose(_armor(one))
    yield prose(outcome(desk, one))


def _of(desk: Desk, one: Combatant, score: str) -> str:
    """“5”, “5/11”, “d6/d8”; nothing for a score that they do not have."""
    if score not in one.scores:
        return ""
    game = desk.record.state.game
    now, most = (amount(game, score, n) for n in (one.scores[score], one.maxima[score]))
    return now if now == most else f"{now}/{most}"


def _armor(one: Combatant) -> str:
    """“1”, “4 + 1” with a shield."""
    return " + ".join(str(number) for number in (one.armor, one.shield) if number)


def standing_of(desk: Desk, one: Combatant) -> Iterator[Block]:
    """How one combatant stands, where the reader may see it."""
    if desk.may_see(one):
        scores = list(one.scores)
        head = (*scores, desk.say("who.armor"), desk.say("who.outcome"))
        row = tuple(_row(desk, one, scores))[1:]
        yield Table(head, (row,), frozenset(range(len(head) - 1)))
