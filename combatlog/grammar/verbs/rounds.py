"""The verbs that drive a fight: go, next, roll."""

from __future__ import annotations

from typing import Literal

from combatlog.grammar.commands import RollDice
from combatlog.grammar.scanner import Scanner, match_name
from combatlog.grammar.verb import Cursor, Verb
from combatlog.grammar.writer import FormattedLine, Writer, format_opponent
from events.types.declarations import BeginRound, Resolve
from events.types.rolls import FACES


def parse_go(line: Scanner) -> Resolve:
    """Parse `[SIDE | WHO] [overrule: why]`."""
    side = who = ""
    everybody = line.state.combatants.values()
    if any(match_name(line.rest, each) for each in line.state.sides):
        side = line.take_one_of(line.state.sides, "side")
    elif any(match_name(line.rest, one.name) for one in everybody):
        who = line.take_fighter("combatant", lambda one: bool(line.state.pending_of(one.id))).id
    elif line.rest:
        side = line.take_one_of(line.state.sides, "side")
    line.check_end()
    return Resolve(side, line.overrule, who)


def format_go(writer: Writer, declared: Resolve) -> FormattedLine:
    """Write `go`, `go foes` or `go ada`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("go"),
        writer.write_full_name(declared.side),
        writer.write_name(declared.who) if declared.who else "",
    )


def complete_go(cursor: Cursor) -> list[str]:
    """Suggest the sides, and who has declared something where each can act by themselves."""
    if cursor.words:
        return []
    names = [cursor.state.combatants[each.action.by].name for each in cursor.state.pending]
    return [*cursor.state.sides, *cursor.keep_if("one by one", *names)]


GO = Verb(
    name="go",
    group="fighting",
    aliases=("g", "resolve"),
    takes="<sides|[SIDE><one by one| | WHO><sides|]>",
    does="<sides|resolve what has been declared><!sides|play the round>",
    examples=(
        ("go !", "although somebody has declared nothing"),
        ("<one by one|go ada>", "<one by one|only what she has declared; the turn goes on>"),
    ),
    parse=parse_go,
    formats={Resolve: format_go},
    complete=complete_go,
)


def parse_next(line: Scanner) -> BeginRound:
    """Parse `[ambush | ambushed | versus WHO] [: why] [overrule: why]`."""
    waived: Literal["", "ambush", "ambushed"] = ""
    if line.accept("ambush"):
        waived = "ambush"
    elif line.accept("ambushed"):
        waived = "ambushed"
    versus = line.take_versus()
    line.check_end()
    return BeginRound(waived, line.why, line.overrule, versus)


def format_next(writer: Writer, declared: BeginRound) -> FormattedLine:
    """Write `next ambush`."""
    return writer.write_declaration(
        declared,
        writer.find_verb_name("next"),
        declared.waived,
        *format_opponent(writer, declared.versus),
        why=declared.why,
    )


def complete_next(cursor: Cursor) -> list[str]:
    """Suggest how the first round can begin, in games where one side may be quicker."""
    if cursor.words:
        return cursor.list_opponents() or []
    if cursor.state.round or "opening" not in cursor.lexicon.has:
        return []
    return ["ambush", "ambushed", *cursor.keep_if("versus", "versus")]


NEXT = Verb(
    name="next",
    group="fighting",
    aliases=("n", "round"),
    takes="<opening|[ambush | ambushed><risk| | versus WHO><opening|]>",
    does="begin the next round",
    parse=parse_next,
    formats={BeginRound: format_next},
    complete=complete_next,
)


def parse_roll(line: Scanner) -> RollDice:
    """Parse `[WHO] [DIE] [FACE…]`, or `all`. A line that begins with a number is one, too."""
    if line.accept("all"):
        line.check_end()
        return RollDice(every=True)
    awaited = {asked.by for asked in line.state.awaited}
    by = ""
    if line.rest and not line.peek().isdigit() and line.peek() not in FACES:
        by = line.take_combatant("roller", lambda one: one.id in awaited).id
    die = line.take().casefold() if line.peek() in FACES else ""
    faces = []
    while line.rest:
        if not line.accept(","):
            faces.append(line.take_number("the face"))
    return RollDice(tuple(faces), by, die)


def complete_roll(cursor: Cursor) -> list[str]:
    """Suggest those whose dice are awaited."""
    if cursor.words:
        return []
    combatants = cursor.state.combatants
    return [*dict.fromkeys(combatants[asked.by].name for asked in cursor.state.awaited)]


ROLL = Verb(
    name="roll",
    group="fighting",
    aliases=("r",),
    takes="[WHO] [DIE] [FACE…] | all",
    does="type what awaited dice show; without a face, draw one",
    parse=parse_roll,
    complete=complete_roll,
)

VERBS = (GO, NEXT, ROLL)
