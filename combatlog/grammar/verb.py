"""The specification of a verb, and the place on a line where a word of it is completed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from combatlog.grammar.commands import Command, Show
from combatlog.grammar.scanner import Scanner, Vocabulary, match_name
from combatlog.grammar.writer import FormattedLine, Writer
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState
from rulesets.core.ruleset import Lexicon

_VERSUS = ("versus", "vs")

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


class Cursor(Vocabulary):
    """The finished words behind a verb, and the fight they are about.

    `verbs` are the names of the verbs that the game has.
    """

    def __init__(self, words: Sequence[str], state: FightState, verbs: Sequence[str] = ()) -> None:
        super().__init__(state)
        self.words = words
        self.verbs = verbs

    @property
    def last(self) -> str:
        """The last finished word in lower case; empty where there is none."""
        return self.words[-1].casefold() if self.words else ""

    @cached_property
    def present(self) -> list[Combatant]:
        """The combatants who are in the fight, neither gone nor dead."""
        return [one for one in self.state.combatants.values() if one.standing == "in"]

    @property
    def names(self) -> list[str]:
        """The names of those who are present."""
        return [one.name for one in self.present]

    def list_names(self, standing: str) -> list[str]:
        """Return the names of those with a standing: `in`, `gone` or `dead`."""
        return [one.name for one in self.state.combatants.values() if one.standing == standing]

    @cached_property
    def combatant(self) -> Combatant | None:
        """The combatant that the first words name; None where they name none."""
        return self.find(self.words)

    def find(self, words: Sequence[str]) -> Combatant | None:
        """Return the combatant whose name fits the words best; None where no name fits."""
        everybody = self.state.combatants.values()
        fits = [(match, one) for one in everybody if (match := match_name(words, one.name))]
        if not fits:
            return None
        best = max(match for match, _ in fits)
        return next(one for match, one in fits if match == best)

    @cached_property
    def rollable(self) -> list[str]:
        """The scores and skills that this combatant can roll on."""
        return [*self.rules.rollable(self.state, self.combatant)] if self.combatant else []

    @property
    def skills(self) -> list[str]:
        """The skills that this combatant can roll on."""
        scores = self.combatant.scores if self.combatant else ()
        return [each for each in self.rollable if each not in scores]

    def keep_if(self, feature: str, *words: str) -> list[str]:
        """Return the words where the game has a feature; no word where it lacks it."""
        return [*words] if feature in self.lexicon.has else []

    def list_opponents(self) -> list[str] | None:
        """Return what goes behind `versus`: a combatant, then what that one rolls on; None where
        the last two words have no `versus`."""
        if self.last in _VERSUS:
            return self.names
        if len(self.words) > 1 and self.words[-2].casefold() in _VERSUS:
            opponent = self.find(self.words[-1:])
            return [*self.rules.rollable(self.state, opponent)] if opponent else []
        return None


def complete_nothing(cursor: Cursor) -> list[str]:
    """Suggest nothing: what follows is free text, or a number."""
    return []


def complete_combatant(cursor: Cursor) -> list[str]:
    """Suggest who is present, as the first word alone."""
    return [] if cursor.words else cursor.names


def complete_combatants(cursor: Cursor) -> list[str]:
    """Suggest who is present, for any word."""
    return cursor.names


def view_verb(
    name: str,
    does: str,
    *,
    takes: str = "",
    reads: Literal["nothing", "number", "words", "line"] = "nothing",
    group: VerbGroup = "looking",
    complete: Callable[[Cursor], list[str]] = complete_nothing,
    aliases: tuple[str, ...] = (),
    examples: tuple[tuple[str, str], ...] = (),
) -> Verb:
    """Return a verb that only shows something.

    `reads` says what stands behind it: nothing; a number, with or without `at` (0 where none is
    typed); any words, which the view reads; or a whole line, as it was typed.
    """

    def parse_view(line: Scanner) -> Show:
        if reads == "line":
            return Show(name, tuple(line.typed.split(maxsplit=1)[1:]))
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
