"""Where everybody is: areas, who is locked in a fight with whom, who is aboard."""

from __future__ import annotations

from combatlog.grammar.parsing.scanner import Scanner
from events.errors import Refused
from events.types import declarations as d
from events.types import statements as s
from events.types.names import clean


def area(line: Scanner) -> d.Area:
    """`NAME [next to AREA[, AREA…]] [sees AREA[, AREA…]] [unseen AREA[, AREA…]] [: why]`."""
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
    return d.Area(clean(name), _listed(near), _listed(seen), line.why, _listed(unseen))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(clean(each) for each in text.split(",") if clean(each))


def place(line: Scanner) -> tuple[s.Place, ...]:
    """`WHO[, WHO…] [in] AREA [: why]`."""
    ones = line.combatants()
    line.accept("in")
    if not line.state.areas:
        raise Refused("No area is laid out yet, like: area gate next to yard")
    where = line.word_of(line.state.areas, "area")
    line.done()
    return tuple(s.Place(one.id, where, line.why) for one in ones)


def engage(line: Scanner) -> s.Engage:
    """`WHO [with] WHO[, WHO…] | nobody [: why]`."""
    one = line.combatant()
    line.accept("with")
    opponents = () if line.accept("nobody") else tuple(each.id for each in line.combatants())
    line.done()
    return s.Engage(one.id, opponents, line.why)


def crew(line: Scanner) -> s.Crew:
    """`CRAFT WHO [POST] | CRAFT WHO off [: why]`."""
    craft = line.combatant("craft", lambda one: one.scale not in ("individual", "detachment"))
    member = line.combatant()
    if line.accept("off", "ashore"):
        return s.Crew(craft.id, member.id, ashore=True, why=line.why)
    line.accept("as")
    return s.Crew(craft.id, member.id, line.text(), why=line.why)
