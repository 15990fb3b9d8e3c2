"""Who fought, and how they stand at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.export.document import Block, Heading, Inlines, Table
from combatlog.export.pages.page_context import PageContext
from projections.state.fight_state import Combatant
from projections.text.prose import prose
from projections.text.words import (
    capitalize,
    describe_conditions,
    describe_side,
    format_score,
    is_craft,
)


def build_participants_section(context: PageContext) -> Iterator[Block]:
    """Yield a table of the players' characters, and one of all others."""
    party = [one for one in context.record.in_order if _is_played(context, one)]
    others = [one for one in context.record.in_order if not _is_played(context, one)]
    for key, ones in (("players", party), ("creatures", others)):
        if ones:
            yield Heading(context.say(key))
            yield _build_table(context, ones, with_player=key == "players")


def _is_played(context: PageContext, one: Combatant) -> bool:
    """Return whether a player speaks for the combatant: characters, the players' own craft, and any
    combatant a player took over."""
    own_craft = is_craft(one) and one.side in context.record.state.players
    return one.kind != "npc" or bool(one.player) or own_craft


def describe_outcome(context: PageContext, one: Combatant) -> str:
    """Return how a combatant came out of the fight: “dead: the wolf's bite”, “fled”,
    “unconscious”."""
    if one.standing == "dead":
        key = "who.dead" if one.scale == "individual" else "who.destroyed"
        return context.say(key) + (f": {one.how}" if one.how else "")
    gone = [one.how] if one.standing == "gone" and one.how else []
    parts = [*gone, *describe_conditions(context.record.state, one)]
    return "; ".join(parts) or context.say("who.on-feet")


def _build_table(context: PageContext, ones: Sequence[Combatant], with_player: bool) -> Table:
    second = context.say("who.player" if with_player else "who.side")
    head = (context.say("who.name"), second, context.say("who.arms"), context.say("who.outcome"))
    return Table(head, tuple(tuple(_build_row(context, one, with_player)) for one in ones))


def _build_row(context: PageContext, one: Combatant, with_player: bool) -> Iterator[Inlines]:
    yield (context.link_name(one),)
    yield prose(one.player if with_player else capitalize(describe_side(one.side)))
    yield prose(", ".join(weapon.name for weapon in one.weapons))
    yield prose(describe_outcome(context, one))


def build_final_state_section(context: PageContext) -> Iterator[Block]:
    """Yield a table of scores, armor and conditions, for combatants whose numbers the reader may
    see."""
    ones = [one for one in context.record.in_order if context.may_see(one)]
    scores = list(dict.fromkeys(score for one in ones for score in one.scores))
    if not scores:
        return
    yield Heading(context.say("final-state"))
    head = (context.say("who.name"), *scores, context.say("who.armor"), context.say("who.outcome"))
    rows = tuple(tuple(_build_state_row(context, one, scores)) for one in ones)
    yield Table(head, rows, frozenset(range(1, len(head) - 1)))


def _build_state_row(
    context: PageContext, one: Combatant, scores: Sequence[str]
) -> Iterator[Inlines]:
    yield (context.link_name(one),)
    for score in scores:
        yield prose(_format_score(context, one, score))
    yield prose(_format_armor(one))
    yield prose(describe_outcome(context, one))


def _format_score(context: PageContext, one: Combatant, score: str) -> str:
    """Return “5”, “5/11” or “d6/d8”; empty for a score that the combatant does not have."""
    if score not in one.scores:
        return ""
    game = context.record.state.game
    now, most = (format_score(game, score, n) for n in (one.scores[score], one.maxima[score]))
    return now if now == most else f"{now}/{most}"


def _format_armor(one: Combatant) -> str:
    """Return “1”, or “4 + 1” with a shield."""
    return " + ".join(str(number) for number in (one.armor, one.shield) if number)


def build_combatant_state(context: PageContext, one: Combatant) -> Iterator[Block]:
    """Yield the same table for one combatant, if the reader may see their numbers."""
    if context.may_see(one):
        scores = list(one.scores)
        head = (*scores, context.say("who.armor"), context.say("who.outcome"))
        row = tuple(_build_state_row(context, one, scores))[1:]
        yield Table(head, (row,), frozenset(range(len(head) - 1)))
