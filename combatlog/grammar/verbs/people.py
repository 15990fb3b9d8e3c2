"""The verbs that state who is in the fight and who plays them: kill, revive, remove, return,
rename, hand."""

from __future__ import annotations

from collections.abc import Callable

from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_combatant
from combatlog.grammar.writer import FormattedLine, Writer
from events.errors import Refused
from events.types.names import fold_case
from events.types.statements import HandOver, Kill, Remove, Rename, Return, Revive


def parse_kill(line: Scanner) -> Kill:
    """Parse `WHO [: why]`."""
    return Kill(_parse_who(line, lambda standing: standing != "dead"), line.why)


def parse_revive(line: Scanner) -> Revive:
    """Parse `WHO [: why]`."""
    return Revive(_parse_who(line, lambda standing: standing == "dead"), line.why)


def parse_remove(line: Scanner) -> Remove:
    """Parse `WHO [: why]`."""
    return Remove(_parse_who(line, lambda standing: standing == "in"), line.why)


def parse_return(line: Scanner) -> Return:
    """Parse `WHO [: why]`."""
    return Return(_parse_who(line, lambda standing: standing == "gone"), line.why)


def _parse_who(line: Scanner, is_meant: Callable[[str], bool]) -> str:
    """Take the only combatant on the line: among several the name fits, one whose standing is
    meant."""
    one = line.take_combatant(rank=lambda one: not is_meant(one.standing))
    line.check_end()
    return one.id


def format_kill(writer: Writer, stated: Kill) -> FormattedLine:
    """Write `kill wolf: drowned`."""
    return _format_who(writer, "kill", stated)


def format_revive(writer: Writer, stated: Revive) -> FormattedLine:
    """Write `revive wolf: not so dead`."""
    return _format_who(writer, "revive", stated)


def format_remove(writer: Writer, stated: Remove) -> FormattedLine:
    """Write `remove wolf: carried off`."""
    return _format_who(writer, "remove", stated)


def format_return(writer: Writer, stated: Return) -> FormattedLine:
    """Write `return wolf: back again`."""
    return _format_who(writer, "return", stated)


def _format_who(
    writer: Writer, verb: str, stated: Kill | Revive | Remove | Return
) -> FormattedLine:
    return writer.write_line(
        writer.find_verb_name(verb), writer.write_name(stated.who), why=stated.why
    )


def complete_dead(cursor: Cursor) -> list[str]:
    """Suggest the dead."""
    return [] if cursor.words else cursor.list_names("dead")


def complete_gone(cursor: Cursor) -> list[str]:
    """Suggest those who have left."""
    return [] if cursor.words else cursor.list_names("gone")


KILL = Verb(
    name="kill",
    group="facts",
    takes="WHO [: why]",
    does="state that a combatant is dead",
    parse=parse_kill,
    formats={Kill: format_kill},
    complete=complete_combatant,
)

REVIVE = Verb(
    name="revive",
    group="facts",
    takes="WHO [: why]",
    does="state that a dead combatant lives",
    parse=parse_revive,
    formats={Revive: format_revive},
    complete=complete_dead,
)

REMOVE = Verb(
    name="remove",
    group="facts",
    takes="WHO [: why]",
    does="take a combatant out of the fight",
    parse=parse_remove,
    formats={Remove: format_remove},
    complete=complete_combatant,
)

RETURN = Verb(
    name="return",
    group="facts",
    takes="WHO [: why]",
    does="bring a combatant back into the fight",
    parse=parse_return,
    formats={Return: format_return},
    complete=complete_gone,
)


def parse_rename(line: Scanner) -> Rename:
    """Parse `WHO NEW NAME [: why]`."""
    one = line.take_combatant()
    return Rename(one.id, line.take_text(), line.why)


def format_rename(writer: Writer, stated: Rename) -> FormattedLine:
    """Write `rename wolf Grey Wolf`."""
    who, name = writer.write_name(stated.who), writer.write_text(stated.name)
    return writer.write_line(writer.find_verb_name("rename"), who, name, why=stated.why)


RENAME = Verb(
    name="rename",
    group="facts",
    takes="WHO NAME",
    does="give a combatant another name",
    parse=parse_rename,
    formats={Rename: format_rename},
    complete=complete_combatant,
)


def parse_hand(line: Scanner) -> HandOver:
    """Parse `WHO [to] PLAYER [side SIDE] [: why]`. The referee is a player without a name, typed
    as the game's word for the referee."""
    one = line.take_combatant()
    line.accept("to")
    words = line.rest
    lowered = [fold_case(word) for word in words]
    cut = lowered.index("side") if "side" in lowered else len(words)
    player = " ".join(words[:cut])
    referee = line.state.game.words.get("referee", "referee")
    if not player:
        raise Refused(f"Say to whom: a player's name, or {referee}.")
    if fold_case(player) in ("referee", fold_case(referee)):
        player = ""
    return HandOver(one.id, player, " ".join(words[cut + 1 :]), line.why)


def format_hand(writer: Writer, stated: HandOver) -> FormattedLine:
    """Write `hand dov to Eve side foes`."""
    player = writer.write_text(stated.player) or writer.term("referee")
    side = f"side {writer.write_text(stated.side)}" if stated.side else ""
    who = writer.write_name(stated.who)
    return writer.write_line(writer.find_verb_name("hand"), who, "to", player, side, why=stated.why)


HAND = Verb(
    name="hand",
    group="facts",
    takes="WHO to PLAYER [side SIDE] [: why]",
    does="give a combatant to another player",
    parse=parse_hand,
    formats={HandOver: format_hand},
    complete=complete_combatant,
)

VERBS = (KILL, REVIVE, REMOVE, RETURN, RENAME, HAND)
