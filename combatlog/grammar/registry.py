"""All verbs; the parser and the completion of a line, and the formatter that writes the line of a
declaration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import get_args

from combatlog.grammar.commands import Command, Declare
from combatlog.grammar.scanner import Scanner, match_name
from combatlog.grammar.verb import Cursor, Formatter, Verb as Verb, VerbGroup
from combatlog.grammar.verbs import (
    actions,
    attack,
    conditions,
    corrections,
    fight,
    harm,
    history,
    join,
    numbers,
    people,
    places,
    rest,
    rounds,
    saves,
    views,
    weapons,
)
from combatlog.grammar.verbs.numbers import is_score
from combatlog.grammar.verbs.rounds import parse_roll
from combatlog.grammar.writer import CARE, FormattedLine, Inexpressible, Writer
from events.errors import CombatlogError, Refused
from events.serialization.codec import clean_event, decode_declaration, encode
from events.types.base import Event
from events.types.declarations import BeginRound, EndFight, Resolve
from events.types.names import fold_case, join_words, suggest
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import FightState
from projections.text.words import describe_side, possessive
from replay.command_handler import preview_declaration
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Lexicon

VERBS: tuple[Verb, ...] = (
    *attack.VERBS,
    *actions.VERBS,
    *rounds.VERBS,
    *history.VERBS,
    *corrections.VERBS,
    *saves.VERBS,
    *harm.VERBS,
    *rest.VERBS,
    *join.VERBS,
    *numbers.VERBS,
    *conditions.VERBS,
    *places.VERBS,
    *people.VERBS,
    *weapons.VERBS,
    *fight.VERBS,
    *views.VERBS,
)
"""Every verb, in the order in which completion and help show them."""

MOST_PARTS, LONGEST_TEXT = 200, 20_000
"""The most declarations of a line, and its most characters. A longer one would hold up everybody
else."""

_SEPARATOR = re.compile(r""";(?=(?:[^"]*"[^"]*")*[^"]*$)(?![^(]*\))""")
"""A `;` that stands neither in quotation marks nor in brackets."""

GROUPS: dict[str, tuple[str, ...]] = {
    group: tuple(verb.name for verb in VERBS if verb.group == group)
    for group in get_args(VerbGroup)
}
"""The names of the verbs by what they are for."""

FORMATTERS: dict[type, Formatter] = {
    kind: formatter for verb in VERBS for kind, formatter in verb.formats.items()
}
"""The formatter of each type of declaration."""


def list_verbs(lexicon: Lexicon) -> list[Verb]:
    """Return the verbs that a game has."""
    return [verb for verb in VERBS if verb.name not in lexicon.lacks]


def is_view_verb(word: str, lexicon: Lexicon) -> bool:
    """Return whether this word is, or begins, a verb that only shows something."""
    try:
        return find_verb(word, lexicon).is_view
    except Refused:
        return False


def find_verb(word: str, lexicon: Lexicon) -> Verb:
    """Return the verb that this word is or begins, by its own name, an alias, or the game's name
    for it. Raises `Refused` with the nearest verbs, or with all that the word begins."""
    typed = fold_case(word)
    verbs = list_verbs(lexicon)
    for verb in verbs:
        if typed in _list_names(verb, lexicon):
            return verb
    if any(typed == verb.name for verb in VERBS if verb not in verbs):
        instead = "help lists them"
        if typed == "time" and "camp" not in lexicon.lacks:
            instead = f"time goes by with {lexicon.called.get('rest', 'rest')} and camp"
        raise Refused(f"There is no verb “{word}” here; {instead}.")
    begun = [
        verb for verb in verbs if any(each.startswith(typed) for each in _list_names(verb, lexicon))
    ]
    if len(begun) == 1:
        return begun[0]
    if begun:
        meant = [
            next(n for n in _list_names(verb, lexicon) if n.startswith(typed)) for verb in begun
        ]
        names = join_words(meant, "or")
        raise Refused(f"“{word}” could be {names}; type a little more.")
    names_shown = [each for verb in verbs for each in (verb.get_name(lexicon), *verb.aliases)]
    long_names = [each for each in names_shown if len(each) > 1]
    raise Refused(f"There is no verb “{word}”{suggest(word, long_names)}; help lists them.")


def _list_names(verb: Verb, lexicon: Lexicon) -> tuple[str, ...]:
    own = lexicon.called.get(verb.name, "")
    return (verb.name, *verb.aliases, *((fold_case(own),) if own else ()))


def parse(line: str, state: FightState) -> Command | None:
    """Return what a line means in this state of the fight; None for an empty line or a comment
    (`#`).

    A line that begins with `{` is a declaration as JSON. A final `!` resolves at once what was
    declared, and insists on a turn that leaves somebody out; where it stands right behind a word of
    a free text, it belongs to that. Raises `Refused` or `Unreadable` with one sentence.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("{"):
        return Declare((decode_declaration(text),))
    if text.count(";") > MOST_PARTS or len(text) > LONGEST_TEXT:
        raise Refused(
            f"That line is too long: at most {MOST_PARTS} declarations and {LONGEST_TEXT}"
            " characters can be said at once."
        )
    parts = _split_declarations(text, load_ruleset(state.game.rules).lexicon(state.game))
    if len(parts) > 1:
        return _parse_together(parts, state)
    if text.endswith("!") and (declared := _parse_at_once(text, state)) is not None:
        return _insist(declared, state)
    return _parse(text, state)


def insists(line: str, state: FightState) -> bool:
    """Return whether a line, or a declaration on it, ends with a `!` that is no part of a free
    text."""
    parts = _split_declarations(line.strip(), load_ruleset(state.game.rules).lexicon(state.game))
    return any(
        part.endswith("!") and (part[:-1] != part[:-1].rstrip() or not _is_in_text(part, state))
        for part in parts
    )


def _split_declarations(text: str, lexicon: Lexicon) -> list[str]:
    """Split a line at each `;` that begins another declaration. What stands in quotation marks or
    brackets is no other one, and neither is a reason."""
    if ";" not in text or not _declares(text, lexicon):
        return [text]
    parts: list[str] = []
    for clause in _SEPARATOR.split(text):
        if parts and not _declares(clause, lexicon):
            parts[-1] += f";{clause}"
        else:
            parts.append(clause)
    return [part.strip() for part in parts]


def _declares(clause: str, lexicon: Lexicon) -> bool:
    """Return whether a clause begins with a verb that declares something."""
    words = clause.replace("!", " ").split()
    if fold_case(" ".join(words[1:2])) in _ATTACKS:
        return True
    try:
        return bool(words) and bool(find_verb(words[0], lexicon).formats)
    except Refused:
        return False


def _parse_at_once(text: str, state: FightState) -> Declare | None:
    """Return what a line with a final `!` declares; None where the `!` belongs to a text."""
    bare = text[:-1].rstrip()
    if bare == text[:-1] and _is_in_text(text, state):
        return None
    declared = _parse(bare, state)
    return declared if isinstance(declared, Declare) else None


def _is_in_text(text: str, state: FightState) -> bool:
    """Return whether a line means something else with its final `!` than without it."""
    try:
        return _parse(text, state) != _parse(text[:-1], state)
    except Refused:
        return False


def _parse_together(parts: Sequence[str], state: FightState) -> Declare:
    """Return the declarations of several parts of a line as one command. Each part is read in the
    state that the earlier ones lead to, so only the last may throw dice."""
    together: list[Declaration] = []
    for number, part in enumerate(parts):
        command = parse(part, state)
        if not isinstance(command, Declare):
            raise Refused(f"Say “{part}” on a line of its own: only declarations can share one.")
        together += command.declarations
        if number < len(parts) - 1:
            for declared in command.declarations:
                state = preview_declaration(state, declared)
    return Declare(tuple(together))


def _insist(declared: Declare, state: FightState) -> Declare:
    """Return what a final `!` makes of declarations: the turn they belong to is resolved at once.
    Raises `Refused` where there is nothing to resolve, or it is not their turn."""
    last = declared.declarations[-1]
    if isinstance(last, Resolve | BeginRound | EndFight):
        return declared
    if not isinstance(last, TurnAction):
        raise Refused("Nothing is left to resolve here: say that without the “!”.")
    resolve = _make_resolve(last, state)
    return Declare((*declared.declarations, *resolve))


def _make_resolve(action: TurnAction, state: FightState) -> tuple[Resolve, ...]:
    """Return what resolves an action that is declared now; nothing where its turn is over, so that
    it is refused, or resolved as it is declared."""
    by = state.combatants[action.by]
    if not state.round_open or state.phase:
        waiting = [state.combatants[each.action.by].side for each in state.pending]
        return (Resolve(by.side if waiting and not state.phase else ""),)
    if not state.has_turn_left(by):
        return ()
    if not state.acts_in(state.turn, by):
        raise Refused(
            f"It is {possessive(describe_side(state.side_to_act))} turn: say that without the “!”,"
            f" and it is resolved in {possessive(describe_side(by.side))} own."
        )
    return (Resolve(),)


def _parse(text: str, state: FightState) -> Command:
    line = Scanner(text, state)
    if not line.words:
        raise Refused("Begin with a verb; help lists them.")
    word = line.take()
    if word.lstrip("#").isdigit():
        line.at = 0
        return parse_roll(line)
    verb = _find_score_verb(line, word) or _find_verb_behind(line) or find_verb(word, line.lexicon)
    parsed = verb.parse(line)
    line.check_reasons()
    return Declare((parsed,)) if isinstance(parsed, Event) else parsed


def _find_score_verb(line: Scanner, word: str) -> Verb | None:
    """Return `set` where a score stands as the verb before a name (`hp mira +2`), and put the words
    into its order; None for any other line, and where the word is a verb's and no number follows.
    """
    score = next(
        (each for each in _list_scores(line.state) if fold_case(each) == fold_case(word)), None
    )
    if score is None or (_is_verb(word, line.lexicon) and not is_score("".join(line.rest[-1:]))):
        return None
    if not line.rest:
        one = next(iter(line.state.combatants.values()))
        raise Refused(f"Say whose {score} it is and what it is now, like: {word} {one.id} 3")
    try:
        name = len(line.rest)
        line.take_combatant()
        name -= len(line.rest)
    except Refused:
        if _is_verb(word, line.lexicon):
            return None
        raise
    line.words.insert(line.at, score)
    line.at -= name
    return numbers.SET


def _is_verb(word: str, lexicon: Lexicon) -> bool:
    """Return whether a word is the whole name of a verb."""
    return any(fold_case(word) in _list_names(verb, lexicon) for verb in list_verbs(lexicon))


def _list_scores(state: FightState) -> dict[str, None]:
    return dict.fromkeys(score for one in state.combatants.values() for score in one.scores)


_ATTACKS = ("attacks", "hits", "shoots")
"""The words for an attack that may stand behind the attacker."""


def _find_verb_behind(line: Scanner) -> Verb | None:
    """Return `attack` where a word for it stands behind the attacker (`mira shoots wolf`), and take
    that word off the line; None for any other line."""
    folded = [fold_case(word) for word in line.words]
    at = next((at for at, word in enumerate(folded[:4]) if at and word in _ATTACKS), 0)
    if not at or any(folded[0] in (verb.name, *verb.aliases) for verb in VERBS):
        return None
    begun = line.words[:at]
    for one in line.state.combatants.values():
        match = match_name(begun, one.name)
        if match is not None and match.used == at:
            del line.words[at]
            line.at = 0
            return attack.ATTACK
    return None


def parse_declarations(line: str, state: FightState) -> tuple[Declaration, ...] | None:
    """Return the declarations that a line means in this state; None for any other command. Raises
    as `parse` does."""
    command = parse(line, state)
    return command.declarations if isinstance(command, Declare) else None


def format_declaration(declaration: Declaration, state: FightState) -> str:
    """Return the line that means this declaration in this state, as short as is natural.

    Where words cannot express it, the line is the declaration as JSON, which is parsed, too.
    """
    return str(format_line(declaration, state))


def format_line(declaration: Declaration, state: FightState) -> FormattedLine:
    """Return the same line, with its reasons apart."""
    for level in range(len(CARE)):
        try:
            line = _format(declaration, Writer(state, level))
        except Inexpressible:
            continue
        if _is_parsed_as(str(line), declaration, state):
            return line
    return FormattedLine(encode(declaration))


def _format(declaration: Declaration, writer: Writer) -> FormattedLine:
    if type(declaration) not in FORMATTERS:
        raise Inexpressible
    return FORMATTERS[type(declaration)](writer, declaration)


def _is_parsed_as(line: str, declaration: Declaration, state: FightState) -> bool:
    """Return whether the line means the declaration, once its blanks are filled."""
    try:
        command = parse(line, state)
    except CombatlogError:
        return False
    if not isinstance(command, Declare) or len(command.declarations) != 1:
        return False
    return _prepare(command.declarations[0], state) == _prepare(declaration, state)


def _prepare(declaration: Declaration, state: FightState) -> Declaration:
    """Return the declaration with its blanks filled; unchanged where it names what is not
    there."""
    try:
        return load_ruleset(state.game.rules).prepare(state, clean_event(declaration))
    except Refused:
        return declaration


def complete_line(line: str, state: FightState) -> tuple[list[str], str]:
    """Return what may stand at the end of a line, and the unfinished word that it replaces."""
    words = line.split()
    unfinished = "" if not line or line[-1].isspace() else words.pop()
    lexicon = load_ruleset(state.game.rules).lexicon(state.game)
    verbs = [verb.get_name(lexicon) for verb in list_verbs(lexicon)]
    if not words:
        return keep_begun(verbs, unfinished), unfinished
    try:
        verb = find_verb(words[0], lexicon)
    except Refused:
        return [], unfinished
    suggestions = verb.complete(Cursor(words[1:], state, verbs))
    return keep_begun(suggestions, unfinished), unfinished


def keep_begun(choices: Iterable[str], unfinished: str) -> list[str]:
    """Return the choices in which a word begins like the unfinished one, each once."""
    typed = fold_case(unfinished)
    return [
        choice
        for choice in dict.fromkeys(choices)
        if any(part.startswith(typed) for part in [fold_case(choice), *fold_case(choice).split()])
    ]
