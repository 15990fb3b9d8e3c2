"""The words of a correction, read as they would have been read at the time of the input."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from combatlog.grammar.commands import Correct, Declare, JoinFile
from combatlog.grammar.formatter import format_declaration
from combatlog.grammar.registry import parse
from combatlog.grammar.scanner import REASONS, Scanner
from events.errors import Refused
from events.store.envelope import Recorded
from events.types.corrections import Corrected, Skipped
from events.types.declarations import Attack, Join
from events.types.rolls import Rolled
from events.types.sheets import Sheet
from events.types.statements import SetScore, SetSkill, SetTrait
from events.types.unions import Declaration, is_statement
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
        later = f", since #{every[-1].correction.seq} has changed it again" if every else ""
        raise Refused(
            f"What #{strike.seq} changed is not as it left it{later}; correct #{target.seq} itself."
        )
    _check_alone(history, strike.seq)
    return _undoing(every[-1], strike._replace(seq=target.seq))


def _undoing(revised: Revision, strike: Correction) -> Correction:
    """Strike what was inserted, put back what was struck, restore what was amended."""
    was, now = revised.was, revised.now.event
    if was is None or isinstance(was.event, Skipped):
        return strike
    if isinstance(now, Skipped):
        return strike._replace(change="amend")
    if isinstance(was.event, Rolled):
        return strike._replace(change="amend", face=was.event.face)
    assert isinstance(was.event, Declaration), "an input is a declaration or a die"
    return strike._replace(change="amend", said=(was.event,))


def _check_alone(history: History, seq: int) -> None:
    """Refuse to reverse a correction that inserted several inputs: each is struck by itself."""
    corrected = history[seq].event
    assert isinstance(corrected, Corrected), "asked of corrections"
    first, last = history.command(seq)
    put_in = [
        f"#{row.seq}"
        for row in history.rows[first:last]
        if isinstance(row.event, Input)
        and row.repeats is None
        and not isinstance(row.event, Rolled)
    ]
    if corrected.change == "insert" and len(put_in) > 1:
        raise Refused(f"#{seq} has put in several; strike them one by one: {', '.join(put_in)}.")


_ARMS = ("arm", "disarm")
"""Verbs that an amended sheet takes besides numbers and traits."""


def amend_sheet(state: FightState, sheet: Sheet, text: str) -> Sheet:
    """Return the sheet with the stated changes (`HP 5/8, armor 2, arm pike d8`) applied to it.
    Raises `Refused`."""
    joined = state.copied()
    seq = state.seq + 1
    fold_one(joined, seq, Join(sheet))
    before = carry_sheet(joined.combatants[sheet.id], sheet.origin)
    for clause in filter(None, (each.strip() for each in text.split(","))):
        fold_one(joined, seq, _unhurt(joined, _statement(joined, sheet, clause)))
    after = carry_sheet(joined.combatants[sheet.id], sheet.origin)
    changed = {
        field: getattr(after, field)
        for field in Sheet.__struct_fields__
        if getattr(after, field) != getattr(before, field)
    }
    return replace(sheet, **changed)


def _unhurt(state: FightState, stated: Declaration) -> Declaration:
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


def _statement(state: FightState, sheet: Sheet, text: str) -> Declaration:
    """Parse one change of a sheet as a statement about the combatant."""
    verb, _, rest = text.partition(" ")
    who = f'"{sheet.name}"'
    line = f"{verb} {who} {rest}" if verb in _ARMS else f"set {who} {text}"
    command = parse(line, state)
    stated = command.declarations[0] if isinstance(command, Declare) else None
    if stated is None or not is_statement(stated):
        raise Refused(f"“{text}” is nothing that a sheet has.")
    return load_ruleset(state.game.rules).prepare(state, stated)


_MADE = {
    "impaired": "impaired",
    "enhanced": "enhanced",
    "ward": "warded",
    "bane": "baned",
    "overrule": "overruled",
}
"""What a modifier makes of what is declared, where the game has no word for it."""


def read_correction(history: History, said: Correct) -> Correction:
    """Return the correction that a command means. Raises `Refused`.

    Its words are parsed in the state before the input that is corrected.
    """
    target = find_input(history, said.seq)
    state = history.state(history.position(find_declaration(history, target).parent))
    why = said.why or _bare_reason(state, said.text)
    bare = Correction(said.change, said.seq, why, apart=said.apart)
    if said.change == "strike" and said.text:
        raise Refused(f"“{said.text}” is more than I understand here; a reason stands behind why:")
    if said.change == "strike" and isinstance(history[said.seq].event, Corrected):
        return reverse_correction(history, bare)
    if not said.text:
        return bare
    if isinstance(target.event, Rolled) and said.change == "amend":
        if not said.text.isdecimal():
            raise Refused(f"#{target.seq} is a die; say what it shows, like: amend {target.seq} 4")
        return bare._replace(face=int(said.text))
    if said.text.isdecimal() and not isinstance(_declared(target), SetScore):
        die = _only_die(history, said.seq, target)
        return bare._replace(seq=die.seq, face=int(said.text))
    return bare._replace(said=_declarations(state, target, said))


def _declared(row: Recorded) -> object:
    """Return the input of a row; of a skipped input, what it would have been."""
    return row.event.input if isinstance(row.event, Skipped) else row.event


def _only_die(history: History, seq: int, target: Recorded) -> Recorded:
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
    told = [
        f"#{row.seq} ({row.event.die} {row.event.face})"
        for row in dice
        if isinstance(row.event, Rolled)
    ]
    raise Refused(f"{stands}; {f'its dice are {join_words(told)}' if told else 'it has no dice'}.")


def _declarations(state: FightState, target: Recorded, said: Correct) -> tuple[Declaration, ...]:
    """Return what is declared in place of the target, or before it."""
    was, text = _declared(target), said.text
    if said.change == "amend" and isinstance(was, Declaration):
        if isinstance(was, Join) and not text.startswith(("join", "j ", "{")):
            sheet = amend_sheet(state, was.sheet, _without_reason(state, text))
            return (Join(sheet),)
        if _is_reason(state, text):
            return (_modified(state, was, text),)
        if isinstance(was, SetScore | SetTrait | SetSkill):
            return (_restated(state, was, said),)
    command = _parsed(state, was, said)
    if isinstance(command, JoinFile):
        return tuple(Join(sheet) for sheet in read_roster(Path(command.path), state.game))
    assert isinstance(command, Declare), "it declares something"
    if said.change == "amend" and len(command.declarations) == 1:
        return (_armed_alike(was, command.declarations[0]),)
    return command.declarations


def _parsed(state: FightState, was: object, said: Correct) -> Declare | JoinFile:
    """Parse the words of a correction. Raises `Refused`; of an amendment, with the whole line as it
    could be said."""
    try:
        command = parse(said.text, state)
    except Refused as refused:
        if said.change != "amend" or not isinstance(was, Declaration):
            raise
        whole = f"{str(refused).rstrip('.')}; say the whole, like: {_whole(state, was, said)}"
        raise Refused(whole) from None
    if not isinstance(command, Declare | JoinFile):
        raise Refused(
            f"“{said.text}” declares nothing; a correction says what should have been said."
        )
    return command


def _whole(state: FightState, was: Declaration, said: Correct) -> str:
    return f"amend {said.seq} {format_declaration(was, state)}"


def _restated(state: FightState, was: SetScore | SetTrait | SetSkill, said: Correct) -> Declaration:
    """Return another statement of a number or trait, said as `HP 1`, as `1`, or in full."""
    who = f'"{state.combatants[was.who].name}"'
    what = was.score if isinstance(was, SetScore) else ""
    verbs = [f"set {who} {said.text}"]
    if isinstance(was, SetScore) and said.text[:1].isdigit():
        verbs.insert(0, f"set {who} {what} {said.text}")
    for line in verbs:
        try:
            command = parse(line, state)
        except Refused:
            continue
        if isinstance(command, Declare):
            return command.declarations[0]
    command = _parsed(state, was, said)
    if isinstance(command, Declare) and len(command.declarations) == 1:
        return command.declarations[0]
    raise Refused(f"One statement is amended to one other, like: {_whole(state, was, said)}")


def _armed_alike(was: object, now: Declaration) -> Declaration:
    """Keep the weapons of an amended attack where no others are named."""
    if isinstance(was, Attack) and isinstance(now, Attack) and was.by == now.by:
        return replace(now, weapons=now.weapons or was.weapons)
    return now


def _bare_reason(state: FightState, text: str) -> str:
    """Return the reason behind a colon; without `why:` it counts as the correction's."""
    return "" if text.startswith("{") else Scanner(text, state).why


