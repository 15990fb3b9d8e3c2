"""The verb `harm`: damage outside an attack."""

from __future__ import annotations

from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.declarations import Harm
from events.types.rolls import is_dice
from projections.state.fight_state import Combatant


def parse_harm(line: Scanner) -> Harm:
    """Parse `WHO[, WHO…] [DICE | NUMBER] [direct ABILITY] [at PLACE] [: why] [overrule: why]`, or
    the dice or number before `WHO`.

    Where harm has no amount (the feature `steps`), `WHO[, WHO…] [ABILITY]`.
    """
    steps = "steps" in line.lexicon.has
    first = "" if steps or not _is_amount(line.peek()) else line.take()
    start = line.at
    ones = [_take_harmed(line, bool(first) or steps)]
    while line.accept(","):
        ones.append(_take_harmed(line, bool(first) or steps))
    if not steps and not first and not line.rest:
        _refuse_missing(line, ones[-1], line.words[start : line.at])
    amount = first or ("" if steps or line.peek() in ("", "direct", "at") else line.take())
    named = line.accept("direct") or (steps and line.peek() not in ("", "at"))
    direct = line.take_rollable(ones[0]) if named else ""
    place = line.take_text() if line.accept("at") else ""
    line.check_end()
    who = tuple(one.id for one in ones)
    return Harm(who, amount, line.why, direct, line.overrule, place)


def _take_harmed(line: Scanner, has_amount: bool) -> Combatant:
    """Take the name of somebody harmed. The 1 of `wolf 1` is an amount, unless another follows."""
    start = line.at
    one = line.take_first()
    if one is not None and (has_amount or line.peek() == "," or _is_amount(line.peek())):
        return one
    line.at = start
    return line.take_combatant()


def _is_amount(word: str) -> bool:
    return word.isdigit() or is_dice(word)


def _refuse_missing(line: Scanner, one: Combatant, words: list[str]) -> None:
    """Raise `Refused` where no amount is typed; a number that ends a name could be meant as it."""
    typed = " ".join(words)
    if len(words) > 1 and words[-1].isdigit():
        number, name = words[-1], " ".join(words[:-1])
        raise Refused(
            f"“{typed}” is {one.name}: say how much, like: harm {typed} 3; or, for {number} damage"
            f" to another {name}, the number first: harm {number} {name}"
        )
    raise Refused(f"Say how much damage {one.name} takes, like: harm {typed} 3 or harm {typed} d6")


def format_harm(writer: Writer, declared: Harm) -> FormattedLine:
    """Write `harm ada d6 direct STR: a fall`."""
    steps = "steps" in writer.lexicon.has
    return writer.write_declaration(
        declared,
        writer.find_verb_name("harm"),
        writer.write_names(declared.who),
        declared.amount,
        "direct" if declared.direct and not steps else "",
        declared.direct,
        f"at {declared.place}" if declared.place else "",
        why=declared.why,
    )


def complete_harm(cursor: Cursor) -> list[str]:
    """Suggest who is harmed, then the words for where and what it strikes."""
    if not cursor.words:
        return cursor.names
    places = cursor.lexicon.places
    if cursor.last == "at":
        return [*places, *cursor.rollable]
    return [*cursor.keep_if("direct", "direct"), *(["at"] if places else []), *cursor.rollable]


HARM = Verb(
    name="harm",
    group="fighting",
    aliases=("dmg", "damage"),
    takes=(
        "WHO[, WHO]<amount| [DICE]><steps| [{ABILITY}]><direct| [direct {ABILITY}]>"
        "<place| [at PLACE]> [: why]"
    ),
    does=(
        "<!steps|damage outside an attack; of several dice the highest>"
        "<steps|harm outside an attack: a step down>"
    ),
    examples=(("<place|harm ada 12 at head>", "<place|the places: {places}>"),),
    parse=parse_harm,
    formats={Harm: format_harm},
    complete=complete_harm,
)

VERBS = (HARM,)
