"""The verbs that care for the wounded: aid, treat."""

from __future__ import annotations

from combatlog.grammar.cursor import complete_combatants
from combatlog.grammar.scanner import Scanner, parse_actor
from combatlog.grammar.verb import Verb
from combatlog.grammar.writer import FormattedLine, Writer
from events.types.declarations import Aid, Treat
from projections.state.fight_state import Combatant


def parse_aid(line: Scanner) -> Aid:
    """Parse `WHO TARGET [WOUND] [instead] [overrule: why]`."""
    by, target, wound = _parse_care(line)
    return Aid(by.id, target.id, line.instead, line.overrule, wound)


def parse_treat(line: Scanner) -> Treat:
    """Parse `WHO TARGET [WOUND] [instead] [overrule: why]`."""
    by, target, wound = _parse_care(line)
    return Treat(by.id, target.id, wound, line.instead, line.overrule)


def _parse_care(line: Scanner) -> tuple[Combatant, Combatant, str]:
    """Take a helper, a wounded combatant, and a wound's name (empty where none is typed)."""
    by = parse_actor(line, "helper")
    target = line.take_combatant("wounded", lambda one: any(w.awaits for w in one.wounds))
    if not line.rest:
        return by, target, ""
    label = line.take_one_of([wound.label for wound in target.wounds], f"wound of {target.name}")
    line.check_end()
    return by, target, label


def format_aid(writer: Writer, declared: Aid) -> FormattedLine:
    """Write `aid ada ben`."""
    return _format_care(writer, "aid", declared)


def format_treat(writer: Writer, declared: Treat) -> FormattedLine:
    """Write `treat ada ben bite`."""
    return _format_care(writer, "treat", declared)


def _format_care(writer: Writer, verb: str, declared: Aid | Treat) -> FormattedLine:
    return writer.write_declaration(
        declared,
        writer.find_verb_name(verb),
        writer.write_name(declared.by),
        writer.write_name(declared.target),
        writer.write_full_name(declared.wound),
    )


AID = Verb(
    name="aid",
    group="fighting",
    takes="WHO TARGET [WOUND]",
    does="tend a combatant's wounds",
    parse=parse_aid,
    formats={Aid: format_aid},
    complete=complete_combatants,
)

TREAT = Verb(
    name="treat",
    group="fighting",
    takes="WHO TARGET [WOUND]",
    does="heal a wound for good",
    parse=parse_treat,
    formats={Treat: format_treat},
    complete=complete_combatants,
)

VERBS = (AID, TREAT)
