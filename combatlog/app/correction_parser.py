"""A parser for the words of a correction, in the state of the fight before the corrected input."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from combatlog.grammar.commands import Command, Correct, Declare, JoinFile
from combatlog.grammar.registry import format_declaration, parse
from combatlog.grammar.scanner import AS_RULED, REASONS, Scanner
from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import Attack, Join
from events.types.log_events import Corrected, Skipped
from events.types.rolls import Rolled
from events.types.sheets import Sheet
from events.types.statements import SetScore, SetSkill, SetTrait, Stated
from events.types.unions import Declaration
from projections.queries.carry_over import carry_sheet
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.phrases import describe_event
from projections.text.words import join_words
from replay.corrections.plan import Correction
from replay.log.event_log import History
from replay.log.line_inputs import Input, find_declaration, find_input, list_fight_rows
from replay.log.lineage import Revision, find_revisions
from rulesets.core.registry import load_ruleset
from rulesets.definitions.roster import read_roster


def reverse_correction(history: History, strike: Correction) -> Correction:
    """Return the correction that reverses correction `strike.seq` and leaves everything since in
    place.

    Raises `Refused` where the input has been corrected again since.
    """
    target = find_input(history, strike.seq)
    every = find_revisions(history).get(target.seq, ())
    if not every or history[every[-1].correction.seq].cmd != history[strike.seq].cmd:
        later = f": #{every[-1].correction.seq} has changed its input again" if every else ""
        raise Refused(f"#{strike.seq} cannot be reversed{later}; correct #{target.seq} itself.")
    _check_alone(history, strike.seq)
    return _make_reversal(every[-1], strike._replace(seq=target.seq))


def _make_reversal(revised: Revision, strike: Correction) -> Correction:
    """Return a correction that strikes what was inserted, puts back what was struck, or restores
    what was amended."""
    was, now = revised.was, revised.now.event
    if was is None or isinstance(was.event, Skipped):
        return strike
    if isinstance(now, Skipped):
        return strike._replace(change="amend")
    if isinstance(was.event, Rolled):
        return strike._replace(change="amend", face=was.event.face)
    assert isinstance(was.event, Declaration), "an input is a declaration or a die"
    return strike._replace(change="amend", declarations=(was.event,))


def _check_alone(history: History, seq: int) -> None:
    """Refuse to reverse a correction that inserted several inputs: each is struck by itself."""
    corrected = history[seq].event
    assert isinstance(corrected, Corrected), "the event is a correction"
    first, last = history.command(seq)
    put_in = [
        f"#{row.seq}"
        for row in history.rows[first:last]
        if isinstance(row.event, Input)
        and row.repeats is None
        and not isinstance(row.event, Rolled)
    ]
    if corrected.change == "insert" and len(put_in) > 1:
        raise Refused(
            f"#{seq} inserted several inputs; strike them one by one: {', '.join(put_in)}."
        )


_ARMS = ("arm", "disarm")
"""The verbs that can change a sheet; numbers and traits need no verb."""


def amend_sheet(state: FightState, sheet: Sheet, text: str) -> Sheet:
    """Return the sheet with the stated changes (`HP 5/8, armor 2, arm pike d8`) applied to it.
    Raises `Refused`."""
    joined = state.copied()
    seq = state.seq + 1
    fold_one(joined, seq, Join(sheet))
    before = carry_sheet(joined.combatants[sheet.id], sheet.origin)
    for clause in filter(None, (each.strip() for each in text.split(","))):
        fold_one(joined, seq, _fill_maximum(joined, _parse_statement(joined, sheet, clause)))
    after = carry_sheet(joined.combatants[sheet.id], sheet.origin)
    changed = {
        field: getattr(after, field)
        for field in Sheet.__struct_fields__
        if getattr(after, field) != getattr(before, field)
    }
    return replace(sheet, **changed)


def _fill_maximum(state: FightState, stated: Declaration) -> Declaration:
    """Set the maximum to the stated score where the combatant joined unhurt; `4/6` states both."""
    if not isinstance(stated, SetScore) or stated.now is None or stated.maximum is not None:
        return stated
    one = state.combatants[stated.who]
    if one.scores[stated.score] != one.maxima[stated.score]:
        return stated
    try:
        both = replace(stated, maximum=stated.now)
        return load_ruleset(state.game.rules).prepare(state, both)
    except Refused:  # a maximum that follows from something else
        return stated


def _parse_statement(state: FightState, sheet: Sheet, text: str) -> Declaration:
    """Parse one change of a sheet as a statement about the combatant."""
    verb, _, rest = text.partition(" ")
    who = f'"{sheet.name}"'
    line = f"{verb} {who} {rest}" if verb in _ARMS else f"set {who} {text}"
    command = parse(line, state)
    stated = command.declarations[0] if isinstance(command, Declare) else None
    if stated is None or not isinstance(stated, Stated):
        raise Refused(
            f"“{text}” is not part of a sheet; give a score, a trait or a weapon, like: HP 5/8"
        )
    return load_ruleset(state.game.rules).prepare(state, stated)


_PARTICIPLES = {
    "impaired": "impaired",
    "enhanced": "enhanced",
    "ward": "warded",
    "bane": "baned",
    "overrule": "overruled",
}
"""The participle of each modifier, for games without a word of their own."""


def read_correction(history: History, command: Correct) -> Correction:
    """Return the correction that a command means. Raises `Refused`.

    Its words are parsed in the state before the input that is corrected.
    """
    target = find_input(history, command.seq)
    state = history.state(history.position(find_declaration(history, target).parent))
    why = command.why or _find_bare_reason(state, command.text)
    bare = Correction(command.change, command.seq, why, apart=command.apart)
    if command.change == "strike" and command.text:
        raise Refused(
            f"“{command.text}” is not understood here; strike takes an event and a reason,"
            f" like: strike {command.seq}: misheard"
        )
    if command.change == "strike" and isinstance(history[command.seq].event, Corrected):
        return reverse_correction(history, bare)
    if not command.text:
        return bare
    if isinstance(target.event, Rolled) and command.change == "amend":
        if not command.text.isdecimal():
            raise Refused(f"#{target.seq} is a die; say what it shows, like: amend {target.seq} 4")
        return _amend_face(bare, target, command.text)
    if command.text.isdecimal() and not isinstance(_get_declared(target), SetScore):
        die = _find_only_die(history, command.seq, target)
        return _amend_face(bare._replace(seq=die.seq), die, command.text)
    declarations = _read_declarations(state, target, command)
    was = _get_declared(target) if command.change == "amend" else None
    if was is target.event and declarations == (was,):
        said = describe_event(target.event, state)
        raise Refused(f"#{command.seq} says that already: {said}. Say what it should have been.")
    why = why or _find_new_reason(was, declarations)
    return bare._replace(declarations=declarations, why=why)


def _amend_face(correction: Correction, die: Recorded, text: str) -> Correction:
    """Return the correction of a die's face. Raises `Refused` where it shows that already."""
    if isinstance(die.event, Rolled) and die.event.face == int(text):
        raise Refused(f"#{die.seq} shows {die.event.face} already; say what it should show.")
    return correction._replace(face=int(text))


