"""Who fought, and how they came out of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.export.document import Block, Heading, Inlines, Table
from combatlog.export.pages.page_context import Desk
from projections.state.fight_state import Combatant
from projections.text.prose import prose
from projections.text.words import amount, capital, conditions_words, is_craft, side_words


def who_fought(desk: Desk) -> Iterator[Block]:
    """A table of the players' characters, and one of everybody else."""
    party = [one for one in desk.record.in_order if _is_played(desk, one)]
    others = [one for one in desk.record.in_order if not _is_played(desk, one)]
    for key, ones in (("players", party), ("creatures", others)):
        if ones:
            yield Heading(desk.say(key))
            yield _table(desk, ones, with_player=key == "players")


def _is_played(desk: Desk, one: Combatant) -> bool:
    """Do players speak for them? Their own craft count, and whom somebody took over."""
    own_craft = is_craft(one) and one.side in desk.record.state.players
    return one.kind != "npc" or bool(one.player) or own_craft


def outcome(desk: Desk, one: Combatant) -> str:
    """How somebody came out of it: “dead: the wolf's bite”, “fled”, “unconscious”."""
    if one.standing == "dead":
        key = "who.dead" if one.scale == "individual" else "who.destroyed"
        return desk.say(key) + (f": {one.how}" if one.how else "")
    gone = [one.how] if one.standing == "gone" and one.how else []
    told = [*gone, *conditions_words(desk.record.state, one)]
    return "; ".join(told) or desk.say("who.on-feet")


def _table(desk: Desk, ones: Sequence[Combatant], with_player: bool) -> Table:
    second = desk.say("who.player" if with_player else "who.side")
    head = (desk.say("who.name"), second, desk.say("who.arms"), desk.say("who.outcome"))
    return Table(head, tuple(tuple(_row(desk, one, with_player)) for one in ones))


def _row(desk: Desk, one: Combatant, with_player: bool) -> Iterator[Inlines]:
    yield (desk.link(one),)
    yield prose(one.player if with_player else capital(side_words(one.side)))
    yield prose(", ".join(weapon.name for weapon in one.weapons))
    yield prose(outcome(desk, one))


def standing(desk: Desk) -> Iterator[Block]:
    """Scores, armor and what ails them, of those whose numbers the reader may see."""
    ones = [one for one in desk.record.in_order if desk.may_see(one)]
    scores = list(dict.fromkeys(score for one in ones for score in one.scores))
    if not scores:
        return
    yield Heading(desk.say("final-state"))
    head = (desk.say("who.name"), *scores, desk.say("who.armor"), desk.say("who.outcome"))
    rows = tuple(tuple(_state_row(desk, one, scores)) for one in ones)
    yield Table(head, rows, frozenset(range(1, len(head) - 1)))


def _state_row(desk: Desk, one: Combatant, scores: Sequence[str]) -> Iterator[Inlines]:
    yield (desk.link(one),)
    for score in scores:
        yield prose(_score(desk, one, score))
    yield prose(_armor(one))
    yield prose(outcome(desk, one))


def _score(desk: Desk, one: Combatant, score: str) -> str:
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
        row = tuple(_state_row(desk, one, scores))[1:]
        yield Table(head, (row,), frozenset(range(len(head) - 1)))
