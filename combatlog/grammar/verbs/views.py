"""The verbs that show something, and the one that leaves: state, log, timeline, chronicle, why,
diff, stats, recap, odds, help, quit."""

from __future__ import annotations

from combatlog.grammar.commands import Quit, Show
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_nothing, view_verb
from projections.state.fight_state import Combatant


def complete_why(cursor: Cursor) -> list[str]:
    """Suggest whose number it is, then scores, and what can be said of the combatant."""
    one = cursor.combatant
    if not cursor.words:
        return cursor.names
    return [*one.scores, *_list_conditions(one)] if one else []


def _list_conditions(one: Combatant) -> list[str]:
    """Return a combatant's conditions and wounds, and `gone` or `dead` where that is so."""
    standing = "" if one.standing == "in" else one.standing
    names = [*(each.name for each in one.conditions), *(each.label for each in one.wounds)]
    return [*dict.fromkeys(filter(None, [*names, standing]))]


def complete_help(cursor: Cursor) -> list[str]:
    """Suggest the verbs that the game has."""
    return [] if cursor.words else [*cursor.verbs]


def parse_quit(line: Scanner) -> Quit:
    """Parse a line without further words."""
    line.check_end()
    return Quit()


def parse_state(line: Scanner) -> Show:
    """Parse `[WHO] [at SEQ]`."""
    who = ""
    if line.rest and line.peek() != "at" and not line.peek().lstrip("#").isdigit():
        who = line.take_combatant().id
    line.accept("at")
    number = line.take_number("the number of an event", 0)
    line.check_end()
    return Show("state", (who,) if who else (), number)


def complete_state(cursor: Cursor) -> list[str]:
    """Suggest whose state it is."""
    return [] if cursor.words else cursor.names


STATE = Verb(
    name="state",
    group="looking",
    aliases=("s",),
    takes="[WHO] [at SEQ]",
    does="show the state of the fight, or of one combatant",
    parse=parse_state,
    complete=complete_state,
    is_view=True,
)

LOG = view_verb("log", "show the last events", takes="[HOW MANY]", reads="number", aliases=("l",))

TIMELINE = view_verb("timeline", "show what changed, and when")

CHRONICLE = view_verb("chronicle", "tell the fight so far")

WHY = view_verb(
    "why",
    "show what caused a number or a condition",
    takes="WHO SCORE<phase| | WHO SKILL> | WHO CONDITION [at SEQ]",
    reads="words",
    complete=complete_why,
    aliases=("w",),
    examples=(
        ("why ada dead", "what caused her death"),
        ("why ada {score} at 41", "as it was at event 41"),
    ),
)

DIFF = view_verb(
    "diff",
    "compare two events, branches or fights: their states, and what happened",
    takes="A [B]",
    reads="words",
    examples=(
        ("diff 41", "event 41 and now"),
        ("diff 41 57", "two events, on any lines"),
        ("diff branch-2", "the end of a branch and now"),
        ("diff 2#", "fight 2 (or its title) and this one"),
        ("diff 2#41 57", "event 41 of fight 2 and event 57 of this one"),
    ),
)

STATS = view_verb("stats", "show the fight in numbers")

RECAP = view_verb("recap", "show who fell and what would have saved them, and the damage")

ODDS = view_verb(
    "odds",
    "show the chances of what is declared, or of a line",
    takes="[LINE]",
    reads="line",
    examples=(
        ("odds", "of what is declared, before a die falls"),
        ("odds a ada wolf", "of this attack, as if it were declared, too"),
    ),
)

HELP = view_verb(
    "help",
    "show the verbs, or one",
    takes="[VERB]",
    reads="words",
    complete=complete_help,
    aliases=("h", "?"),
)

QUIT = Verb(
    name="quit",
    group="at the table",
    aliases=("q", "exit"),
    takes="",
    does="leave; everything is already recorded",
    parse=parse_quit,
    complete=complete_nothing,
)

VERBS = (STATE, LOG, TIMELINE, CHRONICLE, WHY, DIFF, STATS, RECAP, ODDS, HELP, QUIT)
