"""The verb `manoeuvre`: the actions of craft."""

from __future__ import annotations

from itertools import takewhile

from combatlog.grammar.cursor import Cursor
from combatlog.grammar.scanner import Scanner, is_present, match_name, parse_actor, parse_weapon
from combatlog.grammar.verb import Verb
from combatlog.grammar.writer import FormattedLine, Writer, format_weapon
from events.types.declarations import Manoeuvre
from events.types.names import fold_case
from projections.state.fight_state import Combatant

_JOINTS = ("on", "with", "as")
"""The words between the parts of a manoeuvre."""


def parse_manoeuvre(line: Scanner) -> Manoeuvre:
    """Parse `CRAFT WHAT [[on] TARGET] [with WEAPON] [as CHOICE] [instead] [overrule: why]`."""
    by = parse_actor(line, "craft")
    what = line.take_one_of(line.lexicon.manoeuvres, "manoeuvre")
    target = weapon = choice = ""
    while line.rest:
        if line.accept("on") or (not target and _is_target(line, by)):
            target = line.take_combatant("target", lambda one: one.side != by.side, is_present).id
        elif line.accept("with"):
            weapon = parse_weapon(line, by)
        else:
            line.accept("as")
            choice = line.take_text()
    return Manoeuvre(by.id, what, target, choice, weapon, line.instead, line.overrule)


def _is_target(line: Scanner, by: Combatant) -> bool:
    """Return whether all words up to the next joint name another combatant."""
    words = list(takewhile(lambda word: fold_case(word) not in _JOINTS, line.rest))
    others = (one for one in line.state.combatants.values() if one is not by)
    fits = (match_name(words, one.name) for one in others)
    return any(each is not None and each.used == len(words) for each in fits)


def format_manoeuvre(writer: Writer, declared: Manoeuvre) -> FormattedLine:
    """Write `manoeuvre courier lock on on raider with gun`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("manoeuvre"),
        writer.write_name(declared.by),
        declared.what,
        f"on {writer.write_name(declared.target)}" if declared.target else "",
        f"with {format_weapon(writer, declared.weapon)}" if declared.weapon else "",
        f"as {writer.write_text(declared.choice)}" if declared.choice else "",
    )


def complete_manoeuvre(cursor: Cursor) -> list[str]:
    """Suggest a craft, then the manoeuvres and the words between their parts."""
    if not cursor.words:
        return cursor.names
    return [*cursor.lexicon.manoeuvres, "on", "with"]


MANOEUVRE = Verb(
    name="manoeuvre",
    group="fighting",
    aliases=("maneuver", "man"),
    takes="CRAFT WHAT [[on] TARGET] [with WEAPON] [as CHOICE]",
    does="declare a manoeuvre of a craft",
    examples=(("man courier lock on raider with gun", "what there is: {manoeuvres}"),),
    parse=parse_manoeuvre,
    formats={Manoeuvre: format_manoeuvre},
    complete=complete_manoeuvre,
)

VERBS = (MANOEUVRE,)
