"""The page of a fight: its introduction, its sections and its seal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatlog.export.document import Block, Code, FileLink, Heading, Inline, Page, Paragraph
from combatlog.export.pages.chronicle_section import build_chronicle_section
from combatlog.export.pages.page_context import PageContext
from combatlog.export.pages.participants_section import (
    build_final_state_section,
    build_participants_section,
    build_wounds_section,
)
from combatlog.export.pages.recap_section import build_recap_section
from combatlog.export.pages.statistics_section import build_statistics_section
from projections.state.fight_state import DISABLING, Combatant
from projections.text.prose import Prose, Span, fill_template, join_prose, prose
from projections.text.words import capitalize, describe_side


def build_lead(context: PageContext) -> list[Block]:
    """Return the introduction: the game, the day and the rounds, and who is left on each side."""
    state = context.record.state
    fields: dict[str, Prose | str] = {
        "title": prose(state.title, "strong"),
        "game": state.game.name,
        "day": context.record.day,
        "rounds": str(state.round),
        "why": context.record.why,
    }
    inlines: list[Inline] = [
        *fill_template(context.say(f"lead.{_choose_opening(context)}"), fields)
    ]
    for side in state.sides:
        inlines += [Span(" "), *_describe_side(context, side)]
    return [Paragraph(tuple(inlines))]


def make_replay_key(fight: str) -> str:
    """Return the key under which the page of a fight looks for the address of its replay."""
    return f"replay:{fight}"


def build_replay_section(context: PageContext) -> Iterator[Block]:
    """Yield the link to the replay, where it is asked for."""
    if context.options.replay:
        key = make_replay_key(context.record.listed.id)
        yield Paragraph((FileLink(context.book.one("replay.subtitle"), key),))


def describe_ending(context: PageContext) -> str:
    """Return how the fight ended in few words: the given reason, or that it goes on."""
    if not context.record.state.ended:
        return context.say("lead.open")
    return context.record.why or context.say("lead.over")


def _choose_opening(context: PageContext) -> str:
    """Return the key of the sentence that begins the page."""
    state = context.record.state
    if not state.ended:
        return "goes-on"
    rounds = {0: "no-round", 1: "one-round"}.get(state.round, "rounds")
    return rounds if context.record.why else f"{rounds}-bare"


def _describe_side(context: PageContext, side: str) -> Prose:
    """Return a sentence such as “The cult: Cult mob routed; Mask priest dead.”"""
    by_fate: dict[str, list[str]] = {}
    for one in context.record.state.members(side):
        by_fate.setdefault(_describe_fate(context, one), []).append(one.name)
    if not by_fate:
        return ()
    last = f" {context.say('and')} "
    fates = [
        fill_template(context.say("fared.some"), {"names": _join_names(names, last), "fate": fate})
        for fate, names in by_fate.items()
    ]
    fields: dict[str, Prose | str] = {
        "side": capitalize(describe_side(side)),
        "fates": join_prose(fates, "; "),
    }
    return fill_template(context.say("fared.side"), fields)


def _join_names(names: Sequence[str], last: str) -> Prose:
    return join_prose([prose(name) for name in names], last=last)


def _describe_fate(context: PageContext, one: Combatant) -> str:
    """Return what became of a combatant in a word or two."""
    if one.standing == "dead":
        return context.say("who.dead" if one.scale == "individual" else "who.destroyed")
    if one.standing == "gone":
        if one.how == "retreated":
            return context.say("fared.retreated")
        return one.how if one.how in _WAYS_OUT else context.say("fared.gone")
    down = any(each.bars in DISABLING for each in one.conditions)
    return context.say("fared.down" if down else "who.on-feet")


_WAYS_OUT = ("fled", "surrendered", "routed")
"""How a combatant leaves a fight by its rules, without the referee's word."""


def build_seal_section(context: PageContext) -> Iterator[Block]:
    """Yield the number of events that the page covers, and the seal that shows whether any was
    changed since."""
    yield Heading(context.say("seal"))
    yield Paragraph(
        fill_template(context.say("sealed"), {"count": str(context.record.listed.events)})
    )
    yield Code(context.record.seal)


def compose_fight_page(context: PageContext) -> Page:
    """Return the page: participants, chronicle, wounds, final state, statistics, recap, seal."""
    record = context.record
    sections = (
        build_lead,
        build_replay_section,
        build_participants_section,
        build_chronicle_section,
        build_wounds_section,
        build_final_state_section,
        build_statistics_section,
        build_recap_section,
        build_seal_section,
    )
    return Page(
        record.key,
        "fight",
        record.state.title,
        tuple(block for section in sections for block in section(context)),
        {
            "game": record.state.game.name,
            "fight": record.listed.number,
            "date": record.day,
            "rounds": record.state.round,
            "ended": describe_ending(context),
            "events": record.listed.events,
            "language": context.book.language,
            "combatants": tuple(context.link_name(one) for one in record.in_order),
        },
        (record.listed.id,),
    )
