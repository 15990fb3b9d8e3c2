"""Wounds and scars: who took which, and what they still await."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.export.document import Block, Bullets, Heading
from combatlog.export.pages.page_context import Desk, Record
from events.types.outcomes import RoundBegan, WoundClosed, WoundTaken
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, filled, prose, text_of
from projections.text.words import Words, wound_words


def wounds(desk: Desk) -> Iterator[Block]:
    """A list of the wounds that were taken in this fight, in the order they were."""
    items = [
        (desk.link(one), *prose(": "), *told(desk, wound, number, desk, one))
        for one, wound, number in taken(desk.record)
    ]
    if items:
        yield Heading(desk.say("wounds"))
        yield Bullets(tuple(items))


def taken(record: Record) -> Iterator[tuple[Combatant, Wound, int]]:
    """Each wound taken: by whom, and in which round (0 before and after the rounds)."""
    number = 0
    for _, event in record.line:
        if isinstance(event, RoundBegan):
            number = event.number
        elif isinstance(event, WoundTaken) and event.who in record.state.combatants:
            yield record.state.combatants[event.who], event.wound, number


def told(desk: Desk, wound: Wound, number: int, last: Desk, now: Combatant) -> Prose:
    """“**broken limb** (round 2); awaits mending.”: with what has become of it by the end of the
    `last` fight into which its bearer took it, who was then as `now`."""
    where = filled(desk.say("in-round"), {"number": str(number)}) if number else ()
    name = prose(wound_words(wound, wound.label, ": "), "strong")
    fields: dict[str, Prose | str] = {
        "wound": name,
        "where": text_of(where),
        "fate": _fate(last, now, wound),
    }
    return filled(desk.say("wound" if number else "wound-anywhere"), fields)


def _fate(desk: Desk, one: Combatant, wound: Wound) -> str:
    """What has become of it by the end."""
    now = one.wound(wound.label)
    if now is None:
        return desk.say("wound-healed" if _is_closed(desk, one, wound) else "wound-gone")
    if one.standing == "dead":
        return desk.say("wound-died")
    if now.awaits:
        left = ""
        if now.due:
            time = Words(desk.record.state).time(max(0, now.due - desk.record.state.clock))
            left = text_of(filled(desk.say("wound-left"), {"time": time}))
        return text_of(filled(desk.say("wound-awaits"), {"what": now.awaits, "left": left}))
    return desk.say("wound-scarred" if now.text.startswith("healed") else "wound-stays")


def _is_closed(desk: Desk, one: Combatant, wound: Wound) -> bool:
    return any(
        isinstance(event, WoundClosed) and (event.who, event.wound) == (one.id, wound.label)
        for _, event in desk.record.line
    )
