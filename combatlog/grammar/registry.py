"""Which verb is meant, and which of them a game has."""

from __future__ import annotations

from combatlog.grammar.verb_table import GROUPS as GROUPS
from combatlog.grammar.verb_table import VERBS as VERBS
from combatlog.grammar.verb_table import Verb as Verb
from events.errors import Refused
from events.types.names import folded
from rulesets.common.naming import listed, nearest
from rulesets.core.ruleset import Lexicon

_LOOKING = (*GROUPS["looking"], "branches")


def verbs_of(lexicon: Lexicon) -> list[Verb]:
    """The verbs that a game has a use for."""
    return [verb for verb in VERBS if verb.name not in lexicon.lacks]


def looks(word: str, lexicon: Lexicon) -> bool:
    """Is this word, or does it begin, a verb that only shows something?"""
    try:
        return find_verb(word, lexicon).name in _LOOKING
    except Refused:
        return False


def called(verb: Verb, lexicon: Lexicon) -> str:
    """What a game calls a verb."""
    return lexicon.called.get(verb.name, verb.name)


def find_verb(word: str, lexicon: Lexicon) -> Verb:
    """The verb this word is or begins, by its own name or by what the game calls it. Raises
    `Refused` with the nearest, or with all it could be."""
    said = folded(word)
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
        names = listed(meant, "or")
        raise Refused(f"“{word}” could be {names}; type a little more.")
    shown = [each for verb in verbs for each in (called(verb, lexicon), *verb.aliases)]
    every = [each for each in shown if len(each) > 1]
    raise Refused(f"There is no verb “{word}”{nearest(word, every)}; help lists them.")


def _names(verb: Verb, lexicon: Lexicon) -> tuple[str, ...]:
    own = lexicon.called.get(verb.name, "")
    return (verb.name, *verb.aliases, *((folded(own),) if own else ()))
