"""What is told of the verbs, as far as a game has what they speak of, and in its own words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from combatlog.grammar.registry import Verb, find_verb, verbs_of
from events.types.game import Game
from rulesets.common.naming import listed
from rulesets.core.ruleset import Lexicon

_PART = re.compile(r"<(!?)([^<>|]+)\|([^<>]*)>")
_WORD = re.compile(r"\{(\w+)\}")


class Told(NamedTuple):
    """A verb as one game has it: what it calls it, its other names, what it takes, what it does,
    and examples, each with what it means; `key` is its name in every game."""

    name: str
    aliases: tuple[str, ...]
    takes: str
    does: str
    more: tuple[tuple[str, str], ...]
    key: str


def told_verbs(game: Game, lexicon: Lexicon) -> list[Told]:
    """Every verb that the game has a use for."""
    return [told(verb, game, lexicon) for verb in verbs_of(lexicon)]


def told_verb(word: str, game: Game, lexicon: Lexicon) -> Told:
    """The verb that this word is or begins; raises `Refused`."""
    return told(find_verb(word, lexicon), game, lexicon)


def told(verb: Verb, game: Game, lexicon: Lexicon) -> Told:
    """A verb in the words of a game."""
    words = _words(game, lexicon)

    def said(text: str) -> str:
        return _in_words(_parts(text, lambda part: _kept(part, lexicon)), words)

    more = [(said(example), said(meaning)) for example, meaning in verb.examples]
    return Told(
        verb.called(lexicon),
        verb.aliases,
        said(verb.takes),
        said(verb.does),
        tuple(each for each in more if all(each)),
        verb.name,
    )


def takes_anywhere(verb: Verb) -> str:
    """What a verb takes in some game or other."""
    text = _parts(verb.takes, lambda part: "" if part.group(1) else part.group(3))
    return _in_words(text, _SHARED)


_SHARED = {"save": "save", "ABILITY": "ABILITY", "imp": "imp", "enh": "enh"}


def _parts(text: str, kept: Callable[[re.Match[str]], str]) -> str:
    """The text with what is kept of its parts, the innermost first."""
    while (fewer := _PART.sub(kept, text)) != text:
        text = fewer
    return text


def _kept(part: re.Match[str], lexicon: Lexicon) -> str:
    """The text of a part, where the game has (or, `!`, has not) what it is about."""
    lacks, feature, text = part.groups()
    return text if (feature in lexicon.has) != bool(lacks) else ""


def _in_words(text: str, words: dict[str, str]) -> str:
    return _WORD.sub(lambda word: words[word.group(1)], text)


def _words(game: Game, lexicon: Lexicon) -> dict[str, str]:
    """The words that stand in braces in the verbs' texts."""
    words = {key: game.words.get(key, key) for key in ("save", "enhanced", "impaired", "ability")}
    return {
        **words,
        "ABILITY": words["ability"].upper(),
        "imp": words["impaired"][:3],
        "enh": words["enhanced"][:3],
        "defence": game.words.get("defence", f"{words['save']} against the harm"),
        "special": lexicon.called.get("special", "special"),
        "band": lexicon.bands[0] if lexicon.bands else "",
        "bands": listed(lexicon.bands, "or"),
        "phases": listed(lexicon.phases),
        "places": listed(lexicon.places),
        "manoeuvres": listed(lexicon.manoeuvres),
        "score": "Stealth" if "target" in lexicon.has else lexicon.fields[2],
        "other": "Melee" if "target" in lexicon.has else lexicon.fields[1],
        "watch": game.words.get("clock", "rest"),
        "watches": game.words.get("clocks", "rests"),
        "camp": game.words.get("extended rest", "camp"),
        "fields": ", ".join(lexicon.fields),
        "traits": listed(lexicon.traits),
    }
