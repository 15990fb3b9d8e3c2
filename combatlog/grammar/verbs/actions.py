"""The verbs of a turn besides attacking: move, do, special, aid, treat, retreat, disengage."""

from __future__ import annotations

from msgspec.structs import asdict

from combatlog.grammar.cursor import (
    Cursor,
    complete_combatant,
    complete_combatants,
)
from combatlog.grammar.name_match import fit
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Verb
from combatlog.grammar.verbs.line_parts import (
    format_opponent,
    format_roll,
    parse_actor,
    roll_examples,
)
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.declarations import Act, Aid, Disengage, Move, Retreat, Special, Treat
from events.types.names import clean, folded
from projections.state.fight_state import Combatant

_ACT_SYNTAX = (
    "WHO [{save} {ABILITY}<target| NUMBER><versus| | {save} {ABILITY} versus WHO [{ABILITY}]>] WHAT"
)


def parse_move(line: Scanner) -> Move:
    """Parse `WHO [DISTANCE] [to WHERE] [during PHASE] [instead] [overrule: why]`."""
    by = parse_actor(line)
    measured = line.peek().lstrip("-+")[:1].isdigit()
    distance = line.number("how far") if measured else 0
    line.accept("ft", "m")
    line.accept("to")
    phase = _parse_phase(line)
    return Move(by.id, distance, line.text(), line.instead, line.overrule, phase)


def _parse_phase(line: Scanner) -> str:
    """Take the phase behind the last `during`; an earlier one belongs to the place."""
    for at, word in reversed(list(enumerate(line.rest))):
        named = line.rest[at + 1 :]
        fits = [fit(named, phase) for phase in line.lexicon.phases]
        if folded(word) == "during" and any(each and each.used == len(named) for each in fits):
            return " ".join(line.cut(at)[1:])
    return ""


def format_move(writer: Writer, declared: Move) -> FormattedLine:
    """Write `move ada 30 to the gate`."""
    return writer.line(
        writer.verb("move"),
        writer.name(declared.by),
        str(declared.distance) if declared.distance else "",
        f"to {writer.text(declared.to)}" if declared.to else "",
        f"during {declared.phase}" if declared.phase else "",
        instead=declared.instead,
        overrule=declared.overrule,
    )


def complete_move(cursor: Cursor) -> list[str]:
    """Suggest who moves, and the areas behind `to`."""
    if not cursor.words:
        return cursor.names
    return [*cursor.state.areas] if cursor.last == "to" else []


MOVE = Verb(
    name="move",
    group="fighting",
    aliases=("m",),
    takes="WHO<measured| [DISTANCE]> [to WHERE]<phase| [during PHASE]>",
    does="declare a move",
    examples=(("<phase|move ada to yard during magic>", "<phase|the phases: {phases}>"),),
    parse=parse_move,
    formats={Move: format_move},
    complete=complete_move,
)


def parse_do(line: Scanner) -> Act:
    """Parse `WHO [save ABILITY [TARGET] [versus WHO [ABILITY]]] WHAT… [imp: why] [enh: why]
    [instead] [overrule: why]`."""
    by = parse_actor(line)
    save, target, versus, opposing = _parse_roll(line, by)
    return Act(
        by.id,
        _parse_what(line, by),
        save,
        line.instead,
        line.overrule,
        versus,
        target,
        line.modifier("enhanced"),
        line.modifier("impaired"),
        opposing,
    )


def parse_special(line: Scanner) -> Special:
    """Parse the game's special action, which has the syntax and the fields of `do`."""
    return Special(**asdict(parse_do(line)))


def _parse_roll(line: Scanner, by: Combatant) -> tuple[str, int | None, str, str]:
    """Take what is rolled on, the number to beat, the opponent, and what the opponent rolls on;
    each is empty where it is not typed."""
    if not line.accept("save", line.save):
        return "", None, "", ""
    return line.rollable(by), line.target(), *line.opposed()


def _parse_what(line: Scanner, by: Combatant) -> str:
    """Take what is done. A colon does not begin a reason here: it belongs to the text."""
    what = line.text()
    if line.why:
        what = f"{what}: {line.why}" if what else line.why
    if not what:
        raise Refused(f"Say what {by.name} does.")
    return what


def format_do(writer: Writer, declared: Act) -> FormattedLine:
    """Write `do ada save DEX climbs the wall`."""
    return _format_act(writer, "do", declared)


def format_special(writer: Writer, declared: Special) -> FormattedLine:
    """Write `spell ada save WIL speaks a word`."""
    return _format_act(writer, "special", declared)


def _format_act(writer: Writer, verb: str, declared: Act | Special) -> FormattedLine:
    what, _, reason = declared.what.partition(": ")
    return writer.line(
        writer.verb(verb),
        writer.name(declared.by),
        *format_roll(writer, declared.save, declared.target, declared.versus, declared.opposing),
        writer.text(what),
        why=reason,
        instead=declared.instead,
        impaired=declared.impaired,
        enhanced=declared.enhanced,
        overrule=declared.overrule,
    )


