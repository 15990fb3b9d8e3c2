"""A line of the table grammar as a command."""

from __future__ import annotations

from collections.abc import Callable

from combatlog.grammar.commands import (
    Command,
    Declare,
    NameBranch,
    Note,
    Quit,
    Redo,
    Rewind,
    Roll,
    Salt,
    Show,
    Switch,
    Undo,
)
from combatlog.grammar.registry import find_verb
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verbs import actions, rulings
from combatlog.grammar.verbs import join as joining
from combatlog.grammar.verbs import statements as facts
from combatlog.grammar.verbs import statements as places
from combatlog.grammar.verbs.corrections import correction
from events.errors import Refused
from events.serialization.codec import decode_declaration
from events.types import declarations as d
from events.types.dice_notation import FACES
from events.types.names import clean
from events.types.unions import Declaration
from projections.state.fight_state import FightState

_DECLARED: dict[str, Callable[[Scanner], Declaration]] = {
    "attack": actions.attack,
    "move": actions.move,
    "do": actions.act,
    "special": actions.special,
    "aid": actions.aid,
    "treat": actions.treat,
    "retreat": actions.retreat,
    "disengage": actions.disengage,
    "manoeuvre": actions.manoeuvre,
    "go": rulings.resolve,
    "next": rulings.begin_round,
    "save": rulings.call_save,
    "morale": rulings.call_morale,
    "harm": rulings.harm,
    "time": rulings.pass_time,
    "rest": rulings.rest,
    "camp": rulings.camp,
    "recover": rulings.recover,
    "pack": rulings.burden,
    "takeover": rulings.take_over,
    "dice": rulings.choose_dice,
    "end": rulings.end_fight,
    "set": facts.set_fact,
    "skill": facts.set_skill,
    "condition": facts.add_condition,
    "clear": facts.end_condition,
    "area": places.area,
    "engage": places.engage,
    "crew": places.crew,
    "kill": facts.kill,
    "revive": facts.revive,
    "remove": facts.remove,
    "return": facts.bring_back,
    "rename": facts.rename,
    "hand": facts.hand_over,
    "arm": joining.arm,
    "disarm": facts.disarm,
}


def parse(line: str, state: FightState) -> Command | None:
    """What a line means in this state of the fight; None for an empty line or a comment (`#`).

    A line that begins with `{` is a declaration as JSON. A final ` !` resolves at once. Raises
    `Refused` or `Unreadable` with one sentence.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("{"):
        return Declare((decode_declaration(text),))
    if text.endswith(" !") and isinstance(declared := _parse(text[:-2], state), Declare):
        return Declare((*declared.declarations, d.Resolve()))
    return _parse(text, state)


def _parse(text: str, state: FightState) -> Command:
    line = Scanner(text, state)
    if not line.words:
        raise Refused("Begin with a verb; help lists them.")
    word = line.take()
    if word.lstrip("#").isdigit():
        line.at = 0
        return roll(line)
    verb = find_verb(word, line.lexicon).name
    if verb in _DECLARED:
        return Declare((_DECLARED[verb](line),))
    return _OTHERS[verb](line, text)


def roll(line: Scanner) -> Roll:
    """`[WHO] [DIE] [FACE…]`, or `all`."""
    if line.accept("all"):
        line.done()
        return Roll(every=True)
    awaited = {asked.by for asked in line.state.awaited}
    by = ""
    if line.rest and not line.peek().isdigit() and line.peek() not in FACES:
        by = line.combatant("roller", lambda one: one.id in awaited).id
    die = line.take().casefold() if line.peek() in FACES else ""
    faces = []
    while line.rest:
        if not line.accept(","):
            faces.append(line.number("the face"))
    return Roll(tuple(faces), by, die)


def _count(line: Scanner) -> int:
    count = line.number("how many", 1)
    if not 1 <= count <= 1000:
        raise Refused(f"1 to 1000 at a time, not {count}.")
    line.done()
    return count


def _join(line: Scanner, text: str) -> Command:
    return joining.join(line)


def _call(line: Scanner, text: str) -> Command:
    words = tuple(line.rest)
    if not words:
        raise Refused("Say the name, like: call ambush-undone, or: call branch-2 ambush-undone")
    return NameBranch(words)


def _rewind(line: Scanner, text: str) -> Command:
    seq = line.number("the event to go back to")
    line.done()
    return Rewind(seq, line.why)


def _note(line: Scanner, text: str) -> Command:
    return Note(clean(text.partition(" ")[2]))


def _numbered(what: str) -> Callable[[Scanner, str], Command]:
    def show(line: Scanner, text: str) -> Command:
        line.accept("at")
        number = line.number("which", 0)
        line.done()
        return Show(what, number=number)

    return show


def _plain(what: str) -> Callable[[Scanner, str], Command]:
    def show(line: Scanner, text: str) -> Command:
        line.done()
        return Show(what)

    return show


def _worded(what: str) -> Callable[[Scanner, str], Command]:
    return lambda line, text: Show(what, tuple(line.rest))


def _quit(line: Scanner, text: str) -> Command:
    line.done()
    return Quit()


_OTHERS: dict[str, Callable[[Scanner, str], Command]] = {
    "roll": lambda line, text: roll(line),
    "undo": lambda line, text: Undo(_count(line), line.why),
    "redo": lambda line, text: Redo(_count(line), line.why),
    "rewind": _rewind,
    "switch": lambda line, text: Switch(line.text(), line.why),
    "call": _call,
    "amend": correction("amend"),
    "strike": correction("strike"),
    "insert": correction("insert"),
    "what-if": correction("amend", apart=True),
    "note": _note,
    "salt": lambda line, text: Salt(clean(text.partition(" ")[2])),
    "join": _join,
    "place": lambda line, text: Declare(places.place(line)),
    "quit": _quit,
    "state": _numbered("state"),
    "log": _numbered("log"),
    "timeline": _plain("timeline"),
    "chronicle": _plain("chronicle"),
    "branches": _plain("branches"),
    "stats": _plain("stats"),
    "why": _worded("why"),
    "diff": _worded("diff"),
    "help": _worded("help"),
}
