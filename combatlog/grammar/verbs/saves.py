"""The verbs that call for a save: save, morale."""

from __future__ import annotations

from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_combatant, roll_examples
from combatlog.grammar.writer import FormattedLine, Writer, format_opponent
from events.types.declarations import CallMorale, CallSave


def parse_save(line: Scanner) -> CallSave:
    """Parse `WHO[, WHO…] ABILITY [TARGET | versus WHO [ABILITY]] [imp: why] [enh: why] [: why]
    [overrule: why]`."""
    ones = line.take_combatants()
    score, target, versus = line.take_rollable(ones[0]), line.take_target(), line.take_versus()
    opposing = line.take_rollable(line.state.combatants[versus]) if versus and line.rest else ""
    line.check_end()
    return CallSave(
        tuple(one.id for one in ones),
        score,
        line.why,
        line.overrule,
        versus,
        target,
        line.find_modifier("enhanced"),
        line.find_modifier("impaired"),
        opposing,
    )


def format_save(writer: Writer, declared: CallSave) -> FormattedLine:
    """Write `save ada DEX: a ledge`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("save"),
        writer.write_names(declared.who),
        declared.score,
        "" if declared.target is None else str(declared.target),
        *format_opponent(writer, declared.versus, declared.opposing),
        why=declared.why,
    )


def complete_save(cursor: Cursor) -> list[str]:
    """Suggest who saves, then what it is rolled on, and opponents."""
    if not cursor.words:
        return cursor.names
    if (opponents := cursor.list_opponents()) is not None:
        return opponents
    return [*cursor.rollable, *cursor.keep_if("versus", "versus")]


SAVE = Verb(
    name="save",
    group="fighting",
    takes="WHO[, WHO] {ABILITY}<target| NUMBER><versus| | … versus WHO [{ABILITY}]> [: why]",
    does="call for a {save}",
    examples=roll_examples("{save} ada"),
    parse=parse_save,
    formats={CallSave: format_save},
    complete=complete_save,
)


def parse_morale(line: Scanner) -> CallMorale:
    """Parse `WHO[, WHO…] [imp: why] [enh: why] [: why] [overrule: why]`."""
    who = tuple(one.id for one in line.take_combatants())
    line.check_end()
    modifiers = line.find_modifier("enhanced"), line.find_modifier("impaired")
    return CallMorale(who, line.why, *modifiers, line.overrule)


def format_morale(writer: Writer, declared: CallMorale) -> FormattedLine:
    """Write `morale wolf: the tide turns`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("morale"),
        writer.write_names(declared.who),
        why=declared.why,
    )


MORALE = Verb(
    name="morale",
    group="fighting",
    takes="WHO[, WHO] [: why]",
    does="call for a morale {save}",
    parse=parse_morale,
    formats={CallMorale: format_morale},
    complete=complete_combatant,
)

VERBS = (SAVE, MORALE)