_REASONED = ("overrule", "impaired", "enhanced", "ward", "bane", "why")
"""The fields of a declaration whose text is a reason."""


def _find_new_reason(was: object, declarations: tuple[Declaration, ...]) -> str:
    """Return the first reason in a declaration that the corrected one does not have: it says why
    the correction is made, too. Empty where there is none."""
    known = {getattr(was, field, "") for field in _REASONED} | {"", AS_RULED}
    reasons = [getattr(each, field, "") for each in declarations for field in _REASONED]
    return next((reason for reason in reasons if reason not in known), "")


def _get_declared(row: Recorded) -> object:
    """Return the input of a row; of a skipped input, what it would have been."""
    return row.event.input if isinstance(row.event, Skipped) else row.event


def _find_only_die(history: History, seq: int, target: Recorded) -> Recorded:
    """Return the die that an outcome of a single die means. Raises `Refused`, with the dice there
    are, where the event is no such outcome."""
    dice = [
        row
        for row in list_fight_rows(history)
        if isinstance(row.event, Rolled) and target.seq in (row.event.root, row.cause)
    ]
    if len(dice) == 1 and not isinstance(history[seq].event, Input):
        return dice[0]
    stands = f"#{seq} is no die" + (f" and stands for #{target.seq}" if seq != target.seq else "")
    faces = [
        f"#{row.seq} ({row.event.die} {row.event.face})"
        for row in dice
        if isinstance(row.event, Rolled)
    ]
    raise Refused(
        f"{stands}; {f'its dice are {join_words(faces)}' if faces else 'it has no dice'}."
    )


def _read_declarations(
    state: FightState, target: Recorded, correction: Correct
) -> tuple[Declaration, ...]:
    """Return what is declared in place of the target, or before it."""
    was, text = _get_declared(target), correction.text
    if correction.change == "amend" and isinstance(was, Declaration):
        if isinstance(was, Join) and not text.startswith(("join", "j ", "{")):
            sheet = amend_sheet(state, was.sheet, _remove_reason(state, text))
            return (Join(sheet),)
        if _is_reason(state, text):
            return (_add_modifier(state, was, text),)
        if isinstance(was, SetScore | SetTrait | SetSkill):
            return (_restate(state, was, correction),)
    command = _parse_words(state, was, correction)
    if isinstance(command, JoinFile):
        return tuple(Join(sheet) for sheet in read_roster(Path(command.path), state.game))
    assert isinstance(command, Declare), "the text of a correction is a declaration"
    if correction.change == "amend" and len(command.declarations) == 1:
        return (_keep_weapons(was, command.declarations[0]),)
    return command.declarations


