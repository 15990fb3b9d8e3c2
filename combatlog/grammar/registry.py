"""All verbs: how one is found by a word, and the parser of a line."""

from __future__ import annotations

from typing import get_args

from combatlog.grammar.commands import Command, Declare
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Formatter, Group
from combatlog.grammar.verb import Verb as Verb
from combatlog.grammar.verbs import (
    actions,
    attack,
    care,
    conditions,
    corrections,
    escape,
    fight,
    harm,
    history,
    join,
    manoeuvre,
    numbers,
    people,
    places,
    rest,
    rounds,
    saves,
    views,
    weapons,
)
from combatlog.grammar.verbs.rounds import parse_roll
from events.errors import Refused
from events.serialization.codec import decode_declaration
from events.types.base import Event
from events.types.declarations import Resolve
from events.types.names import fold_case
from projections.state.fight_state import FightState
from rulesets.common.naming import join_words, suggest
from rulesets.core.ruleset import Lexicon

VERBS: tuple[Verb, ...] = (
    *attack.VERBS,
    *actions.VERBS,
    *care.VERBS,
    *escape.VERBS,
    *manoeuvre.VERBS,
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

GROUPS: dict[str, tuple[str, ...]] = {
    group: tuple(verb.name for verb in VERBS if verb.group == group) for group in get_args(Group)
}
"""The names of the verbs by what they are for."""

FORMATTERS: dict[type, Formatter] = {
    kind: formatter for verb in VERBS for kind, formatter in verb.formats.items()
}
"""The formatter of each type of declaration."""


def verbs_of(lexicon: Lexicon) -> list[Verb]:
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
    said = fold_case(word)
    verbs = verbs_of(lexicon)
    for verb in verbs:
        if said in _names(verb, lexicon):
            return verb
    if any(said == verb.name for verb in VERBS if verb not in verbs):
        instead = "help lists them"
        if said == "time" and "camp" not in lexicon.lacks:
            instead = f"time goes by with {lexicon.called.get('rest', 'rest')} and camp"
        raise Refused(f"There is no verb “{word}” here; {instead}.")
    begun = [verb for verb in verbs if any(each.startswith(said) for each in _names(verb, lexicon))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        meant = [next(n for n in _names(verb, lexicon) if n.startswith(said)) for verb in begun]
        names = join_words(meant, "or")
        raise Refused(f"“{word}” could be {names}; type a little more.")
    names_shown = [each for verb in verbs for each in (verb.called(lexicon), *verb.aliases)]
    long_names = [each for each in names_shown if len(each) > 1]
    raise Refused(f"There is no verb “{word}”{suggest(word, long_names)}; help lists them.")


def _names(verb: Verb, lexicon: Lexicon) -> tuple[str, ...]:
    own = lexicon.called.get(verb.name, "")
    return (verb.name, *verb.aliases, *((fold_case(own),) if own else ()))


def parse(line: str, state: FightState) -> Command | None:
    """Return what a line means in this state of the fight; None for an empty line or a comment
    (`#`).

    A line that begins with `{` is a declaration as JSON. A final ` !` resolves at once. Raises
    `Refused` or `Unreadable` with one sentence.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("{"):
        return Declare((decode_declaration(text),))
    if text.endswith(" !") and isinstance(declared := _parse(text[:-2], state), Declare):
        return Declare((*declared.declarations, Resolve()))
    return _parse(text, state)


def _parse(text: str, state: FightState) -> Command:
    line = Scanner(text, state)
    if not line.words:
        raise Refused("Begin with a verb; help lists them.")
    word = line.take()
    if word.lstrip("#").isdigit():
        line.at = 0
        return parse_roll(line)
    parsed = find_verb(word, line.lexicon).parse(line)
    return Declare((parsed,)) if isinstance(parsed, Event) else parsed