def _without_reason(state: FightState, text: str) -> str:
    return text.removesuffix(_bare_reason(state, text)).rstrip(": ")


def _is_reason(state: FightState, text: str) -> bool:
    """Return whether the text is only a modifier, or only an overruling."""
    key, colon, _ = text.partition(":")
    line = Scanner("", state)
    return bool(colon) and " " not in key.strip() and line.reason_key(key.strip()) in REASONS


def _modified(state: FightState, was: Declaration, text: str) -> Declaration:
    """Return the declaration with one more modifier or overruling. Raises `Refused` where it cannot
    have one."""
    rules = load_ruleset(state.game.rules)
    for kind in Scanner(text, state).reasons:
        if kind in _MADE and not hasattr(was, kind):
            modified = state.game.words.get(kind, _MADE[kind])
            raise Refused(f"“{describe_event(was, state)}” cannot be {modified}.")
    line = format_declaration(was, state)
    if line.startswith("{"):
        raise Refused(
            f"Say the whole of what stands there instead of: {describe_event(was, state)}."
        )
    command = parse(f"{line}; {text}", state)
    assert isinstance(command, Declare), "it was declared"
    if len(command.declarations) > 1:
        raise Refused("One input is amended to one other; resolve it with an insert behind it.")
    said = rules.prepare(state, command.declarations[0])
    if said == was:
        raise Refused(f"“{text}” changes nothing of: {describe_event(was, state)}.")
    return said
