"""The verbs on the screen."""

from __future__ import annotations

from combatlog.grammar.help import Told, told_verb, told_verbs
from combatlog.screen.text import table
from events.games import Game
from rulesets.registry import ruleset


def help_lines(game: Game, words: tuple[str, ...] = ()) -> list[str]:
    """Every verb that a game has with what it does, or one with all it takes."""
    lexicon = ruleset(game.rules).lexicon(game)
    if words:
        verb = told_verb(words[0], game, lexicon)
        examples = table([list(each) for each in verb.more], indent="    ")
        return [*table([[_called(verb), verb.takes]]), f"  {verb.does}", *examples]
    rows = [[_called(verb), verb.does] for verb in told_verbs(game, lexicon)]
    return [*table(rows), "help VERB shows what a verb takes."]


def _called(verb: Told) -> str:
    return verb.name + (f" ({verb.aliases[0]})" if verb.aliases else "")
