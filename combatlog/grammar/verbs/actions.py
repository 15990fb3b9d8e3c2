"""The verbs that declare what a combatant does besides attacking: move, do, special, aid, treat,
retreat, disengage, and the manoeuvres of craft."""

from __future__ import annotations

from itertools import takewhile

from msgspec.structs import asdict

from combatlog.grammar.scanner import Scanner, match_name, parse_actor, parse_weapon
from combatlog.grammar.verb import (
    Cursor,
    Verb,
    complete_combatant,
    complete_combatants,
    roll_examples,
)
from combatlog.grammar.writer import (
    FormattedLine,
    Writer,
    format_opponent,
    format_roll,
    format_weapon,
)
from events.errors import Refused
from events.types.declarations import Act, Aid, Disengage, Manoeuvre, Move, Retreat, Special, Treat
from events.types.names import clean_text, fold_case
from projections.state.fight_state import Combatant
from projections.text.words import is_craft

_ACT_SYNTAX = (
    "WHO [{save} {ABILITY}<target| NUMBER><versus| | {save} {ABILITY} versus WHO [{ABILITY}]>] WHAT"
)


def parse_move(line: Scanner) -> Move:
    """Parse `WHO [DISTANCE] [to WHERE] [during PHASE] [instead] [overrule: why]`."""
    by = parse_actor(line)
    measured = line.peek().lstrip("-+")[:1].isdigit()
    distance = line.take_number("how far") if measured else 0
    line.accept("ft", "m")
    line.accept("to")
    phase = _parse_phase(line)
    return Move(by.id, distance, line.take_text(), line.instead, line.overrule, phase)


def _parse_phase(line: Scanner) -> str:
    """Take the phase behind the last `during`; an earlier one belongs to the place."""
    for at, word in reversed(list(enumerate(line.rest))):
        named = line.rest[at + 1 :]
        fits = [match_name(named, phase) for phase in line.lexicon.phases]
        if fold_case(word) == "during" and any(each and each.used == len(named) for each in fits):
            return " ".join(line.cut(at)[1:])
    return ""


def format_move(writer: Writer, declared: Move) -> FormattedLine:
    """Write `move ada 30 to the gate`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("move"),
        writer.write_name(declared.by),
        str(declared.distance) if declared.distance else "",
        f"to {writer.write_text(declared.to)}" if declared.to else "",
        f"during {declared.phase}" if declared.phase else "",
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
        line.find_modifier("enhanced"),
        line.find_modifier("impaired"),
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
    return line.take_rollable(by), line.take_target(), *line.take_opposed()


def _parse_what(line: Scanner, by: Combatant) -> str:
    """Take what is done. A colon does not begin a reason here: it belongs to the text."""
    what = line.take_text()
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
    return writer.write_declaration(
        declared,
        writer.find_verb_name(verb),
        writer.write_name(declared.by),
        *format_roll(writer, declared.save, declared.target, declared.versus, declared.opposing),
        writer.write_text(what),
        why=reason,
    )


def complete_do(cursor: Cursor) -> list[str]:
    """Suggest who acts, then a save, what it is rolled on, and opponents."""
    if not cursor.words:
        return cursor.names
    if (opponents := cursor.list_opponents()) is not None:
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
    if not line.rest:
        raise Refused(f"Say who tends {by.name}, too: the helper first, then {by.name}.")
    target = line.take_combatant("wounded", lambda one: any(w.awaits for w in one.wounds))
    line.accept_instead()
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
    aliases=("stabilise", "stabilize"),
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


def parse_retreat(line: Scanner) -> Retreat:
    """Parse `WHO to WHERE [versus WHO] [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.accept("to")
    words: list[str] = []
    opposed = ("versus", "vs") if "versus" in line.lexicon.has else ()
    while line.rest and line.peek() not in opposed:
        words.append(line.take())
    versus = line.take_versus() if opposed else ""
    line.check_end()
    return Retreat(by.id, clean_text(" ".join(words)), line.instead, line.overrule, versus)


def format_retreat(writer: Writer, declared: Retreat) -> FormattedLine:
    """Write `retreat ada to the gate`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("retreat"),
        writer.write_name(declared.by),
        f"to {writer.write_text(declared.to)}" if declared.to else "",
        *format_opponent(writer, declared.versus),
    )


def complete_retreat(cursor: Cursor) -> list[str]:
    """Suggest who runs, and the opponent behind `versus`."""
    if not cursor.words:
        return cursor.names
    return cursor.list_opponents() or []


RETREAT = Verb(
    name="retreat",
    group="fighting",
    takes="WHO to WHERE<risk| [versus WHO]>",
    does="run to a safe place",
    parse=parse_retreat,
    formats={Retreat: format_retreat},
    complete=complete_retreat,
)


def parse_disengage(line: Scanner) -> Disengage:
    """Parse `WHO [instead] [overrule: why]`."""
    by = parse_actor(line)
    line.check_end()
    return Disengage(by.id, line.instead, line.overrule)


def format_disengage(writer: Writer, declared: Disengage) -> FormattedLine:
    """Write `disengage ada`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("disengage"),
        writer.write_name(declared.by),
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


_JOINTS = ("on", "with", "as")
"""The words between the parts of a manoeuvre."""


def parse_manoeuvre(line: Scanner) -> Manoeuvre:
    """Parse `CRAFT WHAT [[on] TARGET] [with WEAPON] [as CHOICE] [instead] [overrule: why]`. Whoever
    is aboard a craft stands for it."""
    by = _find_craft(line, parse_actor(line, "craft"))
    what = line.take_one_of(line.lexicon.manoeuvres, "manoeuvre")
    target = weapon = choice = ""
    while line.rest:
        if line.accept("on") or (not target and _is_target(line, by)):
            target = line.take_fighter("target", lambda one: one.side != by.side).id
        elif line.accept("with"):
            weapon = parse_weapon(line, by)
        else:
            line.accept("as")
            choice = line.take_text()
    return Manoeuvre(by.id, what, target, choice, weapon, line.instead, line.overrule)


def _find_craft(line: Scanner, named: Combatant) -> Combatant:
    """Return the craft that is meant: of somebody aboard one, that craft. Raises `Refused` where
    somebody is aboard none."""
    craft = [one for one in line.state.combatants.values() if is_craft(one)]
    if named in craft or not craft:
        return named
    for one in craft:
        if named.id in one.crew:
            return one
    own = min(craft, key=lambda one: one.side != named.side)
    raise Refused(f"{named.name} is aboard no craft; say which one, like: crew {own.id} {named.id}")


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

VERBS = (MOVE, DO, SPECIAL, AID, TREAT, RETREAT, DISENGAGE, MANOEUVRE)
