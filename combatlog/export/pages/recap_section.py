"""The recap of a fight: who fell and what would have saved them, who left or nearly fell, the
chances that were missed, the damage by weapon; the same as `combatlog recap` shows."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.app.recap import (
    describe_course,
    describe_fall,
    list_damage,
    list_falls,
    list_missed,
)
from combatlog.app.rescue_words import describe_rescues
from combatlog.app.survivors import list_survivors
from combatlog.app.turn_odds import list_fight_odds, list_turn_odds
from combatlog.export.document import Block, Bullets, Heading, Paragraph, Table
from combatlog.export.pages.page_context import PageContext
from projections.queries.visibility import sees_all
from projections.text.prose import prose
from projections.text.words import capitalize


def build_recap_section(context: PageContext) -> Iterator[Block]:
    """Yield who fell, each with the blows and what would have saved them; who left, and who came
    closest to falling; missed chances; and a table of the damage by weapon."""
    history, audience = context.record.history, context.options.audience
    falls = list(list_falls(history, audience))
    if falls:
        yield Heading(context.say("falls"))
    for told in falls:
        yield Paragraph(prose(f"{describe_fall(told)}.", "strong"))
        said = [*describe_course(told), *describe_rescues(told)]
        yield Bullets(tuple(prose(f"{capitalize(each)}.") for each in said))
    survivors = list_survivors(history, audience)
    parts = {
        "left": [said for _, _, said in survivors.left],
        "calls": [said for _, _, said in survivors.calls],
        "missed": [said for _, said in list_missed(history)],
    }
    level = 3 if falls else 2
    for name, sentences in parts.items():
        if sentences:
            yield Heading(context.say(name), level)
            yield Bullets(tuple(prose(f"{said}.") for said in sentences))
            level = 3
    yield from _build_damage_table(context)
    if context.options.odds:
        yield from _build_odds(context)


def _build_damage_table(context: PageContext) -> Iterator[Block]:
    audience = context.options.audience
    shares = list_damage(context.record.history, audience)["weapon"]
    if not shares:
        return
    yield Heading(context.say("damage-by-weapon"), 3)
    columns = ["dealt", "blows", "through", *(["absorbed"] if sees_all(audience) else [])]
    rows = tuple(
        (prose(name), *(prose(str(getattr(share, column))) for column in columns))
        for name, share in shares
    )
    head = [context.say("stats.weapon"), *(context.say(f"stats.{column}") for column in columns)]
    yield Table(tuple(head), rows, frozenset(range(1, len(head))))


def _build_odds(context: PageContext) -> Iterator[Block]:
    """Yield how the fight went against playouts of it, and the chances of every turn."""
    history, audience = context.record.history, context.options.audience
    fought = list_fight_odds(history, audience)
    turns = list(list_turn_odds(history, audience))
    if fought or turns:
        yield Heading(context.say("odds"))
    if fought:
        yield Bullets(tuple(prose(each) for each in fought))
    for turn in turns:
        yield Paragraph(prose(f"{capitalize(turn.when)} ({turn.method})", "strong"))
        yield Bullets(tuple(prose(each) for each in turn.said))
