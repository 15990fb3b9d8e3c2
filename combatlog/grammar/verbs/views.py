"""The verbs that show something, and the one that leaves: state, log, timeline, chronicle, why,
diff, stats, help, quit."""

from __future__ import annotations

from combatlog.grammar.commands import Quit, Show
from combatlog.grammar.cursor import Cursor, complete_nothing
from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Verb
from projections.state.fight_state import Combatant


def parse_state(line: Scanner) -> Show:
    """Parse `[at SEQ]`."""
    return _parse_numbered(line, "state")


def parse_log(line: Scanner) -> Show:
    """Parse `[HOW MANY]`."""
    return _parse_numbered(line, "log")


def _parse_numbered(line: Scanner, what: str) -> Show:
    line.accept("at")
    number = line.number("which", 0)
    line.end()
    return Show(what, number=number)


def parse_timeline(line: Scanner) -> Show:
    """Parse a line without further words."""
    line.end()
    return Show("timeline")


def parse_chronicle(line: Scanner) -> Show:
    """Parse a line without further words."""
    line.end()
    return Show("chronicle")


def parse_stats(line: Scanner) -> Show:
    """Parse a line without further words."""
    line.end()
    return Show("stats")


def parse_why(line: Scanner) -> Show:
    """Parse any words: the view reads them against the log."""
    return Show("why", tuple(line.rest))


def parse_diff(line: Scanner) -> Show:
    """Parse any words: the view reads them against the campaign."""
    return Show("diff", tuple(line.rest))


def parse_help(line: Scanner) -> Show:
    """Parse any words: the view reads them as a verb, or as a group of verbs."""
    return Show("help", tuple(line.rest))


def parse_quit(line: Scanner) -> Quit:
    """Parse a line without further words."""
    line.end()
    return Quit()


def complete_why(cursor: Cursor) -> list[str]:
    """Suggest whose number it is, then scores, and what can be said of the combatant."""
    one = cursor.combatant
    if not cursor.words:
        return cursor.names
    return [*one.scores, *_conditions(one)] if one else []


def _conditions(one: Combatant) -> list[str]:
    """Return a combatant's conditions and wounds, and `gone` or `dead` where that is so."""
    standing = "" if one.standing == "in" else one.standing
    names = [*(each.name for each in one.conditions), *(each.label for each in one.wounds)]
    return [*dict.fromkeys(filter(None, [*names, standing]))]


def complete_help(cursor: Cursor) -> list[str]:
    """Suggest the verbs that the game has."""
    return [] if cursor.words else [*cursor.verbs]


STATE = Verb(
    name="state",
    group="looking",
    aliases=("s",),
    takes="[at SEQ]",
    does="show how everybody stands",
    parse=parse_state,
    complete=complete_nothing,
    is_view=True,
)

LOG = Verb(
    name="log",
    group="looking",
    aliases=("l",),
    takes="[HOW MANY]",
    does="show the last events",
    parse=parse_log,
    complete=complete_nothing,
    is_view=True,
)

TIMELINE = Verb(
    name="timeline",
    group="looking",
    takes="",
    does="show when what changed",
    parse=parse_timeline,
    complete=complete_nothing,
    is_view=True,
)

CHRONICLE = Verb(
    name="chronicle",
    group="looking",
    takes="",
    does="tell the fight so far",
    parse=parse_chronicle,
    complete=complete_nothing,
    is_view=True,
)

WHY = Verb(
    name="why",
    group="looking",
    aliases=("w",),
    takes="WHO SCORE<phase| | WHO SKILL> | WHO CONDITION [at SEQ]",
    does="show what caused a number or a condition",
    examples=(
        ("why ada dead", "how that came about"),
        ("why ada {score} at 41", "as it was then"),
    ),
    parse=parse_why,
    complete=complete_why,
    is_view=True,
)

DIFF = Verb(
    name="diff",
    group="looking",
    takes="A [B]",
    does="compare two points, lines or fights: how everybody stands, what has happened",
    examples=(
        ("diff 41", "event 41 and now"),
        ("diff 41 57", "two events, on whichever lines"),
        ("diff branch-2", "the end of a branch and now"),
        ("diff 2#", "fight 2 (or its title) and this one"),
        ("diff 2#41 57", "event 41 of fight 2 and event 57 of this one"),
    ),
    parse=parse_diff,
    complete=complete_nothing,
    is_view=True,
)

STATS = Verb(
    name="stats",
    group="looking",
    takes="",
    does="the fight in numbers",
    parse=parse_stats,
    complete=complete_nothing,
    is_view=True,
)

HELP = Verb(
    name="help",
    group="looking",
    aliases=("h", "?"),
    takes="[VERB]",
    does="show the verbs, or one",
    parse=parse_help,
    complete=complete_help,
    is_view=True,
)

QUIT = Verb(
    name="quit",
    group="at the table",
    aliases=("q", "exit"),
    takes="",
    does="leave; everything is recorded already",
    parse=parse_quit,
    complete=complete_nothing,
)

VERBS = (STATE, LOG, TIMELINE, CHRONICLE, WHY, DIFF, STATS, HELP, QUIT)
