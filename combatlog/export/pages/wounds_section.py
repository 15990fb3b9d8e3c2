"""Wounds and scars: who took which, and what they still need."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Bullets, Heading
from combatlog.export.pages.page_context import FightRecord, PageContext
from events.types.outcomes import RoundBegan, WoundClosed, WoundTaken
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, fill_template, plain_text, prose
from projections.text.words import Words, describe_wound


def build_wounds_section(context: PageContext) -> Iterator[Block]:
    """Yield a list of the wounds taken in this fight, in order."""
    items = [
        (
            context.link_name(one),
            *prose(": "),
            *describe_wound_and_fate(context, wound, number, context, one),
        )
        for one, wound, number in find_wounds(context.record)
    ]
    if items:
        yield Heading(context.say("wounds"))
        yield Bullets(tuple(items))


def find_wounds(record: FightRecord) -> Iterator[tuple[Combatant, Wound, int]]:
    """Yield each wound taken: its bearer, the wound, and the round (0 outside of rounds)."""
    number = 0
    for _, event in record.line:
        if isinstance(event, RoundBegan):
            number = event.number
        elif isinstance(event, WoundTaken) and event.who in record.state.combatants:
            yield record.state.combatants[event.who], event.wound, number


def describe_wound_and_fate(
    context: PageContext, wound: Wound, number: int, last: PageContext, now: Combatant
) -> Prose:
    """Return a wound in words: “**broken limb** (round 2); awaits mending.” Its fate is as of the
    `last` fight into which the bearer carried it; `now` is the bearer at the end of that fight."""
    where = fill_template(context.say("in-round"), {"number": str(number)}) if number else ()
    name = prose(describe_wound(wound, wound.label, ": "), "strong")
    fields: dict[str, Prose | str] = {
        "wound": name,
        "where": plain_text(where),
        "fate": _describe_fate(last, now, wound),
    }
    return fill_template(context.say("wound" if number else "wound-anywhere"), fields)


def _describe_fate(context: PageContext, one: Combatant, wound: Wound) -> str:
    """Return what became of the wound by the end of the fight."""
    now = one.wound(wound.label)
    if now is None:
        return context.say("wound-healed" if _is_closed(context, one, wound) else "wound-gone")
    if one.standing == "dead":
        return context.say("wound-died")
    if now.awaits:
        left = ""
        if now.due:
            time = Words(context.record.state).time(max(0, now.due - context.record.state.clock))
            left = plain_text(fill_template(context.say("wound-left"), {"time": time}))
        return plain_text(
            fill_template(context.say("wound-awaits"), {"what": now.awaits, "left": left})
        )
    return context.say("wound-scarred" if now.text.startswith("healed") else "wound-stays")


def _is_closed(context: PageContext, one: Combatant, wound: Wound) -> bool:
    return any(
        isinstance(event, WoundClosed) and (event.who, event.wound) == (one.id, wound.label)
        for _, event in context.record.line
    )
