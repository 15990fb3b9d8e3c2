"""The verbs that state who has what weapon: arm, disarm."""

from __future__ import annotations

from combatlog.grammar.scanner import Scanner
from combatlog.grammar.verb import Cursor, Verb, complete_combatant
from combatlog.grammar.writer import FormattedLine, Inexpressible, Writer
from events.errors import Refused
from events.types.sheets import Weapon
from events.types.statements import Arm, Disarm


def parse_arm(line: Scanner) -> Arm:
    """Parse `WHO WEAPON [DICE [TAGS]] [: why]`."""
    one = line.take_combatant()
    text = line.take_text()
    if not text:
        raise Refused(f"Say what {one.name} has, like: arm {one.id} pike d8")
    return Arm(one.id, line.rules.weapon(line.state.game, text), line.why)


def format_arm(writer: Writer, stated: Arm) -> FormattedLine:
    """Write `arm ada pike d8`."""
    who, weapon = writer.write_name(stated.who), describe_weapon(writer, stated.weapon)
    return writer.write_line(writer.find_verb_name("arm"), who, weapon, why=stated.why)


def describe_weapon(writer: Writer, weapon: Weapon) -> str:
    """Return a weapon by its name in the equipment list, or with its dice and tags. Raises
    `Unwritable` where it has more to it, such as effects."""
    described = [weapon.name, weapon.dice, *weapon.tags, weapon.range, weapon.against]
    for text in (weapon.name, " ".join(filter(None, described))):
        try:
            known = writer.rules.weapon(writer.state.game, text)
        except Refused:
            continue
        if known == weapon:
            return text
    raise Inexpressible


ARM = Verb(
    name="arm",
    group="facts",
    takes="WHO WEAPON [DICE]",
    does="give a combatant a weapon",
    parse=parse_arm,
    formats={Arm: format_arm},
    complete=complete_combatant,
)


def parse_disarm(line: Scanner) -> Disarm:
    """Parse `WHO WEAPON [: why]`."""
    one = line.take_combatant()
    weapon = line.take_one_of([weapon.name for weapon in one.weapons], f"weapon of {one.name}")
    line.check_end()
    return Disarm(one.id, weapon, line.why)


def format_disarm(writer: Writer, stated: Disarm) -> FormattedLine:
    """Write `disarm ada sword`."""
    who, weapon = writer.write_name(stated.who), writer.write_full_name(stated.weapon)
    return writer.write_line(writer.find_verb_name("disarm"), who, weapon, why=stated.why)


def complete_disarm(cursor: Cursor) -> list[str]:
    """Suggest who loses a weapon, then the weapons."""
    if not cursor.words:
        return cursor.names
    return [weapon.name for weapon in cursor.combatant.weapons] if cursor.combatant else []


DISARM = Verb(
    name="disarm",
    group="facts",
    takes="WHO WEAPON",
    does="take a weapon away from a combatant",
    parse=parse_disarm,
    formats={Disarm: format_disarm},
    complete=complete_disarm,
)

VERBS = (ARM, DISARM)
