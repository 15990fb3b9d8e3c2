"""Who fought, how they stand at the end, their wounds, and who is the same in several fights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from combatlog.app.identities import Member, identify_persons, list_members
from combatlog.export.document import Block, Bullets, Heading, Inlines, Table
from combatlog.export.pages.page_context import FightRecord, Links, PageContext
from events.types.sheets import Wound
from projections.state.fight_state import Combatant
from projections.text.prose import Prose, fill_template, plain_text, prose
from projections.text.words import (
    Words,
    capitalize,
    describe_side,
    describe_wound,
    format_score,
    is_craft,
    list_conditions,
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
    parts = [*gone, *list_conditions(context.record.state, one)]
    return "; ".join(parts) or context.say("who.on-feet")


def describe_outcome_so_far(context: PageContext, one: Combatant) -> str:
    """Return the same for a list of several fights: “on their feet (not over yet)” if the fight
    goes on."""
    said = describe_outcome(context, one)
    return said if context.record.state.ended else f"{said} ({context.say('lead.open')})"


def _name_outcome(context: PageContext) -> str:
    """Return the heading of the column of outcomes."""
    return context.say("who.outcome" if context.record.state.ended else "who.so-far")


def _build_table(context: PageContext, ones: Sequence[Combatant], with_player: bool) -> Table:
    second = context.say("who.player" if with_player else "who.side")
    head = (context.say("who.name"), second, context.say("who.arms"), _name_outcome(context))
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
    head = (context.say("who.name"), *scores, context.say("who.armor"), _name_outcome(context))
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
        head = (*scores, context.say("who.armor"), _name_outcome(context))
        row = tuple(_build_state_row(context, one, scores))[1:]
        yield Table(head, (row,), frozenset(range(len(head) - 1)))


class PersonRecord(NamedTuple):
    """A person with a page: a player's character, a follower, or a combatant taken from one fight
    into another. The name and player are those of the last fight; the key
    (`person:FIGHT/COMBATANT`) is that of the first, so it never changes. `places` says where they
    fought: the fight's place in the campaign, and the combatant's id in it."""

    key: str
    name: str
    player: str
    places: list[tuple[int, str]]


def find_people(records: Sequence[FightRecord]) -> list[PersonRecord]:
    """Return all persons who have a page, in the order in which they first fought."""
    everybody = (each for record in records for each in _list_members(record))
    whose = identify_persons(everybody)
    people: dict[str, PersonRecord] = {}
    paged: set[str] = set()
    for place, record in enumerate(records):
        for one in record.state.combatants.values():
            first = whose[f"{record.listed.id}/{one.id}"]
            places = people[first].places if first in people else []
            if places or one.kind != "npc" or one.origin:
                paged.add(first)
            places.append((place, one.id))
            people[first] = PersonRecord(f"person:{first}", one.name, one.player, places)
    return [person for first, person in people.items() if first in paged]


def _list_members(record: FightRecord) -> list[Member]:
    return list_members(record.listed.number, record.listed.id, record.state)


def build_links(people: Iterable[PersonRecord], fights: Sequence[str]) -> Links:
    """Return where the name of each combatant who has a page links to. `fights` are the ids of the
    campaign's fights."""
    return {(fights[place], one): person.key for person in people for place, one in person.places}


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
    for each in record.wounds:
        if each.who in record.state.combatants:
            yield record.state.combatants[each.who], each.wound, each.round


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
        closed = (one.id, wound.label) in context.record.closed
        return context.say("wound-healed" if closed else "wound-gone")
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
