"""The verbs that state where combatants are: area, place, engage, crew."""

from __future__ import annotations

from combatlog.grammar.commands import Declare
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_combatants
from combatlog.grammar.writer import FormattedLine, Inexpressible, Writer
from events.errors import Refused
from events.types.declarations import Area
from events.types.names import clean_text
from events.types.statements import Crew, Engage, Place


def parse_area(line: Scanner) -> Area:
    """Parse `NAME [next to AREA[, AREA…]] [sees AREA[, AREA…]] [unseen AREA[, AREA…]] [: why]`."""
    parts: dict[str, list[str]] = {"name": [], "next": [], "sees": [], "unseen": []}
    part = "name"
    while line.rest:
        word = line.peek()
        if word in ("next", "sees", "unseen"):
            part = line.take().casefold()
            line.accept("to", "from")
        else:
            parts[part].append(line.take())
    name, near, seen, unseen = (" ".join(words) for words in parts.values())
    if not name:
        raise Refused("Say what the area is called, like: area gate next to yard")
    if "," in name:
        raise Refused("Lay out one area at a time, like: area gate next to yard")
    return Area(clean_text(name), _split(near), _split(seen), line.why, _split(unseen))


def _split(text: str) -> tuple[str, ...]:
    return tuple(clean_text(each) for each in text.split(",") if clean_text(each))


def format_area(writer: Writer, declared: Area) -> FormattedLine:
    """Write `area gate next to yard sees tower`."""
    if not declared.name:
        raise Inexpressible
    beside = {"next to": declared.adjacent, "sees": declared.sight, "unseen": declared.unseen}
    return writer.write_line(
        writer.find_verb_name("area"),
        writer.write_text(declared.name),
        *(
            f"{what} {', '.join(map(writer.write_text, names))}"
            for what, names in beside.items()
            if names
        ),
        why=declared.why,
    )


def complete_area(cursor: Cursor) -> list[str]:
    """Suggest the areas, which can be laid out again."""
    return [] if cursor.words else [*cursor.state.areas]


AREA = Verb(
    name="area",
    group="facts",
    takes="NAME [next to AREA, AREA] [sees AREA] [unseen AREA]",
    does="lay out an area of the battlefield",
    parse=parse_area,
    formats={Area: format_area},
    complete=complete_area,
)


def parse_place(line: Scanner) -> Declare:
    """Parse `WHO[, WHO…] [in] AREA [: why]`."""
    ones = line.take_combatants()
    line.accept("in")
    if not line.state.areas:
        raise Refused("No area is laid out yet, like: area gate next to yard")
    where = line.take_one_of(line.state.areas, "area")
    line.check_end()
    return Declare(tuple(Place(one.id, where, line.why) for one in ones))


def format_place(writer: Writer, stated: Place) -> FormattedLine:
    """Write `place ada yard`."""
    who, area = writer.write_name(stated.who), writer.write_full_name(stated.area)
    return writer.write_line(writer.find_verb_name("place"), who, area, why=stated.why)


def complete_place(cursor: Cursor) -> list[str]:
    """Suggest who is placed, then the areas."""
    return [*cursor.state.areas] if cursor.words else cursor.names


PLACE = Verb(
    name="place",
    group="facts",
    takes="WHO[, WHO] AREA [: why]",
    does="state where a combatant is",
    parse=parse_place,
    formats={Place: format_place},
    complete=complete_place,
)


def parse_engage(line: Scanner) -> Engage:
    """Parse `WHO [with] WHO[, WHO…] | nobody [: why]`."""
    one = line.take_combatant()
    line.accept("with")
    opponents = () if line.accept("nobody") else tuple(each.id for each in line.take_combatants())
    line.check_end()
    return Engage(one.id, opponents, line.why)


def format_engage(writer: Writer, stated: Engage) -> FormattedLine:
    """Write `engage ada with wolf, wolf 2`."""
    opponents = writer.write_names(stated.opponents) or "nobody"
    who = writer.write_name(stated.who)
    return writer.write_line(
        writer.find_verb_name("engage"), who, "with", opponents, why=stated.why
    )


ENGAGE = Verb(
    name="engage",
    group="facts",
    takes="WHO with WHO[, WHO] | nobody [: why]",
    does="state whom a combatant is engaged with",
    parse=parse_engage,
    formats={Engage: format_engage},
    complete=complete_combatants,
)


def parse_crew(line: Scanner) -> Crew:
    """Parse `CRAFT WHO [[as] POST] | CRAFT WHO off [: why]`."""
    craft = line.take_combatant("craft", lambda one: one.scale not in ("individual", "detachment"))
    member = line.take_combatant()
    if line.accept("off", "ashore"):
        return Crew(craft.id, member.id, ashore=True, why=line.why)
    line.accept("as")
    return Crew(craft.id, member.id, line.take_text(), why=line.why)


def format_crew(writer: Writer, stated: Crew) -> FormattedLine:
    """Write `crew courier ada pilot`."""
    post = "off" if stated.ashore else writer.write_text(stated.post)
    craft, member = writer.write_name(stated.who), writer.write_name(stated.member)
    return writer.write_line(writer.find_verb_name("crew"), craft, member, post, why=stated.why)


CREW = Verb(
    name="crew",
    group="facts",
    takes="CRAFT WHO [POST] | CRAFT WHO off",
    does="state who is aboard a craft",
    parse=parse_crew,
    formats={Crew: format_crew},
    complete=complete_combatants,
)

VERBS = (AREA, PLACE, ENGAGE, CREW)
