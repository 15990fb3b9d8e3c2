"""The help on verbs, in the words of a game and without what the game lacks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from combatlog.grammar.registry import Verb, find_verb, list_verbs
from events.types.base import Game
from events.types.names import join_words
from rulesets.core.ruleset import Lexicon

_PART = re.compile(r"<(!?)([^<>|]+)\|([^<>]*)>")
_WORD = re.compile(r"\{(\w+)\}")

_COMMON_WORDS = {"save": "save", "ABILITY": "ABILITY", "imp": "imp", "enh": "enh"}
"""Words for a text that is about every game."""


class VerbHelp(NamedTuple):
    """The help on a verb in one game: the game's name for it, its aliases, what it takes, what it
    does, and examples, each with what it means. `key` is its name in every game."""

    name: str
    aliases: tuple[str, ...]
    takes: str
    does: str
    more: tuple[tuple[str, str], ...]
    key: str


def describe_verbs(game: Game, lexicon: Lexicon) -> list[VerbHelp]:
    """Return the help on every verb that a game has."""
    return [describe_verb(verb, game, lexicon) for verb in list_verbs(lexicon)]


def find_verb_help(word: str, game: Game, lexicon: Lexicon) -> VerbHelp:
    """Return the help on the verb that this word is or begins. Raises `Refused`."""
    return describe_verb(find_verb(word, lexicon), game, lexicon)


def describe_verb(verb: Verb, game: Game, lexicon: Lexicon) -> VerbHelp:
    """Return the help on a verb in the words of a game."""
    words = _collect_words(game, lexicon)

    def adapt(text: str) -> str:
        return _put_words(_choose_parts(text, lambda part: _keep_part(part, lexicon)), words)

    examples = [(adapt(example), adapt(meaning)) for example, meaning in verb.examples]
    return VerbHelp(
        verb.get_name(lexicon),
        verb.aliases,
        adapt(verb.takes),
        adapt(verb.does),
        tuple(each for each in examples if all(each)),
        verb.name,
    )


def describe_syntax(verb: Verb) -> str:
    """Return what a verb takes in any game: all optional parts, in words common to all games."""
    text = _choose_parts(verb.takes, lambda part: "" if part.group(1) else part.group(3))
    return _put_words(text, _COMMON_WORDS)


def _choose_parts(text: str, replace: Callable[[re.Match[str]], str]) -> str:
    """Return the text with each `<feature|text>` replaced, the innermost first."""
    while (shorter := _PART.sub(replace, text)) != text:
        text = shorter
    return text


def _keep_part(part: re.Match[str], lexicon: Lexicon) -> str:
    """Return the text of a part whose feature the game has, or, with `!`, lacks; else nothing."""
    lacks, feature, text = part.groups()
    return text if (feature in lexicon.has) != bool(lacks) else ""


def _put_words(text: str, words: dict[str, str]) -> str:
    return _WORD.sub(lambda word: words[word.group(1)], text)


def _collect_words(game: Game, lexicon: Lexicon) -> dict[str, str]:
    """Return a game's words for what stands in braces in the verbs' texts."""
    words = {key: game.words.get(key, key) for key in ("save", "enhanced", "impaired", "ability")}
    return {
        **words,
        "ABILITY": words["ability"].upper(),
        "imp": words["impaired"][:3],
        "enh": words["enhanced"][:3],
        "defence": game.words.get("defence", f"{words['save']} against the harm"),
        "special": lexicon.called.get("special", "special"),
        "band": lexicon.bands[0] if lexicon.bands else "",
        "bands": join_words(lexicon.bands, "or"),
        "phases": join_words(lexicon.phases),
        "places": join_words(lexicon.places),
        "manoeuvres": join_words(lexicon.manoeuvres),
        "score": "Stealth" if "target" in lexicon.has else lexicon.fields[2],
        "other": "Melee" if "target" in lexicon.has else lexicon.fields[1],
        "watch": game.words.get("clock", "rest"),
        "watches": game.words.get("clocks", "rests"),
        "follower": game.words.get("follower", "follower"),
        "camp": game.words.get("extended rest", "camp"),
        "fields": ", ".join(lexicon.fields),
        "traits": join_words(lexicon.traits),
    }