def _parse_words(state: FightState, was: object, correction: Correct) -> Declare | JoinFile:
    """Parse the words of a correction. Raises `Refused`; of an amendment, with the whole line as it
    could be typed."""
    try:
        command = _parse_with_reason(state, correction.text)
    except Refused as refused:
        if correction.change != "amend" or not isinstance(was, Declaration):
            raise
        hint = f"say the whole declaration, like: {_format_whole(state, was, correction)}"
        raise Refused(f"{str(refused).rstrip('.')}; {hint}") from None
    if not isinstance(command, Declare | JoinFile):
        raise Refused(f"“{correction.text}” declares nothing; say what should have been declared.")
    return command


def _parse_with_reason(state: FightState, text: str) -> Command | None:
    """Parse a line whose last reason may be the correction's alone, as that of `join wolf: it was
    there`."""
    try:
        return parse(text, state)
    except Refused:
        bare = _remove_reason(state, text)
        if bare == text:
            raise
        with suppress(Refused):
            return parse(bare, state)
        raise


def _format_whole(state: FightState, was: Declaration, correction: Correct) -> str:
    return f"amend {correction.seq} {format_declaration(was, state)}"


def _restate(
    state: FightState, was: SetScore | SetTrait | SetSkill, correction: Correct
) -> Declaration:
    """Return another statement of a number or trait, typed as `HP 1`, as `1`, or in full."""
    who = f'"{state.combatants[was.who].name}"'
    what = was.score if isinstance(was, SetScore) else ""
    verbs = [f"set {who} {correction.text}"]
    if isinstance(was, SetScore) and correction.text[:1].isdigit():
        verbs.insert(0, f"set {who} {what} {correction.text}")
    for line in verbs:
        try:
            command = parse(line, state)
        except Refused:
            continue
        if isinstance(command, Declare):
            return command.declarations[0]
    command = _parse_words(state, was, correction)
    if isinstance(command, Declare) and len(command.declarations) == 1:
        return command.declarations[0]
    raise Refused(
        f"Replace a statement by one other, like: {_format_whole(state, was, correction)}"
    )


def _keep_weapons(was: object, now: Declaration) -> Declaration:
    """Keep the weapons of an amended attack where no others are named."""
    if isinstance(was, Attack) and isinstance(now, Attack) and was.by == now.by:
        return replace(now, weapons=now.weapons or was.weapons)
    return now


def _find_bare_reason(state: FightState, text: str) -> str:
    """Return the reason behind a colon; without `why:` it counts as the correction's."""
    return "" if text.startswith("{") else Scanner(text, state).why


def _remove_reason(state: FightState, text: str) -> str:
    return text.removesuffix(_find_bare_reason(state, text)).rstrip(": ")


def _is_reason(state: FightState, text: str) -> bool:
    """Return whether the text is only a modifier, or only an overruling."""
    key, colon, _ = text.partition(":")
    line = Scanner("", state)
    return bool(colon) and " " not in key.strip() and line.find_reason_key(key.strip()) in REASONS


def _add_modifier(state: FightState, was: Declaration, text: str) -> Declaration:
    """Return the declaration with one more modifier or overruling, or with another reason for one
    that it has. Raises `Refused` where it cannot have one."""
    rules = load_ruleset(state.game.rules)
    bare = was
    for kind in Scanner(text, state).reasons:
        field = "why" if kind == "because" else kind
        bare = replace(bare, **{field: ""}) if hasattr(bare, field) else bare
        if kind in _PARTICIPLES and not hasattr(was, kind):
            modified = state.game.words.get(kind, _PARTICIPLES[kind])
            raise Refused(f"“{describe_event(was, state)}” cannot be {modified}.")
    line = format_declaration(bare, state)
    if line.startswith("{"):
        raise Refused(f"Say the whole declaration that replaces: {describe_event(was, state)}.")
    command = parse(f"{line}; {text}", state)
    assert isinstance(command, Declare), "a formatted declaration is parsed as one"
    if len(command.declarations) > 1:
        raise Refused("An input can be replaced by one other only; add the resolve with insert.")
    modified_declaration = rules.prepare(state, command.declarations[0])
    if modified_declaration == was:
        raise Refused(f"“{text}” changes nothing of: {describe_event(was, state)}.")
    return modified_declaration
