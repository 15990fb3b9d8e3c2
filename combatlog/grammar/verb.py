"""The specification of a verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from combatlog.grammar.commands import Command, Show
from combatlog.grammar.cursor import Cursor, complete_nothing
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.writer import FormattedLine, Writer
from events.types.unions import Declaration
from rulesets.core.ruleset import Lexicon

VerbGroup: TypeAlias = Literal[
    "fighting", "facts", "taking back", "correcting", "looking", "at the table"
]
"""The purpose of a verb. `help` lists the verbs by group, in this order."""

Formatter: TypeAlias = Callable[[Writer, Any], FormattedLine]
"""Writes a declaration as the line that would be typed."""


class Verb(NamedTuple):
    """One verb, whole: the parser, the formatter, completion and help are made from it.

    `name` is the verb's name in every game, `aliases` its other names, `group` what it is for.
    `takes` is its syntax and `does` what it does, in one line each; `examples` are lines with what
    each means, shown where help is asked for this verb alone.

    `parse` reads the words behind the verb: it returns a declaration, or the command where the
    verb declares nothing or several things at once. `formats` has, by type, a formatter for each
    declaration that is written with this verb. The JSON form of a declaration is the event's own
    and needs no words here: a line that begins with `{` is one.

    `complete` returns the suggestions for the next word. It knows the state of the fight and not
    its log. Where suggestions come from the log, `completes` tells the prompt which: the number of
    an `event`, the number of an event and then a `correction` of it, or the name of a `branch`.
    `is_view` marks a verb that only shows something.

    A game may have another word for a verb, or lack it (`Lexicon.called`, `Lexicon.lacks`). In
    `takes`, `does` and `examples`, `<feature|text>` stands only where a game has the feature
    (`Lexicon.has`), `<!feature|text>` where it lacks it, and `{save}` for the game's own word.
    """

    name: str
    group: VerbGroup
    takes: str
    does: str
    parse: Callable[[Scanner], Declaration | Command]
    complete: Callable[[Cursor], list[str]]
    formats: Mapping[type, Formatter] = {}
    aliases: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    completes: Literal["words", "event", "correction", "branch"] = "words"
    is_view: bool = False

    def get_name(self, lexicon: Lexicon) -> str:
        """Return what a game calls this verb."""
        return lexicon.called.get(self.name, self.name)


def view_verb(
    name: str,
    does: str,
    *,
    takes: str = "",
    reads: Literal["nothing", "number", "words"] = "nothing",
    group: VerbGroup = "looking",
    complete: Callable[[Cursor], list[str]] = complete_nothing,
    aliases: tuple[str, ...] = (),
    examples: tuple[tuple[str, str], ...] = (),
) -> Verb:
    """Return a verb that only shows something.

    `reads` says what stands behind it: nothing; a number, with or without `at` (0 where none is
    typed); or any words, which the view reads.
    """

    def parse_view(line: Scanner) -> Show:
        if reads == "words":
            return Show(name, tuple(line.rest))
        number = 0
        if reads == "number":
            line.accept("at")
            number = line.take_number("which", 0)
        line.check_end()
        return Show(name, number=number)

    return Verb(
        name=name,
        group=group,
        takes=takes,
        does=does,
        parse=parse_view,
        complete=complete,
        aliases=aliases,
        examples=examples,
        is_view=True,
    )


def roll_examples(verb: str, rest: str = "") -> tuple[tuple[str, str], ...]:
    """Return the examples of a verb behind which a roll is described."""
    return (
        (f"<!target|{verb} {{score}}{rest}>", "<!target|the {ability} it is rolled on>"),
        (f"<target|{verb} Athletics 10{rest}>", "<target|what it is rolled on, and the number>"),
        (f"<versus|{verb} {{score}} versus wolf{rest}>", "<versus|an opponent rolls against it>"),
        (
            f"<versus|{verb} {{score}} versus wolf {{other}}{rest}>",
            "<versus|the {ability} it rolls on>",
        ),
        ("<modified saves|{imp}: why; {enh}: why>", "<modified saves|what modifies it>"),
    )