def complete_do(cursor: Cursor) -> list[str]:
    """Suggest who acts, then a save, what it is rolled on, and opponents."""
    if not cursor.words:
        return cursor.names
    if (opponents := cursor.opponents()) is not None:
        return opponents
    save = cursor.term("save")
    return cursor.rollable if cursor.last in ("save", save) else [save]


DO = Verb(
    name="do",
    group="fighting",
    aliases=("d", "act"),
    takes=_ACT_SYNTAX,
    does="declare any other action",
    examples=roll_examples("do ada {save}", " jumps"),
    parse=parse_do,
    formats={Act: format_do},
    complete=complete_do,
)

SPECIAL = Verb(
    name="special",
    group="fighting",
    takes=_ACT_SYNTAX,
    does="declare the game's special action",
    examples=roll_examples("{special} ada {save}", " …"),
    parse=parse_special,
    formats={Special: format_special},
    complete=complete_do,
)


def parse_aid(line: Scanner) -> Aid:
    """Parse `WHO WHOM [WOUND] [instead] [overrule: why]`."""
    by, target, wound = _parse_care(line)
    return Aid(by.id, target.id, line.instead, line.overrule, wound)


def parse_treat(line: Scanner) -> Treat:
    """Parse `WHO WHOM [WOUND] [instead] [overrule: why]`."""
    by, target, wound = _parse_care(line)
    return Treat(by.id, target.id, wound, line.instead, line.overrule)


def _parse_care(line: Scanner) -> tuple[Combatant, Combatant, str]:
    """Take a helper, a wounded combatant, and a wound's name (empty where none is typed)."""
    by = parse_actor(line, "helper")
    target = line.combatant("wounded", lambda one: any(w.awaits for w in one.wounds))
    if not line.rest:
        return by, target, ""
    label = line.word_of([wound.label for wound in target.wounds], f"wound of {target.name}")
    line.end()
    return by, target, label


def format_aid(writer: Writer, declared: Aid) -> FormattedLine:
    """Write `aid ada ben`."""
    return _format_care(writer, "aid", declared)


def format_treat(writer: Writer, declared: Treat) -> FormattedLine:
    """Write `treat ada ben bite`."""
    return _format_care(writer, "treat", declared)


def _format_care(writer: Writer, verb: str, declared: Aid | Treat) -> FormattedLine:
    return writer.line(
        writer.verb(verb),
        writer.name(declared.by),
        writer.name(declared.target),
        writer.full_name(declared.wound),
        instead=declared.instead,
        overrule=declared.overrule,
    )


AID = Verb(
    name="aid",
    group="fighting",
    takes="WHO WHOM [WOUND]",
    does="tend somebody's wounds",
    parse=parse_aid,
    formats={Aid: format_aid},
    complete=complete_combatants,
)

TREAT = Verb(
    name="treat",
    group="fighting",
    takes="WHO WHOM [WOUND]",
    does="heal a wound for good",
    parse=parse_treat,
    formats={Treat: format_treat},
    complete=complete_combatants,
)


def parse_retreat(line: Scanner) -> Retreat:
    """Parse `WHO to WHERE [versus WHO] [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.accept("to")
    words: list[str] = []
    opposed = ("versus", "vs") if "versus" in line.lexicon.has else ()
    while line.rest and line.peek() not in opposed:
        words.append(line.take())
    versus = line.versus() if opposed else ""
    line.end()
    return Retreat(by.id, clean(" ".join(words)), line.instead, line.overrule, versus)


def format_retreat(writer: Writer, declared: Retreat) -> FormattedLine:
    """Write `retreat ada to the gate`."""
    return writer.line(
        writer.verb("retreat"),
        writer.name(declared.by),
        f"to {writer.text(declared.to)}" if declared.to else "",
        *format_opponent(writer, declared.versus),
        instead=declared.instead,
        overrule=declared.overrule,
    )


def complete_retreat(cursor: Cursor) -> list[str]:
    """Suggest who runs, and the opponent behind `versus`."""
    if not cursor.words:
        return cursor.names
    return cursor.opponents() or []


RETREAT = Verb(
    name="retreat",
    group="fighting",
    takes="WHO to WHERE<risk| [versus WHO]>",
    does="run for a safe place",
    parse=parse_retreat,
    formats={Retreat: format_retreat},
    complete=complete_retreat,
)


def parse_disengage(line: Scanner) -> Disengage:
    """Parse `WHO [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.end()
    return Disengage(by.id, line.instead, line.overrule)


def format_disengage(writer: Writer, declared: Disengage) -> FormattedLine:
    """Write `disengage ada`."""
    return writer.line(
        writer.verb("disengage"),
        writer.name(declared.by),
        instead=declared.instead,
        overrule=declared.overrule,
    )


DISENGAGE = Verb(
    name="disengage",
    group="fighting",
    takes="WHO",
    does="fight only to get away",
    parse=parse_disengage,
    formats={Disengage: format_disengage},
    complete=complete_combatant,
)

VERBS = (MOVE, DO, SPECIAL, AID, TREAT, RETREAT, DISENGAGE)
